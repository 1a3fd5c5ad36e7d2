package fractal

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
)

// Recording is what the real library did with a stream of rows: one file of
// recordings/fractal-tree.
type Recording struct {
	Name       string     `json:"name"`
	Commit     string     `json:"perconaft_commit"`
	Parameters Parameters `json:"parameters"`
	Summary    Summary    `json:"summary"`
	Detail     Detail     `json:"structure_detail"`
}

// Parameters is the workload and the settings of a recording.
type Parameters struct {
	NodeBytes          int64  `json:"node_size_bytes"`
	BasementBytes      int64  `json:"basement_node_size_bytes"`
	Fanout             int    `json:"fanout"`
	CacheBytes         int64  `json:"cachetable_size_bytes"`
	Compression        string `json:"compression"`
	Keys               string `json:"keys"`
	KeyBytes           int    `json:"key_bytes"`
	ValueBytes         int    `json:"value_bytes"`
	JitterMillis       int64  `json:"uuid7_jitter_ms"`
	Rows               int64  `json:"rows_inserted"`
	CheckpointRows     int64  `json:"explicit_checkpoint_every_rows_0_is_never"`
	CheckpointSeconds  int64  `json:"checkpoint_period_seconds_0_is_off"`
	CleanerSeconds     int64  `json:"cleaner_period_seconds_0_is_off"`
	CleanerIterations  int    `json:"cleaner_iterations"`
	Transactional      int    `json:"transactional_environment_0_or_1"`
	RowsPerTransaction int64  `json:"rows_per_transaction_if_transactional"`
	Loader             int    `json:"bulk_loader_0_or_1"`
	LookupEvery        int64  `json:"interleaved_point_lookup_after_every_n_inserts_0_is_none"`
	Overwrites         int64  `json:"modify_phase_overwrites_of_random_existing_keys"`
	Deletes            int64  `json:"modify_phase_deletes_of_random_existing_keys"`
	DeletesInOrder     int64  `json:"modify_phase_deletes_of_first_n_keys_in_key_order"`
	Broadcasts         int64  `json:"modify_phase_broadcast_updates"`
	HotOptimize        int    `json:"modify_phase_hot_optimize_0_or_1"`
	PointLookups       int64  `json:"point_lookups"`
	RangeScans         int64  `json:"range_scans"`
	RowsPerScan        int64  `json:"rows_per_range_scan"`
}

// modifies reports whether there is a modify phase.
func (p Parameters) modifies() bool {
	return p.Overwrites+p.Deletes+p.DeletesInOrder+p.Broadcasts+int64(p.HotOptimize) > 0
}

// Summary is the phases of a recording. A phase that was not run is nil.
type Summary struct {
	Structure        Structure `json:"structure"`
	LoadWork         Work      `json:"load_work"`
	LoadWrites       Writes    `json:"load_writes_before_final_checkpoint"`
	FinalWrites      Writes    `json:"final_checkpoint_writes"`
	ModifyWork       *Work     `json:"modify_work"`
	ModifyWrites     *Writes   `json:"modify_writes_before_checkpoint"`
	ModifyCheckpoint *Writes   `json:"modify_checkpoint_writes"`
	WarmPoints       *Reads    `json:"warm_point_lookups"`
	ColdPoints       *Reads    `json:"cold_point_lookups"`
	WarmRanges       *Reads    `json:"warm_range_scans_prelocked_range"`
	ColdRanges       *Reads    `json:"cold_range_scans_no_bounds"`
	ColdBounded      *Reads    `json:"cold_range_scans_prelocked_range"`
	FinalSizes       Sizes     `json:"sizes_after_final_checkpoint"`
	ModifySizes      *Sizes    `json:"sizes_after_modify_checkpoint"`
}

// Structure is the tree at the end of the load and of the modify phase.
type Structure struct {
	RootHeight     int              `json:"root_height"`
	NodesByHeight  map[string]int64 `json:"nodes_by_height"`
	LeafBytes      int64            `json:"leaf_serialized_bytes_total"`
	LeafRows       int64            `json:"leaf_rows_total"`
	LeafBasements  float64          `json:"leaf_avg_basements"`
	BufferMessages map[string]int64 `json:"buffered_messages_by_height"`
	BufferBytes    map[string]int64 `json:"buffered_message_bytes_by_height"`
	DiskBytes      int64            `json:"disk_bytes_of_live_nodes"`
}

// Work is what a phase did to the tree.
type Work struct {
	LeafSplits        int64    `json:"leaf_splits"`
	NonleafSplits     int64    `json:"nonleaf_splits_incl_root_splits"`
	RootSplits        int64    `json:"root_splits"`
	LeafMerges        int64    `json:"leaf_merges"`
	NonleafMerges     int64    `json:"nonleaf_merges"`
	LeafBalances      int64    `json:"leaf_balances"`
	Flushes           int64    `json:"flushes_counted"`
	Cascades          int64    `json:"flushes_that_were_cascades"`
	InjectedRootLeaf  int64    `json:"injections_into_leaf_root_or_broadcast"`
	InjectedHeight1   int64    `json:"injections_into_height1_root_middle_children"`
	Injected          [5]int64 `json:"injections_by_depth_0_1_2_3_more"`
	ShortcutHits      int64    `json:"rightmost_leaf_shortcut_hits"`
	ShortcutReactive  int64    `json:"rightmost_leaf_shortcut_refused_leaf_not_stable"`
	ShortcutLeft      int64    `json:"rightmost_leaf_shortcut_refused_key_left_of_leaf"`
	StoppedBuffer     int64    `json:"promotion_stopped_nonempty_buffer"`
	StoppedHeight1    int64    `json:"promotion_stopped_at_height_1"`
	StoppedAbsent     int64    `json:"promotion_stopped_child_locked_or_absent"`
	StoppedPartly     int64    `json:"promotion_stopped_child_partly_in_memory"`
	StoppedUnwanted   int64    `json:"promotion_stopped_after_locking_child"`
	Misses            int64    `json:"cachetable_misses"`
	EvictedLeaves     int64    `json:"node_full_evictions_leaf"`
	EvictedNonleaves  int64    `json:"node_full_evictions_nonleaf"`
	PartialLeaves     int64    `json:"partition_evictions_leaf"`
	PartialNonleaves  int64    `json:"partition_evictions_nonleaf"`
	BasementsForWrite int64    `json:"basements_read_for_write"`
	BasementBytes     int64    `json:"basement_bytes_read_for_write"`
	BuffersForWrite   int64    `json:"buffers_read_for_write"`
	ReadBytes         int64    `json:"process_read_call_bytes"`
	CacheLeafBytes    int64    `json:"cachetable_leaf_bytes_at_end"`
	CacheNonleafBytes int64    `json:"cachetable_nonleaf_bytes_at_end"`
	Checkpoints       int64    `json:"checkpoints_taken"`
	WallSeconds       float64  `json:"wall_seconds"`
}

// Writes is the nodes that a phase wrote. Bytes are after compression and
// padding unless named otherwise.
type Writes struct {
	LeavesEvicted          int64 `json:"leaf_nodes_written_not_for_checkpoint"`
	LeafBytesEvicted       int64 `json:"leaf_bytes_written_not_for_checkpoint"`
	LeafPlainEvicted       int64 `json:"leaf_uncompressed_bytes_written_not_for_checkpoint"`
	LeavesCheckpointed     int64 `json:"leaf_nodes_written_for_checkpoint"`
	LeafBytesCheckpointed  int64 `json:"leaf_bytes_written_for_checkpoint"`
	LeafPlainCheckpointed  int64 `json:"leaf_uncompressed_bytes_written_for_checkpoint"`
	NonleavesEvicted       int64 `json:"nonleaf_nodes_written_not_for_checkpoint"`
	NonleafBytesEvicted    int64 `json:"nonleaf_bytes_written_not_for_checkpoint"`
	NonleavesCheckpointed  int64 `json:"nonleaf_nodes_written_for_checkpoint"`
	NonleafBytesCheckpoint int64 `json:"nonleaf_bytes_written_for_checkpoint"`
	CallBytes              int64 `json:"process_write_call_bytes_incl_preallocation_zeros"`
}

// Reads is what the queries of a phase read.
type Reads struct {
	Queries         int64   `json:"queries"`
	Rows            int64   `json:"rows_found"`
	Misses          int64   `json:"cachetable_misses"`
	Headers         int64   `json:"leaf_header_reads"`
	HeaderBytes     int64   `json:"leaf_header_bytes_read"`
	Targets         int64   `json:"basements_read_target"`
	TargetBytes     int64   `json:"basement_bytes_read_target"`
	Bounded         int64   `json:"basements_read_prelocked_range"`
	BoundedBytes    int64   `json:"basement_bytes_read_prelocked_range"`
	PrefetchHeaders int64   `json:"leaf_header_reads_prefetch"`
	Prefetched      int64   `json:"basements_read_prefetch"`
	PrefetchedBytes int64   `json:"basement_bytes_read_prefetch"`
	Buffers         int64   `json:"buffers_read"`
	PartialLeaves   int64   `json:"partition_evictions_leaf"`
	EvictedLeaves   int64   `json:"node_full_evictions_leaf"`
	ReadBytes       int64   `json:"process_read_call_bytes"`
	ReadCalls       int64   `json:"process_read_syscalls"`
	WallSeconds     float64 `json:"wall_seconds"`
}

// Sizes is the file of the tree.
type Sizes struct {
	FileBytes int64 `json:"file_size_bytes"`
	DataBytes int64 `json:"frag_data_bytes"`
	Blocks    int64 `json:"frag_data_blocks"`
}

// Detail is the shape of the first leaves.
type Detail struct {
	Leaves LeafDetail `json:"leaves_in_key_order_first_1000"`
}

// LeafDetail is one number a leaf.
type LeafDetail struct {
	Bytes     []int64 `json:"serialized_bytes"`
	Rows      []int64 `json:"rows"`
	Basements []int64 `json:"basements"`
}

// LoadRecording reads a recording.
func LoadRecording(r io.Reader) (Recording, error) {
	var rec Recording
	if err := json.NewDecoder(r).Decode(&rec); err != nil {
		return rec, fmt.Errorf("fractal: recording: %w", err)
	}
	if rec.Name == "" || rec.Parameters.Rows <= 0 {
		return rec, fmt.Errorf("fractal: recording %q of %d rows: not a recording of a fractal tree", rec.Name, rec.Parameters.Rows)
	}
	return rec, nil
}

// byHeight turns a map by height into a list.
func byHeight(m map[string]int64) []int64 {
	out := make([]int64, len(m))
	for k, v := range m {
		if h, err := strconv.Atoi(k); err == nil && h >= 0 && h < len(out) {
			out[h] = v
		}
	}
	return out
}
