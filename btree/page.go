package btree

import (
	"slices"

	"github.com/pagesim/pagesim"
)

// none marks that a page has no last insert: PAGE_LAST_INSERT is 0.
const none = -1

// Page is one index page: the order of its records and the numbers of its header
// that decide what fits. Positions count records from 0 in key order; the
// position "after -1" is in front of the first record.
//
// A page knows no tree: it inserts, deletes, moves records and says where it
// would be cut, given sizes and positions alone.
type Page struct {
	id, prev, next pagesim.PageID
	level          int
	// heap is PAGE_HEAP_TOP - 120: bytes ever taken from the heap.
	heap int
	// heapRecords is PAGE_N_HEAP - 2: records ever taken from the heap. Each
	// goes on reserving its share of the directory.
	heapRecords int
	// garbage is PAGE_GARBAGE: bytes of the heap that hold no record.
	garbage int
	// last is the position of PAGE_LAST_INSERT, or none.
	last int
	// free is the free list, the sizes of freed records; its end is the head,
	// PAGE_FREE.
	free []uint16
	// The records in key order: the first word of each key, a handle into the
	// tree's arena, the size in bytes.
	first []uint64
	rec   []uint32
	size  []uint16
}

// newPage returns an empty page with room for n records.
func newPage(id pagesim.PageID, level, n int) *Page {
	return &Page{
		id: id, prev: pagesim.NoPage, next: pagesim.NoPage, level: level, last: none,
		first: make([]uint64, 0, n), rec: make([]uint32, 0, n), size: make([]uint16, 0, n),
	}
}

// ID is the page's number in its tablespace.
func (p *Page) ID() pagesim.PageID { return p.id }

// Level is the page's level, 0 for a leaf (PAGE_LEVEL).
func (p *Page) Level() int { return p.level }

// Records is PAGE_N_RECS.
func (p *Page) Records() int { return len(p.rec) }

// DataBytes is INNODB_BUFFER_PAGE.DATA_SIZE (page_get_data_size).
func (p *Page) DataBytes() int { return p.heap - p.garbage }

// GarbageBytes is PAGE_GARBAGE.
func (p *Page) GarbageBytes() int { return p.garbage }

// maxInsert is the room for k more records from the heap, BT-02
// (page_get_max_insert_size).
func (p *Page) maxInsert(l *layout, k int) int {
	return max(0, l.empty-p.heap-directoryBytes(k+p.heapRecords))
}

// maxReorganized is the room for k more records after a reorganisation, BT-02
// (page_get_max_insert_size_after_reorganize).
func (p *Page) maxReorganized(l *layout, k int) int {
	return max(0, l.empty-p.DataBytes()-directoryBytes(k+len(p.rec)))
}

// insert puts a record after position pos and reports whether it found room,
// BT-03 (page_cur_insert_rec_low): in the record at the head of the free list if
// that is large enough, whose remainder stays garbage, else at the heap top.
func (p *Page) insert(l *layout, pos int, e entry) bool {
	size := e.size
	if n := len(p.free); n > 0 && int(p.free[n-1]) >= size {
		p.free = p.free[:n-1]
		p.garbage -= size
	} else if p.maxInsert(l, 1) >= size {
		p.heap += size
		p.heapRecords++
	} else {
		return false
	}
	i := pos + 1
	p.first = slices.Insert(p.first, i, e.first)
	p.rec = slices.Insert(p.rec, i, e.rec)
	p.size = slices.Insert(p.size, i, uint16(size))
	p.last = i
	return true
}

// delete removes the record at position i, BT-12 (page_cur_delete_rec): its room
// becomes the head of the free list and the page forgets its last insert. A page
// that loses its only record is made new.
func (p *Page) delete(i int) {
	if len(p.rec) == 1 {
		p.clear()
		return
	}
	p.last = none
	p.garbage += int(p.size[i])
	p.free = append(p.free, p.size[i])
	p.first = slices.Delete(p.first, i, i+1)
	p.rec = slices.Delete(p.rec, i, i+1)
	p.size = slices.Delete(p.size, i, i+1)
}

// clear makes the page new and empty (page_create_empty).
func (p *Page) clear() {
	p.heap, p.heapRecords, p.garbage, p.last = 0, 0, 0, none
	p.free, p.first, p.rec, p.size = p.free[:0], p.first[:0], p.rec[:0], p.size[:0]
}

// reorganize packs the records, BT-06 (btr_page_reorganize_low): no garbage, no
// free list, and the greatest record counts as the last insert.
func (p *Page) reorganize() {
	p.heap -= p.garbage
	p.garbage, p.heapRecords, p.free = 0, len(p.rec), p.free[:0]
	p.last = len(p.rec) - 1
}

// fits reports whether an optimistic insert of size bytes may try the page,
// BT-04 (btr_cur_optimistic_insert). With garbage on it the page must have room
// at the heap top, or so much after a reorganisation that one is worth it.
func (p *Page) fits(l *layout, size int) bool {
	room := p.maxReorganized(l, 1)
	if p.garbage == 0 {
		return room >= size
	}
	return room >= max(size, l.reorganize) || len(p.rec) <= 1 || p.maxInsert(l, 1) >= size
}

// moveEnd moves the records from position at on to the empty page to, BT-08
// (page_move_rec_list_end): packed there; here as one chain in front of the free
// list, lowest record first.
func (p *Page) moveEnd(to *Page, at int) {
	if at == len(p.rec) {
		return
	}
	to.first = append(to.first, p.first[at:]...)
	to.rec = append(to.rec, p.rec[at:]...)
	to.size = append(to.size, p.size[at:]...)
	to.heap = sum(to.size)
	to.heapRecords = len(to.rec)
	if at == 0 {
		p.clear()
		return
	}
	for i := len(p.size) - 1; i >= at; i-- {
		p.free = append(p.free, p.size[i])
	}
	p.garbage += to.heap
	p.first, p.rec, p.size = p.first[:at], p.rec[:at], p.size[:at]
	p.last = none
}

// moveStart moves the records before position at to the empty page to, BT-09
// (page_move_rec_list_start): inserted one by one there, deleted one by one
// here, so the free list begins with the highest.
func (p *Page) moveStart(to *Page, at int) {
	if at == 0 {
		return
	}
	to.first = append(to.first, p.first[:at]...)
	to.rec = append(to.rec, p.rec[:at]...)
	to.size = append(to.size, p.size[:at]...)
	to.heap = sum(to.size)
	to.heapRecords = at
	to.last = at - 1
	if at == len(p.rec) {
		p.clear()
		return
	}
	p.free = append(p.free, p.size[:at]...)
	p.garbage += to.heap
	p.first = slices.Delete(p.first, 0, at)
	p.rec = slices.Delete(p.rec, 0, at)
	p.size = slices.Delete(p.size, 0, at)
	p.last = none
}

func sum(sizes []uint16) int {
	n := 0
	for _, s := range sizes {
		n += int(s)
	}
	return n
}

// search returns the position of the last record that is not above k, -1 if all
// are (PAGE_CUR_LE). The greatest record is tried first: ascending keys go there.
func (p *Page) search(a *arena, k *key) int {
	n := len(p.first)
	if n == 0 {
		return -1
	}
	if p.first[n-1] < k.first {
		return n - 1
	}
	lo, hi := 0, n
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if p.first[mid] <= k.first {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 || p.first[lo-1] != k.first || len(k.rest) == 0 {
		return lo - 1
	}
	return p.searchTies(a, k, lo)
}

// searchTies is search among the records below position end whose first word is
// k's.
func (p *Page) searchTies(a *arena, k *key, end int) int {
	lo, hi := 0, end
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if p.first[mid] < k.first || compareRest(k.rest, a.at(p.rec[mid])) >= 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo - 1
}
