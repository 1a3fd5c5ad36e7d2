package live

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/pagesim/pagesim/calibrate"
)

// pooled is an index as INNODB_BUFFER_PAGE has it: the records of each page, in no
// order that means anything.
type pooled struct {
	records   []int
	dataBytes int64
}

// readPool reads the pages from INNODB_BUFFER_PAGE. CHECK TABLE reads those that are
// not in the pool; if it does not hold all of them the table is too large for it.
func (r *recorder) readPool(ctx context.Context, rows int64) (map[string]calibrate.IndexRecording, error) {
	if _, err := r.s.query(ctx, "check table "+r.table()); err != nil {
		return nil, err
	}
	pages, err := r.s.query(ctx, "select index_name, number_records, data_size from information_schema.innodb_buffer_page "+
		"where page_type = 'INDEX' and table_name like '`"+likeDatabase+"`.%'")
	if err != nil {
		return nil, fmt.Errorf("INNODB_BUFFER_PAGE: %w", err)
	}
	all := map[string]pooled{}
	for _, page := range pages {
		records, err := strconv.Atoi(page[1])
		if err != nil {
			return nil, err
		}
		bytes, err := strconv.ParseInt(page[2], 10, 64)
		if err != nil {
			return nil, err
		}
		x := all[page[0]]
		x.records, x.dataBytes = append(x.records, records), x.dataBytes+bytes
		all[page[0]] = x
	}
	names, err := r.s.query(ctx, "select i.name from "+r.server.dictionary+"indexes i join "+
		r.server.dictionary+"tables t on i.table_id = t.table_id where t.name like '"+likeDatabase+"/%'")
	if err != nil {
		return nil, err
	}
	indexes := map[string]calibrate.IndexRecording{}
	for _, name := range names {
		x := all[name[0]]
		if err := x.isWhole(rows); err != nil {
			return nil, fmt.Errorf("index %s: %w; the pool has %s bytes: use a larger one, a smaller table, or --datadir", name[0], err, r.server.variables["innodb_buffer_pool_size"])
		}
		slices.Sort(x.records)
		indexes[name[0]] = calibrate.IndexRecording{Ascending: calibrate.Runs(x.records), DataBytes: x.dataBytes}
	}
	return indexes, nil
}

// isWhole looks whether all pages are there: each row is a record of a leaf, and each
// page but the root has a record in the level above.
func (x pooled) isWhole(rows int64) error {
	records := int64(0)
	for _, n := range x.records {
		records += int64(n)
	}
	if want := rows + int64(len(x.records)) - 1; records != want {
		return fmt.Errorf("the pool does not hold all pages, or holds some that were freed: %d pages with %d records, where %d rows need %d",
			len(x.records), records, rows, want)
	}
	return nil
}
