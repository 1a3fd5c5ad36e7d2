package btree

import (
	"slices"

	"github.com/pagesim/pagesim"
)

// none marks that a page has no last insert: PAGE_LAST_INSERT is 0.
const none = -1

// record is one record on a page.
type record struct {
	// first is the first word of the key.
	first uint64
	// rest is the handle of what else is known of it, in an arena of the tree.
	rest uint32
	// size is the record's bytes, header included.
	size uint16
	// heap is the record's heap number, where that matters, and the delete mark:
	// a marked record takes its room until purge.
	heap uint16
}

// deleteMark is the bit of record.heap that marks a deleted record.
const deleteMark = 1 << 15

func (r record) deleted() bool { return r.heap&deleteMark != 0 }

// freeRun is a stretch of the free list whose records have one size.
type freeRun struct {
	size  uint16
	count uint16
}

// Page is one index page: the order of its records and the numbers of its header
// that decide what fits. Positions count records from 0 in key order; the
// position "after -1" is in front of the first record.
//
// A page knows no tree: it inserts, deletes, moves records and says where it
// would be cut, given sizes and positions alone.
type Page struct {
	id, prev, next pagesim.PageID
	level          int32
	// heap is PAGE_HEAP_TOP - 120: bytes ever taken from the heap.
	heap int32
	// heapRecords is PAGE_N_HEAP - 2: records ever taken from the heap. Each
	// goes on reserving its share of the directory.
	heapRecords int32
	// garbage is PAGE_GARBAGE: bytes of the heap that hold no record.
	garbage int32
	// last is the position of PAGE_LAST_INSERT, or none.
	last int32
	// recs are the records in key order, somewhere within room.
	recs, room []record
	// head is the end of the free list where records are taken and put,
	// PAGE_FREE; freed are the runs behind it.
	head  freeRun
	freed []freeRun
	// order is kept where deletes may shrink the heap, BT-23; else nil.
	order *heapOrder
}

// newPage returns an empty page with room for n records.
func newPage(id pagesim.PageID, level, n int) *Page {
	return &Page{
		id: id, prev: pagesim.NoPage, next: pagesim.NoPage, level: int32(level), last: none,
		room: make([]record, n),
	}
}

// ID is the page's number in its tablespace.
func (p *Page) ID() pagesim.PageID { return p.id }

// Level is the page's level, 0 for a leaf (PAGE_LEVEL).
func (p *Page) Level() int { return int(p.level) }

// Records is PAGE_N_RECS.
func (p *Page) Records() int { return len(p.recs) }

// DataBytes is INNODB_BUFFER_PAGE.DATA_SIZE (page_get_data_size).
func (p *Page) DataBytes() int { return int(p.heap - p.garbage) }

// GarbageBytes is PAGE_GARBAGE.
func (p *Page) GarbageBytes() int { return int(p.garbage) }

// maxInsert is the room for k more records from the heap, BT-02
// (page_get_max_insert_size).
func (p *Page) maxInsert(l *layout, k int) int {
	return max(0, l.empty-int(p.heap)-directoryBytes(k+int(p.heapRecords)))
}

// maxReorganized is the room for k more records after a reorganisation, BT-02
// (page_get_max_insert_size_after_reorganize).
func (p *Page) maxReorganized(l *layout, k int) int {
	return max(0, l.empty-p.DataBytes()-directoryBytes(k+len(p.recs)))
}

// insert puts a record after position pos and reports whether it found room,
// BT-03 (page_cur_insert_rec_low): in the record at the head of the free list if
// that is large enough, whose remainder stays garbage, else at the heap top.
func (p *Page) insert(l *layout, pos int, r record) bool {
	if p.head.count > 0 && p.head.size >= r.size {
		p.popFree()
		p.garbage -= int32(r.size)
		if p.order != nil {
			r.heap = r.heap&deleteMark | p.order.reuse()
		}
	} else if p.maxInsert(l, 1) >= int(r.size) {
		if p.order != nil {
			r.heap = r.heap&deleteMark | p.order.take(r.size)
		}
		p.heap += int32(r.size)
		p.heapRecords++
	} else {
		return false
	}
	p.recs = p.open(pos + 1)
	p.recs[pos+1] = r
	p.last = int32(pos + 1)
	return true
}

// open makes room for one record at position i by moving the fewer of the records
// before it and those from it on.
func (p *Page) open(i int) []record {
	n := len(p.recs)
	if n == len(p.room) {
		p.settle(make([]record, max(8, 2*n)), n/2)
	}
	before := cap(p.room) - cap(p.recs)
	if i < n/2 {
		if before == 0 {
			before = (len(p.room) - n + 1) / 2
			p.settle(p.room, before)
		}
		wider := p.room[before-1 : before+n]
		copy(wider, p.recs[:i])
		return wider
	}
	if before+n == len(p.room) {
		p.settle(p.room, (len(p.room)-n)/2)
	}
	wider := p.recs[:n+1]
	copy(wider[i+1:], wider[i:n])
	return wider
}

// settle moves the records to a place in a room.
func (p *Page) settle(room []record, at int) {
	n := copy(room[at:], p.recs)
	p.room, p.recs = room, room[at:at+n]
}

// popFree takes the record at the head off the free list.
func (p *Page) popFree() {
	p.head.count--
	if n := len(p.freed); p.head.count == 0 && n > 0 {
		p.head, p.freed = p.freed[n-1], p.freed[:n-1]
	}
}

// freeRecord puts a deleted record at the head of the free list, or shrinks the
// heap where the server does and the record is the last on it, BT-23
// (page_mem_free of MariaDB).
func (p *Page) freeRecord(r record) {
	if slot, last := p.order.shrink(r); last {
		p.heap -= slot
		p.heapRecords--
		p.garbage -= slot - int32(r.size)
		return
	}
	p.pushFree(r)
}

// pushFree puts a record at the head of the free list.
func (p *Page) pushFree(r record) {
	size := r.size
	p.order.free(r)
	p.garbage += int32(size)
	if p.head.count > 0 && p.head.size != size {
		p.freed = append(p.freed, p.head)
		p.head.count = 0
	}
	p.head = freeRun{size: size, count: p.head.count + 1}
}

// delete removes the record at position i, BT-12 (page_cur_delete_rec): its room
// becomes the head of the free list and the page forgets its last insert. A page
// that loses its only record is made new.
func (p *Page) delete(i int) {
	if len(p.recs) == 1 {
		p.clear()
		return
	}
	p.last = none
	p.freeRecord(p.recs[i])
	p.recs = slices.Delete(p.recs, i, i+1)
}

// clear makes the page new and empty (page_create_empty).
func (p *Page) clear() {
	p.heap, p.heapRecords, p.last = 0, 0, none
	p.recs = p.room[:0]
	p.forgetFree()
}

// forgetFree empties the free list.
func (p *Page) forgetFree() {
	p.garbage, p.head, p.freed = 0, freeRun{}, p.freed[:0]
	p.order.renumber(p.recs)
}

// reorganize packs the records, BT-06 (btr_page_reorganize_low): no garbage, no
// free list, and the greatest record counts as the last insert.
func (p *Page) reorganize() {
	p.heap -= p.garbage
	p.heapRecords = int32(len(p.recs))
	p.last = int32(len(p.recs) - 1)
	p.forgetFree()
}

// fits reports whether an optimistic insert of size bytes may try the page,
// BT-04 (btr_cur_optimistic_insert). With garbage on it the page must have room
// at the heap top, or so much after a reorganisation that one is worth it.
func (p *Page) fits(l *layout, size int) bool {
	room := p.maxReorganized(l, 1)
	if p.garbage == 0 {
		return room >= size
	}
	return room >= max(size, l.reorganize) || len(p.recs) <= 1 || p.maxInsert(l, 1) >= size
}

// take appends the records of another page to this empty one, packed.
func (p *Page) take(recs []record) {
	room := p.room
	if len(recs) > len(room) {
		room = make([]record, 2*len(recs))
	}
	p.recs = recs
	p.settle(room, (len(room)-len(recs))/2)
	p.heap = int32(bytesOf(recs))
	p.heapRecords = int32(len(recs))
	p.order.renumber(p.recs)
}

// moveEnd moves the records from position at on to the empty page to, BT-08
// (page_move_rec_list_end): packed there; here as one chain in front of the free
// list, lowest record first.
func (p *Page) moveEnd(to *Page, at int) {
	moved := p.recs[at:]
	if len(moved) == 0 {
		return
	}
	to.take(moved)
	if at == 0 {
		p.clear()
		return
	}
	for i := len(moved) - 1; i >= 0; i-- {
		p.pushFree(moved[i])
	}
	p.recs = p.recs[:at]
	p.last = none
}

// moveStart moves the records before position at to the empty page to, BT-09
// (page_move_rec_list_start): inserted one by one there, deleted one by one
// here, so the free list begins with the highest.
func (p *Page) moveStart(to *Page, at int) {
	moved := p.recs[:at]
	if at == 0 {
		return
	}
	to.take(moved)
	to.last = int32(at - 1)
	if at == len(p.recs) {
		p.clear()
		return
	}
	for _, r := range moved {
		p.freeRecord(r)
	}
	p.recs = p.recs[at:]
	p.last = none
}

// bytesOf adds up the sizes of records.
func bytesOf(recs []record) int {
	n := 0
	for _, r := range recs {
		n += int(r.size)
	}
	return n
}
