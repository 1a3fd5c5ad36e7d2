package report

import (
	"fmt"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/internal/units"
)

// maxSamples is how many samples text output shows.
const maxSamples = 20

// series is a table of the samples, or of some of them that lie evenly apart.
func series(r pagesim.Result) string {
	samples := r.Samples
	shown := thinned(samples, maxSamples)
	note := ""
	if len(shown) < len(samples) {
		note = fmt.Sprintf("%d of %s samples; csv and json have them all\n", len(shown), count(int64(len(samples))))
	}
	return grid(text.AlignRight, sampleRows(r.Engine, shown)) + note
}

// sampleRows is a table of samples of an engine, its head first.
func sampleRows(engine string, samples []pagesim.Sample) [][]string {
	rows := [][]string{{"rows", "index_page_splits", "leaf pages", "leaf fill", "reads", "written"}}
	if engine != "" {
		rows[0] = []string{"rows", "splits", "leaves", "leaf fill", "reads", "bytes read", "written", "bytes written"}
	}
	for _, s := range samples {
		row := []string{count(s.Rows), count(s.PageSplits), count(s.LeafPages), units.Percent(s.LeafFill)}
		if engine == "" {
			row = append(row, count(s.Reads), count(s.Written))
		} else {
			row = append(row, count(s.Reads), units.Bytes(s.BytesRead), count(s.Written), units.Bytes(s.BytesWritten))
		}
		rows = append(rows, row)
	}
	return rows
}

// thinned returns at most so many elements, evenly apart; the last is among them.
func thinned[E any](all []E, most int) []E {
	step := (len(all) + most - 1) / most
	var some []E
	for i := range all {
		if (len(all)-1-i)%step == 0 {
			some = append(some, all[i])
		}
	}
	return some
}
