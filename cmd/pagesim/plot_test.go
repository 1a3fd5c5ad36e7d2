package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// saved runs a small result into a file.
func saved(t *testing.T, flags string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "result.json")
	o := command(t, append(strings.Fields("run --rows 5k --format json -o "+path), strings.Fields(flags)...)...)
	require.Equal(t, outcome{}, o)
	return path
}

func TestPlot(t *testing.T) {
	v4 := saved(t, "--keys uuidv4 --sample 1k --pages --pool-curve")
	both := saved(t, "--keys uuidv7 --engine innodb,fractal")
	dir := t.TempDir()
	for suffix, magic := range map[string]string{"svg": "<?xml", "png": "\x89PNG", "pdf": "%PDF"} {
		path := filepath.Join(dir, "out."+suffix)
		require.Equal(t, outcome{}, command(t, "plot", v4, both, "-o", path))
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(string(b), magic))
		text, err := os.ReadFile(v4)
		require.NoError(t, err)
		piped := commandIn(t.Context(), env{args: []string{"plot", "-", both, "--format", suffix}, stdin: strings.NewReader(string(text))})
		require.Equal(t, outcome{stdout: string(b)}, piped)
	}
	requireNoLitter(t, dir)
}

// A mistake says what is wrong, creates nothing and leaves what is there.
func TestPlotErrors(t *testing.T) {
	bare := saved(t, "--keys uuidv4")
	for _, c := range []struct {
		args   string
		code   exitCode
		stderr string
	}{
		{"-o out.gif", exitUsage, `--output "out.gif" does not end in .svg, .png, .pdf`},
		{"-o out", exitUsage, `--output "out" does not end in .svg`},
		{"", exitUsage, "--output: want a file such as out.svg, or --format for standard output"},
		{"-o -", exitUsage, "--output: want a file such as out.svg"},
		{"-o out.svg --format gif", exitUsage, `--format: unknown format "gif"; allowed: svg, png, pdf`},
		{"-o out.svg --plot fill,splits", exitUsage, `unknown plot "splits"; allowed: fill, waves, io`},
		{"-o out.svg --plot waves", exitUsage, "plot waves: no samples: run with --sample 100k"},
		{"-o out.svg --plot fill,io", exitUsage, "plot io: no samples: run with --sample 100k"},
		{"-o out.svg --plot pool-curve", exitUsage, "plot pool-curve: no pool curve: run with --pool-curve"},
		{"-o out.svg --plot key-order", exitUsage, "plot key-order: no leaf pages: run with --pages"},
		{"-o out.svg missing.json", exitFailed, "missing.json: no such file"},
		{"-o out.svg testdata/orders.sql", exitFailed, "testdata/orders.sql: byte 0: not JSON"},
		{"-o out.svg testdata/exact.json", exitFailed, "testdata/exact.json: byte"},
		{"-o no/such/folder.svg", exitFailed, "--output no/such/folder.svg: no such file or directory"},
	} {
		t.Run(c.args, func(t *testing.T) {
			o := command(t, append([]string{"plot", bare}, strings.Fields(c.args)...)...)
			require.Equal(t, c.code, o.code, o.stderr)
			require.Empty(t, o.stdout)
			require.Equal(t, 1, strings.Count(o.stderr, "\n"), o.stderr)
			require.Contains(t, o.stderr, "pagesim: "+c.stderr)
			for _, path := range []string{"out", "out.svg", "out.gif"} {
				require.NoFileExists(t, path)
			}
			requireNoLitter(t, ".")
		})
	}
	o := command(t, "plot")
	require.Equal(t, exitUsage, o.code)
	require.Contains(t, o.stderr, "no results: want files that pagesim run --format json wrote")
}

// A reader that has seen enough is no failure, a full disk is one.
func TestPicturesOnFullDisks(t *testing.T) {
	file := saved(t, "--keys uuidv4")
	for _, args := range [][]string{{"plot", file, "--format", "png"}, {"report", file, "--format", "html"}, {"report", file}} {
		var stderr bytes.Buffer
		require.Equal(t, exitDone, execute(t.Context(), env{args: args, stdout: failing{syscall.EPIPE}, stderr: &stderr}))
		require.Empty(t, stderr.String())
		require.Equal(t, exitFailed, execute(t.Context(), env{args: args, stdout: failing{syscall.ENOSPC}, stderr: &stderr}))
		require.Equal(t, "pagesim: no space left on device\n", stderr.String())
	}
}
