package keygen_test

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/keygen"
)

// timed are the generators with writers and a clock.
func timed() (kinds []keygen.KindInfo) {
	for _, k := range generators() {
		for _, p := range k.Params {
			if p.Name == "skew" {
				kinds = append(kinds, k)
			}
		}
	}
	return kinds
}

func TestTimedGenerators(t *testing.T) {
	require.Len(t, timed(), 11)
}

// A jitter changes the order in which keys arrive, and within its time only. It
// takes random outputs, so only keys without any stay the same.
func TestJitterReorders(t *testing.T) {
	const n, late = 5000, 200 // 200 keys are born in 20 ms
	for _, name := range []string{"snowflake", "uuidv1", "uuidv6", "uuidshort", "xid", "device"} {
		plain := take(t, parse(t, name+":rate=10000"), 3, n+late)
		place := map[string]int{}
		for i, key := range plain {
			place[string(key)] = i
		}
		moved := 0
		for i, key := range take(t, parse(t, name+":rate=10000,jitter=20ms"), 3, n) {
			born, ok := place[string(key)]
			require.True(t, ok, "%s: row %d was never born", name, i)
			require.InDelta(t, i, born, late, name)
			if born != i {
				moved++
			}
			delete(place, string(key))
		}
		require.Greater(t, moved, n*9/10, name)
	}
}

func TestSkewOrdersClocks(t *testing.T) {
	behind := map[uint64]bool{}
	for i, key := range take(t, parse(t, "uuidv7:rate=1000,nodes=5,skew=10ms"), 1, 500) {
		ms := binary.BigEndian.Uint64(key) >> 16
		behind[uint64(start.UnixMilli())+uint64(i)-ms] = true
	}
	require.Equal(t, map[uint64]bool{0: true, 2: true, 5: true, 7: true, 10: true}, behind)
}

func TestNodesHaveTheirOwnIdentity(t *testing.T) {
	for spec, identity := range map[string]func(key []byte) string{
		"uuidv1:nodes=5,skew=1s":                  func(k []byte) string { return string(k[8:]) },
		"uuidv6:nodes=5":                          func(k []byte) string { return string(k[8:]) },
		"xid:nodes=5,encoding=bin12":              func(k []byte) string { return string(k[4:9]) },
		"objectid:nodes=5,encoding=bin12,skew=1h": func(k []byte) string { return string(k[4:9]) },
		"uuidshort:nodes=5":                       func(k []byte) string { return string(k[:1]) },
		"device:nodes=5":                          func(k []byte) string { return string(k[4:6]) },
		"snowflake:nodes=5":                       func(k []byte) string { return string([]byte{k[5] & 0x3F, k[6] & 0xF0}) },
	} {
		seen := map[string]bool{}
		for _, key := range take(t, parse(t, spec), 1, 500) {
			seen[identity(key)] = true
		}
		require.Len(t, seen, 5, spec)
	}
}

func TestMonotonicAscends(t *testing.T) {
	for _, name := range []string{"uuidv7", "ulid"} {
		keys := take(t, parse(t, name+":rate=50000,monotonic=1,encoding=bin16"), 1, 5000)
		require.True(t, slices.IsSortedFunc(keys, bytes.Compare), name)
		loose := take(t, parse(t, name+":rate=50000,encoding=bin16"), 1, 5000)
		require.False(t, slices.IsSortedFunc(loose, bytes.Compare), name)
	}
}

func TestHotShare(t *testing.T) {
	near := 0
	for i, key := range take(t, parse(t, "hot:range=100,share=70"), 1, 20000) {
		if int(binary.BigEndian.Uint32(key)) >= i {
			near++
		}
	}
	require.InDelta(t, 14000, near, 300)
}

// The probability of rank r is 1/r^theta divided by the sum over all ranks.
func TestZipfFrequencies(t *testing.T) {
	const n = 200000
	seen := map[uint64]int{}
	for _, key := range take(t, parse(t, "zipf:keys=1000,theta=0.99"), 1, n) {
		rank := binary.BigEndian.Uint64(key)
		require.True(t, rank >= 1 && rank <= 1000)
		seen[rank]++
	}
	const zeta = 7.7289532 // sum of 1/r^0.99 for r = 1 to 1000
	require.InDelta(t, n/zeta, seen[1], n*0.004)
	require.InDelta(t, n/zeta/1.9862, seen[2], n*0.004)
}
