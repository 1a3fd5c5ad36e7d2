package fractal

import (
	"encoding/binary"
	"runtime"
	"testing"
	"time"
)

// heapBytes returns the live heap.
func heapBytes() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// benchmarkPut inserts rows of 100 bytes and reports rows a second and the heap
// bytes of a row. Making the keys is not timed.
func benchmarkPut(b *testing.B, rows int, key func(dst []byte, i uint64)) {
	const chunk = 1 << 16
	keys := make([]byte, chunk*16)
	for range b.N {
		before := heapBytes()
		t := New(Config{KeyBytes: 16}, nil)
		var spent time.Duration
		for at := 0; at < rows; at += chunk {
			n := min(chunk, rows-at)
			for i := range n {
				key(keys[i*16:i*16+16], uint64(at+i))
			}
			start := time.Now()
			for i := range n {
				t.Put(keys[i*16:i*16+16], 16, 100)
			}
			spent += time.Since(start)
		}
		b.ReportMetric(float64(rows)/spent.Seconds(), "rows/s")
		b.ReportMetric(float64(heapBytes()-before)/float64(rows), "heap-bytes/row")
		runtime.KeepAlive(t)
	}
}

func randomKey(dst []byte, i uint64) {
	binary.BigEndian.PutUint64(dst, splitMix(seedKeys, 2*i))
	binary.BigEndian.PutUint64(dst[8:], splitMix(seedKeys, 2*i+1))
}

func ascendingKey(dst []byte, i uint64) {
	binary.BigEndian.PutUint64(dst, 0)
	binary.BigEndian.PutUint64(dst[8:], i)
}

func BenchmarkPut(b *testing.B) {
	b.Run("keys=random/rows=10M", func(b *testing.B) { benchmarkPut(b, 10_000_000, randomKey) })
	b.Run("keys=ascending/rows=10M", func(b *testing.B) { benchmarkPut(b, 10_000_000, ascendingKey) })
}
