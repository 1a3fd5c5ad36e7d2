package fractal

// Where a node lies on the way from the root: on the left edge of the tree, on
// its right edge, on both (the root), or on none.
type edge uint8

const (
	leftEdge edge = 1 << iota
	rightEdge
	noEdge edge = 0
)

const (
	// sequentialScore is the injections into the last leaf in a row from which
	// on an insert tries that leaf first (FT-15; ft/ft-internal.h
	// FT_SEQINSERT_SCORE_THRESHOLD).
	sequentialScore = 100
	// maxPromotion is the depth below which no message is promoted off the edges
	// (FT-12; ft/ft-ops.cc should_inject_in_node).
	maxPromotion = 2
	// flowShare is the part of the node size that must have gone through a
	// buffer for its flow to ask for promotion (FT-14; toku_bnc_should_promote).
	flowShare = 8
)

// inject puts a message into the tree (FT-11; ft/ft-ops.cc
// toku_ft_root_put_msg).
func (t *Tree) inject(msg []uint64) {
	t.pinFull(t.root)
	if t.reactivity(t.root) == fissible {
		t.splitRoot()
	}
	root := t.root
	one := meta(msg[t.keys.words+1]).kind().one()
	switch {
	case root.height == 0 || !one:
		t.stats.InjectedRootLeaf++
		t.injectHere(root, msg)
	case root.height > 1:
		t.push(root, -1, msg, 0, leftEdge|rightEdge, false)
	default:
		i := t.which(root, msg)
		if i == 0 || i == len(root.children)-1 {
			t.push(root, i, msg, 0, leftEdge|rightEdge, false)
			return
		}
		t.stats.InjectedHeight1++
		t.pin(root)
		t.injectAt(root, i, msg)
	}
}

// injectsHere is FT-12.
func injectsHere(n *node, at edge, depth int) bool {
	return n.height == 0 || at == noEdge && (n.height <= 1 || depth >= maxPromotion)
}

// push injects a message into n or promotes it to a child (FT-13; ft/ft-ops.cc
// push_something_in_subtree). i is the child, or -1 if not known yet; checked
// says that a child of n has been split or merged for this message.
func (t *Tree) push(n *node, i int, msg []uint64, depth int, at edge, checked bool) {
	if injectsHere(n, at, depth) {
		if n.height == 0 && at == rightEdge {
			t.rightmost = n
		}
		t.stats.injected(depth)
		t.injectHere(n, msg)
		return
	}
	if i < 0 {
		i = t.which(n, msg)
	}
	child, below := t.promotes(n, i, at, depth)
	if child == nil {
		t.stats.injected(depth)
		t.pin(n)
		t.injectAt(n, i, msg)
		return
	}
	if !checked && t.react(n, i, at) {
		t.pinFull(n)
		t.push(n, -1, msg, depth, at, true)
		return
	}
	c := &n.children[i]
	if below == noEdge && !child.dirty && !t.flows(c) {
		t.stats.StoppedUnwanted++
		t.stats.injected(depth)
		t.pin(n)
		t.injectAt(n, i, msg)
		return
	}
	t.push(child, -1, msg, depth+1, below, false)
	n.children[i].flow[0] += t.messageSize(msg)
}

// promotes returns the child i of n if a message may go on to it, and the edges
// that the child lies on; nil if the message has to stay in n.
func (t *Tree) promotes(n *node, i int, at edge, depth int) (*node, edge) {
	c := &n.children[i]
	if c.count > 0 {
		t.stats.StoppedBuffer++
		return nil, noEdge
	}
	below := noEdge
	switch {
	case at&leftEdge != 0 && i == 0:
		below = leftEdge
	case at&rightEdge != 0 && i == len(n.children)-1:
		below = rightEdge
	}
	if below == noEdge && n.height <= 1 {
		t.stats.StoppedHeight1++
		return nil, noEdge
	}
	if below != noEdge || t.flows(c) && depth <= 1 {
		t.pinFull(c.node)
		return c.node, below
	}
	switch {
	case !t.pinCached(c.node):
		t.stats.StoppedAbsent++
		return nil, noEdge
	case !t.inMemory(c.node):
		t.stats.StoppedPartly++
		return nil, noEdge
	}
	t.fetch(c.node)
	return c.node, below
}

// flows reports whether a buffer's flow asks for promotion (FT-14).
func (t *Tree) flows(c *child) bool {
	threshold := t.nodeBytes / flowShare
	return c.flow[0] >= threshold || c.flow[1] >= threshold
}

// injectHere puts a message into n: into a leaf's rows, or into the buffer of
// each child that it is for (ft/ft-ops.cc inject_message_in_locked_node).
func (t *Tree) injectHere(n *node, msg []uint64) { t.injectAt(n, -1, msg) }

// injectAt is injectHere; i is the child that the message is for, or -1 if not
// known.
func (t *Tree) injectAt(n *node, i int, msg []uint64) {
	t.moveMarked(n)
	n.dirty = true
	n.maxMSN = max(n.maxMSN, msg[t.keys.words])
	n.known = max(n.known, t.transaction)
	switch {
	case n.height == 0:
		n.raw = false
		t.applyMessage(n, msg)
	case i >= 0:
		t.enqueueTo(n, i, msg, t.messageSize(msg), 0)
	default:
		t.enqueue(n, msg, t.messageSize(msg), 0)
	}
	t.changed(n)
	if n == t.rightmost {
		t.score = min(t.score+1, sequentialScore)
	} else {
		t.score = 0
	}
	if n.height > 0 && t.gorged(n) {
		t.flushBackground(n)
	}
}

// enqueue appends a message to the buffers of an internal node that it is for,
// and counts it as flow of the interval (0 or 1; noFlow for none).
func (t *Tree) enqueue(n *node, msg []uint64, size int64, interval int) {
	if meta(msg[t.keys.words+1]).kind().one() {
		t.enqueueTo(n, t.which(n, msg), msg, size, interval)
		return
	}
	for i := range n.children {
		t.enqueueTo(n, i, msg, size, interval)
	}
}

// noFlow is for messages older than the last checkpoint interval.
const noFlow = -1

func (t *Tree) enqueueTo(n *node, i int, msg []uint64, size int64, interval int) {
	t.append(n, i, msg, size)
	if interval != noFlow {
		n.children[i].flow[interval] += size
	}
}

// putRightmost inserts straight into the last leaf if the recent inserts all
// went there (FT-15; ft/ft-ops.cc ft_maybe_insert_into_rightmost_leaf). It
// reports whether it did.
func (t *Tree) putRightmost(msg []uint64) bool {
	if t.score < sequentialScore {
		return false
	}
	leaf := t.rightmost
	t.pinFull(leaf)
	if t.reactivity(leaf) != stable {
		t.stats.ShortcutReactive++
		return false
	}
	if len(leaf.rows.blocks) == 0 || compare(msg[:t.keys.words], leaf.rows.blocks[0]) < 0 {
		t.stats.ShortcutLeft++
		return false
	}
	t.stats.ShortcutHits++
	if !t.appendRow(leaf, msg) {
		t.injectHere(leaf, msg)
	}
	return true
}

// appendRow is injectHere for a row behind all others of the last leaf, where
// nearly all rows of an ascending stream go. It reports whether it was one.
func (t *Tree) appendRow(leaf *node, msg []uint64) bool {
	w := t.keys.words
	last := len(leaf.rows.blocks) - 1
	block := leaf.rows.blocks[last]
	if compare(msg[:w], block[len(block)-t.rowWords:]) <= 0 {
		return false
	}
	leaf.dirty, leaf.raw = true, false
	leaf.maxMSN, leaf.known = msg[w], t.transaction
	b := &leaf.basements[len(leaf.basements)-1]
	b.maxMSN, b.sequential = msg[w], true
	value := meta(msg[w+1]).valueBytes()
	row := newRowMeta(value, provisionalBytes*min(t.xids, 1))
	k := t.keys.bytes(msg)
	size := int64(k + rowHeaderBytes + value + row.extra())
	if stored := size - int64(k) - keySlotBytes; !b.append(keyEntry(int64(k)), stored) {
		b.insert(b.count, int64(k), stored, true)
		t.measure(leaf, b)
	}
	b.count++
	b.bytes += size
	leaf.rowBytes += size
	if len(block) == cap(block) {
		block = t.newBlock()
		leaf.rows.blocks = append(leaf.rows.blocks, block)
		last++
	}
	end := len(block)
	block = block[:end+t.rowWords]
	leaf.rows.blocks[last] = block
	put(block, end, msg[:w])
	block[end+w] = uint64(row)
	t.stamp(block[end:], msg[w])
	return true
}

// react splits or merges child i of n if it has to be, once a level (FT-16;
// ft/ft-ops.cc process_maybe_reactive_child). It reports whether it tried.
func (t *Tree) react(n *node, i int, at edge) bool {
	last := len(n.children) - 1
	switch t.reactivity(n.children[i].node) {
	case fissible:
		mode := evenly
		if n.height == 1 && at&leftEdge != 0 && i == 0 {
			mode = rightHeavy
		} else if n.height == 1 && at&rightEdge != 0 && i == last {
			mode = leftHeavy
		}
		t.splitChild(n, i, mode)
		return true
	case fusible:
		if n.height == 1 && (at&leftEdge != 0 && i <= 1 || at&rightEdge != 0 && i >= last-1) {
			return false
		}
		if len(n.children) > 1 {
			t.mergeChild(n, i)
		}
		return true
	}
	return false
}
