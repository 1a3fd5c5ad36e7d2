package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/report"
	"github.com/pagesim/pagesim/report/plot"
	"github.com/pagesim/pagesim/schema"
	"github.com/pagesim/pagesim/sim"
	"github.com/spf13/cobra"
)

// list is a table that can be shown; its rows are a name and what is said of it.
type list struct {
	name, doc string
	rows      func() [][]string
}

// lists is all of them.
var lists = []list{
	{"keys", "key streams, with the defaults of their parameters (--keys, --index)", keyRows},
	{"parameters", "parameters of key streams", parameterRows},
	{"encodings", "encodings of keys (--encoding)", encodingRows},
	{"types", "column types that --ddl may have", func() [][]string { return single(schema.Types()) }},
	{"collations", "collations that --ddl may have; binary columns have none", func() [][]string { return single(schema.Collations()) }},
	{"scenario", "fields of a scenario file", scenarioRows},
	{"operations", "what a phase does, with its fields (--phase)", operationRows},
	{"fields", "fields of phases", fieldRows},
	{"servers", "server profiles (--server)", serverRows},
	{"devices", "devices, with their source (--device)", deviceRows},
	{"variables", "server variables: default of MySQL 9.7, and of servers that differ (--set)", variableRows},
	{"plots", "plots, with what they need of run (plot --plot)", plotRows},
	{"metrics", "figures that compare, sweep and --fail-on know; ~ is off by a few percent", metricRows},
	{"formats", "output formats (--format)", formatRows},
}

const listHelp = `Show what there is to choose from, with a line on each. Without an argument it
shows the lists.`

const listExample = `  pagesim list
  pagesim list keys
  pagesim list encodings`

func newListCommand(e env) *cobra.Command {
	var names []string
	for _, l := range lists {
		names = append(names, l.name)
	}
	return &cobra.Command{
		Use:       "list [name]",
		Short:     "Show the key streams, encodings, column types and other choices",
		Long:      listHelp,
		Example:   listExample,
		Args:      cobra.MaximumNArgs(1),
		ValidArgs: names,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return printRows(e.stdout, listRows())
			}
			for _, l := range lists {
				if l.name == args[0] {
					return printRows(e.stdout, l.rows())
				}
			}
			return usagef("unknown list %q; allowed: %s", args[0], strings.Join(names, ", "))
		},
	}
}

// listWidth is the columns of a screen, listGap the blanks between those of a list.
const listWidth, listGap = 80, 2

// folded breaks the last cells of rows so that lines fit a screen, into rows of their
// own that begin where the cell begins.
func folded(rows [][]string) [][]string {
	var all [][]string
	for _, row := range rows {
		last := len(row) - 1
		begin := 0
		for i := range last {
			widest := 0
			for _, other := range rows {
				if len(other)-1 > i {
					widest = max(widest, len(other[i]))
				}
			}
			begin += widest + listGap
		}
		for i, line := range folds(row[last], listWidth-begin) {
			head := row[:last:last]
			if i > 0 {
				head = make([]string, last)
			}
			all = append(all, append(head, line))
		}
	}
	return all
}

// folds breaks a text between words into lines of at most so many bytes; the lines
// after the first keep its indentation.
func folds(text string, width int) []string {
	indent := text[:len(text)-len(strings.TrimLeft(text, " "))]
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = indent + word
		case len(line)+1+len(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = indent + word
		}
	}
	return append(lines, line)
}

// printRows prints rows in columns, all at once.
func printRows(w io.Writer, rows [][]string) error {
	var b bytes.Buffer
	t := tabwriter.NewWriter(&b, 0, 0, listGap, ' ', 0)
	for _, row := range folded(rows) {
		if _, err := fmt.Fprintln(t, strings.Join(row, "\t")); err != nil {
			return err
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

func listRows() [][]string {
	var rows [][]string
	for _, l := range lists {
		rows = append(rows, []string{l.name, l.doc})
	}
	return rows
}

// keyRows has a second row for a stream with parameters.
func keyRows() [][]string {
	var rows [][]string
	for _, k := range keygen.Kinds() {
		rows = append(rows, []string{k.Name, k.Doc})
		var defaults []string
		for _, p := range k.Params {
			defaults = append(defaults, p.Name+"="+p.Default)
		}
		if len(defaults) > 0 {
			rows = append(rows, []string{"", "  " + strings.Join(defaults, ",")})
		}
	}
	return rows
}

// parameterRows has a parameter once for all streams in which it is the same.
func parameterRows() [][]string {
	rows := [][]string{{"parameter", "default", "unit", "meaning"}}
	seen := map[keygen.ParamInfo]bool{}
	for _, k := range keygen.Kinds() {
		for _, p := range k.Params {
			if !seen[p] {
				seen[p] = true
				rows = append(rows, []string{p.Name, p.Default, p.Unit, p.Doc})
			}
		}
	}
	return rows
}

func encodingRows() [][]string {
	var rows [][]string
	for _, x := range keygen.Encodings() {
		rows = append(rows, []string{x.Name, x.Doc})
	}
	return rows
}

func scenarioRows() [][]string {
	var rows [][]string
	for _, f := range sim.ScenarioFields() {
		rows = append(rows, []string{f.Name, f.Doc})
	}
	return rows
}

func formatRows() [][]string {
	rows := formatsOf("run", report.Runs())
	rows = append(rows, formatsOf("compare", report.Comparisons())...)
	rows = append(rows, formatsOf("sweep", report.Sweeps())...)
	rows = append(rows, formatsOf("explain", report.Explanations())...)
	rows = append(rows, formatsOf("validate", report.Validations())...)
	rows = append(rows, formatsOf("inspect", report.Inspections())...)
	for _, f := range plot.Formats() {
		rows = append(rows, []string{"plot", f.Name, f.Doc})
	}
	return rows
}

func formatsOf[Make any](command string, formats []report.Format[Make]) [][]string {
	var rows [][]string
	for _, f := range formats {
		rows = append(rows, []string{command, f.Name, f.Doc})
	}
	return rows
}

func single(names []string) [][]string {
	rows := make([][]string, len(names))
	for i, n := range names {
		rows[i] = []string{n}
	}
	return rows
}
