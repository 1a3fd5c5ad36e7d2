package bufferpool

import (
	"math"
	"time"
)

// rates are the averages by which adaptive flushing decides, taken anew each
// innodb_flushing_avg_loops seconds.
type rates struct {
	// since, lsn and loops are where the present average began.
	since time.Duration
	lsn   uint64
	loops int64
	// pages counts the pages flushed since then from the flush lists, flushed those of
	// this second.
	pages, flushed int64
	// pageRate is pages a second, lsnRate bytes of redo a second.
	pageRate, lsnRate int64
}

// scanFactor is how many seconds of redo the cleaner looks ahead
// (buf_flush_lsn_scan_factor).
const scanFactor = 3

// plan decides how many pages to write from the flush lists in this second, BP-08
// (page_cleaner_flush_pages_recommendation; Adaptive_flush): all that are too old
// where the redo log is nearly full (innodb_flush_sync).
func (p *Pool) plan() {
	c := &p.cleaner
	c.next = p.disk.Now() + time.Second
	c.wanted = c.wanted[:0]
	c.upTo = math.MaxUint64
	if age := p.config.Redo.Sync; age > 0 && p.CheckpointAge() > age {
		c.upTo = p.lsn - uint64(age)
		for range p.instances {
			c.wanted = append(c.wanted, math.MaxInt64)
		}
		return
	}
	c.wanted = append(c.wanted, p.recommend()...)
}

// isIdle reports whether nothing was changed in the last second; look-ups do not
// count as activity.
func (p *Pool) isIdle() bool {
	c := &p.cleaner
	idle := c.lsn == p.lsn
	c.lsn = p.lsn
	return idle
}

// planIdle writes innodb_io_capacity x innodb_idle_flush_pct pages in this second,
// and lets the lists alone, BP-10.
func (p *Pool) planIdle() {
	c := &p.cleaner
	c.next = p.disk.Now() + time.Second
	c.wanted = c.wanted[:0]
	c.upTo = math.MaxUint64
	for range p.instances {
		c.wanted = append(c.wanted, p.config.IOCapacity*p.config.IdleFlushPct/100/int64(len(p.instances)))
	}
}

// recommend is the number of pages from each flush list.
func (p *Pool) recommend() []int64 {
	r, c := &p.cleaner.rates, p.config
	wanted := make([]int64, len(p.instances))
	now := p.disk.Now()
	r.pages += r.flushed
	r.flushed = 0
	if r.lsn == 0 {
		r.lsn, r.since = p.lsn, now
		return wanted
	}
	if r.lsn == p.lsn {
		return wanted
	}
	r.loops++
	if elapsed := now - r.since; r.loops >= c.AvgLoops || elapsed >= time.Duration(c.AvgLoops)*time.Second {
		seconds := max(1, int64(elapsed/time.Second))
		r.pageRate = (r.pages/seconds + r.pageRate) / 2
		r.lsnRate = (int64(p.lsn-r.lsn)/seconds + r.lsnRate) / 2
		r.lsn, r.since, r.loops, r.pages = p.lsn, now, 0, 0
	}
	oldest := p.oldest()
	byAge := p.pctForAge(int64(p.lsn - oldest))
	pct := max(p.pctForDirty(), byAge)
	if c.RestsBelowMarks && pct == 0 {
		return wanted
	}
	target := oldest + uint64(r.lsnRate)*scanFactor
	sum := int64(0)
	for i := range p.instances {
		wanted[i] = p.dirtyUpTo(&p.instances[i], target)
		sum += wanted[i]
	}
	sum = max(1, sum/scanFactor)
	n := min((int64(float64(c.IOCapacity)*pct/100)+r.pageRate+min(sum, 2*c.IOCapacityMax))/3, c.IOCapacityMax)
	for i := range wanted {
		if byAge > 30 {
			wanted[i] = wanted[i]/scanFactor*n/sum + 1
		} else {
			wanted[i] = n/int64(len(wanted)) + 1
		}
	}
	return wanted
}

// pctForDirty is the share of innodb_io_capacity that the number of dirty pages
// asks for, in percent (af_get_pct_for_dirty).
func (p *Pool) pctForDirty() float64 {
	c := p.config
	dirty := 100 * float64(p.Dirty()) / float64(1+p.Resident()+p.Free())
	switch {
	case c.MaxDirtyPctLWM == 0 && dirty >= c.MaxDirtyPct:
		return 100
	case c.MaxDirtyPctLWM > 0 && dirty >= c.MaxDirtyPctLWM:
		return dirty * 100 / (c.MaxDirtyPct + 1)
	}
	return 0
}

// pctForAge is the share that the age of the checkpoint asks for, in percent
// (af_get_pct_for_lsn).
func (p *Pool) pctForAge(age int64) float64 {
	c := p.config
	switch {
	case c.Redo.Async <= 0 || float64(age) < c.AdaptiveLWM*float64(c.Redo.Capacity)/100:
		return 0
	case age < c.Redo.Async && !c.AdaptiveFlushing:
		return 0
	}
	factor := float64(age * 100 / c.Redo.Async)
	ratio := float64(c.IOCapacityMax / c.IOCapacity)
	if c.SteepAge {
		return ratio * factor * factor * math.Sqrt(factor) / 700.5
	}
	return ratio * factor * math.Sqrt(factor) / 7.5
}
