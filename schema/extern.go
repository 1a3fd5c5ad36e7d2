package schema

import (
	"fmt"
	"slices"
)

// Off-page columns, RF-10 (page_zip_rec_needs_ext, dtuple_convert_big_rec).
const (
	// referenceBytes is what a record keeps of an off-page column besides its
	// prefix, and externLengthBytes the length bytes of that.
	referenceBytes    = 20
	externLengthBytes = 2
	// leastExtern is the longest value that is not worth moving off the page.
	leastExtern = 40
	// compactPrefix is what COMPACT keeps of an off-page column on the page.
	compactPrefix = 768
)

// externPrefix is what a record keeps of an off-page column.
func (t *Table) externPrefix() int {
	if t.RowFormat == Compact {
		return compactPrefix
	}
	return 0
}

// externable lists the columns of the clustered index that may go off-page: of
// varying length, more than 255 bytes at most, not in the key.
func (t *Table) externable() []int {
	var columns []int
	for i := range t.Columns {
		c := &t.Columns[i]
		inKey := slices.ContainsFunc(t.Indexes[0].Parts, func(p Part) bool { return p.Column == i })
		if !inKey && !c.Virtual && !c.fixed() && (c.kind.layout == long || c.maxBytes() > 255) {
			columns = append(columns, i)
		}
	}
	return columns
}

// externalize moves the longest columns of a row off the page until the rest of
// it stays on one. It returns the size of what stays and the bytes of each value
// that goes.
func (e *Encoder) externalize(ph *phase, leaf int) (int, []int, error) {
	prefix := e.table.externPrefix()
	keeps := max(leastExtern, referenceBytes+prefix)
	var gone []int
	var external []int
	for leaf > maxLocalBytes {
		longest, size := -1, keeps
		for _, c := range e.externable {
			if n := e.cells[c].size; ph.sources[c].kind != fromNull && n > size && !slices.Contains(gone, c) {
				longest, size = c, n
			}
		}
		if longest < 0 {
			return 0, nil, fmt.Errorf("row too big: %d bytes stay on the page after all long columns went off it, at most %d", leaf, maxLocalBytes)
		}
		gone = append(gone, longest)
		external = append(external, size-prefix)
		leaf += prefix + referenceBytes + externLengthBytes - size - e.table.Columns[longest].lengthBytes(size)
	}
	return leaf, external, nil
}
