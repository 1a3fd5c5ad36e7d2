package units

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// Bytes prints a size for people: as it is where that is short, 128 MiB or
// 1.5 KiB, and with three significant digits where it is not, 1.50 KiB.
func Bytes(n int64) string {
	sign, u := split(n)
	unit := max(bits.Len64(u)-1, 0) / 10
	scaled := math.Ldexp(float64(u), -10*unit)
	if math.Round(scaled) == 1024 && scaled < 1024 {
		return sign + "1.00" + iec[unit+1]
	}
	if short := strconv.FormatFloat(scaled, 'f', -1, 64); len(short) <= len("9.99") && exact(u) {
		return sign + short + iec[unit]
	}
	return sign + fixed(scaled, decimals(scaled)) + iec[unit]
}

var iec = [...]string{" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"}

// exact says whether a float64 holds u without rounding, and so u / 1024^n too.
func exact(u uint64) bool {
	const mantissa = 53
	return bits.Len64(u)-bits.TrailingZeros64(u) <= mantissa
}

// decimals is how many of them leave three significant digits of a number from 1
// to 1023, rounding included: 9.995 is 10.0.
func decimals(f float64) int {
	switch {
	case f < 9.995:
		return 2
	case f < 99.95:
		return 1
	}
	return 0
}

func fixed(f float64, decimals int) string { return strconv.FormatFloat(f, 'f', decimals, 64) }

// Percent prints a factor between 0 and 1 with one decimal: 93.4%. It adds
// decimals where one would make 100.0% or 0.0% of a factor that is not 1 or 0,
// and calls a factor that does not exist n/a.
func Percent(factor float64) string {
	if math.IsNaN(factor) || math.IsInf(factor, 0) {
		return "n/a"
	}
	const most = 6
	for places := 1; ; places++ {
		text := fixed(100*factor, places)
		printed := strings.TrimRight(strings.TrimPrefix(text, "-"), "0")
		lossy := printed == "100." && math.Abs(factor) != 1 || printed == "0." || printed == "."
		if factor == 0 || !lossy || places == most {
			return text + "%"
		}
	}
}

// thousands prints n with a comma between each three digits.
func thousands(n int64) string {
	sign, u := split(n)
	text := strconv.FormatUint(u, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return sign + text
}

// split returns a number's sign and magnitude.
func split(n int64) (string, uint64) {
	if n < 0 {
		return "-", -uint64(n)
	}
	return "", uint64(n)
}

// shortest prints n with the largest unit that needs no decimals: 128M, 16K, 100.
func (n notation) shortest(v int64) string {
	unit := ""
	for i := 0; v != 0 && i < len(n.units) && v%n.base == 0; i++ {
		v, unit = v/n.base, n.units[i:i+1]
	}
	return fmt.Sprint(v) + unit
}
