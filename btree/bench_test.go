package btree_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	tidwall "github.com/tidwall/btree"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/btree"
	"github.com/pagesim/pagesim/bufferpool"
	"github.com/pagesim/pagesim/device"
)

// splitmix is SplitMix64 (Steele, Lea and Flood 2014), the generator of the
// recordings' key streams.
type splitmix uint64

func (s *splitmix) next() uint64 {
	*s += 0x9E3779B97F4A7C15
	z := uint64(*s)
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
	z = (z ^ (z >> 27)) * 0x94D049BB133111EB
	return z ^ (z >> 31)
}

type key16 [16]byte

// keys returns n keys of 16 bytes, in random or in ascending order.
func keys(order string, n int) []key16 {
	out := make([]key16, n)
	rng := splitmix(1)
	for i := range out {
		if order == "ascending" {
			binary.BigEndian.PutUint64(out[i][8:], uint64(i))
			continue
		}
		binary.BigEndian.PutUint64(out[i][:], rng.next())
		binary.BigEndian.PutUint64(out[i][8:], rng.next())
	}
	return out
}

// uuidShape is a table of a binary(16) primary key and nothing else.
var uuidShape = pagesim.IndexShape{
	Name: "PRIMARY", Clustered: true, KeyBytes: 16, LeafBytes: 34, PointerBytes: 25, MergeThreshold: 50,
}

// BenchmarkInsert loads a whole index per iteration: the exact engine with a
// buffer pool, and tidwall/btree's BTreeG on the same keys with nothing.
func BenchmarkInsert(b *testing.B) {
	rows := 10_000_000
	if testing.Short() {
		rows = 100_000
	}
	for _, order := range []string{"random", "ascending"} {
		in := keys(order, rows)
		b.Run(fmt.Sprintf("engine=pagesim/keys=%s/rows=%d/pool=128M", order, rows), func(b *testing.B) {
			load(b, in, loadPagesim)
		})
		b.Run(fmt.Sprintf("engine=tidwall/keys=%s/rows=%d/pool=none", order, rows), func(b *testing.B) {
			load(b, in, loadTidwall)
		})
	}
}

// load times one load and measures the heap that the loaded index keeps.
func load(b *testing.B, in []key16, build func([]key16) any) {
	b.ReportAllocs()
	before := heapBytes()
	var index any
	for b.Loop() {
		runtime.KeepAlive(index) // one index at a time
		index = build(in)
	}
	b.ReportMetric(float64(len(in))*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
	b.ReportMetric(float64(heapBytes()-before)/float64(len(in)), "B/row")
	runtime.KeepAlive(index)
}

func heapBytes() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func loadPagesim(in []key16) any {
	pool, err := bufferpool.New(bufferpool.Config{Plain: true, Pages: 8192}, &device.Device{}, 1, 1)
	if err != nil {
		panic(err)
	}
	t := btree.New(uuidShape, btree.Options{Pages: pool.Owner(0, 0)})
	for i := range in {
		err := t.Insert(pagesim.Record{Key: in[i][:], LeafBytes: 34, PointerBytes: 25, UniqueBytes: 16})
		if err != nil {
			panic(err)
		}
	}
	return []any{t, pool}
}

func loadTidwall(in []key16) any {
	t := tidwall.NewBTreeGOptions(func(a, b key16) bool { return bytes.Compare(a[:], b[:]) < 0 },
		tidwall.Options{NoLocks: true})
	for _, k := range in {
		t.Set(k)
	}
	return t
}

func TestBothBenchmarkEnginesHoldTheSameKeys(t *testing.T) {
	in := keys("random", 10_000)
	ours := loadPagesim(in).([]any)[0].(*btree.Tree)
	require.NoError(t, ours.Check())
	require.EqualValues(t, loadTidwall(in).(*tidwall.BTreeG[key16]).Len(), ours.Levels()[0].Records)
}
