package sim

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pagesim/pagesim/btree"
	"github.com/pagesim/pagesim/bufferpool"
	"github.com/pagesim/pagesim/device"
	"github.com/pagesim/pagesim/internal/units"
)

// Variable is a server variable that the model knows.
type Variable struct {
	Name string
	// Doc is one line for people.
	Doc string
	set func(*settings, string) error
}

// settings are what the variables say, on their way into the parts of a run.
type settings struct {
	pool bufferpool.Config
	// redoCapacity is innodb_redo_log_capacity; without one, logFiles of
	// logFileSize.
	redoCapacity, logFileSize, logFiles int64
	// flushLog is innodb_flush_log_at_trx_commit.
	flushLog        int64
	doublewrite     bool
	doublewritePage int64
	changeBuffering bool
	changeBufferPct int64
	undo            undoSettings
}

// variables is the table of server variables.
var variables = []Variable{
	{"innodb_buffer_pool_instances", "lists that the pool is divided into", intTo(1, 64, func(s *settings) *int { return &s.pool.Instances })},
	{"innodb_old_blocks_pct", "share of the list that is old", intTo(5, 95, func(s *settings) *int { return &s.pool.OldBlocksPct })},
	{"innodb_old_blocks_time", "ms after its first access that a page becomes young by another", setOldBlocksTime},
	{"innodb_lru_scan_depth", "frames that the page cleaner keeps free", number(100, 1<<40, func(s *settings) *int64 { return &s.pool.LRUScanDepth })},
	{"innodb_read_ahead_threshold", "pages in order that start a linear read-ahead, 0 for none", number(0, 64, func(s *settings) *int64 { return &s.pool.ReadAheadThreshold })},
	{"innodb_io_capacity", "writes a second of background flushing", number(1, 1<<32, func(s *settings) *int64 { return &s.pool.IOCapacity })},
	{"innodb_io_capacity_max", "writes a second of background flushing at most", number(1, 1<<32, func(s *settings) *int64 { return &s.pool.IOCapacityMax })},
	{"innodb_max_dirty_pages_pct", "dirty pages that are to be the most", float(func(s *settings) *float64 { return &s.pool.MaxDirtyPct })},
	{"innodb_max_dirty_pages_pct_lwm", "dirty pages from which flushing begins, 0 for none", float(func(s *settings) *float64 { return &s.pool.MaxDirtyPctLWM })},
	{"innodb_adaptive_flushing", "flushing by the age of the checkpoint", boolean(func(s *settings) *bool { return &s.pool.AdaptiveFlushing })},
	{"innodb_adaptive_flushing_lwm", "share of the redo log at which that begins", float(func(s *settings) *float64 { return &s.pool.AdaptiveLWM })},
	{"innodb_flushing_avg_loops", "seconds over which flushing takes averages", number(1, 1000, func(s *settings) *int64 { return &s.pool.AvgLoops })},
	{"innodb_idle_flush_pct", "share of innodb_io_capacity that an idle server writes with", number(0, 100, func(s *settings) *int64 { return &s.pool.IdleFlushPct })},
	{"innodb_flush_neighbors", "0 none, 1 dirty pages in a row, 2 all of the extent", intTo(0, 2, func(s *settings) *int { return &s.pool.FlushNeighbors })},
	{"innodb_doublewrite", "pages are written twice", boolean(func(s *settings) *bool { return &s.doublewrite })},
	{"innodb_doublewrite_pages", "pages of a doublewrite batch", number(1, 512, func(s *settings) *int64 { return &s.doublewritePage })},
	{"innodb_redo_log_capacity", "bytes of redo log (8.0.30 and later)", number(8<<20, 128<<30, func(s *settings) *int64 { return &s.redoCapacity })},
	{"innodb_log_file_size", "bytes of a redo log file", number(4<<20, 512<<30, func(s *settings) *int64 { return &s.logFileSize })},
	{"innodb_log_files_in_group", "redo log files", number(1, 100, func(s *settings) *int64 { return &s.logFiles })},
	{"innodb_flush_log_at_trx_commit", "1: a commit waits for a write of the redo log", number(0, 2, func(s *settings) *int64 { return &s.flushLog })},
	{"innodb_change_buffering", "all, inserts, changes or none", setChangeBuffering},
	{"innodb_change_buffer_max_size", "share of the pool that buffered changes may take", number(0, 50, func(s *settings) *int64 { return &s.changeBufferPct })},
	{"innodb_rollback_segments", "rollback segments of an undo tablespace, in turns", number(1, 128, func(s *settings) *int64 { return &s.undo.segments })},
	{"innodb_cleaner_lsn_age_factor", "high_checkpoint or legacy (Percona Server)", choice("high_checkpoint", "legacy", func(s *settings) *bool { return &s.pool.SteepAge })},
	{"innodb_empty_free_list_algorithm", "backoff or legacy (Percona Server)", choice("backoff", "legacy", func(s *settings) *bool { return &s.pool.Backoff })},
}

// Variables returns the server variables that the model knows, in order.
func Variables() []Variable { return slices.Clone(variables) }

// settingsOf reads the variables of a server, with those that fit the device and
// those of a config over them.
func settingsOf(server Server, d device.Profile, set map[string]string, pages int64) (settings, error) {
	s := settings{pool: bufferpool.Config{
		Pages: pages, FreedPagesStayClean: server.FreedPagesStayClean, RestsBelowMarks: server.RestsBelowMarks,
	}}
	all := maps.Clone(server.Variables)
	for name, value := range d.Variables {
		if all[name] != notThere {
			all[name] = value
		}
	}
	for name, value := range set {
		name = strings.ToLower(name)
		if _, known := findVariable(name); !known {
			return s, fmt.Errorf("unknown variable %q; allowed: %s", name, strings.Join(variableNames(), ", "))
		}
		if server.Variables[name] == notThere {
			return s, fmt.Errorf("%s: %s does not have it", name, server.Name)
		}
		all[name] = value
	}
	if _, given := set["innodb_io_capacity_max"]; !given && set["innodb_io_capacity"] != "" {
		all["innodb_io_capacity_max"] = twice(set["innodb_io_capacity"], server.LeastIOMax)
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if all[name] == notThere {
			continue
		}
		v, _ := findVariable(name)
		if err := v.set(&s, all[name]); err != nil {
			return s, fmt.Errorf("%s=%s: %w", name, all[name], err)
		}
	}
	s.undo.segments = max(1, s.undo.segments*server.UndoSegments-server.UndoReserved)
	if s.doublewrite {
		s.pool.Doublewrite = int(s.doublewritePage)
	}
	if s.redoCapacity > 0 {
		s.pool.Redo = bufferpool.RedoLimits80(s.redoCapacity)
	} else {
		s.pool.Redo = bufferpool.RedoLimits57(s.logFileSize, s.logFiles)
	}
	if s.changeBuffering {
		s.pool.ChangeBufferPages = pages * s.changeBufferPct / 100
	}
	s.pool.IOCapacityMax = max(s.pool.IOCapacityMax, s.pool.IOCapacity)
	return s, nil
}

// HasVariable reports whether a server has a variable that the model knows.
func HasVariable(server, name string) bool {
	s, err := serverNamed(server)
	return err == nil && s.Variables[name] != "" && s.Variables[name] != notThere
}

// WithVariable returns variables with one more, given as name=value. The error tells
// what is wrong with the name or the value.
func WithVariable(set map[string]string, text string) (map[string]string, error) {
	name, value, ok := strings.Cut(text, "=")
	name = strings.ToLower(strings.TrimSpace(name))
	if !ok {
		return set, fmt.Errorf("want variable=value")
	}
	v, known := findVariable(name)
	if !known {
		return set, fmt.Errorf("unknown variable %q; allowed: %s", name, strings.Join(variableNames(), ", "))
	}
	all := maps.Clone(set)
	if all == nil {
		all = map[string]string{}
	}
	all[name] = strings.TrimSpace(value)
	if err := v.set(&settings{}, all[name]); err != nil {
		return set, fmt.Errorf("%s: %w", name, err)
	}
	return all, nil
}

// twice is what servers make of innodb_io_capacity_max where only innodb_io_capacity is
// given.
func twice(capacity string, least int64) string {
	n, err := strconv.ParseInt(capacity, 10, 64)
	if err != nil {
		return capacity
	}
	return strconv.FormatInt(max(2*n, least), 10)
}

func findVariable(name string) (Variable, bool) {
	for _, v := range variables {
		if v.Name == name {
			return v, true
		}
	}
	return Variable{}, false
}

func variableNames() []string {
	var names []string
	for _, v := range variables {
		names = append(names, v.Name)
	}
	return names
}

// number is a whole number from low to high; K, M, G and T stand for powers of 1,024.
func number(low, high int64, field func(*settings) *int64) func(*settings, string) error {
	return func(s *settings, value string) error {
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			n, err = units.ParseBytes(value)
		}
		if err != nil || n < low || n > high {
			return fmt.Errorf("want a whole number from %d to %d", low, high)
		}
		*field(s) = n
		return nil
	}
}

func intTo(low, high int64, field func(*settings) *int) func(*settings, string) error {
	return func(s *settings, value string) error {
		n := int64(0)
		err := number(low, high, func(*settings) *int64 { return &n })(s, value)
		*field(s) = int(n)
		return err
	}
}

func float(field func(*settings) *float64) func(*settings, string) error {
	return func(s *settings, value string) error {
		n, err := strconv.ParseFloat(value, 64)
		if err != nil || !(n >= 0 && n <= 100) {
			return fmt.Errorf("want a percentage from 0 to 100")
		}
		*field(s) = n
		return nil
	}
}

func boolean(field func(*settings) *bool) func(*settings, string) error {
	return func(s *settings, value string) error {
		switch strings.ToUpper(value) {
		case "ON", "1", "DETECT_AND_RECOVER":
			*field(s) = true
		case "OFF", "0":
			*field(s) = false
		default:
			return fmt.Errorf("want ON or OFF")
		}
		return nil
	}
}

// choice is a variable of two values.
func choice(yes, no string, field func(*settings) *bool) func(*settings, string) error {
	return func(s *settings, value string) error {
		if value != yes && value != no {
			return fmt.Errorf("want %s or %s", yes, no)
		}
		*field(s) = value == yes
		return nil
	}
}

func setOldBlocksTime(s *settings, value string) error {
	ms := int64(0)
	err := number(0, 1<<32, func(*settings) *int64 { return &ms })(s, value)
	s.pool.OldBlocksTime = time.Duration(ms) * time.Millisecond
	return err
}

func setChangeBuffering(s *settings, value string) error {
	allowed := []string{"none", "inserts", "deletes", "changes", "purges", "all"}
	if !slices.Contains(allowed, value) {
		return fmt.Errorf("want one of %s", strings.Join(allowed, ", "))
	}
	s.changeBuffering = value == "inserts" || value == "changes" || value == "all"
	return nil
}

// poolPages is the number of frames of a pool of so many bytes.
func poolPages(bytes int64) int64 { return bytes / btree.DefaultPageBytes }
