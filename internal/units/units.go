// Package units reads and prints the sizes and counts that people type and read:
// 128M, 16 KiB, 1_000_000, 93.4%.
//
// Sizes are in powers of 1024, counts in powers of 1000. Both are exact int64s;
// what is rounded is rounded on its way to a reader and nowhere else. Results in
// JSON and CSV are plain integers and do not pass through here.
package units

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
)

// notation is a way of writing whole numbers.
type notation struct {
	noun, plural string
	base         int64
	// units in rising order of magnitude; each is base times the one before.
	units  string
	syntax *regexp.Regexp
	want   string
}

// number is the syntax of a value without its unit. The exponent is short so
// that a few characters of input cannot ask for a number of a million digits.
const number = `([0-9]+(?:_[0-9]+)*(?:\.[0-9]+)?(?:[eE]\+?[0-9]{1,2})?)`

var (
	sizes = notation{
		noun: "size", plural: "bytes", base: 1024, units: "KMGT",
		syntax: regexp.MustCompile(`^` + number + ` ?(?:([kKmMgGtT])(?:i?[bB])?|[bB])?$`),
		want:   "want a number with an optional unit K, M, G or T (powers of 1024), such as 128M",
	}
	counts = notation{
		noun: "count", plural: "items", base: 1000, units: "KMG",
		syntax: regexp.MustCompile(`^` + number + ` ?([kKmMgG])?$`),
		want:   "want a number with an optional unit K, M or G (powers of 1000), such as 10M",
	}
)

// ParseBytes reads a size: 128M, 128MB and 128MiB are all 128 × 1024² bytes, 16k
// is 16,384 bytes and a number without a unit is bytes.
func ParseBytes(text string) (int64, error) { return sizes.parse(text) }

// ParseCount reads a number of things: 10M is 10,000,000; 1_000_000 and 1e6 are
// 1,000,000. There are no separating commas, because lists of values have them.
func ParseCount(text string) (int64, error) { return counts.parse(text) }

func (n notation) parse(text string) (int64, error) {
	m := n.syntax.FindStringSubmatch(text)
	if m == nil {
		return 0, n.errorf(text, "%s", n.want)
	}
	value, ok := new(big.Rat).SetString(strings.ReplaceAll(m[1], "_", ""))
	if !ok {
		return 0, n.errorf(text, "%s", n.want)
	}
	value.Mul(value, new(big.Rat).SetInt64(n.scale(m[2])))
	switch {
	case !value.IsInt():
		return 0, n.errorf(text, "want a whole number of %s", n.plural)
	case !value.Num().IsInt64():
		return 0, n.errorf(text, "want fewer than 2^63 %s", n.plural)
	}
	return value.Num().Int64(), nil
}

// scale is the number of ones in a unit, "" being one.
func (n notation) scale(unit string) int64 {
	scale := int64(1)
	if unit != "" {
		for range strings.Index(n.units, strings.ToUpper(unit)) + 1 {
			scale *= n.base
		}
	}
	return scale
}

func (n notation) errorf(text, format string, args ...any) error {
	return fmt.Errorf("%s %q: %s", n.noun, text, fmt.Sprintf(format, args...))
}
