package schema

import "math/bits"

// Unfed is a column that has no value of its own: no stream, no payload, no
// counter and no default.
type Unfed struct {
	Column string
	// Bits is the width of the integers that fit the column; 0 if it takes none.
	Bits int
	// Filler is the longest payload that fits the column; 0 if it takes none. A
	// column that takes neither has a type of fixed size: see DefaultToZero.
	Filler int
	// Unique is true if the column is a part of a unique key.
	Unique bool
}

// Unfed lists the columns that an input leaves without a value, in the order of
// the table.
func (t *Table) Unfed(in Input) []Unfed {
	var all []Unfed
	for i := range t.Columns {
		c := &t.Columns[i]
		if c.AutoIncrement || c.CRC32Of != "" || c.Default.Kind == Literal || c.Default.Kind == Now || in.feeds(c.Name) {
			continue
		}
		u := Unfed{Column: c.Name, Unique: t.inUnique(i)}
		switch c.kind.family {
		case integer:
			u.Bits = 8 * c.maxBytes()
			if !c.Unsigned {
				u.Bits--
			}
		case decimal:
			u.Bits = decimalBits(c.Length - c.Decimals)
		case text, octets, document:
			u.Filler = c.maxCharacters()
		}
		all = append(all, u)
	}
	return all
}

// decimalBits is the width of the integers of at most so many decimal digits.
func decimalBits(digits int) int {
	limit := uint64(1)
	for range min(digits, 18) {
		limit *= 10
	}
	return bits.Len64(limit) - 1
}

// DefaultToZero gives a column that takes neither integers nor filler (a date, a
// float, an enum ...) the default that it does not declare: the row's time on the
// virtual clock if it is a datetime or timestamp, else zero. Its size does not
// depend on it.
func (t *Table) DefaultToZero(column string) {
	i := t.column(column)
	if i < 0 {
		return
	}
	c := &t.Columns[i]
	c.Default = Default{Kind: Literal, Text: "0"}
	if c.Type == "datetime" || c.Type == "timestamp" {
		c.Default = Default{Kind: Now}
	}
}

// feeds reports whether an input names a column.
func (in Input) feeds(column string) bool {
	for _, k := range in.Keys {
		if equalNames(k.Column, column) {
			return true
		}
	}
	for name := range in.Payload {
		if equalNames(name, column) {
			return true
		}
	}
	return false
}

// inUnique reports whether a column is a part of a unique key.
func (t *Table) inUnique(column int) bool {
	for _, x := range t.Indexes {
		for _, p := range x.Parts {
			if p.Column == column && (x.Unique || x.Clustered) {
				return true
			}
		}
	}
	return false
}
