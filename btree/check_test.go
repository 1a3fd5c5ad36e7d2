package btree

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
)

// brokenTree is a sound tree of three levels for a test to break.
func brokenTree(t *testing.T) *Tree {
	t.Helper()
	tree := New(pagesim.IndexShape{
		Name: "t", Clustered: true, KeyBytes: 16, LeafBytes: 40, PointerBytes: 30, MergeThreshold: 50,
	}, Options{PageBytes: 512})
	x := uint64(7)
	for range 2000 {
		x = x*6364136223846793005 + 1442695040888963407
		key := binary.BigEndian.AppendUint64(nil, x>>40)
		require.NoError(t, tree.Insert(pagesim.Record{
			Key: binary.BigEndian.AppendUint64(key, x), LeafBytes: 40, PointerBytes: 30, UniqueBytes: 16,
		}))
	}
	require.NoError(t, tree.Check())
	require.Greater(t, tree.Height(), 2)
	return tree
}

// TestCheckFindsWhatIsBroken breaks a tree in one way at a time. Check must say so,
// and neither hang nor panic.
func TestCheckFindsWhatIsBroken(t *testing.T) {
	leaf := func(tr *Tree) *Page { return tr.child(tr.child(tr.root, 1), 1) }
	node := func(tr *Tree) *Page { return tr.child(tr.root, 1) }
	child := func(tr *Tree, p *Page, i int, id uint64) {
		w := tr.nodes.at(p.recs[i].rest)
		w[len(w)-1] = id
	}
	for name, broken := range map[string]func(tr *Tree){
		"data size":                     func(tr *Tree) { leaf(tr).heap++ },
		"garbage":                       func(tr *Tree) { leaf(tr).garbage++ },
		"a garbage below the free list": func(tr *Tree) { p := leaf(tr); p.pushFree(record{size: 9}); p.garbage, p.heap = 0, p.heap-9 },
		"heap records":                  func(tr *Tree) { leaf(tr).heapRecords = 1 },
		"too many heap records":         func(tr *Tree) { leaf(tr).heapRecords = 9999 },
		"last insert":                   func(tr *Tree) { leaf(tr).last = 99 },
		"level":                         func(tr *Tree) { leaf(tr).level = 7 },
		"order of records":              func(tr *Tree) { p := leaf(tr); p.recs[0], p.recs[1] = p.recs[1], p.recs[0] },
		"order of node pointers":        func(tr *Tree) { p := node(tr); p.recs[1], p.recs[2] = p.recs[2], p.recs[1] },
		"equal keys":                    func(tr *Tree) { p := leaf(tr); p.recs[1] = p.recs[0] },
		"an empty page":                 func(tr *Tree) { leaf(tr).clear() },
		"a record too low":              func(tr *Tree) { leaf(tr).recs[0].first = 1 },
		"a record too high":             func(tr *Tree) { p := leaf(tr); p.recs[len(p.recs)-1].first = 1 << 60 },
		"a node pointer's key too low":  func(tr *Tree) { node(tr).recs[2].first = node(tr).recs[1].first },
		"a node pointer's key too high": func(tr *Tree) { node(tr).recs[1].first++ },
		"a minimum that is none":        func(tr *Tree) { tr.root.recs[0].first = 1 },
		"next link to itself":           func(tr *Tree) { p := leaf(tr); p.next = p.id },
		"next link in a circle":         func(tr *Tree) { p := leaf(tr); tr.space.page(p.next).next = p.id },
		"previous link":                 func(tr *Tree) { leaf(tr).prev = 4 },
		"next link beyond the file":     func(tr *Tree) { leaf(tr).next = 1 << 20 },
		"root with a sibling":           func(tr *Tree) { tr.root.next = 5 },
		"child that is not there":       func(tr *Tree) { child(tr, node(tr), 1, 1<<20) },
		"first child that is not there": func(tr *Tree) { child(tr, tr.root, 0, 3) },
		"children exchanged": func(tr *Tree) {
			p := node(tr)
			a, b := tr.child(p, 0), tr.child(p, 1)
			tr.setChild(p, 0, b)
			tr.setChild(p, 1, a)
		},
		"one child twice":             func(tr *Tree) { p := node(tr); tr.setChild(p, 0, tr.child(p, 1)) },
		"page not marked as used":     func(tr *Tree) { id := leaf(tr).id; tr.space.extents[id/64].used &^= 1 << (id % 64) },
		"file shorter than its pages": func(tr *Tree) { tr.space.size = 5 },
		"segment's fragments":         func(tr *Tree) { tr.leafSegment.fragments-- },
		"segment's used pages":        func(tr *Tree) { tr.leafSegment.notFullUsed++ },
		"segment above the leaves":    func(tr *Tree) { tr.topSegment.fragments++ },
		"a key kept and free":         func(tr *Tree) { tr.leaves.drop(leaf(tr).recs[0].rest) },
		"a key lost":                  func(tr *Tree) { tr.leaves.add() },
		"last page with a neighbour": func(tr *Tree) {
			p := tr.root
			for p.level > 0 {
				p = tr.child(p, len(p.recs)-1)
			}
			p.next = leaf(tr).id
		},
	} {
		t.Run(name, func(t *testing.T) {
			tree := brokenTree(t)
			broken(tree)
			require.Error(t, tree.Check())
		})
	}
}
