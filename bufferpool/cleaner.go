package bufferpool

import (
	"iter"
	"time"
)

// minLRULen is the length of a list below which the cleaner leaves it alone
// (BUF_LRU_MIN_LEN).
const minLRULen = 256

// extentPages is the number of pages of an extent.
const extentPages = 64

// defaultChunk is the number of pages that the cleaner writes before it waits for
// them, where no doublewrite buffer says so.
const defaultChunk = 128

// cleaner is the page cleaner: a thread that once a second, or when it is woken,
// makes free frames from the end of each list, and once a second writes some of the
// oldest dirty pages, BP-06 (buf_flush_page_coordinator_thread).
type cleaner struct {
	// next is when its second is over.
	next time.Duration
	// work is what it is at.
	work stage
	// lists is the number of instances that are done at this stage, hazard the page
	// from which it goes on in the next one's list, oldest that in the flush list.
	lists  int
	hazard uint32
	oldest uint32
	// moved counts the pages of this list that it has evicted or written.
	moved int64
	// wanted is the number of pages to write from each flush list, upTo the log
	// position of the last one.
	wanted []int64
	upTo   uint64
	// full says that the cycle is that of a second, not one for free frames only.
	full bool
	// flying are the pages that are being written, ticket is the disk's for the last.
	flying []uint32
	ticket int64
	// lsn is the end of the redo log a second ago.
	lsn uint64
	// isWoken is set where somebody needs frames.
	isWoken bool
	rates   rates
}

// stage is a part of a cycle.
type stage uint8

const (
	idle stage = iota
	lruStage
	flushStage
)

// due is when the cleaner has something to do.
func (p *Pool) due() time.Duration {
	c := &p.cleaner
	switch {
	case len(c.flying) > 0:
		return p.disk.Ready(c.ticket)
	case c.isWoken || c.work != idle:
		return 0
	}
	return c.next
}

// Advance has the cleaner and the master thread do what they would have done by now.
// If the redo log is full it waits for the cleaner.
func (p *Pool) Advance() {
	if p.config.Plain {
		return
	}
	p.run()
	for p.isRedoFull() && p.Dirty() > 0 {
		dirty, now := p.Dirty(), p.disk.Now()
		p.awaitCleaner()
		if p.Dirty() == dirty && p.disk.Now() == now {
			// It has nothing to do but what its next second would bring: that begins now.
			p.cleaner.next = now
		}
	}
}

// isRedoFull reports whether nobody may write to the redo log.
func (p *Pool) isRedoFull() bool {
	limit := p.config.Redo.Full
	return limit > 0 && p.CheckpointAge() > limit
}

// run lets the threads work up to the present time.
func (p *Pool) run() {
	c := &p.cleaner
	now := p.disk.Now()
	if len(p.buffered.ids) > 0 && p.buffered.next <= now {
		p.buffered.next = now + time.Second
		p.mergeInBackground()
	}
	for p.due() <= now {
		if len(c.flying) > 0 {
			p.land()
		}
		if c.work == idle && !p.begin(now) {
			return
		}
		p.proceed()
	}
}

// begin starts a cycle if there is a reason for one.
func (p *Pool) begin(now time.Duration) bool {
	c := &p.cleaner
	c.full = c.next <= now
	switch {
	case c.full && p.isIdle() && !p.isRedoFull():
		p.planIdle()
		c.enter(flushStage)
	case c.full:
		p.plan()
		c.enter(lruStage)
	case c.isWoken:
		c.enter(lruStage)
	default:
		return false
	}
	return true
}

// awaitCleaner waits until the cleaner has done something.
func (p *Pool) awaitCleaner() {
	p.cleaner.isWoken = true
	p.disk.Wait(p.due())
	p.run()
}

// enter begins a stage.
func (c *cleaner) enter(s stage) {
	c.work, c.lists, c.moved, c.hazard, c.oldest = s, 0, 0, 0, 0
	c.isWoken = false
}

// proceed goes on until pages are on their way or the cycle is over.
func (p *Pool) proceed() {
	c := &p.cleaner
	for c.work != idle && len(c.flying) == 0 {
		if c.lists == len(p.instances) {
			if c.work == flushStage || !c.full {
				c.work = idle
				return
			}
			c.enter(flushStage)
		}
		inst := &p.instances[c.lists]
		over := false
		if c.work == lruStage {
			over = p.freeSome(inst)
		} else {
			over = p.flushSome(inst)
		}
		if over {
			c.lists, c.moved, c.hazard, c.oldest = c.lists+1, 0, 0, 0
			inst.hopeless = false
		}
		p.launch()
	}
}

// chunk is the number of pages that are written together, BP-11.
func (c Config) chunk() int {
	if c.Doublewrite > 0 {
		return c.Doublewrite
	}
	return defaultChunk
}

// freeSome evicts clean pages and starts to write dirty ones from the old end of a
// list until enough frames are free, BP-06 (buf_do_LRU_batch). It reports whether
// the list is done; if not, a chunk is full.
func (p *Pool) freeSome(inst *instance) bool {
	c := &p.cleaner
	most := min(p.config.LRUScanDepth, inst.len)
	i := c.hazard
	if i == 0 {
		i = p.frames[inst.head].newer
	}
	for i != inst.head && c.moved < most && inst.free < p.config.LRUScanDepth && inst.len > minLRULen {
		c.hazard = p.frames[i].newer
		id := p.frames[i].id
		switch at := p.where[id]; {
		case at&isFlying != 0:
		case at&isDirty != 0:
			p.flyWithNeighbours(id, isLeaving)
		default:
			p.evict(inst, i)
			c.moved++
		}
		i = c.hazard
		if len(c.flying) >= p.config.chunk() {
			return false
		}
	}
	return true
}

// flushSome starts to write the oldest dirty pages of an instance
// (buf_do_flush_list_batch).
func (p *Pool) flushSome(inst *instance) bool {
	c := &p.cleaner
	i := c.oldest
	if i == 0 {
		i = inst.flushOldest
	}
	for i != 0 && c.moved < c.wanted[c.lists] && p.flush[i].lsn <= c.upTo {
		c.oldest = p.flush[i].newer
		before := len(c.flying)
		p.flyWithNeighbours(p.frames[i].id, 0)
		c.rates.flushed += int64(len(c.flying) - before)
		i = c.oldest
		if i != 0 && len(c.flying) >= p.config.chunk() {
			return false
		}
	}
	return true
}

// fly starts to write a dirty page.
func (p *Pool) fly(id, leaving uint32) {
	p.clean(id)
	p.where[id] |= isFlying | leaving
	p.cleaner.flying = append(p.cleaner.flying, id)
}

// launch hands the chunk to the disk.
func (p *Pool) launch() {
	c := &p.cleaner
	n := len(c.flying)
	if n == 0 {
		return
	}
	for _, id := range c.flying {
		p.book(id)
	}
	p.counters.PagesFlushed += int64(n)
	if p.config.Doublewrite > 0 {
		p.counters.DoublewriteBatches++
		p.counters.DoublewritePages += int64(n)
	}
	c.ticket = p.disk.Queue(p.config.writes(n))
	if p.disk.Ready(c.ticket) <= p.disk.Now() {
		p.land()
	}
}

// land ends the writes of a chunk: frames of pages that were to go are free,
// unless the page was changed again meanwhile.
func (p *Pool) land() {
	c := &p.cleaner
	for _, id := range c.flying {
		at := p.where[id]
		if at == 0 {
			continue
		}
		p.where[id] &^= isFlying | isLeaving
		if at&isLeaving != 0 && at&isDirty == 0 {
			p.evict(p.instanceOf(id), at>>flagBits)
		}
	}
	c.flying = c.flying[:0]
}

// flyWithNeighbours starts to write a dirty page and those beside it that
// innodb_flush_neighbors asks for, BP-09 (buf_flush_try_neighbors).
func (p *Pool) flyWithNeighbours(id, leaving uint32) {
	p.fly(id, leaving)
	p.cleaner.moved++
	if p.config.FlushNeighbors == 0 || id < ownPages || p.instanceOf(id).len < oldMinLen {
		return
	}
	for n := range p.neighbours(id, leaving) {
		p.fly(n, leaving)
		p.cleaner.moved++
	}
}

// neighbours yields the dirty pages beside one, in its extent: those in a row with
// it, or all. Of pages that leave only old ones go along.
func (p *Pool) neighbours(id, leaving uint32) iter.Seq[uint32] {
	step := p.files
	low := id - (id-ownPages)/step%extentPages*step
	high := low + extentPages*step
	want, mask := uint32(isDirty), uint32(isDirty|isFlying)
	if leaving != 0 {
		want, mask = want|isOld, mask|isOld
	}
	goes := func(n uint32) bool { return int(n) < len(p.where) && p.where[n]&mask == want }
	return func(yield func(uint32) bool) {
		if p.config.FlushNeighbors == 1 {
			for low < id && !goesAll(goes, low, id, step) {
				low += step
			}
		}
		for n := low; n < high; n += step {
			switch {
			case n == id:
			case goes(n):
				if !yield(n) {
					return
				}
			case p.config.FlushNeighbors == 1 && n > id:
				return
			}
		}
	}
}

// goesAll reports whether all pages from one to before another go.
func goesAll(goes func(uint32) bool, from, to, step uint32) bool {
	for n := from; n < to; n += step {
		if !goes(n) {
			return false
		}
	}
	return true
}
