package schema

import (
	"math"
	"math/bits"
)

// Unfed is a column that has no value of its own: no stream, no payload, no
// counter and no default.
type Unfed struct {
	Column string
	// Bits is the width of the integers that fit the column; 0 if it takes none.
	Bits int
	// Filler is the longest payload that fits the column; 0 if it takes none. A
	// column that takes neither has a type of fixed size: see DefaultToZero.
	Filler int
	// Unique is true for the one column of each unique key that has to tell its
	// rows apart; there is none if one of them counts by itself.
	Unique bool
	// Primary is true for a column of the primary key, Indexed for one of any key.
	Primary, Indexed bool
}

// Unfed lists the columns that an input leaves without a value, in the order of
// the table.
func (t *Table) Unfed(in Input) []Unfed {
	var all []Unfed
	at := make([]int, len(t.Columns)) // the place in all, counted from 1
	for i := range t.Columns {
		c := &t.Columns[i]
		if c.AutoIncrement || c.CRC32Of != "" || c.Default.Kind == Literal || c.Default.Kind == Now || in.feeds(c.Name) {
			continue
		}
		u := Unfed{Column: c.Name, Bits: c.bits()}
		switch c.kind.family {
		case text, octets, document:
			u.Filler = c.maxCharacters()
		}
		all = append(all, u)
		at[i] = len(all)
	}
	for _, x := range t.Indexes {
		t.chooseUnique(x, all, at)
	}
	return all
}

// bits is the width of the integers that fit a column; 0 if it takes none.
func (c *Column) bits() int {
	switch {
	case c.kind.family == decimal:
		return decimalBits(c.Length - c.Decimals)
	case c.kind.family != integer:
		return 0
	case c.Unsigned:
		return 8 * c.maxBytes()
	}
	return 8*c.maxBytes() - 1
}

// chooseUnique chooses the column that tells the rows of a unique key apart: the
// first that is wide enough for many, or else the widest.
func (t *Table) chooseUnique(x Index, all []Unfed, at []int) {
	const wide = 31 // a signed int
	var chosen *Unfed
	for _, p := range x.Parts {
		if t.Columns[p.Column].AutoIncrement {
			return
		}
		if at[p.Column] == 0 {
			continue
		}
		u := &all[at[p.Column]-1]
		u.Primary = u.Primary || x.Clustered
		u.Indexed = true
		if chosen == nil || chosen.width() < min(wide, u.width()) {
			chosen = u
		}
	}
	if chosen != nil && (x.Unique || x.Clustered) {
		chosen.Unique = true
	}
}

// width is how many bits of difference a column can hold.
func (u Unfed) width() int { return max(u.Bits, 8*u.Filler) }

// CountsTo is the greatest integer that a column takes, as such or in decimal.
func (c *Column) CountsTo() uint64 {
	digits := c.maxCharacters()
	switch c.kind.family {
	case integer:
		return 1<<c.bits() - 1
	case decimal:
		digits = c.Length - c.Decimals
	case document, opaque:
		return math.MaxUint64
	}
	return powerOfTen(digits) - 1
}

// decimalBits is the width of the integers of at most so many decimal digits.
func decimalBits(digits int) int {
	return bits.Len64(powerOfTen(digits)) - 1
}

// powerOfTen is 10 to the power of digits, of at most as many as fit 63 bits.
func powerOfTen(digits int) uint64 {
	power := uint64(1)
	for range min(digits, 18) {
		power *= 10
	}
	return power
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
	c.Default = Default{Kind: Literal, Text: "0", assumed: true}
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
