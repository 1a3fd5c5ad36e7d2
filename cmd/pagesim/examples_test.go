package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/internal/golden"
	"github.com/stretchr/testify/require"
)

// playExample runs a scenario of the examples, in the module's root.
func playExample(t *testing.T, name string, flags ...string) pagesim.Result {
	t.Helper()
	o := command(t, append([]string{"run", "examples/" + name + ".yaml", "--format", "json"}, flags...)...)
	require.Equal(t, exitDone, o.code, o.stderr)
	var r pagesim.Result
	require.NoError(t, json.Unmarshal([]byte(o.stdout), &r))
	return r
}

// tables is the part of an output that the examples' README shows: that on phases
// and samples.
var tables = regexp.MustCompile(`(?ms)^phase .*`)

func TestExamplesReadme(t *testing.T) {
	skipLong(t)
	t.Chdir("../..")
	readme, err := os.ReadFile("examples/README.md")
	require.NoError(t, err)
	files, err := filepath.Glob("examples/*.yaml")
	require.NoError(t, err)
	for _, file := range files {
		require.Contains(t, string(readme), "$ pagesim run "+file+"\n")
	}
	got := block.ReplaceAllStringFunc(string(readme), func(b string) string {
		line := block.FindStringSubmatch(b)[1]
		o := command(t, strings.Fields(line)...)
		require.Equal(t, exitDone, o.code, "%s: %s", line, o.stderr)
		require.Equal(t, "pagesim "+line, strings.SplitN(o.stdout, "\n", 2)[0], "the output repeats the command")
		return "```\n$ pagesim " + line + "\n...\n" + tables.FindString(o.stdout) + "```"
	})
	golden.Check(t, "examples/README.md", []byte(got))
}

// figure is a number that only a run can know.
var figure = regexp.MustCompile(`\b\d{1,3}(,\d{3})+\b|\b\d+\.\d%|\b\d+ MiB`)

// TestExamplesSayWhatTheyPrint looks for each figure of a comment in the output.
func TestExamplesSayWhatTheyPrint(t *testing.T) {
	skipLong(t)
	t.Chdir("../..")
	files, err := filepath.Glob("examples/*.yaml")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 4)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		comments := ""
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "#") {
				comments += line
			}
		}
		output := command(t, "run", file).stdout
		// The configuration counts too: it is in the file.
		settings := strings.NewReplacer("300k", "300,000", "120k", "120,000", "16M", "16 MiB").Replace(string(text[len(comments):]))
		for _, f := range figure.FindAllString(comments, -1) {
			require.Contains(t, output+settings, f, file)
		}
	}
}

func TestMigrationEndsTheReads(t *testing.T) {
	t.Chdir("../..")
	r := playExample(t, "migrate-v4-to-v7")
	require.Len(t, r.Phases, 2)
	require.Greater(t, r.Phases[0].Reads, int64(100_000))
	require.Less(t, r.Phases[1].Reads-r.Phases[0].Reads, int64(100))
	require.InDelta(t, 0.69, r.Phases[0].LeafFill, 0.05)
	require.Greater(t, r.Phases[1].LeafFill, 0.75)
}

func TestARebuildIsFollowedByWaves(t *testing.T) {
	t.Chdir("../..")
	r := playExample(t, "rebuild-wave")
	optimized := r.Phases[1]
	require.Greater(t, optimized.LeafFill, 0.9)
	var splits []int64
	before := optimized.Counters.PageSplits
	for _, s := range r.Samples {
		if s.Rows > optimized.LiveRows {
			splits = append(splits, s.PageSplits-before)
			before = s.PageSplits
		}
	}
	// The storm takes nearly each page, then hardly any, then the next wave.
	require.Greater(t, splits[0], optimized.LeafPages)
	require.Greater(t, splits[0], 20*splits[1])
	require.Greater(t, splits[5], 10*splits[2])
	require.Less(t, splits[5], splits[0])
}

func TestAQueueDoesNotGrow(t *testing.T) {
	t.Chdir("../..")
	r := playExample(t, "fifo-queue")
	full, last := r.Phases[1], r.Phases[len(r.Phases)-1]
	require.Equal(t, int64(100_000), last.LiveRows)
	require.Equal(t, full.FileBytes, last.FileBytes)
	require.InDelta(t, full.LeafFill, last.LeafFill, 0.002)
	require.InDelta(t, full.LeafPages, 2*last.LeafPages, 4)
}

func TestReplacesSplitNothingWhilePurgeKeepsUp(t *testing.T) {
	skipLong(t)
	t.Chdir("../..")
	r := playExample(t, "sbtest")
	require.Equal(t, r.Phases[0].Counters.PageSplits, r.Phases[3].Counters.PageSplits)
	late := playExample(t, "sbtest", "--purge", "after-phase")
	require.Greater(t, late.Phases[3].Counters.PageSplits, late.Phases[0].Counters.PageSplits+300)
}
