package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/internal/units"
	"github.com/pagesim/pagesim/sim"
	"github.com/spf13/cobra"
)

// jobOptions say how many runs go at the same time.
type jobOptions struct {
	jobs  int
	quiet bool
}

func (o *jobOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.IntVarP(&o.jobs, "jobs", "j", 0, "`runs` at the same time (default one a core that\nmemory has room for)")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "no progress bar")
}

func (o *jobOptions) validate(c *cobra.Command) error {
	if c.Flags().Changed("jobs") && o.jobs < 1 {
		return usagef("--jobs %d: want 1 or more", o.jobs)
	}
	return nil
}

// count is the number of jobs for configs: one a core, fewer if they would not fit
// into the memory that is free.
func (o *jobOptions) count(configs []sim.Config) int {
	if o.jobs > 0 {
		return o.jobs
	}
	most := int64(1)
	for _, c := range configs {
		most = max(most, c.MemoryBytes())
	}
	jobs := runtime.GOMAXPROCS(0)
	if free := freeMemory(); free > 0 {
		jobs = int(min(int64(jobs), free/most))
	}
	return max(jobs, 1)
}

// freeMemory is what Linux has for new programs, in bytes; 0 elsewhere.
func freeMemory() int64 {
	b, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	for lines := bufio.NewScanner(bytes.NewReader(b)); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if len(words) == 3 && words[0] == "MemAvailable:" {
			n, err := units.ParseBytes(words[1] + words[2][:1])
			if err == nil {
				return n
			}
		}
	}
	return 0
}

// checkAll looks at configs before any is run; labels name them in errors.
func checkAll(configs []sim.Config, labels []string) error {
	for i, c := range configs {
		if err := sim.Check(c); err != nil {
			return fmt.Errorf("%s: %w", labels[i], beforeRows(err))
		}
	}
	return nil
}

// playAll plays configs with one progress bar; labels name them in errors.
func playAll(ctx context.Context, e env, o jobOptions, configs []sim.Config, labels []string, take func(i int, r pagesim.Result) error) error {
	bar := progress{w: e.stderr, hidden: !e.isTerminal || o.quiet}
	defer bar.clear()
	options := sim.SweepOptions{Jobs: o.count(configs), Progress: func(p sim.SweepProgress) { bar.updateSweep(p, len(configs)) }}
	done := 0
	err := sim.Sweep(ctx, configs, options, func(i int, r pagesim.Result) error {
		done++
		return take(i, r)
	})
	if err != nil && ctx.Err() == nil && done < len(labels) {
		return fmt.Errorf("%s: %w", labels[done], err)
	}
	return err
}
