package scenario_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/internal/golden"
	"github.com/pagesim/pagesim/internal/scenario"
)

// stack is something to tell stories about.
type stack struct {
	words []string
	limit int
}

func (s *stack) do(t *testing.T, c *scenario.Command) string {
	switch c.Name {
	case "stack":
		*s = stack{limit: c.Int("limit", 10)}
		return ""
	case "push":
		return s.push(c.Fields())
	case "pop":
		s.words = s.words[:len(s.words)-c.Int("n", 1)]
		return strings.Join(s.words, " ")
	}
	require.Fail(t, "unknown command", "%s: %s", c.Pos, c.Name)
	return ""
}

func (s *stack) push(words []string) string {
	var b strings.Builder
	for _, w := range words {
		if len(s.words) == s.limit {
			return "stack is full"
		}
		s.words = append(s.words, w)
		fmt.Fprintln(&b, strings.Join(s.words, " "))
	}
	return b.String()
}

func TestRun(t *testing.T) {
	t.Setenv(golden.Rewrite, "")
	scenario.Run(t, "testdata/stack.txt", new(stack).do)
}

func TestRunRewritesOutputAndNothingElse(t *testing.T) {
	right, err := os.ReadFile("testdata/stack.txt")
	require.NoError(t, err)
	wrong := strings.NewReplacer("1 2 3\n", "9\n", "stack is full\n", "", "----\n1\n\n", "----\n7\n8\n\n").Replace(string(right))
	require.NotEqual(t, string(right), wrong)
	path := filepath.Join(t.TempDir(), "wrong.txt")
	require.NoError(t, os.WriteFile(path, []byte(wrong), 0o644))

	t.Setenv(golden.Rewrite, "1")
	scenario.Run(t, path, new(stack).do)
	rewritten, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(right), string(rewritten))
}
