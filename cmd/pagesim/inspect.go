package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/calibrate"
	"github.com/pagesim/pagesim/report"
	"github.com/spf13/cobra"
)

const inspectHelp = `Show what the .ibd file of a real table says: levels, pages, fill, garbage, free
space, and what page headers tell of past inserts. Reads files of MySQL 5.7 to
9.7 and of MariaDB, in pages of 4 to 64 KiB, that are neither compressed nor
encrypted, and changes nothing. A running server keeps part of the table in
memory: FLUSH TABLES t FOR EXPORT, copy the file, UNLOCK TABLES.

--as-baseline sets a simulated result of the same table beside it; ratios are
simulated / file. Deleted rows that purge has not removed count as rows.`

const inspectExample = `  pagesim inspect /var/lib/mysql/shop/orders.ibd
  pagesim run --ddl orders.sql --keys id=uuidv4 --format json -o r.json
  pagesim inspect orders.ibd --as-baseline r.json
  pagesim inspect orders.ibd --format csv`

// inspectOptions are the flags of inspect.
type inspectOptions struct {
	result string
	format string
	output string
}

func newInspectCommand(e env) *cobra.Command {
	var o inspectOptions
	c := &cobra.Command{
		Use:     "inspect t.ibd",
		Short:   "Show pages, fill and garbage of a real table's .ibd file",
		Long:    inspectHelp,
		Example: inspectExample,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("%d files: want one .ibd file", len(args))
			}
			return nil
		},
	}
	f := c.Flags()
	f.StringVar(&o.result, "as-baseline", "", "`file` with a result of run --format json, - for stdin")
	f.StringVar(&o.format, "format", "text", "output `format`: "+strings.Join(report.Names(report.Inspections()), ", "))
	f.StringVarP(&o.output, "output", "o", "", "`file` to write, whole or not at all (default stdout)")
	complete(c, "format", report.Names(report.Inspections()))
	c.RunE = func(c *cobra.Command, args []string) error {
		write, err := report.Find(report.Inspections(), o.format)
		if err != nil {
			return usagef("--format: %w", err)
		}
		return runInspect(c.Context(), e, o, args[0], write)
	}
	return c
}

func runInspect(ctx context.Context, e env, o inspectOptions, path string, write report.InspectionWriter) error {
	out, err := openOutput(o.output, e.stdout, path, o.result)
	if err != nil {
		return err
	}
	defer out.discard()
	in, err := calibrate.Inspect(ctx, path)
	if err != nil {
		return err
	}
	if o.result != "" {
		if in.Simulated, err = o.beside(e.stdin, in); err != nil {
			return fmt.Errorf("--as-baseline %w", err)
		}
	}
	if err := write(out, in); err != nil {
		return err
	}
	return out.commit()
}

// beside reads the simulated result of InnoDB, of which there is to be one.
func (o inspectOptions) beside(stdin io.Reader, in pagesim.Inspection) ([]pagesim.SideBySide, error) {
	results, err := readResults(o.result, stdin)
	if err != nil {
		return nil, err
	}
	if len(results) > 1 {
		return nil, fmt.Errorf("%s: %d results: want one", o.result, len(results))
	}
	beside, err := calibrate.Beside(in, results[0])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.result, err)
	}
	return beside, nil
}
