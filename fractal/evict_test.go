package fractal

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
)

// ascend puts row i behind all others, with so many seconds after it.
func ascend(t *Tree, i int, seconds float64) {
	t.Put(binary.BigEndian.AppendUint64(nil, uint64(i)), 8, 100)
	if seconds > 0 {
		t.cache.Advance(seconds)
	}
}

// small is a tree of small nodes in a small cache.
func small() *Tree {
	return New(Config{KeyBytes: 8, NodeBytes: 4 << 10, BasementBytes: 1 << 10}, NewCache(CacheConfig{Bytes: 1 << 20}))
}

// evicted is how many nodes have been written by the evictor.
func (t *Tree) evicted() int64 { return t.io.Evicted.Leaves + t.io.Evicted.Nonleaves }

// Where the clock stands the evictor runs to its end as soon as it is woken.
func TestEvictorRunsAtOnceWhereTheClockStands(t *testing.T) {
	tree := small()
	for i := range 20_000 {
		ascend(tree, i, 0)
		require.LessOrEqual(t, tree.cache.bytes, tree.cache.wake)
	}
	require.Positive(t, tree.evicted())
	require.NoError(t, tree.Check())
}

// Where it moves the evictor takes its time for each node, and operations go on.
func TestEvictorRunsBesideOperations(t *testing.T) {
	tree := small()
	ascend(tree, 0, evictSeconds/100)
	for tree.cache.bytes <= tree.cache.wake {
		ascend(tree, int(tree.msn), 0)
	}
	require.True(t, tree.cache.evicting)
	require.EqualValues(t, 1, tree.evicted(), "one is evicted as it wakes")
	for i := range int64(5) {
		tree.cache.Advance(1.001 * evictSeconds)
		require.Equal(t, 2+i, tree.evicted())
	}
	tree.cache.Checkpoint()
	require.False(t, tree.cache.evicting, "a checkpoint takes longer than the evictor")
	require.LessOrEqual(t, tree.cache.bytes, tree.cache.wake)
	require.NoError(t, tree.Check())
}

// A flush gives the evictor time.
func TestEvictorGoesOnBesideAFlush(t *testing.T) {
	for _, messages := range []int64{0, 100} {
		tree := small()
		ascend(tree, 0, evictSeconds/100)
		for tree.cache.bytes <= tree.cache.wake {
			ascend(tree, int(tree.msn), 0)
		}
		before := tree.evicted()
		tree.cache.busy = float64(messages) * flushSeconds
		tree.settle()
		require.Equal(t, messages/20, tree.evicted()-before)
	}
}

// Operations sleep before the cache is more than half too large, however fast they come.
func TestOperationsSleep(t *testing.T) {
	tree := small()
	most := int64(0)
	for i := range 50_000 {
		ascend(tree, i, 1e-9)
		most = max(most, tree.cache.bytes)
	}
	require.Greater(t, most, tree.cache.goOn)
	require.LessOrEqual(t, most, tree.cache.sleep)
	require.EqualValues(t, 1<<20*3/2, tree.cache.sleep)
}

// The timer evicts what is above S, also if that has not woken the evictor.
func TestEvictorsTimer(t *testing.T) {
	tree := small()
	ascend(tree, 0, 1e-9)
	for tree.cache.bytes <= tree.cache.config.Bytes {
		ascend(tree, int(tree.msn), 0)
	}
	require.Zero(t, tree.evicted())
	tree.cache.Advance(evictorSeconds)
	tree.cache.Advance(evictorSeconds / 2)
	require.Positive(t, tree.evicted())
	require.LessOrEqual(t, tree.cache.bytes, tree.cache.config.Bytes)
}
