package live

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pagesim/pagesim/calibrate"
	"github.com/pagesim/pagesim/calibrate/ibd"
)

// readTable reads statistics and pages of the table.
func (r *recorder) readTable(ctx context.Context, rec *calibrate.Recording) error {
	for _, read := range []func(context.Context, *calibrate.Recording) error{
		r.readStatistics, r.readRows, r.readFileBytes, r.readPages,
	} {
		if err := read(ctx, rec); err != nil {
			return err
		}
	}
	return nil
}

// readStatistics reads what the server says of the sizes of the indexes.
func (r *recorder) readStatistics(ctx context.Context, rec *calibrate.Recording) error {
	if _, err := r.s.query(ctx, "analyze table "+r.table()); err != nil {
		return err
	}
	rows, err := r.s.query(ctx, "select index_name, stat_name, stat_value from mysql.innodb_index_stats where database_name = '"+
		database+"' and stat_name in ('size', 'n_leaf_pages')")
	if err != nil {
		return err
	}
	rec.IndexStats = map[string]calibrate.IndexStatistics{}
	for _, row := range rows {
		n, err := strconv.ParseInt(row[2], 10, 64)
		if err != nil {
			return err
		}
		x := rec.IndexStats[row[0]]
		if row[1] == "size" {
			x.Size = n
		} else {
			x.LeafPages = n
		}
		rec.IndexStats[row[0]] = x
	}
	table, err := r.s.query(ctx, "select data_length, index_length, data_free from information_schema.tables where table_schema = '"+database+"'")
	if err == nil && len(table) != 1 {
		err = fmt.Errorf("information_schema.tables has %d rows of the table", len(table))
	}
	if err != nil {
		return err
	}
	var sizes [3]int64
	for i, text := range table[0] {
		if sizes[i], err = strconv.ParseInt(text, 10, 64); err != nil {
			return err
		}
	}
	rec.Table = &calibrate.TableStatistics{DataLength: sizes[0], IndexLength: sizes[1], DataFree: sizes[2]}
	return nil
}

func (r *recorder) readRows(ctx context.Context, rec *calibrate.Recording) (err error) {
	rec.RowsFinal, err = number(ctx, r.s, "select count(*) from "+r.table())
	return err
}

func (r *recorder) readFileBytes(ctx context.Context, rec *calibrate.Recording) (err error) {
	rec.FileBytes, err = number(ctx, r.s, "select file_size from "+r.server.dictionary+"tablespaces where name like '"+likeDatabase+"/%'")
	return err
}

// likeDatabase is the database as a pattern.
var likeDatabase = strings.ReplaceAll(database, "_", `\_`)

// table is the table's name in SQL.
func (r *recorder) table() string {
	return "`" + strings.ReplaceAll(r.script.Table().Name, "`", "``") + "`"
}

// readPages reads the pages from the table's file, or else from the buffer pool.
func (r *recorder) readPages(ctx context.Context, rec *calibrate.Recording) error {
	names, err := r.s.query(ctx, "select name from "+r.server.dictionary+"tables where name like '"+likeDatabase+"/%'")
	if err == nil && len(names) != 1 {
		err = fmt.Errorf("information_schema has %d tables in %s", len(names), database)
	}
	if err != nil {
		return err
	}
	dir := r.DataDir
	if dir == "" {
		dir = r.server.dataDir
	}
	if err = r.s.exec(ctx, "flush tables "+r.table()+" for export"); err == nil {
		rec.Indexes, err = r.readFile(ctx, filepath.Join(dir, filepath.FromSlash(names[0][0])+".ibd"))
		if unlocked := r.s.exec(ctx, "unlock tables"); unlocked != nil {
			return unlocked
		}
	}
	if err == nil || r.DataDir != "" || ctx.Err() != nil {
		return err
	}
	if r.Note != nil {
		r.Note(fmt.Sprintf("the table's file cannot be read (%v), so its pages are read from INNODB_BUFFER_PAGE, without their order; --datadir says where the server's data directory is seen from here", err))
	}
	rec.Indexes, err = r.readPool(ctx, rec.RowsFinal)
	return err
}

// readFile reads the pages of a file that the server has flushed.
func (r *recorder) readFile(ctx context.Context, path string) (map[string]calibrate.IndexRecording, error) {
	rows, err := r.s.query(ctx, "select i.index_id, i.name from "+r.server.dictionary+"indexes i join "+
		r.server.dictionary+"tables t on i.table_id = t.table_id where t.name like '"+likeDatabase+"/%'")
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	file, err := ibd.Read(f, info.Size())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	indexes := map[string]calibrate.IndexRecording{}
	for _, x := range file.Indexes {
		i := slices.IndexFunc(rows, func(row []string) bool { return row[0] == strconv.FormatUint(x.ID, 10) })
		if i < 0 {
			return nil, fmt.Errorf("%s: index %d is none of the table's", path, x.ID)
		}
		indexes[rows[i][1]] = ordered(x)
	}
	return indexes, nil
}

// ordered is an index whose pages are known in key order.
func ordered(x ibd.Index) calibrate.IndexRecording {
	var rec calibrate.IndexRecording
	for _, l := range x.Levels {
		var records []int
		for _, p := range l.Pages {
			records = append(records, int(p.Records))
		}
		rec.Levels = append(rec.Levels, calibrate.LevelOf(l))
		rec.PageRecords = append(rec.PageRecords, calibrate.Runs(records))
	}
	return rec
}
