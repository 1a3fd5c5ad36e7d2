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

// library is the README's program, which is an example of package sim.
var library = regexp.MustCompile("(?s)```go\\n.*?```")

// TestReadmeProgram puts the example that go test compiles and runs in the README.
func TestReadmeProgram(t *testing.T) {
	t.Chdir("../..")
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	require.Len(t, library.FindAll(readme, -1), 1)
	example, err := os.ReadFile("sim/library_test.go")
	require.NoError(t, err)
	program := strings.NewReplacer(
		"package sim_test", "package main", "func Example_library()", "func main()",
		"// The README shows this file as a program.\n", "", "// Output:", "// prints",
	).Replace(string(example))
	got := library.ReplaceAllLiteralString(string(readme), "```go\n"+program+"```")
	golden.Check(t, "README.md", []byte(got))
}
