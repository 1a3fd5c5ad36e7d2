package fractal

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// theoryFactor is how far the measured cost of an insert may be from the
// formula. The formula leaves constants out: fill of nodes and buffers, whole
// nodes written for part of a buffer, internal nodes that stay in the cache.
const theoryFactor = 5

// TestInsertCostFollowsTheory compares the bytes written and read for each byte
// inserted with the fractal tree's write amplification, k·log_k(N/M) for a
// fan-out k, N bytes of data and M bytes of cache (Kuszmaul 2014, Brodal and
// Fagerberg 2003: design/peers.md C10, C11). With a node's buffers shared by k
// children, a flush of one buffer rewrites a leaf for 1/k of a node of rows.
func TestInsertCostFollowsTheory(t *testing.T) {
	for _, fanout := range []int{4, 16, 64} {
		for _, node := range []int64{64 << 10, 256 << 10, 1 << 20, 4 << 20} {
			t.Run(fmt.Sprintf("fanout=%d/node=%dK", fanout, node>>10), func(t *testing.T) {
				const rowBytes = 125
				// Enough rows for a root that is full of children that are full.
				rows := max(300_000, int(3*int64(fanout)*node/2/rowBytes))
				if testing.Short() && rows > 400_000 {
					t.Skip("many rows")
				}
				data := int64(rows * rowBytes)
				cacheBytes := max(data/4, 5*node)
				cache := NewCache(CacheConfig{Bytes: cacheBytes})
				tree := New(Config{NodeBytes: node, BasementBytes: node / 8, Fanout: fanout, KeyBytes: 16}, cache)
				key := make([]byte, 16)
				for i := range rows {
					randomKey(key, uint64(i))
					tree.Put(key, 16, 100)
				}
				io := tree.IO()
				written := float64(io.Evicted.LeafBytes + io.Evicted.NonleafBytes)
				amplification := written / float64(data)
				children := float64(fanout) * 0.7
				want := children * math.Max(1, math.Log(float64(data)/float64(cacheBytes))/math.Log(children))
				t.Logf("amplification %.2f, theory %.2f", amplification, want)
				require.Less(t, amplification, want*theoryFactor)
				require.Greater(t, amplification, want/theoryFactor)
			})
		}
	}
}
