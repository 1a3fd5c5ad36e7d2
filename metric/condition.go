package metric

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/pagesim/pagesim/internal/units"
)

// Condition is a comparison of a metric with a number, or with a base:
// reads_per_insert>0.5, index_page_splits>+5%.
type Condition struct {
	Metric Metric
	// Relative says that the bound is a factor of the base's value.
	Relative bool
	text     string
	operator string
	bound    float64
}

var conditionSyntax = regexp.MustCompile(`^\s*([A-Za-z_]+)\s*(>=|<=|>|<)\s*(\S+)\s*$`)

// ParseCondition reads name, one of > >= < <=, and a number: 0.5, 10M, 2G of bytes,
// 70% of a factor, 1m30s of a time, or +5% and -5% for a change against a base.
func ParseCondition(text string) (Condition, error) {
	parts := conditionSyntax.FindStringSubmatch(text)
	if parts == nil {
		return Condition{}, fmt.Errorf("%q: want a metric, >, >=, < or <=, and a number, such as reads_per_insert>0.5 or index_page_splits>+5%%", text)
	}
	m, err := Find(parts[1])
	if err != nil {
		return Condition{}, fmt.Errorf("%q: %w", text, err)
	}
	c := Condition{Metric: m, text: strings.TrimSpace(text), operator: parts[2]}
	c.Relative = strings.HasPrefix(parts[3], "+") || strings.HasPrefix(parts[3], "-")
	if c.bound, err = c.parseBound(parts[3]); err != nil {
		return Condition{}, fmt.Errorf("%q: %w", text, err)
	}
	return c, nil
}

// parseBound reads the number of a condition.
func (c Condition) parseBound(text string) (float64, error) {
	number, isPercent := strings.CutSuffix(text, "%")
	value, err := strconv.ParseFloat(number, 64)
	isNumber := err == nil && !math.IsNaN(value) && !math.IsInf(value, 0)
	switch {
	case c.Relative && isNumber && isPercent:
		return 1 + value/100, nil
	case c.Relative:
		return 0, fmt.Errorf("%s: want a change in percent, such as +5%%", text)
	case c.Metric.Unit == Factor:
		return c.parseShare(text, value, isNumber, isPercent)
	case isPercent:
		return 0, fmt.Errorf("%s is in units of %s: want a number, or +%s for a change against a baseline", c.Metric.Name, c.Metric.Unit, text)
	case isNumber:
		return value, nil
	}
	switch c.Metric.Unit {
	case Bytes:
		n, err := units.ParseBytes(text)
		return float64(n), err
	case Count, Rate:
		n, err := units.ParseCount(text)
		return float64(n), err
	case Seconds:
		if d, err := time.ParseDuration(text); err == nil {
			return d.Seconds(), nil
		}
		return 0, fmt.Errorf("%s: want seconds, or a time such as 90s or 1m30s", text)
	}
	return 0, fmt.Errorf("%s: want a number, such as 0.5", text)
}

// parseShare is a bound of a factor, which is never above 1.
func (c Condition) parseShare(text string, value float64, isNumber, isPercent bool) (float64, error) {
	if isPercent {
		value /= 100
	}
	switch {
	case isNumber && value <= 1:
		return value, nil
	case isNumber && !isPercent && value <= 100:
		return 0, fmt.Errorf("%s is a share of 1: say %s%%", c.Metric.Name, text)
	}
	return 0, fmt.Errorf("%s: want a share, such as 60%% or 0.6", text)
}

// String is the condition as it was given.
func (c Condition) String() string { return c.text }

// Holds reports whether a value meets the condition; base counts for relative ones
// only. It is an error if there is no such figure.
func (c Condition) Holds(value, base float64) (bool, error) {
	bound := c.bound
	if c.Relative {
		bound *= base
	}
	if math.IsNaN(value) || math.IsNaN(bound) {
		return false, fmt.Errorf("%s: there is no %s %s", c.text, c.Metric.Name, c.Metric.absence())
	}
	switch c.operator {
	case ">":
		return value > bound, nil
	case ">=":
		return value >= bound, nil
	case "<":
		return value < bound, nil
	}
	return value <= bound, nil
}
