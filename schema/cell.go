package schema

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math/bits"
	"strconv"

	"github.com/pagesim/pagesim"
)

// cell is the value of one column in the current row.
type cell struct {
	// bytes is the value: an integer or a decimal in its comparable form, text
	// and binary as they are.
	bytes []byte
	// size is its length in a record, length bytes not counted.
	size int
	// buf holds values that are computed.
	buf []byte
}

// store puts the value v of a key stream, or of a default, in the cell.
func (x *cell) store(c *Column, kind pagesim.Kind, v []byte) error {
	switch c.kind.family {
	case integer:
		return x.storeInteger(c, kind, v)
	case decimal:
		return x.storeDecimal(c, x.digits(kind, v))
	case text:
		return x.storeText(c, x.digits(kind, v))
	case octets:
		if kind == pagesim.Text {
			return x.storeHex(c, v)
		}
		return x.storeBinary(c, x.digits(kind, v))
	}
	x.bytes, x.size = nil, c.maxBytes()
	return nil
}

func (x *cell) storeInteger(c *Column, kind pagesim.Kind, v []byte) error {
	if kind == pagesim.Int {
		hi, lo := wide(v)
		if hi != 0 {
			return outOfRange(c, string(decimalText(nil, hi, lo)))
		}
		return x.putInteger(c, lo, false)
	}
	negative := len(v) > 0 && v[0] == '-'
	digits := v
	if negative {
		digits = v[1:]
	}
	n, err := strconv.ParseUint(string(digits), 10, 64)
	if errors.Is(err, strconv.ErrRange) {
		return outOfRange(c, string(v))
	}
	if err != nil {
		return fmt.Errorf("value %q is not an integer", v)
	}
	return x.putInteger(c, n, negative)
}

// putInteger stores an integer as InnoDB does: big-endian, the sign bit flipped.
func (x *cell) putInteger(c *Column, n uint64, negative bool) error {
	width := c.maxBytes()
	limit := uint64(1)<<(8*width-1) - 1
	switch {
	case c.Unsigned:
		limit = limit*2 + 1
		if negative && n > 0 {
			return outOfRange(c, "-"+strconv.FormatUint(n, 10))
		}
	case negative:
		limit++
	}
	if n > limit {
		sign := ""
		if negative {
			sign = "-"
		}
		return outOfRange(c, sign+strconv.FormatUint(n, 10))
	}
	if negative {
		n = -n
	}
	if !c.Unsigned {
		n ^= 1 << (8*width - 1)
	}
	if cap(x.buf) < 8 {
		x.buf = make([]byte, 8)
	}
	x.buf = x.buf[:8]
	binary.BigEndian.PutUint64(x.buf, n<<(64-8*width))
	x.bytes, x.size = x.buf[:width], width
	return nil
}

func outOfRange(c *Column, value string) error {
	if c.kind.family == decimal {
		return fmt.Errorf("value %s is out of range of %s", value, c.declared())
	}
	high := uint64(1)<<(8*c.maxBytes()-1) - 1
	if c.Unsigned {
		return fmt.Errorf("value %s is out of range of %s, 0 to %d", value, c.declared(), high*2+1)
	}
	return fmt.Errorf("value %s is out of range of %s, -%d to %d", value, c.declared(), high+1, high)
}

// storeText stores ASCII text; that of CHAR without its trailing spaces.
func (x *cell) storeText(c *Column, v []byte) error {
	if c.kind.layout == padded {
		for len(v) > 0 && v[len(v)-1] == ' ' {
			v = v[:len(v)-1]
		}
	}
	if len(v) > c.maxCharacters() {
		return fmt.Errorf("value %q: %w", clip(v), tooLong(c, len(v)))
	}
	if !ascii(v) {
		return fmt.Errorf("value %q: only ASCII text is modelled", clip(v))
	}
	x.bytes, x.size = v, c.storedBytes(len(v), 0)
	return nil
}

// ascii reports whether all bytes are below 128, eight at a time.
func ascii(v []byte) bool {
	var high uint64
	for ; len(v) >= 8; v = v[8:] {
		high |= binary.LittleEndian.Uint64(v)
	}
	for _, b := range v {
		high |= uint64(b)
	}
	return high&0x8080808080808080 == 0
}

// storeBinary stores bytes; those of BINARY padded with zero bytes.
func (x *cell) storeBinary(c *Column, v []byte) error {
	if len(v) > c.maxCharacters() {
		return fmt.Errorf("value %x: %w", clip(v), tooLong(c, len(v)))
	}
	if c.kind.layout == exact && len(v) < c.Length {
		x.buf = append(append(x.buf[:0], v...), make([]byte, c.Length-len(v))...)
		v = x.buf
	}
	x.bytes, x.size = v, len(v)
	return nil
}

// storeHex stores text that is too long for the column but is its bytes in hex, or
// as a UUID, as these bytes: UUID_TO_BIN(u) and UNHEX(h). Other text is stored as
// it is.
func (x *cell) storeHex(c *Column, v []byte) error {
	if !c.takesHex(len(v)) {
		return x.storeBinary(c, v)
	}
	x.buf = x.buf[:0]
	for _, b := range v {
		if b != '-' || len(v) != uuidCharacters {
			x.buf = append(x.buf, b)
		}
	}
	n, err := hex.Decode(x.buf, x.buf)
	if err != nil || n != c.Length {
		return fmt.Errorf("value %q is not %d bytes in hex, which is what text of %d characters has to be in %s", clip(v), c.Length, len(v), c.declared())
	}
	return x.storeBinary(c, x.buf[:n])
}

// uuidCharacters is the length of a UUID's text, uuidBytes that of the UUID.
const (
	uuidCharacters = 36
	uuidBytes      = 16
)

// takesHex reports whether text of n characters can only be in the column as the
// bytes that it spells.
func (c *Column) takesHex(n int) bool {
	return c.kind.layout != long && (n == 2*c.Length || n == uuidCharacters && c.Length == uuidBytes)
}

// clip shortens a value for an error.
func clip(v []byte) []byte { return v[:min(len(v), 40)] }

// digits is a value as text: integers in decimal, others as they are.
func (x *cell) digits(kind pagesim.Kind, v []byte) []byte {
	if kind != pagesim.Int {
		return v
	}
	hi, lo := wide(v)
	x.buf = decimalText(x.buf[:0], hi, lo)
	return x.buf
}

// wide reads a big-endian integer of 8 or 16 bytes.
func wide(v []byte) (hi, lo uint64) {
	if len(v) == 16 {
		return binary.BigEndian.Uint64(v), binary.BigEndian.Uint64(v[8:])
	}
	return 0, binary.BigEndian.Uint64(v)
}

// decimalText appends an integer of 128 bits in decimal.
func decimalText(dst []byte, hi, lo uint64) []byte {
	const group = 1e19 // the greatest power of ten in 64 bits
	if hi == 0 {
		return strconv.AppendUint(dst, lo, 10)
	}
	highQuotient, rest := hi/group, hi%group
	lowQuotient, rest := bits.Div64(rest, lo, group)
	dst = decimalText(dst, highQuotient, lowQuotient)
	start := len(dst)
	for range 19 {
		dst = append(dst, '0')
	}
	for i := start + 18; i >= start; i-- {
		dst[i] += byte(rest % 10)
		rest /= 10
	}
	return dst
}
