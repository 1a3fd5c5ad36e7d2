package btree

// Sizes of a segment in pages (fsp/fsp0fsp.cc, MySQL 9.7.2).
const (
	// fragmentPages is how many single pages a segment takes before extents,
	// extentPages the size of an extent.
	fragmentPages = 32
	extentPages   = 64
)

// SegmentPages is the number of pages that a segment reserves for so many used
// ones where these came one after the other, SP-01: single pages first, then
// whole extents. A segment that grew at random places reserves up to an eighth
// more, which this closed form leaves out.
func SegmentPages(used int64) int64 {
	if used <= fragmentPages {
		return used
	}
	return fragmentPages + (used-fragmentPages+extentPages-1)/extentPages*extentPages
}
