package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/internal/golden"
)

// block is a fenced block of the README that begins with a command, and what
// should follow: what the command prints.
var block = regexp.MustCompile("(?s)```\\n\\$ pagesim ([^\\n]*)\\n(.*?)```")

// TestReadme runs each command of the README in the module's root and puts its
// output below it: the README stays true.
func TestReadme(t *testing.T) {
	t.Chdir("../..")
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(block.FindAll(readme, -1)), 5)
	got := block.ReplaceAllStringFunc(string(readme), func(b string) string {
		line := block.FindStringSubmatch(b)[1]
		o := command(t, strings.Fields(line)...)
		require.Equal(t, exitDone, o.code, "%s: %s", line, o.stderr)
		return "```\n$ pagesim " + line + "\n" + o.stdout + "```"
	})
	golden.Check(t, "README.md", []byte(got))
}
