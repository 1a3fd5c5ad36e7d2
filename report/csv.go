package report

import (
	"bytes"
	"encoding/csv"
	"io"
	"slices"
	"strconv"

	"github.com/pagesim/pagesim"
)

// field is a column of a CSV file: its name and how to read it from a row.
type field[Row any] struct {
	name string
	of   func(Row) string
}

// indexRow is an index and the run that it is from.
type indexRow struct {
	pagesim.IndexResult
	run Run
}

// indexFields are the columns of a CSV file with a row an index. Sizes are in
// bytes and factors between 0 and 1, as in JSON. New columns go to the end.
var indexFields = []field[indexRow]{
	{"version", func(r indexRow) string { return r.run.Result.Version }},
	{"command", func(r indexRow) string { return CommandLine(r.run.Command) }},
	{"index", func(r indexRow) string { return r.Name }},
	{"rows", func(r indexRow) string { return integer(r.Rows) }},
	{"levels", func(r indexRow) string { return strconv.Itoa(len(r.Levels)) }},
	{"leaf_pages", func(r indexRow) string { return integer(r.Levels[0].Pages) }},
	{"node_pages", func(r indexRow) string { return integer(nodePages(r.Levels)) }},
	{"leaf_data_bytes", func(r indexRow) string { return integer(r.Levels[0].DataBytes) }},
	{"leaf_garbage_bytes", func(r indexRow) string { return integer(r.Levels[0].GarbageBytes) }},
	{"splits_right", func(r indexRow) string { return integer(r.Splits.Right) }},
	{"splits_left", func(r indexRow) string { return integer(r.Splits.Left) }},
	{"splits_middle", func(r indexRow) string { return integer(r.Splits.Middle) }},
	{"index_page_splits", func(r indexRow) string { return integer(r.Counters.PageSplits) }},
	{"index_page_merge_attempts", func(r indexRow) string { return integer(r.Counters.MergeAttempts) }},
	{"index_page_merge_successful", func(r indexRow) string { return integer(r.Counters.MergeSuccessful) }},
	{"index_page_reorg_attempts", func(r indexRow) string { return integer(r.Counters.ReorgAttempts) }},
	{"index_page_reorg_successful", func(r indexRow) string { return integer(r.Counters.ReorgSuccessful) }},
	{"index_page_discards", func(r indexRow) string { return integer(r.Counters.Discards) }},
	{"leaf_fill_mean", func(r indexRow) string { return factor(r.Fill.Mean) }},
	{"leaf_fill_p10", func(r indexRow) string { return factor(r.Fill.P10) }},
	{"leaf_fill_p50", func(r indexRow) string { return factor(r.Fill.P50) }},
	{"leaf_fill_p90", func(r indexRow) string { return factor(r.Fill.P90) }},
	{"rows_per_leaf_page", func(r indexRow) string { return factor(r.RowsPerPage) }},
	{"reserved_pages", func(r indexRow) string { return integer(r.ReservedPages) }},
	{"reserved_bytes", func(r indexRow) string { return integer(r.ReservedBytes) }},
	{"read_requests", func(r indexRow) string { return integer(r.IO.ReadRequests) }},
	{"reads", func(r indexRow) string { return integer(r.IO.Reads) }},
	{"created", func(r indexRow) string { return integer(r.IO.Created) }},
	{"written", func(r indexRow) string { return integer(r.IO.Written) }},
	{"pool_pages", func(r indexRow) string { return integer(r.run.Result.Pool.Pages) }},
	{"pool_hit_ratio", func(r indexRow) string { return factor(r.run.Result.Pool.HitRatio) }},
	{"pool_dirty_pages", func(r indexRow) string { return integer(r.run.Result.Pool.Dirty) }},
	{"n_leaf_pages", func(r indexRow) string { return integer(r.LeafPages) }},
	{"data_length", func(r indexRow) string { return integer(r.run.Result.Table.DataLength) }},
	{"index_length", func(r indexRow) string { return integer(r.run.Result.Table.IndexLength) }},
	{"data_free", func(r indexRow) string { return integer(r.run.Result.Table.DataFree) }},
	{"ibd_bytes", func(r indexRow) string { return integer(r.run.Result.Table.FileBytes) }},
	{"io_write_requests", func(r indexRow) string { return integer(r.run.Result.Pool.FileWrites) }},
	{"Innodb_pages_read", func(r indexRow) string { return integer(r.run.Result.Pool.Status.PagesRead) }},
	{"Innodb_pages_written", func(r indexRow) string { return integer(r.run.Result.Pool.Status.PagesWritten) }},
	{"seconds", func(r indexRow) string { return factor(seconds(r.run.Result)) }},
	{"engine", func(r indexRow) string { return r.run.Result.EngineName() }},
}

// seconds is how long a run took; 0 if it has no clock.
func seconds(r pagesim.Result) float64 {
	if r.Time == nil {
		return 0
	}
	return r.Time.Seconds
}

// sampleFields are the columns of a CSV file with a row a sample.
var sampleFields = []field[pagesim.Sample]{
	{"rows", func(s pagesim.Sample) string { return integer(s.Rows) }},
	{"index_page_splits", func(s pagesim.Sample) string { return integer(s.PageSplits) }},
	{"leaf_pages", func(s pagesim.Sample) string { return integer(s.LeafPages) }},
	{"leaf_fill_mean", func(s pagesim.Sample) string { return factor(s.LeafFill) }},
	{"reads", func(s pagesim.Sample) string { return integer(s.Reads) }},
	{"written", func(s pagesim.Sample) string { return integer(s.Written) }},
	{"bytes_read", func(s pagesim.Sample) string { return integer(s.BytesRead) }},
	{"bytes_written", func(s pagesim.Sample) string { return integer(s.BytesWritten) }},
	{"seconds", func(s pagesim.Sample) string { return factor(s.Seconds) }},
}

// innodbSampleFields follow for InnoDB.
var innodbSampleFields = []field[pagesim.Sample]{
	{"Innodb_pages_read", func(s pagesim.Sample) string { return integer(s.Pool.PagesRead) }},
	{"Innodb_pages_written", func(s pagesim.Sample) string { return integer(s.Pool.PagesWritten) }},
	{"Innodb_buffer_pool_pages_dirty", func(s pagesim.Sample) string { return integer(s.Pool.PagesDirty) }},
	{"Innodb_buffer_pool_pages_free", func(s pagesim.Sample) string { return integer(s.Pool.PagesFree) }},
	{"Innodb_checkpoint_age", func(s pagesim.Sample) string { return integer(s.Pool.CheckpointAge) }},
}

// writeCSV writes the series if there is one, or else a row an index.
func writeCSV(w io.Writer, runs ...Run) error {
	if len(runs) == 1 && len(runs[0].Result.Samples) > 0 {
		fields := sampleFields
		if runs[0].Result.Engine == "" {
			fields = slices.Concat(fields, innodbSampleFields)
		}
		return encodeCSV(w, fields, runs[0].Result.Samples)
	}
	var rows []indexRow
	for _, r := range runs {
		for _, x := range r.Result.Indexes {
			rows = append(rows, indexRow{x, r})
		}
	}
	return encodeCSV(w, indexFields, rows)
}

// encodeCSV writes a header and the rows in one piece.
func encodeCSV[Row any](w io.Writer, fields []field[Row], rows []Row) error {
	records := make([][]string, 1+len(rows))
	for _, f := range fields {
		records[0] = append(records[0], f.name)
		for i, row := range rows {
			records[1+i] = append(records[1+i], f.of(row))
		}
	}
	var b bytes.Buffer
	if err := csv.NewWriter(&b).WriteAll(records); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

func integer(n int64) string { return strconv.FormatInt(n, 10) }

// factor prints all digits, as JSON does.
func factor(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// nodePages is the number of pages above the leaves.
func nodePages(levels []pagesim.Level) int64 {
	n := int64(0)
	for _, l := range levels[1:] {
		n += l.Pages
	}
	return n
}
