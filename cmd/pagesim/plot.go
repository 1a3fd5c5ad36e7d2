package main

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/pagesim/pagesim/report/plot"
	"github.com/spf13/cobra"
)

const plotHelp = `Draw results that pagesim run --format json wrote, several in one picture. Lines
are told apart by what differs: keys, engine, pool, or the file. Without --plot
it draws all that the results have data for; pagesim list plots shows what there
is and what each needs of run.`

const plotExample = `  pagesim run --keys uuidv4 --sample 10k --pages --format json -o v4.json
  pagesim run --keys uuidv7 --sample 10k --pages --format json -o v7.json
  pagesim plot v4.json v7.json -o keys.svg
  pagesim plot v4.json --plot key-order,file-order -o pages.png
  pagesim plot - --plot fill --format pdf < v4.json > fill.pdf`

// plotOptions are the flags of plot.
type plotOptions struct {
	plots  []string
	format string
	output string
}

func newPlotCommand(e env) *cobra.Command {
	var o plotOptions
	c := &cobra.Command{
		Use:     "plot result.json...",
		Short:   "Draw results: fill, waves, reads and writes, pages",
		Long:    plotHelp,
		Example: plotExample,
		Args:    someResults,
	}
	f := c.Flags()
	f.StringSliceVar(&o.plots, "plot", nil, "`names`, separated by commas; see list plots")
	f.StringVar(&o.format, "format", "", "`name`: "+strings.Join(plot.FormatNames(), ", ")+" (default by the suffix of --output)")
	f.StringVarP(&o.output, "output", "o", "", "`file` to write, whole or not at all (default stdout)")
	complete(c, "plot", plotNames())
	complete(c, "format", plot.FormatNames())
	c.RunE = func(_ *cobra.Command, files []string) error { return runPlot(e, o, files) }
	return c
}

func someResults(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("no results: want files that pagesim run --format json wrote")
	}
	return nil
}

// runPlot draws results. Nothing is created before the format is known and the picture
// is there.
func runPlot(e env, o plotOptions, files []string) error {
	format, err := o.validate()
	if err != nil {
		return err
	}
	sources, err := readSources(files, e.stdin)
	if err != nil {
		return err
	}
	picture, err := plot.New(sources, o.plots...)
	if err != nil {
		return usageError{err}
	}
	var b bytes.Buffer
	if err := picture.Write(&b, format); err != nil {
		return err
	}
	return writeOutput(o.output, e.stdout, b.Bytes(), files...)
}

// validate reads the flags.
func (o *plotOptions) validate() (plot.Format, error) {
	if o.format == "" && (o.output == "" || o.output == stdoutPath) {
		return plot.Format{}, usagef("--output: want a file such as out.svg, or --format for standard output")
	}
	format, err := plot.FormatOf(o.format, o.output)
	switch {
	case err != nil && o.format == "":
		return format, usagef("--output %w", err)
	case err != nil:
		return format, usagef("--format: %w", err)
	}
	return format, asUsage(plot.Check(o.plots...))
}

// readSources reads the results of files, which are called by them.
func readSources(files []string, stdin io.Reader) ([]plot.Source, error) {
	var all []plot.Source
	for _, file := range files {
		results, err := readResults(file, stdin)
		if err != nil {
			return nil, err
		}
		for _, r := range results {
			all = append(all, plot.Source{Name: file, Result: r})
		}
	}
	return all, nil
}

// writeOutput writes what is complete, and was made of inputs.
func writeOutput(path string, stdout io.Writer, b []byte, inputs ...string) error {
	out, err := openOutput(path, stdout, inputs...)
	if err != nil {
		return err
	}
	defer out.discard()
	if _, err := out.Write(b); err != nil {
		return err
	}
	return out.commit()
}

func plotNames() []cobra.Completion {
	var all []cobra.Completion
	for _, k := range plot.Kinds() {
		all = append(all, cobra.CompletionWithDesc(k.Name, k.Doc))
	}
	return all
}

// plotRows has a second row for what a plot needs.
func plotRows() [][]string {
	var rows [][]string
	for _, k := range plot.Kinds() {
		rows = append(rows, []string{k.Name, k.Doc}, []string{"", "  " + k.Needs()})
	}
	return rows
}
