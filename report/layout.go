package report

import (
	"regexp"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// screenColumns is the width of a screen that text output fits.
const screenColumns = 80

// grid lays rows out in columns with two blanks between them: the first column
// as given, the others to the right.
func grid(first text.Align, rows [][]string) string {
	t := table.NewWriter()
	t.SetStyle(plain)
	t.SuppressTrailingSpaces()
	columns := 0
	for _, cells := range rows {
		row := make(table.Row, len(cells))
		for i, c := range cells {
			row[i] = c
		}
		t.AppendRow(row)
		columns = max(columns, len(cells))
	}
	configs := []table.ColumnConfig{{Number: 1, Align: first}}
	for i := range columns - 1 {
		configs = append(configs, table.ColumnConfig{Number: i + 2, Align: text.AlignRight})
	}
	t.SetColumnConfigs(configs)
	return t.Render() + "\n"
}

// plain is a table without lines and colours.
var plain = table.Style{Box: table.BoxStyle{PaddingRight: "  "}}

// width is the number of columns of the widest line.
func width(block string) int {
	w := 0
	for line := range strings.Lines(block) {
		w = max(w, text.StringWidth(strings.TrimSuffix(line, "\n")))
	}
	return w
}

// indent moves all lines of a block to the right that have text.
func indent(block, by string) string {
	var b strings.Builder
	for line := range strings.Lines(block) {
		if line != "\n" {
			b.WriteString(by)
		}
		b.WriteString(line)
	}
	return b.String()
}

// labelled sets words beside a label, on as many lines as they need; further
// lines start below the first word.
func labelled(label, words string) string {
	return label + hang(words, strings.Repeat(" ", len(label)))
}

// hang breaks words into lines that fit the screen behind a margin; only the
// lines after the first are given it.
func hang(words, margin string) string {
	var b strings.Builder
	column := len(margin)
	for i, word := range strings.FieldsFunc(words, func(r rune) bool { return r == ' ' || r == '\n' }) {
		switch {
		case i > 0 && column+1+text.StringWidth(word) > screenColumns:
			b.WriteString("\n" + margin)
			column = len(margin)
		case i > 0:
			b.WriteString(" ")
			column++
		}
		b.WriteString(word)
		column += text.StringWidth(word)
	}
	return strings.ReplaceAll(b.String(), noBreak, " ") + "\n"
}

// noBreak is a blank at which hang breaks no line.
const noBreak = "\u00a0"

// whole keeps words on one line.
func whole(words string) string { return strings.ReplaceAll(words, " ", noBreak) }

// fragile finds what a statement must not lose the line breaks of: comments and
// quoted text.
var fragile = regexp.MustCompile("['\"`#]|--|/\\*")

// statement prints a CREATE TABLE statement on few lines.
func statement(ddl string) string {
	if fragile.MatchString(ddl) {
		return indent(strings.TrimSpace(ddl)+"\n", "  ")
	}
	flat := strings.Join(strings.Fields(ddl), " ")
	flat = strings.NewReplacer("( ", "(", " )", ")").Replace(flat)
	return "  " + hang(flat, "    ")
}

// maxColumns is how many indexes stand side by side.
const maxColumns = 4

// sideways sets as many things side by side as fit the screen, the others below.
func sideways[Thing any](things []Thing, table func([]Thing) string) string {
	var blocks []string
	for len(things) > 0 {
		n := min(maxColumns, len(things))
		block := table(things[:n])
		for ; n > 1 && width(block) > screenColumns; block = table(things[:n]) {
			n--
		}
		blocks = append(blocks, block)
		things = things[n:]
	}
	return strings.Join(blocks, "\n")
}
