package btree

import (
	"errors"
	"fmt"

	"github.com/pagesim/pagesim"
)

// Check looks for all violations of what must hold between two operations and
// returns them joined, each with its page: byte sums, room for the directory,
// order within and between pages, sibling links, one node pointer a page whose
// key and that of the next enclose the page's records, segments that count the
// pages there are, keys that are kept once. It neither stops at the first nor
// trusts a link.
func (t *Tree) Check() error {
	c := checker{tree: t, handles: map[bool]map[uint32]bool{true: {}, false: {}}}
	if t.root.prev != pagesim.NoPage || t.root.next != pagesim.NoPage {
		c.report(t.root, "the root has a sibling")
	}
	above := []pointer{{child: t.root}}
	for level := int(t.root.level); level >= 0; level-- {
		above = c.level(level, above)
	}
	c.segments()
	c.arenas()
	return errors.Join(c.found...)
}

type checker struct {
	tree  *Tree
	found []error
	// leafPages and topPages count the pages found of the two segments.
	leafPages, topPages int
	// handles are those of the leaf records (true) and of the node pointers.
	handles map[bool]map[uint32]bool
}

// pointer is a node pointer as the level above has it: the child, its key, and
// that of the next pointer on the level.
type pointer struct {
	child     *Page
	low, high *key
}

func (c *checker) report(p *Page, format string, args ...any) {
	c.found = append(c.found, fmt.Errorf("btree: index %s: page %d at level %d: %s",
		c.tree.shape.Name, p.id, p.level, fmt.Sprintf(format, args...)))
}

// pageAt is the page of a number, nil if there is none.
func (c *checker) pageAt(id pagesim.PageID) *Page {
	if int64(id) >= int64(len(c.tree.space.pages)) {
		return nil
	}
	return c.tree.space.pages[id]
}

// level checks the pages that the level above points to, and returns the node
// pointers that they hold.
func (c *checker) level(level int, above []pointer) []pointer {
	var below []pointer
	var before *Page
	for _, ptr := range above {
		p := ptr.child
		if p == nil {
			continue // reported with the page that points to it
		}
		c.page(p, level)
		c.neighbours(before, p)
		c.enclosed(p, ptr)
		if level > 0 {
			below = c.pointers(p, below)
		}
		before = p
	}
	if before != nil && before.next != pagesim.NoPage {
		c.report(before, "the last page of its level has page %d to its right", before.next)
	}
	if level > 0 && len(below) > 0 && (below[0].low.first != 0 || compareRest(below[0].low.rest, make([]uint64, c.tree.restWords())) != 0) {
		c.report(c.tree.root, "the first node pointer of level %d is not the minimum", level)
	}
	return below
}

// pointers appends the node pointers of a page to those of the pages before it.
func (c *checker) pointers(p *Page, all []pointer) []pointer {
	for j, r := range p.recs {
		k := c.tree.keyOf(p.level, r)
		if n := len(all); n > 0 {
			all[n-1].high = &k
		}
		w := c.tree.nodes.at(r.rest)
		child := c.pageAt(pagesim.PageID(w[len(w)-1]))
		if child == nil {
			c.report(p, "node pointer %d points to page %d, which is not there", j, w[len(w)-1])
		}
		all = append(all, pointer{child: child, low: &k})
	}
	return all
}

// enclosed checks the records of a page against the node pointers around it.
func (c *checker) enclosed(p *Page, ptr pointer) {
	n := len(p.recs)
	if n == 0 {
		return
	}
	if ptr.low != nil {
		if first := c.tree.keyOf(p.level, p.recs[0]); compareKeys(*ptr.low, first) > 0 {
			c.report(p, "first record is below the node pointer's key")
		}
	}
	if ptr.high != nil {
		if last := c.tree.keyOf(p.level, p.recs[n-1]); compareKeys(last, *ptr.high) >= 0 {
			c.report(p, "last record is not below the next node pointer's key")
		}
	}
}

// page checks the numbers of a page's header against its records.
func (c *checker) page(p *Page, level int) {
	if int(p.level) != level {
		c.report(p, "lies on level %d", level)
	}
	if len(p.recs) == 0 && p != c.tree.root {
		c.report(p, "is empty")
	}
	if got := bytesOf(p.recs); got != p.DataBytes() {
		c.report(p, "records of %d bytes, data size %d", got, p.DataBytes())
	}
	free, bytes := p.freeList()
	if bytes > p.GarbageBytes() {
		c.report(p, "free list of %d bytes, garbage %d", bytes, p.garbage)
	}
	if len(p.recs)+free > int(p.heapRecords) {
		c.report(p, "%d records and %d free ones, %d taken from the heap", len(p.recs), free, p.heapRecords)
	}
	if l := &c.tree.layout; int(p.heap)+directoryBytes(int(p.heapRecords)) > l.empty {
		c.report(p, "heap of %d bytes and %d records is over %d", p.heap, p.heapRecords, l.empty)
	}
	if p.last < none || int(p.last) >= len(p.recs) {
		c.report(p, "last insert at %d of %d", p.last, len(p.recs))
	}
	c.records(p)
	c.placed(p)
}

// records checks the order of a page's records, and that each has a handle of its
// own.
func (c *checker) records(p *Page) {
	seen := c.handles[p.level == 0]
	for i, r := range p.recs {
		if i > 0 && compareKeys(c.tree.keyOf(p.level, p.recs[i-1]), c.tree.keyOf(p.level, r)) >= 0 {
			c.report(p, "record %d is not above the one before", i)
		}
		if seen[r.rest] {
			c.report(p, "record %d shares its key's place with another", i)
		}
		seen[r.rest] = true
	}
}

// placed checks that the page's number is taken in the file, and counts it.
func (c *checker) placed(p *Page) {
	if p.level == 0 && p != c.tree.root {
		c.leafPages++
	} else {
		c.topPages++
	}
	s := c.tree.space
	if int64(p.id) >= int64(s.size) || int(p.id)/extentPages >= len(s.extents) {
		c.report(p, "lies beyond the file of %d pages", s.size)
	} else if s.extents[p.id/extentPages].used>>(p.id%extentPages)&1 == 0 {
		c.report(p, "is not marked as used")
	}
	if c.pageAt(p.id) != p {
		c.report(p, "is not the page of its number")
	}
}

// neighbours checks the links and the order between two pages of a level.
func (c *checker) neighbours(left, p *Page) {
	if left == nil {
		if p.prev != pagesim.NoPage {
			c.report(p, "the leftmost page has page %d to its left", p.prev)
		}
		return
	}
	if p.prev != left.id || left.next != p.id {
		c.report(p, "left link to %d, page %d links right to %d", p.prev, left.id, left.next)
	}
	if n := len(left.recs); n > 0 && len(p.recs) > 0 &&
		compareKeys(c.tree.keyOf(left.level, left.recs[n-1]), c.tree.keyOf(p.level, p.recs[0])) >= 0 {
		c.report(p, "first record is not above the last of page %d", left.id)
	}
}

// segments checks what the segments count against the pages found.
func (c *checker) segments() {
	t := c.tree
	for _, all := range t.lobs {
		for _, l := range all {
			c.leafPages += len(l.pages)
		}
	}
	if got := t.leafSegment.used(); got != c.leafPages {
		c.report(t.root, "%d pages of leaves and off-page values, the segment counts %d", c.leafPages, got)
	}
	if got := t.topSegment.used(); got != c.topPages {
		c.report(t.root, "%d pages above the leaves, the segment counts %d", c.topPages, got)
	}
}

// arenas checks that no key is both kept and free.
func (c *checker) arenas() {
	for isLeaf, a := range map[bool]*arena{true: &c.tree.leaves, false: &c.tree.nodes} {
		seen := c.handles[isLeaf]
		for _, h := range a.free {
			if seen[h] {
				c.report(c.tree.root, "the key at %d is both kept and free", h)
			}
		}
		if len(seen)+len(a.free) != int(a.next) {
			c.report(c.tree.root, "%d keys kept and %d free of %d", len(seen), len(a.free), a.next)
		}
	}
}

// compareKeys compares two keys.
func compareKeys(a, b key) int {
	switch {
	case a.first < b.first:
		return -1
	case a.first > b.first:
		return 1
	}
	return compareRest(a.rest, b.rest)
}

// freeList is the number and the bytes of the records on the free list.
func (p *Page) freeList() (n, bytes int) {
	for _, run := range append(p.freed[:len(p.freed):len(p.freed)], p.head) {
		n += int(run.count)
		bytes += int(run.count) * int(run.size)
	}
	return n, bytes
}
