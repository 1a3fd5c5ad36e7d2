package schema

import "fmt"

// keyPart is where a key part lies in the comparable key of its index.
type keyPart struct {
	column, prefix int
	desc           bool
	// cell is the position of the value in Encoder.cells.
	cell int
	// offset is where the part starts, width its length; marker says that its
	// first byte is 1, or 0 for NULL.
	offset, width int
	marker        bool
	// counted is the number of bytes of the value's length at the end of the
	// part: bytes of varying length that end in zero bytes need it.
	counted int
	// order is the collation of text, nil for bytes that compare as they are.
	order *collation
	// plain says that the part is the value's bytes, all of them and no more.
	plain bool
}

// rowIDColumn stands for DB_ROW_ID in keyPart.column.
const rowIDColumn = -1

// keyLayout is the layout of the comparable keys of an index.
type keyLayout struct {
	parts []keyPart
	// bytes is the length of a key, unique that of its leading parts that make
	// the entry unique.
	bytes, unique int
}

// keyLayout lays out the keys of an index so that the values of all phases fit.
func (t *Table) keyLayout(x Index, phases [][]source) (keyLayout, error) {
	var l keyLayout
	own := len(x.Parts)
	if own == 0 {
		own = 1
	}
	fields := t.keyFields(x)
	if !x.Clustered {
		fields = append(fields, t.missing(x)...)
	}
	for i, f := range fields {
		part := keyPart{column: f.column, prefix: f.prefix, cell: len(t.Columns), offset: l.bytes, width: rowIDBytes, plain: true}
		if f.column >= 0 {
			part = t.keyPart(part, phases)
			part.desc = i < len(x.Parts) && x.Parts[i].Desc
			part.plain = part.plain && !part.desc
		}
		if part.width > 0 {
			l.parts = append(l.parts, part)
			l.bytes += part.width
		}
		if i+1 == own {
			l.unique = l.bytes
		}
	}
	if x.Unique && l.unique == 0 && !t.allNull(x, phases) {
		return l, fmt.Errorf("unique index %s: no key stream feeds it, its second row would be a duplicate", x.Name)
	}
	l.bytes = max(8, (l.bytes+7)/8*8)
	if x.Clustered {
		l.unique = l.bytes
	}
	return l, nil
}

// keyPart gives a part its width; 0 if all rows have the same value.
func (t *Table) keyPart(part keyPart, phases [][]source) keyPart {
	c := &t.Columns[part.column]
	part.cell = part.column
	var nulls, changes int
	values := span{min: 1 << 32}
	for _, all := range phases {
		s := all[part.column]
		if s.kind == fromNull {
			nulls++
		} else {
			values = values.union(span{s.min, s.max})
		}
		if s.kind != phases[0][part.column].kind || !s.constant() {
			changes++
		}
	}
	if changes == 0 {
		part.width = 0
		return part
	}
	part.marker = nulls > 0
	switch c.kind.family {
	case text:
		part.order = c.order
		part.width = limited(values.max, part.prefix)
		if c.order.cased {
			part.width *= 2
		}
	case octets:
		part.width = limited(values.max, part.prefix)
		if c.kind.layout != exact && limited(values.min, part.prefix) != part.width {
			part.counted = bytesFor(part.width)
		}
	case opaque:
		part.width = clockBytes
	default:
		part.width = c.maxBytes()
	}
	part.plain = !part.marker && part.order == nil && part.counted == 0 && part.prefix == 0 && part.width == c.storedBytes(values.min, 0)
	part.width += part.counted
	if part.marker {
		part.width++
	}
	return part
}

// limited is n, or the prefix if that is shorter.
func limited(n, prefix int) int {
	if prefix > 0 {
		return min(n, prefix)
	}
	return n
}

// allNull reports whether in each phase a key part is NULL in all rows.
func (t *Table) allNull(x Index, phases [][]source) bool {
	for _, all := range phases {
		if !hasNull(x, all) {
			return false
		}
	}
	return true
}

// hasNull reports whether a key part is NULL in the rows of a phase.
func hasNull(x Index, all []source) bool {
	for _, p := range x.Parts {
		if all[p.Column].kind == fromNull {
			return true
		}
	}
	return false
}

// put writes a value into its part of a key.
func (p *keyPart) put(key, value []byte) {
	dst := key[p.offset : p.offset+p.width]
	if p.plain {
		copy(dst, value)
		return
	}
	if p.marker {
		dst[0] = 1
		dst = dst[1:]
	}
	if p.prefix > 0 && len(value) > p.prefix {
		value = value[:p.prefix]
	}
	if p.order != nil {
		p.order.put(dst, value)
	} else {
		p.putBytes(dst, value)
	}
	if p.desc {
		invert(key[p.offset : p.offset+p.width])
	}
}

// putBytes writes bytes padded with zero bytes, and their length where it tells
// values apart.
func (p *keyPart) putBytes(dst, value []byte) {
	n := copy(dst, value)
	if n < len(dst) {
		clear(dst[n:])
		for i, rest := 1, n; i <= p.counted; i, rest = i+1, rest>>8 {
			dst[len(dst)-i] = byte(rest)
		}
	}
}

// putNull makes a part NULL.
func (p *keyPart) putNull(key []byte) {
	dst := key[p.offset : p.offset+p.width]
	clear(dst)
	if p.desc {
		invert(dst)
	}
}

func invert(b []byte) {
	for i := range b {
		b[i] = ^b[i]
	}
}
