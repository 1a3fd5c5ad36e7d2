package bufferpool_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/bufferpool"
	"github.com/pagesim/pagesim/device"
)

// world plays at random what engines do with a pool, and keeps the books from
// outside: which page was changed when, and where each page in memory is from.
type world struct {
	r      *rand.Rand
	pool   *bufferpool.Pool
	disk   *device.Device
	config bufferpool.Config
	owners []bufferpool.Owner
	// pages is the length of each file, freed what was given back of it.
	pages []int
	freed [][]pagesim.PageID
	// soiled counts the times that a clean page was changed, lost the dirty pages
	// that went with their file or were freed.
	soiled, lost int64
	// entered counts the pages that came into memory without a read, left those that
	// went otherwise than for want of a frame.
	entered, left int64
}

var disks = []device.Profile{
	{},
	{IOPS: 100, Latency: 10 * time.Millisecond},
	{IOPS: 5_000, Latency: time.Millisecond, Burst: time.Second},
}

// randomConfig is a pool of a few pages up to some thousands.
func randomConfig(r *rand.Rand) bufferpool.Config {
	c := innodb(1 + r.Int64N([]int64{4, 40, 700, 3000}[r.IntN(4)]))
	c.Instances = 1 + r.IntN(int(min(4, c.Pages)))
	c.LRUScanDepth = 1 + r.Int64N(300)
	c.OldBlocksPct = 5 + r.IntN(91)
	c.OldBlocksTime = []time.Duration{0, 10 * time.Millisecond, time.Second}[r.IntN(3)]
	c.IOCapacity = 1 + r.Int64N(300)
	c.IOCapacityMax = c.IOCapacity * (1 + r.Int64N(10))
	c.MaxDirtyPctLWM = []float64{0, 10}[r.IntN(2)]
	c.IdleFlushPct = r.Int64N(101)
	c.FlushNeighbors = r.IntN(3)
	c.Doublewrite = []int{0, 4, 120}[r.IntN(3)]
	c.Backoff, c.SteepAge, c.FreedPagesStayClean = r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0
	c.ChangeBufferPages = []int64{0, 0, 1, 5, 200}[r.IntN(5)]
	c.ReadAheadThreshold = r.Int64N(65)
	switch r.IntN(3) {
	case 0:
		c.Redo = bufferpool.RedoLimits{}
	case 1:
		c.Redo = bufferpool.RedoLimits{Capacity: 100_000, Async: 85_000, Sync: 90_000, Full: 100_000}
	}
	return c
}

func newWorld(t *testing.T, seed uint64) *world {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 8))
	w := &world{r: r, config: randomConfig(r)}
	const files = 2
	w.pool, w.disk = newPool(t, w.config, disks[r.IntN(len(disks))], files)
	for i := range files {
		w.owners = append(w.owners, w.pool.Owner(i, i))
	}
	w.pages, w.freed = make([]int, files), make([][]pagesim.PageID, files)
	clean, dirty := r.Int64N(50), r.Int64N(50)
	w.pool.Warm(0, clean, false)
	resident := w.pool.Resident()
	w.pool.Warm(clean, clean+dirty, true)
	w.entered, w.soiled = w.pool.Resident(), w.pool.Resident()-resident
	return w
}

// touch books a touch and does it.
func (w *world) touch(o bufferpool.Owner, id pagesim.PageID, a pagesim.Access) {
	resident, dirty := o.State(id)
	switch {
	case a == pagesim.Free && dirty && w.config.FreedPagesStayClean:
		w.lost++
	case (a == pagesim.Create || a == pagesim.Modify) && !dirty:
		w.soiled++
	}
	if a == pagesim.Create && !resident {
		w.entered++
	}
	o.Touch(id, a)
}

// some is a page of a file, the first ones more often.
func (w *world) some(file int) pagesim.PageID {
	n := w.pages[file]
	return pagesim.PageID(w.r.IntN(1 + w.r.IntN(n)))
}

func (w *world) step() {
	file := w.r.IntN(len(w.owners))
	o := w.owners[file]
	switch op := w.r.IntN(100); {
	case op < 15 || w.pages[file] == 0:
		w.create(file)
	case op < 17:
		id := w.some(file)
		w.touch(o, id, pagesim.Free)
		w.freed[file] = append(w.freed[file], id)
	case op < 20:
		w.touch(o, w.some(file), pagesim.Prefetch)
	case op < 50:
		w.touch(o, w.some(file), pagesim.Modify)
	case op < 65:
		if id := w.some(file); !o.Buffer(id, 1+w.r.IntN(500), w.r.IntN(8000)) {
			w.touch(o, id, pagesim.Modify)
		}
	case op < 70:
		w.touch(w.pool.Server(), pagesim.PageID(w.r.IntN(300)), pagesim.Modify)
	case op < 72: // a scan
		for id, n := int(w.some(file)), w.r.IntN(150); n > 0 && id < w.pages[file]; id, n = id+1, n-1 {
			w.touch(o, pagesim.PageID(id), pagesim.Read)
		}
	default:
		w.touch(o, w.some(file), pagesim.Read)
	}
	if w.r.IntN(3000) == 0 {
		pages, dirty := w.pool.PagesOf(file)
		w.pool.Clear(file)
		w.left, w.lost = w.left+pages, w.lost+dirty
	}
	w.pool.Log(w.r.Int64N(1 + w.r.Int64N(10_000)))
	if w.r.IntN(4) == 0 {
		w.disk.Wait(w.disk.Now() + time.Duration(w.r.Int64N(1+w.r.Int64N(int64(time.Second)))))
	}
	w.pool.Advance()
}

// create takes a page that was freed or makes the file longer.
func (w *world) create(file int) {
	id := pagesim.PageID(w.pages[file])
	if f := w.freed[file]; len(f) > 0 {
		id, w.freed[file] = f[len(f)-1], f[:len(f)-1]
	} else {
		w.pages[file]++
	}
	w.touch(w.owners[file], id, pagesim.Create)
}

// requireBalance compares the pool's books with those kept outside.
func (w *world) requireBalance(t *testing.T) {
	t.Helper()
	c, p := w.pool.Counters(), w.pool
	if w.config.ChangeBufferPages == 0 {
		// Nothing dirty is ever dropped unwritten, and nothing clean is written.
		require.Equal(t, w.soiled, c.PagesWritten+w.lost+p.Dirty())
		require.Equal(t, p.Resident(), c.PagesRead+w.entered-c.Evicted-w.left)
	}
	require.LessOrEqual(t, w.soiled, c.PagesWritten+w.lost+p.Dirty())
	require.LessOrEqual(t, p.Resident(), c.PagesRead+w.entered-c.Evicted-w.left)
	written, reads := int64(0), int64(0)
	for i := range p.Owners() {
		written, reads = written+p.IO(i).Written, reads+p.IO(i).Reads
	}
	require.Equal(t, written, c.PagesWritten)
	require.LessOrEqual(t, reads+c.ReadAhead, c.PagesRead)
	require.LessOrEqual(t, c.PagesFlushed, c.PagesWritten)
	require.LessOrEqual(t, c.PagesWritten-c.PagesFlushed, c.WaitFree)
	if w.config.Doublewrite > 0 {
		require.Equal(t, c.PagesFlushed, c.DoublewritePages)
	}
	if limit := w.config.Redo.Full; limit > 0 && p.Dirty() > 0 {
		require.LessOrEqual(t, p.CheckpointAge(), limit)
	}
}

func TestRandomTouchesKeepTheBooks(t *testing.T) {
	seeds := uint64(150)
	if testing.Short() {
		seeds = 30
	}
	for seed := range seeds {
		w := newWorld(t, seed)
		t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
			for step := range 4000 {
				w.step()
				if step%10 == 0 {
					require.NoError(t, w.pool.Check(), "step %d of %+v", step, w.config)
				}
				if step%100 == 0 {
					require.NoError(t, w.pool.CheckAll(), "step %d of %+v", step, w.config)
					w.requireBalance(t)
				}
			}
			w.requireBalance(t)
		})
	}
}

func TestTheSameSeedGivesTheSameCounters(t *testing.T) {
	for seed := range uint64(10) {
		a, b := newWorld(t, seed), newWorld(t, seed)
		for range 2000 {
			a.step()
			b.step()
		}
		require.Equal(t, a.pool.Counters(), b.pool.Counters(), "seed %d", seed)
		require.Equal(t, a.disk.Now(), b.disk.Now(), "seed %d", seed)
		for i := range a.pool.Owners() {
			require.Equal(t, a.pool.IO(i), b.pool.IO(i), "seed %d", seed)
		}
	}
}
