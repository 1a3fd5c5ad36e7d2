package btree

import (
	"slices"

	"github.com/pagesim/pagesim"
)

// Sizes of the pages of an off-page column in bytes (lob0first.h, lob0pages.h,
// lob0index.h, MySQL 9.7.2, pages of 16 KiB).
const (
	lobFirstBytes = 15680
	lobPageBytes  = 16327
	// lobFirstEntries is how many pages the first page's index lists, itself
	// included, lobIndexEntries how many an index page does.
	lobFirstEntries = 10
	lobIndexEntries = 272
)

// OffPage is the pages of off-page values that a record has no more but that old
// versions of it may need until purge.
type OffPage []lob

// lob is an off-page column value of a record.
type lob struct {
	bytes int
	pages []pagesim.PageID
}

// lobPages is the number of pages that a value takes, BT-22.
func lobPages(bytes int) int {
	n := 1
	if bytes > lobFirstBytes {
		n += (bytes - lobFirstBytes + lobPageBytes - 1) / lobPageBytes
	}
	if n > lobFirstEntries {
		n += (n - lobFirstEntries + lobIndexEntries - 1) / lobIndexEntries
	}
	return n
}

// storeExternal takes pages of the leaf segment for the off-page values of a
// record, BT-22 (btr_store_big_rec_extern_fields, lob::insert).
func (t *Tree) storeExternal(rec uint32, external []int) {
	if len(external) == 0 {
		return
	}
	var all []lob
	for _, bytes := range external {
		l := lob{bytes: bytes}
		for range lobPages(bytes) {
			t.space.reserveCleaning(1)
			id := t.leafSegment.allocate(-1, nowhere)
			l.pages = append(l.pages, id)
			t.touchID(id, pagesim.Create)
		}
		all = append(all, l)
	}
	if t.lobs == nil {
		t.lobs = map[uint32][]lob{}
	}
	t.lobs[rec] = all
}

// freeExternal gives the pages of a record's off-page values back.
func (t *Tree) freeExternal(rec uint32) {
	for _, l := range t.lobs[rec] {
		t.freeLOB(l)
	}
	delete(t.lobs, rec)
}

// external is the bytes of a record's off-page values.
func (t *Tree) external(rec uint32) []int {
	var all []int
	for _, l := range t.lobs[rec] {
		all = append(all, l.bytes)
	}
	return all
}

// replaceExternal stores the off-page values of an updated record anew, unless
// they are of the same sizes, and returns the old ones.
func (t *Tree) replaceExternal(rec uint32, external []int) OffPage {
	old := t.lobs[rec]
	if slices.Equal(t.external(rec), external) {
		return nil
	}
	delete(t.lobs, rec)
	t.storeExternal(rec, external)
	return old
}

// FreeOffPage gives the pages back, as purge does.
func (t *Tree) FreeOffPage(old OffPage) {
	for _, l := range old {
		t.freeLOB(l)
	}
}

func (t *Tree) freeLOB(l lob) {
	for _, id := range l.pages {
		t.leafSegment.release(id)
		t.touchID(id, pagesim.Free)
	}
}
