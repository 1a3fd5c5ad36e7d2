package reuse_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/bufferpool/reuse"
)

// uniform returns the ranks of n uniform references to pages pages.
func uniform(seed uint64, n, pages int) []pagesim.PageID {
	r := splitmix(seed)
	out := make([]pagesim.PageID, n)
	for i := range out {
		out[i] = pagesim.PageID(r.intn(pages))
	}
	return out
}

// zipf returns references to pages pages, of which the i-th most popular has the
// popularity 1/i.
func zipf(seed uint64, n, pages int) []pagesim.PageID {
	sums := make([]float64, pages)
	sum := 0.0
	for i := range sums {
		sum += 1 / float64(i+1)
		sums[i] = sum
	}
	r := splitmix(seed)
	out := make([]pagesim.PageID, n)
	for i := range out {
		u := float64(r.next()>>11) / (1 << 53) * sum
		lo, hi := 0, pages-1
		for lo < hi {
			if m := (lo + hi) / 2; sums[m] <= u {
				lo = m + 1
			} else {
				hi = m
			}
		}
		out[i] = pagesim.PageID(lo)
	}
	return out
}

// tree returns the touches of random descents through an index of leaves leaf
// pages, 400 to an inner page: root, inner page, leaf.
func tree(seed uint64, n, leaves int) []pagesim.PageID {
	r := splitmix(seed)
	out := make([]pagesim.PageID, 0, n)
	for len(out) < n {
		leaf := r.intn(leaves)
		out = append(out, 0, pagesim.PageID(1+leaf/400), pagesim.PageID(1+leaves/400+1+leaf))
	}
	return out[:n]
}

func BenchmarkTouch(b *testing.B) {
	const n = 1 << 22
	for _, c := range []struct {
		refs  string
		pages int
		make  func(seed uint64, n, pages int) []pagesim.PageID
	}{{"uniform", 3, uniform}, {"uniform", 100_000, uniform}, {"uniform", 1_000_000, uniform}, {"zipf", 1_000_000, zipf}, {"tree", 10_000, tree}, {"tree", 100_000, tree}} {
		ids := c.make(1, n, c.pages)
		for _, rate := range []float64{1, 0.1, 0.01} {
			policy := "mattson"
			if rate < 1 {
				policy = "shards"
			}
			b.Run(fmt.Sprintf("policy=%s/rate=%v/refs=%s/pages=%d", policy, rate, c.refs, c.pages), func(b *testing.B) {
				before := heapBytes()
				s := reuse.New(reuse.Options{Rate: rate})
				for _, id := range ids {
					s.Touch(id, pagesim.Modify)
				}
				distinct := float64(c.pages)
				bytes := float64(heapBytes() - before)
				for i := 0; b.Loop(); i++ {
					s.Touch(ids[i&(n-1)], pagesim.Modify)
				}
				b.ReportMetric(bytes/distinct, "B/page")
				runtime.KeepAlive(s)
			})
		}
	}
}

func BenchmarkCurve(b *testing.B) {
	s := reuse.New(reuse.Options{})
	for _, id := range uniform(1, 1<<22, 1_000_000) {
		s.Touch(id, pagesim.Modify)
	}
	b.Run("part=curve/pages=1000000", func(b *testing.B) {
		for b.Loop() {
			s.Curve()
		}
	})
	c := s.Curve()
	b.Run("part=points/pages=1000000", func(b *testing.B) {
		for b.Loop() {
			c.Points()
		}
	})
}

func heapBytes() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
