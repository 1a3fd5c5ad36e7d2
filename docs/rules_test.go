package docs

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// families are the first letters of rules: others, such as RFC-8259, are not.
func families() []string {
	var all []string
	for _, r := range Rules() {
		all = append(all, r.ID[:2])
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// TestRulesAreListedAndCited: each rule of MODEL.md is cited by the code that plays it,
// and the code cites none that is not there.
func TestRulesAreListedAndCited(t *testing.T) {
	var listed, cited []string
	for _, r := range Rules() {
		require.NotContains(t, listed, r.ID, "listed twice")
		listed = append(listed, r.ID)
	}
	require.NoError(t, fs.WalkDir(os.DirFS(".."), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasPrefix(path, "docs/") {
			return err
		}
		text, err := os.ReadFile("../" + path)
		for _, id := range ids(string(text)) {
			if slices.Contains(families(), id[:2]) && (!strings.HasSuffix(path, "_test.go") || !slices.Contains(listed, id)) {
				cited = append(cited, id)
			}
		}
		return err
	}))
	slices.Sort(cited)
	slices.Sort(listed)
	require.Equal(t, listed, slices.Compact(cited), "listed in MODEL.md, and cited by the code")
}

// TestEachRowIsRead: a row of MODEL.md that begins with a rule is one that Rules knows,
// with a fidelity that its cell begins with.
func TestEachRowIsRead(t *testing.T) {
	rows := 0
	for line := range strings.Lines(model) {
		if cell, _, ok := strings.Cut(strings.TrimPrefix(line, "| "), " |"); ok && strings.HasPrefix(line, "| ") && ruleID.MatchString(cell) && cell[2] == '-' {
			rows++
		}
	}
	require.Len(t, row.FindAllString(model, -1), rows)
	require.Equal(t, len(Rules()), Count(Exact)+Count(Simplified)+Count(NotModelled))
	require.Contains(t, model, fmt.Sprintf("There are %d rules: %d exact, %d simplified, %d not modelled",
		len(Rules()), Count(Exact), Count(Simplified), Count(NotModelled)))
}

func TestIDs(t *testing.T) {
	require.Equal(t, []string{"FT-11", "FT-12", "FT-13", "BT-02"}, ids("FT-11 to FT-13, and BT-02"))
	require.Equal(t, Exact, fidelityOf("exact but for races"))
	require.Equal(t, NotModelled, fidelityOf("not modelled: refused"))
	require.Equal(t, Simplified, fidelityOf("**fitted**"))
}
