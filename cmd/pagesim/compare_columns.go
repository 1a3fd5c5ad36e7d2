package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/report"
	"github.com/pagesim/pagesim/schema"
	"github.com/pagesim/pagesim/sim"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// columnsOf are columns without their results: what the keys of configs are called,
// and what is known of the stream in which they differ.
func columnsOf(configs []sim.Config) []report.Column {
	first := varying(configs)
	columns := make([]report.Column, len(configs))
	for i, c := range configs {
		streams := streamsOf(c)
		if first >= len(streams) {
			continue
		}
		var words []string
		for _, s := range streams {
			words = append(words, s.Column+"="+s.Keys.String())
		}
		if len(words) == 1 {
			words[0] = streams[0].Keys.String()
		}
		of := streams[first]
		columns[i] = report.Column{
			Keys: strings.Join(words, " "), Encoding: of.Keys.EncodingName(), Index: indexOf(c.DDL, of.Column),
			Description: of.Keys.Description(), Disorder: of.Keys.Disorder(), IsRandom: isRandom(of.Keys),
		}
	}
	return columns
}

// isRandom reports whether keys are in disorder for the reason that random ones are.
func isRandom(s keygen.Spec) bool {
	random, err := keygen.Parse(defaultKeys)
	return err == nil && s.Disorder() == random.Disorder()
}

func streamsOf(c sim.Config) []sim.Stream {
	if len(c.Phases) == 0 {
		return nil
	}
	return c.Phases[0].Keys
}

// varying is the number of the first stream in which configs differ, 0 if there is
// none.
func varying(configs []sim.Config) int {
	for i, s := range streamsOf(configs[0]) {
		for _, c := range configs {
			if other := streamsOf(c); i < len(other) && other[i].Keys.String() != s.Keys.String() {
				return i
			}
		}
	}
	return 0
}

// indexOf is the name of the index that begins with a column; "" for the clustered
// one, and where no table is given.
func indexOf(ddl, column string) string {
	t, err := schema.Parse(ddl)
	if ddl == "" || err != nil {
		return ""
	}
	for i, x := range t.Indexes {
		if len(x.Parts) > 0 && strings.EqualFold(t.Columns[x.Parts[0].Column].Name, column) {
			if i == 0 {
				return ""
			}
			return x.Name
		}
	}
	return ""
}

// nameByKeys names columns by the streams in which they differ, without an encoding
// that is not needed to tell them apart.
func nameByKeys(columns []report.Column) {
	for i := range columns {
		columns[i].Name = shortKeys(columns, i)
	}
	for i, c := range columns {
		for _, other := range columns {
			if c.Name == other.Name && c.Keys != other.Keys {
				columns[i].Name = c.Keys
			}
		}
	}
}

// shortKeys is the streams of column i that are not those of all others.
func shortKeys(columns []report.Column, i int) string {
	var words []string
	for _, word := range strings.Fields(columns[i].Keys) {
		isShared := !slices.ContainsFunc(columns, func(c report.Column) bool {
			return !slices.Contains(strings.Fields(c.Keys), word)
		})
		if !isShared {
			words = append(words, withoutEncoding(word))
		}
	}
	switch len(words) {
	case 0:
		return withoutEncoding(columns[i].Keys)
	case 1:
		_, words[0] = splitColumn(words[0])
	}
	return strings.Join(words, " ")
}

// withoutEncoding leaves the encoding of a stream out.
func withoutEncoding(word string) string {
	column, text := splitColumn(word)
	s, err := keygen.Parse(text)
	if err != nil || s.File != "" {
		return word
	}
	s.Encoding = ""
	if column != "" {
		return column + "=" + s.String()
	}
	return s.String()
}

// runCompareFiles sets saved results side by side.
func runCompareFiles(c *cobra.Command, e env, o compareOptions, files []string, write report.ComparisonWriter) error {
	var refused error
	c.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains([]string{"fail-on", "save-baseline", "format", "output", "html", "quiet"}, f.Name) && refused == nil {
			refused = usagef("--%s: %s and others are compared as they are; leave the flag out", f.Name, files[0])
		}
	})
	if refused != nil {
		return refused
	}
	columns, err := savedColumns(files, e)
	if err != nil {
		return err
	}
	words := append([]string{"pagesim", "compare"}, files...)
	return o.finish(e, write, files, func() error { return nil }, func() report.Comparison {
		return report.Comparison{Command: words, Server: columns[0].Runs[0].Server, Columns: columns, ByFile: len(files) > 1}
	})
}

// savedColumns are the columns of files: a config each, its seeds together.
func savedColumns(files []string, e env) ([]report.Column, error) {
	var configs []sim.Config
	var runs [][]report.Run
	perFile := make([]int, len(files))
	for i, file := range files {
		results, err := readResults(file, e.stdin)
		if _, isStream := keygen.Parse(file); errors.Is(err, fs.ErrNotExist) && isStream == nil {
			return nil, usagef("%q: there is no such file; for a key stream say --keys %s", file, file)
		}
		if err != nil {
			return nil, err
		}
		seen := map[string]int{}
		for _, r := range results {
			config := savedConfig(r)
			key := r.Engine + unseeded(config)
			at, known := seen[key]
			if !known {
				at = len(configs)
				seen[key] = at
				configs, runs = append(configs, config), append(runs, nil)
				perFile[i]++
			}
			runs[at] = append(runs[at], report.Run{Server: serverTitle(config.Server), Result: r})
		}
	}
	columns := columnsOf(configs)
	for i := range columns {
		columns[i].Runs = runs[i]
	}
	nameSaved(columns, files, perFile)
	return columns, nil
}

// nameSaved names columns by their file, and by their keys too where a file has
// several.
func nameSaved(columns []report.Column, files []string, perFile []int) {
	nameByKeys(columns)
	if len(files) == 1 {
		return
	}
	for i, n := range perFile {
		name := baseName(files[i])
		for k, other := range files {
			if k != i && baseName(other) == name {
				name = files[i]
			}
		}
		for j := range columns[:n] {
			if n > 1 {
				columns[j].Name = name + ": " + columns[j].Name
			} else {
				columns[j].Name = name
			}
		}
		columns = columns[n:]
	}
}

// baseName is a file without its folder and ending.
func baseName(file string) string {
	return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
}

// savedConfig is the config that a result repeats, as far as it can be read.
func savedConfig(r pagesim.Result) sim.Config {
	var c sim.Config
	b, err := json.Marshal(r.Config)
	if err != nil || json.Unmarshal(b, &c) != nil {
		return sim.Config{}
	}
	return c
}

// unseeded is a config as text, without its seeds.
func unseeded(c sim.Config) string {
	c.Phases = slices.Clone(c.Phases)
	for i, ph := range c.Phases {
		ph.Seed = 0
		ph.Keys, ph.Payload = slices.Clone(ph.Keys), slices.Clone(ph.Payload)
		for j := range ph.Keys {
			ph.Keys[j].Seed = 0
		}
		for j := range ph.Payload {
			ph.Payload[j].Seed = 0
		}
		if ph.Fill != nil {
			fill := *ph.Fill
			fill.Seed = 0
			ph.Fill = &fill
		}
		c.Phases[i] = ph
	}
	b, err := json.Marshal(c)
	if err != nil {
		return ""
	}
	return string(b)
}
