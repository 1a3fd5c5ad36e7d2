package report

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/pagesim/pagesim/internal/units"
)

// differences are the parts of the configs in which the columns differ beside their
// keys: a label and a text for each column.
func (c Comparison) differences() [][]string {
	flat := make([]map[string]string, len(c.Columns))
	var names []string
	seen := map[string]bool{}
	for i, column := range c.Columns {
		var fields []string
		fields, flat[i] = flattened(column.first().Config)
		for _, name := range fields {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	var lines [][]string
	if c.differ(func(x Column) string { return x.first().Version }) {
		line := []string{"model"}
		for _, column := range c.Columns {
			line = append(line, column.first().Version)
		}
		lines = append(lines, line)
	}
	for _, name := range names {
		line := []string{name}
		differs := false
		for i := range c.Columns {
			line = append(line, shortened(flat[i][name]))
			differs = differs || flat[i][name] != flat[0][name]
		}
		if differs {
			lines = append(lines, line)
		}
	}
	return lines
}

// shortened is a text that fits a column.
func shortened(text string) string {
	if len(text) <= headWidth {
		return text
	}
	return text[:headWidth-3] + "..."
}

// flattened is a config as paths and texts; what columns show anyhow is left out.
func flattened(config any) ([]string, map[string]string) {
	texts := map[string]string{}
	var names []string
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(v)) {
				walk(strings.TrimPrefix(path+"."+name, "."), v[name])
			}
		case []any:
			for i, x := range v {
				walk(fmt.Sprintf("%s.%d", path, i+1), x)
			}
		default:
			if !isShownAnyhow(path) {
				names = append(names, path)
				texts[path] = plainText(path, v)
			}
		}
	}
	walk("", asMap(config))
	return names, texts
}

// asMap is a config as JSON has it.
func asMap(config any) any {
	b, err := json.Marshal(config)
	if err != nil {
		return nil
	}
	var v any
	if json.Unmarshal(b, &v) != nil {
		return nil
	}
	return v
}

// isShownAnyhow says that the path is of the keys, the engine, the table, or of a
// seed, that repeats change.
func isShownAnyhow(path string) bool {
	return path == "engine" || path == "ddl" || strings.Contains(path, ".keys.") || strings.HasSuffix(path, "seed") || strings.HasSuffix(path, ".column")
}

// plainText is a JSON value for people.
func plainText(path string, v any) string {
	f, isNumber := v.(float64)
	switch {
	case isNumber && strings.HasSuffix(path, "_bytes"):
		return units.Bytes(int64(f))
	case isNumber && f == math.Trunc(f) && math.Abs(f) < 1e15:
		return units.Count(int64(f)).String()
	case isNumber:
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return fmt.Sprint(v)
}

// unlike are the settings, beside keys and engines, on which costs depend as much as on
// keys and in which the columns differ.
func (c Comparison) unlike() []string {
	var names []string
	for _, x := range []struct {
		name string
		of   func(Column) string
	}{
		{"rows", func(x Column) string { return strconv.FormatInt(x.first().Rows, 10) }},
		{"pool", func(x Column) string { return settings(x, func(path string) bool { return path == "pool_bytes" }) }},
		{"phases", func(x Column) string { return settings(x, isOfPhases) }},
		{"table", givenDDL},
	} {
		if c.differ(x.of) {
			names = append(names, x.name)
		}
	}
	return names
}

// isOfPhases says that a path is of phases, but for the rows of the first.
func isOfPhases(path string) bool {
	return strings.HasPrefix(path, "phases.") && path != "phases.1.rows"
}

// settings is the part of a column's config whose paths are meant, as text.
func settings(column Column, isMeant func(path string) bool) string {
	names, texts := flattened(column.first().Config)
	var b strings.Builder
	for _, name := range names {
		if isMeant(name) {
			fmt.Fprintf(&b, "%s %s\n", name, texts[name])
		}
	}
	return b.String()
}

// givenDDL is the statement that a config has; a table that is made for its keys is
// none.
func givenDDL(column Column) string {
	fields, _ := asMap(column.first().Config).(map[string]any)
	ddl, _ := fields["ddl"].(string)
	return ddl
}
