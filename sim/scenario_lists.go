package sim

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/pagesim/pagesim/internal/axis"
)

// Variant is a scenario that has one of the values of each list.
type Variant struct {
	Config Config
	// Values are the chosen ones, in the order of Axes.
	Values []string
}

// maxVariants bounds the combinations of a scenario's lists.
const maxVariants = 100_000

// ReadScenarios reads a scenario whose fields may have lists of values, such as
// pool: [64M, 1G], or ranges, such as pool: 64M..4G:x2. It returns the names of these
// fields, such as pool or phase2.rows, and all combinations: the last list varies
// fastest.
func ReadScenarios(r io.Reader) (axes []string, all []Variant, err error) {
	v, err := readMapping(r)
	if err != nil {
		return nil, nil, err
	}
	var lists []listed
	if err := findLists("", &v, &lists); err != nil {
		return nil, nil, err
	}
	runs := 1
	for _, l := range lists {
		axes = append(axes, l.name)
		if runs *= len(l.values); runs > maxVariants {
			return nil, nil, fmt.Errorf("its lists make more than %d combinations", maxVariants)
		}
	}
	for i := range runs {
		variant := Variant{Values: make([]string, len(lists))}
		rest := i
		for j, l := range slices.Backward(lists) {
			variant.Values[j] = l.values[rest%len(l.values)]
			rest /= len(l.values)
			at := *l.at
			*l.at = textValue(variant.Values[j])
			l.at.line = at.line
		}
		if variant.Config, err = configOf(v); err != nil {
			return nil, nil, err
		}
		all = append(all, variant)
	}
	return axes, all, nil
}

// listed is a field with several values.
type listed struct {
	name   string
	at     *value
	values []string
}

// findLists finds the fields with several values, in their order. That of phases is
// the only list that is not one of values.
func findLists(name string, v *value, lists *[]listed) error {
	for i := range v.fields {
		f := &v.fields[i]
		if f.name == "ddl" || f.name == opSQL {
			continue
		}
		if err := findLists(fieldName(name, f.name), &f.value, lists); err != nil {
			return err
		}
	}
	if name == "phases" {
		for i := range v.items {
			if err := findLists("phase"+strconv.Itoa(i+1), &v.items[i], lists); err != nil {
				return err
			}
		}
		return nil
	}
	items := v.items
	if v.shape == scalar {
		items = []value{*v}
	}
	var values []string
	for _, item := range items {
		if err := item.want(scalar); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		some, err := axis.Expand(item.text, axis.NotationOf(name[strings.LastIndexByte(name, '.')+1:]))
		if err != nil {
			return item.errorf("%s: %w", name, err)
		}
		values = append(values, some...)
	}
	if v.shape == list && len(values) == 0 {
		return v.errorf("%s: want at least one value", name)
	}
	if v.shape == list || len(values) > 1 {
		*lists = append(*lists, listed{name, v, values})
	}
	return nil
}

// fieldName leaves the operation of a phase out: phase2.rows.
func fieldName(within, name string) string {
	switch {
	case within == "":
		return name
	case strings.HasPrefix(within, "phase") && !strings.Contains(within, ".") && slices.Contains(opNames(), name):
		return within
	}
	return within + "." + name
}
