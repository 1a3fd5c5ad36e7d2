package btree_test

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/btree"
)

// life is a tree beside a map of the rows that it should have: key to size.
type life struct {
	tree *btree.Tree
	rows map[uint64]int
	// late are keys that were deleted and wait for purge.
	late [][]byte
}

func newLife(r *splitmix) *life {
	shape := pagesim.IndexShape{Name: "PRIMARY", Clustered: r.next()%2 == 0, KeyBytes: 16, MergeThreshold: 1 + int(r.next()%50)}
	if r.next()%3 == 0 {
		shape.PointerBytes = 25
	}
	var rules btree.Rules
	if r.next()%2 == 0 {
		rules = btree.Rules{ShrinkHeap: true, CountAttempts: true, BulkForgets: true, RekeyEnds: true}
	}
	return &life{tree: btree.New(shape, btree.Options{PageBytes: 512 << (r.next() % 3), Rules: rules}), rows: map[uint64]int{}}
}

func lifeRecord(k uint64, size int) pagesim.Record {
	key := binary.BigEndian.AppendUint64(nil, k>>3)
	r := pagesim.Record{Key: binary.BigEndian.AppendUint64(key, k), LeafBytes: size, PointerBytes: 25, UniqueBytes: 16}
	if size%17 == 0 {
		r.External = []int{9000 + size*100}
	}
	return r
}

// do carries out one operation on a key and holds the outcome against the map.
func (l *life) do(t testing.TB, op, k uint64, size int) {
	r := lifeRecord(k, size)
	_, there := l.rows[k]
	switch op % 5 {
	case 0, 1:
		err := l.tree.Insert(r)
		if there {
			require.ErrorIs(t, err, btree.ErrDuplicate)
			return
		}
		require.NoError(t, err)
		l.rows[k] = size
	case 2:
		old, err := l.tree.Update(r)
		l.tree.FreeOffPage(old)
		if !there {
			require.ErrorIs(t, err, btree.ErrNotFound)
			return
		}
		require.NoError(t, err)
		l.rows[k] = size
	case 3:
		l.delete(t, r, there)
		l.late = append(l.late, r.Key)
		if n := size % 40; n < len(l.late) { // purge lags behind
			l.tree.Purge(l.late[n])
			l.late = append(l.late[:n], l.late[n+1:]...)
		}
	default: // revived before purge comes
		l.delete(t, r, there)
		if there {
			require.NoError(t, l.tree.Insert(r))
			l.rows[k] = size
		}
		l.tree.Purge(r.Key)
	}
}

func (l *life) delete(t testing.TB, r pagesim.Record, there bool) {
	err := l.tree.DeleteMark(r.Key)
	if !there {
		require.ErrorIs(t, err, btree.ErrNotFound)
		return
	}
	require.NoError(t, err)
	delete(l.rows, binary.BigEndian.Uint64(r.Key[8:]))
}

func (l *life) requireRows(t testing.TB) {
	got := map[uint64]int{}
	for r := range l.tree.Records() {
		got[binary.BigEndian.Uint64(r.Key[8:])] = r.LeafBytes
	}
	require.Equal(t, l.rows, got)
}

// deleteAll leaves an empty root.
func (l *life) deleteAll(t testing.TB) {
	for _, key := range l.late {
		l.tree.Purge(key)
	}
	for _, k := range slices.Sorted(maps.Keys(l.rows)) {
		l.delete(t, lifeRecord(k, 20), true)
		l.tree.Purge(lifeRecord(k, 20).Key)
		require.NoError(t, l.tree.Check())
	}
	require.Equal(t, []pagesim.Level{{Pages: 1}}, l.tree.Levels())
}

// TestALifeOfRandomOperations plays inserts, updates, deletes, purges and revivals
// on random schemas, checks after each, and ends with an empty root.
func TestALifeOfRandomOperations(t *testing.T) {
	for seed := range 12 {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			r := splitmix(seed)
			l := newLife(&r)
			for range 1500 {
				l.do(t, r.next(), r.next()%600, 18+int(r.next()%150))
				require.NoError(t, l.tree.Check())
			}
			l.requireRows(t)
			l.deleteAll(t)
		})
	}
}

// TestABulkBuildHasTheSameRows builds a tree from another one's records.
func TestABulkBuildHasTheSameRows(t *testing.T) {
	for seed := range 6 {
		r := splitmix(seed)
		l := newLife(&r)
		for range 1500 {
			l.do(t, 0, r.next(), 18+int(r.next()%150))
		}
		built := newLife(&r)
		built.tree.Bulk(l.tree.Records())
		require.NoError(t, built.tree.Check())
		built.rows = l.rows
		built.requireRows(t)
		require.Zero(t, built.tree.Stats().PageSplits)
		for range 800 {
			built.do(t, r.next(), r.next()%600, 18+int(r.next()%150))
			require.NoError(t, built.tree.Check())
		}
		built.requireRows(t)
	}
}

// FuzzLife reads operations from bytes: operation, key, size.
func FuzzLife(f *testing.F) {
	f.Add(uint64(1), []byte{0, 1, 20, 0, 2, 200, 3, 1, 0, 2, 2, 30, 4, 2, 90})
	f.Add(uint64(2), []byte("the quick brown fox jumps over the lazy dog"))
	f.Fuzz(func(t *testing.T, seed uint64, in []byte) {
		r := splitmix(seed)
		l := newLife(&r)
		for in = in[:min(len(in), 1500)]; len(in) >= 3; in = in[3:] {
			l.do(t, uint64(in[0]), uint64(in[1]), 18+int(in[2])*150/256)
			require.NoError(t, l.tree.Check())
		}
		l.requireRows(t)
		l.deleteAll(t)
	})
}
