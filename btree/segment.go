package btree

import "github.com/pagesim/pagesim"

// Limits of a segment (fsp/fsp0fsp.h, MySQL 9.7.2).
const (
	// fragmentPages is how many single pages a segment takes before extents
	// (FSEG_FRAG_LIMIT).
	fragmentPages = 32
	// reserveShare is the part of a segment's pages that it keeps in reserve,
	// innodb_segment_reserve_factor: an eighth.
	reserveShare = 8
)

// segment is a file segment (inode): the pages of the leaves of an index, or of
// its other levels.
type segment struct {
	space     *Space
	fragments int
	// free, notFull and full are its extents (FSEG_FREE, FSEG_NOT_FULL,
	// FSEG_FULL).
	free, notFull, full extentList
	// notFullUsed is the used pages of the extents on notFull.
	notFullUsed int
}

// reserved and used are the segment's pages, SP-01 (fseg_n_reserved_pages_low).
func (s *segment) reserved() int {
	return s.fragments + extentPages*(s.free.n+s.notFull.n+s.full.n)
}

func (s *segment) used() int { return s.fragments + s.notFullUsed + extentPages*s.full.n }

// low reports whether the segment is to take a new extent although it has free
// pages, SP-02.
func (s *segment) low() bool {
	used, reserved := s.used(), s.reserved()
	free := reserved - used
	switch most := s.space.rules.ReserveExtents; {
	case used < fragmentPages:
		return false
	case most > 0: // whole pages, and no more than so many extents
		return free < reserved/reserveShare && free < most*extentPages
	}
	return reserveShare*free < reserved
}

// allocate chooses a page, SP-02 (fseg_alloc_free_page_low): the hinted one, one
// of a new extent, one near the hint, any of the segment, a fragment.
func (s *segment) allocate(hint int, dir direction) pagesim.PageID {
	sp := s.space
	if hint < 0 || hint >= sp.freeLimit || hint >= sp.size {
		hint = 0
	}
	at := int32(hint / extentPages)
	e := &sp.extents[at]
	mine := e.state == extentOwned && e.owner == s
	switch {
	case mine && e.used>>(hint%extentPages)&1 == 0:
		return s.use(at, hint%extentPages)
	case mine && !e.full() && sp.rules.NearFirst:
		return s.use(at, e.findFree(hint%extentPages))
	case e.state == extentFree && s.low():
		s.own(sp.takeExtent(hint))
		return s.use(at, hint%extentPages)
	case dir != nowhere && s.low():
		at = s.extent()
		place := sp.extents[at].findFree(0)
		if dir == down {
			place = extentPages - 1
		}
		return s.use(at, place)
	case mine && !e.full():
		return s.use(at, e.findFree(hint%extentPages))
	case s.used() < s.reserved():
		if at = s.notFull.first - 1; at < 0 {
			at = s.free.first - 1
		}
		return s.use(at, sp.extents[at].findFree(0))
	case s.used() < fragmentPages:
		s.fragments++
		return sp.takeFragment(hint)
	}
	at = s.extent()
	return s.use(at, sp.extents[at].findFree(0))
}

// extent returns an extent to take a page from: one of the segment's free ones,
// one that has only its descriptor pages used, or a new one
// (fseg_alloc_free_extent).
func (s *segment) extent() int32 {
	if s.free.n > 0 {
		return s.free.first - 1
	}
	sp := s.space
	if at := sp.fragments.last - 1; at >= 0 && sp.leasable(at) {
		sp.fragments.remove(sp.extents, at)
		sp.extents[at].state, sp.extents[at].owner = extentLeased, s
		s.notFull.addLast(sp.extents, at)
		s.notFullUsed += sp.extents[at].count()
		return at
	}
	at := sp.takeExtent(0)
	s.own(at)
	return at
}

// own puts a new extent on the segment's free list.
func (s *segment) own(at int32) {
	e := &s.space.extents[at]
	e.state, e.owner = extentOwned, s
	s.free.addLast(s.space.extents, at)
}

// use marks a page of one of the segment's extents as used
// (fseg_mark_page_used).
func (s *segment) use(at int32, place int) pagesim.PageID {
	all := s.space.extents
	e := &all[at]
	if e.empty() {
		s.free.remove(all, at)
		s.notFull.addLast(all, at)
	}
	e.used |= 1 << place
	s.notFullUsed++
	if e.full() {
		s.notFull.remove(all, at)
		s.full.addLast(all, at)
		s.notFullUsed -= extentPages
	}
	id := int(at)*extentPages + place
	s.space.extendTo(id)
	return pagesim.PageID(id)
}

// release gives a page back, SP-03 (fseg_free_page_low): an extent that becomes
// empty goes back to the space.
func (s *segment) release(id pagesim.PageID) {
	sp := s.space
	at := int32(id / extentPages)
	e := &sp.extents[at]
	if e.owner != s {
		s.fragments--
		sp.releaseFragment(id)
		return
	}
	if e.full() {
		s.full.remove(sp.extents, at)
		s.notFull.addLast(sp.extents, at)
		s.notFullUsed += extentPages
	}
	s.notFullUsed--
	e.used &^= 1 << (id % extentPages)
	switch {
	case e.state == extentLeased && sp.leasable(at):
		s.notFull.remove(sp.extents, at)
		s.notFullUsed -= e.count()
		e.state, e.owner = extentFragments, nil
		sp.fragments.addLast(sp.extents, at)
	case e.empty():
		s.notFull.remove(sp.extents, at)
		sp.freeExtent(at)
	}
}
