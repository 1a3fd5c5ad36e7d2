package btree

import "encoding/binary"

// chunkRecords is the number of records in one chunk of an arena: large enough
// to make allocation rare, small enough that a small tree stays small.
const chunkRecords = 1 << 12

// arena holds what a page does not: per record a fixed number of words, found by
// handle. It grows by whole chunks, so that nothing is ever copied.
type arena struct {
	words  int
	chunks [][]uint64
	next   uint32
	free   []uint32
}

// add takes room for one record and returns its handle; the words are zero or
// left over.
func (a *arena) add() uint32 {
	if n := len(a.free); n > 0 {
		h := a.free[n-1]
		a.free = a.free[:n-1]
		return h
	}
	h := a.next
	a.next++
	if a.words > 0 && h%chunkRecords == 0 {
		a.chunks = append(a.chunks, make([]uint64, chunkRecords*a.words))
	}
	return h
}

// at returns the words of a record.
func (a *arena) at(h uint32) []uint64 {
	i := int(h%chunkRecords) * a.words
	return a.chunks[h/chunkRecords][i : i+a.words : i+a.words]
}

// drop gives a record's room back.
func (a *arena) drop(h uint32) { a.free = append(a.free, h) }

// key is a comparable key split into words: the first one and the rest.
type key struct {
	first uint64
	rest  []uint64
}

// load reads a key from its bytes, a multiple of 8, into k.rest's own room.
func (k *key) load(b []byte) {
	k.first = binary.BigEndian.Uint64(b)
	for i := range k.rest {
		k.rest[i] = binary.BigEndian.Uint64(b[8*(i+1):])
	}
}

// append appends the key's bytes to b.
func (k key) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint64(b, k.first)
	for _, w := range k.rest {
		b = binary.BigEndian.AppendUint64(b, w)
	}
	return b
}

// compareRest compares the words after the first.
func compareRest(a, b []uint64) int {
	for i, w := range a {
		if w != b[i] {
			if w < b[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}
