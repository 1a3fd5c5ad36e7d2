package schema

import "fmt"

// family says which values a column takes and how they compare.
type family uint8

const (
	// integer takes integers, given as such or as decimal text.
	integer family = iota
	// decimal takes integers and decimal text.
	decimal
	// text takes text, and integers as decimal text.
	text
	// octets takes any bytes, and integers as decimal text.
	octets
	// document takes filler only.
	document
	// opaque takes its default only.
	opaque
)

// layout says how a value lies in a record.
type layout uint8

const (
	// exact has always the same length and no length bytes.
	exact layout = iota
	// padded is CHAR: exact in a character set of one byte a character, else
	// padded to as many bytes as characters, with length bytes.
	padded
	// variable has length bytes by its declared maximum.
	variable
	// long is variable and counts as longer than 255 bytes whatever it declares.
	long
)

// columnType is one type of column.
type columnType struct {
	name   string
	family family
	layout layout
	// bytes is the stored length, for layouts other than exact the greatest.
	bytes func(c *Column) int
}

// columnTypes is all types, with the sizes of section 2.3 of the specification,
// RF-07.
var columnTypes = []columnType{
	{"tinyint", integer, exact, always(1)},
	{"smallint", integer, exact, always(2)},
	{"mediumint", integer, exact, always(3)},
	{"int", integer, exact, always(4)},
	{"bigint", integer, exact, always(8)},
	{"decimal", decimal, exact, decimalBytes},
	{"float", opaque, exact, always(4)},
	{"double", opaque, exact, always(8)},
	{"date", opaque, exact, always(3)},
	{"time", opaque, exact, withFraction(3)},
	{"datetime", opaque, exact, withFraction(5)},
	{"timestamp", opaque, exact, withFraction(4)},
	{"year", opaque, exact, always(1)},
	{"bit", opaque, exact, func(c *Column) int { return (c.Length + 7) / 8 }},
	{"enum", opaque, exact, enumBytes},
	{"set", opaque, exact, setBytes},
	{"char", text, padded, characters},
	{"varchar", text, variable, characters},
	{"tinytext", text, long, always(1<<8 - 1)},
	{"text", text, long, always(1<<16 - 1)},
	{"mediumtext", text, long, always(1<<24 - 1)},
	{"longtext", text, long, always(1<<32 - 1)},
	{"binary", octets, exact, func(c *Column) int { return c.Length }},
	{"varbinary", octets, variable, func(c *Column) int { return c.Length }},
	{"tinyblob", octets, long, always(1<<8 - 1)},
	{"blob", octets, long, always(1<<16 - 1)},
	{"mediumblob", octets, long, always(1<<24 - 1)},
	{"longblob", octets, long, always(1<<32 - 1)},
	{"json", document, long, always(1<<32 - 1)},
}

// typeNamed finds a row of columnTypes.
func typeNamed(name string) (*columnType, error) {
	for i := range columnTypes {
		if columnTypes[i].name == name {
			return &columnTypes[i], nil
		}
	}
	return nil, fmt.Errorf("type %s is not modelled", name)
}

// Types returns the names of the column types that are modelled.
func Types() []string {
	names := make([]string, len(columnTypes))
	for i, t := range columnTypes {
		names[i] = t.name
	}
	return names
}

func always(n int) func(*Column) int { return func(*Column) int { return n } }

// withFraction adds the bytes of the fraction of a second: two digits a byte.
func withFraction(n int) func(*Column) int {
	return func(c *Column) int { return n + (c.Decimals+1)/2 }
}

func characters(c *Column) int { return c.Length * c.charset.maxBytes }

func enumBytes(c *Column) int {
	if c.Length < 256 {
		return 1
	}
	return 2
}

// setBytes is a bit a value, in 1, 2, 3, 4 or 8 bytes.
func setBytes(c *Column) int {
	if n := (c.Length + 7) / 8; n <= 4 {
		return n
	}
	return 8
}

// maxBytes is the greatest length of a value in bytes.
func (c *Column) maxBytes() int { return c.kind.bytes(c) }

// fixed reports whether the column needs no length bytes, RF-06. (InnoDB also treats a
// fixed column of more than 768 bytes as variable; no type above can be so long.)
func (c *Column) fixed() bool {
	return c.kind.layout == exact || c.kind.layout == padded && c.charset.maxBytes == 1
}

// lengthBytes is the number of length bytes of a value of n bytes, RF-03.
func (c *Column) lengthBytes(n int) int {
	switch {
	case c.fixed():
		return 0
	case n < 128 || c.kind.layout != long && c.maxBytes() <= 255:
		return 1
	}
	return 2
}

// storedBytes is the length in a record of a value of n bytes of ASCII, or of
// its first prefix characters; length bytes not counted.
func (c *Column) storedBytes(n, prefix int) int {
	switch c.kind.layout {
	case exact:
		n = c.maxBytes()
	case padded:
		n = c.Length
	}
	if prefix > 0 {
		n = min(n, prefix)
	}
	return n
}

// maxCharacters is how many characters (bytes of binary) fit the column.
func (c *Column) maxCharacters() int {
	switch c.kind.layout {
	case long:
		return c.maxBytes()
	default:
		return c.Length
	}
}

// declared is the column as an error names it, such as "varchar(36)".
func (c *Column) declared() string {
	switch {
	case c.kind.family == decimal:
		return fmt.Sprintf("%s(%d,%d)", c.Type, c.Length, c.Decimals)
	case c.kind.layout == long || c.kind.family == integer || c.kind.family == opaque:
		if c.Unsigned {
			return c.Type + " unsigned"
		}
		return c.Type
	}
	return fmt.Sprintf("%s(%d)", c.Type, c.Length)
}
