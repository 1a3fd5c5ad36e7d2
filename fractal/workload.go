package fractal

import (
	"encoding/binary"
	"fmt"
)

// The seeds of a recording's streams (recordings/fractal-tree/NOTES.md).
const (
	seedKeys       = 42
	seedJitter     = 1234
	seedOverwrites = 55
	seedDeletes    = 77
	seedMixed      = 88
	seedPoints     = 99
	seedRanges     = 101
)

// uuid7Epoch is the millisecond of the first UUIDv7-like key.
const uuid7Epoch = 1_700_000_000_000

// splitMix returns output n of the SplitMix64 stream with the seed.
func splitMix(seed, n uint64) uint64 {
	z := seed + (n+1)*0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// keyStream computes the key of a row of a recording.
type keyStream struct {
	name   string
	jitter uint64
	key    []byte
}

func newKeyStream(p Parameters) (*keyStream, error) {
	s := &keyStream{name: p.Keys, jitter: uint64(p.JitterMillis), key: make([]byte, p.KeyBytes)}
	want := 16
	switch p.Keys {
	case "sequential_8_byte":
		want = 8
	case "random_16_byte", "uuid7_like_16_byte":
	default:
		return nil, fmt.Errorf("fractal: keys %q of the recording: not known", p.Keys)
	}
	if p.KeyBytes != want {
		return nil, fmt.Errorf("fractal: keys %q of %d bytes: want %d", p.Keys, p.KeyBytes, want)
	}
	return s, nil
}

// of returns the key of row i, which is valid until the next call.
func (s *keyStream) of(i uint64) []byte {
	switch s.name {
	case "sequential_8_byte":
		binary.BigEndian.PutUint64(s.key, i)
	case "random_16_byte":
		binary.BigEndian.PutUint64(s.key, splitMix(seedKeys, 2*i))
		binary.BigEndian.PutUint64(s.key[8:], splitMix(seedKeys, 2*i+1))
	default:
		time := uuid7Epoch + i
		if s.jitter > 0 {
			time += splitMix(seedJitter, i) % s.jitter
		}
		tail := splitMix(seedKeys, 2*i)
		binary.BigEndian.PutUint64(s.key, time<<16|tail>>48)
		binary.BigEndian.PutUint64(s.key[8:], tail<<16|splitMix(seedKeys, 2*i+1)>>48)
	}
	return s.key
}
