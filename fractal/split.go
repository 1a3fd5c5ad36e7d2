package fractal

// splitMode says where a leaf is cut (FT-31).
type splitMode uint8

const (
	// evenly cuts in the middle of the row bytes.
	evenly splitMode = iota
	// leftHeavy keeps all rows in the left leaf; the right one is empty.
	leftHeavy
	// rightHeavy keeps one row in the left leaf.
	rightHeavy
)

// splitRoot puts a new root above the old one and splits that evenly (FT-33;
// ft/ft-ops.cc ft_init_new_root). The root keeps its block number.
func (t *Tree) splitRoot() {
	old := t.root
	root := &node{height: old.height + 1, dirty: true, maxMSN: old.maxMSN, known: old.known, children: make([]child, 1, t.fanout+2)}
	root.children[0].node = old
	root.children[0].touched = true
	root.setBufferMemory(&root.children[0])
	t.create(root)
	t.swapPairs(root, old)
	t.root = root
	t.stats.RootSplits++
	t.splitChild(root, 0, evenly)
	t.pinFull(root)
}

// splitChild splits child i of n, whose buffer is empty (FT-30;
// ft/ft-flusher.cc ft_split_child, handle_split_of_child).
func (t *Tree) splitChild(n *node, i int, mode splitMode) {
	c := n.children[i].node
	t.moveMarked(n)
	t.moveMarked(c)
	right := &node{height: c.height, dirty: true, maxMSN: c.maxMSN, known: c.known}
	t.create(right)
	var pivot []uint64
	if c.height == 0 {
		t.stats.LeafSplits++
		pivot = t.splitLeaf(c, right, mode)
	} else {
		t.stats.NonleafSplits++
		pivot = t.splitInternal(c, right)
	}
	c.dirty, n.dirty = true, true
	if c == t.rightmost {
		// The last leaf keeps its block number.
		t.swapPairs(c, right)
		t.rightmost = right
	}
	t.insertChild(n, i+1, right)
	t.insertPivot(n, i, pivot)
	halve := &n.children[i].flow
	for j, flow := range *halve {
		n.children[i+1].flow[j] = flow / 2
		halve[j] = (flow + 1) / 2
	}
	t.changed(c)
	t.changed(right)
	t.changed(n)
}

// insertChild makes c the child i of n with an empty buffer.
func (t *Tree) insertChild(n *node, i int, c *node) {
	n.children = append(n.children, child{})
	copy(n.children[i+1:], n.children[i:])
	n.children[i] = child{node: c}
	n.children[i].touched = true
	n.setBufferMemory(&n.children[i])
}

// insertPivot puts a key between partitions i and i+1.
func (t *Tree) insertPivot(n *node, i int, key []uint64) {
	w := t.keys.words
	n.pivots = append(n.pivots, key[:w]...)
	copy(n.pivots[(i+1)*w:], n.pivots[i*w:])
	copy(n.pivots[i*w:], key[:w])
	n.pivotBytes += int64(t.keys.bytes(key))
}

// removePivot takes out the key between partitions i and i+1.
func (t *Tree) removePivot(n *node, i int) {
	w := t.keys.words
	n.pivotBytes -= int64(t.keys.bytes(t.pivot(n, i)))
	n.pivots = append(n.pivots[:i*w], n.pivots[(i+1)*w:]...)
}

// splitInternal moves the later half of c's children to right and returns the
// pivot between (FT-32; ft/ft-flusher.cc ft_nonleaf_split).
func (t *Tree) splitInternal(c, right *node) []uint64 {
	w := t.keys.words
	half := len(c.children) / 2
	pivot := append([]uint64(nil), t.pivot(c, half-1)...)
	right.children = append(make([]child, 0, t.fanout+2), c.children[half:]...)
	right.pivots = append([]uint64(nil), c.pivots[half*w:]...)
	clear(c.children[half:])
	c.children = c.children[:half]
	c.pivots = c.pivots[:(half-1)*w]
	t.recount(c)
	t.recount(right)
	return pivot
}

// recount sums up an internal node's pivots and buffers.
func (t *Tree) recount(n *node) {
	n.messages, n.messageBytes, n.workdone = 0, 0, 0
	for i := range n.children {
		c := &n.children[i]
		n.messages += c.count
		n.messageBytes += c.bytes
		n.workdone += c.workdone
	}
	n.pivotBytes = t.sumPivots(n)
	n.sumMemory()
}

func (t *Tree) sumPivots(n *node) int64 {
	var sum int64
	for at := 0; at < len(n.pivots); at += t.keys.words {
		sum += int64(t.keys.bytes(n.pivots[at:]))
	}
	return sum
}

// cutPoint returns in which basement a leaf is cut and how many rows of that
// basement stay left (FT-31; ft/ft-flusher.cc ftleaf_get_split_loc).
func (t *Tree) cutPoint(leaf *node, mode splitMode) (int, int64) {
	last := len(leaf.basements) - 1
	switch mode {
	case leftHeavy:
		if leaf.basements[last].count == 0 && last > 0 {
			last--
		}
		return last, leaf.basements[last].count
	case rightHeavy:
		return 0, min(leaf.basements[0].count, 1)
	}
	half := leaf.rowBytes / 2
	var sum int64
	for i := range leaf.basements {
		b := &leaf.basements[i]
		if sum+b.bytes < half || b.count == 0 {
			sum += b.bytes
			continue
		}
		var n int64
		t.eachRow(leaf, i, func(row []uint64) {
			if sum < half || n == 0 {
				sum += t.rowBytes(row)
				n++
			}
		})
		if i == last && n == b.count {
			return t.oneLess(leaf, i, n)
		}
		return i, n
	}
	panic("fractal: a leaf without a middle")
}

// oneLess returns a cut one row before n in basement i: behind the last row of a
// leaf there is nothing to cut.
func (t *Tree) oneLess(leaf *node, i int, n int64) (int, int64) {
	if n > 1 {
		return i, n - 1
	}
	return i - 1, leaf.basements[i-1].count
}

// splitLeaf moves what lies behind the cut to right and returns the pivot
// between (FT-31; ft/ft-flusher.cc ftleaf_split).
func (t *Tree) splitLeaf(leaf, right *node, mode splitMode) []uint64 {
	w := t.keys.words
	i, n := t.cutPoint(leaf, mode)
	var before int64
	for j := range i {
		before += leaf.basements[j].count
	}
	boundary := n == 0 || n == leaf.basements[i].count
	last := len(leaf.basements) - 1
	var pivot []uint64
	if boundary && i < last {
		pivot = append(pivot, t.pivot(leaf, i)...)
	} else if before+n > 0 {
		row := t.at(&leaf.rows, t.skip(&leaf.rows, place{}, before+n-1))
		pivot = append(pivot, row[:w]...)
	} else {
		pivot = make([]uint64, w)
	}
	right.rows = t.cut(&leaf.rows, before+n)
	if boundary {
		right.basements = append(right.basements, leaf.basements[i+1:]...)
		right.pivots = append(right.pivots, leaf.pivots[min(i+1, last)*w:]...)
	} else {
		right.basements = append(right.basements, t.cutBasement(&leaf.basements[i], right, n))
		right.basements = append(right.basements, leaf.basements[i+1:]...)
		right.pivots = append(right.pivots, leaf.pivots[i*w:]...)
	}
	if len(right.basements) == 0 {
		right.basements = newBasements()
	}
	leaf.basements = leaf.basements[:i+1]
	leaf.pivots = leaf.pivots[:i*w]
	t.recountLeaf(leaf)
	t.recountLeaf(right)
	return pivot
}

// cutBasement divides b behind its first n rows; the rest is the head of right's
// rows. The new basement has its part of the bytes and the same newest message.
func (t *Tree) cutBasement(b *basement, right *node, n int64) basement {
	rest := basement{count: b.count - n, maxMSN: b.maxMSN, partition: partition{touched: true}}
	p := place{}
	for range rest.count {
		rest.bytes += t.rowBytes(t.at(&right.rows, p))
		p = t.skip(&right.rows, p, 1)
	}
	b.count -= rest.count
	b.bytes -= rest.bytes
	t.shapeCut(b, &rest)
	return rest
}

// recountLeaf sums up a leaf's pivots and basements.
func (t *Tree) recountLeaf(leaf *node) {
	leaf.rowBytes = 0
	for i := range leaf.basements {
		leaf.rowBytes += leaf.basements[i].bytes
	}
	leaf.pivotBytes = t.sumPivots(leaf)
	leaf.sumMemory()
}
