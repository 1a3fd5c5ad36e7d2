package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/calibrate"
	"github.com/pagesim/pagesim/report"
	"github.com/pagesim/pagesim/sim"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const validateHelp = `Replay recordings of what a MySQL server or a fractal tree did, and compare.
Each path is a recording or a folder of recordings (.json). One that is exact
has the recorded number of records on every page of every level. One that is
within its bars has reads, writes and rates along the run, which are never
exact: each has a bar, shown with -v. Exits with 1 unless all are exact or
within their bars.

With --dsn (or $PAGESIM_DSN and no path) the recording is made now, as pagesim
record does, of the table that the flags describe as for pagesim run, and all
figures are shown.`

const validateExample = `  pagesim validate testdata/recordings
  pagesim validate -v testdata/recordings/mysql-9.7/binary16-uuidv4-300k.json
  pagesim validate testdata/recordings --format json
  pagesim validate --dsn 'me:secret@tcp(127.0.0.1:3306)/' --keys uuidv4 -n 100k`

// validateOptions are the flags of validate.
type validateOptions struct {
	verbose bool
	format  string
	live    liveOptions
	table   tableOptions
	phases  []string
}

func newValidateCommand(e env) *cobra.Command {
	var o validateOptions
	c := &cobra.Command{
		Use:               "validate [path...]",
		Short:             "Replay recordings of real servers and compare page by page",
		Long:              validateHelp,
		Example:           validateExample,
		ValidArgsFunction: files("json"),
	}
	o.addFlags(c)
	isLive := func(paths []string) bool {
		return c.Flags().Changed("dsn") || len(paths) == 0 && e.variable(dsnVariable) != ""
	}
	c.Args = func(_ *cobra.Command, paths []string) error { return o.checkPaths(c, paths, isLive(paths)) }
	c.RunE = func(c *cobra.Command, paths []string) error {
		start, err := o.validate()
		if err != nil {
			return err
		}
		if isLive(paths) {
			return o.validateLive(c, e, start(e.stdout, true))
		}
		return runValidate(c.Context(), e, start(e.stdout, o.verbose), paths)
	}
	return c
}

// checkPaths wants paths or a server, and flags that go with them.
func (o *validateOptions) checkPaths(c *cobra.Command, paths []string, isLive bool) error {
	switch {
	case isLive && len(paths) > 0:
		return fmt.Errorf("%q: with --dsn there is nothing to read: want no paths", paths[0])
	case !isLive && len(paths) == 0:
		return errors.New("no paths: want recordings or folders of them, or --dsn")
	case isLive:
		return nil
	}
	var refused error
	c.Flags().Visit(func(f *pflag.Flag) {
		if refused == nil && f.Name != "verbose" && f.Name != "format" {
			refused = fmt.Errorf("--%s: recordings say that themselves; it is for --dsn", f.Name)
		}
	})
	return refused
}

func (o *validateOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.BoolVarP(&o.verbose, "verbose", "v", false, "show all figures, not only those that miss")
	f.StringVar(&o.format, "format", "text", "output `format`: "+strings.Join(report.Names(report.Validations()), ", "))
	complete(c, "format", report.Names(report.Validations()))
	o.live.addFlags(c)
	o.table.addFlags(c)
	f.StringArrayVar(&o.phases, "phase", nil, "next `step`: 'delete of=1 every=2'; list operations")
}

// validateLive records a server and compares at once.
func (o *validateOptions) validateLive(c *cobra.Command, e env, v report.Validation) error {
	config, err := o.table.config(c, e.stdin)
	if err == nil {
		err = (&laterOptions{phases: o.phases, purge: sim.PurgeText(0)}).add(&config, o.table.seed)
	}
	if err != nil {
		return err
	}
	target, err := o.live.target(e)
	if err != nil {
		return err
	}
	rec, err := o.live.record(c.Context(), e, target, config, o.name(config), false)
	if err != nil {
		return err
	}
	result, err := calibrate.Replay(c.Context(), rec)
	if err != nil {
		return err
	}
	if err := errors.Join(v.Add(result), v.End()); err != nil || result.Status == pagesim.Exact {
		return err
	}
	return errToldAlready
}

// name is what the recording is called: the flags that describe it.
func (o *validateOptions) name(c sim.Config) string {
	return report.CommandLine(append(o.table.commandLine(c), (&laterOptions{phases: o.phases, purge: sim.PurgeText(0)}).commandLine()...))
}

func (o *validateOptions) validate() (report.NewValidation, error) {
	start, err := report.Find(report.Validations(), o.format)
	if err != nil {
		return nil, usagef("--format: %w", err)
	}
	return start, nil
}

// runValidate replays all recordings and writes their reports in order.
func runValidate(ctx context.Context, e env, v report.Validation, paths []string) error {
	files, err := calibrate.Find(paths...)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	allMeet := true
	for r := range replays(ctx, files) {
		replay := <-r
		if err := replay.fatal(); err != nil {
			return err
		}
		if replay.err != nil {
			printError(e.stderr, replay.err.Error())
		}
		if err := v.Add(replay.report); err != nil {
			return err
		}
		allMeet = allMeet && (replay.report.Status == pagesim.Exact || replay.report.Status == pagesim.Within)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := v.End(); err != nil || allMeet {
		return err
	}
	return errToldAlready
}

// replay is the outcome of one recording.
type replay struct {
	report pagesim.Validation
	err    error
}

// fatal is the error after which nothing else is worth doing: an interrupt or a
// bug.
func (r replay) fatal() error {
	if c := codeOf(r.err); c == exitInterrupted || c == exitInvariant {
		return r.err
	}
	return nil
}

// replays plays the recordings, one a core at a time. The outcomes come in the
// order of the files; a cancelled context ends the rest.
func replays(ctx context.Context, files []string) <-chan chan replay {
	outcomes := make(chan chan replay, runtime.NumCPU()-1)
	go func() {
		defer close(outcomes)
		for _, file := range files {
			outcome := make(chan replay, 1)
			select {
			case outcomes <- outcome:
				go func() { outcome <- replayFile(ctx, file) }()
			case <-ctx.Done():
				return
			}
		}
	}()
	return outcomes
}

// replayFile reads and plays a recording.
func replayFile(ctx context.Context, file string) (r replay) {
	r.err = guarded(func() (err error) {
		r.report, err = calibrate.ReplayFile(ctx, file)
		return err
	})
	var kind *json.UnmarshalTypeError
	if errors.As(r.err, &kind) {
		r.err = fmt.Errorf("%s: not a recording", file)
	}
	if r.err != nil {
		r.report = pagesim.Validation{File: file, Status: report.Failed, Reason: r.err.Error()}
	}
	return r
}
