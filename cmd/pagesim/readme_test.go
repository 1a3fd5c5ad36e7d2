package main

import (
	"os"
	"regexp"
	"slices"
	"strconv"
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
	skipLong(t)
	t.Chdir("../..")
	checkCommands(t, "README.md", 5)
}

// TestDocs does the same with the other documents.
func TestDocs(t *testing.T) {
	skipLong(t)
	t.Chdir("../..")
	for path, least := range map[string]int{"docs/scenario.md": 4, "docs/tutorial.md": 8, "docs/teachers.md": 5} {
		t.Run(path, func(t *testing.T) { checkCommands(t, path, least) })
	}
}

// checkCommands runs the commands of a document, of which there are at least so many.
func checkCommands(t *testing.T, path string, least int) {
	t.Helper()
	doc, err := os.ReadFile(path)
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(block.FindAll(doc, -1)), least)
	got := block.ReplaceAllStringFunc(string(doc), func(b string) string {
		line := block.FindStringSubmatch(b)[1]
		return "```\n$ pagesim " + line + "\n" + printed(t, line) + "```"
	})
	golden.Check(t, path, []byte(got))
}

// printed is what a line of a document prints: a command, and what shells have to show
// a part of it, tail -n, head -n and grep.
func printed(t *testing.T, line string) string {
	t.Helper()
	parts := strings.Split(line, " | ")
	lines := slices.Collect(strings.Lines(outputOf(t, parts[0])))
	for _, filter := range parts[1:] {
		words := wordsOf(filter)
		n, err := strconv.Atoi(strings.TrimPrefix(words[1], "-"))
		switch words[0] {
		case "tail":
			require.NoError(t, err, filter)
			lines = lines[max(0, len(lines)-n):]
		case "head":
			require.NoError(t, err, filter)
			lines = lines[:min(n, len(lines))]
		case "grep":
			lines = slices.DeleteFunc(lines, func(l string) bool { return !strings.Contains(l, words[1]) })
		default:
			t.Fatalf("%s: want tail, head or grep", filter)
		}
	}
	return strings.Join(lines, "")
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

// skipLong leaves out with -short what plays long runs.
func skipLong(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("long: run without -short")
	}
}
