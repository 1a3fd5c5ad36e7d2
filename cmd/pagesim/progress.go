package main

import (
	"fmt"
	"io"
	"time"

	"github.com/pagesim/pagesim/sim"
	"github.com/schollz/progressbar/v3"
)

// progress shows how far a run is on one line of a terminal.
type progress struct {
	w      io.Writer
	hidden bool
	// own is the rows of the run itself, 0 if unknown; those after are the
	// baseline's.
	own int64
	bar *progressbar.ProgressBar
}

// redraw is the time between two drawings of the bar.
const redraw = 100 * time.Millisecond

// update draws the bar; the first call starts its clock.
func (p *progress) update(done, rows int64) {
	if !p.hidden {
		p.show(done, rows, p.label(done, rows))
	}
}

// show draws the bar with a label.
func (p *progress) show(done, rows int64, label string) {
	if p.bar == nil {
		p.bar = progressbar.NewOptions64(rows,
			progressbar.OptionSetWriter(p.w),
			progressbar.OptionThrottle(redraw),
			progressbar.OptionSetItsString("rows"),
			progressbar.OptionShowIts(),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionFullWidth(),
			progressbar.OptionUseANSICodes(true),
			progressbar.OptionClearOnFinish(),
		)
	}
	if p.bar.GetMax64() != rows {
		p.bar.ChangeMax64(rows)
	}
	p.bar.Describe(label)
	// The bar is decoration: a failed drawing is no failure of the run.
	_ = p.bar.Set64(done)
}

// updateSweep draws the bar of several runs.
func (p *progress) updateSweep(s sim.SweepProgress, runs int) {
	if p.hidden {
		return
	}
	p.show(s.Done, s.Rows, fmt.Sprintf("%d/%d runs", s.Runs, runs))
}

// label says what the rows are of, once it is not the run itself.
func (p *progress) label(done, rows int64) string {
	if p.own > 0 && done >= p.own && rows > p.own {
		return "baseline"
	}
	return ""
}

// clear takes the bar off the screen.
func (p *progress) clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
