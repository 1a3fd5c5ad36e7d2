package sim

import (
	"fmt"
	"slices"

	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/schema"
)

// fillSeed is where the seeds of the streams begin that fill columns: far from
// those that people give to their keys.
const fillSeed = 1 << 32

// clockRate is the rows a second at which the virtual clock of a table runs, from
// which DEFAULT CURRENT_TIMESTAMP reads, RF-11; that of the key streams by default.
const clockRate = 1000

// fillUnfed adds to a phase a stream or a payload for each column that has no
// value: keys where they must not repeat, a counter in a primary key, random
// integers as wide as the column, filler of the length that the phase asks for, as
// far as it fits, a zero or the time in what is left.
func fillUnfed(ph *Phase, table *schema.Table, in schema.Input) error {
	if ph.Fill == nil {
		return nil
	}
	for i, u := range table.Unfed(in) {
		if ph.Op == opReplace && slices.Contains(identity(table), u.Column) {
			continue // a new row has that of the old one
		}
		seed := fillSeed*(1+ph.Fill.Seed) + uint64(i)
		generator, encoding, params := fillKeys(u)
		switch {
		case generator != "":
			spec, err := keygen.New(generator, encoding, params)
			if err != nil {
				return err
			}
			ph.Keys = append(ph.Keys, Stream{Column: u.Column, Keys: spec, Seed: seed})
		case u.Filler > 0:
			ph.Payload = append(ph.Payload, ph.Fill.of(u.Filler, u.Column, seed))
		default:
			table.DefaultToZero(u.Column)
		}
	}
	return nil
}

// Widths below which random values of a unique column would repeat.
const (
	uniqueBits  = 60
	hex36Bytes  = 36
	base64Bytes = 22
)

// fillKeys chooses the keys that fill a column: random integers of its width; for
// what has to be unique or is in an index random UUIDs as text, or counted integers in a primary key
// and where random ones would repeat. No generator means filler.
func fillKeys(u schema.Unfed) (generator, encoding string, params map[string]int64) {
	switch {
	case u.Bits > 0 && u.Unique && (u.Primary || u.Bits < uniqueBits):
		return "autoinc", "", nil
	case u.Bits > 0:
		return "randint", "", map[string]int64{"shift": int64(64 - u.Bits)}
	case (u.Unique || u.Indexed) && u.Filler >= hex36Bytes:
		return "uuidv4", "hex36", nil
	case (u.Unique || u.Indexed) && u.Filler >= base64Bytes:
		return "uuidv4", "base64", nil
	case u.Unique && u.Filler > 0:
		return "autoinc", "", nil
	}
	return "", "", nil
}

// checkCounters refuses columns that count and cannot count the rows of the phase.
func (f *feed) checkCounters() error {
	ph, table := f.phase, f.table
	if ph.Op != "" && ph.Op != "insert" {
		return nil
	}
	for i := range table.Columns {
		c := &table.Columns[i]
		first, counts := uint64(1), false
		fed := f.stream(c.Name)
		switch {
		case fed >= 0:
			counts = ph.Keys[fed].Keys.Generator == "autoinc" && ph.Keys[fed].Keys.EncodingName() == "int"
		case c.AutoIncrement:
			first, counts = table.AutoIncrement, true
		}
		if counts && first-1+uint64(ph.Rows) > c.CountsTo() {
			return fmt.Errorf("column %s counts from %d and can count to %d only, but %d rows are asked for", c.Name, first, c.CountsTo(), ph.Rows)
		}
	}
	return nil
}

// of is the filler of one column, cut to the longest that fits.
func (p Payload) of(longest int, column string, seed uint64) Payload {
	p.Column, p.Min, p.Max, p.Seed = column, min(p.Min, longest), min(p.Max, longest), 0
	if p.Min < p.Max {
		p.Seed = seed
	}
	return p
}
