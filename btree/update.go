package btree

import (
	"fmt"

	"github.com/pagesim/pagesim"
)

// Update changes the size of the record with a key; its key stays. It returns the
// off-page values that the record has no more, for FreeOffPage when purge comes, and
// fails with ErrNotFound if there is no such record.
func (t *Tree) Update(r pagesim.Record) (OffPage, error) {
	p, i := t.find(r.Key)
	if p == nil || p.recs[i].deleted() {
		return nil, fmt.Errorf("index %s: %w", t.shape.Name, ErrNotFound)
	}
	return t.resize(p, i, r), nil
}

// resize gives the record at position i of p another size, BT-19
// (btr_cur_optimistic_update, btr_cur_pessimistic_update). One of the same size
// is changed in place.
func (t *Tree) resize(p *Page, i int, r pagesim.Record) OffPage {
	e := p.recs[i]
	e.size = uint16(r.LeafBytes)
	e.heap &^= deleteMark
	t.setPointerBytes(e, &r)
	external := len(t.lobs[e.rest]) > 0 || len(r.External) > 0
	switch {
	case e.size == p.recs[i].size && !external:
		p.recs[i] = e
	case !external && t.updatable(p, int(p.recs[i].size), int(e.size)):
		p.delete(i)
		if !t.insertReorganized(p, i-1, e) {
			panic(fmt.Sprintf("btree: index %s: an update does not fit on page %d", t.shape.Name, p.id))
		}
	default:
		t.updatePessimistic(i, e, external)
	}
	return t.replaceExternal(e.rest, r.External)
}

// updatable reports whether a record may change its size on the page, BT-19
// (btr_cur_optimistic_update): the new one is not too large, leaves the page not
// below the merge threshold, and fits with room to spare.
func (t *Tree) updatable(p *Page, was, size int) bool {
	room := was + p.maxReorganized(&t.layout, 1)
	return size < t.layout.empty/2 &&
		p.DataBytes()-was+size >= t.layout.merge &&
		(room >= max(size, t.layout.reorganize) || len(p.recs) <= 1)
}

// updatePessimistic deletes the record at position i of the page where the key
// in t.given belongs, and inserts it anew: on the page, which may then merge, or
// with a split.
func (t *Tree) updatePessimistic(i int, e record, external bool) {
	p, _ := t.descend(0, &t.given)
	if external || p.DataBytes()-int(p.recs[i].size)+int(e.size) >= t.layout.merge {
		t.space.reserve(insertExtents + t.Height()/16)
	}
	p.delete(i)
	if t.insertReorganized(p, i-1, e) {
		t.compressIfUseful(p)
		return
	}
	t.insertPessimistic(p, i-1, e)
}
