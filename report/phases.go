package report

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/internal/units"
)

// phases is a table of the states after the phases of a run, all indexes together.
// Splits, merges, reads and writes are those of each phase.
func phases(results []pagesim.PhaseResult) string { return narrowed(phaseRows(results)) }

func phaseRows(results []pagesim.PhaseResult) [][]string {
	rows := [][]string{{"phase", "rows", "live rows", "splits", "merges", "leaf pages", "leaf fill", "~reads", "~written"}}
	var was pagesim.PhaseResult
	for i, p := range results {
		rows = append(rows, []string{
			fmt.Sprintf("%d %s", i+1, phaseName(p)), count(p.Rows), count(p.LiveRows),
			count(p.Counters.PageSplits - was.Counters.PageSplits), count(p.Counters.MergeSuccessful - was.Counters.MergeSuccessful),
			count(p.LeafPages), units.Percent(p.LeafFill), count(p.Reads - was.Reads), count(p.Written - was.Written),
		})
		was = p
	}
	return rows
}

// narrowed is a grid without the last columns if they do not fit the screen.
func narrowed(rows [][]string) string {
	for {
		block := grid(text.AlignLeft, rows)
		if width(block) <= screenColumns {
			return block
		}
		for i := range rows {
			rows[i] = rows[i][:len(rows[i])-1]
		}
	}
}

// phaseName is the operation, that of a statement its first word.
func phaseName(p pagesim.PhaseResult) string {
	words := strings.Fields(p.SQL)
	if len(words) == 0 {
		return p.Op
	}
	return strings.ToLower(words[0])
}
