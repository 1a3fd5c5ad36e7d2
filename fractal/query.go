package fractal

import "sort"

// step is a node on the way from the root and the child that the way takes.
type step struct {
	node  *node
	child int
}

// Get looks a row up (FT-50; ft/ft-ops.cc toku_ft_search) and reports whether it
// is there.
func (t *Tree) Get(key []byte, keyBytes int) bool {
	t.checkKey(key)
	t.keys.put(t.message, key, keyBytes)
	t.goal = append(t.goal[:0], t.message[:t.keys.words]...)
	found := t.lookUp(t.goal)
	t.settle()
	return found
}

// Insert adds a row if its key is new and reports whether it was. It costs a
// lookup unless the row goes straight to the last leaf (FT-17; ft/ft-ops.cc
// toku_ft_insert_unique).
func (t *Tree) Insert(key []byte, keyBytes, valueBytes int) bool {
	t.checkKey(key)
	t.keys.put(t.message, key, keyBytes)
	if t.score >= sequentialScore && t.rightmost != nil && t.afterLast(t.message) {
		t.Put(key, keyBytes, valueBytes)
		return true
	}
	if t.Get(key, keyBytes) {
		return false
	}
	t.Put(key, keyBytes, valueBytes)
	return true
}

// afterLast reports whether the shortcut would take the key and the last leaf
// does not have it.
func (t *Tree) afterLast(key []uint64) bool {
	leaf := t.rightmost
	if t.reactivity(leaf) != stable || len(leaf.rows.blocks) == 0 ||
		compare(key[:t.keys.words], leaf.rows.blocks[0]) < 0 {
		return false
	}
	_, found := t.find(&leaf.rows, key)
	return !found
}

// lookUp finds the row with the key.
func (t *Tree) lookUp(key []uint64) bool {
	leaf, _ := t.descend(aim{key: key}, nil)
	p, found := t.find(&leaf.rows, key)
	return found && !rowMeta(t.at(&leaf.rows, p)[t.keys.words]).deleted()
}

// aim is what a descent looks for: the first row not below the key, or above it.
type aim struct {
	key   []uint64
	above bool
}

// towards returns the partition of n that the aim lies in.
func (t *Tree) towards(n *node, a aim) int {
	i := t.which(n, a.key)
	if a.above && i < n.partitions()-1 && compare(a.key[:t.keys.words], t.pivot(n, i)) == 0 {
		i++
	}
	return i
}

// descend goes to the leaf and the basement of an aim, with all messages on the
// way applied there. Whatever is absent is read, and each read begins the
// descent anew (FT-50).
func (t *Tree) descend(a aim, bounds *scan) (*node, int) {
	for {
		if leaf, i, ok := t.tryDescend(a, bounds); ok {
			return leaf, i
		}
		t.stats.Retries++
	}
}

// tryDescend is one attempt; it fails when something had to be read.
func (t *Tree) tryDescend(a aim, bounds *scan) (*node, int, bool) {
	t.path = t.path[:0]
	n := t.root
	i := t.towards(n, a)
	t.pinRoot(n, i, bounds)
	for n.height > 0 {
		t.path = append(t.path, step{n, i})
		parent := n
		n = n.children[i].node
		i = t.towards(n, a)
		if len(t.ahead) > 0 {
			t.await(n)
		}
		if !t.pinQuery(n, i, parent, bounds) {
			return nil, 0, false
		}
	}
	if len(t.path) > 0 {
		t.applyAncestors(n, i)
	}
	return n, i, true
}

// pinRoot pins the root for a query: read whole if absent (FT-50).
func (t *Tree) pinRoot(n *node, i int, bounds *scan) {
	if !t.pinCached(n) {
		t.readWhole(n)
	}
	t.need(n, i, bounds)
}

// pinQuery pins a node with the partition i for a query and reports whether it
// was all in memory.
func (t *Tree) pinQuery(n *node, i int, parent *node, bounds *scan) bool {
	if t.pinCached(n) {
		return !t.need(n, i, bounds)
	}
	if parent.height > 1 {
		t.readWhole(n)
	} else {
		t.miss(n)
		bytes := min(headerReadBytes, n.pair.bytes)
		t.io.Headers++
		t.io.HeaderBytes += bytes
		t.readCall(bytes)
	}
	t.need(n, i, bounds)
	return false
}

// readWhole reads all of a node in one call; its partitions stay compressed
// until they are needed.
func (t *Tree) readWhole(n *node) {
	t.miss(n)
	t.readCall(n.pair.bytes)
	t.io.Whole++
	t.io.WholeBytes += n.pair.bytes
	for i := range n.children {
		n.children[i].absent, n.children[i].squeezed, n.children[i].touched = false, true, true
	}
	for i := range n.basements {
		b := &n.basements[i]
		b.absent, b.touched = false, true
		t.pack(b, true)
	}
	n.sumMemory()
}

// need brings partition i of a pinned node into memory, and those that the
// bounds of a range ask for with it (FT-53; ft/ft-ops.cc
// toku_ftnode_pf_callback). It reports whether partition i was missing.
func (t *Tree) need(n *node, i int, bounds *scan) bool {
	p := n.part(i)
	p.touched = true
	if !p.missing() {
		return false
	}
	first, last := i, i
	if bounds != nil && bounds.bounded {
		first, last = t.within(n, bounds)
	}
	n.parts(func(j int, p *partition) {
		switch {
		case !p.missing():
		case j == i:
			t.load(n, j, forTarget)
		case first <= j && j <= last:
			t.load(n, j, forBounds)
		}
	})
	n.sumMemory()
	t.changed(n)
	return true
}

// applyAncestors applies the messages above a leaf to basement i of a clean
// leaf, or to all basements in memory of a dirty one (FT-43; ft/node.cc
// toku_apply_ancestors_messages_to_node). The messages stay in their buffers;
// the work done counts there. A leaf that messages may be for is let go and pinned
// once more, for writing (ft/ft-cachetable-wrappers.cc toku_pin_ftnode_for_query).
func (t *Tree) applyAncestors(leaf *node, i int) {
	first, last := i, i
	if leaf.dirty {
		first, last = 0, len(leaf.basements)-1
	}
	asked := false
	for s := len(t.path) - 1; s >= 0; s-- {
		r := t.reach(s, leaf, first, last)
		asked = t.applyFrom(t.path[s], &r) || asked
	}
	if asked {
		leaf.pair.touch()
	}
}

// reach is what the messages of one ancestor may be for: basements first to last of a
// leaf, and the range of keys that is theirs; nil for no bound.
type reach struct {
	leaf        *node
	first, last int
	low, high   []uint64
}

// reach returns what the messages at a depth of the path may be for.
func (t *Tree) reach(depth int, leaf *node, first, last int) reach {
	low, high := t.bounds(depth)
	if first == last && first > 0 {
		low = t.pivot(leaf, first-1)
	}
	if first == last && first < len(leaf.basements)-1 {
		high = t.pivot(leaf, first)
	}
	return reach{leaf, first, last, low, high}
}

// applyFrom applies the messages of one ancestor as far as they reach. It reports
// whether there were any, known or not.
func (t *Tree) applyFrom(from step, r *reach) bool {
	newest := from.node.maxMSN
	oldest := newest
	for j := r.first; j <= r.last; j++ {
		if b := &r.leaf.basements[j]; !b.absent && b.maxMSN < oldest {
			oldest = b.maxMSN
		}
	}
	if oldest == newest {
		return false
	}
	c := &from.node.children[from.child]
	asked := c.count > 0 && t.asked(c, newest, r)
	if asked {
		if work := t.applySince(c, oldest, r); work > 0 {
			c.workdone += work
			from.node.workdone += work
			t.changed(r.leaf)
		}
		from.node.marked = from.node.marked || c.marks > 0
	}
	for j := r.first; j <= r.last; j++ {
		if b := &r.leaf.basements[j]; !b.absent {
			b.maxMSN = max(b.maxMSN, newest)
		}
	}
	return asked
}

// asked reports whether a buffer has messages, known or not, for basements that do not
// know the newest of their node (ft/node.cc toku_ft_leaf_needs_ancestors_messages).
func (t *Tree) asked(b *child, newest uint64, r *reach) bool {
	for at := 0; at < len(b.data); at += t.messageWords {
		msg := b.data[at : at+t.messageWords]
		if !meta(msg[t.keys.words+1]).kind().one() {
			return true
		}
		if j, ok := t.target(msg, r); ok && r.leaf.basements[j].maxMSN < newest {
			return true
		}
	}
	return false
}

// applySince applies the messages of a buffer that are newer than oldest and that
// their basements do not know. It returns the work done.
func (t *Tree) applySince(b *child, oldest uint64, r *reach) int64 {
	w, step := t.keys.words, t.messageWords
	n := len(b.data) / step
	from := sort.Search(n, func(i int) bool { return b.data[i*step+w] > oldest })
	jobs := t.jobs[:0]
	for at := from * step; at < len(b.data); at += step {
		msg := b.data[at : at+step]
		if !meta(msg[w+1]).kind().one() {
			t.jobs = jobs
			return t.applyInOrder(b, from*step, r)
		}
		if j, ok := t.concerns(msg, r); ok {
			t.save(r.leaf, j)
			jobs = append(jobs, job{msg[0], uint32(at)})
			b.mark(&msg[w+1])
		}
	}
	t.jobs = jobs
	if len(jobs) == 0 {
		return 0
	}
	t.waited += messageWait * int64(len(jobs))
	return t.applyJobs(r.leaf, b.data, jobs)
}

// target returns the basement that a message is for, if that is within reach and in
// memory.
func (t *Tree) target(msg []uint64, r *reach) (int, bool) {
	key := msg[:t.keys.words]
	if r.low != nil && compare(key, r.low) <= 0 || r.high != nil && compare(key, r.high) > 0 {
		return 0, false
	}
	j := r.first
	if r.first < r.last {
		if j = t.which(r.leaf, msg); j < r.first || j > r.last {
			return 0, false
		}
	}
	return j, !r.leaf.basements[j].absent
}

// concerns is target for a message that the basement does not know.
func (t *Tree) concerns(msg []uint64, r *reach) (int, bool) {
	j, ok := t.target(msg, r)
	return j, ok && r.leaf.basements[j].maxMSN < msg[t.keys.words]
}

// bounds returns the range of the leaf at the end of the path, as far as the
// nodes below depth narrow it: nil for no bound.
func (t *Tree) bounds(depth int) (low, high []uint64) {
	for _, s := range t.path[depth+1:] {
		if s.child > 0 {
			low = t.pivot(s.node, s.child-1)
		}
		if s.child < len(s.node.children)-1 {
			high = t.pivot(s.node, s.child)
		}
	}
	return low, high
}

// applyInOrder is applySince for messages with broadcasts among them.
func (t *Tree) applyInOrder(c *child, from int, r *reach) int64 {
	w, step := t.keys.words, t.messageWords
	var work int64
	for at := from; at < len(c.data); at += step {
		msg := c.data[at : at+step]
		if meta(msg[w+1]).kind().one() {
			if j, ok := t.concerns(msg, r); ok {
				t.save(r.leaf, j)
				work += t.applyOne(r.leaf, msg)
				c.mark(&msg[w+1])
			}
			continue
		}
		for j := r.first; j <= r.last; j++ {
			if b := &r.leaf.basements[j]; !b.absent && b.maxMSN < msg[w] {
				t.save(r.leaf, j)
				work += t.applyToAll(r.leaf, j, msg)
			}
		}
	}
	return work
}
