package sim

import (
	"fmt"
	"strings"

	"github.com/pagesim/pagesim"
)

// Names of columns that need no quotes; others are people's own.
const (
	// KeyColumn is the primary key of a table that is made from a phase,
	// PayloadColumn the rest of its row, by convention.
	KeyColumn     = "id"
	PayloadColumn = "payload"
)

// quoted is a column's name as SQL.
func quoted(name string) string {
	if name == KeyColumn || name == PayloadColumn {
		return name
	}
	return "`" + strings.ReplaceAll(name, "`", "``") + "`"
}

// makeDDL writes the CREATE TABLE statement of a table that a phase describes:
// the first stream is the primary key, the others are secondary indexes.
func makeDDL(f *feed) (string, error) {
	if len(f.formats) == 0 {
		return "", fmt.Errorf("neither a table nor keys are given")
	}
	var lines, indexes []string
	for i, k := range f.phase.Keys {
		typ, err := columnType(f.formats[i])
		if err != nil {
			return "", fmt.Errorf("%s: %w", k.Keys, err)
		}
		name := quoted(k.Column)
		lines = append(lines, fmt.Sprintf("  %s %s not null", name, typ))
		if i == 0 {
			indexes = append(indexes, fmt.Sprintf("  primary key (%s)", name))
		} else {
			indexes = append(indexes, fmt.Sprintf("  key %s (%s)", name, name))
		}
	}
	for _, p := range f.phase.Payload {
		lines = append(lines, fmt.Sprintf("  %s varbinary(%d) not null", quoted(p.Column), max(p.Min, p.Max)))
	}
	return "create table t (\n" + strings.Join(append(lines, indexes...), ",\n") + "\n)", nil
}

// columnType is the type that holds the values of a format as tightly as people
// do: ASCII for text, compared byte by byte.
func columnType(f pagesim.Format) (string, error) {
	switch {
	case f.Kind == pagesim.Int && f.Bytes > 8:
		return "", fmt.Errorf("integers of %d bits fit no integer column: choose another encoding, such as encoding=bin16", 8*f.Bytes)
	case f.Kind == pagesim.Int:
		return "bigint unsigned", nil
	case f.Kind == pagesim.Binary && f.Fixed:
		return fmt.Sprintf("binary(%d)", f.Bytes), nil
	case f.Kind == pagesim.Binary:
		return fmt.Sprintf("varbinary(%d)", f.Bytes), nil
	case f.Fixed:
		return fmt.Sprintf("char(%d) character set ascii collate ascii_bin", f.Bytes), nil
	}
	return fmt.Sprintf("varchar(%d) character set ascii collate ascii_bin", f.Bytes), nil
}
