// Package metric names the figures of a result, so that commands, formats and
// conditions speak of the same: [All] is the table of them. It also adds figures of
// several runs up to a [Sample], says whether two samples differ by more than noise,
// and reads conditions such as reads_per_insert>0.5.
//
// # Adding a metric
//
// Add a row to the table. compare, sweep, --fail-on and `pagesim list metrics` read
// it.
package metric

import (
	"fmt"
	"math"
	"strings"

	"github.com/pagesim/pagesim"
)

// Unit is what a metric counts, and so how people write it.
type Unit string

// The units.
const (
	// Count is of things, Bytes of bytes.
	Count Unit = "count"
	Bytes Unit = "bytes"
	// Factor is a share between 0 and 1.
	Factor Unit = "factor"
	// EachInsert is so many an insert.
	EachInsert Unit = "an insert"
	// Seconds and Rate are of virtual time.
	Seconds Unit = "seconds"
	Rate    Unit = "a second"
)

// Direction says which of two values people would rather have.
type Direction string

// The directions.
const (
	Lower   Direction = "lower is better"
	Higher  Direction = "higher is better"
	Neither Direction = ""
)

// Metric is a figure of a result.
type Metric struct {
	Name string
	Unit Unit
	// Doc is one line.
	Doc    string
	Better Direction
	// Estimate says that the figure depends on the pool and on time, and so is a few
	// percent off a server's.
	Estimate bool
	// Main says that a comparison shows the figure on a screen.
	Main bool
	// Of is the figure; NaN if the result has none, such as a time without a clock or
	// reads without a pool.
	Of func(r pagesim.Result) float64
}

// table is in the order of help and of columns; new rows go to the end, where they
// move no column of a file.
var table = []Metric{
	{"rows_inserted", Count, "rows inserted by all phases", Neither, false, false, func(r pagesim.Result) float64 { return float64(r.Rows) }},
	{"index_page_splits", Count, "page splits", Lower, false, true, sum(func(x pagesim.IndexResult) int64 { return x.Counters.PageSplits })},
	{"splits_right", Count, "of them behind an ascending run", Neither, false, true, sum(func(x pagesim.IndexResult) int64 { return x.Splits.Right })},
	{"splits_left", Count, "of them before a descending run", Neither, false, true, sum(func(x pagesim.IndexResult) int64 { return x.Splits.Left })},
	{"splits_middle", Count, "of them in the middle of a page", Lower, false, true, sum(func(x pagesim.IndexResult) int64 { return x.Splits.Middle })},
	{"index_page_merge_successful", Count, "page merges", Neither, false, false, sum(func(x pagesim.IndexResult) int64 { return x.Counters.MergeSuccessful })},
	{"levels", Count, "levels of the clustered index", Lower, false, false, func(r pagesim.Result) float64 { return float64(len(r.Indexes[0].Levels)) }},
	{"leaf_pages", Count, "leaf pages; a fractal tree's are leaf nodes", Lower, false, true, sum(leafPages)},
	{"rows_per_leaf_page", Count, "leaf records / leaf pages", Higher, false, true, rowsPerLeaf},
	{"leaf_fill", Factor, "DATA_SIZE of the leaf pages / their size", Higher, false, true, leafFill},
	{"data_length", Bytes, "of the clustered index, as SHOW TABLE STATUS has it", Lower, false, true, func(r pagesim.Result) float64 { return float64(r.Table.DataLength) }},
	{"index_length", Bytes, "of all other indexes", Lower, false, false, func(r pagesim.Result) float64 { return float64(r.Table.IndexLength) }},
	{"ibd_bytes", Bytes, "size of the table's file", Lower, false, true, func(r pagesim.Result) float64 { return float64(r.Table.FileBytes) }},
	{"read_requests", Count, "page touches", Lower, true, false, inPool(func(r pagesim.Result) float64 { return float64(r.Pool.IO.ReadRequests) })},
	{"hit_ratio", Factor, "share of page touches that needed no read", Higher, true, false, inPool(func(r pagesim.Result) float64 { return r.Pool.HitRatio })},
	{"reads", Count, "pages read; a fractal tree's are calls", Lower, true, false, inPool(func(r pagesim.Result) float64 { return float64(r.Pool.IO.Reads) })},
	{"writes", Count, "pages written; a fractal tree's are nodes", Lower, true, false, inPool(func(r pagesim.Result) float64 { return float64(r.Pool.IO.Written) })},
	{"reads_per_insert", EachInsert, "reads / rows inserted", Lower, true, true, inPool(func(r pagesim.Result) float64 { return r.Pool.ReadsPerInsert })},
	{"writes_per_insert", EachInsert, "writes / rows inserted", Lower, true, true, inPool(func(r pagesim.Result) float64 { return r.Pool.WritesPerInsert })},
	{"read_bytes", Bytes, "read from the device", Lower, true, false, inPool(readBytes)},
	{"written_bytes", Bytes, "written to the device", Lower, true, false, inPool(writtenBytes)},
	{"dirty_pages", Count, "pages left dirty: writes that are yet to come", Neither, true, false, inPool(func(r pagesim.Result) float64 { return float64(r.Pool.Dirty) })},
	{"seconds", Seconds, "virtual time of the run", Lower, true, false, inTime(func(t pagesim.TimeResult) float64 { return t.Seconds })},
	{"rows_per_second", Rate, "rows / seconds", Higher, true, true, inTime(func(t pagesim.TimeResult) float64 { return t.RowsPerSecond })},
}

// All returns the metrics in the order of their table.
func All() []Metric { return append([]Metric(nil), table...) }

// Main returns those that a comparison shows on a screen.
func Main() []Metric {
	var some []Metric
	for _, m := range table {
		if m.Main {
			some = append(some, m)
		}
	}
	return some
}

// Find returns the metric of that name.
func Find(name string) (Metric, error) {
	names := make([]string, len(table))
	for i, m := range table {
		if m.Name == name {
			return m, nil
		}
		names[i] = m.Name
	}
	return Metric{}, fmt.Errorf("unknown metric %q; allowed: %s", name, strings.Join(names, ", "))
}

// sum adds a count of all indexes up.
func sum(of func(pagesim.IndexResult) int64) func(pagesim.Result) float64 {
	return func(r pagesim.Result) float64 {
		n := int64(0)
		for _, x := range r.Indexes {
			n += of(x)
		}
		return float64(n)
	}
}

// inTime is a figure of a run with a clock.
func inTime(of func(pagesim.TimeResult) float64) func(pagesim.Result) float64 {
	return func(r pagesim.Result) float64 {
		if r.Time == nil {
			return math.NaN()
		}
		return of(*r.Time)
	}
}

// inPool is a figure of a run with a pool; without one nothing is counted.
func inPool(of func(pagesim.Result) float64) func(pagesim.Result) float64 {
	return func(r pagesim.Result) float64 {
		if r.Engine == "" && r.Rows > 0 && r.Pool.IO == (pagesim.IO{}) {
			return math.NaN()
		}
		return of(r)
	}
}

// absence says where there is no such figure.
func (m Metric) absence() string {
	switch {
	case m.Unit == Seconds || m.Unit == Rate:
		return "without a clock"
	case m.Estimate:
		return "with --policy none"
	}
	return "in an empty table"
}

// IsComparable reports whether the figures of two results are of the same things: the
// pages of one engine are not those of another one.
func (m Metric) IsComparable(a, b pagesim.Result) bool {
	return a.Engine == b.Engine || m.Unit != Count && m.Unit != EachInsert
}

func leafPages(x pagesim.IndexResult) int64 {
	if len(x.Levels) == 0 {
		return 0
	}
	return x.Levels[0].Pages
}

// rowsPerLeaf is that of all indexes together.
func rowsPerLeaf(r pagesim.Result) float64 {
	return sum(func(x pagesim.IndexResult) int64 { return x.Rows })(r) / sum(leafPages)(r)
}

// leafFill is the mean over all leaf pages of all indexes.
func leafFill(r pagesim.Result) float64 {
	fill := 0.0
	for _, x := range r.Indexes {
		fill += x.Fill.Mean * float64(leafPages(x))
	}
	return fill / sum(leafPages)(r)
}

// pageBytes is InnoDB's page.
const pageBytes = 16384

func readBytes(r pagesim.Result) float64 {
	if r.Engine == "" {
		return float64(r.Pool.IO.Reads) * pageBytes
	}
	return sum(func(x pagesim.IndexResult) int64 { return x.Fractal.BytesRead })(r)
}

func writtenBytes(r pagesim.Result) float64 {
	if r.Engine == "" {
		return float64(r.Pool.IO.Written) * pageBytes
	}
	return sum(func(x pagesim.IndexResult) int64 { return x.Fractal.BytesWritten })(r)
}
