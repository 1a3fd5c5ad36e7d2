package schema

// Sizes in bytes of section 2 of the specification, RF-01 (rem/rem0rec.cc,
// include/data0type.h).
const (
	headerBytes  = 5
	rowIDBytes   = 6
	trxIDBytes   = 6
	rollPtrBytes = 7
	childBytes   = 4
	// maxLocalBytes is the longest record that keeps all its columns on a page of
	// 16 KiB: one byte less than half of an empty page (section 2.4).
	maxLocalBytes = 16252/2 - 1
)

// field is a field of a record.
type field struct {
	name string
	// column is a position in Table.Columns, -1 for a field of InnoDB's own, which
	// is of length bytes.
	column, bytes int
	// prefix is the length of a prefix in characters, 0 for the whole column.
	prefix int
}

// record is the layout of the leaf records or of the node pointers of an index.
type record struct {
	fields []field
	// nullable is the number of nullable columns that the null bitmap covers.
	nullable int
}

// bitmapBytes is the length of the null bitmap, RF-02.
func (r record) bitmapBytes() int { return (r.nullable + 7) / 8 }

// records lays out the leaf records and the node pointers of an index, RF-04 and
// RF-05.
func (t *Table) records(x Index) (leaf, pointer record) {
	key := t.keyFields(x)
	if !x.Clustered {
		leaf.fields = append(key, t.missing(x)...)
		leaf.nullable = t.countNullable(leaf.fields)
		pointer.fields = append(leaf.fields[:len(leaf.fields):len(leaf.fields)], childField)
		pointer.nullable = leaf.nullable
		return leaf, pointer
	}
	leaf.fields = append(key[:len(key):len(key)],
		field{name: "DB_TRX_ID", column: -1, bytes: trxIDBytes},
		field{name: "DB_ROLL_PTR", column: -1, bytes: rollPtrBytes})
	for i, c := range t.Columns {
		if !c.Virtual && !x.covers(i) {
			leaf.fields = append(leaf.fields, field{name: c.Name, column: i})
		}
	}
	leaf.nullable = t.countNullable(leaf.fields)
	pointer.fields = append(key[:len(key):len(key)], childField)
	pointer.nullable = leaf.nullable
	return leaf, pointer
}

var childField = field{name: "child page", column: -1, bytes: childBytes}

// keyFields are the fields of the key parts; DB_ROW_ID if there are none.
func (t *Table) keyFields(x Index) []field {
	if len(x.Parts) == 0 {
		return []field{{name: "DB_ROW_ID", column: -1, bytes: rowIDBytes}}
	}
	var fields []field
	for _, p := range x.Parts {
		fields = append(fields, field{name: t.Columns[p.Column].Name, column: p.Column, prefix: p.Prefix})
	}
	return fields
}

// missing are the fields of the clustered key that a secondary index lacks; a
// column that it has only the start of counts as lacking.
func (t *Table) missing(x Index) []field {
	var fields []field
	for _, f := range t.keyFields(t.Indexes[0]) {
		if f.column < 0 || !x.covers(f.column) {
			fields = append(fields, f)
		}
	}
	return fields
}

// countNullable counts the fields of a record that may be NULL.
func (t *Table) countNullable(fields []field) int {
	n := 0
	for _, f := range fields {
		if f.column >= 0 && t.Columns[f.column].Nullable {
			n++
		}
	}
	return n
}

// span is a range of sizes in bytes.
type span struct{ min, max int }

func (s span) add(o span) span { return span{s.min + o.min, s.max + o.max} }

func (s span) union(o span) span { return span{min(s.min, o.min), max(s.max, o.max)} }

// fieldSpan is the length of a field, and that of its length bytes, over the
// values of a source.
func (t *Table) fieldSpan(f field, all []source) (data, length span) {
	if f.column < 0 {
		return span{f.bytes, f.bytes}, span{}
	}
	s, c := all[f.column], &t.Columns[f.column]
	if s.kind == fromNull {
		return span{}, span{}
	}
	data = span{c.storedBytes(s.min, f.prefix), c.storedBytes(s.max, f.prefix)}
	return data, span{c.lengthBytes(data.min), c.lengthBytes(data.max)}
}

// recordSpan is the length of a record over the values of the sources.
func (t *Table) recordSpan(r record, all []source) span {
	fixed := headerBytes + r.bitmapBytes()
	total := span{fixed, fixed}
	for _, f := range r.fields {
		data, length := t.fieldSpan(f, all)
		total = total.add(data).add(length)
	}
	return total
}
