package fractal

// node is a leaf or an internal node.
type node struct {
	height int32
	dirty  bool
	// pivots are the keys between partitions, one behind the other.
	pivots []uint64
	// pivotBytes is the sum of the pivots' key bytes.
	pivotBytes int64
	// maxMSN is the newest message that the node has got.
	maxMSN uint64
	// known is the first message of the oldest transaction that the node knows to
	// be referenced: of that whose message it got last, or its parent at the last
	// flush.
	known uint64
	// pair is the node's place in the cache table.
	pair *pair

	// Of an internal node:
	children []child
	// messages and messageBytes are the sums over the children's buffers,
	// workdone that of their workdone.
	messages, messageBytes, workdone int64

	// Of a leaf:
	basements []basement
	// raw says that the bulk loader wrote the leaf, whose rows have transaction
	// ids in the file.
	raw  bool
	rows rows
	// partMemory is what the partitions count in the cache, missing how many of
	// them are not in memory.
	partMemory int64
	missing    int
	// allTouched says that all partitions have their bit of the clock set.
	allTouched bool
	// rowBytes is the sum of the basements' bytes.
	rowBytes int64
}

// child is an entry of an internal node: the child, and the buffer for it.
type child struct {
	node *node
	buffer
	// workdone is the bytes of rows that queries have written to the child in
	// memory from this buffer's messages (FT-08).
	workdone int64
	// flow is the bytes of messages that went into or through the buffer since
	// the last checkpoint, and in the interval before (FT-14).
	flow [2]int64
	// memory is what the buffer counts in the cache; it is right up to measured
	// bytes. alloc is the bytes that it is allocated.
	memory, measured, alloc int64
	fresh, stale, broadcast places
	// top is where the last stale message in key order lies, plus one; 0 is unknown.
	top int
	partition
}

// basement is the part of a leaf that a query reads.
type basement struct {
	count int64
	// bytes is the sum of the rows' sizes (FT-01).
	bytes int64
	// maxMSN is the newest message that was applied to the basement.
	maxMSN uint64
	// diskMSN is the newest message that is applied on disk.
	diskMSN uint64
	// sequential says that the last message was an insert near the end (FT-07).
	sequential bool
	// saved is the basement on disk, if a query has changed it since.
	saved *saved
	partition
	shape
}

// reactivity says whether a node has to be split or merged.
type reactivity uint8

const (
	stable reactivity = iota
	fissible
	fusible
)

// reactivity is FT-06 for leaves and FT-09 for internal nodes.
func (t *Tree) reactivity(n *node) reactivity {
	if n.height > 0 {
		switch c := len(n.children); {
		case c > t.fanout:
			return fissible
		case 4*c < t.fanout:
			return fusible
		}
		return stable
	}
	switch size := n.size(); {
	case size > t.nodeBytes && n.rowCount() > 1:
		return fissible
	case 4*size < t.nodeBytes && !n.basements[len(n.basements)-1].sequential:
		return fusible
	}
	return stable
}

func (n *node) rowCount() int64 {
	var count int64
	for i := range n.basements {
		count += n.basements[i].count
	}
	return count
}

// gorged reports whether an internal node has to flush (FT-10).
func (t *Tree) gorged(n *node) bool {
	return n.size()+n.workdone > t.nodeBytes && n.messages > 0
}

// which returns the partition whose range has the key: a key equal to a pivot
// belongs to its left.
func (t *Tree) which(n *node, key []uint64) int {
	w := t.keys.words
	pivots := n.pivots
	low, first := 0, key[0]
	// The first pivot whose first word is not less; the step has no branch to
	// mispredict.
	left := len(pivots) / w
	for left > 1 {
		half := left / 2
		next := low + half
		if pivots[(next-1)*w] < first {
			low = next
		}
		left -= half
	}
	if left == 1 && pivots[low*w] < first {
		low++
	}
	for at := low * w; at < len(pivots) && pivots[at] == first && compare(key[:w], pivots[at:]) > 0; at += w {
		low++
	}
	return low
}

// pivot returns the key between partitions i and i+1.
func (t *Tree) pivot(n *node, i int) []uint64 {
	w := t.keys.words
	return n.pivots[i*w : (i+1)*w]
}

// append puts a message into the buffer of child i.
func (t *Tree) append(n *node, i int, msg []uint64, size int64) {
	c := &n.children[i]
	if c.data == nil {
		c.data = t.newBuffer()
	}
	c.add(msg, size)
	t.enter(c)
	n.messages++
	n.messageBytes += size
	if !meta(msg[t.keys.words+1]).kind().one() {
		c.broadcasts++
	}
	if c.bytes > c.measured {
		n.setBufferMemory(c)
	}
}

// detach takes the whole buffer of child i out of the node. Its flows stay
// (ft/ft-flusher.cc ft_flush_some_child).
func (n *node) detach(i int) buffer {
	c := &n.children[i]
	b := c.buffer
	c.buffer = buffer{}
	n.messages -= b.count
	n.messageBytes -= b.bytes
	n.workdone -= c.workdone
	c.workdone = 0
	n.dirty = true
	c.fresh, c.stale, c.broadcast, c.top, c.alloc = places{}, places{}, places{}, 0, 0
	n.setBufferMemory(c)
	return b
}

// heaviest returns the child with the most bytes in its buffer and most work
// done for it; the first of equals (FT-20).
func (n *node) heaviest() int {
	best, most := 0, int64(-1)
	for i := range n.children {
		if weight := n.children[i].bytes + n.children[i].workdone; weight > most {
			best, most = i, weight
		}
	}
	return best
}
