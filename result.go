package pagesim

// Result is what a run found. Its JSON form is the output of
// `pagesim run --format json`: the same configuration and seed give the same
// bytes. Sizes are in bytes, factors between 0 and 1.
type Result struct {
	// Version is the version of the model that computed the result.
	Version string `json:"version"`
	// Config repeats what was asked for, defaults filled in (a sim.Config).
	Config any `json:"config"`
	// Engine is "fractal" if the tables were fractal trees; "" is InnoDB.
	Engine string `json:"engine,omitempty"`
	// DDL is the CREATE TABLE statement that was modelled.
	DDL string `json:"ddl"`
	// Rows is the number of rows that were inserted.
	Rows int64 `json:"rows"`
	// Indexes are the table's indexes, the clustered one first.
	Indexes []IndexResult `json:"indexes"`
	// Table adds the indexes up, as SHOW TABLE STATUS does.
	Table TableResult `json:"table"`
	// Pool is the buffer pool over the whole run.
	Pool PoolResult `json:"pool"`
	// Baseline is the same table with an ascending key in place of the primary
	// key's stream; absent when that is what was run, when no stream feeds the key,
	// or when its encoding has no ascending form.
	Baseline *Baseline `json:"baseline,omitempty"`
	// Time is how long the run took on its device, and the rates along it; absent
	// with a plain LRU pool, which has no clock.
	Time *TimeResult `json:"time,omitempty"`
	// Curve is the reads and writes that plain LRU pools of other sizes would make;
	// absent unless asked for.
	Curve []CurvePoint `json:"pool_curve,omitempty"`
	// Smallest is the smallest pool on the curve that keeps reads below what was
	// asked; absent if none does.
	Smallest *CurvePoint `json:"smallest_pool,omitempty"`
	// Samples are snapshots along the run, the last one at its end; absent
	// unless asked for.
	Samples []Sample `json:"samples,omitempty"`
	// Phases are the states after each phase; absent if there is only one, which
	// the result itself describes.
	Phases []PhaseResult `json:"phases,omitempty"`
}

// EngineName is the engine's name: "innodb" or "fractal".
func (r Result) EngineName() string {
	if r.Engine == "" {
		return "innodb"
	}
	return r.Engine
}

// IndexResult is one index at the end of a run.
type IndexResult struct {
	Name string `json:"name"`
	// Rows is the number of leaf records.
	Rows int64 `json:"rows"`
	// Levels are the levels of the tree, leaf first, root last.
	Levels []Level `json:"levels"`
	// Splits counts page splits by where the page was cut, over all levels.
	Splits Splits `json:"splits"`
	// Counters are the events that INNODB_METRICS counts.
	Counters Counters `json:"counters"`
	// Fill is the distribution of DATA_SIZE / page size over the leaf pages.
	Fill Fill `json:"leaf_fill"`
	// FillHistogram is the number of leaf pages by fill: FillBins bins of equal width
	// from 0 to 1, each without its upper end; the last one has all from 0.95 on.
	FillHistogram []int64 `json:"leaf_fill_histogram,omitempty"`
	// Leaves are the leaf pages one by one; absent unless asked for.
	Leaves *Leaves `json:"leaf_pages_in_key_order,omitempty"`
	// RowsPerPage is leaf records divided by leaf pages.
	RowsPerPage float64 `json:"rows_per_leaf_page"`
	// LeafPages is innodb_index_stats.n_leaf_pages: the used pages of the leaf
	// segment, at least 1.
	LeafPages int64 `json:"n_leaf_pages"`
	// ReservedPages is innodb_index_stats.size: the pages of both segments,
	// used or not.
	ReservedPages int64 `json:"reserved_pages"`
	// ReservedBytes is ReservedPages in bytes.
	ReservedBytes int64 `json:"reserved_bytes"`
	// IO is what the index asked of the pool and of the device.
	IO IO `json:"io"`
	// Fractal is what only a fractal tree has: its "pages" are nodes, reads are calls;
	// absent for InnoDB.
	Fractal *FractalResult `json:"fractal,omitempty"`
}

// FractalResult is what only a fractal tree has.
type FractalResult struct {
	// Basements are the pieces that leaves are read in.
	Basements int64 `json:"basements"`
	// LeafSplits and NonleafSplits make up index_page_splits.
	LeafSplits    int64 `json:"leaf_splits"`
	NonleafSplits int64 `json:"nonleaf_splits"`
	// Flushes are buffers that went down a level, Cascades those that another one
	// set off.
	Flushes  int64 `json:"flushes"`
	Cascades int64 `json:"cascades"`
	// InjectedByDepth counts messages by the depth at which they entered the tree:
	// 0 is the root, the last element all depths from there on. Shortcut counts rows
	// that went straight to the last leaf.
	InjectedByDepth []int64 `json:"messages_injected_by_depth"`
	Shortcut        int64   `json:"rightmost_leaf_shortcuts"`
	// Buffered are the messages that still wait in buffers, BufferedBytes their size.
	Buffered      int64 `json:"messages_in_buffers"`
	BufferedBytes int64 `json:"buffer_bytes"`
	// BytesRead and BytesWritten are on the device, after compression.
	BytesRead    int64 `json:"bytes_read"`
	BytesWritten int64 `json:"bytes_written"`
}

// Level is one level of a tree.
type Level struct {
	Pages   int64 `json:"pages"`
	Records int64 `json:"records"`
	// DataBytes is the sum of INNODB_BUFFER_PAGE.DATA_SIZE: record bytes
	// without garbage, directory and headers.
	DataBytes    int64 `json:"data_bytes"`
	GarbageBytes int64 `json:"garbage_bytes"`
}

// Splits counts page splits by the place of the cut.
type Splits struct {
	// Right splits follow an ascending run, Left ones a descending run, Middle
	// ones neither.
	Right  int64 `json:"right"`
	Left   int64 `json:"left"`
	Middle int64 `json:"middle"`
}

// Counters bear the names of INFORMATION_SCHEMA.INNODB_METRICS, subsystem
// "index", and count as MySQL 9.7 does.
type Counters struct {
	PageSplits      int64 `json:"index_page_splits"`
	MergeAttempts   int64 `json:"index_page_merge_attempts"`
	MergeSuccessful int64 `json:"index_page_merge_successful"`
	ReorgAttempts   int64 `json:"index_page_reorg_attempts"`
	ReorgSuccessful int64 `json:"index_page_reorg_successful"`
	Discards        int64 `json:"index_page_discards"`
	// RootRaises counts new levels, RightSiblingInserts the records that went to
	// the next page in place of a split, Resplits the pages that large records
	// took beyond the first of a split. The server does not count these.
	RootRaises          int64 `json:"root_raises"`
	RightSiblingInserts int64 `json:"right_sibling_inserts"`
	Resplits            int64 `json:"resplits"`
}

// Leaves are the leaf pages of an index in key order: the slices are as long as there
// are pages.
type Leaves struct {
	// PageNumbers say where a page lies in the file, in units of PageBytes: 16 KiB, or
	// for a fractal tree the 4 KiB to which its nodes are aligned.
	PageNumbers []int64 `json:"page_number"`
	PageBytes   int64   `json:"page_bytes"`
	// Records is INNODB_BUFFER_PAGE.NUMBER_RECORDS.
	Records []int64 `json:"number_records"`
	// Fill is DATA_SIZE / page size, to four decimals.
	Fill []float64 `json:"fill"`
}

// TableResult is the table as SHOW TABLE STATUS would show it.
type TableResult struct {
	// DataLength is the reserved bytes of the clustered index.
	DataLength int64 `json:"data_length"`
	// IndexLength is the reserved bytes of all other indexes.
	IndexLength int64 `json:"index_length"`
	// DataFree is the bytes of free extents less what the server keeps back.
	DataFree int64 `json:"data_free"`
	// FileBytes is the size of the .ibd file.
	FileBytes int64 `json:"ibd_bytes"`
}

// IO counts page requests and what they cost, in pages.
type IO struct {
	// ReadRequests is the number of page touches
	// (Innodb_buffer_pool_read_requests).
	ReadRequests int64 `json:"read_requests"`
	// Reads is the number of pages read from the device
	// (Innodb_buffer_pool_reads).
	Reads int64 `json:"reads"`
	// Created is the number of new pages (Innodb_pages_created).
	Created int64 `json:"created"`
	// Written is the number of dirty pages written to make room
	// (Innodb_pages_written).
	Written int64 `json:"written"`
}

// PoolResult is the buffer pool over a whole run.
type PoolResult struct {
	// Pages is the capacity of the pool.
	Pages int64 `json:"pages"`
	IO    IO    `json:"io"`
	// HitRatio is the share of read requests that needed no read.
	HitRatio float64 `json:"hit_ratio"`
	// ReadsPerInsert and WritesPerInsert are IO divided by the rows inserted.
	ReadsPerInsert  float64 `json:"reads_per_insert"`
	WritesPerInsert float64 `json:"writes_per_insert"`
	// Dirty is the number of the table's pages that are still dirty at the end:
	// writes that are yet to come.
	Dirty int64 `json:"dirty_pages"`
	// Status is the pool as SHOW GLOBAL STATUS has it: IO is the table's alone,
	// Status has the server's own pages too.
	Status PoolState `json:"status"`
	// FileWrites is sys.schema_table_statistics.io_write_requests of the table:
	// pages written, and one for each MiB by which the file grew.
	FileWrites int64 `json:"io_write_requests"`
}

// TimeResult is a run in virtual time.
type TimeResult struct {
	// Device is the name of the device profile.
	Device string `json:"device"`
	// Seconds is how long the run took, RowsPerSecond its mean rate.
	Seconds       float64 `json:"seconds"`
	RowsPerSecond float64 `json:"rows_per_second"`
	// Moments are at most 64 states, evenly apart in time, the last at the end.
	Moments []Moment `json:"moments"`
}

// Moment is the state of a run at a time; Rows, Reads and Written count from the
// beginning on.
type Moment struct {
	Seconds float64 `json:"seconds"`
	Rows    int64   `json:"rows"`
	// Reads is Innodb_pages_read, Written Innodb_pages_written; of a fractal tree
	// calls and nodes.
	Reads   int64 `json:"pages_read"`
	Written int64 `json:"pages_written"`
	// Dirty and Free are gauges in pages, CheckpointAge in bytes; 0 for a fractal tree.
	Dirty         int64 `json:"pages_dirty"`
	Free          int64 `json:"pages_free"`
	CheckpointAge int64 `json:"checkpoint_age"`
}

// CurvePoint is what a plain LRU pool of a size would have read and written: in the
// whole run, and an insert in the last tenth of its rows.
type CurvePoint struct {
	PoolPages       int64   `json:"pool_pages"`
	PoolBytes       int64   `json:"pool_bytes"`
	Reads           int64   `json:"reads"`
	Written         int64   `json:"written"`
	ReadsPerInsert  float64 `json:"reads_per_insert"`
	WritesPerInsert float64 `json:"writes_per_insert"`
}

// Baseline is the figures of a second run that a result is held against.
type Baseline struct {
	// Keys is the key stream of the second run: "autoinc" for a BIGINT in place of
	// the key, with an encoding for keys in the same column.
	Keys            string  `json:"keys"`
	PageSplits      int64   `json:"index_page_splits"`
	LeafPages       int64   `json:"leaf_pages"`
	LeafFill        float64 `json:"leaf_fill_mean"`
	DataLength      int64   `json:"data_length"`
	IndexLength     int64   `json:"index_length"`
	ReadsPerInsert  float64 `json:"reads_per_insert"`
	WritesPerInsert float64 `json:"writes_per_insert"`
}

// Sample is a snapshot of a run; all counts are cumulative. Of a fractal tree the
// leaf pages are leaves, the splits those of leaves and internal nodes, and reads and
// written are calls and nodes.
type Sample struct {
	Rows       int64   `json:"rows"`
	PageSplits int64   `json:"index_page_splits"`
	LeafPages  int64   `json:"leaf_pages"`
	LeafFill   float64 `json:"leaf_fill_mean"`
	Reads      int64   `json:"reads"`
	Written    int64   `json:"written"`
	// BytesRead and BytesWritten are those of the reads and writes, of whole pages in
	// InnoDB.
	BytesRead    int64 `json:"bytes_read"`
	BytesWritten int64 `json:"bytes_written"`
	// Seconds is the virtual time, Pool what InnoDB's pool has done by then, the
	// server's own pages included.
	Seconds float64   `json:"seconds"`
	Pool    PoolState `json:"pool,omitzero"`
}

// PoolState is the state of a pool at a moment; the counts are from the beginning
// on.
type PoolState struct {
	PoolCounters
	ReadRequests    int64 `json:"Innodb_buffer_pool_read_requests"`
	BufferPoolReads int64 `json:"Innodb_buffer_pool_reads"`
	PagesCreated    int64 `json:"Innodb_pages_created"`
	// PagesData, PagesDirty and PagesFree are gauges, in pages.
	PagesData  int64 `json:"Innodb_buffer_pool_pages_data"`
	PagesDirty int64 `json:"Innodb_buffer_pool_pages_dirty"`
	PagesFree  int64 `json:"Innodb_buffer_pool_pages_free"`
	// CheckpointAge and Redo are bytes of redo log: since the oldest change that is
	// not written, and since the beginning.
	CheckpointAge int64 `json:"Innodb_checkpoint_age"`
	Redo          int64 `json:"Innodb_lsn_current"`
}

// PhaseResult is all indexes together at the end of a phase, once purge is done;
// counts are cumulative but for Rows.
type PhaseResult struct {
	// Op is what the phase did, SQL the statement if that was one.
	Op  string `json:"op"`
	SQL string `json:"sql,omitempty"`
	// Rows is the number of rows that the phase inserted, deleted or changed.
	Rows int64 `json:"rows"`
	// LiveRows is the number of rows in the table.
	LiveRows  int64    `json:"live_rows"`
	Counters  Counters `json:"counters"`
	LeafPages int64    `json:"leaf_pages"`
	// LeafFill is DATA_SIZE of all leaf pages / their size.
	LeafFill float64 `json:"leaf_fill_mean"`
	// FileBytes is the size of the .ibd file.
	FileBytes int64 `json:"ibd_bytes"`
	Reads     int64 `json:"reads"`
	Written   int64 `json:"written"`
}

// PoolCounters are what SHOW GLOBAL STATUS counts of a buffer pool beside IO, under
// the server's names.
type PoolCounters struct {
	// PagesRead counts all pages read, those ahead of need and those that a merge of
	// the change buffer asked for among them.
	PagesRead    int64 `json:"Innodb_pages_read"`
	ReadAhead    int64 `json:"Innodb_buffer_pool_read_ahead"`
	PagesWritten int64 `json:"Innodb_pages_written"`
	// PagesFlushed counts those of them that the page cleaner wrote.
	PagesFlushed       int64 `json:"Innodb_buffer_pool_pages_flushed"`
	DoublewritePages   int64 `json:"Innodb_dblwr_pages_written"`
	DoublewriteBatches int64 `json:"Innodb_dblwr_writes"`
	// WaitFree counts how often somebody who needed a frame had to write a page.
	WaitFree     int64 `json:"Innodb_buffer_pool_wait_free"`
	MadeYoung    int64 `json:"Innodb_buffer_pool_pages_made_young"`
	NotMadeYoung int64 `json:"Innodb_buffer_pool_pages_made_not_young"`
	// Buffered counts the inserts that waited in the change buffer
	// (INNODB_METRICS ibuf_merges_insert counts them when they are merged).
	Buffered int64 `json:"change_buffer_inserts"`
	// Evicted counts the pages that went for want of a frame. The server does not
	// show it.
	Evicted int64 `json:"evicted"`
}
