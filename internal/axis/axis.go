// Package axis reads ranges of values, as sweeps have them: 64M..4G:x2 doubles from
// 64M on, 1M..5M:+1M adds 1M. A range may stand alone or be the value of a parameter,
// as in uuidv7:rate=1000..64000:x4.
package axis

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strings"

	"github.com/pagesim/pagesim/internal/units"
)

// Notation is how the numbers of a range are written.
type Notation int

// The notations. Those of parameters are always plain.
const (
	// Plain is a decimal number, with a unit such as ms that both ends share.
	Plain Notation = iota
	// Sizes are bytes: 64M is 64 × 1024².
	Sizes
	// Counts are things: 1M is a million.
	Counts
)

// notations are those of the fields that are not plain: of flags, of the words of
// phases and of scenarios alike.
var notations = map[string]Notation{
	"pool": Sizes, "node": Sizes, "basement": Sizes,
	"rows": Counts, "skip": Counts, "sample": Counts, "batch": Counts,
	"every": Counts, "first": Counts, "limit": Counts, "transaction": Counts,
}

// NotationOf is how the numbers of a field are written.
func NotationOf(field string) Notation { return notations[field] }

// MaxValues bounds the values of a text.
const MaxValues = 100_000

// pattern is a range at the start of a text or behind an equals sign.
var pattern = regexp.MustCompile(`(^|=)([0-9][0-9A-Za-z_.%]*?)\.\.([0-9][0-9A-Za-z_.%]*)(:[x+][0-9][0-9A-Za-z_.%]*)?`)

// Expand returns the texts that a text with ranges stands for, the last range varying
// fastest; the text itself if it has none. A range without a step is none.
func Expand(text string, n Notation) ([]string, error) {
	for _, at := range pattern.FindAllStringSubmatchIndex(text, -1) {
		if at[8] < 0 {
			continue
		}
		notation := n
		if at[2] != at[3] || at[1] < len(text) && text[at[1]] != ',' {
			notation = Plain
		}
		values, err := values(text[at[4]:at[5]], text[at[6]:at[7]], text[at[8]:at[9]], notation)
		if err != nil {
			return nil, fmt.Errorf("range %s: %w", text[at[4]:at[9]], err)
		}
		rest, err := Expand(text[at[9]:], n)
		if err != nil {
			return nil, err
		}
		if len(values)*len(rest) > MaxValues {
			return nil, tooMany()
		}
		var all []string
		for _, v := range values {
			for _, r := range rest {
				all = append(all, text[:at[4]]+v+r)
			}
		}
		return all, nil
	}
	return []string{text}, nil
}

// IsRange reports whether a text is a range without a step, which says nothing.
func IsRange(text string) bool {
	at := pattern.FindStringSubmatchIndex(text)
	return at != nil && at[0] == 0 && at[1] == len(text) && at[8] < 0
}

// values are those from first to last.
func values(first, last, step string, n Notation) ([]string, error) {
	from, unit, err := parse(first, n)
	if err != nil {
		return nil, err
	}
	to, other, err := parse(last, n)
	if err != nil {
		return nil, err
	}
	by, stepUnit, err := parse(step[len(":x"):], n)
	if err != nil && step[1] == '+' {
		return nil, err
	}
	next := (*big.Rat).Add
	if step[1] == 'x' {
		next = (*big.Rat).Mul
		if by, _, err = parse(step[len(":x"):], Plain); err != nil {
			return nil, err
		}
		stepUnit = unit
	}
	switch {
	case unit != other || stepUnit != "" && stepUnit != unit:
		return nil, fmt.Errorf("want the same unit everywhere")
	case from.Cmp(to) > 0:
		return nil, fmt.Errorf("want the smaller end first")
	case by.Sign() <= 0 || step[1] == 'x' && (by.Cmp(big.NewRat(1, 1)) <= 0 || from.Sign() == 0):
		return nil, fmt.Errorf("want a step that leads on, such as :x2 or :+10")
	}
	if steps(from, to, by, step[1]) >= MaxValues {
		return nil, tooMany()
	}
	var all []string
	for v := from; v.Cmp(to) <= 0; v = rounded(next(new(big.Rat), v, by)) {
		text, err := print(v, unit, n)
		if err != nil {
			return nil, err
		}
		if len(all) > 0 && text == all[len(all)-1] {
			return nil, fmt.Errorf("want a step of more than %d decimals", decimals)
		}
		all = append(all, text)
	}
	return all, nil
}

func tooMany() error { return fmt.Errorf("want at most %s values", units.Count(MaxValues)) }

// steps is how often a step leads on within a range, roughly.
func steps(from, to, by *big.Rat, kind byte) float64 {
	quotient := func(a, b *big.Rat) float64 {
		f, _ := new(big.Rat).Quo(a, b).Float64()
		return f
	}
	if kind == '+' {
		return quotient(new(big.Rat).Sub(to, from), by)
	}
	factor, _ := by.Float64()
	if from.Cmp(to) == 0 {
		return 0
	}
	return math.Log(quotient(to, from)) / math.Log(factor)
}

// decimals is how many of them a value has at most.
const decimals = 12

// rounded is a value as it is printed.
func rounded(v *big.Rat) *big.Rat {
	r, _ := new(big.Rat).SetString(v.FloatString(decimals))
	return r
}

// plain is a decimal number and a unit.
var plain = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?)([A-Za-z%]*)$`)

// parse reads a number and the unit that it keeps.
func parse(text string, n Notation) (*big.Rat, string, error) {
	switch n {
	case Sizes:
		v, err := units.ParseBytes(text)
		return big.NewRat(v, 1), "", err
	case Counts:
		v, err := units.ParseCount(text)
		return big.NewRat(v, 1), "", err
	}
	m := plain.FindStringSubmatch(text)
	if m == nil {
		return nil, "", fmt.Errorf("%q: want a number", text)
	}
	v, ok := new(big.Rat).SetString(m[1])
	if !ok {
		return nil, "", fmt.Errorf("%q: want a number", text)
	}
	return v, m[2], nil
}

// print is what parse reads.
func print(v *big.Rat, unit string, n Notation) (string, error) {
	if n != Plain && !v.IsInt() {
		return "", fmt.Errorf("%s: want whole numbers", v.FloatString(3))
	}
	switch n {
	case Sizes:
		return units.ByteSize(v.Num().Int64()).String(), nil
	case Counts:
		return units.Count(v.Num().Int64()).Short(), nil
	}
	text := v.FloatString(decimals)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + unit, nil
}
