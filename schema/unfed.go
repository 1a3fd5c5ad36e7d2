package schema

import "math/bits"

// Unfed is a column that has no value of its own: no stream, no payload, no
// counter and no default.
type Unfed struct {
	Column string
	// Bits is the width of the integers that fit the column; 0 if it takes none.
	Bits int
	// Filler is the longest payload that fits the column; 0 if it takes none.
	Filler int
}

// Unfed lists the columns that an input leaves without a value, in the order of
// the table. Those that take neither integers nor filler (dates, floats, enums
// ...) get the zero value of their type, or the row's time on the virtual clock
// if the type is datetime or timestamp: their size does not depend on it.
func (t *Table) Unfed(in Input) []Unfed {
	var all []Unfed
	for i := range t.Columns {
		c := &t.Columns[i]
		if c.AutoIncrement || c.CRC32Of != "" || c.Default.Kind == Literal || c.Default.Kind == Now || in.feeds(c.Name) {
			continue
		}
		u := Unfed{Column: c.Name}
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
		default:
			c.setZero()
		}
		if u.Bits > 0 || u.Filler > 0 {
			all = append(all, u)
		}
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

// setZero gives a column the default that it does not declare.
func (c *Column) setZero() {
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
