package schema

import "fmt"

// charset is a character set. Text is ASCII, so that only the declared length of
// a column, and whether CHAR is of fixed length, depend on it.
type charset struct {
	name string
	// maxBytes is the length of the longest character.
	maxBytes int
	// collation is the default collation.
	collation string
}

// charsets is all character sets that are modelled.
var charsets = []charset{
	{"latin1", 1, "latin1_swedish_ci"},
	{"ascii", 1, "ascii_general_ci"},
	{"utf8mb4", 4, "utf8mb4_0900_ai_ci"},
	{"utf8mb3", 3, "utf8mb3_general_ci"},
	{"binary", 1, "binary"},
}

// weights maps an ASCII character to its place in the order, 0 if it is ignored.
type weights [256]byte

// collation is the order of text of a character set.
type collation struct {
	name, charset string
	weights       *weights
	// pad is the weight that a shorter value is padded with: that of a space
	// (PAD SPACE), or 0, which sorts before all (NO PAD).
	pad byte
	// cased is true if values that compare equal are ordered by case: lower
	// first, decided by the first difference.
	cased bool
}

// The orders of ASCII. The Unicode ones are the primary weights of the Default
// Unicode Collation Element Table (allkeys.txt), in which letters of both cases
// are equal and control characters other than white space are ignored.
var (
	byCode    = weightsByCode(false)
	byUpper   = weightsByCode(true)
	unicode40 = weightsInOrder("\t\n\v\f\r `^_-,;:!?.'\"()[]{}@*/\\&#%+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz")
	unicode90 = weightsInOrder("\t\n\v\f\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz")
)

// collations is all collations that are modelled, RF-09.
var collations = []collation{
	{"latin1_bin", "latin1", byCode, byCode[' '], false},
	{"latin1_swedish_ci", "latin1", byUpper, byUpper[' '], false},
	{"latin1_general_ci", "latin1", byUpper, byUpper[' '], false},
	{"ascii_bin", "ascii", byCode, byCode[' '], false},
	{"ascii_general_ci", "ascii", byUpper, byUpper[' '], false},
	{"utf8mb4_bin", "utf8mb4", byCode, byCode[' '], false},
	{"utf8mb4_0900_bin", "utf8mb4", byCode, 0, false},
	{"utf8mb4_general_ci", "utf8mb4", byUpper, byUpper[' '], false},
	{"utf8mb4_unicode_ci", "utf8mb4", unicode40, unicode40[' '], false},
	{"utf8mb4_unicode_520_ci", "utf8mb4", unicode90, unicode90[' '], false},
	{"utf8mb4_0900_ai_ci", "utf8mb4", unicode90, 0, false},
	{"utf8mb4_0900_as_ci", "utf8mb4", unicode90, 0, false},
	{"utf8mb4_0900_as_cs", "utf8mb4", unicode90, 0, true},
	{"utf8mb3_bin", "utf8mb3", byCode, byCode[' '], false},
	{"utf8mb3_general_ci", "utf8mb3", byUpper, byUpper[' '], false},
	{"utf8mb3_unicode_ci", "utf8mb3", unicode40, unicode40[' '], false},
}

// Collations returns the names of the collations that are modelled; binary
// columns have none.
func Collations() []string {
	names := make([]string, len(collations))
	for i, c := range collations {
		names[i] = c.name
	}
	return names
}

func charsetNamed(name string) (*charset, error) {
	if name == "utf8" {
		name = "utf8mb3"
	}
	for i := range charsets {
		if charsets[i].name == name {
			return &charsets[i], nil
		}
	}
	return nil, fmt.Errorf("character set %s is not modelled: use latin1, ascii, utf8mb4, utf8mb3 or binary", name)
}

func collationNamed(name string) (*collation, error) {
	if len(name) > 5 && name[:5] == "utf8_" {
		name = "utf8mb3_" + name[5:]
	}
	for i := range collations {
		if collations[i].name == name {
			return &collations[i], nil
		}
	}
	return nil, fmt.Errorf("collation %s is not modelled", name)
}

// weightsByCode orders by character code, letters as upper case if fold is set.
func weightsByCode(fold bool) *weights {
	var w weights
	for c := range 128 {
		w[c] = byte(c) + 1
		if fold && 'a' <= c && c <= 'z' {
			w[c] -= 'a' - 'A'
		}
	}
	return &w
}

// weightsInOrder orders as the characters of order stand, letters in both cases;
// all others are ignored.
func weightsInOrder(order string) *weights {
	var w weights
	for i := range len(order) {
		c := order[i]
		w[c] = byte(i) + 1
		if 'a' <= c && c <= 'z' {
			w[c-'a'+'A'] = w[c]
		}
	}
	return &w
}

// put writes the weights of s to dst, padded to its length. Characters that are
// ignored leave no weight.
func (c *collation) put(dst, s []byte) {
	if c.cased {
		half := len(dst) / 2
		putCase(dst[half:], s, c.weights)
		dst = dst[:half]
	}
	n := len(s)
	for i, d := 0, dst[:n]; i < len(d); i++ {
		w := c.weights[s[i]]
		if w == 0 {
			n = c.putSome(dst, s)
			break
		}
		d[i] = w
	}
	for ; n < len(dst); n++ {
		dst[n] = c.pad
	}
}

// putSome writes the weights of s without the characters that have none.
func (c *collation) putSome(dst, s []byte) int {
	n := 0
	for _, ch := range s {
		if w := c.weights[ch]; w != 0 {
			dst[n] = w
			n++
		}
	}
	return n
}

// putCase writes the third level of the weights: 1 for a character, 2 for an
// upper-case letter.
func putCase(dst, s []byte, w *weights) {
	clear(dst)
	n := 0
	for _, ch := range s {
		if w[ch] == 0 {
			continue
		}
		dst[n] = 1
		if 'A' <= ch && ch <= 'Z' {
			dst[n] = 2
		}
		n++
	}
}
