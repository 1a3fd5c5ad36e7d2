package fractal

// mergeChild merges child i of n with its left neighbour, or with its right one
// if it is the first, and returns the left one of the two (FT-35;
// ft/ft-flusher.cc ft_merge_child). Both buffers are flushed first.
func (t *Tree) mergeChild(n *node, i int) *node {
	if i > 0 {
		i--
	}
	a, b := n.children[i].node, n.children[i+1].node
	t.pinFull(a)
	t.pinFull(b)
	t.revert(n, a)
	t.revert(n, b)
	t.moveMarked(n)
	t.moveMarked(a)
	t.moveMarked(b)
	t.flushThis(n, i)
	t.flushThis(n, i+1)
	n.dirty = true
	if a.height > 0 {
		t.stats.NonleafMerges++
		t.mergeInternal(n, i, a, b)
		return a
	}
	sizeA, sizeB := a.size(), b.size()
	if a.rowCount()+b.rowCount() > 1 && 4*(sizeA+sizeB) > 3*t.nodeBytes {
		if 4*sizeA <= t.nodeBytes || 4*sizeB <= t.nodeBytes {
			t.balance(n, i, a, b)
		}
		return a
	}
	t.mergeLeaves(a, b)
	t.removeChild(n, i, a, b)
	return a
}

// flushThis applies the buffer of child i of n to it if there are messages
// (ft/ft-flusher.cc flush_this_child).
func (t *Tree) flushThis(n *node, i int) {
	if n.children[i].count == 0 {
		return
	}
	t.stats.Flushes++
	flow := n.children[i].flow
	b := n.detach(i)
	// Unlike other flushes, this one forgets the flow.
	n.children[i].flow = [2]int64{}
	t.flushTo(n, n.children[i].node, &b, flow)
	t.changed(n)
}

// mergeInternal appends b's children to a's.
func (t *Tree) mergeInternal(n *node, i int, a, b *node) {
	a.pivots = append(append(a.pivots, t.pivot(n, i)...), b.pivots...)
	a.children = append(a.children, b.children...)
	a.dirty = true
	t.recount(a)
	t.removeChild(n, i, a, b)
}

// removeChild takes child i+1, which was merged into child i, out of n.
func (t *Tree) removeChild(n *node, i int, a, b *node) {
	for j := range n.children[i].flow {
		n.children[i].flow[j] += n.children[i+1].flow[j]
	}
	a.maxMSN, a.known = max(a.maxMSN, b.maxMSN), max(a.known, b.known)
	n.children = append(n.children[:i+1], n.children[i+2:]...)
	n.sumMemory()
	t.removePivot(n, i)
	if b == t.rightmost {
		// The last leaf keeps its block number.
		t.swapPairs(a, b)
		t.rightmost = a
	}
	t.destroy(b)
	t.changed(a)
	t.changed(n)
}

// mergeLeaves appends b's rows to a's (ft/ft-flusher.cc merge_leaf_nodes). An
// empty last basement of a goes, since it has no key to be its pivot.
func (t *Tree) mergeLeaves(a, b *node) {
	t.stats.LeafMerges++
	last := len(a.basements) - 1
	if a.basements[last].count > 0 {
		tail := a.rows.blocks[len(a.rows.blocks)-1]
		a.pivots = append(a.pivots, tail[len(tail)-t.rowWords:][:t.keys.words]...)
	} else {
		a.basements = a.basements[:last]
	}
	a.pivots = append(a.pivots, b.pivots...)
	a.basements = append(a.basements, b.basements...)
	a.rows.blocks = append(a.rows.blocks, b.rows.blocks...)
	b.rows.blocks = nil
	a.dirty, b.dirty = true, true
	t.recountLeaf(a)
}

// balance spreads the rows of two leaves evenly (ft/ft-flusher.cc
// balance_leaf_nodes), which counts as a merge and a split, too.
func (t *Tree) balance(n *node, i int, a, b *node) {
	t.stats.LeafBalances++
	t.mergeLeaves(a, b)
	t.stats.LeafSplits++
	*b = node{dirty: true, pair: b.pair, known: b.known}
	pivot := t.splitLeaf(a, b, evenly)
	a.maxMSN = max(a.maxMSN, b.maxMSN)
	b.maxMSN = a.maxMSN
	t.removePivot(n, i)
	t.insertPivot(n, i, pivot)
	t.changed(a)
	t.changed(b)
	t.changed(n)
}
