package bufferpool_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/bufferpool"
	"github.com/pagesim/pagesim/device"
)

// benchIDs is the length of a stream.
const benchIDs = 1 << 22

// splitMix64 is the generator of the streams (Steele, Lea and Flood, 2014).
type splitMix64 uint64

func (s *splitMix64) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// zipf returns n references to so many pages, of which the i-th most popular has
// the popularity 1/i. The popular ones lie anywhere in the file if scattered, else
// at its start.
func zipf(seed uint64, n, pages int, scattered bool) []pagesim.PageID {
	sums, sum := make([]float64, pages), 0.0
	for i := range sums {
		sum += 1 / float64(i+1)
		sums[i] = sum
	}
	s := splitMix64(seed)
	page := make([]pagesim.PageID, pages)
	for i := range page {
		page[i] = pagesim.PageID(i)
		if j := int(s.next() % uint64(i+1)); scattered {
			page[i], page[j] = page[j], page[i]
		}
	}
	out := make([]pagesim.PageID, n)
	for i := range out {
		rank, _ := slices.BinarySearch(sums, float64(s.next()>>11)/(1<<53)*sum)
		out[i] = page[min(rank, pages-1)]
	}
	return out
}

// innodb is the pool of a server with its defaults of MySQL 8.0 and 9.7.
func innodb(pages int64) bufferpool.Config {
	return bufferpool.Config{
		Pages: pages, Instances: 1, OldBlocksPct: 37, OldBlocksTime: oldBlocksTime, LRUScanDepth: 1024,
		ReadAheadThreshold: 56, IOCapacity: 10_000, IOCapacityMax: 20_000, MaxDirtyPct: 90, MaxDirtyPctLWM: 10,
		AdaptiveFlushing: true, AdaptiveLWM: 10, AvgLoops: 30, IdleFlushPct: 100, Doublewrite: 128,
		Redo: bufferpool.RedoLimits80(100 << 20),
	}
}

// BenchmarkTouch plays Zipf streams into pools of a tenth of the pages, which read at
// each fourth or fifth touch, and of all pages, where the processor's caches are what
// is measured.
func BenchmarkTouch(b *testing.B) {
	for _, c := range []struct {
		stream      string
		pages, pool int
	}{
		{"zipf", 1_000_000, 100_000}, {"zipf-scattered", 1_000_000, 100_000},
		{"zipf", 1_000_000, 1_100_000}, {"zipf", 100_000, 10_000}, {"zipf", 10_000, 8_192},
	} {
		ids := zipf(1, benchIDs, c.pages, c.stream == "zipf-scattered")
		name := fmt.Sprintf("stream=%s/pages=%d/pool=%d", c.stream, c.pages, c.pool)
		for _, policy := range []string{"plain", "innodb"} {
			b.Run("policy="+policy+"/"+name, func(b *testing.B) {
				config := innodb(int64(c.pool))
				config.Plain = policy == "plain"
				before := heapBytes()
				pool, err := bufferpool.New(config, device.New(device.Profile{}, 1), 1, 1)
				require.NoError(b, err)
				o := pool.Owner(0, 0)
				play(b, ids, before, pool.Resident, func() int64 { return pool.IO(0).Reads }, func(id pagesim.PageID) {
					o.Touch(id, pagesim.Read)
				})
			})
		}
		b.Run("peer=golang-lru/"+name, func(b *testing.B) {
			before, reads := heapBytes(), int64(0)
			lru, err := simplelru.NewLRU[pagesim.PageID, struct{}](c.pool, nil)
			require.NoError(b, err)
			play(b, ids, before, func() int64 { return int64(lru.Len()) }, func() int64 { return reads }, func(id pagesim.PageID) {
				if _, found := lru.Get(id); !found {
					lru.Add(id, struct{}{})
					reads++
				}
			})
		})
	}
}

// play fills a pool with a stream and then measures. The memory is all of it: beside
// the frames the table of all pages of the file.
func play(b *testing.B, ids []pagesim.PageID, before uint64, resident, reads func() int64, touch func(pagesim.PageID)) {
	b.Helper()
	for _, id := range ids {
		touch(id)
	}
	bytes, filled := float64(heapBytes()-before), reads()
	for i := 0; b.Loop(); i++ {
		touch(ids[i&(benchIDs-1)])
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mtouches/s")
	b.ReportMetric(bytes/float64(resident()), "B/resident-page")
	b.ReportMetric(float64(reads()-filled)/float64(b.N), "misses/touch")
}

func heapBytes() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func TestAFrameIsOf16Bytes(t *testing.T) {
	require.EqualValues(t, 16, bufferpool.FrameBytes)
}
