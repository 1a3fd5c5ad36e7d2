package reuse

import "math/bits"

// Sizes of the bitmap, in bits. Fewer, larger blocks make the tree smaller and
// the counting in a block longer.
const (
	blockShift = 9
	blockBits  = 1 << blockShift
	blockWords = blockBits / 64
	minSlots   = 32 * blockBits
	// spread is the number of slots for each page on the stack just after a
	// compaction; the more, the rarer compactions are.
	spread = 4
)

// slots is the stack as a bitmap: each touch takes the next slot, and the bit of
// a slot says that it is the last touch of a page, or a hole. The block with the
// next slot is open: the tree does not count it yet.
type slots struct {
	words []uint64
	tree  []uint32 // Fenwick tree over the closed blocks, from index 1
	next  uint32
	total int    // bits
	open  uint32 // bits in the open block
	holes heap
	ranks []uint32 // bits before each word, during a compaction
}

func (s *slots) init() { s.resize(minSlots) }

func (s *slots) resize(n int) {
	s.words = make([]uint64, n/64)
	s.tree = make([]uint32, n/blockBits+1)
}

// full reports whether there is no next slot.
func (s *slots) full() bool { return int(s.next) == 64*len(s.words) }

// take sets the bit of the next slot and returns the slot.
func (s *slots) take() uint32 {
	slot := s.next
	s.words[slot/64] |= 1 << (slot % 64)
	s.total++
	s.open++
	s.next++
	if s.next%blockBits == 0 {
		s.add(slot>>blockShift, s.open)
		s.open = 0
	}
	return slot
}

// clear takes the bit of a slot away.
func (s *slots) clear(slot uint32) {
	s.words[slot/64] &^= 1 << (slot % 64)
	s.total--
	if b := slot >> blockShift; b == s.next>>blockShift {
		s.open--
	} else {
		s.add(b, ^uint32(0))
	}
}

// add adds n to a block in the tree.
func (s *slots) add(block, n uint32) {
	for i := block + 1; int(i) < len(s.tree); i += i & -i {
		s.tree[i] += n
	}
}

// depth is the number of bits from a slot upwards.
func (s *slots) depth(slot uint32) uint32 {
	w := slot / 64
	n := uint32(bits.OnesCount64(s.words[w] >> (slot % 64)))
	b := slot >> blockShift
	if open := s.next >> blockShift; b == open {
		for w++; w <= s.next/64; w++ {
			n += uint32(bits.OnesCount64(s.words[w]))
		}
		return n
	}
	for w++; w%blockWords != 0; w++ {
		n += uint32(bits.OnesCount64(s.words[w]))
	}
	n += uint32(s.total)
	for i := b + 1; i != 0; i &= i - 1 {
		n -= s.tree[i]
	}
	return n
}

// fillHole removes the topmost hole, if there is one: a page comes in.
func (s *slots) fillHole() {
	if len(s.holes) > 0 {
		s.clear(s.holes[0])
		s.holes.pop()
	}
}

// sink moves the topmost hole down to a page's slot, if there is one above: the
// page goes to the top, and pools smaller than its depth take the hole for it.
func (s *slots) sink(slot uint32) bool {
	if len(s.holes) == 0 || s.holes[0] < slot {
		return false
	}
	s.clear(s.holes[0])
	s.holes.replaceTop(slot)
	return true
}

// rank begins a compaction: it counts what ranked needs.
func (s *slots) rank() {
	if len(s.ranks) < len(s.words) {
		s.ranks = make([]uint32, len(s.words))
	}
	n := uint32(0)
	for i, w := range s.words {
		s.ranks[i] = n
		n += uint32(bits.OnesCount64(w))
	}
}

// ranked is the number that a slot has after the compaction.
func (s *slots) ranked(slot uint32) uint32 {
	w := slot / 64
	return s.ranks[w] + uint32(bits.OnesCount64(s.words[w]&(1<<(slot%64)-1)))
}

// compact ends a compaction: the bits are the first ones now.
func (s *slots) compact() {
	for i, slot := range s.holes {
		s.holes[i] = s.ranked(slot)
	}
	want := max(minSlots, (spread*s.total+blockBits-1)/blockBits*blockBits)
	if have := 64 * len(s.words); have < want || have > 2*want {
		s.resize(want)
		s.ranks = nil
	} else {
		clear(s.words)
		clear(s.tree)
	}
	n := s.total
	s.next, s.total, s.open = 0, 0, 0
	for range n {
		s.take()
	}
}

// heap is a binary heap of slots with the largest, the topmost hole, first.
type heap []uint32

func (h *heap) push(slot uint32) {
	*h = append(*h, slot)
	a := *h
	i := len(a) - 1
	for i > 0 && a[(i-1)/2] < slot {
		a[i] = a[(i-1)/2]
		i = (i - 1) / 2
	}
	a[i] = slot
}

func (h *heap) pop() {
	a := *h
	last := a[len(a)-1]
	*h = a[:len(a)-1]
	if len(*h) > 0 {
		h.replaceTop(last)
	}
}

// replaceTop puts a slot in the place of the largest.
func (h *heap) replaceTop(slot uint32) {
	a := *h
	i := 0
	for {
		c := 2*i + 1
		if c+1 < len(a) && a[c+1] > a[c] {
			c++
		}
		if c >= len(a) || a[c] <= slot {
			break
		}
		a[i] = a[c]
		i = c
	}
	a[i] = slot
}
