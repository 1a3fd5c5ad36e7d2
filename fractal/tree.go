package fractal

import "fmt"

// Tree is one index. It comes from New and is not safe for concurrent use.
type Tree struct {
	keys      keyLayout
	nodeBytes int64
	basement  int64
	fanout    int
	// xids is the transaction ids that a message carries.
	xids        int
	compression Compression
	// rowWords and messageWords are the words of a row and of a message.
	rowWords, messageWords int

	root *node
	// rightmost is the last leaf, once a promotion has reached it; score counts
	// the injections into it in a row (FT-15).
	rightmost *node
	score     int
	msn       uint64
	// transaction is the first message of the transaction that is open, begun says
	// that Begin opened it.
	transaction uint64
	begun       bool

	cache *Cache
	file  file
	stats Stats
	io    IO
	// pins are the nodes that the operation under way holds.
	pins []*node

	// Scratch space.
	message, row []uint64
	// goal is the key that a query looks for, path the nodes above its leaf.
	goal []uint64
	// ahead is the leaves that are being read ahead for cursors, aheadCalls the reads
	// made for that.
	ahead      []ahead
	aheadCalls int64
	// waited is the bytes that searches have waited for (FT-54).
	waited int64
	path   []step
	jobs   []job
	// aged are the marked messages of a buffer that are made stale.
	aged      []job
	picked    []job
	lasts     []last
	blocks    [][]uint64
	spare     [][]uint64
	spareData [][]uint64
	sorted    []job
}

// New returns an empty tree whose nodes live in the cache; nil is a cache that
// is never full. It panics if the configuration is not valid.
func New(c Config, cache *Cache) *Tree {
	if err := c.Validate(); err != nil {
		panic(err)
	}
	c = c.withDefaults()
	t := &Tree{
		keys: newKeyLayout(c.KeyBytes, c.VariableKeys), nodeBytes: c.NodeBytes, basement: c.BasementBytes,
		fanout: c.Fanout, compression: c.Compression, cache: cache,
	}
	if c.Transactional {
		t.xids = 1
	}
	if cache == nil {
		t.cache = NewCache(CacheConfig{Bytes: unlimited})
	}
	t.cache.trees = append(t.cache.trees, t)
	t.rowWords, t.messageWords = t.keys.words+1+t.xids, t.keys.words+2
	t.message, t.row = make([]uint64, t.messageWords), make([]uint64, 0, t.rowWords+1)
	t.root = t.newLeaf()
	t.root.basements = newBasements()
	t.root.sumMemory()
	t.file.init()
	t.create(t.root)
	t.settle()
	return t
}

// newBasements returns the one empty basement of a new leaf.
func newBasements() []basement {
	b := make([]basement, 1)
	b[0].touched = true
	b[0].measure()
	return b
}

func (t *Tree) newLeaf() *node { return &node{dirty: true} }

// send makes a message with the next number out of a key and a meta word. It
// lies in scratch space.
func (t *Tree) send(key []byte, keyBytes int, m meta) []uint64 {
	t.land()
	t.keys.put(t.message, key, keyBytes)
	t.msn++
	t.message[t.keys.words] = t.msn
	if !t.begun {
		t.transaction = t.msn
	}
	t.message[t.keys.words+1] = uint64(m)
	return t.message
}

// Begin opens a transaction: all messages until the next Begin are of it. Without
// it, each message of a transactional tree is a transaction of its own.
func (t *Tree) Begin() { t.begun, t.transaction = true, t.msn+1 }

// checkKey panics if the tree has no room for the key.
func (t *Tree) checkKey(key []byte) {
	words := t.keys.words
	if t.keys.fixed == 0 {
		words--
	} else if len(key) != t.keys.fixed {
		panic(fmt.Sprintf("fractal: key of %d bytes: want %d", len(key), t.keys.fixed))
	}
	if len(key) > words*wordBytes {
		panic(fmt.Sprintf("fractal: key of %d bytes: want at most %d", len(key), words*wordBytes))
	}
}

// Put writes a row, new or not. keyBytes is what the key takes in a node; it is
// len(key) unless the tree has VariableKeys. It costs no read unless the tree
// has to split, merge or flush.
func (t *Tree) Put(key []byte, keyBytes, valueBytes int) {
	t.checkKey(key)
	msg := t.send(key, keyBytes, newMeta(Put, valueBytes, 0))
	if !t.putRightmost(msg) {
		t.inject(msg)
	}
	t.settle()
}

// Delete removes the row with the key if there is one, without looking.
func (t *Tree) Delete(key []byte, keyBytes int) {
	t.checkKey(key)
	t.inject(t.send(key, keyBytes, newMeta(Delete, 0, 0)))
	t.settle()
}

// Update adds delta bytes to the value of the row with the key, if there is
// one, without looking: an update message of valueBytes bytes.
func (t *Tree) Update(key []byte, keyBytes, valueBytes, delta int) {
	t.checkKey(key)
	t.inject(t.send(key, keyBytes, newMeta(Update, valueBytes, delta)))
	t.settle()
}

// Broadcast adds delta bytes to the value of each row: a column added or
// dropped, described in valueBytes bytes (FT-42).
func (t *Tree) Broadcast(valueBytes, delta int) {
	t.inject(t.send(nil, 0, newMeta(Broadcast, valueBytes, delta)))
	t.settle()
}
