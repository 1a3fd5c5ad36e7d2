package fractal

import "encoding/binary"

// wordBytes is the size of the words that a key is kept in.
const wordBytes = 8

// keyLayout says how a key lies in words: its bytes, big-endian and padded with
// zeros, so that comparing words is comparing bytes. Keys that differ in length
// have one more word, which breaks the ties that padding makes.
type keyLayout struct {
	// words is the number of words of a key, all included.
	words int
	// fixed is the bytes that each key takes in a node; 0 if keys differ.
	fixed int
}

func newKeyLayout(longest int, variable bool) keyLayout {
	l := keyLayout{words: (longest + wordBytes - 1) / wordBytes, fixed: longest}
	if variable {
		l.words, l.fixed = l.words+1, 0
	}
	return l
}

// put writes a key into dst, which has l.words words. keyBytes is what the key
// takes in a node.
func (l *keyLayout) put(dst []uint64, key []byte, keyBytes int) {
	if l.fixed > 0 && len(key) == 2*wordBytes && len(dst) >= 2 {
		dst[0] = binary.BigEndian.Uint64(key)
		dst[1] = binary.BigEndian.Uint64(key[wordBytes:])
		return
	}
	n := 0
	for len(key) >= wordBytes {
		dst[n] = binary.BigEndian.Uint64(key)
		key, n = key[wordBytes:], n+1
	}
	if len(key) > 0 {
		var tail [wordBytes]byte
		copy(tail[:], key)
		dst[n] = binary.BigEndian.Uint64(tail[:])
		n++
	}
	used := n*wordBytes - (wordBytes-len(key))%wordBytes
	for ; n < l.words; n++ {
		dst[n] = 0
	}
	if l.fixed == 0 {
		dst[l.words-1] = uint64(used)<<32 | uint64(uint32(keyBytes))
	}
}

// bytes returns what a key takes in a node.
func (l *keyLayout) bytes(key []uint64) int {
	if l.fixed > 0 {
		return l.fixed
	}
	return int(uint32(key[l.words-1]))
}

// put writes a few words from at on: for so few a loop is faster than copy.
func put(dst []uint64, at int, words []uint64) {
	for i, word := range words {
		dst[at+i] = word
	}
}

// compare orders two keys; both have the same number of words, b may be longer.
func compare(a, b []uint64) int {
	b = b[:len(a)]
	for i, x := range a {
		if y := b[i]; x != y {
			if x < y {
				return -1
			}
			return 1
		}
	}
	return 0
}
