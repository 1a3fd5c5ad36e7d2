package bufferpool

import (
	"time"

	"github.com/pagesim/pagesim"
)

// Constants of ibuf0ibuf.cc.
const (
	// mergeArea is the number of pages in a row that are merged together
	// (IBUF_MERGE_AREA).
	mergeArea = 8
	// roomUnit is the unit of the two bits that the bitmap has for the room on a
	// page: 1/32 of it.
	roomUnit = 512
	// entryBytes is what an entry has beside its record: an older header, tablespace
	// and page number, counter, type, and descriptions of two fields.
	entryBytes = 32
	// mergeVolume is what has to wait for a page to be merged along with another one
	// that is full (three quarters of what may wait).
	mergeVolume = 4 * roomUnit * 3 / 4
	// entryFill is the share of a page of the change buffer's own tree that is
	// filled, in percent.
	entryFill = 69
	// refuseExcess is by how many pages the buffer may be too large until it takes
	// nothing more (IBUF_CONTRACT_DO_NOT_INSERT).
	refuseExcess = 10
)

// bufferPages are the numbers of the change buffer's own pages among the server's.
const bufferPages, bufferPagesEnd = 12 << 10, ownPages

// changeBuffer is what waits for pages that are not in memory, CB-01.
type changeBuffer struct {
	pages map[uint32]waiting
	// ids are the keys of pages, in no order.
	ids []uint32
	// bytes is the size of all entries.
	bytes int64
	// rng picks the page at which a merge begins.
	rng uint64
	// next is when the master thread looks after it.
	next time.Duration
}

// waiting is what waits for a page.
type waiting struct {
	bytes, entries int32
	// place is the page's position in ids.
	place int32
}

// size is the size of the buffer's own tree in pages.
func (b *changeBuffer) size() int64 { return b.bytes * 100 / entryFill / 16384 }

var _ pagesim.ChangeBuffer = Owner{}

// Buffer implements pagesim.ChangeBuffer.
func (o Owner) Buffer(id pagesim.PageID, bytes, room int) bool {
	return o.pool.buffer(uint32(id)*o.scale+o.base, bytes, room, o.id)
}

// buffer takes an insert into a page that is not in memory, CB-02 (ibuf_insert_low):
// the buffer has room, and so has the page as its two bits in the bitmap told when
// it was last in memory.
func (p *Pool) buffer(id uint32, bytes, room int, owner uint8) bool {
	b, most := &p.buffered, p.config.ChangeBufferPages
	if most == 0 || p.config.Plain {
		return false
	}
	if int(id) >= len(p.where) {
		p.grow(id)
	}
	if p.where[id] != 0 {
		return false
	}
	p.owners[id] = owner + 1
	if b.size() >= most+refuseExcess {
		p.contract()
		return false
	}
	before := int(b.pages[id].bytes)
	if before+bytes+1 > roomBits(room+before) {
		p.mergeArea(id, mergeVolume)
		return false
	}
	split := b.size()
	b.add(id, int32(bytes))
	p.counters.Buffered++
	p.touchBuffer(id, pagesim.Modify)
	if size := b.size(); size > split && size >= most {
		p.contract()
	}
	return true
}

// roomBits is the room that two bits tell: 0, 512, 1,024 or 2,048 bytes.
func roomBits(room int) int {
	switch v := room / roomUnit; {
	case v > 3:
		return 4 * roomUnit
	case v == 3:
		return 2 * roomUnit
	default:
		return v * roomUnit
	}
}

func (b *changeBuffer) add(id uint32, bytes int32) {
	if b.pages == nil {
		b.pages = map[uint32]waiting{}
	}
	w, there := b.pages[id]
	if !there {
		w.place = int32(len(b.ids))
		b.ids = append(b.ids, id)
	}
	w.bytes += bytes
	w.entries++
	b.pages[id] = w
	b.bytes += int64(bytes) + entryBytes
}

// drop forgets what waits for a page and reports whether there was something.
func (b *changeBuffer) drop(id uint32) bool {
	w, there := b.pages[id]
	if !there {
		return false
	}
	last := b.ids[len(b.ids)-1]
	moved := b.pages[last]
	moved.place = w.place
	b.pages[last], b.ids[w.place] = moved, last
	b.ids = b.ids[:len(b.ids)-1]
	b.bytes -= int64(w.bytes) + int64(w.entries)*entryBytes
	delete(b.pages, id)
	return true
}

// clear forgets what waits for the pages of one of so many files.
func (b *changeBuffer) clear(file, files uint32) {
	for i := len(b.ids) - 1; i >= 0; i-- {
		if id := b.ids[i]; (id-ownPages)%files == file {
			b.drop(id)
		}
	}
}

// touchBuffer touches the buffer's own tree where the entries of a page are.
func (p *Pool) touchBuffer(id uint32, a pagesim.Access) {
	size := min(uint64(p.buffered.size())+1, bufferPagesEnd-bufferPages-1)
	leaf := bufferPages + 1 + uint32(uint64(id)*size/uint64(len(p.where)))
	server := uint8(len(p.io) - 1)
	p.touch(bufferPages, pagesim.Read, server)
	p.touch(leaf, a, server)
}

// merge applies what waits for a page that has come into memory, CB-03
// (ibuf_merge_or_delete_for_page).
func (p *Pool) merge(id uint32) {
	if len(p.buffered.ids) == 0 || !p.buffered.drop(id) {
		return
	}
	if p.where[id]&isDirty == 0 {
		p.soil(id)
	}
	p.touchBuffer(id, pagesim.Modify)
}

// contract merges the pages around one that is picked by chance, by the size of what
// waits for it (ibuf_contract), and returns how many.
func (p *Pool) contract() int64 {
	b := &p.buffered
	if len(b.ids) == 0 {
		return 0
	}
	for {
		b.rng = b.rng*6364136223846793005 + 1442695040888963407
		id := b.ids[(b.rng>>33)%uint64(len(b.ids))]
		if int32(b.rng>>16&(4*roomUnit-1)) < b.pages[id].bytes {
			return p.mergeArea(id, 0)
		}
	}
}

// mergeArea reads and merges a page and those of the 8 pages around it for which
// more than so many bytes wait.
func (p *Pool) mergeArea(id uint32, bytes int32) int64 {
	n, step := int64(0), p.files
	first := id - (id-ownPages)/step%mergeArea*step
	for i := range uint32(mergeArea) {
		at := first + i*step
		if w, waits := p.buffered.pages[at]; waits && (at == id || w.bytes > bytes) {
			p.readAsync(at)
			n++
		}
	}
	return n
}

// readAsync reads a page that nobody waits for, and merges it.
func (p *Pool) readAsync(id uint32) {
	inst := p.instanceOf(id)
	i := p.take(inst)
	if p.where[id] != 0 {
		p.putBack(inst, i)
		return
	}
	p.frames[i].id = id
	p.counters.PagesRead++
	p.disk.Queue(1)
	p.addOld(inst, i, 0)
	p.merge(id)
}

// backgroundShare is the share of innodb_io_capacity, in percent, that the master
// thread merges with in a second (ibuf_merge_in_background).
const backgroundShare = 5

// mergeInBackground is the master thread's second: more pages where the buffer is
// more than half full, CB-04.
func (p *Pool) mergeInBackground() {
	b, most := &p.buffered, p.config.ChangeBufferPages
	share := int64(backgroundShare)
	if size := b.size(); size > most/2 {
		share += (size - most/2) * 100 / (most + 1)
	}
	for n := p.config.IOCapacity * share / 100; n > 0 && len(b.ids) > 0; {
		n -= p.contract()
	}
}
