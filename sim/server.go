package sim

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pagesim/pagesim/btree"
)

// Server is a server profile: what differs between servers, as data.
type Server struct {
	Name string
	// Doc is one line for people.
	Doc   string
	Space btree.SpaceRules
	Tree  btree.Rules
	// Variables are the server's defaults, by name.
	Variables map[string]string
	// Own are the server's own pages in the pool of one that has just started.
	Own OwnPages
	// LeastIOMax is the least innodb_io_capacity_max of a server that is told only
	// innodb_io_capacity.
	LeastIOMax int64
	// RestsBelowMarks is a server that writes nothing ahead while its marks are not
	// reached.
	RestsBelowMarks bool
	// UndoSegments is the number of rollback segments of transactions for each that
	// innodb_rollback_segments has; UndoReserved are kept for temporary tables.
	UndoSegments, UndoReserved int64
	// FreedPagesStayClean is a server that does not write pages that were freed.
	FreedPagesStayClean bool
}

// OwnPages are the server's own pages, dictionary and others, that are in the pool
// before a run, OW-01.
type OwnPages struct {
	// Clean and Dirty are how many there are.
	Clean int64 `json:"clean"`
	Dirty int64 `json:"dirty"`
	// Undo says that earlier transactions have left each rollback segment a page.
	Undo bool `json:"undo,omitempty"`
	// Used says that the pool was full before: only then do touches move pages from
	// the start.
	Used bool `json:"used,omitempty"`
}

// notThere is the default of a variable that a server does not have.
const notThere = "-"

// common are the defaults that all servers share.
var common = map[string]string{
	"innodb_buffer_pool_instances":     "1",
	"innodb_old_blocks_pct":            "37",
	"innodb_old_blocks_time":           "1000",
	"innodb_lru_scan_depth":            "1024",
	"innodb_read_ahead_threshold":      "56",
	"innodb_io_capacity":               "200",
	"innodb_io_capacity_max":           "2000",
	"innodb_max_dirty_pages_pct":       "90",
	"innodb_max_dirty_pages_pct_lwm":   "10",
	"innodb_adaptive_flushing":         "ON",
	"innodb_adaptive_flushing_lwm":     "10",
	"innodb_flushing_avg_loops":        "30",
	"innodb_idle_flush_pct":            "100",
	"innodb_flush_neighbors":           "0",
	"innodb_doublewrite":               "ON",
	"innodb_doublewrite_pages":         "128",
	"innodb_flush_log_at_trx_commit":   "1",
	"innodb_change_buffering":          "all",
	"innodb_change_buffer_max_size":    "25",
	"innodb_redo_log_capacity":         "104857600",
	"innodb_log_file_size":             notThere,
	"innodb_log_files_in_group":        notThere,
	"innodb_rollback_segments":         "128",
	"innodb_cleaner_lsn_age_factor":    notThere,
	"innodb_empty_free_list_algorithm": notThere,
}

// legacy57 are the defaults of 5.7 that differ from the common ones.
var legacy57 = map[string]string{
	"innodb_max_dirty_pages_pct":     "75",
	"innodb_max_dirty_pages_pct_lwm": "0",
	"innodb_flush_neighbors":         "1",
	"innodb_doublewrite_pages":       "120",
	"innodb_redo_log_capacity":       notThere,
	"innodb_log_file_size":           "50331648",
	"innodb_log_files_in_group":      "2",
}

// servers is the table of server profiles; the first is the default.
var servers = []Server{
	{
		Name: "mysql-9.7", Doc: "MySQL 9.7", Space: btree.MySQL80, Own: own80, UndoSegments: 2,
		Variables: with(capacity10000, map[string]string{"innodb_change_buffer_max_size": "5"}),
	},
	{
		Name: "mysql-8.4", Doc: "MySQL 8.4", Space: btree.MySQL80, Own: own80, UndoSegments: 2,
		Variables: with(capacity10000, map[string]string{"innodb_change_buffering": "none"}),
	},
	{
		Name: "mysql-8.0", LeastIOMax: 2000, Doc: "MySQL 8.0.30 and later", Space: btree.MySQL80, Own: own80, UndoSegments: 2,
		Variables: with(map[string]string{"innodb_doublewrite_pages": "4"}),
	},
	{Name: "mysql-5.7", LeastIOMax: 2000, Doc: "MySQL 5.7: pages and splits as in 8.0", Space: btree.MySQL80, Own: OwnPages{Clean: 300}, UndoSegments: 1, UndoReserved: 32, Variables: with(legacy57)},
	{
		Name: "percona-5.7", LeastIOMax: 2000, Doc: "Percona Server 5.7: as MySQL 5.7, with its own flushing", Space: btree.MySQL80, Own: OwnPages{Clean: 300}, UndoSegments: 1, UndoReserved: 32,
		Variables: with(legacy57, map[string]string{
			"innodb_cleaner_lsn_age_factor":    "high_checkpoint",
			"innodb_empty_free_list_algorithm": "backoff",
		}),
	},
	{
		Name: "mariadb-10.11", LeastIOMax: 2000, Doc: "MariaDB 10.11: heap shrinks, splits counted at entry, smaller reserve",
		Space: btree.MariaDB1011, Tree: btree.Rules{ShrinkHeap: true, CountAttempts: true, BulkForgets: true, RekeyEnds: true},
		Own: OwnPages{Clean: 300}, FreedPagesStayClean: true, RestsBelowMarks: true, UndoSegments: 1,
		Variables: with(map[string]string{
			"innodb_max_dirty_pages_pct_lwm":   "0",
			"innodb_idle_flush_pct":            "0",
			"innodb_flush_neighbors":           "1",
			"innodb_change_buffering":          "none",
			"innodb_lru_scan_depth":            "1536",
			"innodb_redo_log_capacity":         notThere,
			"innodb_log_file_size":             "100663296",
			"innodb_log_files_in_group":        "1",
			"innodb_empty_free_list_algorithm": "backoff",
		}),
	},
}

// own80 is what recordings of a fresh MySQL 9.7 have when the load begins.
var own80 = OwnPages{Clean: 550, Dirty: 400}

// capacity10000 is what MySQL 8.4 changed.
var capacity10000 = map[string]string{"innodb_io_capacity": "10000", "innodb_io_capacity_max": "20000"}

// with is the common defaults with others over them.
func with(over ...map[string]string) map[string]string {
	all := maps.Clone(common)
	for _, o := range over {
		maps.Copy(all, o)
	}
	return all
}

// Servers returns the server profiles, the default first.
func Servers() []Server { return slices.Clone(servers) }

// serverNamed finds a profile; no name means the default.
func serverNamed(name string) (Server, error) {
	var names []string
	for _, s := range servers {
		if s.Name == name || name == "" {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Server{}, fmt.Errorf("unknown server %q; allowed: %s", name, strings.Join(names, ", "))
}
