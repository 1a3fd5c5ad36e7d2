package bufferpool_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/bufferpool"
	"github.com/pagesim/pagesim/device"
)

// buffering returns a pool whose change buffer may take so many pages, and an owner
// of 1,000 pages that are not in memory.
func buffering(t *testing.T, c bufferpool.Config, most int64) (*bufferpool.Pool, *device.Device, bufferpool.Owner) {
	t.Helper()
	c.ChangeBufferPages = most
	pool, disk := newPool(t, c, device.Profile{}, 2)
	o := pool.Owner(0, 0)
	touchAll(o, 0, 1000, pagesim.Create)
	pool.Clear(0)
	return pool, disk, o
}

const (
	recordBytes = 100
	roomBytes   = 8000
)

func TestBufferedInsertReadsNothing(t *testing.T) { // CB-02, CB-03
	pool, _, o := buffering(t, quiet(2000), 100)
	require.True(t, o.Buffer(500, recordBytes, roomBytes))
	require.True(t, o.Buffer(500, recordBytes, roomBytes))
	require.Zero(t, pool.IO(0).Reads)
	require.Zero(t, pool.IO(0).ReadRequests)
	// The buffer's own tree: its root and a leaf page.
	require.EqualValues(t, 2, pool.IO(2).Reads)
	require.EqualValues(t, 1, pool.Dirty())
	_, waiting := pool.BufferSize()
	require.Equal(t, 1, waiting)

	o.Touch(500, pagesim.Read)
	require.EqualValues(t, 1, pool.IO(0).Reads)
	_, dirty := o.State(500)
	require.True(t, dirty, "merged")
	size, waiting := pool.BufferSize()
	require.Zero(t, waiting)
	require.Zero(t, size)
	require.False(t, o.Buffer(500, recordBytes, roomBytes), "it is in memory")
	require.NoError(t, pool.CheckAll())
}

func TestNoChangeBufferTakesNothing(t *testing.T) { // CB-01
	_, _, o := buffering(t, quiet(2000), 0)
	require.False(t, o.Buffer(500, recordBytes, roomBytes))
}

// TestRoomOnAPage is what the two bits of the bitmap tell of it.
func TestRoomOnAPage(t *testing.T) { // CB-02
	for _, c := range []struct{ room, most int }{
		{roomBytes, 2048}, {2048, 2048}, {2047, 1024}, {1536, 1024}, {1535, 1024}, {1024, 1024}, {1023, 512}, {512, 512}, {511, 0},
	} {
		pool, _, o := buffering(t, quiet(2000), 100)
		n := 0
		for n < 100 && o.Buffer(500, recordBytes, c.room-n*recordBytes) {
			n++
		}
		require.Equal(t, max(0, c.most-1)/recordBytes, n, "room for %d bytes", c.room)
		if n > 0 {
			resident, _ := o.State(500)
			require.True(t, resident, "the page is read and merged when it takes no more")
		}
		require.NoError(t, pool.CheckAll())
	}
}

// TestPagesOfAnAreaAreMergedTogether has entries wait for pages of two areas of 8.
func TestPagesOfAnAreaAreMergedTogether(t *testing.T) { // CB-03
	pool, _, o := buffering(t, quiet(2000), 100)
	for _, id := range []pagesim.PageID{80, 82, 87, 88} {
		for range 18 {
			require.True(t, o.Buffer(id, recordBytes, roomBytes))
		}
	}
	require.True(t, o.Buffer(83, recordBytes, roomBytes)) // little waits for it
	require.False(t, o.Buffer(82, 300, roomBytes))
	for id, want := range map[pagesim.PageID]bool{80: true, 82: true, 83: false, 87: true, 88: false} {
		resident, _ := o.State(id)
		require.Equal(t, want, resident, "page %d", id)
	}
	require.Zero(t, pool.IO(0).Reads, "nobody waits for these reads")
}

func TestChangeBufferContractsAtItsMaximum(t *testing.T) { // CB-04
	const most = 5
	pool, _, o := buffering(t, quiet(2000), most)
	largest := int64(0)
	for i := range 20_000 {
		o.Buffer(pagesim.PageID(i*7919%1000), recordBytes, roomBytes)
		size, _ := pool.BufferSize()
		largest = max(largest, size)
	}
	require.GreaterOrEqual(t, largest, int64(most-1)) // as it is after the merge
	require.Less(t, largest, int64(most+10))
	require.Positive(t, pool.Counters().PagesRead)
	require.NoError(t, pool.CheckAll())
}

// TestMergesInTheBackground waits for the master thread: 5 % of 200 pages a second
// or, as it merges whole areas, a few more.
func TestMergesInTheBackground(t *testing.T) { // CB-04
	pool, disk, o := buffering(t, quiet(2000), 1000)
	for id := range pagesim.PageID(1000) {
		require.True(t, o.Buffer(id, recordBytes, roomBytes))
	}
	pool.Advance() // the first of its seconds is at 0
	_, before := pool.BufferSize()
	for range 10 {
		disk.Wait(disk.Now() + time.Second)
		pool.Advance()
	}
	_, after := pool.BufferSize()
	require.InDelta(t, 10*10, before-after, 10*7)
	for range 200 {
		disk.Wait(disk.Now() + time.Second)
		pool.Advance()
	}
	_, after = pool.BufferSize()
	require.Zero(t, after)
	require.NoError(t, pool.CheckAll())
}

func TestReadAheadMerges(t *testing.T) { // CB-03, BP-04
	c := quiet(2048)
	c.ReadAheadThreshold = 56
	pool, _, o := buffering(t, c, 100)
	require.True(t, o.Buffer(100, recordBytes, roomBytes))
	touchAll(o, 0, 64, pagesim.Read)
	require.EqualValues(t, 64, pool.Counters().ReadAhead)
	_, dirty := o.State(100)
	require.True(t, dirty)
	_, waiting := pool.BufferSize()
	require.Zero(t, waiting)
}

func TestClearDropsWhatWaitsForTheFile(t *testing.T) { // CB-01
	pool, _, a := buffering(t, quiet(2000), 100)
	b := pool.Owner(1, 1)
	for id := range pagesim.PageID(10) {
		require.True(t, a.Buffer(id, recordBytes, roomBytes))
		require.True(t, b.Buffer(2*id, recordBytes, roomBytes))
	}
	pool.Clear(0)
	_, waiting := pool.BufferSize()
	require.Equal(t, 10, waiting, "those of the other file")
	a.Touch(3, pagesim.Read)
	_, dirty := a.State(3)
	require.False(t, dirty)
	require.NoError(t, pool.CheckAll())
}

func TestWhatWaitsForAPageGoesWithIt(t *testing.T) { // CB-03
	for _, last := range []pagesim.Access{pagesim.Free, pagesim.Create} {
		pool, _, o := buffering(t, quiet(2000), 100)
		require.True(t, o.Buffer(500, recordBytes, roomBytes))
		o.Touch(500, last)
		_, waiting := pool.BufferSize()
		require.Zero(t, waiting)
		require.Zero(t, pool.IO(0).Reads)
	}
}

// TestBufferBeforeAnyTouch needs no page number to be known.
func TestBufferBeforeAnyTouch(t *testing.T) {
	c := quiet(100)
	c.ChangeBufferPages = 10
	pool, _ := newPool(t, c, device.Profile{}, 1)
	o := pool.Owner(0, 0)
	require.True(t, o.Buffer(100_000, recordBytes, roomBytes))
	o.Touch(100_000, pagesim.Modify)
	touchAll(o, 0, 200, pagesim.Create)
	require.NoError(t, pool.CheckAll())
	require.Positive(t, pool.IO(0).Written)
}
