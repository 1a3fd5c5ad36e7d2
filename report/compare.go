package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/metric"
)

// Comparison is results side by side; the first column is what the others are held
// against.
type Comparison struct {
	// Command and Server are as in Run.
	Command []string
	Server  string
	Columns []Column
	// ByFile says that the columns are named by their files, not by their keys.
	ByFile bool
}

// Column is a side of a comparison: one config, or one with several seeds.
type Column struct {
	// Name tells the column from the others, a key stream or a file.
	Name string
	// Keys is the key streams.
	Keys string
	// Encoding is that of the keys.
	Encoding string
	// Description is the stream in words, Disorder why its keys do not come in their
	// order, if they do not.
	Description, Disorder string
	// IsRandom says that each key may be anywhere.
	IsRandom bool
	// Index is the name of the index that the stream feeds, "" for the clustered one.
	Index string
	// Runs are one a seed.
	Runs []Run
}

// first is the column's first result.
func (c Column) first() pagesim.Result { return c.Runs[0].Result }

// Runs are all runs of all columns.
func (c Comparison) Runs() []Run {
	var all []Run
	for _, column := range c.Columns {
		all = append(all, column.Runs...)
	}
	return all
}

// Sample is a metric of the column.
func (c Column) Sample(m metric.Metric) metric.Sample {
	results := make([]pagesim.Result, len(c.Runs))
	for i, r := range c.Runs {
		results[i] = r.Result
	}
	return m.Sample(results)
}

// ComparisonWriter writes a comparison.
type ComparisonWriter func(w io.Writer, c Comparison) error

// Comparisons returns the formats of a comparison in the order of help.
func Comparisons() []Format[ComparisonWriter] {
	return []Format[ComparisonWriter]{
		{"text", "a table for people, and a verdict in words", writeComparison},
		{"json", "all metrics of all columns, and the verdict", compareJSON},
		{"csv", "a row a column and metric", compareCSV},
		{"markdown", "the table and the verdict for a page or a ticket", compareMarkdown},
	}
}

func writeComparison(w io.Writer, c Comparison) error {
	var b strings.Builder
	b.WriteString(command(c.Command))
	b.WriteString(subject(c) + "\n")
	b.WriteString(c.blocks() + "\n")
	if notes := c.notes(); notes != "" {
		b.WriteString(notes + "\n")
	}
	for _, sentence := range c.Verdict() {
		b.WriteString("- " + hang(sentence, "  "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// subject is what was modelled, and the statement if it is that of all columns.
func subject(c Comparison) string {
	r := c.Columns[0].first()
	engines := "InnoDB of " + serverName(c.Server)
	switch names := c.engines(); {
	case len(names) > 1:
		engines += " and fractal tree of PerconaFT (TokuDB)"
	case names[0] != "innodb":
		engines = "fractal tree of PerconaFT (TokuDB)"
	}
	b := hang("model "+r.Version+": "+engines, "  ")
	for _, other := range c.Columns {
		if other.first().DDL != r.DDL {
			return b
		}
	}
	return b + statement(r.DDL)
}

// engines are the different engines of a comparison.
func (c Comparison) engines() []string {
	var names []string
	seen := map[string]bool{}
	for _, column := range c.Columns {
		if name := column.first().EngineName(); !seen[name] {
			names = append(names, name)
			seen[name] = true
		}
	}
	return names
}

// blocks sets as many columns side by side as fit the screen, the others below.
func (c Comparison) blocks() string {
	var blocks []string
	for from := 0; from < len(c.Columns); {
		to := len(c.Columns)
		block := grid(text.AlignLeft, c.rows(from, to))
		for ; to > from+1 && width(block) > screenColumns; block = grid(text.AlignLeft, c.rows(from, to)) {
			to--
		}
		blocks = append(blocks, block)
		from = to
	}
	return strings.Join(blocks, "\n")
}

// rows is the table of some columns, its head first.
func (c Comparison) rows(from, to int) [][]string {
	rows := c.head(from, to)
	for _, line := range c.differences() {
		rows = append(rows, append([]string{line[0]}, line[1+from:1+to]...))
	}
	for _, m := range c.metrics() {
		rows = append(rows, append([]string{m.Name}, c.cells(m)[from:to]...))
	}
	return padRatios(rows)
}

// metrics are those that are shown; what one engine alone counts in its own way is
// joined by bytes.
func (c Comparison) metrics() []metric.Metric {
	several := len(c.engines()) > 1
	var some []metric.Metric
	for _, m := range metric.All() {
		isBytes := m.Name == "read_bytes" || m.Name == "written_bytes"
		if s := c.Columns[0].Sample(m); (m.Main || isBytes && several) && !math.IsNaN(s.Mean) {
			some = append(some, m)
		}
	}
	return some
}

// headWidth is the width at which names of columns are broken.
const headWidth = 16

// head is the names of the columns on as many lines as they need, then what tells them
// apart.
func (c Comparison) head(from, to int) [][]string {
	rows := c.headLines("", from, to, func(x Column) string { return x.Name })
	for _, line := range c.headTexts() {
		rows = append(rows, c.headLines(line.label, from, to, line.of)...)
	}
	return rows
}

// headText is a line of a head.
type headText struct {
	label string
	of    func(Column) string
}

// headTexts are the keys, if columns are named by files, the engine and the encoding,
// where they differ.
func (c Comparison) headTexts() []headText {
	var some []headText
	for _, line := range []headText{
		{"keys", func(x Column) string { return cmp.Or(x.Keys, x.Name) }},
		{"engine", func(x Column) string { return x.first().EngineName() }},
		{"encoding", func(x Column) string { return x.Encoding }},
	} {
		if c.differ(line.of) && (line.label != "keys" || c.ByFile) {
			some = append(some, line)
		}
	}
	return some
}

// headLines is a text of each column on as many lines as it needs.
func (c Comparison) headLines(label string, from, to int, of func(Column) string) [][]string {
	rows := [][]string{{label}}
	for i, column := range c.Columns[from:to] {
		for n, line := range broken(of(column)) {
			if n == len(rows) {
				rows = append(rows, nil)
			}
			rows[n] = append(rows[n], make([]string, i+1-len(rows[n]))...)
			rows[n] = append(rows[n], line)
		}
	}
	return rows
}

// differ reports whether columns differ in a text.
func (c Comparison) differ(of func(Column) string) bool {
	for _, column := range c.Columns {
		if of(column) != of(c.Columns[0]) {
			return true
		}
	}
	return false
}

// headPieces are the pieces of a name behind which it may break.
var headPieces = regexp.MustCompile(`[^:, ]+[:, ]*`)

// broken breaks a name behind colons and commas, and at blanks.
func broken(name string) []string {
	var lines []string
	line := ""
	for _, piece := range headPieces.FindAllString(name, -1) {
		if line != "" && len(line)+len(strings.TrimSpace(piece)) > headWidth {
			lines = append(lines, strings.TrimSpace(line))
			line = ""
		}
		line += piece
	}
	return append(lines, line)
}

// cells are the values of a metric, with the ratio to the first column behind a
// tab.
func (c Comparison) cells(m metric.Metric) []string {
	base := c.Columns[0].Sample(m)
	var cells []string
	for i, column := range c.Columns {
		s := column.Sample(m)
		text := sampleText(m, s)
		if i > 0 {
			ratio := ""
			if c.isComparable(m, column) {
				ratio = ratioText(s, base)
			}
			text += "\t" + ratio
		}
		cells = append(cells, text)
	}
	return cells
}

// isComparable reports whether a column can be held against the first.
func (c Comparison) isComparable(m metric.Metric, column Column) bool {
	return m.IsComparable(column.first(), c.Columns[0].first())
}

// ratioText is a ratio to the first column; one in parentheses is noise.
func ratioText(s, base metric.Sample) string {
	switch f := s.Ratio(base); {
	case math.IsNaN(s.Mean) || math.IsNaN(base.Mean):
		return ""
	case s.Mean == base.Mean:
		return "same"
	case math.IsNaN(f):
		return "-"
	case s.IsNoise(base):
		return "(" + multipleText(f) + ")"
	default:
		return multipleText(f)
	}
}

// multipleText is a ratio with two digits at least; what is next to nothing needs none.
func multipleText(f float64) string {
	switch {
	case f > 0 && f < 0.001:
		return "<0.001x"
	case f < 0.095:
		return strconv.FormatFloat(f, 'g', 2, 64) + "x"
	}
	return ratio(f) + "x"
}

// padRatios sets what is behind a tab below each other.
func padRatios(rows [][]string) [][]string {
	widths := map[int]int{}
	for _, row := range rows {
		for i, cell := range row {
			if _, ratio, ok := strings.Cut(cell, "\t"); ok {
				widths[i] = max(widths[i], text.StringWidth(ratio))
			}
		}
	}
	for _, row := range rows {
		for i, cell := range row {
			if value, ratio, ok := strings.Cut(cell, "\t"); ok {
				row[i] = value + "  " + text.AlignRight.Apply(ratio, widths[i])
			}
		}
	}
	return rows
}

// notes say how to read the table.
func (c Comparison) notes() string {
	var notes []string
	if len(c.Columns) > 1 {
		notes = append(notes, "Ratios are to "+c.Columns[0].Name+".")
	}
	if seeds := c.seeds(); seeds != "" {
		notes = append(notes, fmt.Sprintf("Means of %s seeds ± standard deviation. "+
			"A ratio in parentheses is within noise (Welch's t-test, p of %g or more).", seeds, metric.Significance))
	}
	if len(c.engines()) > 1 {
		notes = append(notes, "Pages of a fractal tree are nodes of some MiB, its reads calls; compare bytes.")
	}
	if len(notes) == 0 {
		return ""
	}
	return hang(strings.Join(notes, " "), "")
}

// seeds is how many runs the columns have: 3, or 1 to 3 where they differ; "" for one
// each.
func (c Comparison) seeds() string {
	least, most := len(c.Columns[0].Runs), 0
	for _, column := range c.Columns {
		least, most = min(least, len(column.Runs)), max(most, len(column.Runs))
	}
	switch {
	case most == 1:
		return ""
	case least == most:
		return strconv.Itoa(most)
	}
	return fmt.Sprintf("%d to %d", least, most)
}
