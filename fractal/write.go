package fractal

// block is a node on disk.
type block struct {
	// bytes is its length there, 0 if it was never written.
	bytes int64
	place extent
	// epoch is the checkpoint interval that it was written in.
	epoch int64
}

// write writes a dirty node whole (FT-60; ft/serialize/ft_node-serialize.cc
// toku_serialize_ftnode_to). A leaf's rows are cut into basements first.
func (t *Tree) write(n *node, checkpoint bool) {
	if n.height == 0 {
		if t.xids > 0 && !checkpoint && !n.raw {
			t.collect(n)
		}
		t.rebalance(n)
	}
	t.moveMarked(n)
	bytes, plain := t.image(n)
	w := &t.io.Evicted
	if checkpoint {
		w = &t.io.Checkpointed
	}
	if n.height == 0 {
		w.Leaves++
		w.LeafBytes += bytes
		w.LeafPlainBytes += plain
	} else {
		w.Nonleaves++
		w.NonleafBytes += bytes
		w.NonleafPlainBytes += plain
	}
	for i := range n.children {
		t.freeze(&n.children[i])
	}
	for i := range n.basements {
		n.basements[i].diskMSN = n.basements[i].maxMSN
	}
	n.dirty = false
	n.pair.bytes = bytes
	t.file.place(&n.pair.block)
	if d := t.cache.config.Device; d != nil {
		d.WriteNode(bytes)
	}
}

// nodeInfoBytes is the part of nodeHeaderBytes that is the info block.
const nodeInfoBytes = 32

// image lays a node out on disk and returns its bytes there and uncompressed
// (FT-60, FT-61). With transactions a leaf is written with clean rows.
func (t *Tree) image(n *node) (bytes, plain int64) {
	parts := int64(n.partitions())
	header := nodeHeaderBytes - nodeInfoBytes + parts*partitionEntryBytes
	info := nodeInfoBytes + n.pivotBytes + (parts-1)*pivotHeaderBytes
	at := header + t.compressed(n, info)
	plain = header + info + partitionChecksumBytes
	n.parts(func(i int, p *partition) {
		size := t.partitionBytes(n, i)
		p.start, p.length = at, t.compressed(n, size)
		at += p.length
		plain += size + partitionChecksumBytes
	})
	return roundUp(at, sectorBytes), plain
}

// partitionBytes returns the bytes of a basement or buffer as it is written.
func (t *Tree) partitionBytes(n *node, i int) int64 {
	if n.height > 0 {
		c := &n.children[i]
		return bufferHeaderBytes + c.bytes + c.count*messageOffsetBytes
	}
	b := &n.basements[i]
	bytes := b.bytes
	if t.xids > 0 && !n.raw {
		bytes = 0
		t.eachRow(n, i, func(row []uint64) {
			bytes += t.writtenBytes(row, n)
		})
	}
	return basementHeaderBytes + bytes
}

// writtenBytes returns what a row takes in the file: nothing if it is old and
// deleted.
func (t *Tree) writtenBytes(row []uint64, leaf *node) int64 {
	bytes := t.rowBytes(row)
	if t.old(row, leaf) {
		m := rowMeta(row[t.keys.words])
		if m.deleted() {
			return 0
		}
		bytes -= int64(m.extra())
	}
	return bytes
}

// collect makes all old rows of a leaf clean (FT-02; ft/ft-ops.cc
// toku_ftnode_leaf_run_gc).
func (t *Tree) collect(leaf *node) {
	old := leaf.rows.blocks
	leaf.rows.blocks = nil
	i, left := 0, leaf.basements[0].count
	for j := range leaf.basements {
		leaf.basements[j].bytes = 0
	}
	counts := make([]int64, len(leaf.basements))
	for _, block := range old {
		for at := 0; at < len(block); at += t.rowWords {
			for left == 0 {
				i++
				left = leaf.basements[i].count
			}
			left--
			row := block[at : at+t.rowWords]
			if t.clean(row, leaf) {
				t.insert(&leaf.rows, place{len(leaf.rows.blocks), 0}, row)
				counts[i]++
				leaf.basements[i].bytes += t.rowBytes(row)
			}
		}
		t.freeBlock(block)
	}
	for j := range leaf.basements {
		leaf.basements[j].count = counts[j]
	}
	t.recountLeaf(leaf)
}

// rebalance cuts a leaf's rows into basements in key order, each as full as
// BasementBytes allows (FT-62; ft/node.cc toku_ftnode_leaf_rebalance).
func (t *Tree) rebalance(leaf *node) {
	last := leaf.basements[len(leaf.basements)-1]
	var newest uint64
	for i := range leaf.basements {
		newest = max(newest, leaf.basements[i].maxMSN)
	}
	w := t.keys.words
	leaf.basements, leaf.pivots = leaf.basements[:0], leaf.pivots[:0]
	current := basement{maxMSN: newest, sequential: last.sequential}
	var previous []uint64
	for _, block := range leaf.rows.blocks {
		for at := 0; at < len(block); at += t.rowWords {
			row := block[at : at+t.rowWords]
			size := t.rowBytes(row)
			if current.count > 0 && current.bytes+size > t.basement {
				leaf.basements = append(leaf.basements, current)
				leaf.pivots = append(leaf.pivots, previous[:w]...)
				current.count, current.bytes = 0, 0
			}
			current.count++
			current.bytes += size
			previous = row
		}
	}
	leaf.basements = append(leaf.basements, current)
	for i := range leaf.basements {
		leaf.basements[i].touched = true
		t.pack(&leaf.basements[i], false)
	}
	t.recountLeaf(leaf)
}

// Checkpoint writes all dirty nodes of the tree that are in the cache (FT-63;
// ft/cachetable/cachetable.cc checkpointer). A tree without changes since the
// last checkpoint is skipped.
func (t *Tree) Checkpoint() { t.cache.Checkpoint() }

// Checkpoint writes all dirty nodes of all trees. Each is cloned first, and the
// clone takes memory until it is written.
func (c *Cache) Checkpoint() {
	c.checkpoints++
	c.rest()
	all := make([]*pair, 0, c.pairs)
	p := c.hand
	for range c.pairs {
		p.pending = true
		all = append(all, p)
		p = p.next
	}
	for _, p := range all {
		if p.pending {
			p.pending = false
			c.checkpointPair(p)
		}
	}
	for _, t := range c.trees {
		t.file.checkpoint()
	}
}

func (c *Cache) checkpointPair(p *pair) {
	t, n := p.tree, p.node
	t.rotate(n)
	if !n.dirty {
		return
	}
	t.write(n, true)
	t.changed(n)
	t.settle()
	clone := p.size
	c.bytes += clone
	p.pinned = true
	if c.bytes > c.wake {
		c.wakeEvictor()
	}
	p.pinned = false
	c.bytes -= clone
}

// rotate begins a new interval of an internal node's flows (FT-14).
func (t *Tree) rotate(n *node) {
	for i := range n.children {
		if c := &n.children[i]; !c.missing() {
			c.flow[1], c.flow[0] = c.flow[0], 0
		}
	}
}
