package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/internal/golden"
)

const ordersFile = "../../testdata/inspect/orders.ibd"

// TestInspectErrors: a file that is no table's, and a result that is not of the same
// table, are one line each, and an output stays as it was.
func TestInspectErrors(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	table, err := os.ReadFile(ordersFile)
	require.NoError(t, err)
	half := write("half.ibd", string(table[:100_000]))
	one := write("one.json", command(t, "run", "--rows", "600", "--format", "json").stdout)
	named := write("named.json", command(t, "run", "--rows", "600", "--index", "other=randint", "--format", "json").stdout)
	both := write("both.json", command(t, "run", "--rows", "600", "--engine", "innodb,fractal", "--format", "json").stdout)
	fractal := write("fractal.json", command(t, "run", "--rows", "600", "--engine", "fractal", "--format", "json").stdout)
	for _, c := range []struct {
		name, args string
		code       exitCode
		stderr     []string
	}{
		{"no file", "", exitUsage, []string{"0 files: want one .ibd file", "inspect --help"}},
		{"two files", "a.ibd b.ibd", exitUsage, []string{"2 files: want one .ibd file"}},
		{"an unknown format", ordersFile + " --format xml", exitUsage, []string{`--format: unknown format "xml"; allowed: text, json, csv`}},
		{"a file that is missing", "missing.ibd", exitFailed, []string{"missing.ibd: no such file"}},
		{"a folder", dir, exitFailed, []string{dir + ": want the .ibd file of a table"}},
		{"a file cut off", half, exitFailed, []string{half + ": truncated: it has 6 pages of the 17 that page 0 tells"}},
		{"a text", "testdata/orders.sql", exitFailed, []string{"testdata/orders.sql: ", "bytes: not a tablespace of InnoDB"}},
		{"a result that is missing", ordersFile + " --as-baseline missing.json", exitFailed, []string{"--as-baseline missing.json: no such file"}},
		{"no result", ordersFile + " --as-baseline testdata/orders.sql", exitFailed, []string{"--as-baseline testdata/orders.sql: byte 0: not JSON"}},
		{"an empty input", ordersFile + " --as-baseline -", exitFailed, []string{"--as-baseline -: no result of pagesim run --format json"}},
		{"a result of another table", ordersFile + " --as-baseline " + one, exitFailed, []string{"has 2 indexes, the result 1: want those of the same table"}},
		{"a result with other indexes", ordersFile + " --as-baseline " + named, exitFailed, []string{"has index customer, the result has not"}},
		{"two results", ordersFile + " --as-baseline " + both, exitFailed, []string{"2 results: want one"}},
		{"a result of another engine", ordersFile + " --as-baseline " + fractal, exitFailed, []string{"a result of engine fractal: want one of InnoDB"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := write("out.txt", "as it was")
			o := command(t, append(strings.Fields("inspect "+c.args), "-o", out)...)
			require.Equal(t, c.code, o.code, o.stderr)
			for _, want := range c.stderr {
				require.Contains(t, o.stderr, want)
			}
			require.Equal(t, 1, strings.Count(o.stderr, "\n"), o.stderr)
			require.Empty(t, o.stdout)
			left, err := os.ReadFile(out)
			require.NoError(t, err)
			require.Equal(t, "as it was", string(left))
		})
	}
}

// TestInspectedResult keeps the result that stands beside orders.ibd in the README what
// the model says.
func TestInspectedResult(t *testing.T) {
	t.Chdir("../..")
	o := command(t, "run", "--ddl", "testdata/inspect/orders.sql", "--keys", "id=uuidv4", "--keys", "customer_id=randint", "--rows", "600", "--format", "json")
	require.Equal(t, exitDone, o.code, o.stderr)
	golden.Check(t, "testdata/inspect/orders.json", []byte(o.stdout))
}

// TestInspectStdin reads the result from stdin.
func TestInspectStdin(t *testing.T) {
	result, err := os.Open("../../testdata/inspect/orders.json")
	require.NoError(t, err)
	defer func() { _ = result.Close() }()
	o := commandIn(t.Context(), env{args: []string{"inspect", ordersFile, "--as-baseline", "-"}, stdin: result})
	require.Equal(t, exitDone, o.code, o.stderr)
	require.Contains(t, o.stdout, "simulated")
}
