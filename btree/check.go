package btree

import (
	"errors"
	"fmt"

	"github.com/pagesim/pagesim"
)

// Check looks for all violations of what must hold between two operations and
// returns them joined, each with its page: byte sums, room for the directory,
// order within and between pages, sibling links, one node pointer a page with a
// key not above the page's first record.
func (t *Tree) Check() error {
	c := checker{tree: t}
	if t.root.prev != pagesim.NoPage || t.root.next != pagesim.NoPage {
		c.report(t.root, "the root has a sibling")
	}
	pages := int64(0)
	for level := int(t.root.level); level >= 0; level-- {
		c.level(level)
	}
	for level := range t.Height() {
		for range t.Pages(level) {
			pages++
		}
	}
	if s := t.stats; pages != s.Allocated-s.Freed {
		c.report(t.root, "%d pages in the tree, %d allocated less %d freed", pages, s.Allocated, s.Freed)
	}
	return errors.Join(c.found...)
}

type checker struct {
	tree  *Tree
	found []error
	// children are the pages of the level that is being checked as the level
	// above points to them.
	children []*Page
}

func (c *checker) report(p *Page, format string, args ...any) {
	c.found = append(c.found, fmt.Errorf("btree: index %s: page %d at level %d: %s",
		c.tree.shape.Name, p.id, p.level, fmt.Sprintf(format, args...)))
}

// level checks the pages of a level from left to right.
func (c *checker) level(level int) {
	var below []*Page
	var before *Page
	i := 0
	for p := range c.tree.Pages(level) {
		c.page(p, level)
		c.neighbours(before, p)
		if level < int(c.tree.root.level) {
			if i >= len(c.children) || c.children[i] != p {
				c.report(p, "is not the %d. child of the level above", i)
			}
			i++
		}
		if level > 0 {
			for j := range p.recs {
				below = append(below, c.child(p, j))
			}
		}
		before = p
	}
	if level < int(c.tree.root.level) && i != len(c.children) {
		c.report(c.tree.root, "%d node pointers to the %d pages of level %d", len(c.children), i, level)
	}
	c.children = below
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
	for i := 1; i < len(p.recs); i++ {
		if c.compare(p, i-1, p, i) >= 0 {
			c.report(p, "record %d is not above the one before", i)
		}
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
	if n := len(left.recs); n > 0 && len(p.recs) > 0 && c.compare(left, n-1, p, 0) >= 0 {
		c.report(p, "first record is not above the last of page %d", left.id)
	}
}

// child checks the node pointer at position j of p and returns its child.
func (c *checker) child(p *Page, j int) *Page {
	child := c.tree.child(p, j)
	switch {
	case child == nil:
		c.report(p, "node pointer %d points to a freed page", j)
	case len(child.recs) > 0 && c.compare(p, j, child, 0) > 0:
		c.report(child, "first record is below the node pointer's key")
	}
	return child
}

// compare compares two records of one tree.
func (c *checker) compare(p *Page, i int, q *Page, j int) int {
	a := c.tree.keyOf(p.level, p.recs[i])
	b := c.tree.keyOf(q.level, q.recs[j])
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
