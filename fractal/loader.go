package fractal

import (
	"fmt"
	"slices"
)

// What the bulk loader fills (FT-80; ft/loader/loader.cc
// toku_loader_write_ft_from_q, write_nonleaves).
const (
	// loaderSpare is the bytes of a leaf left for overheads.
	loaderSpare = 1000
	// loaderShare: 7/8 of a node are filled.
	loaderShareOf, loaderShare = 7, 8
	// loaderChildren is the children of an internal node.
	loaderChildren = 15
)

// Loader builds a tree from rows in any order: it sorts them and writes the
// nodes from left to right. Its sort files are not modelled.
type Loader struct {
	t     *Tree
	rows  []uint64
	bytes int64
}

// NewLoader returns a loader for an empty tree. It panics if the tree has rows.
func (t *Tree) NewLoader() *Loader {
	if t.root.height > 0 || t.root.rowCount() > 0 {
		panic("fractal: loader for a tree with rows: want an empty one")
	}
	return &Loader{t: t}
}

// Add gives the loader a row. Keys must differ.
func (l *Loader) Add(key []byte, keyBytes, valueBytes int) {
	t := l.t
	t.checkKey(key)
	t.keys.put(t.message, key, keyBytes)
	extra := 0
	if t.xids > 0 {
		extra = provisionalBytes
	}
	at := len(l.rows)
	l.rows = append(l.rows, t.message[:t.keys.words]...)
	l.rows = append(l.rows, uint64(newRowMeta(valueBytes, extra)))
	if t.xids > 0 {
		l.rows = append(l.rows, t.msn)
	}
	l.bytes += t.rowBytes(l.rows[at:])
}

// Close builds the tree. It returns an error if two rows have the same key.
func (l *Loader) Close() error {
	t := l.t
	n := len(l.rows) / t.rowWords
	if n == 0 {
		return nil
	}
	jobs := make([]job, n)
	for i := range jobs {
		jobs[i] = job{l.rows[i*t.rowWords], uint32(i * t.rowWords)}
	}
	if !slices.IsSortedFunc(jobs, l.compare) {
		slices.SortFunc(jobs, l.compare)
	}
	for i := 1; i < n; i++ {
		if l.compare(jobs[i-1], jobs[i]) == 0 {
			return fmt.Errorf("fractal: loader: key of row %d is there already", int(jobs[i].at)/t.rowWords)
		}
	}
	t.destroy(t.root)
	level, pivots := l.leaves(jobs)
	for height := int32(1); len(level) > 1; height++ {
		level, pivots = l.raise(level, pivots, height)
	}
	t.root = level[0]
	l.rows = nil
	t.settle()
	return nil
}

func (l *Loader) compare(a, b job) int {
	if a.first != b.first {
		if a.first < b.first {
			return -1
		}
		return 1
	}
	w := l.t.keys.words
	return compare(l.rows[a.at:int(a.at)+w], l.rows[b.at:])
}

// leaves writes the leaves and returns them with the key between each two.
func (l *Loader) leaves(jobs []job) (leaves []*node, pivots [][]uint64) {
	t := l.t
	target := t.nodeBytes * loaderShareOf / loaderShare
	left := l.bytes
	leaf := &node{}
	var filled int64
	finish := func() {
		last := leaf.rows.blocks[len(leaf.rows.blocks)-1]
		pivots = append(pivots, append([]uint64(nil), last[len(last)-t.rowWords:][:t.keys.words]...))
		l.write(leaf)
		leaves = append(leaves, leaf)
		leaf, filled = &node{}, 0
	}
	for _, j := range jobs {
		row := l.rows[j.at : int(j.at)+t.rowWords]
		size := t.rowBytes(row)
		left -= size
		used := filled + loaderSpare
		if filled > 0 && (used+size >= target || used+left >= target && filled > left) {
			finish()
		}
		t.insert(&leaf.rows, place{len(leaf.rows.blocks), 0}, row)
		filled += size
	}
	finish()
	return leaves, pivots[:len(pivots)-1]
}

// write finishes a leaf, which keeps the form of its rows in the file.
func (l *Loader) write(leaf *node) {
	t := l.t
	var count, bytes int64
	for _, block := range leaf.rows.blocks {
		for at := 0; at < len(block); at += t.rowWords {
			count++
			bytes += t.rowBytes(block[at:])
		}
	}
	leaf.basements = []basement{{count: count, bytes: bytes, maxMSN: t.msn}}
	leaf.raw = true
	t.recountLeaf(leaf)
	l.put(leaf)
}

// put writes a node; it is not in the cache afterwards.
func (l *Loader) put(n *node) {
	t := l.t
	t.create(n)
	n.dirty = true
	io := t.io
	t.write(n, false)
	loaded := t.io.Evicted.minus(io.Evicted)
	t.io = io
	t.io.Loaded = t.io.Loaded.plus(loaded)
	evicted := t.io
	t.dropNode(n)
	t.io = evicted
	n.pair.pinned = false
}

// raise puts a level of internal nodes above a level of nodes.
func (l *Loader) raise(level []*node, pivots [][]uint64, height int32) (up []*node, upPivots [][]uint64) {
	for len(level) > 0 {
		n := loaderChildren
		switch left := len(level); {
		case left >= 2*loaderChildren:
		case left > loaderChildren:
			n = left - left/2
		default:
			n = left
		}
		up = append(up, l.internal(level[:n], pivots[:n-1], height))
		level = level[n:]
		if len(level) > 0 {
			upPivots = append(upPivots, pivots[n-1])
			pivots = pivots[n:]
		}
	}
	return up, upPivots
}

func (l *Loader) internal(children []*node, pivots [][]uint64, height int32) *node {
	t := l.t
	n := &node{height: height, maxMSN: t.msn, children: make([]child, len(children), t.fanout+2)}
	for i, c := range children {
		n.children[i].node = c
		n.setBufferMemory(&n.children[i])
	}
	for _, p := range pivots {
		n.pivots = append(n.pivots, p...)
	}
	t.recount(n)
	l.put(n)
	return n
}
