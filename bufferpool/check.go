package bufferpool

import "fmt"

// Check returns an error if the lists and the counts disagree.
func (p *Pool) Check() error {
	for i := range p.instances {
		if err := p.checkInstance(&p.instances[i]); err != nil {
			return fmt.Errorf("bufferpool: instance %d: %w", i, err)
		}
	}
	return nil
}

func (p *Pool) checkInstance(inst *instance) error {
	n, old, dirty := int64(0), int64(0), int64(0)
	for i := p.frames[inst.head].older; i != inst.head; i = p.frames[i].older {
		f := p.frames[i]
		at := p.where[f.id]
		if at>>flagBits != i || p.frames[f.newer].older != i {
			return fmt.Errorf("page %d is badly linked", f.id)
		}
		if at&isOld != 0 {
			old++
		} else if old > 0 {
			return fmt.Errorf("young page %d behind an old one", f.id)
		}
		if at&isDirty != 0 {
			dirty++
		}
		n++
	}
	if n != inst.len || old != inst.oldLen || n+inst.free != inst.frames {
		return fmt.Errorf("%d pages on the list, %d of them old; counted %d and %d, with %d free of %d",
			n, old, inst.len, inst.oldLen, inst.free, inst.frames)
	}
	return p.checkFlushList(inst, dirty)
}

// checkFlushList looks at the order and the length of a flush list.
func (p *Pool) checkFlushList(inst *instance, dirty int64) error {
	n, lsn := int64(0), uint64(0)
	for i := inst.flushOldest; i != 0; i = p.flush[i].newer {
		if p.flush[i].lsn < lsn || p.where[p.frames[i].id]&isDirty == 0 {
			return fmt.Errorf("page %d is out of order on the flush list, or clean", p.frames[i].id)
		}
		lsn = p.flush[i].lsn
		n++
	}
	if n != inst.dirty || n != dirty {
		return fmt.Errorf("%d pages on the flush list, %d dirty; counted %d", n, dirty, inst.dirty)
	}
	return nil
}
