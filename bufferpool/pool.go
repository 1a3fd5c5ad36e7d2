// Package bufferpool models which pages are in memory: it turns the page touches
// of an engine into pages read and pages written.
//
// It is a plain LRU list for now (rule BP-01 in docs/MODEL.md): a touch makes a
// page the newest; where a page comes in and all frames are taken, the oldest
// page goes out, and is written first if it was changed. InnoDB's own list, with
// a midpoint, a free list and a page cleaner, is not modelled yet.
package bufferpool

import (
	"fmt"

	"github.com/pagesim/pagesim"
)

// frame is what the pool knows of a page, whether it is in memory or not. Frames
// lie in an array at the page's number plus one; the array's element 0 is the
// head of the list: its newer is the oldest page, its older the newest.
type frame struct {
	newer, older uint32
	owner        uint16
	resident     bool
	dirty        bool
}

// Pool is a buffer pool. It comes from New and is not safe for concurrent use.
type Pool struct {
	capacity int64
	resident int64
	dirty    int64
	frames   []frame
	io       []pagesim.IO
}

// New returns an empty pool of the given number of pages for one table with the
// given number of owners (indexes). It panics if either is less than 1.
func New(pages int64, owners int) *Pool {
	if pages < 1 || owners < 1 {
		panic(fmt.Sprintf("bufferpool: %d pages, %d owners: want at least 1 of each", pages, owners))
	}
	return &Pool{capacity: pages, frames: make([]frame, 1), io: make([]pagesim.IO, owners)}
}

// Owner is the pool as one index sees it: what it touches is booked on it.
type Owner struct {
	pool *Pool
	id   uint16
}

var _ pagesim.Pages = Owner{}

// Owner returns the pool as owner i sees it.
func (p *Pool) Owner(i int) Owner { return Owner{pool: p, id: uint16(i)} }

// Touch implements pagesim.Pages.
func (o Owner) Touch(id pagesim.PageID, a pagesim.Access) { o.pool.touch(id, a, o.id) }

// Capacity is the number of pages that fit into the pool.
func (p *Pool) Capacity() int64 { return p.capacity }

// Resident is the number of pages in the pool.
func (p *Pool) Resident() int64 { return p.resident }

// Dirty is the number of pages in the pool that were changed and not written.
func (p *Pool) Dirty() int64 { return p.dirty }

// IO returns what owner i asked for and what that cost. A page that is written
// to make room is booked on its own owner.
func (p *Pool) IO(i int) pagesim.IO { return p.io[i] }

func (p *Pool) touch(id pagesim.PageID, a pagesim.Access, owner uint16) {
	i := uint32(id) + 1
	for int(i) >= len(p.frames) {
		p.frames = append(p.frames, make([]frame, max(1024, len(p.frames)/4))...)
	}
	if a == pagesim.Free {
		p.drop(i)
		return
	}
	io := &p.io[owner]
	io.ReadRequests++
	f := &p.frames[i]
	if f.resident {
		p.renew(i)
	} else {
		if a == pagesim.Create {
			io.Created++
		} else {
			io.Reads++
		}
		f.owner = owner
		p.admit(i)
	}
	if a != pagesim.Read && !f.dirty {
		f.dirty = true
		p.dirty++
	}
}

// renew makes a resident page the newest.
func (p *Pool) renew(i uint32) {
	if p.frames[0].older != i {
		p.unlink(i)
		p.push(i)
	}
}

// admit brings a page in, at the cost of the oldest one if the pool is full.
func (p *Pool) admit(i uint32) {
	if p.resident == p.capacity {
		p.evict(p.frames[0].newer)
	}
	p.frames[i].resident = true
	p.resident++
	p.push(i)
}

// evict writes a page if it is dirty and drops it.
func (p *Pool) evict(i uint32) {
	if f := &p.frames[i]; f.dirty {
		p.io[f.owner].Written++
	}
	p.drop(i)
}

// drop takes a page out of the pool, written or not.
func (p *Pool) drop(i uint32) {
	f := &p.frames[i]
	if !f.resident {
		return
	}
	if f.dirty {
		p.dirty--
	}
	f.resident, f.dirty = false, false
	p.resident--
	p.unlink(i)
}

// Clear drops all pages, written or not: their file is gone.
func (p *Pool) Clear() {
	for p.resident > 0 {
		p.drop(p.frames[0].newer)
	}
}

func (p *Pool) push(i uint32) {
	head := &p.frames[0]
	f := &p.frames[i]
	f.newer, f.older = 0, head.older
	p.frames[head.older].newer = i
	head.older = i
}

func (p *Pool) unlink(i uint32) {
	f := &p.frames[i]
	p.frames[f.newer].older = f.older
	p.frames[f.older].newer = f.newer
}

// Check returns an error if the list and the counts disagree.
func (p *Pool) Check() error {
	n, dirty := int64(0), int64(0)
	for i := p.frames[0].older; i != 0; i = p.frames[i].older {
		f := p.frames[i]
		if !f.resident || p.frames[f.newer].older != i {
			return fmt.Errorf("bufferpool: page %d is on the list but not resident, or badly linked", i-1)
		}
		n++
		if f.dirty {
			dirty++
		}
	}
	if n != p.resident || n > p.capacity || dirty != p.dirty {
		return fmt.Errorf("bufferpool: %d pages on the list, %d of them dirty; counted %d and %d of at most %d",
			n, dirty, p.resident, p.dirty, p.capacity)
	}
	return nil
}
