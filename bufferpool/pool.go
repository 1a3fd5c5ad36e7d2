// Package bufferpool models InnoDB's buffer pool: it turns the page touches of an
// engine into pages read and pages written, in the virtual time of a disk.
//
// A page that is read enters the list of pages at its midpoint, a new one at its
// young end (lru.go); who needs a frame takes a free one (free.go); a page cleaner
// keeps some free and writes dirty pages ahead of need (cleaner.go, adaptive.go).
// docs/MODEL.md has the rules, BP-01 and on.
package bufferpool

import (
	"math"
	"time"

	"github.com/pagesim/pagesim"
)

// frame is what the pool knows of a page in memory: 16 bytes.
type frame struct {
	// newer and older link the list of its instance, or older the free frames.
	newer, older uint32
	// id is the page.
	id uint32
	// accessed is the time of the page's first access, 0 if there was none; moved is
	// the count of evictions when it was last made the newest page. Both are in
	// steps (see instance.step and Pool.step) and wrap around.
	accessed, moved uint16
}

// A page's entry in Pool.where is its frame, shifted, and these flags; 0 is a page
// that is not in memory.
const (
	// isDirty is a page on the flush list.
	isDirty = 1 << iota
	// isOld is a page in the old part of the list.
	isOld
	// isFlying is a page that is being written.
	isFlying
	// isLeaving is a page whose frame will be free once it is written.
	isLeaving

	flagBits = 4
	flags    = 1<<flagBits - 1
)

// Pool is a buffer pool. It comes from New and is not safe for concurrent use.
type Pool struct {
	config Config
	// step is the unit of frame.accessed. The present one began at stepBegan and is
	// stepTick: a division at each touch would be felt.
	step      time.Duration
	stepBegan time.Duration
	stepTick  uint16
	disk      pagesim.Disk
	instances []instance
	frames    []frame
	// where finds the frame of a page, owners whose page it is: an owner plus 1, 0 if
	// nobody has touched it.
	where  []uint32
	owners []uint8
	files  uint32
	io     []pagesim.IO
	// flush is the flush list's part of each frame, there from the first dirty page
	// on.
	flush    []flushLink
	lsn      uint64
	counters pagesim.PoolCounters
	cleaner  cleaner
	// sequence follows misses in page order, for read-ahead.
	sequence sequence
	buffered changeBuffer
}

// ownPages is how many pages of the server's own a pool can tell apart.
const ownPages = 1 << 14

// New returns an empty pool for files tables with owners indexes in all. The error
// names what is out of range in the configuration.
func New(c Config, disk pagesim.Disk, files, owners int) (*Pool, error) {
	if err := c.validate(); err != nil {
		return nil, err
	}
	c.Instances = max(1, c.Instances)
	if c.Plain {
		c = Config{Plain: true, Pages: c.Pages, Instances: 1}
	}
	p := &Pool{
		config: c, disk: disk, files: uint32(files), io: make([]pagesim.IO, owners+1),
		frames: make([]frame, c.Instances), instances: make([]instance, c.Instances), lsn: 1,
	}
	for i := range p.instances {
		p.instances[i] = p.newInstance(i)
	}
	p.step, p.stepTick = c.OldBlocksTime/steps, 1
	p.cleaner.next = time.Second
	return p, nil
}

// Owner is the pool as one index sees it: what it touches is booked on it.
type Owner struct {
	pool *Pool
	// scale and base make a page of the pool out of one of the owner's file.
	scale, base uint32
	id          uint8
}

var _ pagesim.Pages = Owner{}

// Owner returns the pool as owner i sees it, an index in the given file, both
// counted from 0.
func (p *Pool) Owner(file, i int) Owner {
	return Owner{pool: p, scale: p.files, base: ownPages + uint32(file), id: uint8(i)}
}

// Server returns the pool as the server itself sees it: its undo pages and its
// dictionary, numbered from 0 to 16,383.
func (p *Pool) Server() Owner {
	return Owner{pool: p, scale: 1, id: uint8(len(p.io) - 1)}
}

// Touch implements pagesim.Pages.
func (o Owner) Touch(id pagesim.PageID, a pagesim.Access) {
	o.pool.touch(uint32(id)*o.scale+o.base, a, o.id)
}

// Capacity is the number of frames.
func (p *Pool) Capacity() int64 { return p.config.Pages }

// Resident is the number of pages in the pool (Innodb_buffer_pool_pages_data).
func (p *Pool) Resident() int64 {
	n := int64(0)
	for i := range p.instances {
		n += p.instances[i].len
	}
	return n
}

// Dirty is the number of pages that were changed and not written
// (Innodb_buffer_pool_pages_dirty).
func (p *Pool) Dirty() int64 {
	n := int64(0)
	for i := range p.instances {
		n += p.instances[i].dirty
	}
	return n
}

// DirtyOf is the number of dirty pages of an owner.
func (p *Pool) DirtyOf(owner int) int64 {
	n := int64(0)
	for id, at := range p.where {
		if at&isDirty != 0 && int(p.owners[id]) == owner+1 {
			n++
		}
	}
	return n
}

// Free is the number of free frames (Innodb_buffer_pool_pages_free).
func (p *Pool) Free() int64 {
	n := int64(0)
	for i := range p.instances {
		n += p.instances[i].free
	}
	return n
}

// CheckpointAge is the redo log in bytes since the oldest change that is not
// written.
func (p *Pool) CheckpointAge() int64 { return int64(p.lsn - p.oldest()) }

// IO returns what owner i asked for and what that cost; the owner after the last
// one is the server. A page that is written is booked on its owner.
func (p *Pool) IO(i int) pagesim.IO { return p.io[i] }

// Owners is the number of owners, the server among them.
func (p *Pool) Owners() int { return len(p.io) }

// Counters are the pool's counts so far.
func (p *Pool) Counters() pagesim.PoolCounters { return p.counters }

// Log adds n bytes to the redo log.
func (p *Pool) Log(n int64) { p.lsn += uint64(n) }

// Redo is the length of the redo log in bytes (Innodb_lsn_current).
func (p *Pool) Redo() int64 { return int64(p.lsn - 1) }

// Warm puts the server's own pages from first to before end into the pool, the way
// its start or earlier work left them; it counts nothing.
func (p *Pool) Warm(first, end int64, dirty bool) {
	if len(p.where) < ownPages {
		p.grow(ownPages - 1)
	}
	for id := uint32(first); id < uint32(end); id++ {
		inst := p.instanceOf(id)
		if p.where[id] != 0 {
			continue
		}
		if inst.free == 0 {
			return
		}
		i := p.take(inst)
		p.frames[i].id = id
		p.owners[id] = uint8(len(p.io))
		p.frames[i].accessed = math.MaxUint16 - steps
		p.addYoung(inst, i)
		if dirty {
			p.soil(id)
		}
	}
}

// Used makes the pool one that was full before: touches move pages from now on, not
// from the first eviction on, BP-03.
func (p *Pool) Used() {
	for i := range p.instances {
		p.instances[i].evicted = max(1, p.instances[i].evicted)
	}
}

func (p *Pool) touch(id uint32, a pagesim.Access, owner uint8) {
	if int(id) >= len(p.where) {
		p.grow(id)
	}
	at := p.where[id]
	if at == 0 {
		p.miss(id, a, owner)
		return
	}
	switch a {
	case pagesim.Prefetch:
		return
	case pagesim.Free:
		p.freed(id)
		return
	case pagesim.Create:
		p.io[owner].Created++
		p.owners[id] = owner + 1
	default:
		p.io[owner].ReadRequests++
	}
	if p.isDue(at) {
		p.access(id, at)
	}
	if a != pagesim.Read && at&isDirty == 0 {
		p.soil(id)
	}
}

// grow makes room for a page number.
func (p *Pool) grow(id uint32) {
	n := max(int(id)+1, ownPages, len(p.where)*5/4)
	where, owners := make([]uint32, n), make([]uint8, n)
	copy(where, p.where)
	copy(owners, p.owners)
	p.where, p.owners = where, owners
}

// miss is a touch of a page that is not in memory.
func (p *Pool) miss(id uint32, a pagesim.Access, owner uint8) {
	if a == pagesim.Free {
		p.buffered.drop(id)
		return
	}
	inst := p.instanceOf(id)
	i := p.take(inst)
	if p.where[id] != 0 {
		// A merge that came due meanwhile has read it.
		p.putBack(inst, i)
		p.touch(id, a, owner)
		return
	}
	io := &p.io[owner]
	if a != pagesim.Prefetch && a != pagesim.Create {
		io.ReadRequests++
	}
	p.frames[i].id = id
	p.owners[id] = owner + 1
	switch a {
	case pagesim.Create:
		io.Created++
		p.buffered.drop(id)
		p.frames[i].accessed = p.tick()
		p.addYoung(inst, i)
	case pagesim.Prefetch:
		io.Reads++
		p.counters.PagesRead++
		p.disk.Queue(1)
		p.addOld(inst, i, 0)
		p.merge(id)
		return
	default:
		io.Reads++
		p.counters.PagesRead++
		p.disk.Read()
		p.addOld(inst, i, p.tick())
	}
	// What comes next takes frames, in a small pool even this page's.
	if a != pagesim.Read {
		p.soil(id)
	}
	if a != pagesim.Create {
		p.merge(id)
		p.readAhead(id, owner)
	}
}

// freed is a page that was given back. It stays on the list until it goes the way
// of all pages; MariaDB does not write it.
func (p *Pool) freed(id uint32) {
	if p.config.Plain {
		p.clean(id)
		p.remove(p.instanceOf(id), p.where[id]>>flagBits)
	} else if p.config.FreedPagesStayClean {
		p.clean(id)
	}
}

// Clear drops all pages of a file, written or not: the file is gone.
func (p *Pool) Clear(file int) {
	for id := ownPages + file; id < len(p.where); id += int(p.files) {
		if at := p.where[id]; at != 0 {
			p.clean(uint32(id))
			p.where[id] &^= isLeaving
			p.remove(p.instanceOf(uint32(id)), p.where[id]>>flagBits)
		}
	}
	p.buffered.clear(uint32(file), p.files)
}

// steps is how many steps old_blocks_time has.
const steps = 64

// tick is the time as frame.accessed has it, never 0.
func (p *Pool) tick() uint16 {
	if p.step == 0 {
		return 1
	}
	now := p.disk.Now()
	if now < p.stepBegan || now-p.stepBegan >= p.step {
		n := now / p.step
		p.stepBegan, p.stepTick = n*p.step, uint16(n%math.MaxUint16)+1
	}
	return p.stepTick
}

// ticksSince is the number of steps from an earlier tick to a later one.
func ticksSince(later, earlier uint16) uint16 {
	if later < earlier {
		later--
	}
	return later - earlier
}
