// Package report writes what the other packages found, for people and for
// programs: one function a format. It computes nothing but what a reader would
// otherwise do in the head, such as one number as a multiple of another, and it
// prints nothing: it writes to what it is given, all at once, and returns the
// error.
//
// # Adding a format
//
// Write one function beside its relatives and add its row to the table: [Runs]
// for results of a run, [Explanations] for explained tables, [Validations] for
// replayed recordings. The flag, its completion, help, `pagesim list formats`
// and the contract tests read the tables; `make golden` records the output.
package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/pagesim/pagesim"
)

// Run is a result and how to get it again.
type Run struct {
	// Name is what people call it, such as its file; it may be empty.
	Name string
	// Command is the words of the command line that gives the same result.
	Command []string
	// Server is the server that is modelled, if it is not MySQL 9.7.
	Server string
	// Fed is what feeds each column, as name=stream, if columns were filled that
	// the command does not name.
	Fed []string
	// ShowRates asks text for a table of the rates along the run.
	ShowRates bool
	Result    pagesim.Result
}

// Format is a row of a table of formats: a way of making an output of type Make.
type Format[Make any] struct {
	Name string
	// Doc is one line.
	Doc  string
	Make Make
}

// RunWriter writes the results of runs: one, or one an engine.
type RunWriter func(w io.Writer, runs ...Run) error

// Runs returns the formats of a run in the order of help.
func Runs() []Format[RunWriter] {
	return []Format[RunWriter]{
		{"text", "one screen for people, with the command line that repeats it", writeText},
		{"json", "the whole result, the configuration first", writeJSON},
		{"csv", "a row an index; with --sample a row a sample", writeCSV},
		{"html", "one page for a browser, with plots; it loads nothing", HTML},
	}
}

// Names lists the names of formats.
func Names[Make any](formats []Format[Make]) []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.Name
	}
	return names
}

// Find returns the format of that name.
func Find[Make any](formats []Format[Make], name string) (Make, error) {
	for _, f := range formats {
		if f.Name == name {
			return f.Make, nil
		}
	}
	var none Make
	return none, fmt.Errorf("unknown format %q; allowed: %s", name, strings.Join(Names(formats), ", "))
}
