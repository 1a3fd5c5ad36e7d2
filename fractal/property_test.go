package fractal

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// rig is a small tree beside a map of what its rows must be.
type rig struct {
	t     *testing.T
	tree  *Tree
	cache *Cache
	rows  map[string]int
	long  bool
	check bool
}

func newRig(t *testing.T, c Config, cache CacheConfig) *rig {
	table := NewCache(cache)
	return &rig{t: t, tree: New(c, table), cache: table, rows: map[string]int{}, long: c.VariableKeys, check: true}
}

// key makes the key of a number: 8 bytes, or up to 24 of them.
func (r *rig) key(n uint16) []byte {
	key := binary.BigEndian.AppendUint64(nil, uint64(n)*0x9E3779B97F4A7C15)
	if r.long {
		key = append(key, strings.Repeat("x", int(n%17))...)
		key = key[int(n%5):]
	}
	return key
}

// step runs one operation that three numbers describe, and checks the tree.
func (r *rig) step(op byte, n, size uint16) {
	key := r.key(n)
	k := len(key)
	switch op % 12 {
	default:
		r.tree.Put(key, k, int(size%300))
		r.rows[string(key)] = int(size % 300)
	case 5, 6:
		r.tree.Delete(key, k)
		delete(r.rows, string(key))
	case 7:
		_, there := r.rows[string(key)]
		require.Equal(r.t, there, r.tree.Get(key, k), "lookup")
	case 8:
		_, there := r.rows[string(key)]
		require.Equal(r.t, !there, r.tree.Insert(key, k, 50), "insert")
		if !there {
			r.rows[string(key)] = 50
		}
	case 9:
		r.rare(size)
	case 10:
		r.tree.Update(key, k, 4, int(size%7))
		if v, there := r.rows[string(key)]; there {
			r.rows[string(key)] = v + int(size%7)
		}
	case 11:
		r.scan(key, int(size%50))
	}
	if r.check {
		require.NoError(r.t, r.tree.Check())
	}
}

// rare runs what is done to a whole tree.
func (r *rig) rare(size uint16) {
	switch size % 8 {
	case 0:
		r.tree.Broadcast(8, 3)
		for k := range r.rows {
			r.rows[k] += 3
		}
	case 1:
		r.tree.Optimize()
	case 2, 3:
		r.tree.Checkpoint()
	case 4:
		r.cache.Reopen()
	case 5:
		r.cache.Advance(float64(size%4) / 2)
	default:
		r.cache.Advance(2 * evictSeconds)
	}
}

func (r *rig) scan(key []byte, n int) {
	want := 0
	for k := range r.rows {
		if k >= string(key) {
			want++
		}
	}
	require.Equal(r.t, min(want, n), r.tree.Range(key, len(key), n, n%2 == 0), "range")
}

// same flushes all buffers and compares the tree's rows with the map.
func (r *rig) same() {
	r.tree.Optimize()
	r.tree.Optimize()
	require.NoError(r.t, r.tree.Check())
	keys := make([]string, 0, len(r.rows))
	for k := range r.rows {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	var got []uint64
	sizes := make([]int, 0, len(keys))
	r.tree.walk(r.tree.root, func(n *node) {
		for _, block := range n.rows.blocks {
			for at := 0; at < len(block); at += r.tree.rowWords {
				row := block[at : at+r.tree.rowWords]
				if m := rowMeta(row[r.tree.keys.words]); !m.deleted() {
					got = append(got, row[:r.tree.keys.words]...)
					sizes = append(sizes, m.valueBytes())
				}
			}
		}
	})
	w := r.tree.keys.words
	require.Len(r.t, sizes, len(keys))
	want := make([]uint64, w)
	for i, k := range keys {
		r.tree.keys.put(want, []byte(k), len(k))
		require.Equal(r.t, want, got[i*w:(i+1)*w])
		require.Equal(r.t, r.rows[k], sizes[i])
	}
}

// tiny are trees whose nodes hold few rows, in caches that hold few nodes.
func tiny(n int) (Config, CacheConfig) {
	c := Config{NodeBytes: 4096, BasementBytes: 700, Fanout: 4, KeyBytes: 8}
	cache := CacheConfig{Bytes: unlimited}
	if n&1 > 0 {
		c.Transactional = true
	}
	if n&2 > 0 {
		cache.Bytes, cache.CleanerSeconds, cache.CleanerIterations = 60_000, 1, 3
		cache.CheckpointSeconds, cache.WriteRate = 4, 1e4
	}
	if n&4 > 0 {
		c.VariableKeys, c.KeyBytes = true, 24
	}
	return c, cache
}

func TestRowsEqualAMap(t *testing.T) {
	steps := 6000
	if testing.Short() {
		steps = 1500
	}
	for n := range 8 {
		random := rand.New(rand.NewPCG(uint64(n), 1))
		c, cache := tiny(n)
		r := newRig(t, c, cache)
		for i := range steps {
			r.check = i%10 == 0
			r.step(byte(random.Uint32()), uint16(random.Uint32())%2000, uint16(random.Uint32()))
		}
		r.same()
	}
}

// Two trees in one cache do not disturb each other's rows.
func TestTreesShareACache(t *testing.T) {
	c, cache := tiny(2)
	a := newRig(t, c, cache)
	b := &rig{t: t, tree: New(c, a.cache), cache: a.cache, rows: map[string]int{}}
	random := rand.New(rand.NewPCG(9, 1))
	for i := range 3000 {
		for _, r := range []*rig{a, b} {
			r.check = i%20 == 0
			r.step(byte(random.Uint32()), uint16(random.Uint32())%2000, uint16(random.Uint32()))
		}
	}
	a.same()
	b.same()
}

func TestAscendingRowsEqualAMap(t *testing.T) {
	for n := range 4 {
		c, cache := tiny(n)
		r := newRig(t, c, cache)
		for i := range 3000 {
			key := binary.BigEndian.AppendUint64(nil, uint64(i))
			r.tree.Put(key, len(key), i%90)
			r.rows[string(key)] = i % 90
			if i%100 == 0 {
				require.NoError(t, r.tree.Check())
			}
		}
		r.same()
	}
}

func FuzzMessages(f *testing.F) {
	f.Add(byte(0), []byte{1, 0, 1, 0, 9, 5, 0, 1, 0, 0, 9, 0, 0, 0, 0})
	f.Add(byte(3), []byte{1, 0, 1, 0, 9, 9, 0, 1, 0, 4, 7, 0, 1, 0, 0, 11, 0, 0, 0, 9})
	f.Fuzz(func(t *testing.T, kind byte, ops []byte) {
		c, cache := tiny(int(kind % 8))
		r := newRig(t, c, cache)
		ops = ops[:min(len(ops), 5*300)]
		for ; len(ops) >= 5; ops = ops[5:] {
			r.step(ops[0], binary.BigEndian.Uint16(ops[1:]), binary.BigEndian.Uint16(ops[3:]))
		}
		r.same()
	})
}
