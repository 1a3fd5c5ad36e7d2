package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/pagesim/pagesim/metric"
)

const (
	// alike is how far apart costs are that are called the same.
	alike = 0.05
	// someReads are reads or writes an insert that are worth a word.
	someReads = 0.01
)

// costRules say what a column costs against the first; each that holds speaks.
var costRules = []rule{
	{
		"bytes",
		func(f facts) bool { return f.isOff("ibd_bytes", alike) },
		func(f facts) string {
			if f.isBaseNone("ibd_bytes") {
				return fmt.Sprintf("its file has %s, where %s has none", f.text("ibd_bytes"), f.base)
			}
			return fmt.Sprintf("its file has %s the bytes of %s's", multipleText(f.times("ibd_bytes")), f.base)
		},
	},
	{
		"reads",
		func(f facts) bool {
			return !f.isFractal && f.value("reads_per_insert") >= someReads && f.outgrowsPool() && f.isOff("reads_per_insert", alike)
		},
		func(f facts) string {
			return fmt.Sprintf("an insert reads %s pages, as the pool holds %s of the table's %s pages",
				f.text("reads_per_insert"), count(f.column.first().Pool.Pages), count(f.pages()))
		},
	},
	{
		"writes",
		func(f facts) bool {
			most := max(f.value("writes_per_insert"), f.first.Sample(mustFind("writes_per_insert")).Mean)
			return !f.isFractal && f.first.first().EngineName() == "innodb" && most >= someReads && f.isOff("writes_per_insert", 2*alike)
		},
		func(f facts) string {
			if f.isBaseNone("writes_per_insert") {
				return fmt.Sprintf("an insert writes %s pages, where %s writes none", f.text("writes_per_insert"), f.base)
			}
			return fmt.Sprintf("it writes %s as many pages", approximate(multipleText(f.times("writes_per_insert"))))
		},
	},
	{
		"rate",
		func(f facts) bool { return math.Abs(f.times("rows_per_second")-1) > alike },
		func(f facts) string {
			return fmt.Sprintf("it inserts at %s the rate", approximate(multipleText(f.times("rows_per_second"))))
		},
	},
}

// isOff reports whether a metric is further from the first column's than a share;
// what the first has nothing of is.
func (f facts) isOff(name string, share float64) bool {
	return f.isBaseNone(name) && f.value(name) > 0 || math.Abs(f.times(name)-1) > share
}

// isBaseNone reports whether the first column has 0 of a metric, so that there are no
// multiples of it.
func (f facts) isBaseNone(name string) bool { return f.first.Sample(mustFind(name)).Mean == 0 }

// pages are those of all indexes.
func (f facts) pages() int64 {
	n := int64(0)
	for _, x := range f.column.first().Indexes {
		n += x.ReservedPages
	}
	return n
}

func (f facts) outgrowsPool() bool { return f.pages() > f.column.first().Pool.Pages }

// togetherRule is a condition on all columns.
type togetherRule struct {
	name  string
	holds func(all []facts) bool
	say   func(all []facts) string
}

// togetherRules end the verdict; each that holds speaks.
var togetherRules = []togetherRule{
	{
		"all alike",
		func(all []facts) bool {
			return len(all) > 1 && !all[0].isAlone && len(cheapest(all, someReads)) == len(all)
		},
		func(all []facts) string {
			return fmt.Sprintf("No column is more than %g%% off the best in bytes, reads, writes and rows/s%s.", 100*alike, forgiven(all))
		},
	},
	{
		"some are the cheapest",
		func(all []facts) bool {
			n := len(cheapest(all, someReads))
			return !all[0].isAlone && n > 0 && n < len(all)
		},
		func(all []facts) string {
			return fmt.Sprintf("Least costly: %s, within %g%% of the best in bytes, reads, writes and rows/s%s.", strings.Join(cheapest(all, someReads), ", "), 100*alike, forgiven(all))
		},
	},
	{
		"the pool holds all",
		func(all []facts) bool {
			for _, f := range all {
				if f.isFractal || f.outgrowsPool() || f.column.first().Pool.IO.ReadRequests == 0 {
					return false
				}
			}
			return true
		},
		func(all []facts) string {
			return "The pool holds each table whole: a smaller --pool or more --rows show what reads cost."
		},
	},
}

// cheapest are the names of the columns that are within 5% of the best in all costs
// that people pay; there may be none. A difference of so many pages an insert is
// forgiven.
func cheapest(all []facts, forgive float64) []string {
	var names []string
	for _, f := range all {
		if isCheapest(f, all, forgive) {
			names = append(names, f.name)
		}
	}
	return names
}

func isCheapest(f facts, all []facts, forgive float64) bool {
	for _, name := range []string{"ibd_bytes", "read_bytes", "written_bytes", "rows_per_second"} {
		m := mustFind(name)
		for _, other := range all {
			a, b := f.value(name), other.value(name)
			if m.Better == metric.Higher {
				a, b = b, a
			}
			slack := 0.0
			if isPages := name == "read_bytes" || name == "written_bytes"; isPages && !f.isFractal && !other.isFractal {
				slack = forgive * other.value("rows_inserted") * pageBytes
			}
			if a > b*(1+alike) && a-b > slack {
				return false
			}
		}
	}
	return true
}

// forgiven says what the cheapest columns are forgiven, if it makes a difference.
func forgiven(all []facts) string {
	if len(cheapest(all, 0)) == len(cheapest(all, someReads)) {
		return ""
	}
	return fmt.Sprintf(", or within %g pages an insert", someReads)
}
