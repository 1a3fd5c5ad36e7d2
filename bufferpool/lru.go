package bufferpool

// Constants of buf0lru.cc.
const (
	// oldMinLen is the length from which a list has an old part
	// (BUF_LRU_OLD_MIN_LEN).
	oldMinLen = 512
	// oldTolerance is by how much the old part may be off before its boundary moves
	// (BUF_LRU_OLD_TOLERANCE), nonOldMinLen the young pages that stay in any case.
	oldTolerance, nonOldMinLen = 20, 5
	// oldRatioDiv is what the share of the old part is a fraction of.
	oldRatioDiv = 1024
)

// maxStill bounds instance.still, which wraps around at 65,536.
const maxStill = 1 << 14

// instance is one of the pools that innodb_buffer_pool_instances asks for: a list
// of pages from the newest to the oldest, and its free frames.
type instance struct {
	// head is the frame before the newest and after the oldest page.
	head uint32
	len  int64
	// old is the newest page of the old part, oldLen that part's length; both are 0
	// while the list is short.
	old    uint32
	oldLen int64
	// oldRatio is the share of the old part in 1/1024.
	oldRatio int64
	// evicted counts the pages that went (freed_page_clock).
	evicted uint64
	// now is evicted in steps.
	now uint16
	// step is the unit of frame.moved: a young page stays where it is until still of
	// them are over. The next one is over after untilStep evictions.
	step, untilStep uint32
	// still is the number of steps within which a young page stays where it is.
	still uint16
	// frames is the number of frames, free how many have no page: those that were
	// never used, and those of the list that starts at spare.
	frames, free, unused int64
	spare                uint32
	// flushNewest and flushOldest end the flush list, dirty is its length.
	flushNewest, flushOldest uint32
	dirty                    int64
	// scan is where the last search for a clean page ended, 0 for the oldest page;
	// hopeless is set where it found none, until the cleaner has worked.
	scan     uint32
	hopeless bool
}

func (p *Pool) newInstance(i int) instance {
	c := p.config
	n := c.Pages / int64(c.Instances)
	if i == 0 {
		n += c.Pages % int64(c.Instances)
	}
	ratio := int64(c.OldBlocksPct) * oldRatioDiv / 100
	h := uint32(i)
	p.frames[i] = frame{newer: h, older: h}
	still := uint32(n * (oldRatioDiv - ratio) / (4 * oldRatioDiv))
	step := still/maxStill + 1
	return instance{
		head: h, oldRatio: ratio, frames: n, free: n, unused: n, step: step, untilStep: step, still: uint16(still / step),
	}
}

// instanceOf is where a page belongs: 64 pages in a row go together
// (buf_pool_get).
func (p *Pool) instanceOf(id uint32) *instance {
	if len(p.instances) == 1 {
		return &p.instances[0]
	}
	return &p.instances[int(id>>6)%len(p.instances)]
}

// isDue reports whether an access to a page with the given entry may move it,
// BP-03 (buf_page_peek_if_too_old).
func (p *Pool) isDue(at uint32) bool {
	if p.config.Plain {
		return true
	}
	if at&isOld != 0 {
		return true
	}
	inst := &p.instances[0]
	if len(p.instances) > 1 {
		inst = p.instanceOf(p.frames[at>>flagBits].id)
	}
	return inst.evicted != 0 && inst.now-p.frames[at>>flagBits].moved >= inst.still
}

// access makes a page the newest if it is time.
func (p *Pool) access(id, at uint32) {
	inst, i := p.instanceOf(id), at>>flagBits
	if at&isOld != 0 && !p.config.Plain {
		f := &p.frames[i]
		now := p.tick()
		if f.accessed == 0 {
			f.accessed = now
		}
		if inst.evicted == 0 {
			return
		}
		if p.step > 0 && ticksSince(now, f.accessed) < steps {
			p.counters.NotMadeYoung++
			return
		}
		p.counters.MadeYoung++
	}
	p.unlink(inst, i)
	p.addYoung(inst, i)
}

// addYoung puts a page at the young end of the list, BP-02.
func (p *Pool) addYoung(inst *instance, i uint32) {
	p.frames[i].moved = inst.now
	p.link(inst, i, inst.head)
	p.where[p.frames[i].id] = i<<flagBits | p.where[p.frames[i].id]&flags&^isOld
	p.settle(inst, i, false)
}

// addOld puts a page that was read behind the midpoint, BP-02; the list's young
// end if it has none. The tick is its first access, 0 for none yet.
func (p *Pool) addOld(inst *instance, i uint32, tick uint16) {
	p.frames[i].accessed = tick
	if inst.len < oldMinLen || inst.oldRatio == 0 {
		p.addYoung(inst, i)
		return
	}
	// A page that becomes young without a move has not been moved for long.
	p.frames[i].moved = inst.now - inst.still
	p.link(inst, i, inst.old)
	p.where[p.frames[i].id] = i << flagBits
	inst.oldLen++
	p.settle(inst, i, true)
}

// settle marks a page that was put on the list, and moves the boundary of the old
// part to where it has to be.
func (p *Pool) settle(inst *instance, i uint32, old bool) {
	switch {
	case inst.oldRatio == 0:
	case inst.len > oldMinLen:
		if old {
			p.where[p.frames[i].id] |= isOld
		}
		p.adjustOld(inst)
	case inst.len == oldMinLen:
		p.beginOld(inst)
	}
}

// beginOld makes all pages old and then most of them young (buf_LRU_old_init).
func (p *Pool) beginOld(inst *instance) {
	for i := p.frames[inst.head].older; i != inst.head; i = p.frames[i].older {
		p.setOld(i, true)
	}
	inst.old, inst.oldLen = p.frames[inst.head].older, inst.len
	p.adjustOld(inst)
}

// adjustOld moves the boundary if it is off by more than the tolerance, BP-01
// (buf_LRU_old_adjust_len).
func (p *Pool) adjustOld(inst *instance) {
	want := min(inst.len*inst.oldRatio/oldRatioDiv, inst.len-(oldTolerance+nonOldMinLen))
	for inst.oldLen+oldTolerance < want {
		inst.old = p.frames[inst.old].newer
		inst.oldLen++
		p.setOld(inst.old, true)
	}
	for inst.oldLen > want+oldTolerance {
		i := inst.old
		inst.old = p.frames[i].older
		inst.oldLen--
		p.setOld(i, false)
	}
}

// setOld marks a page without moving it.
func (p *Pool) setOld(i uint32, old bool) {
	f := &p.frames[i]
	if old {
		p.where[f.id] |= isOld
	} else {
		p.where[f.id] &^= isOld
	}
}

// link puts a frame behind another one.
func (p *Pool) link(inst *instance, i, newer uint32) {
	older := p.frames[newer].older
	f := &p.frames[i]
	f.newer, f.older = newer, older
	p.frames[newer].older = i
	p.frames[older].newer = i
	inst.len++
}

// unlink takes a frame out of the list (buf_LRU_remove_block).
func (p *Pool) unlink(inst *instance, i uint32) {
	f := p.frames[i]
	if p.cleaner.hazard == i {
		p.cleaner.hazard = f.newer
	}
	if inst.scan == i {
		inst.scan = f.newer
	}
	if inst.old == i {
		// The boundary goes to the page before, which becomes old.
		inst.old = f.newer
		p.setOld(f.newer, true)
		inst.oldLen++
	}
	p.frames[f.newer].older = f.older
	p.frames[f.older].newer = f.newer
	inst.len--
	if inst.oldLen == 0 {
		return
	}
	if inst.len < oldMinLen {
		p.endOld(inst)
		return
	}
	if p.where[f.id]&isOld != 0 {
		inst.oldLen--
	}
	p.adjustOld(inst)
}

// endOld makes all pages young: the list is too short for an old part.
func (p *Pool) endOld(inst *instance) {
	inst.old, inst.oldLen = 0, 0
	for i := p.frames[inst.head].older; i != inst.head; i = p.frames[i].older {
		p.setOld(i, false)
	}
}

// remove takes a clean page out of memory and frees its frame.
func (p *Pool) remove(inst *instance, i uint32) {
	p.unlink(inst, i)
	p.where[p.frames[i].id] = 0
	p.putBack(inst, i)
}

// evict is remove for want of a frame.
func (p *Pool) evict(inst *instance, i uint32) {
	p.remove(inst, i)
	inst.evicted++
	if inst.untilStep--; inst.untilStep == 0 {
		inst.now++
		inst.untilStep = inst.step
	}
	p.counters.Evicted++
}
