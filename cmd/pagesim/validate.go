package main

import (
	"context"
	"errors"
	"github.com/pagesim/pagesim"
	"runtime"
	"strings"

	"github.com/pagesim/pagesim/calibrate"
	"github.com/pagesim/pagesim/report"
	"github.com/spf13/cobra"
)

const validateHelp = `Replay recordings of what a MySQL server or a fractal tree did, and compare.
Each path is a recording or a folder of recordings (.json). One that is exact
has the recorded number of records on every page of every level. One that is
within its bars has reads, writes and rates along the run, which are never
exact: each has a bar, shown with -v. Exits with 1 unless all are exact or
within their bars.`

const validateExample = `  pagesim validate testdata/recordings
  pagesim validate -v testdata/recordings/mysql-9.7/binary16-uuidv4-300k.json
  pagesim validate testdata/recordings --format json`

// validateOptions are the flags of validate.
type validateOptions struct {
	verbose bool
	format  string
}

func newValidateCommand(e env) *cobra.Command {
	var o validateOptions
	c := &cobra.Command{
		Use:     "validate path...",
		Short:   "Replay recordings of real servers and compare page by page",
		Long:    validateHelp,
		Example: validateExample,
		Args:    somePaths,
	}
	o.addFlags(c)
	c.RunE = func(c *cobra.Command, paths []string) error {
		start, err := o.validate()
		if err != nil {
			return err
		}
		return runValidate(c.Context(), e, start(e.stdout, o.verbose), paths)
	}
	return c
}

func somePaths(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("no paths: want recordings or folders of them")
	}
	return nil
}

func (o *validateOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.BoolVarP(&o.verbose, "verbose", "v", false, "show all figures, not only those that miss")
	f.StringVar(&o.format, "format", "text", "output `format`: "+strings.Join(report.Names(report.Validations()), ", "))
	complete(c, "format", report.Names(report.Validations()))
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
	if r.err != nil {
		r.report = pagesim.Validation{File: file, Status: report.Failed, Reason: r.err.Error()}
	}
	return r
}
