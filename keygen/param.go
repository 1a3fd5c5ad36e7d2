package keygen

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// Param is a parameter that a Spec gives a value. Durations are in
// milliseconds, factors in thousandths.
type Param struct {
	Name  string
	Value int64
}

// ParamInfo describes a parameter of a generator.
type ParamInfo struct {
	Name string
	// Alias is another name that is understood, or empty.
	Alias string
	// Default is the value if none is given, as it is written in a Spec.
	Default string
	// Unit is what the value counts.
	Unit string
	// Doc is one line.
	Doc string
}

// notation is the way in which a parameter's value is written.
type notation struct {
	parse  func(text string) (int64, error)
	format func(v int64) string
}

var (
	count      = notation{parseCount, formatCount}
	duration   = notation{parseDuration, formatDuration}
	thousandth = notation{parseThousandth, formatThousandth}
)

// param is a row of a generator's parameters. Its value lies between min and
// max.
type param struct {
	name, alias string
	notation    notation
	value       int64 // the default
	min, max    int64
	unit, doc   string
}

func (p param) is(name string) bool {
	return name == p.name || name == p.alias && name != ""
}

func (p param) info() ParamInfo {
	return ParamInfo{p.name, p.alias, p.notation.format(p.value), p.unit, p.doc}
}

// check returns an error if v is out of range.
func (p param) check(v int64) error {
	if v < p.min || v > p.max {
		return fmt.Errorf("%s=%s is out of range: %s to %s",
			p.name, p.notation.format(v), p.notation.format(p.min), p.notation.format(p.max))
	}
	return nil
}

// parse reads the value and checks its range.
func (p param) parse(text string) (int64, error) {
	v, err := p.notation.parse(text)
	if err != nil {
		return 0, fmt.Errorf("%s=%q is not %w", p.name, text, err)
	}
	return v, p.check(v)
}

func parseCount(text string) (int64, error) {
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("a whole number")
	}
	return v, nil
}

func formatCount(v int64) string { return strconv.FormatInt(v, 10) }

func parseDuration(text string) (int64, error) {
	if ms, err := strconv.ParseInt(text, 10, 64); err == nil {
		return ms, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d%time.Millisecond != 0 {
		return 0, fmt.Errorf("a duration in whole milliseconds, such as 20ms or 1.5s")
	}
	return d.Milliseconds(), nil
}

// formatDuration falls back to a bare number where a time.Duration overflows.
func formatDuration(ms int64) string {
	const most = math.MaxInt64 / int64(time.Millisecond)
	if ms > most || ms < -most {
		return strconv.FormatInt(ms, 10)
	}
	return (time.Duration(ms) * time.Millisecond).String()
}

func parseThousandth(text string) (int64, error) {
	v, err := strconv.ParseFloat(text, 64)
	thousandths := math.Round(v * 1000)
	if err != nil || !(math.Abs(v) < 1e9) || math.Abs(v*1000-thousandths) > 1e-6 {
		return 0, fmt.Errorf("a number with at most three decimals, such as 0.99")
	}
	return int64(thousandths), nil
}

func formatThousandth(v int64) string {
	return strconv.FormatFloat(float64(v)/1000, 'f', -1, 64)
}

// args are the values that a generator opens with: each parameter's, defaults
// filled in, and the number of rows of the run.
type args struct {
	params []Param
	rows   int64
}

// find returns the value of a parameter and whether the generator has it.
func (a args) find(name string) (int64, bool) {
	for _, p := range a.params {
		if p.Name == name {
			return p.Value, true
		}
	}
	return 0, false
}

// get returns the value of a parameter that the generator's row must have.
func (a args) get(name string) int64 {
	v, ok := a.find(name)
	if !ok {
		panic("keygen: the table of generators lacks parameter " + name)
	}
	return v
}

// count returns the value of a parameter that is never negative.
func (a args) count(name string) uint64 { return uint64(a.get(name)) }
