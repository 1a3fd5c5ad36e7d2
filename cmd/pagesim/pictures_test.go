package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/pagesim/pagesim/internal/golden"
	"github.com/stretchr/testify/require"
)

// toPlot is a command of the README that saves a result, or makes something of one.
var toPlot = regexp.MustCompile(`(?m)^    pagesim ((?:run|plot|report) .*(?:-o|--html) .*)$`)

// maxPictureBytes keeps the repository small.
const maxPictureBytes = 80_000

// TestReadmePictures runs the commands of the README that end in pictures, in the order
// in which they stand there. The pictures are in docs/img and written anew when goldens
// are; the goldens of report/plot are the numbers behind them.
func TestReadmePictures(t *testing.T) {
	if testing.Short() {
		t.Skip("six runs take seconds")
	}
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	require.NoError(t, os.Symlink(filepath.Join(root, "examples"), "examples"))
	require.NoError(t, os.MkdirAll("docs/img", 0o755))
	commands := toPlot.FindAllStringSubmatch(string(readme), -1)
	require.GreaterOrEqual(t, len(commands), 8)
	for _, c := range commands {
		o := command(t, strings.Fields(c[1])...)
		require.Equal(t, exitDone, o.code, "%s: %s", c[1], o.stderr)
	}
	made, err := filepath.Glob("docs/img/*")
	require.NoError(t, err)
	require.NotEmpty(t, made)
	for _, path := range made {
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Less(t, len(b), maxPictureBytes, path)
		require.Contains(t, string(readme), "]("+path+")", "the README shows it")
		if golden.Rewriting() {
			require.NoError(t, golden.Write(filepath.Join(root, path), b))
		}
		kept, err := os.ReadFile(filepath.Join(root, path))
		require.NoError(t, err)
		require.True(t, bytes.Equal(kept, b), "%s is not what the README's commands make now", path)
	}
}
