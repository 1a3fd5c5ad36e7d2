package fractal

import "math"

// The limits of a cache table by its size S (FT-70;
// ft/cachetable/cachetable.cc, class evictor).
const (
	// wakePercent of S wakes the evictor; it evicts down to S.
	wakePercent = 110
	// Operations sleep above sleepPercent until it is goOnPercent.
	goOnPercent  = 125
	sleepPercent = 150
	// maxLimitStep is the most bytes from one limit to the next.
	maxLimitStep = 512 << 20
	// clockStart is a new node's count, clockMost the highest one.
	clockStart = 3
	clockMost  = 15
)

const unlimited = math.MaxInt64 / 4

// Device is told of each read and write of nodes, so that a caller can turn them
// into time.
type Device interface {
	// ReadNode reads bytes in a number of calls.
	ReadNode(bytes int64, calls int)
	// WriteNode writes a node of bytes in one call.
	WriteNode(bytes int64)
}

// CacheConfig is the size and the periods of a cache table.
type CacheConfig struct {
	// Bytes is the cache size; 0 means DefaultCacheBytes.
	Bytes int64
	// CheckpointSeconds is the checkpoint period; 0 is none.
	CheckpointSeconds int64
	// CleanerSeconds is the cleaner's period; 0 is none. CleanerIterations is the
	// nodes it cleans each time.
	CleanerSeconds    int64
	CleanerIterations int
	// WriteRate is the bytes a second at which the evictor writes nodes; 0 means
	// DefaultWriteRate. A dirty node that is wanted while it is being written
	// stays in the cache (FT-74). It is of no effect unless the clock moves.
	WriteRate float64
	// Device is told of reads and writes; nil for nobody.
	Device Device
}

// DefaultWriteRate is fitted on main_random_1m_v100_c64m_mix10, where 147 of 180
// written leaves stayed.
const DefaultWriteRate = 390e6

// Cache is a cache table: the nodes in memory of one or more trees. It comes
// from NewCache and is not safe for concurrent use.
type Cache struct {
	config CacheConfig
	trees  []*Tree
	// hand is where the clock stands; new pairs go in front of it.
	hand  *pair
	pairs int64
	// bytes is the memory of all pairs; wake, goOn and sleep are limits for it.
	bytes, wake, goOn, sleep int64
	random                   uint64
	// seconds is the virtual clock.
	seconds               float64
	checkpointAt, cleanAt float64
	evictAt               float64
	// moving says that the clock moves. evicting says that the evictor is under way
	// and has got to evictorAt; busy is what the operation under way has taken.
	moving, evicting bool
	evictorAt, busy  float64
	cleanerHand      *pair
	// leaving are the nodes that are being written for eviction.
	leaving                 []*pair
	leafBytes, nonleafBytes int64
	checkpoints             int64
}

// pair is a place in the cache table: a block number and the node that it holds.
type pair struct {
	node *node
	size int64
	// leaveAt is when the write of a node that is being evicted ends; 0 if none
	// is. Its size does not count meanwhile.
	leaveAt float64
	count   uint8
	cached  bool
	// pinned says that an operation that is under way holds the node.
	pinned bool
	// pending says that a checkpoint that is under way has to write the node.
	pending    bool
	tree       *Tree
	prev, next *pair
	block
}

// NewCache returns an empty cache table.
func NewCache(c CacheConfig) *Cache {
	if c.Bytes == 0 {
		c.Bytes = DefaultCacheBytes
	}
	if c.WriteRate == 0 {
		c.WriteRate = DefaultWriteRate
	}
	limit := func(below, percent int64) int64 {
		return min(c.Bytes/100*percent+c.Bytes%100*percent/100, below+maxLimitStep)
	}
	wake := limit(c.Bytes, wakePercent)
	goOn := limit(wake, goOnPercent)
	return &Cache{config: c, wake: wake, goOn: goOn, sleep: limit(goOn, sleepPercent), random: 1,
		checkpointAt: float64(c.CheckpointSeconds), cleanAt: float64(c.CleanerSeconds), evictAt: evictorSeconds}
}

// Bytes returns the memory of the nodes in the cache.
func (c *Cache) Bytes() int64 { return c.bytes }

// BytesOf returns the memory of leaves and of internal nodes.
func (c *Cache) BytesOf() (leaves, nonleaves int64) { return c.leafBytes, c.nonleafBytes }

// add puts a pair into the clock in front of the hand.
func (c *Cache) add(p *pair) {
	p.count, p.cached = clockStart, true
	c.pairs++
	if c.hand == nil {
		p.prev, p.next = p, p
		c.hand, c.cleanerHand = p, p
		return
	}
	p.next, p.prev = c.hand, c.hand.prev
	p.prev.next, p.next.prev = p, p
}

// remove takes a pair out of the clock.
func (c *Cache) remove(p *pair) {
	c.resize(p, 0)
	c.pairs--
	p.cached = false
	if p.next == p {
		c.hand, c.cleanerHand = nil, nil
		return
	}
	if c.hand == p {
		c.hand = p.next
	}
	if c.cleanerHand == p {
		c.cleanerHand = p.next
	}
	p.prev.next, p.next.prev = p.next, p.prev
	p.prev, p.next = nil, nil
}

// resize sets what a pair counts.
func (c *Cache) resize(p *pair, size int64) {
	delta := size - p.size
	p.size = size
	c.bytes += delta
	if p.node.height == 0 {
		c.leafBytes += delta
	} else {
		c.nonleafBytes += delta
	}
}

// chance returns a number below 2^16 from the cache's own stream: the library's
// clock draws lots for small nodes.
func (c *Cache) chance() int64 {
	c.random = c.random*6364136223846793005 + 1442695040888963407
	return int64(c.random >> 48)
}

// touch is a pin. A node that is being written for eviction stays.
func (p *pair) touch() {
	if p.leaveAt > 0 {
		p.stay()
	}
	if p.count < clockMost {
		p.count++
	}
}

// stay ends the eviction of a node that is being written for it.
func (p *pair) stay() {
	p.leaveAt = 0
	p.tree.cache.resize(p, p.tree.memory(p.node))
}

// create puts a new node into the cache.
func (t *Tree) create(n *node) {
	n.pair = &pair{tree: t, node: n}
	t.cache.add(n.pair)
	t.pinned(n)
}

// destroy takes a node that is no longer of the tree out of the cache.
func (t *Tree) destroy(n *node) {
	t.file.free(&n.pair.block)
	t.cache.remove(n.pair)
	n.pair.node = nil
}

// swapPairs exchanges the block numbers of two nodes.
func (t *Tree) swapPairs(a, b *node) {
	t.cache.resize(a.pair, 0)
	t.cache.resize(b.pair, 0)
	a.pair, b.pair = b.pair, a.pair
	a.pair.node, b.pair.node = a, b
	t.changed(a)
	t.changed(b)
}

// pinned notes that the operation under way holds the node.
func (t *Tree) pinned(n *node) {
	if !n.pair.pinned {
		n.pair.pinned = true
		t.pins = append(t.pins, n)
	}
}

// changed notes that a node's memory may have changed.
func (t *Tree) changed(n *node) { t.pinned(n) }

// settle ends an operation: all nodes are let go, their memory is counted, and
// the evictor is woken if that is too much.
func (t *Tree) settle() {
	t.land()
	t.weigh()
	for _, n := range t.pins {
		n.pair.pinned = false
	}
	t.pins = t.pins[:0]
}

// weigh counts the memory of the pinned nodes, wakes the evictor if it is too much,
// and lets it go on for what the operation has taken.
func (t *Tree) weigh() {
	t.recountPins()
	if t.cache.bytes > t.cache.wake || t.cache.evicting {
		t.cache.wakeEvictor()
	}
	t.cache.busy = 0
}

func (t *Tree) recountPins() {
	for _, n := range t.pins {
		if size := t.memory(n); n.pair.cached && n.pair.leaveAt == 0 && size != n.pair.size {
			t.cache.resize(n.pair, size)
		}
	}
}

// release is settle without waking the evictor.
func (t *Tree) release() {
	t.recountPins()
	for _, n := range t.pins {
		n.pair.pinned = false
	}
	t.pins = t.pins[:0]
}

// Reopen writes what is dirty and empties the cache, as closing the environment
// and opening it again does.
func (c *Cache) Reopen() {
	c.Checkpoint()
	c.checkpoints--
	for c.hand != nil {
		p := c.hand
		p.leaveAt = 0
		p.tree.dropNode(p.node)
	}
	c.leaving = c.leaving[:0]
}
