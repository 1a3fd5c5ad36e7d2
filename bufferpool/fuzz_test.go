package bufferpool_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/bufferpool"
	"github.com/pagesim/pagesim/device"
)

// FuzzPool takes a configuration from the first bytes and an operation from each
// further three.
func FuzzPool(f *testing.F) {
	f.Add([]byte{1, 1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	f.Add([]byte{40, 3, 255, 1, 2, 0, 10, 1, 1, 11, 0, 7, 12, 0, 6, 200, 0, 5, 9, 0, 8, 255, 255, 4, 1, 0})
	f.Add([]byte("a pool of some pages, and what is done with it, which may be anything at all"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) < 5 {
			return
		}
		pool, disk := fuzzedPool(t, b[:5])
		owners := []bufferpool.Owner{pool.Owner(0, 0), pool.Owner(1, 1)}
		for b = b[5:]; len(b) >= 3; b = b[3:] {
			fuzzedStep(pool, disk, owners, b[0], int64(b[1])|int64(b[2])<<8)
			require.NoError(t, pool.Check())
		}
		require.NoError(t, pool.CheckAll())
		c := pool.Counters()
		require.Equal(t, c.PagesWritten, pool.IO(0).Written+pool.IO(1).Written+pool.IO(2).Written)
		pool.Log(1)
		for range 1000 {
			disk.Wait(disk.Now() + time.Second)
			pool.Advance()
		}
		require.NoError(t, pool.CheckAll())
	})
}

func fuzzedPool(t *testing.T, b []byte) (*bufferpool.Pool, *device.Device) {
	pages := int64(b[0]) + 1
	if b[1]&1 != 0 {
		pages = pages*4 + 400
	}
	flag := func(i int) bool { return b[2]>>i&1 != 0 }
	c := bufferpool.Config{
		Plain: b[1]>>1&15 == 15, Pages: pages, Instances: int(min(pages, int64(b[1]>>6+1))),
		OldBlocksPct: 5 + int(b[3])%91, OldBlocksTime: time.Duration(b[3]) * 10 * time.Millisecond,
		LRUScanDepth: int64(b[4])*2 + 1, ReadAheadThreshold: int64(b[4]) % 65,
		IOCapacity: int64(b[3]) + 1, IOCapacityMax: int64(b[3])*2 + 1, MaxDirtyPct: 90,
		AdaptiveFlushing: flag(0), AdaptiveLWM: 10, AvgLoops: 3, Backoff: flag(1), SteepAge: flag(2),
		FreedPagesStayClean: flag(3), FlushNeighbors: int(b[1] >> 4 % 3),
	}
	if flag(4) {
		c.MaxDirtyPctLWM, c.IdleFlushPct = 10, 100
	}
	if flag(5) {
		c.Doublewrite = 8
	}
	if flag(6) {
		c.Redo = bufferpool.RedoLimits{Capacity: 100_000, Async: 85_000, Sync: 90_000, Full: 100_000}
	}
	if flag(7) {
		c.ChangeBufferPages = int64(b[4]) / 16
	}
	disks := []device.Profile{{}, {IOPS: 100, Latency: time.Millisecond}, {IOPS: 10_000, Latency: 80 * time.Microsecond}}
	return newPool(t, c, disks[b[0]%3], 2)
}

func fuzzedStep(pool *bufferpool.Pool, disk *device.Device, owners []bufferpool.Owner, op byte, v int64) {
	o, id := owners[op>>7], pagesim.PageID(v%2000)
	switch kind := op & 15; {
	case kind < 5:
		o.Touch(id, pagesim.Access(kind))
	case kind < 8:
		for i := range pagesim.PageID(op >> 4 & 7 * 16) {
			o.Touch(id+i, pagesim.Access(kind-5))
		}
	case kind < 10:
		if !o.Buffer(id, 1+int(op>>4)*10, int(v)) {
			o.Touch(id, pagesim.Modify)
		}
	case kind == 10:
		pool.Log(v)
	case kind == 11:
		disk.Wait(disk.Now() + time.Duration(v)*time.Millisecond/10)
	case kind == 12 && v%16 == 0:
		pool.Clear(int(op >> 7))
	case kind == 13:
		pool.Warm(v%300, v%300+v>>12, op>>7 != 0)
	case kind == 14:
		pool.Server().Touch(id, pagesim.Modify)
	default:
		pool.Advance()
	}
}
