package schema

import (
	"bytes"
	"fmt"
)

// digitBytes is the length of a group of up to nine decimal digits, as in
// strings/decimal.cc (dig2bytes).
var digitBytes = [10]int{0, 1, 1, 2, 2, 3, 3, 4, 4, 4}

// decimalBytes is the length of a decimal: its digits before and after the point
// in groups of nine.
func decimalBytes(c *Column) int {
	return groupBytes(c.Length-c.Decimals) + groupBytes(c.Decimals)
}

func groupBytes(digits int) int { return digits/9*4 + digitBytes[digits%9] }

// storeDecimal stores a decimal as the server does, in a form that compares byte
// by byte: groups of nine digits big-endian, all bits flipped if it is negative,
// then the first bit.
func (x *cell) storeDecimal(c *Column, v []byte) error {
	negative := bytes.HasPrefix(v, []byte("-"))
	whole, fraction, _ := bytes.Cut(bytes.TrimPrefix(v, []byte("-")), []byte("."))
	if len(whole)+len(fraction) == 0 || !allDigits(whole) || !allDigits(fraction) {
		return fmt.Errorf("value %q is not a decimal", clip(v))
	}
	whole, fraction = bytes.TrimLeft(whole, "0"), bytes.TrimRight(fraction, "0")
	if len(whole) > c.Length-c.Decimals || len(fraction) > c.Decimals {
		return outOfRange(c, string(v))
	}
	digits := append(bytes.Repeat([]byte("0"), c.Length-c.Decimals-len(whole)), whole...)
	out := appendGroups(make([]byte, 0, c.maxBytes()), digits, len(digits)%9)
	digits = append(bytes.Clone(fraction), bytes.Repeat([]byte("0"), c.Decimals-len(fraction))...)
	out = appendGroups(out, digits, 9)
	if negative && len(whole)+len(fraction) > 0 {
		for i := range out {
			out[i] = ^out[i]
		}
	}
	out[0] ^= 0x80
	x.bytes, x.size = out, len(out)
	return nil
}

// appendGroups appends digits in groups of nine, the first of them of first
// digits (0 or 9 for a full one).
func appendGroups(out, digits []byte, first int) []byte {
	for n := first; len(digits) > 0; n = 9 {
		n = min(n, len(digits))
		value := uint32(0)
		for _, d := range digits[:n] {
			value = value*10 + uint32(d-'0')
		}
		for i := digitBytes[n] - 1; i >= 0; i-- {
			out = append(out, byte(value>>(8*i)))
		}
		digits = digits[n:]
	}
	return out
}

func allDigits(v []byte) bool {
	for _, b := range v {
		if b < '0' || b > '9' {
			return false
		}
	}
	return true
}
