package bufferpool_test

import (
	"container/list"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/bufferpool"
	"github.com/pagesim/pagesim/bufferpool/reuse"
	"github.com/pagesim/pagesim/device"
)

const oldBlocksTime = time.Second

// newPool returns a pool for files of one index each, and its disk.
func newPool(t testing.TB, c bufferpool.Config, p device.Profile, files int) (*bufferpool.Pool, *device.Device) {
	t.Helper()
	disk := device.New(p, 1)
	pool, err := bufferpool.New(c, disk, files, files)
	require.NoError(t, err)
	return pool, disk
}

// plain returns one LRU list of so many pages.
func plain(t testing.TB, pages int64, owners int) *bufferpool.Pool {
	t.Helper()
	pool, err := bufferpool.New(bufferpool.Config{Plain: true, Pages: pages}, &device.Device{}, 1, owners)
	require.NoError(t, err)
	return pool
}

func TestPlainPageIsWrittenOnceItIsDirtyAndGoes(t *testing.T) {
	pool := plain(t, 1, 2)
	a, b := pool.Owner(0, 0), pool.Owner(0, 1)
	a.Touch(1, pagesim.Create)
	a.Touch(1, pagesim.Modify)
	require.EqualValues(t, 1, pool.Dirty())
	b.Touch(2, pagesim.Read)
	require.Zero(t, pool.Dirty())
	require.Equal(t, pagesim.IO{ReadRequests: 1, Created: 1, Written: 1}, pool.IO(0))
	require.Equal(t, pagesim.IO{ReadRequests: 1, Reads: 1}, pool.IO(1))
	require.Equal(t, 3, pool.Owners())
}

func TestPlainFreedPageIsNotWritten(t *testing.T) {
	pool := plain(t, 4, 1)
	o := pool.Owner(0, 0)
	o.Touch(1, pagesim.Create)
	o.Touch(1, pagesim.Free)
	o.Touch(1, pagesim.Free)
	require.Zero(t, pool.Resident())
	require.Zero(t, pool.IO(0).Written)
	o.Touch(1, pagesim.Read)
	require.EqualValues(t, 1, pool.IO(0).Reads)
	require.NoError(t, pool.CheckAll())
}

// TestPlainLooksAtNothingButPages gives a plain pool all of a server's variables.
func TestPlainLooksAtNothingButPages(t *testing.T) {
	c := innodb(600)
	c.Plain, c.ChangeBufferPages, c.Backoff, c.Instances, c.FlushNeighbors = true, 100, true, 3, 1
	with, _ := newPool(t, c, device.Profile{}, 1)
	without := plain(t, 600, 1)
	for _, pool := range []*bufferpool.Pool{with, without} {
		r, o := rand.New(rand.NewPCG(1, 1)), pool.Owner(0, 0)
		for range 20_000 {
			o.Touch(pagesim.PageID(r.IntN(40)*r.IntN(40)), pagesim.Access(r.IntN(2)))
			pool.Log(100_000)
			pool.Advance()
		}
		require.False(t, o.Buffer(100_000, 10, 8000))
		require.NoError(t, pool.CheckAll())
	}
	require.Equal(t, without.IO(0), with.IO(0))
	require.Equal(t, without.List(0), with.List(0))
}

// TestPlainAgainstALinkedList plays random touches into the pool and into the
// obvious model of an LRU list.
func TestPlainAgainstALinkedList(t *testing.T) {
	for _, pages := range []int{1, 2, 50, 700} {
		t.Run(fmt.Sprintf("%d pages", pages), func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, uint64(pages)))
			pool := plain(t, int64(pages), 1)
			o := pool.Owner(0, 0)
			order, where, dirty := list.New(), map[pagesim.PageID]*list.Element{}, map[pagesim.PageID]bool{}
			var reads, written int64
			for step := range 20_000 {
				id, access := pagesim.PageID(r.IntN(4*pages)), pagesim.Access(r.IntN(2))
				o.Touch(id, access)
				if e := where[id]; e != nil {
					order.MoveToFront(e)
				} else {
					reads++
					if order.Len() == pages {
						old := order.Remove(order.Back()).(pagesim.PageID)
						if dirty[old] {
							written++
						}
						delete(where, old)
						delete(dirty, old)
					}
					where[id] = order.PushFront(id)
				}
				dirty[id] = dirty[id] || access == pagesim.Modify
				if step%50 == 0 {
					require.NoError(t, pool.CheckAll())
				}
			}
			require.Equal(t, reads, pool.IO(0).Reads)
			require.Equal(t, written, pool.IO(0).Written)
			for i, e := 0, order.Front(); e != nil; i, e = i+1, e.Next() {
				require.Equal(t, e.Value, pool.List(0)[i].Page)
			}
		})
	}
}

func TestLargerPlainPoolNeverReadsMore(t *testing.T) {
	last := int64(1 << 62)
	for pages := int64(1); pages < 1000; pages += 1 + pages/8 {
		r := rand.New(rand.NewPCG(3, 4))
		pool := plain(t, pages, 1)
		o := pool.Owner(0, 0)
		for range 10_000 {
			o.Touch(pagesim.PageID(r.IntN(30)*r.IntN(30)), pagesim.Read)
		}
		require.LessOrEqual(t, pool.IO(0).Reads, last, "%d pages", pages)
		last = pool.IO(0).Reads
	}
}

func TestUnboundedPoolReadsEachPageOnce(t *testing.T) {
	for _, c := range []bufferpool.Config{{Plain: true, Pages: 1 << 20}, innodb(1 << 20)} {
		pool, _ := newPool(t, c, device.Profile{}, 1)
		r, o, distinct := rand.New(rand.NewPCG(5, 6)), pool.Owner(0, 0), map[pagesim.PageID]bool{}
		for range 100_000 {
			id := pagesim.PageID(r.IntN(200) * r.IntN(200))
			distinct[id] = true
			o.Touch(id, pagesim.Access(r.IntN(2)))
		}
		require.EqualValues(t, len(distinct), pool.IO(0).Reads+pool.Counters().ReadAhead)
		require.Zero(t, pool.IO(0).Written)
	}
}

// TestPlainAgainstTheCurve compares each size with the one pass that predicts all.
func TestPlainAgainstTheCurve(t *testing.T) {
	accesses := []pagesim.Access{pagesim.Read, pagesim.Read, pagesim.Modify, pagesim.Create, pagesim.Free}
	for seed := range uint64(20) {
		for _, pages := range []int64{1, 2, 3, 10, 40, 100, 1000} {
			r := rand.New(rand.NewPCG(seed, 7))
			pool, stack := plain(t, pages, 1), reuse.New(reuse.Options{})
			o := pool.Owner(0, 0)
			for range 3000 {
				id, a := pagesim.PageID(r.IntN(12)*r.IntN(12)), accesses[r.IntN(len(accesses))]
				o.Touch(id, a)
				stack.Touch(id, a)
			}
			require.NoError(t, pool.CheckAll())
			curve := stack.Curve()
			require.Equal(t, curve.Reads(pages), pool.IO(0).Reads, "seed %d, %d pages", seed, pages)
			require.Equal(t, curve.Writes(pages), pool.IO(0).Written, "seed %d, %d pages", seed, pages)
		}
	}
}

func TestWhatIsOutOfRange(t *testing.T) {
	for _, c := range []struct {
		name string
		set  func(c *bufferpool.Config)
		want string
	}{
		{"no pages", func(c *bufferpool.Config) { c.Pages = 0 }, "bufferpool: 0 pages: want 1 to 268435392"},
		{"too many pages", func(c *bufferpool.Config) { c.Pages = bufferpool.MaxPages + 1 }, "want 1 to 268435392"},
		{"too many instances", func(c *bufferpool.Config) { c.Instances = 65 }, "innodb_buffer_pool_instances 65: want 1 to 64"},
		{"an instance without pages", func(c *bufferpool.Config) { c.Pages, c.Instances = 3, 4 }, "3 pages: want 1 or more in each of 4 instances"},
		{"an old part of the whole", func(c *bufferpool.Config) { c.OldBlocksPct = 96 }, "innodb_old_blocks_pct 96: want 5 to 95"},
		{"no scan depth", func(c *bufferpool.Config) { c.LRUScanDepth = 0 }, "innodb_lru_scan_depth 0: want 1 or more"},
		{"a maximum below the capacity", func(c *bufferpool.Config) { c.IOCapacityMax = 1 }, "innodb_io_capacity 10000, innodb_io_capacity_max 1"},
		{"more than all dirty", func(c *bufferpool.Config) { c.MaxDirtyPct = 101 }, "innodb_max_dirty_pages_pct 101: want 0 to 100"},
		{"no average", func(c *bufferpool.Config) { c.AvgLoops = 0 }, "innodb_flushing_avg_loops 0: want 1 or more"},
		{"a redo log that is all margin", func(c *bufferpool.Config) { c.Redo = bufferpool.RedoLimits80(6_500_000) }, "a larger innodb_redo_log_capacity"},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := innodb(1000)
			c.set(&config)
			_, err := bufferpool.New(config, &device.Device{}, 1, 1)
			require.ErrorContains(t, err, c.want)
		})
	}
}
