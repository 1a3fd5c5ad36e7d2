package schema

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/pagesim/pagesim"
)

// Written lists the columns, as positions in Table.Columns, that an INSERT of the
// rows of a phase has to name. What it leaves out the server does by itself: it
// counts, computes generated columns and takes defaults.
func (e *Encoder) Written(phase int) []int {
	var columns []int
	for i, s := range e.phases[phase].sources {
		switch s.kind {
		case fromKey, fromPayload, fromClock:
			columns = append(columns, i)
		case fromDefault:
			if e.table.Columns[i].Default.assumed {
				columns = append(columns, i)
			}
		}
	}
	return columns
}

// AppendSQL appends a column of a row of a phase, counted as EncodeAt does, as a
// literal of SQL with the default sql_mode; keys are as there. The phase must have
// begun, or rewrite one that has. Text is expected to reach the server as ASCII.
// It is an error if the column has no value that SQL could name.
func (e *Encoder) AppendSQL(dst []byte, phase int, row uint64, keys [][]byte, column int) ([]byte, error) {
	ph, c := &e.phases[phase], &e.table.Columns[column]
	start := ph.start
	if of := ph.input.Rewrites; of > 0 {
		start = e.phases[of-1].start
	}
	switch s := ph.sources[column]; s.kind {
	case fromKey:
		return appendKey(dst, c, s.format, keys[s.key])
	case fromPayload:
		n := s.length.Min
		if s.length.Max > n {
			st := step{source: s}
			st.start(ph.input.Skip + row)
			n += int(st.draw() % uint64(s.length.Max-n+1))
		}
		return appendFiller(dst, c, n, s.length.filler())
	case fromCounter:
		return strconv.AppendUint(dst, start.autoIncrement+row, 10), nil
	case fromClock:
		return appendClock(dst, c, start.clock+float64(row)*1e6/ph.input.RowsPerSecond), nil
	case fromDefault:
		return appendDefault(dst, c)
	}
	return dst, fmt.Errorf("column %s: what the server computes has no literal", c.Name)
}

// appendKey writes the value of a key stream as store does.
func appendKey(dst []byte, c *Column, f pagesim.Format, v []byte) ([]byte, error) {
	var x cell
	switch c.kind.family {
	case integer, decimal:
		return append(dst, x.digits(f.Kind, v)...), nil
	case text:
		return appendQuoted(dst, x.digits(f.Kind, v)), nil
	}
	if err := x.store(c, f.Kind, v); err != nil {
		return dst, err
	}
	return appendHex(dst, x.bytes), nil
}

// appendFiller writes n characters of filler; a JSON string has a byte for its type
// and one or more for its length beside its characters.
func appendFiller(dst []byte, c *Column, n int, filler byte) ([]byte, error) {
	if c.kind.family != document {
		return appendQuoted(dst, bytes.Repeat([]byte{filler}, n)), nil
	}
	for length := 1; length <= 4; length++ {
		if characters := n - 1 - length; characters >= 0 && characters < 1<<(7*length) {
			dst = append(dst, `'"`...)
			dst = append(dst, bytes.Repeat([]byte{filler}, characters)...)
			return append(dst, `"'`...), nil
		}
	}
	return dst, fmt.Errorf("column %s: no JSON string takes %d bytes", c.Name, n)
}

// appendClock writes a time of the virtual clock.
func appendClock(dst []byte, c *Column, micros float64) []byte {
	unit := int64(math.Pow10(6 - c.Decimals))
	t := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(int64(micros)/unit*unit) * time.Microsecond)
	layout := "'2006-01-02 15:04:05'"
	if c.Decimals > 0 {
		layout = "'2006-01-02 15:04:05." + "000000"[:c.Decimals] + "'"
	}
	return t.AppendFormat(dst, layout)
}

// appendDefault writes a default: the zero that DefaultToZero gave, or the literal
// of the statement.
func appendDefault(dst []byte, c *Column) ([]byte, error) {
	switch {
	case c.Default.assumed:
		return append(dst, '0'), nil
	case c.Default.Kind == Literal && c.kind.family != opaque:
		return appendQuoted(dst, []byte(c.Default.Text)), nil
	}
	return dst, fmt.Errorf("column %s: its default has no literal here", c.Name)
}

func appendHex(dst, v []byte) []byte {
	dst = append(dst, "x'"...)
	dst = hex.AppendEncode(dst, v)
	return append(dst, '\'')
}

func appendQuoted(dst, v []byte) []byte {
	dst = append(dst, '\'')
	for _, b := range v {
		if b == '\'' || b == '\\' {
			dst = append(dst, '\\')
		}
		dst = append(dst, b)
	}
	return append(dst, '\'')
}

// IsJSON reports whether the column is a JSON document, which MariaDB keeps as text.
func (c *Column) IsJSON() bool { return c.kind.family == document }

// IsTime reports whether the column is one that a server may set to the time of an
// update.
func (c *Column) IsTime() bool { return c.Type == "datetime" || c.Type == "timestamp" }
