package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pagesim/pagesim/internal/units"
)

// configRows are the settings of a result's config, which is a sim.Config or what JSON
// made of one: a row each, and a row a phase. The statement is left out.
func configRows(config any) [][]string {
	text, err := json.Marshal(config)
	if err != nil {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // a seed has more digits than a float64
	var fields map[string]any
	if d.Decode(&fields) != nil {
		return nil
	}
	var rows, phases [][]string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		switch name {
		case "ddl":
		case "phases":
			list, _ := fields[name].([]any)
			for i, phase := range list {
				phases = append(phases, []string{fmt.Sprintf("phase %d", i+1), setting("", phase)})
			}
		default:
			rows = append(rows, []string{strings.ReplaceAll(name, "_", " "), setting(name, fields[name])})
		}
	}
	return append(phases, rows...)
}

// setting is a value as people write it: what is in an object is name=value.
func setting(name string, v any) string {
	var parts []string
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if text := setting(name, v[name]); text != "" {
				parts = append(parts, name+"="+text)
			}
		}
		return strings.Join(parts, ", ")
	case []any:
		for _, item := range v {
			parts = append(parts, "("+setting(name, item)+")")
		}
		return strings.Join(parts, " ")
	case json.Number:
		n, err := v.Int64()
		switch {
		case err != nil || strings.HasSuffix(name, "seed"):
			return v.String()
		case strings.HasSuffix(name, "_bytes"):
			return units.Bytes(n)
		}
		return count(n)
	case nil:
		return ""
	}
	return fmt.Sprint(v)
}
