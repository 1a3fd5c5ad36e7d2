package btree_test

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/btree"
)

// table is a tree beside a plain list of the keys that went into it.
type table struct {
	*btree.Tree
	shape pagesim.IndexShape
	keys  []uint64
}

func newTable(shape pagesim.IndexShape, pageBytes int) *table {
	return &table{Tree: btree.New(shape, btree.Options{PageBytes: pageBytes}), shape: shape}
}

// insert adds a key of two words, the second of which orders keys whose first
// words tie.
func (t *table) insert(k uint64, leaf, pointer int) error {
	key := make([]byte, 16)
	binary.BigEndian.PutUint64(key, k>>8)
	key[15] = byte(k)
	r := pagesim.Record{Key: key, LeafBytes: leaf, PointerBytes: pointer, UniqueBytes: 16}
	err := t.Insert(r)
	if err == nil {
		t.keys = append(t.keys, k)
	}
	return err
}

// requireSound checks the tree, that it holds the list's keys, and the identity
// that ties pages to counters.
func (t *table) requireSound(tb testing.TB, hint string, args ...any) {
	tb.Helper()
	require.NoError(tb, t.Check(), append([]any{hint}, args...)...)
	levels, s := t.Levels(), t.Stats()
	require.EqualValues(tb, len(t.keys), levels[0].Records)
	pages := int64(0)
	for _, l := range levels {
		pages += l.Pages
	}
	require.Equal(tb, 1+s.PageSplits+s.Resplits+s.RootRaises-s.MergeSuccessful-s.Discards, pages)
	require.Equal(tb, s.PageSplits, s.Right+s.Left+s.Middle-s.Abandoned)
	slices.Sort(t.keys)
	require.Equal(tb, t.keys, slices.Collect(t.storedKeys()))
}

func (t *table) storedKeys() func(func(uint64) bool) {
	return func(yield func(uint64) bool) {
		for k := range t.Keys() {
			if !yield(binary.BigEndian.Uint64(k)<<8 | uint64(k[15])) {
				return
			}
		}
	}
}

// TestAnyOrderAndSizeKeepsTheTreeSound inserts keys of many orders and sizes into
// small pages and checks everything as it goes.
func TestAnyOrderAndSizeKeepsTheTreeSound(t *testing.T) {
	orders := map[string]func(i uint64, r *splitmix) uint64{
		"ascending":  func(i uint64, _ *splitmix) uint64 { return i },
		"descending": func(i uint64, _ *splitmix) uint64 { return 1<<40 - i },
		"random":     func(_ uint64, r *splitmix) uint64 { return r.next() >> 20 },
		"nearly ascending": func(i uint64, r *splitmix) uint64 {
			return (i+r.next()%50)<<20 | i
		},
		"tenants": func(i uint64, r *splitmix) uint64 { return r.next()%9<<30 | i },
	}
	sizes := map[string]func(r *splitmix) int{
		"equal":    func(*splitmix) int { return 20 },
		"variable": func(r *splitmix) int { return 15 + int(r.next()%60) },
		"large":    func(r *splitmix) int { return 100 + int(r.next()%300) },
		"mixed":    func(r *splitmix) int { return 15 + int(r.next()%2)*350 + int(r.next()%40) },
	}
	for order, key := range orders {
		for size, bytes := range sizes {
			for seed := range 3 {
				t.Run(fmt.Sprintf("%s keys, %s sizes, seed %d", order, size, seed), func(t *testing.T) {
					r := splitmix(seed)
					tb := newTable(pagesim.IndexShape{Name: "PRIMARY", Clustered: seed != 1, KeyBytes: 16, MergeThreshold: 50}, 1024)
					for i := range uint64(1500) {
						_ = tb.insert(key(i, &r), bytes(&r), 13+int(r.next()%30))
						if i%50 == 0 {
							tb.requireSound(t, "after key %d", i)
						}
					}
					tb.requireSound(t, "at the end")
				})
			}
		}
	}
}

func TestADuplicateIsRefusedAndChangesNothing(t *testing.T) {
	tb := newTable(pagesim.IndexShape{Name: "PRIMARY", Clustered: true, KeyBytes: 16, MergeThreshold: 50}, 1024)
	for i := range uint64(500) {
		require.NoError(t, tb.insert(i*7, 30, 20))
	}
	before := tb.Levels()
	for i := range uint64(500) {
		require.ErrorIs(t, tb.insert(i*7, 30, 20), btree.ErrDuplicate)
	}
	require.Equal(t, before, tb.Levels())
	tb.requireSound(t, "at the end")
}

// TestAUniquePartIsSeenAcrossPages inserts entries of a unique secondary index,
// where the unique part is only the front of the key.
func TestAUniquePartIsSeenAcrossPages(t *testing.T) {
	tree := btree.New(pagesim.IndexShape{Name: "email", KeyBytes: 16, LeafBytes: 21, PointerBytes: 25, MergeThreshold: 50},
		btree.Options{PageBytes: 1024})
	insert := func(front, back uint64) error {
		key := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(nil, front), back)
		return tree.Insert(pagesim.Record{Key: key, LeafBytes: 21, PointerBytes: 25, UniqueBytes: 8})
	}
	for i := range uint64(400) {
		require.NoError(t, insert(i, 500))
	}
	for i := range uint64(400) {
		require.ErrorIs(t, insert(i, 499), btree.ErrDuplicate)
		require.ErrorIs(t, insert(i, 501), btree.ErrDuplicate)
	}
	require.NoError(t, tree.Check())
}

// FuzzInsert reads keys and sizes from bytes and checks after each insert.
func FuzzInsert(f *testing.F) {
	f.Add([]byte{1, 0, 20, 2, 0, 20, 3, 0, 200})
	f.Add([]byte("the quick brown fox jumps over the lazy dog"))
	f.Fuzz(func(t *testing.T, in []byte) {
		tb := newTable(pagesim.IndexShape{Name: "PRIMARY", Clustered: len(in)%2 == 0, KeyBytes: 16, MergeThreshold: 50}, 512)
		for ; len(in) >= 3; in = in[3:] {
			k := uint64(in[0])<<8 | uint64(in[1])
			_ = tb.insert(k, 10+int(in[2])*150/256, 10+int(in[2])%40)
			require.NoError(t, tb.Check())
		}
		tb.requireSound(t, "at the end")
	})
}
