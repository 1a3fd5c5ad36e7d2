package fractal

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
)

// A scan that ends while the next leaf is being read ahead does not wait for it: the
// reads come later, and come all.
func TestReadAheadGoesOnAfterTheScan(t *testing.T) {
	cache := NewCache(CacheConfig{Bytes: 64 << 20})
	tree := New(Config{KeyBytes: 8}, cache)
	var key [8]byte
	for i := range uint64(200_000) {
		binary.BigEndian.PutUint64(key[:], i)
		tree.Put(key[:], 8, 100)
	}
	cache.Reopen()
	before := tree.io
	binary.BigEndian.PutUint64(key[:], 10_000)
	require.Equal(t, 3_000, tree.Range(key[:], 8, 3_000, true))
	scan := tree.io.minus(before)
	require.Len(t, tree.ahead, 1)
	leaf := tree.ahead[0].leaf
	require.True(t, leaf.pair.pinned)
	require.Less(t, scan.Prefetched, int64(len(leaf.basements)))

	tree.settle()
	all := tree.io.minus(before)
	require.Empty(t, tree.ahead)
	require.False(t, leaf.pair.pinned)
	require.Equal(t, int64(1), all.PrefetchHeaders)
	require.Equal(t, int64(len(leaf.basements)), all.Prefetched)
	require.Equal(t, scan.Targets+scan.Bounded, all.Targets+all.Bounded)
	require.NoError(t, tree.Check())
}
