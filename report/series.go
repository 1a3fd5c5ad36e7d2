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
func series(samples []pagesim.Sample) string {
	shown := thinned(samples, maxSamples)
	note := ""
	if len(shown) < len(samples) {
		note = fmt.Sprintf("%d of %s samples; csv and json have them all\n", len(shown), count(int64(len(samples))))
	}
	return grid(text.AlignRight, sampleRows(shown)) + note
}

func sampleRows(samples []pagesim.Sample) [][]string {
	rows := [][]string{{"rows", "index_page_splits", "leaf pages", "leaf fill", "reads", "written"}}
	for _, s := range samples {
		rows = append(rows, []string{
			count(s.Rows), count(s.PageSplits), count(s.LeafPages), units.Percent(s.LeafFill), count(s.Reads), count(s.Written),
		})
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
