package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/internal/golden"
	"github.com/pagesim/pagesim/internal/units"
	"github.com/pagesim/pagesim/report"
)

// reproduced are the tables of docs/reproduced.md.
var reproduced = []struct {
	name string
	make func(*testing.T) string
}{
	{"uuid-ulid-100k", primaryKeys100k},
	{"uuid-ulid-300k", primaryKeys300k},
	{"uuid-ulid-secondary", secondaryKeys},
	{"ulid-heavy", heavyRows},
	{"ulid-queries", prefixQueries},
	{"two-ios", twoIOs},
	{"v1-rollover", rollOver},
	{"six-copies", sixCopies},
	{"prefix-working-set", prefixWorkingSet},
	{"figure-representation", figureOfRepresentation},
	{"figure-prefix", figureOfPrefix},
	{"figure-mapping", figureOfMapping},
	{"mapping-decline", mappingDecline},
	{"engines-sizes", engineSizes},
	{"engines-random-index", engineRandomIndex},
	{"engines-statements", engineStatements},
}

// TestReproduced computes each table of docs/reproduced.md anew: articles done again
// with the commands that stand there. All are run in this process, on one core.
func TestReproduced(t *testing.T) {
	if testing.Short() {
		t.Skip("long: run without -short")
	}
	t.Chdir("../..")
	const path = "docs/reproduced.md"
	doc, err := os.ReadFile(path)
	require.NoError(t, err)
	text := string(doc)
	for _, table := range reproduced {
		t.Run(table.name, func(t *testing.T) {
			place := regexp.MustCompile("(?s)<!-- table " + table.name + " -->\n.*?<!-- end -->")
			require.Len(t, place.FindAllString(text, -1), 1, "its place in %s", path)
			made := "<!-- table " + table.name + " -->\n" + table.make(t) + "<!-- end -->"
			text = place.ReplaceAllLiteralString(text, made)
		})
	}
	require.Equal(t, len(reproduced), strings.Count(text, "<!-- table "), "tables that nothing makes")
	golden.Check(t, path, []byte(text))
}

// resultsOf runs a command and returns its results, one an engine.
func resultsOf(t *testing.T, line string) []pagesim.Result {
	t.Helper()
	all, err := report.ReadResults(strings.NewReader(outputOf(t, line+" --format json")))
	require.NoError(t, err)
	return all
}

// outputOf runs a command that must succeed.
func outputOf(t *testing.T, line string) string {
	t.Helper()
	o := command(t, wordsOf(line)...)
	require.Equal(t, exitDone, o.code, "%s: %s", line, o.stderr)
	return o.stdout
}

// quoted is a word in quotes, or one without.
var quoted = regexp.MustCompile(`'[^']*'|[^ ']+`)

// wordsOf splits a command line as a shell does, single quotes only.
func wordsOf(line string) []string {
	words := quoted.FindAllString(line, -1)
	for i, w := range words {
		words[i] = strings.Trim(w, "'")
	}
	return words
}

// shown is commands as a block of the document.
func shown(lines ...string) string {
	return "```sh\npagesim " + strings.Join(lines, "\npagesim ") + "\n```\n\n"
}

// readArticle reads the figures of an article.
func readArticle(t *testing.T, name string, into any) {
	t.Helper()
	b, err := os.ReadFile("testdata/articles/" + name + ".json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, into))
}

// compared is a figure of an article beside the model's.
type compared struct {
	what    string
	article float64
	// draws are the model's figures, one a seed, the first that of the command.
	draws []float64
	// bar is how far off their mean may be as a share, beside four standard
	// deviations; a figure without one is not judged, and the text says why.
	bar float64
}

// figuresTable compares figures, and fails the test where one misses its bar.
func figuresTable(t *testing.T, figures []compared) string {
	t.Helper()
	seeds := 1
	for _, f := range figures {
		seeds = max(seeds, len(f.draws))
	}
	var b strings.Builder
	b.WriteString("| | article | pagesim |")
	if seeds > 1 {
		fmt.Fprintf(&b, " %d seeds |", seeds)
	}
	b.WriteString(" error |\n|---|---:|---:|---:|" + strings.Repeat("---:|", min(1, seeds-1)) + "\n")
	for _, f := range figures {
		mean, deviation := meanAndDeviation(f.draws)
		if f.bar > 0 {
			require.InDelta(t, f.article, mean, max(4*deviation, f.bar*f.article), f.what)
		}
		fmt.Fprintf(&b, "| %s | %s | %s |", f.what, number(f.article), like(f.article, f.draws[0]))
		off := percent(f.article, mean)
		switch {
		case f.article == 0 && mean == 0:
			off = "0"
		case f.article == 0:
			off = number(mean)
		}
		if seeds > 1 {
			spread := " |"
			if deviation > 0 {
				spread = fmt.Sprintf(" %s ± %.2g |", like(f.article, mean), deviation)
				if deviation >= 10 {
					spread = fmt.Sprintf(" %s ± %s |", like(f.article, mean), number(math.Round(deviation)))
				}
				off += fmt.Sprintf(", %.1f σ", math.Abs(mean-f.article)/deviation)
			}
			b.WriteString(spread)
		}
		b.WriteString(" " + off + " |\n")
	}
	return b.String()
}

func meanAndDeviation(xs []float64) (mean, deviation float64) {
	for _, x := range xs {
		mean += x / float64(len(xs))
	}
	for _, x := range xs {
		deviation += (x - mean) * (x - mean) / float64(max(1, len(xs)-1))
	}
	deviation = math.Sqrt(deviation)
	if deviation < 1e-9*mean {
		deviation = 0 // of sums that do not come out even
	}
	return mean, deviation
}

// percent is the error of a figure.
func percent(article, model float64) string {
	off := 100 * (model - article) / article
	if math.Abs(off) < 0.05 {
		return "0.0 %"
	}
	return fmt.Sprintf("%+.1f %%", off)
}

// number is a whole number with commas, or another with three digits.
func number(x float64) string {
	switch {
	case x == math.Trunc(x):
		return units.Count(int64(x)).String()
	case math.Abs(x) >= 100:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.3g", x)
}

// like is a number in the form of another.
func like(other, x float64) string {
	if other == math.Trunc(other) {
		return number(math.Round(x))
	}
	return number(x)
}
