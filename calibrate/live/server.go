package live

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// server is what kind of server a session has at its other end.
type server struct {
	variables map[string]string
	maria     bool
	// dictionary is how the names of InnoDB's tables in information_schema begin,
	// enabled the condition under which a row of INNODB_METRICS is counted.
	dictionary, enabled string
	// dataDir is @@datadir.
	dataDir string
}

// recorded are the variables that a recording has.
var recorded = strings.Fields(`version version_comment innodb_buffer_pool_size innodb_buffer_pool_instances
innodb_page_size innodb_fill_factor innodb_old_blocks_pct innodb_old_blocks_time
innodb_lru_scan_depth innodb_io_capacity innodb_io_capacity_max
innodb_max_dirty_pages_pct innodb_max_dirty_pages_pct_lwm
innodb_adaptive_flushing innodb_adaptive_flushing_lwm innodb_flushing_avg_loops
innodb_flush_neighbors innodb_flush_method innodb_doublewrite
innodb_flush_log_at_trx_commit innodb_redo_log_capacity innodb_log_file_size
innodb_change_buffering innodb_change_buffer_max_size innodb_read_ahead_threshold
innodb_random_read_ahead innodb_purge_threads innodb_adaptive_hash_index
innodb_idle_flush_pct innodb_default_row_format character_set_server`)

// ask finds out what server this is and refuses one that cannot be recorded.
func ask(ctx context.Context, s session) (server, error) {
	rows, err := s.query(ctx, "show global variables")
	if err != nil {
		return server{}, err
	}
	sv := server{variables: map[string]string{}, dictionary: "information_schema.innodb_", enabled: "status = 'enabled'"}
	all := map[string]string{}
	for _, row := range rows {
		all[row[0]] = row[1]
		if slices.Contains(recorded, row[0]) {
			sv.variables[row[0]] = row[1]
		}
	}
	sv.dataDir = all["datadir"]
	sv.maria = strings.Contains(all["version"], "MariaDB")
	if err := sv.names(ctx, s); err != nil {
		return sv, err
	}
	for _, want := range []struct{ name, value string }{
		{"innodb_page_size", "16384"}, {"innodb_default_row_format", "dynamic"}, {"innodb_file_per_table", "ON"},
	} {
		if all[want.name] != want.value {
			return sv, fmt.Errorf("%s: %s is %q: only servers with %s can be recorded", sv, want.name, all[want.name], want.value)
		}
	}
	return sv, nil
}

// names finds out how this version calls what information_schema has.
func (sv *server) names(ctx context.Context, s session) error {
	const in = "from information_schema.columns where table_schema = 'information_schema' and table_name = "
	old, err := s.query(ctx, "select column_name "+in+"'INNODB_SYS_TABLES' and column_name = 'NAME'")
	if err != nil {
		return err
	}
	if len(old) > 0 {
		sv.dictionary += "sys_"
	}
	flag, err := s.query(ctx, "select column_name "+in+"'INNODB_METRICS' and column_name = 'ENABLED'")
	if err == nil && len(flag) > 0 {
		sv.enabled = "enabled"
	}
	return err
}

// String is the server's kind and version.
func (s server) String() string {
	if s.maria {
		number, _, _ := strings.Cut(s.variables["version"], "-")
		return "MariaDB " + number
	}
	return "MySQL " + s.variables["version"]
}

// required and optional are the settings of the session: rows are to become what
// their literals say, whatever the server's own settings. The optional ones are not in
// all versions, or need a right.
var (
	required = []string{
		"set names utf8mb4",
		"set session sql_mode = 'NO_AUTO_VALUE_ON_ZERO'",
		"set session time_zone = '+00:00'",
		"set session autocommit = 1",
		"set session foreign_key_checks = 0",
		"set session unique_checks = 1",
		"set session auto_increment_increment = 1",
		"set session auto_increment_offset = 1",
		"set session default_storage_engine = InnoDB",
	}
	optional = []string{
		"set session sql_log_bin = 0", // replicas have no use for it
		"set session explicit_defaults_for_timestamp = 1",
		"set session sql_generate_invisible_primary_key = 0",
		"set session information_schema_stats_expiry = 0",
		"set session max_statement_time = 0",
	}
)

// settle prepares a session.
func settle(ctx context.Context, s session) error {
	for _, statement := range required {
		if err := s.exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	for _, statement := range optional {
		if err := s.exec(ctx, statement); err != nil && !isRefusal(err) {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// counts is a query of names and whole numbers as a map. What is no number is left
// out.
func counts(ctx context.Context, s session, statement string) (map[string]int64, error) {
	rows, err := s.query(ctx, statement)
	if err != nil {
		return nil, err
	}
	all := map[string]int64{}
	for _, row := range rows {
		if n, err := strconv.ParseInt(row[1], 10, 64); err == nil {
			all[row[0]] = n
		}
	}
	return all, nil
}

// number is a query of one whole number.
func number(ctx context.Context, s session, statement string) (int64, error) {
	rows, err := s.query(ctx, statement)
	if err != nil {
		return 0, err
	}
	if len(rows) != 1 || len(rows[0]) != 1 {
		return 0, fmt.Errorf("%s: %d rows, want one number", statement, len(rows))
	}
	return strconv.ParseInt(rows[0][0], 10, 64)
}
