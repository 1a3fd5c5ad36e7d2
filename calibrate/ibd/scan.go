package ibd

import (
	"io"
	"slices"
)

// scanBytes is how much is read at once: a multiple of each page size.
const scanBytes = 1 << 20

// entry is a page of an index.
type entry struct {
	Page
	previous, next uint32
	index          uint64
	level          uint16
	redundant      bool
}

// candidate is a page that stands alone on its level, and so may be a root, by its
// place in entries, and where the inodes of its index would be.
type candidate struct {
	entry         int
	leaves, nodes place
}

// scan reads a file from its start to its end.
type scan struct {
	header
	r io.ReaderAt
	// descriptors is the page that describes the extents that are read.
	descriptors []byte
	freePages   int64
	// entries are in the order of the file.
	entries []entry
	inodes  map[place]inode
	roots   []candidate
	// sdi are the leaf pages of the dictionary.
	sdi []uint32
}

func newScan(r io.ReaderAt, h header) *scan {
	return &scan{header: h, r: r, inodes: map[place]inode{}}
}

func (s *scan) run() error {
	buffer, size := make([]byte, scanBytes), int64(s.pageSize)
	for at := int64(0); at < s.pages*size; at += scanBytes {
		b := buffer[:min(scanBytes, s.pages*size-at)]
		if err := readFull(s.r, b, at); err != nil {
			return err
		}
		for i := 0; i < len(b); i += s.pageSize {
			if err := s.page(b[i:i+s.pageSize], (at+int64(i))/size); err != nil {
				return err
			}
		}
	}
	return nil
}

// page reads a page if it is in use.
func (s *scan) page(b []byte, number int64) error {
	if number%int64(s.pageSize) == 0 && number < max(1, s.freeLimit) {
		if kind := u16(b, offType); kind != typeSpaceHeader && kind != typeExtents {
			return damaged(number, "it is of type %d, want one that describes extents", kind)
		}
		s.descriptors = slices.Clone(b)
	}
	if number >= s.freeLimit || s.isFree(s.descriptors, number) {
		s.freePages++
		return nil
	}
	if err := s.check(b, number); err != nil {
		return err
	}
	switch kind := u16(b, offType); {
	case kind == typeInode:
		s.readInodes(b, s.inodes)
	case kind == typeIndex, kind == typeRTree, kind == typeInstant && !s.flags.sdi():
		return s.indexPage(b, number)
	case kind == typeSDI && s.flags.sdi() && u16(b, offLevel) == 0:
		s.sdi = append(s.sdi, uint32(number))
	}
	return nil
}

// Places in a page of an index.
const (
	offSlots      = offBody
	offHeapTop    = offBody + 2
	offHeap       = offBody + 4
	offGarbage    = offBody + 8
	offLastInsert = offBody + 10
	offDirection  = offBody + 12
	offNDirection = offBody + 14
	offRecords    = offBody + 16
	offMaxTrx     = offBody + 18
	offLevel      = offBody + 26
	offIndex      = offBody + 28
	offLeaves     = offBody + 36
	offNodes      = offBody + 46
	// The first record's place, in ROW_FORMAT=REDUNDANT and others.
	redundantStart = 125
	compactStart   = 120
)

// Bits of a page's header.
const (
	// compactHeap is the bit of the heap's record count for other formats than
	// REDUNDANT.
	compactHeap = 1 << 15
	// directionBits leave out what MariaDB keeps above them.
	directionBits = 7
	// ownRecords are infimum and supremum.
	ownRecords = 2
	slotBytes  = 2
	maxLevel   = 64
)

// indexPage keeps the header of a page of an index.
func (s *scan) indexPage(b []byte, number int64) error {
	heap := u16(b, offHeap)
	e := entry{
		previous: u32(b, offPrevious), next: u32(b, offNext), index: u64(b, offIndex), level: u16(b, offLevel), redundant: heap&compactHeap == 0,
		Page: Page{
			Number: uint32(number), Records: u16(b, offRecords), GarbageBytes: u16(b, offGarbage), Slots: u16(b, offSlots),
			LastInsert: u16(b, offLastInsert), Direction: Direction(b[offDirection+1] & directionBits), NDirection: u16(b, offNDirection),
			MaxTrxID: u64(b, offMaxTrx),
		},
	}
	start := compactStart
	if e.redundant {
		start = redundantStart
	}
	heap &^= compactHeap
	top, data := int(u16(b, offHeapTop)), int(u16(b, offHeapTop))-start-int(e.GarbageBytes)
	switch {
	case top > s.pageSize-trailerBytes-slotBytes*int(e.Slots) || e.Slots < 2 || int(e.LastInsert) >= s.pageSize:
		return damaged(number, "its header tells of %d bytes of records and %d slots", top, e.Slots)
	case data < 0 || int(heap) < ownRecords+int(e.Records):
		return damaged(number, "its header tells of %d bytes of records, %d of them garbage", top-start, e.GarbageBytes)
	case e.level > maxLevel:
		return damaged(number, "it is on level %d", e.level)
	}
	e.DataBytes, e.HeapRecords = uint16(data), heap-ownRecords
	if e.previous == none && e.next == none {
		s.roots = append(s.roots, candidate{len(s.entries), placeAt(b, offLeaves), placeAt(b, offNodes)})
	}
	s.entries = append(s.entries, e)
	return nil
}

// placeAt reads the place of an inode, behind the tablespace's number.
func placeAt(b []byte, at int) place { return place{u32(b, at+4), u16(b, at+8)} }
