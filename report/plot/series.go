package plot

import (
	"cmp"
	"slices"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/internal/units"
)

// Chart is one plot: lines over axes, or cells.
type Chart struct {
	Kind  string `json:"kind"`
	Title string `json:"title"`
	// Note says what is not there; "" if nothing is missing.
	Note  string `json:"note,omitempty"`
	X     Axis   `json:"x,omitzero"`
	Y     Axis   `json:"y,omitzero"`
	Lines []Line `json:"lines,omitempty"`
	Cells *Cells `json:"cells,omitempty"`
}

// Axis is what an axis measures, with its unit.
type Axis struct {
	Label string `json:"label"`
	// FromZero says that the axis begins at 0 whatever the data.
	FromZero bool `json:"from_zero,omitempty"`
	// Bytes says that the axis is of sizes, each mark twice the one before.
	Bytes bool `json:"bytes,omitempty"`
}

// Line is one result in a chart.
type Line struct {
	// Place is the result's place among the labels of the picture.
	Place int       `json:"place"`
	X     []float64 `json:"x"`
	Y     []float64 `json:"y"`
	// Steps says that each value holds until the next x.
	Steps bool `json:"steps,omitempty"`
}

// Cells are pages in an order, left to right and then down.
type Cells struct {
	// PagesPerCell is how many pages a cell stands for.
	PagesPerCell int `json:"pages_per_cell"`
	// Fill is the mean fill of each cell's pages, between 0 and 1.
	Fill []float64 `json:"fill"`
}

func hasHistogram(r pagesim.Result) bool { return len(r.Indexes[0].FillHistogram) > 0 }
func hasSamples(r pagesim.Result) bool   { return len(r.Samples) > 1 }
func hasMoments(r pagesim.Result) bool   { return r.Time != nil && len(r.Time.Moments) > 1 }
func hasCurve(r pagesim.Result) bool     { return len(r.Curve) > 1 && r.Curve[0].PoolBytes > 0 }
func hasLeaves(r pagesim.Result) bool    { return r.Indexes[0].Leaves != nil }

// perIndex makes charts: of a result that is alone one an index, of several one of
// their clustered indexes.
func perIndex(of []source, title string, chart func(title string, of []source, index int) Chart) []Chart {
	if !of[0].alone || len(of[0].Indexes) == 1 {
		return []Chart{chart(title, of, 0)}
	}
	var charts []Chart
	for i, x := range of[0].Indexes {
		charts = append(charts, chart(title+": "+x.Name, of, i))
	}
	return charts
}

// fillCharts are histograms of the leaf fill, in shares of the pages: results have
// different numbers of pages.
func fillCharts(of []source) []Chart {
	return perIndex(of, "Leaf pages by fill", func(title string, of []source, index int) Chart {
		c := Chart{Title: title, X: Axis{Label: "fill of the page, %", FromZero: true}, Y: Axis{Label: "share of leaf pages, %", FromZero: true}}
		for _, s := range of {
			c.Lines = append(c.Lines, histogram(s.place, s.Indexes[index].FillHistogram))
		}
		return c
	})
}

func histogram(place int, bins []int64) Line {
	l := Line{Place: place, Steps: true}
	pages := int64(0)
	for _, n := range bins {
		pages += n
	}
	for i, n := range bins {
		l.X = append(l.X, 100*float64(i)/float64(len(bins)))
		l.Y = append(l.Y, 100*float64(n)/float64(max(1, pages)))
	}
	l.X = append(l.X, 100)
	l.Y = append(l.Y, 0)
	return l
}

// overRows is a line of what happened between one sample and the next, or is the case
// at each.
func overRows(of []source, c Chart, value func(now, before pagesim.Sample) float64) Chart {
	c.X = Axis{Label: "rows", FromZero: true}
	for _, s := range of {
		l := Line{Place: s.place}
		before := pagesim.Sample{}
		for _, now := range s.Samples {
			if now.Rows > before.Rows {
				l.X = append(l.X, float64(now.Rows))
				l.Y = append(l.Y, value(now, before))
			}
			before = now
		}
		c.Lines = append(c.Lines, l)
	}
	return c
}

// perRow is the difference of a counter for each row between two samples.
func perRow(counter func(pagesim.Sample) int64) func(now, before pagesim.Sample) float64 {
	return func(now, before pagesim.Sample) float64 {
		return float64(counter(now)-counter(before)) / float64(now.Rows-before.Rows)
	}
}

// waveCharts show the waves in which pages of the same age split.
func waveCharts(of []source) []Chart {
	splits := perRow(func(s pagesim.Sample) int64 { return s.PageSplits })
	return []Chart{
		overRows(of, Chart{Title: "Page splits", Y: Axis{Label: "splits per 1,000 rows", FromZero: true}},
			func(now, before pagesim.Sample) float64 { return 1000 * splits(now, before) }),
		overRows(of, Chart{Title: "Leaf fill", Y: Axis{Label: "mean leaf fill, %"}},
			func(now, _ pagesim.Sample) float64 { return 100 * now.LeafFill }),
	}
}

// ioCharts show reads and writes: in pages, or in bytes if there is a fractal tree, whose
// reads and writes differ in size.
func ioCharts(of []source) []Chart {
	unit := "pages"
	reads := perRow(func(s pagesim.Sample) int64 { return s.Reads })
	writes := perRow(func(s pagesim.Sample) int64 { return s.Written })
	if slices.ContainsFunc(of, func(s source) bool { return s.Engine != "" }) {
		unit = "bytes"
		reads = perRow(func(s pagesim.Sample) int64 { return s.BytesRead })
		writes = perRow(func(s pagesim.Sample) int64 { return s.BytesWritten })
	}
	return []Chart{
		overRows(of, Chart{Title: "Reads", Y: Axis{Label: unit + " read per row", FromZero: true}}, reads),
		overRows(of, Chart{Title: "Writes", Y: Axis{Label: unit + " written per row", FromZero: true}}, writes),
	}
}

// timeUnit is a unit of a time axis, and from how many seconds on it is used.
type timeUnit struct {
	name          string
	seconds, from float64
}

// timeUnits has the longest first.
var timeUnits = []timeUnit{{"hours", 3600, 7200}, {"minutes", 60, 120}, {"seconds", 1, 0}}

func rateCharts(of []source) []Chart {
	longest := slices.MaxFunc(of, func(a, b source) int { return cmp.Compare(a.Time.Seconds, b.Time.Seconds) }).Time.Seconds
	unit := timeUnits[slices.IndexFunc(timeUnits, func(u timeUnit) bool { return longest >= u.from })]
	c := Chart{
		Title: "Rate of inserts",
		X:     Axis{Label: "virtual time, " + unit.name, FromZero: true}, Y: Axis{Label: "rows per second", FromZero: true},
	}
	for _, s := range of {
		l := Line{Place: s.place}
		before := pagesim.Moment{}
		for _, now := range s.Time.Moments {
			if now.Seconds > before.Seconds {
				l.X = append(l.X, now.Seconds/unit.seconds)
				l.Y = append(l.Y, float64(now.Rows-before.Rows)/(now.Seconds-before.Seconds))
				before = now
			}
		}
		c.Lines = append(c.Lines, l)
	}
	return []Chart{c}
}

func poolCharts(of []source) []Chart {
	curve := func(title, label string, value func(pagesim.CurvePoint) float64) Chart {
		c := Chart{Title: title, X: Axis{Label: "size of an LRU pool, bytes", Bytes: true}, Y: Axis{Label: label, FromZero: true}}
		for _, s := range of {
			l := Line{Place: s.place}
			for _, p := range s.Curve {
				l.X = append(l.X, float64(p.PoolBytes))
				l.Y = append(l.Y, value(p))
			}
			c.Lines = append(c.Lines, l)
		}
		return c
	}
	return []Chart{
		curve("Reads by pool size, last tenth of rows", "pages read per row", func(p pagesim.CurvePoint) float64 { return p.ReadsPerInsert }),
		curve("Writes by pool size, last tenth of rows", "pages written per row", func(p pagesim.CurvePoint) float64 { return p.WritesPerInsert }),
	}
}

func keyOrderCharts(of []source) []Chart {
	return cellCharts(of, "in key order", func(l pagesim.Leaves) []float64 { return l.Fill })
}

func fileOrderCharts(of []source) []Chart {
	return cellCharts(of, "in file order", func(l pagesim.Leaves) []float64 {
		order := make([]int, len(l.Fill))
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(l.PageNumbers[a], l.PageNumbers[b]) })
		fill := make([]float64, len(order))
		for i, at := range order {
			fill[i] = l.Fill[at]
		}
		return fill
	})
}

// maxCells is how many cells a chart has at most: a screen of 800 pixels shows them.
const maxCells = cellColumns * 48

// cellCharts are one chart a result, or an index of one that is alone.
func cellCharts(of []source, order string, fill func(pagesim.Leaves) []float64) []Chart {
	var charts []Chart
	for _, s := range of {
		charts = append(charts, perIndex([]source{s}, "Leaf pages "+order, func(title string, of []source, index int) Chart {
			c := Chart{Title: title, Cells: cells(fill(*of[0].Indexes[index].Leaves))}
			if !s.alone {
				c.Note = s.label
			}
			c.X.Label = "colour: fill; a cell is " + counted(c.Cells.PagesPerCell) + ", in rows from left to right"
			return c
		})...)
	}
	return charts
}

func counted(pages int) string {
	if pages == 1 {
		return "1 page"
	}
	return "the mean of " + units.Count(pages).String() + " pages"
}

// cells puts so many pages into each cell that there are not too many.
func cells(fill []float64) *Cells {
	n := max(1, (len(fill)+maxCells-1)/maxCells)
	c := &Cells{PagesPerCell: n}
	for some := range slices.Chunk(fill, n) {
		sum := 0.0
		for _, f := range some {
			sum += f
		}
		c.Fill = append(c.Fill, sum/float64(len(some)))
	}
	return c
}
