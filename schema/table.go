package schema

import "strings"

// RowFormat is the record format of a table.
type RowFormat string

// The row formats. They differ in what they keep of an off-page column and in
// the longest key part that they allow.
const (
	Dynamic RowFormat = "dynamic"
	Compact RowFormat = "compact"
)

// Table is a table as InnoDB keeps it. Parse makes it; its zero value is of no
// use.
type Table struct {
	Name string
	// Database is the one that the statement names before the table; "" if none.
	Database string
	// DDL is the CREATE TABLE statement, without what stands around it in a dump.
	DDL       string
	RowFormat RowFormat
	// AutoIncrement is the first value of the auto_increment column.
	AutoIncrement uint64
	// MergeThreshold is that of indexes that do not say their own.
	MergeThreshold int
	// Columns are in the order of the statement.
	Columns []Column
	// Indexes has the clustered index first, the others in the order in which
	// the server creates them: unique keys before others, as sort_keys in
	// sql/sql_table.cc orders them, otherwise as in the statement.
	Indexes []Index
}

// Column is a column of a table.
type Column struct {
	Name string
	// Type is the name of the type in lower case, a row of columnTypes.
	Type string
	// Length is what the parentheses after the type say: characters of text,
	// bytes of binary, digits of decimal, bits of bit; for enum and set the
	// number of their values.
	Length int
	// Decimals is the digits after the point of a decimal, or of a second.
	Decimals int
	Unsigned bool
	// Collation is set for text.
	Collation string
	Nullable  bool
	// AutoIncrement is true for the column that counts rows.
	AutoIncrement bool
	Default       Default
	// CRC32Of names the column of which this one is generated as crc32(column);
	// empty if it is not generated. Virtual is true if only indexes store it.
	CRC32Of string
	Virtual bool

	kind    *columnType
	charset *charset
	order   *collation
}

// Default is the value of a column that a row does not give.
type Default struct {
	Kind DefaultKind
	// Text is the value of a Literal.
	Text string
	// assumed says that DefaultToZero gave it, not the statement.
	assumed bool
}

// DefaultKind is the kind of a default value.
type DefaultKind uint8

// The kinds of default.
const (
	// NoDefault is none: NULL for a nullable column, an error for others.
	NoDefault DefaultKind = iota
	// Null is DEFAULT NULL.
	Null
	// Literal is a value.
	Literal
	// Now is CURRENT_TIMESTAMP: the time of the row on a virtual clock.
	Now
	// Expression is any other expression, which is not modelled: the column has
	// to be fed. Text is the expression.
	Expression
)

// Index is an index of a table.
type Index struct {
	Name      string
	Clustered bool
	Unique    bool
	// Parts are the key parts; none if rows are clustered by DB_ROW_ID.
	Parts []Part
	// MergeThreshold is the percentage of a page, 1 to 50, from the COMMENT of
	// the index or of the table.
	MergeThreshold int
}

// Part is a key part: a column, or the start of one.
type Part struct {
	// Column is a position in Table.Columns.
	Column int
	// Prefix is the length of the prefix in characters (bytes of binary), 0 for
	// the whole column.
	Prefix int
	// Desc is true for a part in descending order.
	Desc bool
}

// column returns the position of a column, -1 if there is none of that name.
// Names of columns do not mind their case.
func (t *Table) column(name string) int {
	for i := range t.Columns {
		if equalNames(t.Columns[i].Name, name) {
			return i
		}
	}
	return -1
}

// hasNullable reports whether a key part of the index may be NULL.
func (t *Table) hasNullable(x Index) bool {
	for _, p := range x.Parts {
		if t.Columns[p.Column].Nullable {
			return true
		}
	}
	return false
}

// hasPrefix reports whether a key part is only the start of its column.
func hasPrefix(x Index) bool {
	for _, p := range x.Parts {
		if p.Prefix > 0 {
			return true
		}
	}
	return false
}

// covers reports whether the index has the whole of a column among its parts.
func (x Index) covers(column int) bool {
	for _, p := range x.Parts {
		if p.Column == column && p.Prefix == 0 {
			return true
		}
	}
	return false
}

// equalNames compares the names of columns, which do not mind their case.
func equalNames(a, b string) bool { return strings.EqualFold(a, b) }
