package schema

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"

	"github.com/pagesim/pagesim"
)

// step gives one column its value.
type step struct {
	source source
	column int
	// verbatim is the length of a key stream's values that need neither change
	// nor check, 0 for others.
	verbatim int
	// random is the state of a payload's SplitMix64.
	random uint64
}

func newStep(c *Column, s source, column int) step {
	st := step{source: s, column: column}
	if s.kind == fromKey && s.format.Kind == pagesim.Binary && s.format.Fixed && (c.kind.layout != exact || s.format.Bytes == c.Length) {
		st.verbatim = s.format.Bytes
	}
	return st
}

// gamma is what SplitMix64 adds to its state for each number (Steele, Lea and
// Flood, Fast Splittable Pseudorandom Number Generators, 2014).
const gamma = 0x9E3779B97F4A7C15

// start puts the payload stream at its first row but skip.
func (s *step) start(skip uint64) { s.random = s.source.length.Seed + skip*gamma }

func (s *step) draw() uint64 {
	s.random += gamma
	z := s.random
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// run gives the column its value in the next row.
func (s *step) run(e *Encoder, keys [][]byte) error {
	if s.column == rowIDColumn {
		e.cells[len(e.cells)-1].putCounter(e.rowID, rowIDBytes)
		e.rowID++
		return nil
	}
	c, x := &e.table.Columns[s.column], &e.cells[s.column]
	switch s.source.kind {
	case fromKey:
		return s.runKey(e, c, x, keys[s.source.key])
	case fromPayload:
		if n := s.source.length; n.Max > n.Min {
			x.fill(c, e.filler[n.filler()], n.Min+int(s.draw()%uint64(n.Max-n.Min+1)))
		}
	case fromCounter:
		e.autoIncrement++
		return x.putInteger(c, e.autoIncrement-1, false)
	case fromClock:
		x.putClock(uint64(e.clock), c.Decimals)
	case fromCRC32:
		sum := crc32.ChecksumIEEE(e.cells[e.table.column(c.CRC32Of)].bytes)
		return x.putInteger(c, uint64(sum), false)
	}
	return nil
}

// runKey takes the value of a key stream. A greater value of the auto_increment
// column moves its counter, as in the server.
func (s *step) runKey(e *Encoder, c *Column, x *cell, v []byte) error {
	f := s.source.format
	if len(v) > f.Bytes || len(v) < f.Bytes && (f.Fixed || f.Kind == pagesim.Int) {
		return fmt.Errorf("value of %d bytes from a key stream of %d", len(v), f.Bytes)
	}
	if err := x.store(c, f.Kind, v); err != nil {
		return err
	}
	if c.AutoIncrement {
		if n := x.integer(c); n >= 0 && uint64(n) >= e.autoIncrement {
			e.autoIncrement = uint64(n) + 1
		}
	}
	return nil
}

// clockBytes is the length of a time in a comparable key.
const clockBytes = 8

// putClock stores a time in microseconds with some digits of the second.
func (x *cell) putClock(micros uint64, decimals int) {
	unit := uint64(math.Pow10(6 - decimals))
	x.putCounter(micros/unit, clockBytes)
}

// putCounter stores an unsigned number of width bytes.
func (x *cell) putCounter(n uint64, width int) {
	if cap(x.buf) < 8 {
		x.buf = make([]byte, 8)
	}
	x.buf = x.buf[:8]
	binary.BigEndian.PutUint64(x.buf, n<<(64-8*width))
	x.bytes, x.size = x.buf[:width], width
}

// fill stores n characters of filler.
func (x *cell) fill(c *Column, filler []byte, n int) {
	x.bytes, x.size = filler[:min(n, len(filler))], c.storedBytes(n, 0)
}

// integer reads back what putInteger stored; numbers beyond 63 bits are negative.
func (x *cell) integer(c *Column) int64 {
	var n uint64
	for _, b := range x.bytes {
		n = n<<8 | uint64(b)
	}
	if !c.Unsigned {
		n -= 1 << (8*len(x.bytes) - 1)
	}
	return int64(n)
}
