package fractal

// node is a leaf or an internal node.
type node struct {
	height int32
	dirty  bool
	// allTouched says that all partitions have their bit of the clock set.
	allTouched bool
	// raw says that the bulk loader wrote the leaf, whose rows have transaction
	// ids in the file.
	raw bool
	// marked says that queries have marked messages of the node (FT-44).
	marked bool
	// missing is how many partitions are not in memory, partMemory what those
	// that are count in the cache.
	missing    int
	partMemory int64
	// pair is the node's place in the cache table.
	pair *pair
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

	// Of an internal node:
	children []child
	// messages and messageBytes are the sums over the children's buffers,
	// workdone that of their workdone.
	messages, messageBytes, workdone int64

	// Of a leaf:
	basements []basement
	rows      rows
	// rowBytes is the sum of the basements' bytes.
	rowBytes int64
}

// child is an entry of an internal node: the child, and the buffer for it.
type child struct {
	node *node
	buffer
	// measured is up to how many bytes the memory of the buffer is right.
	measured int64
	// flow is the bytes of messages that went into or through the buffer since
	// the last checkpoint, and in the interval before (FT-14).
	flow  [2]int64
	fresh places
	// workdone is the bytes of rows that queries have written to the child in
	// memory from this buffer's messages (FT-08).
	workdone int64
	// memory is what the buffer counts in the cache, alloc the bytes that it is
	// allocated.
	memory, alloc    int64
	stale, broadcast places
	// marks is how many messages queries have marked since they were last moved.
	marks int64
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

// countedPivots is the number of pivots from which on a search halves them
// before it counts.
const countedPivots = 16

// which returns the partition whose range has the key: a key equal to a pivot
// belongs to its left.
func (t *Tree) which(n *node, key []uint64) int {
	w := t.keys.words
	pivots, first := n.pivots, key[0]
	low, high := 0, n.partitions()-1
	for high-low > countedPivots {
		if middle := int(uint(low+high) >> 1); pivots[middle*w] < first {
			low = middle + 1
		} else {
			high = middle
		}
	}
	// Counting the pivots below has no branch to mispredict.
	at := low * w
	for range high - low {
		less := 0
		if pivots[at] < first {
			less = 1
		}
		low += less
		at += w
	}
	for at = low * w; at < len(pivots) && pivots[at] == first && compare(key[:w], pivots[at:]) > 0; at += w {
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
	n.messages++
	n.messageBytes += size
	if m := meta(msg[t.keys.words+1]); !m.plain() || !c.fresh.put() {
		t.enter(c, m)
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
