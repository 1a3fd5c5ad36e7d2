package bufferpool

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// Config is a buffer pool and its page cleaner, in the server's variables. The
// zero value of a field means what 0 means to the server, not a default: profiles
// of servers have those.
type Config struct {
	// Plain makes the pool one LRU list and nothing else: a touch makes a page the
	// newest, and the oldest page goes, written if it is dirty, when a frame is
	// needed. Of the other fields only Pages then has a meaning.
	Plain bool
	// Pages is the number of frames of 16 KiB (Innodb_buffer_pool_pages_total).
	Pages int64
	// Instances is innodb_buffer_pool_instances, BP-16; 0 means 1.
	Instances int
	// OldBlocksPct is the share of the list that is old, OldBlocksTime how long
	// after its first access a page there becomes young by another one.
	OldBlocksPct  int
	OldBlocksTime time.Duration
	// LRUScanDepth is the number of frames that the cleaner keeps free.
	LRUScanDepth int64
	// ReadAheadThreshold is innodb_read_ahead_threshold, 0 to 64 pages in order; the
	// areas of read-ahead are 64 pages.
	ReadAheadThreshold int64
	// IOCapacity and IOCapacityMax are writes a second.
	IOCapacity, IOCapacityMax int64
	// MaxDirtyPct and MaxDirtyPctLWM are percentages of the pool.
	MaxDirtyPct, MaxDirtyPctLWM float64
	// AdaptiveFlushing flushes by the age of the checkpoint from AdaptiveLWM
	// percent of the redo log on, averaged over AvgLoops seconds.
	AdaptiveFlushing bool
	AdaptiveLWM      float64
	AvgLoops         int64
	// IdleFlushPct is the share of IOCapacity that an idle server flushes with; 0 if
	// it flushes nothing then.
	IdleFlushPct int64
	// RestsBelowMarks writes nothing ahead while the dirty pages are below their mark
	// and the checkpoint is young: MariaDB, BP-15.
	RestsBelowMarks bool
	// FlushNeighbors flushes dirty pages beside one that is flushed: 1 those in a
	// row with it, 2 all of its extent.
	FlushNeighbors int
	// Doublewrite is the number of pages of a doublewrite batch, 0 for none.
	Doublewrite int
	// Redo is what the redo log has room for.
	Redo RedoLimits
	// SteepAge flushes by the age of the checkpoint to the power of 5/2 rather than
	// 3/2: Percona Server's innodb_cleaner_lsn_age_factor = high_checkpoint.
	SteepAge bool
	// Backoff makes who needs a frame wait for the cleaner rather than flush a page
	// itself: Percona Server's innodb_empty_free_list_algorithm = backoff, and
	// MariaDB.
	Backoff bool
	// FreedPagesStayClean leaves out the write of a page that was freed, BP-12.
	FreedPagesStayClean bool
	// ChangeBufferPages is innodb_change_buffer_max_size in pages, 0 for no change
	// buffer.
	ChangeBufferPages int64
}

// RedoLimits are ages of the checkpoint in bytes.
type RedoLimits struct {
	// Capacity is what AdaptiveLWM is a percentage of.
	Capacity int64
	// Async is the age that adaptive flushing measures with, Sync the one from which
	// the cleaner flushes without a pause, Full the one at which writers wait.
	Async, Sync, Full int64
}

// RedoLimits80 are the limits for innodb_redo_log_capacity bytes of MySQL 8.0.30
// and later with innodb_thread_concurrency 0, in the parts of it that
// log_files_capacity.cc and log0chkp.cc keep back.
func RedoLimits80(capacity int64) RedoLimits {
	const margin = 5_470_000
	hard := float64(capacity) * 0.93252
	soft := 0.95 * hard
	return RedoLimits{
		Capacity: int64(soft - margin),
		Async:    int64(soft*7/8 - margin),
		Sync:     int64(soft*15/16 - margin),
		Full:     int64(soft - margin),
	}
}

// RedoLimits57 are the limits for the sum of innodb_log_file_size of MySQL 5.7
// (log_calc_max_ages): a tenth is kept back twice, and 64 KiB for each of ten
// threads beside 128 KiB.
func RedoLimits57(fileBytes, files int64) RedoLimits {
	const header, perThread, threads, extra = 2048, 64 << 10, 10, 128 << 10
	smallest := files * (fileBytes - header)
	smallest -= smallest / 10
	margin := smallest - threads*perThread - extra
	margin -= margin / 10
	return RedoLimits{Capacity: smallest, Async: margin - margin/8, Sync: margin - margin/16, Full: margin}
}

// MaxPages bounds Config.Pages: frame numbers share 32 bits with four flags.
const MaxPages = 1<<28 - 64

// validate returns an error that names what is out of range.
func (c Config) validate() error {
	switch {
	case c.Pages < 1 || c.Pages > MaxPages:
		return fmt.Errorf("bufferpool: %d pages: want 1 to %d", c.Pages, MaxPages)
	case c.Plain:
		return nil
	case c.Instances < 0 || c.Instances > 64:
		return fmt.Errorf("innodb_buffer_pool_instances %d: want 1 to 64", c.Instances)
	case c.Pages < int64(c.Instances):
		return fmt.Errorf("bufferpool: %d pages: want 1 or more in each of %d instances", c.Pages, c.Instances)
	case c.OldBlocksPct < 5 || c.OldBlocksPct > 95:
		return fmt.Errorf("innodb_old_blocks_pct %d: want 5 to 95", c.OldBlocksPct)
	case c.LRUScanDepth < 1:
		return fmt.Errorf("innodb_lru_scan_depth %d: want 1 or more", c.LRUScanDepth)
	case c.IOCapacity < 1 || c.IOCapacityMax < c.IOCapacity:
		return fmt.Errorf("innodb_io_capacity %d, innodb_io_capacity_max %d: want 1 or more, and the second not below the first", c.IOCapacity, c.IOCapacityMax)
	case math.IsNaN(c.MaxDirtyPct) || c.MaxDirtyPct < 0 || c.MaxDirtyPct > 100:
		return fmt.Errorf("innodb_max_dirty_pages_pct %g: want 0 to 100", c.MaxDirtyPct)
	case c.AvgLoops < 1:
		return fmt.Errorf("innodb_flushing_avg_loops %d: want 1 or more", c.AvgLoops)
	case c.Redo.Capacity != 0 && (c.Redo.Sync < 1 || c.Redo.Sync > c.Redo.Full):
		return errors.New("redo log too small: want a larger innodb_redo_log_capacity or innodb_log_file_size")
	}
	return nil
}
