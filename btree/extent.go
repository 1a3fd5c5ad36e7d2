package btree

import "math/bits"

// extentPages is the number of pages of an extent, FSP_EXTENT_SIZE for pages of
// 16 KiB.
const extentPages = 64

// extentState says who an extent belongs to (XDES_STATE, include/fsp0fsp.h).
type extentState uint8

const (
	// extentFree belongs to nobody: it is on the list FSP_FREE.
	extentFree extentState = iota
	// extentFragments has pages of several segments (FREE_FRAG, FULL_FRAG).
	extentFragments
	// extentOwned belongs to a segment (FSEG).
	extentOwned
	// extentLeased has a descriptor page and belongs to a segment otherwise
	// (FSEG_FRAG).
	extentLeased
)

// extent is an extent descriptor: which of its pages are used, its state, its
// neighbours on the list that it is on.
type extent struct {
	used       uint64
	state      extentState
	owner      *segment
	prev, next int32
}

func (e *extent) count() int { return bits.OnesCount64(e.used) }
func (e *extent) full() bool { return e.used == ^uint64(0) }
func (e *extent) empty() bool {
	return e.used == 0
}

// findFree is the first free page at or after a place in the extent, or else
// before it (xdes_find_bit).
func (e *extent) findFree(hint int) int {
	if after := ^e.used >> hint; after != 0 {
		return hint + bits.TrailingZeros64(after)
	}
	return bits.TrailingZeros64(^e.used)
}

// extentList is a list of extents, by number; in its first and last, 0 stands
// for none: numbers are kept plus one. The zero value is an empty list.
type extentList struct {
	first, last int32
	n           int
}

// addLast appends an extent (flst_add_last).
func (l *extentList) addLast(all []extent, i int32) {
	all[i].prev, all[i].next = l.last, 0
	if l.last == 0 {
		l.first = i + 1
	} else {
		all[l.last-1].next = i + 1
	}
	l.last = i + 1
	l.n++
}

// remove takes an extent off the list (flst_remove).
func (l *extentList) remove(all []extent, i int32) {
	prev, next := all[i].prev, all[i].next
	if prev == 0 {
		l.first = next
	} else {
		all[prev-1].next = next
	}
	if next == 0 {
		l.last = prev
	} else {
		all[next-1].prev = prev
	}
	l.n--
}
