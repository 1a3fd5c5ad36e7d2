package fractal

// reason says why a partition is read.
type reason uint8

const (
	forWrite reason = iota
	forTarget
	forBounds
	forPrefetch
)

func (t *Tree) readCall(bytes int64) {
	t.io.Calls++
	t.io.Bytes += bytes
	if d := t.cache.config.Device; d != nil {
		d.ReadNode(bytes, 1)
	}
}

// pin touches a node that is in the cache, and holds it.
func (t *Tree) pin(n *node) {
	n.pair.touch()
	t.pinned(n)
}

// pinCached pins a node if it is in the cache.
func (t *Tree) pinCached(n *node) bool {
	if !n.pair.cached {
		return false
	}
	t.pin(n)
	return true
}

// pinHeader pins a node and reads its header if it is absent (FT-51).
func (t *Tree) pinHeader(n *node) {
	if t.pinCached(n) {
		return
	}
	t.miss(n)
	bytes := min(headerReadBytes, n.pair.bytes)
	t.readCall(bytes)
}

// miss puts an absent node into the cache without its partitions.
func (t *Tree) miss(n *node) {
	t.io.Misses++
	if n.height == 0 {
		t.io.LeafMisses++
	}
	t.cache.add(n.pair)
	t.pinned(n)
}

// inMemory reports whether all of a node's partitions are.
func (t *Tree) inMemory(n *node) bool { return n.missing == 0 }

// pinFull pins a node with all its partitions.
func (t *Tree) pinFull(n *node) {
	if n.pair.cached && n.allTouched && n.missing == 0 {
		t.pin(n)
		return
	}
	t.pinHeader(n)
	t.fetch(n)
}

// fetch brings all partitions of a pinned node into memory, one read each
// (FT-52).
func (t *Tree) fetch(n *node) {
	if n.missing > 0 {
		n.parts(func(i int, p *partition) {
			if p.missing() {
				t.load(n, i, forWrite)
			}
		})
		n.sumMemory()
		t.changed(n)
	}
	if n.allTouched {
		return
	}
	n.parts(func(_ int, p *partition) { p.touched = true })
	n.allTouched = true
}

// load brings one partition into memory. The caller sums the node's memory.
func (t *Tree) load(n *node, i int, why reason) {
	if n.height == 0 {
		b := &n.basements[i]
		bytes := b.read()
		t.readCall(bytes)
		t.countBasement(why, bytes)
		b.absent = false
		b.touched = b.touched || why == forWrite || why == forTarget
		t.pack(b, true)
		return
	}
	c := &n.children[i]
	if c.absent {
		bytes := c.read()
		t.readCall(bytes)
		t.io.BuffersForWrite++
		t.io.BufferBytesForWrite += bytes
	}
	c.absent, c.squeezed, c.touched = false, false, true
	c.readBuffer()
}

// read returns the bytes of reading the partition: whole sectors.
func (p *partition) read() int64 {
	begin := p.start / sectorBytes * sectorBytes
	return roundUp(p.start+p.length, sectorBytes) - begin
}

func (t *Tree) countBasement(why reason, bytes int64) {
	io := &t.io
	if why != forPrefetch {
		t.waited += bytes
	}
	switch why {
	case forWrite:
		io.BasementsForWrite++
		io.BasementBytesForWrite += bytes
	case forTarget:
		io.Targets++
		io.TargetBytes += bytes
	case forBounds:
		io.Bounded++
		io.BoundedBytes += bytes
	case forPrefetch:
		io.Prefetched++
		io.PrefetchedBytes += bytes
	}
}
