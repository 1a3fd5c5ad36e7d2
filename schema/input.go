package schema

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/pagesim/pagesim"
)

// Input says what feeds each column of the rows of one insert phase. A column
// that nothing feeds counts (auto_increment), is computed (crc32), or takes its
// default.
type Input struct {
	// Keys are the key streams, in the order in which Encode gets their values.
	Keys []Key
	// Payload maps columns to the length of their filler.
	Payload map[string]Length
	// Skip is the number of rows of the payload streams that are passed over.
	Skip uint64
	// RowsPerSecond is the pace of the virtual clock that CURRENT_TIMESTAMP
	// reads; it starts at 2026-01-01 00:00:00 UTC. At 0 it stands still.
	RowsPerSecond float64
	// Rewrites, if positive, is the number of the phase, counted from 1, whose
	// rows this one changes: it shares that phase's counters. Such a phase never
	// begins; EncodeAt makes its rows.
	Rewrites int
}

// Key is a key stream: the column that it feeds and the format of its values.
type Key struct {
	Column string
	Format pagesim.Format
}

// Length is the number of characters 'x' (bytes of binary, stored bytes of json)
// that a payload column gets: Min if Max is no greater, otherwise
// Min + next() % (Max-Min+1) of a SplitMix64 that starts at Seed, one draw a row.
type Length struct {
	Min, Max int
	Seed     uint64
	// Filler is the character, 0 for 'x'. It matters where the column is indexed.
	Filler byte
}

func (n Length) filler() byte {
	if n.Filler == 0 {
		return 'x'
	}
	return n.Filler
}

// sourceKind says where the values of a column come from.
type sourceKind uint8

const (
	fromNull sourceKind = iota
	fromDefault
	fromKey
	fromPayload
	fromCounter
	fromClock
	fromCRC32
)

// source is where the values of one column come from in one phase.
type source struct {
	kind   sourceKind
	key    int
	format pagesim.Format
	length Length
	// min and max are the shortest and the longest value, in bytes.
	min, max int
}

// constant reports whether all rows of the phase have the same value.
func (s source) constant() bool { return s.kind == fromNull || s.kind == fromDefault }

// sources finds the source of each column of the table.
func (t *Table) sources(in Input) ([]source, error) {
	all := make([]source, len(t.Columns))
	fed := make([]bool, len(t.Columns))
	for i, k := range in.Keys {
		at, err := t.feed(k.Column, fed)
		if err != nil {
			return nil, err
		}
		if all[at], err = keySource(&t.Columns[at], i, k.Format); err != nil {
			return nil, fmt.Errorf("column %s: %w", k.Column, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(in.Payload)) {
		at, err := t.feed(name, fed)
		if err != nil {
			return nil, err
		}
		if all[at], err = payloadSource(&t.Columns[at], in.Payload[name]); err != nil {
			return nil, fmt.Errorf("column %s: %w", name, err)
		}
	}
	for i := range t.Columns {
		if fed[i] {
			continue
		}
		var err error
		if all[i], err = t.unfedSource(i, in, all); err != nil {
			return nil, fmt.Errorf("column %s %w", t.Columns[i].Name, err)
		}
	}
	return all, nil
}

// feed marks a column as fed and returns its position.
func (t *Table) feed(name string, fed []bool) (int, error) {
	at := t.column(name)
	switch {
	case at < 0:
		return 0, fmt.Errorf("column %s is fed, but table %s does not have it", name, t.Name)
	case fed[at]:
		return 0, fmt.Errorf("column %s is fed twice", name)
	case t.Columns[at].CRC32Of != "":
		return 0, fmt.Errorf("column %s is generated: it takes neither keys nor payload", name)
	}
	fed[at] = true
	return at, nil
}

// maxIntDigits is the digits of the greatest integer of 8 and of 16 bytes.
const (
	maxIntDigits  = 20
	maxWideDigits = 39
)

// keySource checks that values of a format can feed a column.
func keySource(c *Column, key int, f pagesim.Format) (source, error) {
	s := source{kind: fromKey, key: key, format: f, max: f.Bytes}
	switch family := c.kind.family; {
	case family == opaque || family == document:
		return s, fmt.Errorf("type %s cannot be fed by keys: only integer, decimal, text and binary types can", c.declared())
	case f.Kind == pagesim.Binary && family != octets:
		return s, fmt.Errorf("binary keys cannot feed %s: encode them as text or integers", c.declared())
	case f.Kind == pagesim.Int && f.Bytes != 8 && f.Bytes != 16:
		return s, fmt.Errorf("integer keys of %d bytes, want 8 or 16", f.Bytes)
	case family == integer || family == decimal:
		s.min, s.max = c.maxBytes(), c.maxBytes()
		return s, nil
	}
	switch {
	case f.Kind == pagesim.Text && f.Fixed && c.kind.family == octets && c.takesHex(f.Bytes):
		s.min, s.max = c.Length, c.Length
	case f.Kind == pagesim.Int:
		s.min, s.max = 1, maxIntDigits
		if f.Bytes == 16 {
			s.max = maxWideDigits
		}
	case f.Fixed:
		s.min = f.Bytes
	}
	if limit := c.maxCharacters(); s.min > limit {
		return s, tooLong(c, s.min)
	} else if s.max > limit {
		s.max = limit
	}
	return s, nil
}

// tooLong is the error for a value of n characters.
func tooLong(c *Column, n int) error {
	err := fmt.Errorf("a value of %d characters is too long for %s", n, c.declared())
	if c.kind.family == octets && c.kind.layout != long {
		err = fmt.Errorf("%w: it takes as many bytes, or their %d hex digits", err, 2*c.Length)
	}
	return err
}

func payloadSource(c *Column, n Length) (source, error) {
	n.Max = max(n.Min, n.Max)
	s := source{kind: fromPayload, length: n, min: n.Min, max: n.Max}
	switch c.kind.family {
	case text, octets, document:
	default:
		return s, fmt.Errorf("type %s takes no payload: only text, binary and json do", c.declared())
	}
	if n.Min < 0 {
		return s, fmt.Errorf("payload of %d characters, at least 0", n.Min)
	}
	if n.Max > c.maxCharacters() {
		return s, tooLong(c, n.Max)
	}
	return s, nil
}

// unfedSource is the source of a column that no stream feeds.
func (t *Table) unfedSource(i int, in Input, all []source) (source, error) {
	c := &t.Columns[i]
	width := c.maxBytes()
	switch {
	case c.Default.Kind == Expression:
		return source{}, fmt.Errorf("has default %s, which is not modelled: give it a key stream or a payload", c.Default.Text)
	case c.AutoIncrement:
		return source{kind: fromCounter, min: width, max: width}, nil
	case c.CRC32Of != "":
		if all[t.column(c.CRC32Of)].kind != fromNull {
			return source{kind: fromCRC32, min: width, max: width}, nil
		}
		return nullSource(c)
	case c.Default.Kind == Now && in.RowsPerSecond > 0:
		return source{kind: fromClock, min: width, max: width}, nil
	case c.Default.Kind == Literal:
		n := len(c.Default.Text)
		return source{kind: fromDefault, min: n, max: n}, nil
	case c.Default.Kind == Now || c.Type == "enum" && !c.Nullable:
		return source{kind: fromDefault}, nil
	}
	return nullSource(c)
}

func nullSource(c *Column) (source, error) {
	if !c.Nullable {
		return source{}, errors.New("has no value: give it a key stream, a payload or a default")
	}
	return source{kind: fromNull}, nil
}
