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
