package btree

import (
	"errors"
	"fmt"

	"github.com/pagesim/pagesim"
)

// ErrNotFound says that a tree has no record with the given key that is not
// delete-marked.
var ErrNotFound = errors.New("no such key")

// find goes to the record with a key and returns its page and position; nil if
// there is none, marked or not.
func (t *Tree) find(b []byte) (*Page, int) {
	t.given.load(b)
	p, i := t.descend(0, &t.given)
	if i < 0 || t.isBelow(p.recs[i]) {
		return nil, 0
	}
	return p, i
}

// Find looks a record up and reports whether it is there, delete-marked or not.
func (t *Tree) Find(key []byte) bool {
	t.given.load(key)
	p, i := t.search(0, &t.given)
	t.touch(p, pagesim.Read)
	return i >= 0 && !t.isBelow(p.recs[i])
}

// DeleteMark marks the record with a key as deleted: to the page nothing changes
// until purge removes it, BT-17 (btr_cur_del_mark_set_clust_rec).
func (t *Tree) DeleteMark(key []byte) error {
	p, i := t.find(key)
	if p == nil || p.recs[i].deleted() {
		return fmt.Errorf("index %s: %w", t.shape.Name, ErrNotFound)
	}
	p.recs[i].heap |= deleteMark
	return nil
}

// Purge removes the record with a key if it is delete-marked; one that was
// inserted again meanwhile stays, BT-18 (row_purge_remove_clust_if_poss,
// row_purge_remove_sec_if_poss).
func (t *Tree) Purge(key []byte) {
	p, i := t.find(key)
	if p == nil || !p.recs[i].deleted() {
		return
	}
	if rec := p.recs[i].rest; len(t.lobs[rec]) == 0 && t.deletable(p, int(p.recs[i].size)) {
		t.leaves.drop(rec)
		p.delete(i)
		return
	}
	t.prefetchSiblings(p)
	p, i = t.descend(0, &t.given)
	t.space.reserveCleaning(1 + t.Height()/32)
	t.freeExternal(p.recs[i].rest)
	t.deletePessimistic(p, i)
}

// deletable reports whether an optimistic delete may take size bytes off a leaf,
// BT-18 (btr_cur_can_delete_without_compress).
func (t *Tree) deletable(p *Page, size int) bool {
	return p == t.root ||
		p.DataBytes()-size >= t.layout.merge && !p.alone() && len(p.recs) >= 2
}

// deletePessimistic removes the record at position i of p and merges the page if
// it has become too empty, BT-12 (btr_cur_pessimistic_delete). It reports whether
// the page is gone or merged.
func (t *Tree) deletePessimistic(p *Page, i int) bool {
	if len(p.recs) < 2 && p != t.root {
		t.discard(p)
		return true
	}
	rekeyed := p.level > 0 && i == 0 && len(p.recs) > 1 && t.rekey(p)
	t.keys(p.level).drop(p.recs[i].rest)
	p.delete(i)
	t.touch(p, pagesim.Modify)
	return rekeyed && t.rules.RekeyEnds || t.compressIfUseful(p)
}
