package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/pagesim/pagesim/internal/axis"
	"github.com/pagesim/pagesim/internal/units"
	"github.com/pagesim/pagesim/schema"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// sweepAxis is the values of a flag: their texts for run, and those for a row.
type sweepAxis struct {
	flag, name    string
	texts, values []string
}

// axes are the flags that were given, in their order.
func (o *sweepOptions) axes(names []string, stdin io.Reader) ([]sweepAxis, error) {
	var axes []sweepAxis
	for _, name := range names {
		texts := o.lists[name].texts
		if name == "keys" {
			some, err := o.keyAxes(texts, stdin)
			if err != nil {
				return nil, err
			}
			axes = append(axes, some...)
			continue
		}
		if !isRepeatable(o.lists[name].kind) && len(texts) > 1 {
			return nil, usagef("--%s is given %d times; want one list, --%s %s", name, len(texts), name, strings.Join(texts, ","))
		}
		for i, text := range texts {
			a, err := axisOf(name, i, text)
			if err != nil {
				return nil, err
			}
			axes = append(axes, a)
		}
	}
	return axes, nil
}

// given are the flags of run that were given, in their order on the command line.
func (o *sweepOptions) given(c *cobra.Command) []string {
	var names []string
	c.Flags().Visit(func(f *pflag.Flag) {
		if o.lists[f.Name] != nil {
			names = append(names, f.Name)
		}
	})
	return names
}

// isRepeatable reports whether run takes a flag of a kind more than once.
func isRepeatable(kind string) bool { return kind == "stringArray" }

// axisOf reads the i-th text of a flag.
func axisOf(flag string, i int, text string) (sweepAxis, error) {
	a := sweepAxis{flag: flag, name: flag}
	prefix, list := "", text
	switch flag {
	case "phase":
		a.name = "phase" + strconv.Itoa(i+2) // the first is that of the other flags
		texts, err := phaseTexts(text)
		a.texts, a.values = texts, texts
		return a, err
	case "set", "payload", "index":
		if column, rest := splitColumn(text); column != "" {
			prefix, list = column+"=", rest
			a.name = flag + "." + column
		}
	}
	pieces := strings.Split(list, ",")
	if flag == "index" {
		pieces = splitStreams(list)
	}
	for _, piece := range pieces {
		if axis.IsRange(piece) && flag != "payload" {
			return a, usagef("--%s %s: a range needs a step, such as %s:x2 or %s:+10", flag, piece, piece, piece)
		}
		values, err := axis.Expand(piece, axis.NotationOf(flag))
		if err != nil {
			return a, usagef("--%s: %w", flag, err)
		}
		for _, v := range values {
			a.values = append(a.values, v)
			a.texts = append(a.texts, prefix+v)
		}
	}
	return a, unique(a)
}

// unique refuses a value that is there twice.
func unique(a sweepAxis) error {
	seen := map[string]bool{}
	for _, v := range a.values {
		if seen[v] {
			return usagef("--%s: %s is there twice", a.flag, v)
		}
		seen[v] = true
	}
	return nil
}

// keyAxes are the streams of each column.
func (o *sweepOptions) keyAxes(texts []string, stdin io.Reader) ([]sweepAxis, error) {
	var t *schema.Table
	if ddl := o.lists["ddl"].texts; len(texts) > 0 && len(ddl) > 0 {
		b, err := readFile(strings.Split(ddl[0], ",")[0], rewound(stdin))
		if err != nil {
			return nil, fmt.Errorf("--ddl: %w", err)
		}
		if t, err = schema.Parse(string(b)); err != nil {
			return nil, usagef("--ddl %s: %w", ddl[0], err)
		}
	}
	var axes []sweepAxis
	groups := byColumn(texts, t)
	for _, g := range groups {
		a := sweepAxis{flag: "keys", name: "keys"}
		if len(groups) > 1 {
			a.name = "keys." + g.column
		}
		for _, stream := range g.streams {
			streams, err := axis.Expand(stream, axis.Plain)
			if err != nil {
				return nil, usagef("--keys: %w", err)
			}
			a.texts = append(a.texts, streams...)
		}
		for _, text := range a.texts {
			_, value := splitColumn(text)
			a.values = append(a.values, value)
		}
		if err := unique(a); err != nil {
			return nil, err
		}
		axes = append(axes, a)
	}
	return axes, nil
}

// phaseTexts are the phases that lists in the words of a phase make; a statement has
// none.
func phaseTexts(text string) ([]string, error) {
	words := strings.Fields(text)
	if len(words) == 0 || words[0] == "sql" {
		return []string{text}, nil
	}
	var lists [][]string
	number := 1
	for _, word := range words {
		name, value, _ := strings.Cut(word, "=")
		if !strings.Contains(word, "=") {
			lists = append(lists, []string{word})
			continue
		}
		pieces := strings.Split(value, ",")
		if name == "keys" {
			pieces = splitStreams(value)
		}
		var list []string
		for _, piece := range pieces {
			values, err := axis.Expand(piece, axis.NotationOf(name))
			if err != nil {
				return nil, usagef("--phase %q: %w", text, err)
			}
			for _, v := range values {
				list = append(list, name+"="+v)
			}
		}
		lists = append(lists, list)
		if number *= len(list); number > maxRuns {
			return nil, usagef("--phase %q: more than %s runs: want fewer values", text, units.Count(maxRuns))
		}
	}
	var texts []string
	for _, combination := range product(lists) {
		texts = append(texts, strings.Join(combination, " "))
	}
	return texts, nil
}

// shard is a part of a sweep; the zero value is all of it.
type shard struct{ part, parts int }

// Set implements pflag.Value.
func (s *shard) Set(text string) error {
	part, parts, isPair := strings.Cut(text, "/")
	i, err := strconv.Atoi(part)
	n, err2 := strconv.Atoi(parts)
	if !isPair || err != nil || err2 != nil || i < 1 || i > n || n > maxRuns {
		return fmt.Errorf("want i/n with i from 1 to n, such as 3/16")
	}
	*s = shard{i, n}
	return nil
}

// String implements pflag.Value.
func (s *shard) String() string { return fmt.Sprintf("%d/%d", s.part, s.parts) }

// Type implements pflag.Value.
func (s *shard) Type() string { return "shard" }

// has reports whether a run belongs to the shard.
func (s *shard) has(number int) bool { return s.parts == 0 || (number-1)%s.parts == s.part-1 }
