package btree

// Sizes on a page in bytes (include/page0page.h, MySQL 9.7.2).
const (
	// heapStart is the offset of the first user record, PAGE_NEW_SUPREMUM_END.
	heapStart = 120
	// trailerBytes is the FIL trailer.
	trailerBytes = 8
	// slotBytes is the size of a directory slot.
	slotBytes = 2
)

// DefaultPageBytes is innodb_page_size's default.
const DefaultPageBytes = 16384

// layout is what page arithmetic needs to know of an index: limits in bytes, all
// derived from the page size.
type layout struct {
	pageBytes int
	// empty is the room for records and directory on a new page, BT-01
	// (page_get_free_space_of_empty): two directory slots always stand.
	empty int
	// reserve is the 1/16 of a clustered leaf page that an ascending or
	// descending load leaves free, BT-05 (dict_index_get_space_reserve).
	reserve int
	// reorganize is the least room after which a reorganisation is worth it,
	// BT-04 (BTR_CUR_PAGE_REORGANIZE_LIMIT).
	reorganize int
	// merge is the DATA_SIZE below which a page looks for a neighbour, BT-13
	// (BTR_CUR_PAGE_COMPRESS_LIMIT).
	merge int
}

func newLayout(pageBytes, mergeThreshold int) layout {
	return layout{
		pageBytes:  pageBytes,
		empty:      pageBytes - heapStart - trailerBytes - 2*slotBytes,
		reserve:    pageBytes / 16,
		reorganize: pageBytes / 32,
		merge:      pageBytes * mergeThreshold / 100,
	}
}

// directoryBytes is the room that n records reserve in the page directory, BT-02
// (page_dir_calc_reserved_space).
func directoryBytes(n int) int { return (slotBytes*n + 3) / 4 }

// maxRecords is the largest number of records of the given size on a page.
func (l layout) maxRecords(recordBytes int) int {
	n := 2 * l.empty / (2*recordBytes + 1)
	for n*recordBytes+directoryBytes(n) > l.empty {
		n--
	}
	return n
}
