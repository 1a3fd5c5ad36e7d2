package bufferpool_test

import (
	"fmt"
	"time"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/bufferpool"
	"github.com/pagesim/pagesim/device"
)

// A plain pool is one LRU list.
func Example() {
	disk := device.New(device.Profile{}, 1) // takes no time
	pool, err := bufferpool.New(bufferpool.Config{Plain: true, Pages: 2}, disk, 1, 1)
	if err != nil {
		panic(err)
	}
	pages := pool.Owner(0, 0)
	pages.Touch(1, pagesim.Create)
	pages.Touch(2, pagesim.Read)
	pages.Touch(3, pagesim.Read) // pushes page 1 out, which is dirty
	pages.Touch(2, pagesim.Read)
	io := pool.IO(0)
	fmt.Println(io.ReadRequests, "requests,", io.Reads, "reads,", io.Written, "written")
	// Output: 3 requests, 2 reads, 1 written
}

// A server's pool writes changed pages ahead of need, in the time of its disk.
func ExamplePool_Advance() {
	disk := device.New(device.Profile{IOPS: 1000, Latency: time.Millisecond}, 1)
	pool, err := bufferpool.New(bufferpool.Config{
		Pages: 8192, OldBlocksPct: 37, OldBlocksTime: time.Second, LRUScanDepth: 1024,
		IOCapacity: 200, IOCapacityMax: 2000, IdleFlushPct: 100, MaxDirtyPct: 90,
		AdaptiveFlushing: true, AdaptiveLWM: 10, AvgLoops: 30, Doublewrite: 128,
		Redo: bufferpool.RedoLimits80(100 << 20),
	}, disk, 1, 1)
	if err != nil {
		panic(err)
	}
	pages := pool.Owner(0, 0)
	for id := range pagesim.PageID(1000) {
		pages.Touch(id, pagesim.Create)
		pool.Log(16_000)
	}
	for range 3 { // the server is idle from the second one on
		disk.Wait(disk.Now() + time.Second)
		pool.Advance()
	}
	fmt.Println(pool.Dirty(), "dirty,", pool.CheckpointAge(), "bytes to recover")
	// Output: 800 dirty, 12800000 bytes to recover
}

// A change buffer takes inserts for pages that are not in memory.
func ExampleOwner_Buffer() {
	disk := &device.Device{}
	pool, err := bufferpool.New(bufferpool.Config{
		Pages: 8192, OldBlocksPct: 37, LRUScanDepth: 1024, IOCapacity: 200, IOCapacityMax: 2000,
		AvgLoops: 30, ChangeBufferPages: 409,
	}, disk, 1, 1)
	if err != nil {
		panic(err)
	}
	index := pool.Owner(0, 0)
	fmt.Println("taken:", index.Buffer(7, 60, 8000), "reads:", pool.IO(0).Reads)
	index.Touch(7, pagesim.Read)
	fmt.Println("reads:", pool.IO(0).Reads, "dirty:", pool.DirtyOf(0))
	// Output:
	// taken: true reads: 0
	// reads: 1 dirty: 1
}

func ExampleRedoLimits57() {
	r := bufferpool.RedoLimits57(1<<30, 2)
	fmt.Println("flushes in a hurry from", r.Async, "and without a pause from", r.Sync)
	// Output: flushes in a hurry from 1521406818 and without a pause from 1630078734
}
