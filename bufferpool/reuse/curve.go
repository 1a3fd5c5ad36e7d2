package reuse

import (
	"math"
	"slices"
	"sort"
)

// Curve is the reads and writes of a plain LRU pool of each size. It is a value:
// later touches do not change it.
type Curve struct {
	rate    float64
	touches int64
	// reads and writes are those of pools of so many pages, of the sampled pages
	// only; larger pools have the last element. A pool of no pages reads at each
	// touch, and element 0 of writes is 0.
	reads, writes []int64
}

// Curve returns the reads and writes of all touches until now. It takes time by
// the number of pages.
func (s *Stack) Curve() Curve {
	s.flush()
	s.compact()
	n := s.slots.total
	c := Curve{rate: s.rate, touches: s.touches, reads: make([]int64, n+1), writes: make([]int64, n+1)}
	c.reads[n] = s.cold
	for d := n; d > 0; d-- {
		c.reads[d-1] = c.reads[d] + s.bins[d].reads
		c.writes[d] = s.bins[d].writes
	}
	s.addDropped(c.writes)
	for d := 1; d <= n; d++ {
		c.writes[d] += c.writes[d-1]
	}
	return c
}

// addDropped adds, to the changes of writes by depth, the pages that some pools
// have dropped dirty since their last touch. It comes after a compaction.
func (s *Stack) addDropped(writes []int64) {
	for _, p := range s.pages {
		if p.slot == 0 || p.dirty == clean {
			continue
		}
		if d := uint32(s.slots.total) - (p.slot - 1); p.dirty < d {
			writes[p.dirty]++
			writes[d]--
		}
	}
}

// Since returns the reads and writes between an earlier curve of the same stack
// and this one.
func (c Curve) Since(earlier Curve) Curve {
	d := Curve{rate: c.rate, touches: c.touches - earlier.touches, reads: slices.Clone(c.reads), writes: slices.Clone(c.writes)}
	if len(earlier.reads) == 0 { // the zero curve
		return d
	}
	for i := range d.reads {
		j := min(i, len(earlier.reads)-1)
		d.reads[i] -= earlier.reads[j]
		d.writes[i] -= earlier.writes[j]
	}
	return d
}

// Touches is the number of page touches, frees aside, sampled or not.
func (c Curve) Touches() int64 { return c.touches }

// Reads returns the number of pages that a pool of so many pages reads: all
// touches of pages that are not in it, except those that create the page. It is
// an estimate if the stack samples.
func (c Curve) Reads(poolPages int64) int64 { return c.at(c.reads, poolPages) }

// Writes returns the number of pages that a pool of so many pages writes if it
// writes pages only as it drops them. What it still holds is not written.
func (c Curve) Writes(poolPages int64) int64 { return c.at(c.writes, poolPages) }

// at scales a pool down to the sample, and the sample's count up.
func (c Curve) at(counts []int64, poolPages int64) int64 {
	if len(counts) == 0 {
		return 0
	}
	last := len(counts) - 1
	if c.rate == 1 {
		return counts[min(max(poolPages, 0), int64(last))]
	}
	whole, part := math.Modf(max(0, float64(poolPages)*c.rate))
	if whole >= float64(last) {
		return int64(math.Round(float64(counts[last]) / c.rate))
	}
	a, b := float64(counts[int(whole)]), float64(counts[int(whole)+1])
	return int64(math.Round((a + part*(b-a)) / c.rate))
}

// Pages is the size of the smallest pool that never drops a page: larger pools
// read no less.
func (c Curve) Pages() int64 {
	if len(c.reads) == 0 {
		return 0
	}
	return int64(math.Ceil(float64(len(c.reads)-1) / c.rate))
}

// Smallest returns the size of the smallest pool that reads at most so many
// pages. It is false if a pool of any size reads more.
func (c Curve) Smallest(readsAtMost int64) (poolPages int64, ok bool) {
	n := c.Pages()
	poolPages = 1 + int64(sort.Search(int(n), func(i int) bool { return c.Reads(int64(i)+1) <= readsAtMost }))
	if poolPages > n {
		return max(n, 1), c.Reads(n) <= readsAtMost
	}
	return poolPages, true
}

// Point is a pool size and what it costs.
type Point struct {
	PoolPages int64 `json:"pool_pages"`
	Reads     int64 `json:"reads"`
	Writes    int64 `json:"writes"`
}

// Limits of Points.
const (
	maxKnees = 64
	// kneeShare is the part of all reads that a straight line between two points
	// may be off.
	kneeShare = 0.005
)

// Points returns the curve at the powers of two up to the first that holds all
// pages, and at its knees: sizes are added, at most 64, until straight lines
// between the points are nowhere off by more than half a percent of the reads of
// a pool of one page.
func (c Curve) Points() []Point {
	sizes := []int64{1}
	for p := int64(1); p < c.Pages(); p *= 2 {
		sizes = append(sizes, 2*p)
	}
	for range maxKnees {
		at, size := c.worst(sizes)
		if size == 0 {
			break
		}
		sizes = slices.Insert(sizes, at, size)
	}
	points := make([]Point, len(sizes))
	for i, size := range sizes {
		points[i] = Point{size, c.Reads(size), c.Writes(size)}
	}
	return points
}

// worst finds the size at which the lines between the given sizes are farthest
// off, and where it goes among them; 0 if they are near enough.
func (c Curve) worst(sizes []int64) (at int, size int64) {
	most := kneeShare * float64(c.Reads(1))
	for i := 1; i < len(sizes); i++ {
		from, to := sizes[i-1], sizes[i]
		start := float64(c.Reads(from))
		slope := (float64(c.Reads(to)) - start) / float64(to-from)
		for p := from + 1; p < to; p++ {
			if off := math.Abs(start + slope*float64(p-from) - float64(c.Reads(p))); off > most {
				at, size, most = i, p, off
			}
		}
	}
	return at, size
}
