package ibd

import "io"

// File is a table's tablespace.
type File struct {
	// Writer tells by the flags which servers write such files.
	Writer string
	// PageSize is in bytes, ExtentPages the pages of an extent.
	PageSize    int
	ExtentPages int
	// Pages is the size of the file, what its first page says (FSP_SIZE).
	Pages int64
	// FreePages are those of them that nothing uses. FreeExtents are the extents of
	// no segment with no page in use, those that were never initialised among them.
	FreePages   int64
	FreeExtents int64
	// Indexes are in the order of their ids: the clustered one is the first.
	Indexes []Index
}

// Index is a B+tree.
type Index struct {
	ID uint64
	// Name is from the dictionary in the file (SDI) in MySQL 8.0 and later, with
	// the table before it if the file has several; else, and in all but the first file
	// of a partitioned table, it is PRIMARY for the first index and index-ID for others.
	Name string
	// Unnamed says that the name is not from the file.
	Unnamed bool
	// Root is the number of the root page.
	Root uint32
	// Redundant says that records are in ROW_FORMAT=REDUNDANT.
	Redundant bool
	// Levels are leaf first, root last.
	Levels []Level
	// Leaves and Nodes are the two segments. Leaves.Used is
	// innodb_index_stats.n_leaf_pages, but for a tree of one page, whose leaf is in
	// Nodes; the sum of both Reserved is innodb_index_stats.size.
	Leaves, Nodes Segment
}

// Segment counts pages that belong to one half of an index.
type Segment struct {
	// Used are pages in use, off-page columns among them; Reserved are all.
	Used, Reserved int64
}

// Level is one level of a tree.
type Level struct {
	// Pages are in key order.
	Pages []Page
}

// Page is what the header of an index page says.
type Page struct {
	Number uint32
	// Records counts user records, deleted ones that purge has not removed among
	// them (PAGE_N_RECS).
	Records uint16
	// DataBytes is INNODB_BUFFER_PAGE.DATA_SIZE: record bytes without garbage,
	// directory and headers.
	DataBytes    uint16
	GarbageBytes uint16
	// HeapRecords counts records that were ever taken from the heap of the page,
	// without infimum and supremum.
	HeapRecords uint16
	// Slots counts slots of the page directory, infimum's and supremum's among them.
	Slots uint16
	// LastInsert is the place of the record that was inserted last; 0 when it is not
	// known, such as after a delete.
	LastInsert uint16
	// Direction is that of the last inserts, NDirection the number in a row.
	Direction  Direction
	NDirection uint16
	// MaxTrxID is the greatest transaction that changed a leaf page of a secondary
	// index. MariaDB keeps the auto-increment of a table in a clustered root's.
	MaxTrxID uint64
}

// Direction is that of consecutive inserts on a page (PAGE_DIRECTION).
type Direction uint8

// The directions.
const (
	Left Direction = 1 + iota
	Right
	SameRecord
	SamePage
	NoDirection
)

// Read reads a tablespace of size bytes. It reads each page in use once, in the order
// of the file, and keeps of those of indexes only the header, in less than 100 bytes
// each. An error says on one line what is wrong with the file: it is cut off, encrypted,
// compressed, damaged, or not a table's.
func Read(r io.ReaderAt, size int64) (*File, error) {
	h, err := readHeader(r, size)
	if err != nil {
		return nil, err
	}
	s := newScan(r, h)
	if err := s.run(); err != nil {
		return nil, err
	}
	indexes, err := s.indexes()
	if err != nil {
		return nil, err
	}
	return &File{
		Writer: h.writer(), PageSize: h.pageSize, ExtentPages: h.extentPages, Pages: h.pages,
		FreePages: s.freePages, FreeExtents: h.freeExtents(), Indexes: indexes,
	}, nil
}
