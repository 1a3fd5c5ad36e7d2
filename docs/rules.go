// Package docs has the list of the model's rules, docs/MODEL.md, as the program
// knows it.
package docs

import (
	_ "embed" // for the file
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

//go:embed MODEL.md
var model string

// Fidelity is how faithful a rule is to the server.
type Fidelity string

// The fidelities, as the head of MODEL.md explains them.
const (
	Exact       Fidelity = "exact"
	Simplified  Fidelity = "simplified"
	NotModelled Fidelity = "not modelled"
)

// Rule is a rule of the model.
type Rule struct {
	// ID is its name, such as BT-07.
	ID       string
	Fidelity Fidelity
}

var (
	ruleID = regexp.MustCompile(`\b[A-Z]{2}-\d\d\b`)
	ranges = regexp.MustCompile(`\b([A-Z]{2})-(\d\d) to [A-Z]{2}-(\d\d)\b`)
	// row is the id, or ids, of a row of a table, and the fourth cell.
	row = regexp.MustCompile(`(?m)^\| ([A-Z]{2}-\d\d[^|]*) \|[^|]*\|[^|]*\| ([^|]*) \|`)
)

// Rules returns the rules of MODEL.md in their order there. A rule that is exact
// within limits, which its row tells, counts as exact.
func Rules() []Rule {
	var all []Rule
	for _, cells := range row.FindAllStringSubmatch(model, -1) {
		for _, id := range ids(cells[1]) {
			all = append(all, Rule{id, fidelityOf(cells[2])})
		}
	}
	return all
}

// fidelityOf reads a cell by the word that it begins with. What is fitted is
// simplified.
func fidelityOf(cell string) Fidelity {
	for _, f := range []Fidelity{Exact, NotModelled} {
		if strings.HasPrefix(cell, string(f)) {
			return f
		}
	}
	return Simplified
}

// ids are the rules that a text names; "FT-11 to FT-13" names three.
func ids(text string) []string {
	return ruleID.FindAllString(ranges.ReplaceAllStringFunc(text, func(r string) string {
		ends := ranges.FindStringSubmatch(r)
		first, _ := strconv.Atoi(ends[2])
		last, _ := strconv.Atoi(ends[3])
		var names []string
		for i := first; i <= last; i++ {
			names = append(names, fmt.Sprintf("%s-%02d", ends[1], i))
		}
		return strings.Join(names, " ")
	}), -1)
}

// Count returns the number of rules of a fidelity.
func Count(f Fidelity) int {
	n := 0
	for _, r := range Rules() {
		if r.Fidelity == f {
			n++
		}
	}
	return n
}
