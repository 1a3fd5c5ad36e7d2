package sim

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/pagesim/pagesim/internal/units"
)

// A scenario is a Config in the words of people: a YAML file.
//
//	ddl: |                # the table; without it the first phase makes one
//	  create table t (id binary(16) primary key, pad varbinary(100) not null)
//	server: mysql-9.7
//	pool: 128M
//	sample: 100k          # rows between samples
//	pages: true           # the leaf pages one by one
//	purge: at-once        # or after-phase, or the number of changes it is late
//	phases:
//	  - insert: {rows: 500k, keys: {id: uuidv4}, payload: {pad: 50}}
//	  - delete: {of: 1, every: 2, order: random}
//	  - sql: optimize table t
//	  - insert: {rows: 100k}
//
// Phases count from 1. What a phase does not say has a default: an insert takes its
// keys, payload and fill from the insert before, a replace its payload from the
// rows that it replaces; seeds are the phase's own, so that no keys repeat.

// scenarioField is what a scenario may say about the whole run.
type scenarioField struct {
	name string
	// doc is one line for people, with the unit and the default.
	doc  string
	read func(c *Config, v value) error
	// write returns the text; "" leaves the field out.
	write func(c Config) string
}

// scenarioFields are in the order in which they are written; ddl before them and
// phases after them have forms of their own.
var scenarioFields = []scenarioField{
	{
		"server", "server profile, see list servers (default mysql-9.7)",
		func(c *Config, v value) error {
			_, err := serverNamed(v.text)
			c.Server = v.text
			return wrapped(v, "server", err)
		},
		func(c Config) string { return c.Server },
	},
	{
		"pool", "innodb_buffer_pool_size in bytes (default 128M)",
		func(c *Config, v value) (err error) {
			c.PoolBytes, err = units.ParseBytes(v.text)
			return wrapped(v, "pool", err)
		},
		func(c Config) string { return unlessZero(c.PoolBytes, units.ByteSize(c.PoolBytes).String()) },
	},
	{
		"sample", "rows between samples (default 0: none)",
		func(c *Config, v value) error { return readCount(&c.SampleRows, v, "sample") },
		func(c Config) string { return unlessZero(c.SampleRows, units.Count(c.SampleRows).Short()) },
	},
	{
		"pages", "true for the leaf pages one by one, for json and plots; default false",
		func(c *Config, v value) (err error) {
			if c.Pages, err = strconv.ParseBool(v.text); err != nil {
				return v.errorf("pages: %q: want true or false", v.text)
			}
			return nil
		},
		func(c Config) string { return map[bool]string{true: "true"}[c.Pages] },
	},
	{
		"purge", "when deleted rows are purged: at-once (default), after-phase, or so many changes late",
		func(c *Config, v value) (err error) {
			c.PurgeLag, err = ParsePurge(v.text)
			return wrapped(v, "purge", err)
		},
		func(c Config) string { return unlessZero(c.PurgeLag, PurgeText(c.PurgeLag)) },
	},
}

// ScenarioField is a field of the outermost level of a scenario.
type ScenarioField struct {
	Name string
	// Doc is one line for people, with the unit and the default.
	Doc string
}

// ScenarioFields returns what a scenario may say, in the order in which it is written.
func ScenarioFields() []ScenarioField {
	all := []ScenarioField{{"ddl", "the CREATE TABLE statement (default: the first phase's streams make a table)"}}
	for _, f := range slices.Concat(scenarioFields, ioFields) {
		all = append(all, ScenarioField{f.name, f.doc})
	}
	return append(all, ScenarioField{"phases", "a list of operations, each with its fields: see list operations, list fields"})
}

// The words for a purge lag.
const (
	purgeAtOnce     = "at-once"
	purgeAfterPhase = "after-phase"
)

// ParsePurge reads a purge lag: at-once, after-phase or a number of changes.
func ParsePurge(text string) (int64, error) {
	switch text {
	case purgeAtOnce:
		return 0, nil
	case purgeAfterPhase:
		return AfterPhase, nil
	}
	n, err := units.ParseCount(text)
	if err != nil {
		return 0, fmt.Errorf("%q: want %s, %s or a number of changes such as 1000", text, purgeAtOnce, purgeAfterPhase)
	}
	return n, nil
}

// PurgeText is what ParsePurge reads.
func PurgeText(lag int64) string {
	switch lag {
	case 0:
		return purgeAtOnce
	case AfterPhase:
		return purgeAfterPhase
	}
	return units.Count(lag).Short()
}

// ReadScenario reads a scenario. Errors tell the line.
func ReadScenario(r io.Reader) (Config, error) {
	v, err := readMapping(r)
	if err != nil {
		return Config{}, err
	}
	return configOf(v)
}

// readMapping reads a YAML document of fields.
func readMapping(r io.Reader) (value, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return value{}, err
	}
	v, err := parseYAML(text)
	if err == nil {
		err = v.want(mapping)
	}
	return v, err
}

// configOf is the config that a scenario describes.
func configOf(v value) (Config, error) {
	c := Config{}
	for _, f := range v.fields {
		if err := c.readField(f); err != nil {
			return Config{}, err
		}
	}
	if len(c.Phases) == 0 {
		return Config{}, v.errorf("it has no phases: want at least one")
	}
	return c, nil
}

// readField reads a field of the outermost level.
func (c *Config) readField(f field) error {
	if f.name == "phases" {
		return c.readPhases(f.value)
	}
	if err := f.want(scalar); err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	if f.name == "ddl" {
		c.DDL = strings.TrimSpace(f.text)
		return nil
	}
	for _, known := range slices.Concat(scenarioFields, ioFields) {
		if known.name == f.name {
			return known.read(c, f.value)
		}
	}
	var names []string
	for _, known := range ScenarioFields() {
		names = append(names, known.Name)
	}
	return f.errorf("unknown field %q; allowed: %s", f.name, strings.Join(names, ", "))
}

func (c *Config) readPhases(v value) error {
	if err := v.want(list); err != nil {
		return err
	}
	for i, item := range v.items {
		switch {
		case item.shape != mapping || len(item.fields) != 1:
			return item.errorf("phase %d: want one operation: %s", i+1, strings.Join(opNames(), ", "))
		}
		f := item.fields[0]
		ph, err := readPhase(c.Phases, phaseSeed(1, i), f.name, f.value)
		if err != nil {
			return err
		}
		c.Phases = append(c.Phases, ph)
	}
	return nil
}

// WithPhase adds a phase that is given in words, those of a scenario:
// "delete of=1 every=2", "insert rows=100k keys=id=uuidv7 payload=pad=50",
// "sql optimize table t". Its seeds follow that of the first phase.
func (c Config) WithPhase(text string, seed uint64) (Config, error) {
	op, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	v := value{shape: mapping}
	if op == opSQL {
		v = textValue(strings.TrimSpace(rest))
	}
	for _, word := range strings.Fields(rest) {
		if op == opSQL {
			break
		}
		if err := v.addWord(word); err != nil {
			return c, err
		}
	}
	ph, err := readPhase(c.Phases, phaseSeed(seed, len(c.Phases)), op, v)
	c.Phases = append(slices.Clip(c.Phases), ph)
	return c, err
}

// addWord adds a field that is given as name=value, or name=column=value.
func (v *value) addWord(word string) error {
	name, text, ok := strings.Cut(word, "=")
	if !ok {
		return fmt.Errorf("%q: want name=value", word)
	}
	x := textValue(text)
	if isByColumn(name) {
		column, text, ok := strings.Cut(text, "=")
		if !ok {
			return fmt.Errorf("%q: want %s=column=value", word, name)
		}
		x = value{shape: mapping}
		for i, f := range v.fields {
			if f.name == name {
				v.fields[i].fields = append(f.fields, field{column, textValue(text)})
				return nil
			}
		}
		x.fields = []field{{column, textValue(text)}}
	}
	v.fields = append(v.fields, field{name, x})
	return nil
}

// WriteScenario writes a config as a scenario: ReadScenario reads the same config
// from it.
func (c Config) WriteScenario(w io.Writer) error {
	var b strings.Builder
	writeDDL(&b, c.DDL)
	for _, f := range slices.Concat(scenarioFields, ioFields) {
		if text := f.write(c); text != "" {
			b.WriteString(f.name + ": " + quotedYAML(text) + "\n")
		}
	}
	b.WriteString("phases:\n")
	for i := range c.Phases {
		op, v := writePhase(c.Phases, i)
		b.WriteString("  - " + op + ":")
		appendYAML(&b, v, "      ")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeDDL writes the statement on lines of its own, unless it has what these
// would lose.
func writeDDL(b *strings.Builder, ddl string) {
	ddl = strings.TrimSpace(ddl)
	switch {
	case ddl == "":
	case strings.ContainsFunc(ddl, func(r rune) bool { return r != '\n' && !strconv.IsPrint(r) }) || hasBlankEnds(ddl):
		b.WriteString("ddl: " + strconv.Quote(ddl) + "\n")
	default:
		b.WriteString("ddl: |\n")
		for line := range strings.Lines(ddl + "\n") {
			if line != "\n" {
				b.WriteString("  ")
			}
			b.WriteString(line)
		}
	}
}

// hasBlankEnds reports whether a line ends with a blank.
func hasBlankEnds(text string) bool {
	return strings.Contains(text, " \n")
}

// wrapped adds the line and the field to an error; nil stays nil.
func wrapped(v value, name string, err error) error {
	if err == nil {
		return nil
	}
	return v.errorf("%s: %w", name, err)
}

func unlessZero(n int64, text string) string {
	if n == 0 {
		return ""
	}
	return text
}

func readCount(n *int64, v value, name string) (err error) {
	*n, err = units.ParseCount(v.text)
	return wrapped(v, name, err)
}
