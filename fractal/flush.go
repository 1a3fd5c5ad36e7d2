package fractal

// recursion says which nodes a flush goes on from.
type recursion uint8

const (
	// ifGorged goes on from a gorged node: the flusher and the cleaner.
	ifGorged recursion = iota
	// always goes on: hot optimize and the cleaner's merges.
	always
)

// flusher is one chain of flushes from a node down (ft/ft-flusher.cc struct
// flusher_advice).
type flusher struct {
	recurse recursion
	// cleaner says that it drops basements that queries have changed and leaves
	// merges of leaves to a chain of their own (FT-75).
	cleaner bool
	// uncounted says that its flushes are not in flushes_counted.
	uncounted bool
	// pick chooses the child; nil means the heaviest.
	pick func(n *node) int
	// split chooses between the halves of a child that was split; nil for
	// neither.
	split func(n *node, i int) int
	// cascades counts the flushes of the chain.
	cascades int
}

func (f *flusher) goes(t *Tree, n *node) bool {
	return n.height > 0 && (f.recurse == always || f.recurse == ifGorged && t.gorged(n))
}

// flushBackground is what a gorged node does: one buffer moves down at least one
// level (FT-20; ft/ft-flusher.cc toku_ft_flush_node_on_background_thread). The
// library does it on another thread, with the node locked.
func (t *Tree) flushBackground(n *node) {
	f := &flusher{recurse: ifGorged}
	i := n.heaviest()
	c := n.children[i].node
	if t.pinCached(c) && c.height > 0 && t.reactivity(c) == stable {
		t.stats.FlushesUncounted++
		flow := n.children[i].flow
		b := n.detach(i)
		t.changed(n)
		t.fetch(c)
		t.flushTo(n, c, &b, flow)
		if t.gorged(c) {
			t.flushSome(c, f)
		}
		return
	}
	t.flushSome(n, f)
}

// flushSome moves the buffer of one child of n down and goes on from there
// (FT-21; ft/ft-flusher.cc ft_flush_some_child). A leaf becomes dirty even if (FT-24)
// its buffer is empty.
func (t *Tree) flushSome(n *node, f *flusher) {
	t.moveMarked(n)
	i := n.heaviest()
	if f.pick != nil {
		i = f.pick(n)
	}
	c := n.children[i].node
	t.pinHeader(c)
	if f.cleaner {
		t.dropChanged(n, c)
	} else {
		t.revert(n, c)
	}
	var b buffer
	flow := n.children[i].flow
	flushes := n.children[i].count > 0 || n.height == 1
	if flushes {
		b = n.detach(i)
		t.changed(n)
	}
	released := c.height > 0 && t.reactivity(c) == stable
	t.fetch(c)
	released = released || t.reactivity(c) == stable
	if flushes {
		t.flushTo(n, c, &b, flow)
	}
	t.countFlush(f)
	after := t.reactivity(c)
	switch {
	case released || after == stable || after == fusible && len(n.children) == 1:
		if f.goes(t, c) {
			t.flushSome(c, f)
		}
	case after == fissible:
		t.splitAndGo(n, i, f)
	default:
		t.mergeAndGo(n, i, f)
	}
}

func (t *Tree) countFlush(f *flusher) {
	if f.uncounted {
		return
	}
	t.stats.Flushes++
	if f.cascades > 0 {
		t.stats.Cascades++
	}
	f.cascades++
}

// splitAndGo splits child i of n and goes on from one of the halves (FT-22;
// ft/ft-flusher.cc ft_split_child).
func (t *Tree) splitAndGo(n *node, i int, f *flusher) {
	t.splitChild(n, i, evenly)
	picked := -1
	if f.split != nil {
		picked = f.split(n, i)
	}
	a, b := n.children[i].node, n.children[i+1].node
	switch {
	case picked == i || picked < 0 && f.goes(t, a):
		t.flushSome(a, f)
	case picked == i+1 || picked < 0 && f.goes(t, b):
		t.flushSome(b, f)
	}
}

// mergeAndGo merges child i of n with a neighbour and goes on from there.
func (t *Tree) mergeAndGo(n *node, i int, f *flusher) {
	if f.cleaner && n.children[i].node.height == 0 {
		t.mergeByCleaner(n, i)
		return
	}
	a := t.mergeChild(n, i)
	if f.goes(t, a) {
		t.flushSome(a, f)
	}
}

// flushTo gives all messages of a buffer to a child (FT-23; ft/ft-ops.cc
// toku_bnc_flush_to_child). flow is that of the buffer: its newest flow[0] bytes
// are flow of this checkpoint interval in the child, too, the flow[1] before
// them of the last one.
func (t *Tree) flushTo(n, c *node, b *buffer, flow [2]int64) {
	w, step := t.keys.words, t.messageWords
	c.dirty, c.raw = true, false
	c.known = max(c.known, n.known)
	t.cache.busy += float64(b.count) * flushSeconds
	if b.count > 0 {
		c.maxMSN = max(c.maxMSN, b.data[len(b.data)-step+w])
	}
	if c.height == 0 {
		t.stats.MessagesToLeaves += b.count
		t.applyBuffer(c, b)
		t.changed(c)
		t.recycle(b)
		return
	}
	t.moveMarked(c)
	left := b.bytes
	for at := 0; at < len(b.data); at += step {
		msg := b.data[at : at+step]
		size := t.messageSize(msg)
		interval := noFlow
		switch {
		case left <= flow[0]:
			interval = 0
		case left <= flow[0]+flow[1]:
			interval = 1
		}
		t.enqueue(c, msg, size, interval)
		left -= size
	}
	t.changed(c)
	t.recycle(b)
}

// spareBuffers is the most message arrays that a tree keeps to use again.
const spareBuffers = 64

// recycle forgets a buffer's messages.
func (t *Tree) recycle(b *buffer) {
	if cap(b.data) > 0 && len(t.spareData) < spareBuffers {
		t.spareData = append(t.spareData, b.data[:0])
	}
	b.data = nil
}

// newBuffer returns an empty message array.
func (t *Tree) newBuffer() []uint64 {
	if n := len(t.spareData); n > 0 {
		data := t.spareData[n-1]
		t.spareData = t.spareData[:n-1]
		return data
	}
	return make([]uint64, 0, 8*t.messageWords)
}
