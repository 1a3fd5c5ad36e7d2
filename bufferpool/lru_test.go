package bufferpool_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/bufferpool"
	"github.com/pagesim/pagesim/device"
)

// quiet is a server that writes nothing of its own accord.
func quiet(pages int64) bufferpool.Config {
	return bufferpool.Config{
		Pages: pages, OldBlocksPct: 37, OldBlocksTime: oldBlocksTime, LRUScanDepth: 1,
		IOCapacity: 200, IOCapacityMax: 2000, MaxDirtyPct: 90, AvgLoops: 30,
	}
}

// touchAll touches the pages from first to before end.
func touchAll(o bufferpool.Owner, first, end int, a pagesim.Access) {
	for id := first; id < end; id++ {
		o.Touch(pagesim.PageID(id), a)
	}
}

// place is the number of pages before one on the list of the first instance.
func place(t *testing.T, pool *bufferpool.Pool, id pagesim.PageID) (at int, e bufferpool.Entry) {
	t.Helper()
	for i, e := range pool.List(0) {
		if e.Page == id {
			return i, e
		}
	}
	require.Fail(t, "not on the list", "page %d", id)
	return 0, e
}

func TestNewPagesEnterAtTheYoungEndAndReadOnesAtTheMidpoint(t *testing.T) { // BP-02
	pool, _ := newPool(t, quiet(2000), device.Profile{}, 1)
	o := pool.Owner(0, 0)
	touchAll(o, 0, 1000, pagesim.Create)
	at, _ := place(t, pool, 999)
	require.Zero(t, at)

	o.Touch(5000, pagesim.Read)
	at, e := place(t, pool, 5000)
	require.True(t, e.Old)
	require.InDelta(t, 1001-1001*378/1024, at, 20) // BP-01: the tolerance
	for i, e := range pool.List(0) {
		require.Equal(t, i >= at-1, e.Old, "page %d", e.Page) // behind the first old one
	}

	o.Touch(6000, pagesim.Create)
	at, e = place(t, pool, 6000)
	require.Zero(t, at)
	require.False(t, e.Old)
}

func TestOldPartIsThreeEighthsOfTheList(t *testing.T) { // BP-01
	for _, pct := range []int{5, 37, 50, 95} {
		for _, length := range []int{512, 513, 600, 1500} {
			c := quiet(2000)
			c.OldBlocksPct = pct
			pool, _ := newPool(t, c, device.Profile{}, 1)
			touchAll(pool.Owner(0, 0), 0, length, pagesim.Read)
			old := 0
			for _, e := range pool.List(0) {
				if e.Old {
					old++
				}
			}
			want := min(length*(pct*1024/100)/1024, length-25)
			require.InDelta(t, want, old, 20, "%d %% of %d", pct, length)
		}
	}
}

func TestBelow512PagesThereIsNoOldPart(t *testing.T) { // BP-01
	pool, _ := newPool(t, quiet(2000), device.Profile{}, 2)
	a, b := pool.Owner(0, 0), pool.Owner(1, 1)
	touchAll(a, 0, 300, pagesim.Read)
	touchAll(b, 0, 211, pagesim.Read)
	old := func() (n int) {
		for _, e := range pool.List(0) {
			if e.Old {
				n++
			}
		}
		return n
	}
	require.Zero(t, old())
	b.Touch(211, pagesim.Read)
	require.InDelta(t, 512*378/1024, old(), 20)
	pool.Clear(1)
	require.Zero(t, old())
	require.NoError(t, pool.CheckAll())
}

// full returns a pool of 1,000 pages in which something was evicted.
func full(t *testing.T) (*bufferpool.Pool, *device.Device, bufferpool.Owner) {
	t.Helper()
	pool, disk := newPool(t, quiet(1000), device.Profile{}, 1)
	o := pool.Owner(0, 0)
	touchAll(o, 0, 1200, pagesim.Read)
	require.EqualValues(t, 200, pool.Counters().Evicted)
	return pool, disk, o
}

func TestOldPageBecomesYoungAfterOldBlocksTime(t *testing.T) { // BP-03
	pool, disk, o := full(t)
	disk.Wait(10 * time.Second)
	o.Touch(5000, pagesim.Read)
	before, _ := place(t, pool, 5000)

	disk.Wait(10*time.Second + 900*time.Millisecond)
	o.Touch(5000, pagesim.Read)
	at, e := place(t, pool, 5000)
	require.Equal(t, before, at)
	require.True(t, e.Old)
	require.EqualValues(t, 1, pool.Counters().NotMadeYoung)

	disk.Wait(11*time.Second + 50*time.Millisecond)
	o.Touch(5000, pagesim.Read)
	at, e = place(t, pool, 5000)
	require.Zero(t, at)
	require.False(t, e.Old)
	require.EqualValues(t, 1, pool.Counters().MadeYoung)
}

// TestOldBlocksTimeRunsFromTheFirstAccess has a page that was read ahead, which is
// not an access.
func TestOldBlocksTimeRunsFromTheFirstAccess(t *testing.T) { // BP-03
	pool, disk, o := full(t)
	o.Touch(5000, pagesim.Prefetch)
	disk.Wait(10 * time.Second)
	o.Touch(5000, pagesim.Read)
	require.EqualValues(t, 1, pool.Counters().NotMadeYoung)
	disk.Wait(11*time.Second + 50*time.Millisecond)
	o.Touch(5000, pagesim.Read)
	require.EqualValues(t, 1, pool.Counters().MadeYoung)
}

func TestNothingMovesBeforeTheFirstEviction(t *testing.T) { // BP-03
	pool, disk := newPool(t, quiet(1000), device.Profile{}, 1)
	o := pool.Owner(0, 0)
	touchAll(o, 0, 900, pagesim.Read)
	before := pool.List(0)
	disk.Wait(time.Minute)
	touchAll(o, 0, 900, pagesim.Read)
	require.Equal(t, before, pool.List(0))
	require.Zero(t, pool.Counters().MadeYoung+pool.Counters().NotMadeYoung)
}

func TestYoungPageStaysUntilAQuarterOfTheYoungPartIsEvicted(t *testing.T) { // BP-03
	c := quiet(8192)
	pool, _ := newPool(t, c, device.Profile{}, 1)
	o := pool.Owner(0, 0)
	touchAll(o, 0, 8193, pagesim.Read) // one is evicted
	o.Touch(100_000, pagesim.Create)
	o.Touch(100_001, pagesim.Create)
	const quarter, step = 8192 * (1024 - 378) / 4096, 8192 * (1024 - 378) / 4096 / 64

	touchAll(o, 10_000, 10_000+quarter-2*step, pagesim.Read)
	o.Touch(100_000, pagesim.Read)
	at, _ := place(t, pool, 100_000)
	require.NotZero(t, at, "too early")

	touchAll(o, 20_000, 20_000+3*step, pagesim.Read)
	o.Touch(100_000, pagesim.Read)
	at, _ = place(t, pool, 100_000)
	require.Zero(t, at)
}

func TestAScanLeavesTheYoungPagesAlone(t *testing.T) { // BP-02, BP-03
	pool, disk, o := full(t)
	disk.Wait(time.Minute)
	var young []pagesim.PageID
	for _, e := range pool.List(0) {
		if !e.Old {
			young = append(young, e.Page)
		}
	}
	for range 3 {
		touchAll(o, 10_000, 15_000, pagesim.Read)
	}
	reads := pool.IO(0).Reads
	for _, id := range young {
		o.Touch(id, pagesim.Read)
	}
	require.Equal(t, reads, pool.IO(0).Reads)
}

func TestInstancesShareExtents(t *testing.T) {
	c := quiet(1002)
	c.Instances = 4
	pool, _ := newPool(t, c, device.Profile{}, 1)
	touchAll(pool.Owner(0, 0), 0, 256, pagesim.Read)
	for i := range 4 {
		pages := pool.List(i)
		require.Len(t, pages, 64)
		for _, e := range pages {
			require.EqualValues(t, i, e.Page/64%4)
		}
	}
	require.EqualValues(t, 1002, pool.Capacity())
	require.EqualValues(t, 1002-256, pool.Free())
}

// TestReadAhead reads a file in order that was dropped: the last page of an area
// brings the next one.
func TestReadAhead(t *testing.T) { // BP-04
	for _, c := range []struct {
		pages, threshold, first int
		ahead                   int64
	}{
		{2048, 56, 0, 64}, {2048, 56, 8, 64}, {2048, 56, 9, 0}, {2048, 0, 0, 0},
		{1024, 56, 0, 32 + 32}, // areas of 1/32 of the pool
	} {
		t.Run(fmt.Sprintf("pages=%d threshold=%d first=%d", c.pages, c.threshold, c.first), func(t *testing.T) {
			config := quiet(int64(c.pages))
			config.ReadAheadThreshold = int64(c.threshold)
			pool, _ := newPool(t, config, device.Profile{}, 1)
			o := pool.Owner(0, 0)
			touchAll(o, 0, 256, pagesim.Create)
			pool.Clear(0)
			// Areas of 32 pages: 31 brings 32 to 63, at 64 the next run begins.
			last := 64
			if c.pages == 1024 {
				last = 96
			}
			touchAll(o, c.first, last, pagesim.Read)
			require.Equal(t, c.ahead, pool.Counters().ReadAhead)
			require.Equal(t, pool.Resident(), pool.Counters().PagesRead)
			require.Equal(t, pool.IO(0).Reads+c.ahead, pool.Counters().PagesRead)
		})
	}
}

func TestPrefetchCountsAReadAndNoRequest(t *testing.T) {
	pool, _ := newPool(t, quiet(10), device.Profile{}, 1)
	o := pool.Owner(0, 0)
	o.Touch(1, pagesim.Prefetch)
	o.Touch(1, pagesim.Prefetch)
	require.Equal(t, pagesim.IO{Reads: 1}, pool.IO(0))
}

func TestClearDropsAFileUnwritten(t *testing.T) {
	pool, disk := newPool(t, quiet(100), device.Profile{}, 2)
	a, b := pool.Owner(0, 0), pool.Owner(1, 1)
	touchAll(a, 0, 20, pagesim.Create)
	touchAll(b, 0, 30, pagesim.Create)
	pool.Clear(0)
	require.EqualValues(t, 30, pool.Resident())
	require.EqualValues(t, 30, pool.Dirty())
	require.Zero(t, pool.Counters().PagesWritten)
	require.NoError(t, pool.CheckAll())
	a.Touch(3, pagesim.Read)
	require.EqualValues(t, 1, pool.IO(0).Reads)
	disk.Wait(time.Second)
	pool.Advance()
	require.NoError(t, pool.CheckAll())
}

// TestClearOfPagesThatAreBeingWritten drops a file while the disk writes it, and
// makes a page of the same number.
func TestClearOfPagesThatAreBeingWritten(t *testing.T) {
	c := quiet(1000)
	c.IdleFlushPct = 100
	pool, disk := newPool(t, c, device.Profile{IOPS: 100}, 1)
	o := pool.Owner(0, 0)
	touchAll(o, 0, 500, pagesim.Create)
	for range 2 { // the second one is idle
		disk.Wait(disk.Now() + time.Second)
		pool.Advance()
	}
	require.NotZero(t, pool.Counters().PagesFlushed)
	pool.Clear(0)
	require.Zero(t, pool.Resident())
	o.Touch(0, pagesim.Create)
	disk.Wait(disk.Now() + 10*time.Second)
	pool.Advance()
	require.EqualValues(t, 1, pool.Resident())
	require.NoError(t, pool.CheckAll())
}

func TestWarmCountsNothing(t *testing.T) {
	pool, _ := newPool(t, quiet(100), device.Profile{}, 1)
	pool.Warm(0, 10, false)
	pool.Warm(5, 15, true) // what is there stays as it is
	require.EqualValues(t, 15, pool.Resident())
	require.EqualValues(t, 5, pool.Dirty())
	require.Equal(t, pagesim.PoolCounters{}, pool.Counters())
	require.Equal(t, pagesim.IO{}, pool.IO(1))
	pool.Server().Touch(3, pagesim.Read)
	require.Equal(t, pagesim.IO{ReadRequests: 1}, pool.IO(1))
	pool.Warm(15, 500, false) // as many as there is room for
	require.EqualValues(t, 100, pool.Resident())
	require.NoError(t, pool.CheckAll())
}

func TestFreedPages(t *testing.T) {
	for _, clean := range []bool{false, true} {
		c := quiet(100)
		c.FreedPagesStayClean = clean
		pool, _ := newPool(t, c, device.Profile{}, 1)
		o := pool.Owner(0, 0)
		o.Touch(1, pagesim.Create)
		o.Touch(1, pagesim.Free)
		require.EqualValues(t, 1, pool.Resident())
		require.Equal(t, clean, pool.Dirty() == 0)
		o.Touch(1, pagesim.Create)
		require.EqualValues(t, 1, pool.Dirty())
		require.EqualValues(t, 2, pool.IO(0).Created)
	}
}
