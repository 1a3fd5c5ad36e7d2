package fractal

import "math"

const (
	// evictorSeconds is how often the evictor looks by itself
	// (ft/cachetable/cachetable.cc EVICTION_PERIOD).
	evictorSeconds = 1
	// evictSeconds is what the evictor takes to evict a node whole, flushSeconds
	// what a flush takes to move a message down meanwhile (FT-70).
	evictSeconds = 20e-6
	flushSeconds = 1e-6
)

// wakeEvictor has the evictor run beside the operation under way, and beside those
// that follow. If the clock stands it runs to its end.
func (c *Cache) wakeEvictor() {
	if !c.evicting {
		c.evicting, c.evictorAt = true, c.seconds
	}
	c.evict(c.seconds + c.busy)
}

// rest has the evictor run to its end, and takes the clock to stand until the next
// Advance.
func (c *Cache) rest() {
	c.moving = false
	for _, t := range c.trees {
		t.settle()
	}
	if c.evicting {
		c.evict(c.seconds)
	}
}

// evict moves the hand and evicts until the cache is no larger than its size, or
// the evictor has got to the given time and no operation sleeps for it (FT-72;
// ft/cachetable/cachetable.cc evictor::run_eviction).
func (c *Cache) evict(until float64) {
	if !c.moving {
		until = math.Inf(1)
	}
	idle := int64(0)
	asleep := c.bytes > c.sleep
	for c.evictorAt <= until || asleep {
		if c.bytes <= c.config.Bytes || c.hand == nil || idle > c.pairs {
			c.evicting = false
			c.evictAt = c.seconds + evictorSeconds
			return
		}
		p := c.hand
		if c.sweep(p) {
			idle = 0
		} else {
			idle++
		}
		if c.hand == p {
			c.hand = p.next
		}
		asleep = asleep && c.bytes > c.goOn
	}
}

// sweep is the hand at one node: a node with a count loses one and some
// partitions, one without is evicted whole. It reports whether anything was
// tried.
func (c *Cache) sweep(p *pair) bool {
	if p.pinned || p.leaveAt > 0 {
		return false
	}
	if p.count == 0 {
		c.evictorAt += evictSeconds
		p.tree.evictNode(p.node)
		return true
	}
	if mean := c.bytes / c.pairs; p.size >= mean || p.size<<16/mean > c.chance() {
		p.count--
	}
	p.tree.evictPartly(p.node)
	return true
}

// evictNode drops a clean node, and writes a dirty one, which goes when the write
// is done (FT-74).
func (t *Tree) evictNode(n *node) {
	if !n.dirty {
		t.dropNode(n)
		return
	}
	p, c := n.pair, t.cache
	t.write(n, p.pending)
	p.pending = false
	if !c.moving {
		t.dropNode(n)
		return
	}
	c.resize(p, 0)
	p.leaveAt = max(c.seconds, c.evictorAt) + float64(p.bytes)/c.config.WriteRate
	c.leaving = append(c.leaving, p)
}

// depart drops the nodes whose writes are done and that nobody wanted meanwhile.
func (c *Cache) depart() {
	kept := c.leaving[:0]
	for _, p := range c.leaving {
		switch {
		case p.leaveAt == 0 || !p.cached:
		case p.leaveAt > c.seconds:
			kept = append(kept, p)
		default:
			p.leaveAt = 0
			p.tree.dropNode(p.node)
		}
	}
	c.leaving = kept
}

// dropNode takes a clean node out of memory.
func (t *Tree) dropNode(n *node) {
	n.allTouched = false
	if n.height == 0 {
		t.io.EvictedLeaves++
	} else {
		t.io.EvictedNonleaves++
	}
	for i := range n.basements {
		if !n.basements[i].absent {
			t.drop(n, i)
		}
	}
	for i := range n.children {
		c := &n.children[i]
		t.thaw(c)
		c.flow = [2]int64{}
		n.workdone -= c.workdone
		c.workdone = 0
		c.absent, c.squeezed = true, false
	}
	n.sumMemory()
	t.cache.remove(n.pair)
}

// drop takes a clean basement out of memory; what queries have applied to it is
// lost.
func (t *Tree) drop(leaf *node, i int) {
	t.restore(leaf, i)
	leaf.allTouched = false
	b := &leaf.basements[i]
	b.absent, b.touched = true, false
	b.shape = shape{}
}

// evictPartly drops or compresses partitions of a clean node that were not
// touched since the last time (FT-73; ft/ft-ops.cc toku_ftnode_pe_callback).
func (t *Tree) evictPartly(n *node) {
	if n.dirty {
		return
	}
	if n.height > 0 && t.squeezeGain(n) <= 0 {
		return
	}
	n.allTouched = false
	n.parts(func(i int, p *partition) {
		switch {
		case p.missing():
		case p.touched:
			p.touched = false
		case n.height == 0:
			t.io.PartialLeaves++
			t.drop(n, i)
		default:
			t.io.PartialNonleaves++
			p.squeezed = true
			t.settleMarks(&n.children[i])
			n.children[i].flow = [2]int64{}
		}
	})
	n.sumMemory()
	t.cache.resize(n.pair, t.memory(n))
}

// squeezeGain returns the bytes that compressing the untouched buffers of a node
// would free.
func (t *Tree) squeezeGain(n *node) int64 {
	var gain int64
	for i := range n.children {
		if c := &n.children[i]; !c.missing() && !c.touched {
			gain += c.memory - c.length - squeezedStructBytes
		}
	}
	return gain
}

// Advance moves the virtual clock: the timers that are due run.
func (c *Cache) Advance(seconds float64) {
	c.seconds += seconds
	c.moving = true
	if c.evicting {
		c.wakeEvictor()
	}
	if len(c.leaving) > 0 {
		c.depart()
	}
	if c.config.CheckpointSeconds > 0 && c.seconds >= c.checkpointAt {
		c.Checkpoint()
		c.moving = true
		c.checkpointAt = c.seconds + float64(c.config.CheckpointSeconds)
	}
	for c.config.CleanerSeconds > 0 && c.seconds >= c.cleanAt {
		c.clean()
		c.cleanAt += float64(c.config.CleanerSeconds)
	}
	if c.seconds >= c.evictAt {
		c.wakeEvictor()
	}
}
