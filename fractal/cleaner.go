package fractal

// cleanerLooks is the number of nodes that the cleaner looks at to choose one
// (ft/cachetable/cachetable.cc cleaner::run_cleaner).
const cleanerLooks = 8

// clean flushes one buffer of each of a few nodes, however full they are
// (FT-75; ft/cachetable/cachetable.cc cleaner::run_cleaner, ft/ft-flusher.cc
// toku_ftnode_cleaner_callback).
func (c *Cache) clean() {
	for range max(1, c.config.CleanerIterations) {
		var best *pair
		var most int64
		for range min(cleanerLooks, c.pairs) {
			p := c.cleanerHand
			if pressure := p.node.pressure(); pressure > most && p.leaveAt == 0 {
				best, most = p, pressure
			}
			c.cleanerHand = p.next
		}
		if best == nil {
			continue
		}
		t, n := best.tree, best.node
		t.land()
		t.pinned(n)
		t.fetch(n)
		if i := n.heaviest(); n.children[i].bytes > 0 {
			t.flushSome(n, &flusher{recurse: ifGorged, cleaner: true})
		}
		t.settle()
	}
}

// pressure is what a node asks the cleaner for: the memory of its buffers and
// the work done for them.
func (n *node) pressure() int64 {
	if n.height == 0 || n.messages == 0 {
		return 0
	}
	pressure := n.workdone
	for i := range n.children {
		if c := &n.children[i]; !c.absent && c.count > 0 {
			pressure += c.memory
		}
	}
	return pressure
}

// dropChanged drops those basements of a clean leaf that queries have changed
// beyond what the parent's messages say (ft/ft-flusher.cc
// maybe_destroy_child_blbs).
func (t *Tree) dropChanged(parent, leaf *node) {
	if leaf.height > 0 || leaf.dirty || len(leaf.basements) < 2 {
		return
	}
	for i := range leaf.basements {
		if b := &leaf.basements[i]; !b.absent && parent.maxMSN < b.maxMSN {
			t.drop(leaf, i)
		}
	}
	leaf.sumMemory()
}

// revert takes back what queries have applied to a clean leaf from above its
// parent. Else the leaf would be written with basements that know different
// messages, and rebalancing makes them all know the newest (FT-46). It reads
// nothing.
func (t *Tree) revert(parent, leaf *node) {
	if leaf.height > 0 || leaf.dirty {
		return
	}
	for i := range leaf.basements {
		b := &leaf.basements[i]
		if b.absent || parent.maxMSN >= b.maxMSN {
			continue
		}
		if b.saved != nil {
			t.restore(leaf, i)
			t.pack(b, true)
		}
		b.maxMSN = min(b.maxMSN, parent.maxMSN)
	}
	leaf.sumMemory()
	t.changed(leaf)
}

// mergeByCleaner merges a leaf by a pass of its own from the root, which flushes
// all buffers on its way (ft/ft-flusher.cc ct_maybe_merge_child).
func (t *Tree) mergeByCleaner(n *node, i int) {
	isLast := i == len(n.children)-1
	at := i
	if isLast {
		at--
	}
	key := append([]uint64(nil), t.pivot(n, at)...)
	t.pinFull(t.root)
	t.flushSome(t.root, &flusher{recurse: always, uncounted: true, pick: func(n *node) int {
		if n.height == 1 && isLast {
			return len(n.children) - 1
		}
		return t.which(n, key)
	}})
}
