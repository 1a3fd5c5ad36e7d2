package btree

import (
	"errors"
	"fmt"
	"iter"

	"github.com/pagesim/pagesim"
)

// ErrDuplicate says that a record's key, or its unique part, is in the tree
// already.
var ErrDuplicate = errors.New("duplicate key")

// Options are what a tree needs beyond the shape of its index. The zero value
// means the documented defaults.
type Options struct {
	// PageBytes is innodb_page_size; 0 means DefaultPageBytes.
	PageBytes int
	// Space is the tablespace that the tree shares with others; nil gives it
	// one of its own.
	Space *Space
	// Pages is told of each page touch; nil for nobody.
	Pages pagesim.Pages
	// Rules are what differs between servers; the zero value is MySQL's.
	Rules Rules
}

// Rules are what differs between servers in a tree.
type Rules struct {
	// ShrinkHeap says that deleting the last record on a page's heap makes the
	// heap shorter, BT-23.
	ShrinkHeap bool
	// CountAttempts says that index_page_splits counts a split when it begins,
	// so that right-sibling inserts are counted, BT-24.
	CountAttempts bool
	// BulkForgets says that the pages of a bulk build have no last insert, BT-25.
	BulkForgets bool
	// RekeyEnds says that a non-leaf page which loses its first pointer, and so
	// gets another key in its father, is not looked at for a merge, BT-26.
	RekeyEnds bool
}

// Tree is one index. It comes from New.
type Tree struct {
	shape  pagesim.IndexShape
	layout layout
	rules  Rules
	space  *Space
	// leafSegment has the leaves but for a root that is one, topSegment the
	// other pages.
	leafSegment, topSegment segment
	pages                   pagesim.Pages
	// changes is the change buffer of pages, nil if they have none.
	changes pagesim.ChangeBuffer
	root    *Page
	// leaves and nodes hold the words of the keys of leaf records and of node
	// pointers. Behind the key words of a leaf record lies the size of its node
	// pointer where that differs from record to record; behind those of a node
	// pointer, its child.
	leaves, nodes arena
	// lobs are the off-page values of leaf records, by handle.
	lobs map[uint32][]lob
	// given is the key of the record that is being inserted.
	given key
	stats Stats
}

// Stats counts what happened to a tree.
type Stats struct {
	pagesim.Counters
	pagesim.Splits
	// Allocated and Freed count pages: the tree has Allocated - Freed.
	Allocated, Freed int64
	// Abandoned counts splits that ended in a right-sibling insert, which
	// index_page_splits leaves out, BT-14.
	Abandoned int64
}

// Add adds the counts of another tree.
func (s *Stats) Add(o Stats) {
	s.PageSplits += o.PageSplits
	s.MergeAttempts += o.MergeAttempts
	s.MergeSuccessful += o.MergeSuccessful
	s.ReorgAttempts += o.ReorgAttempts
	s.ReorgSuccessful += o.ReorgSuccessful
	s.Discards += o.Discards
	s.RootRaises += o.RootRaises
	s.RightSiblingInserts += o.RightSiblingInserts
	s.Resplits += o.Resplits
	s.Right += o.Right
	s.Left += o.Left
	s.Middle += o.Middle
	s.Allocated += o.Allocated
	s.Freed += o.Freed
	s.Abandoned += o.Abandoned
}

// New returns a tree with an empty root. It panics if the shape's key is not a
// positive multiple of 8 bytes.
func New(shape pagesim.IndexShape, o Options) *Tree {
	if shape.KeyBytes <= 0 || shape.KeyBytes%8 != 0 {
		panic(fmt.Sprintf("btree: key of %d bytes: want a positive multiple of 8", shape.KeyBytes))
	}
	if o.PageBytes == 0 {
		o.PageBytes = DefaultPageBytes
	}
	if o.Space == nil {
		o.Space = NewSpace(MySQL80)
	}
	rest := shape.KeyBytes/8 - 1
	t := &Tree{
		shape: shape, layout: newLayout(o.PageBytes, shape.MergeThreshold), rules: o.Rules, space: o.Space, pages: o.Pages,
		leaves: arena{words: rest}, nodes: arena{words: rest + 1},
		given: key{rest: make([]uint64, rest)},
	}
	t.changes, _ = o.Pages.(pagesim.ChangeBuffer)
	if shape.PointerBytes == 0 {
		t.leaves.words++
	}
	t.leafSegment.space, t.topSegment.space = o.Space, o.Space
	o.Space.reserveRoot()
	t.root = t.create(t.topSegment.allocate(0, up), 0)
	o.Space.keepAhead()
	return t
}

// Name is the name of the index.
func (t *Tree) Name() string { return t.shape.Name }

// Stats returns the counts so far.
func (t *Tree) Stats() Stats { return t.stats }

// Height is the number of levels.
func (t *Tree) Height() int { return int(t.root.level) + 1 }

// Pages goes over the pages of a level from left to right, level 0 being the
// leaves.
func (t *Tree) Pages(level int) iter.Seq[*Page] {
	return func(yield func(*Page) bool) {
		p := t.root
		for int(p.level) > level {
			p = t.child(p, 0)
		}
		for ; p != nil; p = t.space.page(p.next) {
			if !yield(p) {
				return
			}
		}
	}
}

// Keys goes over the keys of the leaf records in order. Each is valid until the
// next.
func (t *Tree) Keys() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		var b []byte
		for p := range t.Pages(0) {
			for _, r := range p.recs {
				b = t.keyOf(0, r).append(b[:0])
				if !yield(b) {
					return
				}
			}
		}
	}
}

// Levels sums up each level, leaf first.
func (t *Tree) Levels() []pagesim.Level {
	levels := make([]pagesim.Level, t.Height())
	for i := range levels {
		for p := range t.Pages(i) {
			levels[i].Pages++
			levels[i].Records += int64(p.Records())
			levels[i].DataBytes += int64(p.DataBytes())
			levels[i].GarbageBytes += int64(p.garbage)
		}
	}
	return levels
}

// keys is the arena of a level's records.
func (t *Tree) keys(level int32) *arena {
	if level == 0 {
		return &t.leaves
	}
	return &t.nodes
}

// child is the page that the node pointer at position i of p points to.
func (t *Tree) child(p *Page, i int) *Page {
	w := t.nodes.at(p.recs[i].rest)
	return t.space.page(pagesim.PageID(w[len(w)-1]))
}

func (t *Tree) setChild(p *Page, i int, child *Page) {
	w := t.nodes.at(p.recs[i].rest)
	w[len(w)-1] = uint64(child.id)
}

// restWords is the number of words of a key after the first.
func (t *Tree) restWords() int { return t.shape.KeyBytes/8 - 1 }

// keyOf copies the key of a record on the given level.
func (t *Tree) keyOf(level int32, r record) key {
	k := key{first: r.first, rest: make([]uint64, t.restWords())}
	if len(k.rest) > 0 {
		copy(k.rest, t.keys(level).at(r.rest))
	}
	return k
}

// pointerBytes is the size of a node pointer made from a record on the given
// level.
func (t *Tree) pointerBytes(level int32, r record) int {
	switch {
	case t.shape.PointerBytes > 0:
		return t.shape.PointerBytes
	case level > 0:
		return int(r.size)
	}
	w := t.leaves.at(r.rest)
	return int(w[len(w)-1])
}

// touch tells the pool of a page touch.
func (t *Tree) touch(p *Page, a pagesim.Access) { t.touchID(p.id, a) }

func (t *Tree) touchID(id pagesim.PageID, a pagesim.Access) {
	if t.pages != nil {
		t.pages.Touch(id, a)
	}
}

// prefetchSiblings has the pages beside p read, BP-13 (btr_cur_prefetch_siblings).
func (t *Tree) prefetchSiblings(p *Page) {
	for _, id := range [...]pagesim.PageID{p.prev, p.next} {
		if id != pagesim.NoPage {
			t.touchID(id, pagesim.Prefetch)
		}
	}
}

// Extents that an operation makes sure of before it takes pages.
const (
	// createExtents is for a new index (fseg_create).
	createExtents = 2
	// insertExtents is for a pessimistic insert; a sixteenth of the tree's height
	// comes on top (btr_cur_pessimistic_insert).
	insertExtents = 3
)

// allocate takes a page for a level (btr_page_alloc) and creates it.
func (t *Tree) allocate(level int32, hint int, dir direction) *Page {
	s := &t.topSegment
	if level == 0 {
		s = &t.leafSegment
	}
	return t.create(s.allocate(hint, dir), level)
}

// create makes an empty page of a page number.
func (t *Tree) create(id pagesim.PageID, level int32) *Page {
	bytes := t.shape.LeafBytes
	if level > 0 {
		bytes = t.shape.PointerBytes
	}
	n := 0
	if bytes > 0 {
		n = t.layout.maxRecords(bytes)
	}
	p := newPage(id, int(level), n)
	if t.rules.ShrinkHeap {
		p.order = &heapOrder{}
	}
	t.space.put(p)
	t.stats.Allocated++
	t.touch(p, pagesim.Create)
	return p
}

// Size is what mysql.innodb_index_stats says of the index: the pages that its
// segments reserve (size), and those that the leaves use (n_leaf_pages).
func (t *Tree) Size() (reserved, leaves int64) {
	return int64(t.leafSegment.reserved() + t.topSegment.reserved()), int64(max(1, t.leafSegment.used()))
}

// release takes a page out of its level and frees it.
func (t *Tree) release(p *Page) {
	if left := t.space.page(p.prev); left != nil {
		left.next = p.next
		t.touch(left, pagesim.Modify)
	}
	if right := t.space.page(p.next); right != nil {
		right.prev = p.prev
		t.touch(right, pagesim.Modify)
	}
	if p.level == 0 {
		t.leafSegment.release(p.id)
	} else {
		t.topSegment.release(p.id)
	}
	t.space.pages[p.id] = nil
	t.stats.Freed++
	t.touch(p, pagesim.Free)
}

// alone reports whether p is the only page of its level.
func (p *Page) alone() bool { return p.prev == pagesim.NoPage && p.next == pagesim.NoPage }
