package fractal

import "slices"

// partition is the state of a basement or a buffer in the cache.
type partition struct {
	// absent says that it is on disk only, squeezed that it is compressed in
	// memory.
	absent, squeezed bool
	// touched is its bit of the clock (FT-73).
	touched bool
	// start and length are where it lies in its node on disk.
	start, length int64
}

// missing reports whether the partition has to be read or unpacked.
func (p *partition) missing() bool { return p.absent || p.squeezed }

// What a node, an entry of a node, and an empty buffer count in the cache
// (ft/ft-cachetable-wrappers.cc, ftnode_memory_size).
const (
	nodeStructBytes   = 128
	entryStructBytes  = 40
	bufferStructBytes = 224
	// squeezedStructBytes is what a compressed partition has besides its bytes.
	squeezedStructBytes = 64
	// minBufferAlloc is the first allocation of a buffer, which doubles
	// (ft/msg_buffer.cc next_power_of_two).
	minBufferAlloc = 4096
	// readReserve is what is allocated on top of a buffer's bytes on disk, its counts
	// among them, when it is read.
	readReserve      = 64
	bufferCountBytes = 17
)

// memory returns what the node counts in the cache.
func (t *Tree) memory(n *node) int64 {
	return nodeStructBytes + int64(n.partitions())*entryStructBytes + n.pivotBytes + n.partMemory
}

// reshape follows a row's change in the memory of its basement.
func (t *Tree) reshape(b *basement, before, after outcome, keyBytes int64, atEnd bool) {
	old := int64(rowHeaderBytes - keySlotBytes + before.row.valueBytes() + before.row.extra())
	value := int64(rowHeaderBytes - keySlotBytes + after.row.valueBytes() + after.row.extra())
	switch {
	case before.present && after.present:
		b.replace(old, value)
	case before.present:
		b.remove(b.count+1, keyBytes, old)
	case after.present:
		b.insert(b.count-1, keyBytes, value, atEnd)
	}
}

// measure brings the memory of a basement up to date in its leaf.
func (t *Tree) measure(leaf *node, b *basement) {
	before := b.memory
	leaf.partMemory += b.measure() - before
}

// shapeCut gives the two parts of a basement that was cut their memory: both
// are written in order (ft/bndata.cc split_klpairs).
func (t *Tree) shapeCut(b, rest *basement) {
	t.pack(b, true)
	t.pack(rest, true)
}

// meanKey returns the mean bytes of a basement's keys.
func (t *Tree) meanKey(*basement) int64 {
	if t.keys.fixed > 0 {
		return int64(t.keys.fixed)
	}
	return int64((t.keys.words - 1) * wordBytes)
}

// pack gives a basement the memory of one that was just written or read in
// order (FT-71).
func (t *Tree) pack(b *basement, read bool) {
	key := t.meanKey(b)
	padding := int64(keyPadding)
	if read {
		padding = keyEntry(key) - key - keySlotBytes
	}
	b.shape = packed(b.count, b.bytes, b.count*key, padding)
	b.measure()
}

// enter counts the message that was just added to a buffer among its places.
func (t *Tree) enter(c *child, m meta) {
	p := &c.fresh
	switch {
	case !m.kind().one():
		c.broadcasts++
		p = &c.broadcast
	case m.stale():
		p = &c.stale
	}
	room, tree := p.room, p.tree
	if p == &c.broadcast {
		p.append()
	} else {
		t.place(c, len(c.data)-t.messageWords, m.stale())
	}
	if p.room != room || p.tree != tree {
		c.measured = -1
	}
}

// setBufferMemory computes what a buffer counts, and up to how many bytes that
// is right.
func (n *node) setBufferMemory(c *child) {
	before := c.memory
	if c.bytes > c.alloc {
		for c.alloc = minBufferAlloc; c.alloc < c.bytes; c.alloc *= 2 {
		}
	}
	c.measure()
	n.partMemory += c.memory - before
}

// measure computes what the buffer counts.
func (c *child) measure() {
	data, until := footprint(c.alloc, c.bytes)
	c.measured = until
	c.memory = bufferStructBytes + data + c.fresh.memory() + c.stale.memory() + c.broadcast.memory()
}

// readBuffer gives a buffer the memory of one just read: as much as its bytes on
// disk and a reserve (ft/msg_buffer.cc deserialize_from_rbuf).
func (c *child) readBuffer() {
	c.fresh, c.stale = readPlaces(c.fresh.count, true), readPlaces(c.stale.count, false)
	c.broadcast, c.top = readPlaces(c.broadcast.count, false), 0
	c.fresh.weighed = len(c.data)
	c.alloc = c.bytes + messageOffsetBytes*c.count + bufferCountBytes + readReserve
	c.measure()
}

// sumMemory computes the memory of a node's partitions anew.
func (n *node) sumMemory() {
	n.partMemory, n.missing = 0, 0
	for i := range n.basements {
		n.addMemory(&n.basements[i].partition, n.basements[i].memory)
	}
	for i := range n.children {
		n.addMemory(&n.children[i].partition, n.children[i].memory)
	}
}

func (n *node) addMemory(p *partition, memory int64) {
	if p.missing() {
		n.missing++
	}
	switch {
	case p.absent:
	case p.squeezed:
		n.partMemory += squeezedStructBytes + p.length
	default:
		n.partMemory += memory
	}
}

// part returns a partition.
func (n *node) part(i int) *partition {
	if n.height == 0 {
		return &n.basements[i].partition
	}
	return &n.children[i].partition
}

// parts calls f for each partition.
func (n *node) parts(f func(i int, p *partition)) {
	for i := range n.basements {
		f(i, &n.basements[i].partition)
	}
	for i := range n.children {
		f(i, &n.children[i].partition)
	}
}

// saved is a basement as it is on disk.
type saved struct {
	rows         []uint64
	count, bytes int64
	sequential   bool
}

// save keeps what a clean leaf's basement is on disk before a query changes it
// in memory.
func (t *Tree) save(leaf *node, i int) {
	b := &leaf.basements[i]
	if leaf.dirty || b.saved != nil {
		return
	}
	s := &saved{count: b.count, bytes: b.bytes, sequential: b.sequential,
		rows: make([]uint64, 0, int(b.count)*t.rowWords)}
	t.eachRow(leaf, i, func(row []uint64) { s.rows = append(s.rows, row...) })
	b.saved = s
}

// restore makes a basement of a clean leaf what it is on disk: what queries have
// applied is lost, and with transactions its rows are clean.
func (t *Tree) restore(leaf *node, i int) {
	b := &leaf.basements[i]
	b.maxMSN = b.diskMSN
	s := b.saved
	if s == nil && (t.xids == 0 || leaf.raw) {
		return
	}
	if s == nil {
		t.save(leaf, i)
		s = b.saved
	}
	b.saved = nil
	if t.xids > 0 && !leaf.raw {
		t.cleanSaved(s, leaf)
	}
	var before int64
	for j := range i {
		before += leaf.basements[j].count
	}
	rest := t.cut(&leaf.rows, before)
	after := t.cut(&rest, b.count)
	for _, block := range rest.blocks {
		t.freeBlock(block)
	}
	for at := 0; at < len(s.rows); at += blockRows * t.rowWords {
		end := min(at+blockRows*t.rowWords, len(s.rows))
		leaf.rows.blocks = append(leaf.rows.blocks, append(t.newBlock(), s.rows[at:end]...))
	}
	leaf.rows.blocks = slices.Concat(leaf.rows.blocks, after.blocks)
	leaf.rowBytes += s.bytes - b.bytes
	b.count, b.bytes, b.sequential = s.count, s.bytes, s.sequential
}

// cleanSaved makes the rows clean: no older versions, no deleted rows.
func (t *Tree) cleanSaved(s *saved, leaf *node) {
	kept := s.rows[:0]
	s.count, s.bytes = 0, 0
	for at := 0; at < len(s.rows); at += t.rowWords {
		row := s.rows[at : at+t.rowWords]
		if t.clean(row, leaf) {
			kept = append(kept, row...)
			s.count++
			s.bytes += t.rowBytes(row)
		}
	}
	s.rows = kept
}

// clean forgets an old row's older version and reports whether the row is still
// there (ft/ule.cc, garbage collection).
func (t *Tree) clean(row []uint64, leaf *node) bool {
	if !t.old(row, leaf) {
		return true
	}
	m := rowMeta(row[t.keys.words])
	row[t.keys.words] = uint64(newRowMeta(m.valueBytes(), 0))
	return !m.deleted()
}
