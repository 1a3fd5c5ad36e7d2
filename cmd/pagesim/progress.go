package main

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress shows how far a run is on one line of a terminal.
type progress struct {
	w   io.Writer
	bar *progressbar.ProgressBar
}

// redraw is the time between two drawings of the bar.
const redraw = 100 * time.Millisecond

// update draws the bar; the first call starts its clock.
func (p *progress) update(done, rows int64) {
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
	// The bar is decoration: a failed drawing is no failure of the run.
	_ = p.bar.Set64(done)
}

// clear takes the bar off the screen.
func (p *progress) clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
