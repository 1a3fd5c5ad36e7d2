package main

import (
	"bytes"
	"slices"
	"strings"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/report"
	"github.com/spf13/cobra"
)

const reportHelp = `Write results again that pagesim run --format json wrote, one or several: as
text, as a page with plots, or in another format. Nothing is run.`

const reportExample = `  pagesim report v4.json
  pagesim report v4.json v7.json -o keys.html
  pagesim report *.json --format csv > all.csv`

// reportOptions are the flags of report.
type reportOptions struct {
	format string
	output string
}

func newReportCommand(e env) *cobra.Command {
	var o reportOptions
	c := &cobra.Command{
		Use:     "report result.json...",
		Short:   "Write saved results as text or as a page with plots",
		Long:    reportHelp,
		Example: reportExample,
		Args:    someResults,
	}
	names := report.Names(report.Runs())
	f := c.Flags()
	f.StringVar(&o.format, "format", "", "`name`: "+strings.Join(names, ", ")+"\n(default by the suffix of --output, or text)")
	f.StringVarP(&o.output, "output", "o", "", "`file` to write, whole or not at all (default stdout)")
	complete(c, "format", names)
	c.RunE = func(_ *cobra.Command, files []string) error { return runReport(e, o, files) }
	return c
}

func runReport(e env, o reportOptions, files []string) error {
	write, err := report.Find(report.Runs(), formatFor(o.format, o.output, report.Names(report.Runs())))
	if err != nil {
		return usagef("--format: %w", err)
	}
	sources, err := readSources(files, e.stdin)
	if err != nil {
		return err
	}
	words := slices.Concat([]string{"pagesim", "report"}, files)
	var runs []report.Run
	for _, s := range sources {
		runs = append(runs, report.Run{Name: s.Name, Command: words, Server: savedServer(s.Result), Result: s.Result, ShowRates: true})
	}
	var b bytes.Buffer
	if err := write(&b, runs...); err != nil {
		return err
	}
	return writeOutput(o.output, e.stdout, b.Bytes(), files...)
}

// savedServer is the title of the server of a result that was read.
func savedServer(r pagesim.Result) string {
	config, _ := r.Config.(map[string]any)
	name, _ := config["server"].(string)
	return serverTitle(name)
}
