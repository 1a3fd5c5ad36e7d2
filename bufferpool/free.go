package bufferpool

// searchDepth is how far from the oldest page a first search for a clean one goes
// (BUF_LRU_SEARCH_SCAN_THRESHOLD).
const searchDepth = 100

// take returns a free frame of an instance, BP-05 (buf_LRU_get_free_block): one
// that is free, that of a clean page near the end of the list, or one that the
// cleaner or the caller itself makes free by a write.
func (p *Pool) take(inst *instance) uint32 {
	if inst.free == 0 {
		p.makeFree(inst)
	}
	inst.free--
	if i := inst.spare; i != 0 {
		inst.spare = p.frames[i].older
		return i
	}
	inst.unused--
	p.frames = append(p.frames, frame{})
	return uint32(len(p.frames) - 1)
}

// putBack returns a frame that was taken and is not needed.
func (p *Pool) putBack(inst *instance, i uint32) {
	p.frames[i].older = inst.spare
	inst.spare = i
	inst.free++
}

func (p *Pool) makeFree(inst *instance) {
	if p.config.Plain {
		oldest := p.frames[inst.head].newer
		if id := p.frames[oldest].id; p.where[id]&isDirty != 0 {
			p.book(id)
			p.clean(id)
		}
		p.evict(inst, oldest)
		return
	}
	p.run()
	for all := false; inst.free == 0; all = true {
		if (all || !inst.hopeless) && p.evictClean(inst, all) {
			return
		}
		inst.hopeless = true
		if p.config.Backoff && inst.len > minLRULen {
			p.awaitCleaner()
			continue
		}
		p.flushSingle(inst)
		p.cleaner.isWoken = true
	}
}

// evictClean evicts the first clean page from where the last search ended, among
// the next 100 or all.
func (p *Pool) evictClean(inst *instance, all bool) bool {
	i := inst.scan
	if i == 0 || i == inst.head || all || p.where[p.frames[i].id]&isOld == 0 {
		i = p.frames[inst.head].newer
	}
	for n := 0; i != inst.head && (all || n < searchDepth); n++ {
		next := p.frames[i].newer
		inst.scan = next
		if p.where[p.frames[i].id]&(isDirty|isFlying) == 0 {
			p.evict(inst, i)
			return true
		}
		i = next
	}
	return false
}

// flushSingle writes the oldest dirty page and waits for it
// (buf_flush_single_page_from_LRU); it evicts a clean one if that comes first.
func (p *Pool) flushSingle(inst *instance) {
	p.counters.WaitFree++
	for i := p.frames[inst.head].newer; i != inst.head; i = p.frames[i].newer {
		id := p.frames[i].id
		if p.where[id]&isFlying != 0 {
			continue
		}
		if p.where[id]&isDirty != 0 {
			p.book(id)
			p.clean(id)
			p.disk.Wait(p.disk.Ready(p.disk.Queue(p.config.writes(1))))
		}
		p.evict(inst, i)
		return
	}
	p.awaitCleaner()
}

// writes is the number of writes that n pages make with their doublewrite copies,
// which go in one.
func (c Config) writes(n int) int {
	if c.Doublewrite > 0 && n > 0 {
		return n + 1
	}
	return n
}
