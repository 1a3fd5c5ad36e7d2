package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The page comes beside the output, which stays as it is without.
func TestHTML(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.html")
	run := []string{"run", "--rows", "2000", "--sample", "500"}
	require.Equal(t, command(t, run...), command(t, append(run, "--html", path)...))
	beside, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(beside), "<svg ")
	require.Contains(t, string(beside), "--rows 2_000 --seed 1")

	asFormat := command(t, append(run, "--format", "html")...)
	require.Equal(t, outcome{stdout: string(beside)}, asFormat)
	requireNoLitter(t, dir)
}

func TestHTMLErrors(t *testing.T) {
	dir := t.TempDir()
	for args, want := range map[string]string{
		"--html -":                     "--html -: want a file",
		"--html a.html -o a.html":      "--html and --output: both are a.html",
		"--html a.html --trace a.html": "--trace and --html: both are a.html",
		"--html " + dir:                "--html " + dir + ": is a directory",
		"--html " + dir + "/no/a.html": "--html " + dir + "/no/a.html: no such file or directory",
		"--html /dev/full":             "--html /dev/full: no space left on device",
	} {
		o := command(t, append([]string{"run", "--rows", "10"}, strings.Fields(args)...)...)
		require.NotEqual(t, exitDone, o.code, args)
		require.Empty(t, o.stdout)
		require.Contains(t, o.stderr, "pagesim: "+want, args)
		require.Equal(t, 1, strings.Count(o.stderr, "\n"))
		require.NoFileExists(t, "a.html")
		requireNoLitter(t, ".")
	}
}
