package reuse

import (
	"fmt"
	"math"

	"github.com/pagesim/pagesim"
)

// Options chooses between all pages and a sample of them.
type Options struct {
	// Rate is the share of the pages that are followed, above 0 and at most 1;
	// 0 means 1, which is exact.
	Rate float64
	// Seed chooses the sample.
	Seed uint64
}

// page is what is known of a page.
type page struct {
	// slot is the slot of the page's last touch, plus 1; 0 if the page is not on
	// the stack.
	slot uint32
	// dirty is the smallest pool in which the page is dirty; clean if none.
	dirty uint32
}

const clean = math.MaxUint32

// bin counts by depth.
type bin struct {
	// reads is the number of reads of pages at this depth.
	reads int64
	// writes is the change in the number of writes from the next smaller pool to
	// the pool of this many pages.
	writes int64
}

// batch is the number of touches that are kept back and then played together. The
// arrays by page and by depth are larger than the processor's nearer caches, and
// one touch after the other would wait for each of them; loops over a batch have
// many loads on their way at once: 2.8 times as fast with 100,000 pages.
const batch = 128

// visit is a touch that is kept back.
type visit struct {
	id     pagesim.PageID
	access pagesim.Access
}

// A found is a depth at which a page was found, and what is to count there.
const (
	foundRead  = 1 << 31
	foundDirty = 1 << 30 // it was written by smaller pools, so not by this one
	foundDepth = foundDirty - 1
)

// Stack follows the page touches of one space of page numbers. It comes from New
// and is not safe for concurrent use. Page numbers should be small: the memory
// is by the largest, not by how many there are.
type Stack struct {
	slots   slots
	pages   []page
	bins    []bin // by depth
	cold    int64
	touches int64

	waiting  [batch]visit
	nWaiting int
	found    [batch]uint32
	nFound   int
	warmed   uint32 // keeps the compiler from leaving out loads

	sampled bool
	below   uint64 // a page is sampled if its hash is below
	seed    uint64
	rate    float64
}

var _ pagesim.Pages = (*Stack)(nil)

// New returns a stack without pages. It panics if the rate is not a share.
func New(o Options) *Stack {
	if o.Rate == 0 {
		o.Rate = 1
	}
	if share := o.Rate > 0 && o.Rate <= 1; !share { // NaN is none
		panic(fmt.Sprintf("reuse: rate %v: want more than 0 and at most 1", o.Rate))
	}
	s := &Stack{rate: o.Rate, seed: mix(o.Seed), sampled: o.Rate < 1, bins: make([]bin, 1)}
	if s.sampled {
		s.below = uint64(o.Rate * (1 << 63) * 2)
	}
	s.slots.init()
	return s
}

// Touch implements pagesim.Pages.
func (s *Stack) Touch(id pagesim.PageID, a pagesim.Access) {
	if a != pagesim.Free {
		s.touches++
	}
	if s.sampled && s.seed+uint64(id)*golden >= s.below {
		return
	}
	s.waiting[s.nWaiting] = visit{id, a}
	if s.nWaiting++; s.nWaiting == batch {
		s.flush()
	}
}

// flush plays the touches that were kept back.
func (s *Stack) flush() {
	visits := s.waiting[:s.nWaiting]
	s.warm(visits)
	for _, v := range visits {
		s.visit(v)
	}
	for _, f := range s.found[:s.nFound] {
		b := &s.bins[f&foundDepth]
		b.reads += int64(f / foundRead)
		b.writes -= int64(f / foundDirty & 1)
	}
	s.nWaiting, s.nFound = 0, 0
}

// warm makes room for the pages and loads what is known of them.
func (s *Stack) warm(visits []visit) {
	last := pagesim.PageID(0)
	for _, v := range visits {
		last = max(last, v.id)
	}
	if have := len(s.pages); int(last) >= have {
		s.pages = append(s.pages, make([]page, max(1024, int(last)+1-have, have/4))...)
	}
	for _, v := range visits {
		s.warmed += s.pages[v.id].slot
	}
}

func (s *Stack) visit(v visit) {
	p := &s.pages[v.id]
	switch {
	case v.access == pagesim.Free:
		s.free(p)
		return
	case p.slot == 0:
		s.admit(p, v.access)
	case p.slot == s.slots.next: // the page on top
		if v.access != pagesim.Create {
			s.bins[1].reads++
		}
	default:
		s.renew(p, v.access)
	}
	if v.access != pagesim.Read && v.access != pagesim.Prefetch {
		p.dirty = 1
	}
}

// admit puts a page on the stack: a miss in pools of all sizes.
func (s *Stack) admit(p *page, a pagesim.Access) {
	if a != pagesim.Create {
		s.cold++
	}
	p.dirty = clean
	s.slots.fillHole()
	s.push(p)
	if n := s.slots.total + 1; n > len(s.bins) {
		s.bins = append(s.bins, make([]bin, max(64, len(s.bins)/4))...)
	}
}

// renew moves a page to the top: a miss in pools smaller than its depth.
func (s *Stack) renew(p *page, a pagesim.Access) {
	slot := p.slot - 1
	d := s.slots.depth(slot)
	f := d
	if a != pagesim.Create {
		f |= foundRead
	}
	if p.dirty < d {
		s.bins[p.dirty].writes++
		f |= foundDirty
		p.dirty = d
	}
	s.found[s.nFound] = f
	s.nFound++
	if !s.slots.sink(slot) {
		s.slots.clear(slot)
	}
	s.push(p)
}

// free leaves a hole in the place of a page.
func (s *Stack) free(p *page) {
	if p.slot == 0 {
		return
	}
	slot := p.slot - 1
	if p.dirty != clean {
		if d := s.slots.depth(slot); p.dirty < d {
			s.bins[p.dirty].writes++
			s.bins[d].writes--
		}
	}
	p.slot = 0
	s.slots.holes.push(slot)
}

// push puts a page on top.
func (s *Stack) push(p *page) {
	if s.slots.full() {
		p.slot = 0
		s.compact()
	}
	p.slot = s.slots.take() + 1
}

// compact renumbers the slots without gaps.
func (s *Stack) compact() {
	s.slots.rank()
	for i := range s.pages {
		if p := &s.pages[i]; p.slot != 0 {
			p.slot = s.slots.ranked(p.slot-1) + 1
		}
	}
	s.slots.compact()
}

// golden is 2^64 divided by the golden ratio: the multiples of it, without what
// overflows, fill the range as evenly as those of any number (Knuth, The Art of
// Computer Programming, volume 3, section 6.4).
const golden = 0x9E3779B97F4A7C15

// mix is SplitMix64's first output for a seed.
func mix(z uint64) uint64 {
	z += golden
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
	z = (z ^ (z >> 27)) * 0x94D049BB133111EB
	return z ^ (z >> 31)
}
