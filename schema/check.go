package schema

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pagesim/pagesim"
)

// What the server allows: sql/unireg.h, sql/sql_const.h and ha_innodb.h.
const (
	maxColumns      = 1017
	maxIndexes      = 64 // secondary ones
	maxKeyParts     = 16
	maxKeyBytes     = 3072
	maxKeyBytesOld  = 767 // COMPACT
	maxRowBytes     = 65535
	maxVarcharBytes = 65535
	maxCharLength   = 255
)

// resolve finds the column's type, character set and collation and checks what
// was declared of them.
func (c *Column) resolve(tableCharset, tableCollation string) error {
	if err := c.resolveText(tableCharset, tableCollation); err != nil {
		return err
	}
	kind, err := typeNamed(c.Type)
	if err != nil {
		return err
	}
	c.kind = kind
	if c.kind.family != text {
		c.charset, c.Collation = nil, ""
	}
	c.defaultLength()
	return c.checkLength()
}

// resolveText settles character set and collation: the column's own collation,
// its character set's default, or the table's. Text of the character set binary
// is of a binary type.
func (c *Column) resolveText(tableCharset, tableCollation string) error {
	if !strings.HasSuffix(c.Type, "char") && !strings.HasSuffix(c.Type, "text") {
		return nil
	}
	name, order := tableCharset, tableCollation
	switch {
	case c.charset != nil:
		name, order = c.charset.name, ""
	case c.Collation != "" && c.Collation != "_bin":
		name, _, _ = strings.Cut(c.Collation, "_")
	}
	set, err := charsetNamed(name)
	if err != nil {
		return err
	}
	if set.name == "binary" {
		c.Type = strings.NewReplacer("char", "binary", "text", "blob").Replace(c.Type)
		return nil
	}
	order = cmp.Or(c.Collation, order, set.collation)
	if order == "_bin" {
		order = set.name + order
	}
	c.charset = set
	if c.order, err = collationNamed(order); err != nil {
		return err
	}
	c.Collation = c.order.name
	if c.order.charset != set.name {
		return fmt.Errorf("collation %s is not one of character set %s", c.Collation, set.name)
	}
	return nil
}

// defaultLength fills in a length that the statement leaves out, and picks the
// smallest TEXT or BLOB that holds a given one.
func (c *Column) defaultLength() {
	switch c.Type {
	case "decimal":
		if c.Length == 0 {
			c.Length = 10
		}
	case "char", "binary", "bit":
		c.Length = max(c.Length, 1)
	case "varchar", "varbinary", "enum", "set":
	case "text", "blob":
		bytes := c.Length
		if c.charset != nil {
			bytes *= c.charset.maxBytes
		}
		for _, prefix := range []string{"tiny", "", "medium", "long"} {
			kind, err := typeNamed(prefix + strings.TrimPrefix(c.Type, prefix))
			if err == nil && c.Length > 0 && bytes <= kind.bytes(c) {
				c.Type, c.kind = kind.name, kind
				break
			}
		}
		c.Length = 0
	default:
		c.Length = 0
	}
}

func (c *Column) checkLength() error {
	switch limit := maxCharLength; {
	case c.Type == "char" || c.Type == "binary":
		if c.Length > limit {
			return fmt.Errorf("%s is too long, at most %d: use var%s", c.declared(), limit, c.Type)
		}
	case c.kind.layout == variable && c.maxBytes() > maxVarcharBytes:
		return fmt.Errorf("%s may take %d bytes, at most %d: use text or blob", c.declared(), c.maxBytes(), maxVarcharBytes)
	case c.kind.family == decimal && (c.Length > 65 || c.Decimals > 30 || c.Decimals > c.Length):
		return fmt.Errorf("%s has too many digits, at most decimal(65,30)", c.declared())
	case c.kind.layout == exact && c.Type != "enum" && c.Type != "decimal" && c.maxBytes() > maxCharLength:
		return fmt.Errorf("%s is too long", c.declared())
	}
	return nil
}

// checkColumns checks what concerns the columns together.
func (p *reader) checkColumns(t *Table) error {
	if len(t.Columns) == 0 || len(t.Columns) > maxColumns {
		return p.where.top("%d columns, between 1 and %d are allowed", len(t.Columns), maxColumns)
	}
	row, nullable := 0, 0
	for i := range t.Columns {
		c := &t.Columns[i]
		if err := t.checkColumn(c); err != nil {
			return p.where.name(c.Name, "column %s: %w", c.Name, err)
		}
		row += c.rowBytes()
		if c.Nullable {
			nullable++
		}
	}
	if row += (nullable + 7) / 8; row > maxRowBytes {
		return p.where.top("the columns declare rows of %d bytes, at most %d: use text or blob", row, maxRowBytes)
	}
	return nil
}

func (t *Table) checkColumn(c *Column) error {
	if c.AutoIncrement && (c.kind.family != integer || c.Default.Kind != NoDefault) {
		return errors.New("auto_increment is for an integer column without default")
	}
	if c.Default.Kind == Null && !c.Nullable {
		return errors.New("default NULL for a column that is NOT NULL")
	}
	if c.Default.Kind == Now && c.Type != "timestamp" && c.Type != "datetime" {
		return errors.New("CURRENT_TIMESTAMP is a default of timestamp and datetime only")
	}
	if c.Default.Kind == Literal {
		if err := new(cell).store(c, pagesim.Binary, []byte(c.Default.Text)); err != nil {
			return fmt.Errorf("default: %w", err)
		}
	}
	if c.CRC32Of == "" {
		return nil
	}
	from := t.column(c.CRC32Of)
	if from < 0 {
		return fmt.Errorf("crc32 of column %s, which the table does not have", c.CRC32Of)
	}
	source := &t.Columns[from]
	if source.CRC32Of != "" || source.kind.family != text && source.kind.family != octets {
		return fmt.Errorf("crc32 of column %s is not modelled: only of text and binary columns that are not generated", c.CRC32Of)
	}
	if c.kind.family != integer {
		return fmt.Errorf("crc32 in a column of type %s is not modelled: use int unsigned", c.declared())
	}
	return nil
}

// rowBytes is what the column takes of the server's row limit: text and blobs
// only a pointer and a length.
func (c *Column) rowBytes() int {
	n := c.maxBytes()
	switch {
	case c.Virtual:
		return 0
	case c.kind.layout == long:
		return 8 + bytesFor(n)
	case c.kind.layout == variable:
		return n + min(bytesFor(n), 2)
	}
	return n
}

// bytesFor is the number of bytes of a length of up to n.
func bytesFor(n int) int {
	size := 1
	for ; n > 255; n >>= 8 {
		size++
	}
	return size
}

// arrange checks the indexes, puts them in the server's order and finds the
// clustered one, RF-08.
func (p *reader) arrange(t *Table) error {
	nameIndexes(t, p.keys)
	for i := range p.keys {
		if err := t.checkIndex(&p.keys[i]); err != nil {
			return p.where.option(p.keys[i].Name, err.Error())
		}
	}
	slices.SortStableFunc(p.keys, func(a, b Index) int { return cmp.Compare(t.rank(a), t.rank(b)) })
	switch {
	case len(p.keys) > 1 && p.keys[1].Clustered:
		return p.where.top("more than one primary key")
	case len(p.keys) == 0 || t.rank(p.keys[0]) > 1:
		rowID := Index{Name: "GEN_CLUST_INDEX", Clustered: true, MergeThreshold: p.threshold}
		p.keys = slices.Insert(p.keys, 0, rowID)
	}
	p.keys[0].Clustered = true
	t.Indexes = p.keys
	if n := len(t.Indexes) - 1; n > maxIndexes {
		return p.where.top("%d secondary indexes, at most %d", n, maxIndexes)
	}
	return p.checkAutoIncrement(t)
}

// rank is the place of an index in the server's order of creation (sort_keys):
// the primary key, unique keys that can serve as one, other unique keys, others.
func (t *Table) rank(x Index) int {
	virtual := slices.ContainsFunc(x.Parts, func(p Part) bool { return t.Columns[p.Column].Virtual })
	switch {
	case x.Clustered:
		return 0
	case !x.Unique:
		return 4
	case t.hasNullable(x):
		return 3
	case hasPrefix(x) || virtual:
		return 2
	}
	return 1
}

// checkIndex checks an index against the server's limits.
func (t *Table) checkIndex(x *Index) error {
	if len(x.Parts) > maxKeyParts {
		return fmt.Errorf("index %s has %d key parts, at most %d", x.Name, len(x.Parts), maxKeyParts)
	}
	limit, total := maxKeyBytes, 0
	if t.RowFormat == Compact {
		limit = maxKeyBytesOld
	}
	for i := range x.Parts {
		n, err := t.checkPart(x, &x.Parts[i])
		if err != nil {
			return err
		}
		if n > limit {
			return fmt.Errorf("index %s: key of %d bytes, at most %d for row format %s", x.Name, n, limit, t.RowFormat)
		}
		if total += n; total > maxKeyBytes {
			return fmt.Errorf("index %s: key of %d bytes, at most %d in all its parts", x.Name, total, maxKeyBytes)
		}
	}
	return nil
}

// checkPart checks a key part and returns the most bytes it may take.
func (t *Table) checkPart(x *Index, p *Part) (int, error) {
	c := &t.Columns[p.Column]
	switch {
	case x.Clustered && c.Virtual:
		return 0, fmt.Errorf("primary key on virtual column %s", c.Name)
	case c.kind.family == document:
		return 0, fmt.Errorf("index on column %s of type %s", c.Name, c.Type)
	case p.Prefix > 0 && c.kind.family != text && c.kind.family != octets:
		return 0, fmt.Errorf("column %s of type %s cannot be indexed by a prefix", c.Name, c.declared())
	case p.Prefix > c.maxCharacters() && c.kind.layout != long:
		return 0, fmt.Errorf("prefix of %d is longer than column %s %s", p.Prefix, c.Name, c.declared())
	case p.Prefix == 0 && c.kind.layout == long:
		return 0, fmt.Errorf("column %s of type %s needs the length of a prefix, as %s(100)", c.Name, c.Type, c.Name)
	}
	if x.Clustered {
		c.Nullable = false
	}
	if p.Prefix == c.maxCharacters() && c.kind.layout != long {
		p.Prefix = 0
	}
	if p.Prefix == 0 {
		return c.maxBytes(), nil
	}
	if c.charset != nil {
		return p.Prefix * c.charset.maxBytes, nil
	}
	return p.Prefix, nil
}

// nameIndexes names the primary key, and each nameless index after its first
// column.
func nameIndexes(t *Table, keys []Index) {
	for i := range keys {
		switch {
		case keys[i].Clustered:
			keys[i].Name = "PRIMARY"
		case keys[i].Name == "":
			base := t.Columns[keys[i].Parts[0].Column].Name
			name := base
			for n := 2; named(keys, name) || named(t.Indexes, name); n++ {
				name = fmt.Sprintf("%s_%d", base, n)
			}
			keys[i].Name = name
		}
	}
}

func named(keys []Index, name string) bool {
	return slices.ContainsFunc(keys, func(x Index) bool { return strings.EqualFold(x.Name, name) })
}

// checkAutoIncrement demands what the server does: one such column, first in an
// index.
func (p *reader) checkAutoIncrement(t *Table) error {
	count := 0
	for i := range t.Columns {
		if !t.Columns[i].AutoIncrement {
			continue
		}
		count++
		first := slices.ContainsFunc(t.Indexes, func(x Index) bool { return len(x.Parts) > 0 && x.Parts[0].Column == i })
		if !first || count > 1 {
			return p.where.name(t.Columns[i].Name, "column %s: a table has one auto_increment column, and it comes first in an index", t.Columns[i].Name)
		}
	}
	return nil
}
