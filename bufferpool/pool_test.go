package bufferpool_test

import (
	"container/list"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/bufferpool"
)

func Example() {
	pool := bufferpool.New(2, 1)
	pages := pool.Owner(0)
	pages.Touch(1, pagesim.Create)
	pages.Touch(2, pagesim.Read)
	pages.Touch(3, pagesim.Read) // pushes page 1 out, which is dirty
	pages.Touch(2, pagesim.Read)
	io := pool.IO(0)
	fmt.Println(io.ReadRequests, "requests,", io.Reads, "reads,", io.Written, "written")
	// Output: 4 requests, 2 reads, 1 written
}

func TestAPageIsWrittenOnceItIsDirtyAndGoes(t *testing.T) {
	pool := bufferpool.New(1, 2)
	a, b := pool.Owner(0), pool.Owner(1)
	a.Touch(1, pagesim.Create)
	a.Touch(1, pagesim.Modify)
	require.EqualValues(t, 1, pool.Dirty())
	b.Touch(2, pagesim.Read)
	require.EqualValues(t, 0, pool.Dirty())
	require.Equal(t, pagesim.IO{ReadRequests: 2, Created: 1, Written: 1}, pool.IO(0))
	require.Equal(t, pagesim.IO{ReadRequests: 1, Reads: 1}, pool.IO(1))
}

func TestAFreedPageIsNotWritten(t *testing.T) {
	pool := bufferpool.New(4, 1)
	o := pool.Owner(0)
	o.Touch(1, pagesim.Create)
	o.Touch(1, pagesim.Free)
	o.Touch(1, pagesim.Free)
	require.Zero(t, pool.Resident())
	require.Zero(t, pool.IO(0).Written)
	o.Touch(1, pagesim.Read)
	require.EqualValues(t, 1, pool.IO(0).Reads)
}

// TestAgainstALinkedList plays random touches into the pool and into the obvious
// model of an LRU list.
func TestAgainstALinkedList(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pool := bufferpool.New(50, 1)
	o := pool.Owner(0)
	order, where, dirty := list.New(), map[pagesim.PageID]*list.Element{}, map[pagesim.PageID]bool{}
	var reads, written int64
	for range 20_000 {
		id, access := pagesim.PageID(r.IntN(200)), pagesim.Access(r.IntN(2))
		o.Touch(id, access)
		if e := where[id]; e != nil {
			order.MoveToFront(e)
		} else {
			reads++
			if order.Len() == 50 {
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
		require.NoError(t, pool.Check())
	}
	require.Equal(t, reads, pool.IO(0).Reads)
	require.Equal(t, written, pool.IO(0).Written)
}

func TestALargerPoolNeverReadsMore(t *testing.T) {
	last := int64(1 << 62)
	for _, pages := range []int64{1, 2, 5, 20, 100, 1000} {
		r := rand.New(rand.NewPCG(3, 4))
		pool := bufferpool.New(pages, 1)
		o := pool.Owner(0)
		for range 10_000 {
			o.Touch(pagesim.PageID(r.IntN(30)*r.IntN(30)), pagesim.Read)
		}
		require.LessOrEqual(t, pool.IO(0).Reads, last)
		last = pool.IO(0).Reads
	}
}

func BenchmarkTouch(b *testing.B) {
	for _, pages := range []int64{8192, 65536} {
		b.Run(fmt.Sprintf("policy=lru/pool_pages=%d", pages), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 1))
			ids := make([]pagesim.PageID, 1<<16)
			for i := range ids {
				ids[i] = pagesim.PageID(r.IntN(100_000))
			}
			pool := bufferpool.New(pages, 1)
			o := pool.Owner(0)
			for i := 0; b.Loop(); i++ {
				o.Touch(ids[i&(1<<16-1)], pagesim.Modify)
			}
		})
	}
}
