package btree

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

var ruleID = regexp.MustCompile(`\b(BT|SP)-\d\d\b`)

// idsIn collects the rule ids that files name.
func idsIn(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	require.NoError(t, err)
	require.NotEmpty(t, files, pattern)
	var ids []string
	for _, file := range files {
		b, err := os.ReadFile(file)
		require.NoError(t, err)
		ids = append(ids, ruleID.FindAllString(string(b), -1)...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// TestRulesAreListedCitedAndShown: each rule of the tree in docs/MODEL.md is cited
// by the code, and shown by a scenario unless only recordings can; and no one
// cites a rule that is not there.
func TestRulesAreListedCitedAndShown(t *testing.T) {
	listed := idsIn(t, "../docs/MODEL.md")
	require.Equal(t, listed, idsIn(t, "*.go"), "listed in MODEL.md, and cited by the code")
	shown := idsIn(t, "testdata/scenario/*.txt")
	require.Subset(t, listed, shown)
	// Off-page values and the differences of MariaDB's non-leaf pages and files
	// take more pages than a story has room for: recordings show them.
	large := []string{"BT-22", "BT-26", "SP-06"}
	for _, id := range listed {
		require.True(t, slices.Contains(shown, id) || slices.Contains(large, id), "no scenario shows %s", id)
	}
}
