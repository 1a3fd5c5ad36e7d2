package report

import (
	"io"
	"strings"
)

// ComparisonHTML writes a page like [HTML] of a comparison: its table and verdict, and
// plots and tables of the first seed of each column.
func ComparisonHTML(w io.Writer, c Comparison) error {
	labels := make([]string, len(c.Columns))
	var runs []Run
	for i, column := range c.Columns {
		labels[i] = column.Name
		if len(c.engines()) > 1 {
			labels[i] += " · " + column.first().EngineName()
		}
		run := column.Runs[0]
		run.Name, run.Command = labels[i], c.Command
		runs = append(runs, run)
	}
	p, err := newPage(runs, labels)
	if err != nil {
		return err
	}
	p.Compared = c.htmlTable(labels)
	for _, sentence := range c.Verdict() {
		p.Verdict = append(p.Verdict, breakable(sentence))
	}
	return p.write(w)
}

// htmlTable is the table of a comparison, with a column for the ratios to the first.
func (c Comparison) htmlTable(labels []string) *htmlTable {
	t := htmlTable{Caption: "Each column, and its ratio to the first", Note: c.notes()}
	if c.seeds() != "" {
		t.Note += " Plots, and what is said of each column below, are of its first seed."
	}
	add := func(name string, texts []string) []string {
		row := []string{name}
		for i, text := range texts {
			value, ratio, _ := strings.Cut(text, "\t")
			row = append(row, value)
			if i > 0 {
				row = append(row, ratio)
			}
		}
		return row
	}
	heads := append([]string(nil), labels...)
	for i := range heads[1:] {
		heads[1+i] += "\tratio"
	}
	t.Head = add("", heads)
	for _, line := range c.headTexts() {
		var texts []string
		for _, column := range c.Columns {
			texts = append(texts, line.of(column))
		}
		t.Rows = append(t.Rows, add(line.label, texts))
	}
	for _, line := range c.differences() {
		t.Rows = append(t.Rows, add(line[0], line[1:]))
	}
	for _, m := range c.metrics() {
		t.Rows = append(t.Rows, add(m.Name, c.cells(m)))
	}
	return &t
}
