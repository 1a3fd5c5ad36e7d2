package main

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pagesim/pagesim/internal/units"
	"github.com/pagesim/pagesim/schema"
	"github.com/pagesim/pagesim/sim"
	"github.com/spf13/cobra"
)

// defaultKeys feed the primary key if nothing is said.
const defaultKeys = "uuidv4"

// maxRows bounds --rows: a run of more would take hours and more memory than
// machines have.
const maxRows = 10_000_000_000

// payloadSeed lies between the seed of the run and those of its payload, far
// from those of its keys and from those by which sim fills columns.
const payloadSeed = 2 << 32

// primaryColumn and payloadColumn are what sim calls the columns of a table that
// is made from flags.
const (
	primaryColumn = "id"
	payloadColumn = "payload"
)

// tableOptions say which table gets which rows.
type tableOptions struct {
	keys     []string
	encoding string
	ddl      string
	payload  []string
	indexes  []string
	rows     units.Count
	seed     seed
	// ordered asks that integers in text and binary columns have the order of numbers.
	ordered bool
}

func (o *tableOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	f.StringArrayVarP(&o.keys, "keys", "k", nil, "key `stream` of the primary key (default "+defaultKeys+"),\nwith --ddl also column=stream, repeatable")
	f.StringVar(&o.encoding, "encoding", "", "`name` for the first --keys; see list encodings")
	f.StringArrayVar(&o.payload, "payload", nil, "`bytes` of filler a row, 100 or 10..400; with --ddl\nalso column=bytes, repeatable (default "+strconv.Itoa(sim.DefaultPayload)+")")
	f.StringArrayVar(&o.indexes, "index", nil, "secondary index, as `name=stream`; repeatable")
	f.StringVar(&o.ddl, "ddl", "", "`file` with a CREATE TABLE statement, - for stdin")
	f.VarP(&o.rows, "rows", "n", "rows (default all of a key file, or "+units.Count(sim.DefaultRows).String()+")")
	f.Lookup("rows").DefValue = "0" // the text above says it
	o.seed.add(c, "seed of the first stream, others follow")
	complete(c, "keys", keyNames)
	complete(c, "encoding", encodingNames)
}

// config is the run that the flags describe, pool and samples left out.
func (o *tableOptions) config(c *cobra.Command, stdin io.Reader) (sim.Config, error) {
	if c.Flags().Changed("rows") && (o.rows < 1 || o.rows > maxRows) {
		return sim.Config{}, usagef("--rows %s: want 1 to %s", o.rows, units.Count(maxRows))
	}
	if o.ddl != "" {
		return o.givenTable(stdin)
	}
	return o.madeTable()
}

// madeTable is a table of a key, filler and secondary indexes.
func (o *tableOptions) madeTable() (sim.Config, error) {
	texts := slices.Concat(o.keys, o.indexes)
	if len(o.keys) == 0 {
		texts = slices.Concat([]string{defaultKeys}, o.indexes)
	}
	if len(o.keys) > 1 {
		return sim.Config{}, usagef("--keys %q: a second stream needs --ddl; for a secondary index use --index name=%s", o.keys[1], o.keys[1])
	}
	ph := sim.Phase{Rows: int64(o.rows)}
	for i, text := range texts {
		s, err := o.stream(i, text)
		switch {
		case err != nil:
			return sim.Config{}, err
		case i == 0 && s.Column != "":
			return sim.Config{}, usagef("--keys %q: naming a column needs --ddl", text)
		case i == 0:
			s.Column = primaryColumn
		default:
			err = checkIndexName(text, s.Column, ph.Keys)
		}
		if err != nil {
			return sim.Config{}, err
		}
		ph.Keys = append(ph.Keys, s)
	}
	var err error
	if ph.Payload, err = o.filler(); err != nil {
		return sim.Config{}, err
	}
	return sim.Config{Phases: []sim.Phase{ph}}, nil
}

// identifier is what needs no quotes in SQL.
var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,63}$`)

// checkIndexName refuses names that a table cannot have, or has already.
func checkIndexName(text, name string, earlier []sim.Stream) error {
	taken := func(s sim.Stream) bool { return strings.EqualFold(s.Column, name) }
	switch {
	case name == "":
		return usagef("--index %q: want name=stream, such as email=uuidv4", text)
	case !identifier.MatchString(name):
		return usagef("--index %q: want a name of letters, digits and _", text)
	case slices.ContainsFunc(earlier, taken) || strings.EqualFold(name, payloadColumn):
		return usagef("--index %q: the table has a column %s already", text, name)
	}
	return nil
}

// stream reads the i-th [column=]stream of the command line.
func (o *tableOptions) stream(i int, text string) (sim.Stream, error) {
	column, spec := splitColumn(text)
	encoding := ""
	if i == 0 {
		encoding = o.encoding
	}
	keys, err := parseStream(spec, encoding)
	return sim.Stream{Column: column, Keys: keys, Seed: uint64(o.seed) + uint64(i)}, err
}

// splitColumn splits column=stream; the column is empty if none is named.
// Parameters of a stream have = too, but behind a colon.
func splitColumn(text string) (column, rest string) {
	before, after, named := strings.Cut(text, "=")
	if !named || strings.Contains(before, ":") {
		return "", text
	}
	return before, after
}

// filler is the payload of a table without DDL.
func (o *tableOptions) filler() ([]sim.Payload, error) {
	texts := o.payload
	switch len(texts) {
	case 0:
		texts = []string{strconv.Itoa(sim.DefaultPayload)}
	case 1:
	default:
		return nil, usagef("--payload %q: a second one needs --ddl and column=bytes", texts[1])
	}
	p, err := o.fill(0, texts[0])
	if err == nil && p.Column != "" {
		err = usagef("--payload %q: naming a column needs --ddl", texts[0])
	}
	if err != nil || p.Max == 0 {
		return nil, err
	}
	p.Column = payloadColumn
	return []sim.Payload{p}, nil
}

// fill reads the i-th [column=]bytes of the command line.
func (o *tableOptions) fill(i int, text string) (sim.Payload, error) {
	column, size := splitColumn(text)
	low, high, isRange := strings.Cut(size, "..")
	if !isRange {
		high = low
	}
	least, err := units.ParseCount(low)
	most, err2 := units.ParseCount(high)
	if err != nil || err2 != nil || least > most || most > maxPayload {
		return sim.Payload{}, usagef("--payload %q: want bytes such as 100, or a range such as 10..400, of at most %s",
			text, units.Count(maxPayload))
	}
	p := sim.Payload{Column: column, Min: int(least), Max: int(most)}
	if isRange {
		p.Seed = uint64(o.seed) + payloadSeed + uint64(i)
	}
	return p, nil
}

// maxPayload is the greatest row of a server (MySQL manual, "Row Size Limits").
const maxPayload = 65535

// givenTable is the table of a CREATE TABLE statement.
func (o *tableOptions) givenTable(stdin io.Reader) (sim.Config, error) {
	if len(o.indexes) > 0 {
		return sim.Config{}, usagef("--index %q: with --ddl the statement says which indexes there are", o.indexes[0])
	}
	ddl, err := readFile(o.ddl, stdin)
	if err != nil {
		return sim.Config{}, fmt.Errorf("--ddl: %w", err)
	}
	t, err := schema.Parse(string(ddl))
	if err != nil {
		return sim.Config{}, usagef("--ddl %s: %w", o.ddl, err)
	}
	ph := sim.Phase{Rows: int64(o.rows), Fill: &sim.Payload{Min: sim.DefaultPayload, Max: sim.DefaultPayload, Seed: uint64(o.seed)}}
	if ph.Keys, err = o.streams(t); err != nil {
		return sim.Config{}, err
	}
	if err := o.fillers(t, &ph); err != nil {
		return sim.Config{}, err
	}
	return sim.Config{DDL: t.DDL, Phases: []sim.Phase{ph}}, nil
}

// fillers are the payload of a given table; what names no column is for all that
// have nothing else.
func (o *tableOptions) fillers(t *schema.Table, ph *sim.Phase) error {
	bare := ""
	for i, text := range o.payload {
		p, err := o.fill(i, text)
		switch {
		case err != nil:
		case p.Column == "" && bare != "":
			err = usagef("--payload %q: %q is for all columns already; want column=%s", text, bare, text)
		case p.Column == "":
			p.Seed = uint64(o.seed)
			bare, ph.Fill = text, &p
		default:
			var c schema.Column
			c, err = columnOf(t, p.Column, "--payload", text)
			p.Column = c.Name
			ph.Payload = append(ph.Payload, p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readFile reads a file, or stdin for "-".
func readFile(path string, stdin io.Reader) ([]byte, error) {
	if path == "-" {
		return io.ReadAll(stdin)
	}
	return os.ReadFile(path)
}

// streams are the keys of a given table.
func (o *tableOptions) streams(t *schema.Table) ([]sim.Stream, error) {
	texts := o.keys
	if len(texts) == 0 {
		texts = defaultStreams(t)
	}
	var all []sim.Stream
	for i, text := range texts {
		s, err := o.stream(i, text)
		if err != nil {
			return nil, err
		}
		if s.Column == "" {
			s.Column = keyColumn(t).Name
		}
		c, err := columnOf(t, s.Column, "--keys", text)
		if err != nil {
			return nil, err
		}
		fitted := fit
		if o.ordered {
			fitted = fitAll
		}
		if s.Keys, err = fitted(s.Keys, c, text); err != nil {
			return nil, err
		}
		s.Column = c.Name
		if o.ddl == "-" && s.Keys.File == "-" {
			return nil, usagef("--keys %q: --ddl - reads standard input already", text)
		}
		all = append(all, s)
	}
	return all, nil
}

// keyColumn is the first column of the primary key that does not count by
// itself; one without a name if there is none.
func keyColumn(t *schema.Table) schema.Column {
	for _, part := range t.Indexes[0].Parts {
		if c := t.Columns[part.Column]; !c.AutoIncrement {
			return c
		}
	}
	return schema.Column{}
}

// defaultStreams feed random keys to a primary key that cannot be filled: one of
// text or binary.
func defaultStreams(t *schema.Table) []string {
	switch c := keyColumn(t); {
	case c.Collation != "":
		return textStreams(c.Length)
	case strings.HasSuffix(c.Type, "binary"):
		return []string{defaultKeys}
	}
	return nil
}

// textStreams feed random keys of the longest encoding that fits so many
// characters, 0 being any number; shorter ones are filled by type.
func textStreams(length int) []string {
	for _, e := range []struct {
		name  string
		bytes int
	}{{"hex36", 36}, {"hex32", 32}, {"ulid26", 26}, {"base64", 22}} {
		if length == 0 || length >= e.bytes {
			return []string{defaultKeys + ":encoding=" + e.name}
		}
	}
	return nil
}

// columnOf finds a column, whatever its case.
func columnOf(t *schema.Table, name, flag, text string) (schema.Column, error) {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		if strings.EqualFold(c.Name, name) {
			return c, nil
		}
		names[i] = c.Name
	}
	if name == "" {
		return schema.Column{}, usagef("%s %q: say for which column, as column=%s; table %s has %s", flag, text, text, t.Name, strings.Join(names, ", "))
	}
	return schema.Column{}, usagef("%s %q: table %s has no column %s; it has %s", flag, text, t.Name, name, strings.Join(names, ", "))
}
