package pagesim

// Inspection is what the tablespace file of a table says of it. Its JSON form is the
// output of `pagesim inspect --format json`.
type Inspection struct {
	// File is the path as it was given.
	File string `json:"file"`
	// Writer tells by the format which servers write such files.
	Writer string `json:"writer"`
	// PageBytes is the size of a page, ExtentPages the pages of an extent.
	PageBytes   int64 `json:"page_bytes"`
	ExtentPages int64 `json:"extent_pages"`
	// Pages is the size of the file, FileBytes the same in bytes.
	Pages     int64 `json:"pages"`
	FileBytes int64 `json:"ibd_bytes"`
	// FreePages are those of them that nothing uses, reserved ones among them;
	// FreeExtents are whole extents that belong to no index.
	FreePages   int64 `json:"free_pages"`
	FreeExtents int64 `json:"free_extents"`
	// Indexes are the table's indexes, the clustered one first.
	Indexes []InspectedIndex `json:"indexes"`
	// Simulated sets figures of a simulated result beside those of the file; absent
	// unless asked for.
	Simulated []SideBySide `json:"simulated,omitempty"`
}

// InspectedIndex is one index as its pages are in a file.
type InspectedIndex struct {
	// Name is the server's; PRIMARY and index-ID where the file does not have it.
	Name string `json:"name"`
	// Unnamed says that the file does not have the name.
	Unnamed bool   `json:"unnamed,omitempty"`
	ID      uint64 `json:"id"`
	// Root is the number of the root page.
	Root int64 `json:"root_page"`
	// Rows is the number of leaf records, deleted ones that purge has not removed
	// among them.
	Rows int64 `json:"rows"`
	// Levels are leaf first, root last.
	Levels []Level `json:"levels"`
	// Fill is the distribution of DATA_SIZE / page size over the leaf pages.
	Fill Fill `json:"leaf_fill"`
	// Histogram counts leaf pages by fill, a twentieth of a page each: the first are
	// those that are less than a twentieth full.
	Histogram [FillBins]int64 `json:"leaf_fill_histogram"`
	// RowsPerPage is leaf records divided by leaf pages.
	RowsPerPage float64 `json:"rows_per_leaf_page"`
	// LeafPages is innodb_index_stats.n_leaf_pages, at least 1; ReservedPages is
	// innodb_index_stats.size.
	LeafPages     int64 `json:"n_leaf_pages"`
	ReservedPages int64 `json:"reserved_pages"`
	ReservedBytes int64 `json:"reserved_bytes"`
	// Past is what the headers of the leaf pages tell of how they were filled.
	Past LeafPast `json:"leaf_past"`
}

// LeafPast counts leaf pages by what their headers tell of the past. Splits are not
// counted in a file; these are their traces.
type LeafPast struct {
	// Right pages had their last inserts in ascending order, Left in descending
	// order, None in neither (PAGE_DIRECTION).
	Right int64 `json:"right"`
	Left  int64 `json:"left"`
	None  int64 `json:"none"`
	// LongestRun is the most inserts in one direction that a page had last
	// (PAGE_N_DIRECTION).
	LongestRun int64 `json:"longest_run"`
	// WithGarbage pages have room of records that are gone: moved by a split, or
	// deleted, or grown by an update (PAGE_GARBAGE).
	WithGarbage int64 `json:"with_garbage"`
	// NoLastInsert pages were not inserted into since they were made, or since a
	// record was last deleted or moved away (PAGE_LAST_INSERT).
	NoLastInsert int64 `json:"no_last_insert"`
	// Transactions are the least, the median and the greatest id of the last
	// transaction that changed a page (PAGE_MAX_TRX_ID), which only secondary
	// indexes keep; absent for others.
	Transactions []uint64 `json:"transactions,omitempty"`
}

// SideBySide is one figure of a file and of a simulated result.
type SideBySide struct {
	// Index is the index in the file; "" for the file as a whole.
	Index string `json:"index,omitempty"`
	// Name is the figure, with its unit where it is not a count.
	Name      string  `json:"name"`
	File      float64 `json:"file"`
	Simulated float64 `json:"simulated"`
	// Ratio is Simulated / File, 1 if both are 0; absent if only File is.
	Ratio *float64 `json:"ratio,omitempty"`
}
