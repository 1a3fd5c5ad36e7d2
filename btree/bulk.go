package btree

import (
	"iter"

	"github.com/pagesim/pagesim"
)

// fillFactor is innodb_fill_factor's default: all of the page but for the
// sixteenth that a clustered index keeps.
const fillFactor = 100

// Bulk fills an empty tree with records in key order, page by page, as ALTER
// TABLE ... ADD KEY and a rebuild do, BT-21 (btr0load.cc): no splits, no half-full
// first page.
func (t *Tree) Bulk(records iter.Seq[pagesim.Record]) {
	b := bulk{tree: t, reserve: t.layout.pageBytes * (100 - fillFactor) / 100}
	if t.shape.Clustered && fillFactor == 100 {
		b.reserve = t.layout.reserve
	}
	for r := range records {
		t.given.load(r.Key)
		e := t.leafRecord(&r)
		b.add(0, e)
		t.storeExternal(e.rest, r.External)
	}
	if len(b.levels) > 0 {
		b.finish()
	}
}

// bulk is a bulk load under way: the last page of each level, leaf first.
type bulk struct {
	tree    *Tree
	levels  []*Page
	reserve int
}

// add appends a record to a level. A page that has no room goes to the level
// above once its successor is taken.
func (b *bulk) add(level int, e record) {
	if level == len(b.levels) {
		b.levels = append(b.levels, b.page(level))
	}
	p := b.levels[level]
	if !b.fits(p, int(e.size)) {
		next := b.page(level)
		p.next, next.prev = next.id, p.id
		b.commit(p)
		b.levels[level], p = next, next
	}
	if level > 0 && p.prev == pagesim.NoPage && len(p.recs) == 0 {
		e.first = 0
		clear(b.tree.nodes.at(e.rest)[:b.tree.restWords()])
	}
	p.insert(&b.tree.layout, len(p.recs)-1, e)
	if b.tree.rules.BulkForgets {
		p.last = none
	}
}

// page takes the next page of a level: hint 0, upwards.
func (b *bulk) page(level int) *Page {
	if !b.tree.space.rules.BulkTakes {
		b.tree.space.reserve(1)
	}
	return b.tree.allocate(int32(level), 0, up)
}

// fits reports whether a page takes a record and keeps its reserve; it gets two
// records in any case (PageBulk::isSpaceAvailable).
func (b *bulk) fits(p *Page, size int) bool {
	n := len(p.recs)
	free := b.tree.layout.empty - int(p.heap) - directoryBytes(n)
	need := size + directoryBytes(n+1) - directoryBytes(n)
	return need <= free && (n < 2 || free-need >= b.reserve)
}

// commit adds the node pointer of a full page to the level above.
func (b *bulk) commit(p *Page) {
	k, size := b.tree.keyOf(p.level, p.recs[0]), b.tree.pointerBytes(p.level, p.recs[0])
	b.add(int(p.level)+1, b.tree.pointer(k, size, p))
}

// finish adds the node pointers of the last pages and moves the topmost page
// into the root.
func (b *bulk) finish() {
	for level := 0; level < len(b.levels)-1; level++ {
		b.commit(b.levels[level])
	}
	t, top := b.tree, b.levels[len(b.levels)-1]
	t.root.level = top.level
	top.moveEnd(t.root, 0)
	if !t.rules.BulkForgets {
		t.root.last = int32(len(t.root.recs) - 1)
	}
	t.release(top)
}

// Records goes over the leaf records in key order, delete-marked ones left out.
// The key of each is valid until the next.
func (t *Tree) Records() iter.Seq[pagesim.Record] {
	return func(yield func(pagesim.Record) bool) {
		var b []byte
		for p := range t.Pages(0) {
			for _, r := range p.recs {
				if r.deleted() {
					continue
				}
				b = t.keyOf(0, r).append(b[:0])
				if !yield(pagesim.Record{Key: b, LeafBytes: int(r.size), PointerBytes: t.pointerBytes(0, r), External: t.external(r.rest)}) {
					return
				}
			}
		}
	}
}
