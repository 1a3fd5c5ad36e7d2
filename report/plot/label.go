package plot

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/internal/units"
)

// settings is what a label may say of a result's config, which is a sim.Config or what
// JSON made of one.
type settings struct {
	Phases []struct {
		Keys []struct {
			Keys string
			Seed uint64
		}
	}
	Server, Policy string
	PoolBytes      int64 `json:"pool_bytes"`
}

func settingsOf(r pagesim.Result) settings {
	var s settings
	// What cannot be read is not in the labels.
	if b, err := json.Marshal(r.Config); err == nil {
		_ = json.Unmarshal(b, &s)
	}
	return s
}

// attribute is what a label may say.
type attribute struct {
	// alone says that the label of a result says it that is alone.
	alone bool
	of    func(s settings, r pagesim.Result) string
}

// attributes has the most telling first.
var attributes = []attribute{
	{true, func(s settings, _ pagesim.Result) string { return s.keys(0, 1) }},
	{false, func(s settings, _ pagesim.Result) string { return s.keys(1, len(s.Phases)) }},
	{false, func(_ settings, r pagesim.Result) string { return cmp.Or(r.Engine, "innodb") }},
	{false, func(s settings, _ pagesim.Result) string { return s.Server }},
	{false, func(s settings, _ pagesim.Result) string { return "pool " + units.Bytes(s.PoolBytes) }},
	{true, func(_ settings, r pagesim.Result) string { return units.Count(r.Rows).String() + " rows" }},
	{false, func(_ settings, r pagesim.Result) string {
		if r.Time == nil {
			return ""
		}
		return r.Time.Device
	}},
	{false, func(s settings, _ pagesim.Result) string { return s.Policy }},
	{false, func(s settings, _ pagesim.Result) string {
		if len(s.Phases) == 0 || len(s.Phases[0].Keys) == 0 {
			return ""
		}
		return fmt.Sprintf("seed %d", s.Phases[0].Keys[0].Seed)
	}},
}

// keys are the first streams of some phases.
func (s settings) keys(from, to int) string {
	var all []string
	for i := from; i < to && i < len(s.Phases); i++ {
		if k := s.Phases[i].Keys; len(k) > 0 {
			all = append(all, k[0].Keys)
		}
	}
	return strings.Join(all, ", ")
}

// separator is between the parts of a label; commas are within them.
const separator = " · "

// Labels tells results apart by what differs in their configs, and by their names where
// nothing else does. One that is alone is called by keys and rows.
func Labels(sources []Source) []string {
	parts := make([][]string, len(sources))
	for _, a := range attributes {
		values := make([]string, len(sources))
		differ := len(sources) == 1 && a.alone
		for i, s := range sources {
			values[i] = a.of(settingsOf(s.Result), s.Result)
			differ = differ || values[i] != values[0]
		}
		for i, v := range values {
			if differ && v != "" {
				parts[i] = append(parts[i], v)
			}
		}
	}
	labels := make([]string, len(sources))
	seen := map[string]int{}
	for i, p := range parts {
		labels[i] = strings.Join(p, separator)
		seen[labels[i]]++
	}
	for i, s := range sources {
		if labels[i] == "" || seen[labels[i]] > 1 {
			labels[i] = strings.TrimPrefix(labels[i]+separator+named(s, i), separator)
		}
	}
	return labels
}

// named is the name of a source, or its number.
func named(s Source, i int) string {
	if s.Name == "" {
		return fmt.Sprintf("result %d", i+1)
	}
	return s.Name
}
