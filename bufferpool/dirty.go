package bufferpool

// flushLink is a frame's part in the flush list, which is ordered by the age of
// the oldest change.
type flushLink struct {
	newer, older uint32
	lsn          uint64
}

// soil puts a page on the flush list, BP-07 (buf_flush_insert_into_flush_list).
func (p *Pool) soil(id uint32) {
	p.where[id] |= isDirty
	inst, i := p.instanceOf(id), p.where[id]>>flagBits
	if int(i) >= len(p.flush) {
		links := make([]flushLink, max(cap(p.frames), int(i)+1))
		copy(links, p.flush)
		p.flush = links
	}
	p.flush[i] = flushLink{older: inst.flushNewest, lsn: p.lsn}
	if inst.flushNewest != 0 {
		p.flush[inst.flushNewest].newer = i
	} else {
		inst.flushOldest = i
	}
	inst.flushNewest = i
	inst.dirty++
}

// clean takes a page off the flush list, if it is on it.
func (p *Pool) clean(id uint32) {
	at := p.where[id]
	if at&isDirty == 0 {
		return
	}
	p.where[id] &^= isDirty
	inst, l := p.instanceOf(id), p.flush[at>>flagBits]
	if p.cleaner.oldest == at>>flagBits {
		p.cleaner.oldest = l.newer
	}
	if l.newer != 0 {
		p.flush[l.newer].older = l.older
	} else {
		inst.flushNewest = l.older
	}
	if l.older != 0 {
		p.flush[l.older].newer = l.newer
	} else {
		inst.flushOldest = l.newer
	}
	inst.dirty--
}

// book counts a page as written.
func (p *Pool) book(id uint32) {
	p.io[p.owners[id]-1].Written++
	p.counters.PagesWritten++
}

// oldest is the log position of the oldest change that is not written.
func (p *Pool) oldest() uint64 {
	lsn := p.lsn
	for i := range p.instances {
		if f := p.instances[i].flushOldest; f != 0 {
			lsn = min(lsn, p.flush[f].lsn)
		}
	}
	return lsn
}

// dirtyUpTo counts the dirty pages whose oldest change is not after lsn.
func (p *Pool) dirtyUpTo(inst *instance, lsn uint64) int64 {
	n := int64(0)
	for i := inst.flushOldest; i != 0 && p.flush[i].lsn <= lsn; i = p.flush[i].newer {
		n++
	}
	return n
}
