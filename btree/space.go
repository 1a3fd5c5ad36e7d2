package btree

import "github.com/pagesim/pagesim"

// Sizes of a tablespace file in pages (fsp/fsp0fsp.cc, MySQL 9.7.2).
const (
	// descriptorPages is the pages that one descriptor page describes: as many
	// as a page has bytes. The first extent of each such stretch begins with the
	// descriptor page and a change buffer bitmap page.
	descriptorPages = 16384
	// addExtents is how many extents are made free at once (FSP_FREE_ADD).
	addExtents = 4
	// smallFile is the size below which a file grows by one extent at a time,
	// from there on by addExtents.
	smallFile = 32 * extentPages
	// reservePages is what a file below one extent keeps ahead of use.
	reservePages = 2
)

// SpaceRules are what differs between servers in a tablespace file.
type SpaceRules struct {
	// InitialPages is the size of a new file (FIL_IBD_FILE_INITIAL_SIZE).
	InitialPages int
	// SystemPages is the number of pages at its start before the first root.
	SystemPages int
	// ReserveExtents caps the free pages that a segment keeps in reserve, in
	// extents, SP-06; 0 for no cap.
	ReserveExtents int
	// NearFirst says that a page of the hinted extent is taken before a new
	// extent is thought of, SP-06.
	NearFirst bool
	// KeepsAhead says that a file of less than an extent is made longer when an index
	// is made, and once more when its root is raised, SP-04.
	KeepsAhead bool
	// BulkTakes says that a bulk build takes extents as it goes, without making
	// sure of one ahead, SP-06.
	BulkTakes bool
}

// MySQL80 is the file of MySQL 8.0 to 9.7: 7 pages, of which 4 are the header, the
// change buffer bitmap, the segment inodes and the SDI root.
var MySQL80 = SpaceRules{InitialPages: 7, SystemPages: 4, KeepsAhead: true}

// MariaDB1011 is the file of MariaDB 10.11: no SDI root, a segment's reserve of at
// most 4 extents (fsp0fsp.cc, fseg_alloc_free_page_low).
var MariaDB1011 = SpaceRules{InitialPages: 4, SystemPages: 3, ReserveExtents: 4, NearFirst: true, BulkTakes: true}

// Space is a tablespace file: it gives pages to the segments of the indexes in
// it. It comes from NewSpace.
type Space struct {
	rules SpaceRules
	// size is the file in pages; extents below freeLimit are initialised.
	size, freeLimit int
	extents         []extent
	// free, fragments and fullFragments are the extents of no segment
	// (FSP_FREE, FSP_FREE_FRAG, FSP_FULL_FRAG).
	free, fragments, fullFragments extentList
	pages                          []*Page
}

// NewSpace returns a new file.
func NewSpace(r SpaceRules) *Space {
	s := &Space{rules: r, size: r.InitialPages}
	s.initExtent()
	s.extents[0].used = 1<<r.SystemPages - 1
	return s
}

// page returns the page of a number; nil for pagesim.NoPage and for what was
// released.
func (s *Space) page(id pagesim.PageID) *Page {
	if id == pagesim.NoPage {
		return nil
	}
	return s.pages[id]
}

// put makes a page known under its number.
func (s *Space) put(p *Page) {
	if n := int(p.id) + 1; n > len(s.pages) {
		s.pages = append(s.pages, make([]*Page, n-len(s.pages))...)
	}
	s.pages[p.id] = p
}

// initExtent initialises the extent at the free limit (fsp_fill_free_list).
func (s *Space) initExtent() {
	at := int32(len(s.extents))
	s.extents = append(s.extents, extent{})
	if int(at)*extentPages%descriptorPages == 0 {
		s.extents[at].state, s.extents[at].used = extentFragments, 1<<2-1
		s.fragments.addLast(s.extents, at)
	} else {
		s.free.addLast(s.extents, at)
	}
	s.freeLimit += extentPages
}

// fill initialises up to four free extents beyond the free limit, SP-04
// (fsp_fill_free_list).
func (s *Space) fill() {
	if s.size < s.freeLimit+addExtents*extentPages {
		s.extend()
	}
	for n := s.free.n; s.free.n < n+addExtents && s.freeLimit+extentPages <= s.size; {
		s.initExtent()
	}
}

// extend makes the file longer, SP-04 (fsp_try_extend_data_file).
func (s *Space) extend() {
	s.size = max(s.size, extentPages)
	if s.size < smallFile {
		s.size += extentPages
	} else {
		s.size += addExtents * extentPages
	}
}

// extendTo makes a file of less than an extent long enough for a page.
func (s *Space) extendTo(id int) { s.size = max(s.size, id+1) }

// freeExtents is the number of free extents, those above the free limit counted
// with caution, and the reserve that stays free for undo and cleaning (both in
// fsp_reserve_free_extents).
func (s *Space) freeExtents() (n, reserve int) {
	up := (s.size - s.freeLimit) / extentPages
	if up > 0 {
		up--
		up -= up / (descriptorPages / extentPages)
	}
	return s.free.n + up, 2 + s.size/extentPages*2/200
}

// reserve makes sure that so many extents can be had, SP-04
// (fsp_reserve_free_extents, FSP_NORMAL).
func (s *Space) reserve(extents int) {
	if s.size < extentPages {
		s.size = max(s.size, s.extents[0].count()+reservePages)
		return
	}
	for {
		if n, reserve := s.freeExtents(); n > reserve+extents {
			return
		}
		s.extend()
	}
}

// reserveRoot makes sure of room for the root of a new index, SP-04 (fseg_create).
func (s *Space) reserveRoot() {
	if s.size >= extentPages {
		s.reserve(createExtents)
	}
}

// keepAhead makes a file of less than an extent longer, in the servers that do so when
// the first page of an index was made or its root is being raised, SP-04.
func (s *Space) keepAhead() {
	if s.rules.KeepsAhead && s.size < extentPages {
		s.reserve(0)
	}
}

// reserveCleaning makes sure of so many extents without the reserve for others
// (fsp_reserve_free_extents, FSP_CLEANING).
func (s *Space) reserveCleaning(extents int) {
	if s.size < extentPages {
		s.reserve(0)
		return
	}
	for {
		if n, _ := s.freeExtents(); n >= extents {
			return
		}
		s.extend()
	}
}

// takeExtent takes the hinted extent off the free list if it is there, else the
// first one (fsp_alloc_free_extent).
func (s *Space) takeExtent(hint int) int32 {
	at := int32(hint / extentPages)
	if hint >= s.freeLimit || s.extents[at].state != extentFree {
		if s.free.n == 0 {
			s.fill()
		}
		at = s.free.first - 1
	}
	s.free.remove(s.extents, at)
	return at
}

// freeExtent puts an extent back on the free list (fsp_free_extent).
func (s *Space) freeExtent(at int32) {
	s.extents[at].state, s.extents[at].owner, s.extents[at].used = extentFree, nil, 0
	s.free.addLast(s.extents, at)
}

// leasable reports whether only the descriptor pages of an extent are used
// (xdes_is_leasable).
func (s *Space) leasable(at int32) bool {
	return int(at)*extentPages%descriptorPages == 0 && s.extents[at].used == 1<<2-1
}

// takeFragment takes a single page: near the hint if that extent is shared, else
// of the first shared extent, or of a new one (fsp_alloc_free_page).
func (s *Space) takeFragment(hint int) pagesim.PageID {
	at := int32(hint / extentPages)
	if e := &s.extents[at]; e.state != extentFragments || e.full() {
		hint = 0
		if at = s.fragments.first - 1; at < 0 {
			at = s.takeExtent(0)
			s.extents[at].state = extentFragments
			s.fragments.addLast(s.extents, at)
		}
	}
	e := &s.extents[at]
	place := e.findFree(hint % extentPages)
	e.used |= 1 << place
	if e.full() {
		s.fragments.remove(s.extents, at)
		s.fullFragments.addLast(s.extents, at)
	}
	id := int(at)*extentPages + place
	s.extendTo(id)
	return pagesim.PageID(id)
}

// releaseFragment gives a single page back (fsp_free_page).
func (s *Space) releaseFragment(id pagesim.PageID) {
	at := int32(id / extentPages)
	e := &s.extents[at]
	if e.full() {
		s.fullFragments.remove(s.extents, at)
		s.fragments.addLast(s.extents, at)
	}
	e.used &^= 1 << (id % extentPages)
	if e.empty() {
		s.fragments.remove(s.extents, at)
		s.freeExtent(at)
	}
}

// Pages is the size of the file in pages.
func (s *Space) Pages() int64 { return int64(s.size) }

// FreeBytes is DATA_FREE: the free extents less the reserve, SP-05
// (fsp_get_available_space_in_free_extents).
func (s *Space) FreeBytes(pageBytes int) int64 {
	if s.size < extentPages {
		return 0
	}
	n, reserve := s.freeExtents()
	return int64(max(0, n-reserve)) * extentPages * int64(pageBytes)
}
