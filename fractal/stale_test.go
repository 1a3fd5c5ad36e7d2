package fractal

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
)

// buffered is a tree with messages in the buffers of its root, in a file.
func buffered(t *testing.T) *Tree {
	tree := New(Config{KeyBytes: 8, NodeBytes: 32 << 10, BasementBytes: 4 << 10}, NewCache(CacheConfig{Bytes: 64 << 20}))
	for i := range uint64(1000) {
		tree.Put(scattered(i), 8, 100)
	}
	tree.cache.Reopen()
	require.EqualValues(t, 1, tree.root.height)
	require.Positive(t, tree.root.messages)
	return tree
}

func scattered(i uint64) []byte {
	return binary.BigEndian.AppendUint64(nil, i*0x9E3779B97F4A7C15)
}

// applied are the messages of the root that look-ups have marked, and those that are stale.
func applied(tree *Tree) (marked, stale int64) {
	for i := range tree.root.children {
		c := &tree.root.children[i]
		marked += c.marks
		stale += c.stale.count
	}
	return marked, stale
}

// Look-ups mark what they apply, and that stays where it is until the node is written
// to, written, or its buffer compressed; what is read again is as it is in the file.
func TestWhatQueriesApplyMovesLater(t *testing.T) {
	for name, c := range map[string]struct {
		do            func(tree *Tree)
		marked, stale bool
	}{
		"nothing":  {func(*Tree) {}, true, false},
		"look-ups": {func(tree *Tree) { tree.Get(scattered(1), 8) }, true, false},
		"a put":    {func(tree *Tree) { tree.Put(scattered(5000), 8, 100) }, false, true},
		"a checkpoint": {func(tree *Tree) {
			tree.root.dirty = true
			tree.Checkpoint()
		}, false, true},
		"a write for eviction": {func(tree *Tree) {
			tree.write(tree.root, false)
			tree.changed(tree.root)
			tree.settle()
		}, false, true},
		"eviction": {func(tree *Tree) { tree.dropNode(tree.root) }, false, false},
		"compression": {func(tree *Tree) {
			for i := range tree.root.children {
				tree.root.children[i].touched = false
			}
			tree.evictPartly(tree.root)
		}, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			tree := buffered(t)
			tree.Get(scattered(0), 8)
			memory, fresh := tree.memory(tree.root), tree.root.children[0].fresh
			for i := range uint64(1000) {
				require.True(t, tree.Get(scattered(i), 8))
			}
			marked, stale := applied(tree)
			require.Equal(t, tree.root.messages, marked)
			require.Zero(t, stale)
			require.GreaterOrEqual(t, tree.memory(tree.root), memory)
			require.Equal(t, fresh.count, tree.root.children[0].fresh.count)
			c.do(tree)
			marked, stale = applied(tree)
			require.Equal(t, c.marked, marked > 0)
			require.Equal(t, c.stale, stale > 0)
			require.NoError(t, tree.Check())
			for i := range uint64(1000) {
				require.True(t, tree.Get(scattered(i), 8))
			}
			require.NoError(t, tree.Check())
		})
	}
}

// A leaf that messages may be for is pinned twice, so its clock goes up by two.
func TestMessagesPinALeafTwice(t *testing.T) {
	tree := buffered(t)
	tree.Get(scattered(0), 8)
	var key []byte
	for i := range tree.root.children {
		if data := tree.root.children[i].data; len(data) > 0 {
			key = binary.BigEndian.AppendUint64(nil, data[0])
		}
	}
	for range 2 {
		tree.Get(key, 8)
	}
	leaf, _ := tree.descend(aim{key: append([]uint64(nil), tree.goal...)}, nil)
	tree.settle()
	leaf.pair.count = 0
	tree.Get(key, 8)
	require.EqualValues(t, 1, leaf.pair.count, "its basement knows all messages")
	for i := range leaf.basements {
		leaf.basements[i].maxMSN = 0
	}
	tree.Get(key, 8)
	require.EqualValues(t, 3, leaf.pair.count)
}
