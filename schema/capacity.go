package schema

import "math"

// PageBytes is the default size of a page, innodb_page_size.
const PageBytes = 16384

// Sizes of a page, sections 1.1 to 1.3 and 3.3 of the specification.
const (
	// pageOverhead is what an empty page keeps from records: 120 bytes up to the
	// end of the supremum record, 8 of trailer, 4 of the directory's first slots.
	pageOverhead = 132
	// sequentialReserve is the share of a page that an ascending run leaves free
	// on a clustered leaf page, reorganizeLimit that below which a page with
	// garbage is not worth a reorganisation (BTR_CUR_PAGE_REORGANIZE_LIMIT).
	sequentialReserve = 16
	reorganizeLimit   = 32
)

// RandomFill is the share of a page that records fill after many inserts in
// random order: ln 2 in the long run. A real tree swings around it.
const RandomFill = math.Ln2

// emptyBytes is what a page has for records and their directory.
func emptyBytes(page int) int { return page - pageOverhead }

// directoryBytes is what the server reserves of the directory for n records.
func directoryBytes(n int) int { return (n + 1) / 2 }

// records is how many records of a size fit into a room with their directory.
func records(room, size int) int {
	n := max(2*room/(2*size+1)-1, 0)
	for (n+1)*size+directoryBytes(n+1) <= room {
		n++
	}
	return n
}

// FullRecords is the number of records of a size that fill a new page.
func FullRecords(page, size int) int { return records(emptyBytes(page), size) }

// SequentialRecords is the number of records of a size that an ascending run
// leaves on each page. Clustered leaf pages keep a sixteenth free.
func SequentialRecords(page, size int, clusteredLeaf bool) int {
	room := emptyBytes(page)
	if clusteredLeaf {
		room -= page / sequentialReserve
	}
	return records(room, size)
}

// RefilledRecords is the number of records of a size on the left half of a split
// page when it splits again: it keeps the garbage of the records that moved, and
// a page with garbage is full when less than a 32nd of it is left.
func RefilledRecords(page, size int) int {
	full := FullRecords(page, size)
	need := max(size, page/reorganizeLimit)
	n := full / 2
	for n < full && emptyBytes(page)-n*size-directoryBytes(n+1) >= need {
		n++
	}
	return n
}

// Height is the number of levels of a tree of so many rows, with so many records
// a leaf page and a node page. A tree of one page has one level.
func Height(rows int64, leaf, node float64) int {
	pages, levels := math.Ceil(float64(rows)/leaf), 1
	for ; pages > 1 && node > 1; levels++ {
		pages = math.Ceil(pages / node)
	}
	return levels
}
