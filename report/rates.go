package report

import (
	"strconv"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/internal/units"
)

// maxMoments is how many moments text output shows.
const maxMoments = 12

// timeText is the run in a sentence.
func timeText(t pagesim.TimeResult) string {
	return strings.Join([]string{
		whole("device " + t.Device),
		whole("~" + duration(t.Seconds)),
		whole("~" + rate(t.RowsPerSecond) + " rows/s"),
		whole("~" + rate(lastRate(t.Moments)) + " at the end"),
	}, ", ")
}

// lastRate is the rate in the last eighth of the moments.
func lastRate(ms []pagesim.Moment) float64 {
	if len(ms) < 2 {
		return 0
	}
	last, before := ms[len(ms)-1], ms[max(0, len(ms)-1-max(1, len(ms)/8))]
	return perSecond(last.Rows-before.Rows, last, before)
}

func perSecond(n int64, now, before pagesim.Moment) float64 {
	if now.Seconds <= before.Seconds {
		return 0
	}
	return float64(n) / (now.Seconds - before.Seconds)
}

// rates is a table of the moments, or of some of them: what happened a second since
// the line before.
func rates(t pagesim.TimeResult) string { return grid(text.AlignRight, rateRows(t)) }

func rateRows(t pagesim.TimeResult) [][]string {
	rows := [][]string{{"time", "rows", "rows/s", "reads/s", "writes/s", "pages_dirty", "checkpoint_age"}}
	before := pagesim.Moment{}
	for _, m := range thinned(t.Moments, maxMoments) {
		if m.Seconds <= before.Seconds {
			continue
		}
		rows = append(rows, []string{
			duration(m.Seconds), count(m.Rows), rate(perSecond(m.Rows-before.Rows, m, before)),
			rate(perSecond(m.Reads-before.Reads, m, before)), rate(perSecond(m.Written-before.Written, m, before)),
			count(m.Dirty), units.Bytes(m.CheckpointAge),
		})
		before = m
	}
	return rows
}

// rate prints a rate without digits that mean nothing.
func rate(f float64) string {
	if f > 0 && f < 10 {
		return strconv.FormatFloat(f, 'f', 1, 64)
	}
	return count(int64(f + 0.5))
}

// duration prints seconds as people do.
func duration(seconds float64) string {
	if seconds < 1 {
		return strconv.FormatFloat(seconds*1000, 'f', 1, 64) + "ms"
	}
	d := time.Duration(seconds * float64(time.Second))
	if d < 10*time.Second {
		return d.Round(time.Second / 10).String()
	}
	return d.Round(time.Second).String()
}

// maxCurve is how many points of a pool curve text output shows.
const maxCurve = 16

// poolCurve is a table of pool sizes and the answer.
func poolCurve(points []pagesim.CurvePoint, smallest *pagesim.CurvePoint) string {
	return grid(text.AlignRight, curveRows(points)) + labelled(curveAnswer(smallest))
}

func curveRows(points []pagesim.CurvePoint) [][]string {
	rows := [][]string{{"pool", "pages", "reads", "an insert, at the end", "writes an insert"}}
	for _, p := range powersOfTwo(points) {
		rows = append(rows, []string{
			units.Bytes(p.PoolBytes), count(p.PoolPages), count(p.Reads), decimals(p.ReadsPerInsert), decimals(p.WritesPerInsert),
		})
	}
	return rows
}

// curveAnswer says which pool will do.
func curveAnswer(smallest *pagesim.CurvePoint) (label, words string) {
	if smallest == nil {
		return "", "no pool keeps the reads that low; pools are plain LRU lists here"
	}
	return "smallest ", whole(count(smallest.PoolPages)+" pages ("+units.Bytes(smallest.PoolBytes)+")") + ": " +
		whole(decimals(smallest.ReadsPerInsert)+" reads an insert") + " in the last tenth of the rows, as a plain LRU list: InnoDB's own reads more"
}

// powersOfTwo leaves the points between them out, and the smallest if there are too
// many.
func powersOfTwo(points []pagesim.CurvePoint) []pagesim.CurvePoint {
	var some []pagesim.CurvePoint
	for i, p := range points {
		if p.PoolPages&(p.PoolPages-1) == 0 || i == len(points)-1 {
			some = append(some, p)
		}
	}
	return some[max(0, len(some)-maxCurve):]
}
