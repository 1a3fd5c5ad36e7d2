package bufferpool_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/bufferpool"
	"github.com/pagesim/pagesim/device"
)

// second lets a second pass; where busy, something is changed in it.
func second(pool *bufferpool.Pool, disk *device.Device, busy bool) {
	if busy {
		pool.Log(1)
	}
	disk.Wait(disk.Now() + time.Second)
	pool.Advance()
}

// dirty makes pages from first to before end dirty, each with a change of its own
// of so many bytes of redo log.
func dirty(pool *bufferpool.Pool, o bufferpool.Owner, first, end int, bytes int64) {
	for id := first; id < end; id++ {
		o.Touch(pagesim.PageID(id), pagesim.Modify)
		pool.Log(bytes)
	}
}

func TestCleanerKeepsFramesFree(t *testing.T) { // BP-06
	c := quiet(1000)
	c.LRUScanDepth = 100
	pool, disk := newPool(t, c, device.Profile{}, 1)
	o := pool.Owner(0, 0)
	touchAll(o, 0, 1000, pagesim.Read)
	dirty(pool, o, 0, 50, 1) // the oldest ones
	require.Zero(t, pool.Free())
	second(pool, disk, true)
	require.EqualValues(t, 100, pool.Free())
	require.EqualValues(t, 50, pool.Counters().PagesFlushed)
	require.EqualValues(t, 100, pool.Counters().Evicted)
	require.Zero(t, pool.Counters().WaitFree)

	touchAll(o, 2000, 2100, pagesim.Read)
	require.Zero(t, pool.Free())
	second(pool, disk, true)
	require.EqualValues(t, 100, pool.Free())
}

func TestCleanerLeavesListsOf256PagesAlone(t *testing.T) { // BP-06
	c := quiet(300)
	c.LRUScanDepth = 1000
	pool, disk := newPool(t, c, device.Profile{}, 1)
	touchAll(pool.Owner(0, 0), 0, 300, pagesim.Read)
	second(pool, disk, true)
	require.EqualValues(t, 256, pool.Resident())
}

func TestCleanerStopsAtTheScanDepthInEachSecond(t *testing.T) { // BP-06
	c := quiet(2000)
	c.LRUScanDepth = 40
	c.Instances = 2
	pool, disk := newPool(t, c, device.Profile{}, 1)
	o := pool.Owner(0, 0)
	dirty(pool, o, 0, 1984, 1)
	second(pool, disk, true)
	require.LessOrEqual(t, pool.Counters().PagesFlushed, int64(2*40))
	require.NoError(t, pool.CheckAll())
}

func TestIdleServerFlushesAShareOfIOCapacity(t *testing.T) { // BP-10
	for _, c := range []struct{ capacity, pct, want int64 }{{200, 100, 200}, {200, 50, 100}, {10_000, 100, 1000}, {200, 0, 0}} {
		config := quiet(2000)
		config.IOCapacity, config.IOCapacityMax, config.IdleFlushPct = c.capacity, c.capacity, c.pct
		pool, disk := newPool(t, config, device.Profile{}, 1)
		dirty(pool, pool.Owner(0, 0), 0, 1000, 1)
		second(pool, disk, false)
		require.Zero(t, pool.Counters().PagesFlushed, "the last second had changes")
		second(pool, disk, false)
		require.Equal(t, c.want, pool.Counters().PagesFlushed)
		for range 10 {
			second(pool, disk, false)
		}
		require.Equal(t, min(1000, 11*c.want), pool.Counters().PagesFlushed)
	}
}

// TestDirtyLowWaterMark has 1,000 frames, of which 900 are used.
func TestDirtyLowWaterMark(t *testing.T) { // BP-08
	for _, c := range []struct {
		dirty     int
		lwm, max  float64
		instances int
		want      int64
	}{
		// 100 x 99 / 1,001 = 9.89 %.
		{99, 10, 90, 1, 1}, // one page in any case
		// 100 x 200 / 1,001 = 19.98 % dirty are 100 x 19.98 / 91 = 21.96 % of 1,000
		// pages, or 219; with no average yet and 1 page for the log, 220 / 3 + 1.
		{200, 10, 90, 1, 74},
		{200, 10, 90, 2, 2 * (73/2 + 1)},
		// Without a low-water mark nothing, or all of innodb_io_capacity: 1,001 / 3 + 1,
		// but there are no more.
		{200, 0, 20, 1, 1},
		{201, 0, 20, 1, 201},
	} {
		t.Run(fmt.Sprintf("dirty=%d lwm=%g instances=%d", c.dirty, c.lwm, c.instances), func(t *testing.T) {
			config := quiet(1000)
			config.IOCapacity, config.IOCapacityMax, config.Instances = 1000, 2000, c.instances
			config.MaxDirtyPctLWM, config.MaxDirtyPct = c.lwm, c.max
			pool, disk := newPool(t, config, device.Profile{}, 1)
			o := pool.Owner(0, 0)
			dirty(pool, o, 0, c.dirty, 10)
			touchAll(o, c.dirty, 900, pagesim.Read)
			second(pool, disk, true)
			require.Zero(t, pool.Counters().PagesFlushed, "the first second starts the averages")
			second(pool, disk, true)
			require.Equal(t, c.want, pool.Counters().PagesFlushed)
		})
	}
}

// TestAdaptiveFlushing has a redo log of 1,000,000 bytes.
func TestAdaptiveFlushing(t *testing.T) { // BP-08
	for _, c := range []struct {
		name     string
		age      int64
		off      bool
		steep    bool
		capacity int64
		want     int64
	}{
		{"below a tenth of the log one page", 99_000, false, false, 1000, 1},
		// 11 x sqrt(11) / 7.5 x 2 = 9.73 % of 1,000: (97 + 0 + 1) / 3 + 1.
		{"above it by the power of 3/2", 100_100, false, false, 1000, 33},
		// 11^2.5 / 700.5 x 2 = 1.15 %.
		{"or of 5/2", 100_100, false, true, 1000, (11+1)/3 + 1},
		{"not if it is off", 100_100, true, false, 1000, 1},
		// 100 x 10 / 7.5 x 2 = 266.7 % of 3, as one page is that old: 1 / 3 + 1.
		{"but above the async age", 880_000, true, false, 3, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := quiet(2000)
			config.IOCapacity, config.IOCapacityMax, config.SteepAge = c.capacity, 2*c.capacity, c.steep
			config.AdaptiveFlushing, config.AdaptiveLWM = !c.off, 10
			config.Redo = bufferpool.RedoLimits{Capacity: 1_000_000, Async: 875_000, Sync: 937_500, Full: 1_000_000}
			pool, disk := newPool(t, config, device.Profile{}, 1)
			dirty(pool, pool.Owner(0, 0), 0, 1000, (c.age-2)/1000)
			pool.Log((c.age - 2) % 1000)
			second(pool, disk, true)
			second(pool, disk, true)
			require.Equal(t, c.want, pool.Counters().PagesFlushed)
		})
	}
}

// TestAveragesFollowTheLoad changes 60 pages a second in a log that asks for nothing
// by its age until the averages are there.
func TestAveragesFollowTheLoad(t *testing.T) { // BP-08
	config := quiet(20_000)
	config.IOCapacity, config.IOCapacityMax = 1000, 2000
	config.AdaptiveFlushing, config.AdaptiveLWM = true, 10
	config.Redo = bufferpool.RedoLimits{Capacity: 1_000_000, Async: 875_000, Sync: 937_500, Full: 1_000_000}
	pool, disk := newPool(t, config, device.Profile{}, 1)
	o := pool.Owner(0, 0)
	age := int64(0)
	for i := range 300 {
		dirty(pool, o, i*60, i*60+60, 100)
		second(pool, disk, true)
		if i > 200 {
			age = max(age, pool.CheckpointAge())
		}
	}
	// 6,000 bytes a second. What the averages ask for is too little by a third, until
	// the age reaches the tenth of the log from which it asks for more.
	require.InDelta(t, 100_000, age, 15_000)
	require.EqualValues(t, 300*60, pool.Counters().PagesFlushed+pool.Dirty())
}

func TestSyncFlushWritesAllThatIsTooOld(t *testing.T) { // BP-08
	config := quiet(2000)
	config.Redo = bufferpool.RedoLimits{Capacity: 1_000_000, Async: 875_000, Sync: 937_500, Full: 1_000_000}
	pool, disk := newPool(t, config, device.Profile{}, 1)
	dirty(pool, pool.Owner(0, 0), 0, 95, 10_000)
	pool.Advance()
	require.Zero(t, pool.Counters().PagesWritten)
	second(pool, disk, false)
	// Those with an age of 950,000 and 940,000.
	require.EqualValues(t, 2, pool.Counters().PagesWritten)
	require.EqualValues(t, 930_000, pool.CheckpointAge())
}

// TestFullRedoLogIsWaitedFor writes redo log faster than the disk takes pages.
func TestFullRedoLogIsWaitedFor(t *testing.T) {
	for _, idlePct := range []int64{0, 100} {
		for _, d := range []device.Profile{{}, {IOPS: 100}} {
			config := quiet(2000)
			config.IdleFlushPct = idlePct
			config.Redo = bufferpool.RedoLimits{Capacity: 1_000_000, Async: 875_000, Sync: 937_500, Full: 1_000_000}
			pool, disk := newPool(t, config, d, 1)
			o := pool.Owner(0, 0)
			for i := range 1000 {
				dirty(pool, o, i, i+1, 10_000)
				pool.Advance()
				require.LessOrEqual(t, pool.CheckpointAge(), int64(1_000_000))
			}
			if d.IOPS > 0 {
				require.InDelta(t, float64(pool.Counters().PagesWritten+pool.IO(0).Reads)/d.IOPS, disk.Now().Seconds(), 0.1)
			}
			require.EqualValues(t, 1000, pool.Counters().PagesWritten+pool.Dirty())
		}
	}
}

func TestWhoNeedsAFrameWritesOnePage(t *testing.T) { // BP-05
	c := quiet(10)
	c.Doublewrite = 4
	pool, disk := newPool(t, c, device.Profile{IOPS: 100}, 1)
	o := pool.Owner(0, 0)
	touchAll(o, 0, 10, pagesim.Create)
	o.Touch(10, pagesim.Create)
	got := pool.Counters()
	require.Equal(t, pagesim.PoolCounters{PagesWritten: 1, WaitFree: 1, Evicted: 1}, got)
	// The page and its copy.
	require.Equal(t, 20*time.Millisecond, disk.Now())
	_, e := place(t, pool, 10)
	require.True(t, e.Dirty)
}

func TestACleanPageIsEvictedFirst(t *testing.T) { // BP-05
	pool, _ := newPool(t, quiet(10), device.Profile{}, 1)
	o := pool.Owner(0, 0)
	touchAll(o, 0, 9, pagesim.Create)
	o.Touch(9, pagesim.Read)
	o.Touch(10, pagesim.Read)
	resident, _ := o.State(9)
	require.False(t, resident)
	require.Zero(t, pool.Counters().WaitFree)
}

func TestBackoffWaitsForTheCleaner(t *testing.T) { // BP-05
	for _, pages := range []int64{10, 256, 257, 1000} {
		c := quiet(pages)
		c.Backoff = true
		pool, _ := newPool(t, c, device.Profile{IOPS: 1000}, 1)
		o := pool.Owner(0, 0)
		touchAll(o, 0, 2000, pagesim.Create)
		got := pool.Counters()
		require.EqualValues(t, 2000-pages, got.Evicted)
		// The cleaner leaves lists of 256 pages alone.
		require.Equal(t, pages > 256, got.WaitFree == 0, "%d pages", pages)
		require.Equal(t, pages > 256, got.PagesFlushed > 0, "%d pages", pages)
	}
}

func TestNeighboursAreWrittenTogether(t *testing.T) { // BP-09
	for _, c := range []struct {
		neighbours int
		list       int
		want       []pagesim.PageID
	}{
		{0, 600, []pagesim.PageID{11}},
		{1, 600, []pagesim.PageID{10, 11, 12}},
		{2, 600, []pagesim.PageID{10, 11, 12, 14}}, // 64 is in another extent
		{1, 511, []pagesim.PageID{11}},             // not where the list is short
	} {
		t.Run(fmt.Sprintf("innodb_flush_neighbors=%d list=%d", c.neighbours, c.list), func(t *testing.T) {
			config := quiet(1000)
			config.FlushNeighbors, config.IOCapacity, config.IdleFlushPct = c.neighbours, 1, 100
			pool, disk := newPool(t, config, device.Profile{}, 1)
			o := pool.Owner(0, 0)
			touchAll(o, 0, c.list, pagesim.Read)
			pages := []pagesim.PageID{11, 10, 12, 14, 64}
			for _, id := range pages {
				o.Touch(id, pagesim.Modify)
			}
			second(pool, disk, false)
			second(pool, disk, false)
			var written []pagesim.PageID
			for _, id := range []pagesim.PageID{10, 11, 12, 14, 64} {
				if _, dirty := o.State(id); !dirty {
					written = append(written, id)
				}
			}
			require.Equal(t, c.want, written)
		})
	}
}

func TestDoublewriteBatches(t *testing.T) {
	for _, c := range []struct {
		doublewrite      int
		batches, devices int64
	}{{128, 8, 1008}, {0, 0, 1000}, {100, 10, 1010}} {
		config := quiet(2000)
		config.Doublewrite, config.IOCapacity, config.IOCapacityMax, config.IdleFlushPct = c.doublewrite, 1000, 1000, 100
		pool, disk := newPool(t, config, device.Profile{}, 1)
		touchAll(pool.Owner(0, 0), 0, 1000, pagesim.Create)
		second(pool, disk, false)
		second(pool, disk, false)
		got := pool.Counters()
		require.EqualValues(t, 1000, got.PagesFlushed)
		require.Equal(t, c.batches, got.DoublewriteBatches)
		require.Equal(t, c.doublewrite > 0, got.DoublewritePages == 1000)
		require.Equal(t, c.devices, disk.Queue(0))
	}
}

// TestAPageThatIsChangedWhileItIsWritten stays, and is written again.
func TestAPageThatIsChangedWhileItIsWritten(t *testing.T) {
	c := quiet(600)
	c.LRUScanDepth = 5
	pool, disk := newPool(t, c, device.Profile{IOPS: 1}, 1)
	o := pool.Owner(0, 0)
	touchAll(o, 0, 600, pagesim.Create)
	second(pool, disk, true)
	require.EqualValues(t, 5, pool.Counters().PagesFlushed)
	require.EqualValues(t, 600, pool.Resident())
	o.Touch(0, pagesim.Modify)
	disk.Wait(5900 * time.Millisecond)
	pool.Advance()
	require.EqualValues(t, 600, pool.Resident())
	disk.Wait(6 * time.Second)
	pool.Advance()
	_, e := place(t, pool, 0)
	require.True(t, e.Dirty)
	require.EqualValues(t, 4, pool.Counters().Evicted)
	require.NoError(t, pool.CheckAll())
}

// TestRedoLimits57 is the server of the recordings percona-2019: two files of 1 GiB
// have Innodb_checkpoint_max_age = 1,738,750,649.
func TestRedoLimits57(t *testing.T) {
	const maxAge = 1_738_750_649
	r := bufferpool.RedoLimits57(1<<30, 2)
	require.InDelta(t, maxAge*7/8, r.Async, 1)
	require.InDelta(t, maxAge*15/16, r.Sync, 1)
	require.EqualValues(t, 1_932_731_597, r.Capacity) // nine tenths of both files
}

// TestRedoLimits80 are the figures for innodb_redo_log_capacity = 100 MiB that the
// source's formulas give.
func TestRedoLimits80(t *testing.T) {
	r := bufferpool.RedoLimits80(100 << 20)
	const soft, margin = 92_892_672, 5_470_000
	require.InEpsilon(t, soft-margin, r.Capacity, 0.0001)     // limit for users
	require.InEpsilon(t, 81_281_024-margin, r.Async, 0.0001)  // 7/8 of soft
	require.InEpsilon(t, 87_086_592-margin, r.Sync, 0.0001)   // 15/16 of soft
	require.InEpsilon(t, 8.7e6, float64(r.Capacity)/10, 0.01) // where adaptive flushing starts
	require.Less(t, math.Abs(float64(r.Async)-75.8e6), 0.1e6)
}
