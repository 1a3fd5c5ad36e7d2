package golden_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/internal/golden"
)

// failing is a test that notes its failure and goes on.
type failing struct {
	testing.TB
	message string
}

func (f *failing) Helper() {}

func (f *failing) Fatalf(format string, args ...any) {
	if f.message == "" {
		f.message = fmt.Sprintf(format, args...)
	}
}

func check(t *testing.T, path, got string) string {
	f := &failing{TB: t}
	golden.Check(f, path, []byte(got))
	return f.message
}

func TestCheck(t *testing.T) {
	t.Setenv(golden.Rewrite, "")
	path := filepath.Join(t.TempDir(), "sub", "x.golden")
	require.Contains(t, check(t, path, "a\n"), "does not exist; PAGESIM_REWRITE=1 go test writes it")

	t.Setenv(golden.Rewrite, "1")
	require.Empty(t, check(t, path, "a\n"))

	t.Setenv(golden.Rewrite, "")
	require.Empty(t, check(t, path, "a\n"))
	require.Contains(t, check(t, path, "b\n"), path+":1: first difference")
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "a\n", string(data), "a failed check writes nothing")
}

func TestDifference(t *testing.T) {
	long := strings.Repeat("x", 200)
	for _, c := range []struct{ name, want, got, message string }{
		{"equal texts have none", "a\nb\n", "a\nb\n", ""},
		{"a changed line is shown with two before it", "a\nb\nc\nd\ne\n", "a\nb\nc\nD\ne\n", "f:13: first difference\n    11         b\n    12         c\n    13   want: d\n    13    got: D"},
		{"a missing line is named", "a\nb\n", "a\n", "f:11: first difference\n    10         a\n    11   want: b\n    11    got: (no such line)\nwant 2 lines, got 1"},
		{"an empty text has no lines", "", "a\n", "f:10: first difference\n    10   want: (no such line)\n    10    got: a\nwant 0 lines, got 1"},
		{"a missing newline shows", "a\n", "a", "f:10: first difference\n    10   want: a\n    10    got: a (without a newline)"},
		{"blanks at the end show", "a\n", "a \n", "f:10: first difference\n    10   want: a\n    10    got: \"a \""},
		{"a long line is cut around the difference", long + "a\n", long + "b\n", "f:10: first difference\n    10   want: …" + long[:60] + "a\n    10    got: …" + long[:60] + "b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.message, golden.Difference("f", 10, []byte(c.want), []byte(c.got)))
		})
	}
}
