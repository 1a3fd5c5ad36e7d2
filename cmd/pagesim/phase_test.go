package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// words splits a command line as a shell does that knows single quotes only.
func words(line string) []string {
	var all []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			all = append(all, part)
		} else {
			all = append(all, strings.Fields(part)...)
		}
	}
	return all
}

func TestPhasesRepeatThemselves(t *testing.T) {
	for _, line := range []string{
		"run --rows 2000 --phase 'insert keys=uuidv7:rate=500 rows=1k' --phase 'delete of=1 every=2' --phase 'sql optimize table t' --phase 'insert rows=500'",
		"run --rows 2000 --encoding hex36 --phase 'insert keys=ulid rows=1k payload=5..50' --purge after-phase --server mariadb-10.11",
		"run --ddl testdata/orders.sql --rows 1000 --phase 'insert rows=1000 skip=1000 keys=uuidv7 payload=9' --phase 'update of=2 set=note=90' --purge 100",
		"run --keys file:testdata/ids.keys --phase 'delete of=1'",
		"run testdata/phases.yaml",
		"run testdata/phases.yaml --pool 1M --sample 20k --server mysql-9.7 --purge 1k",
	} {
		t.Run(line, func(t *testing.T) {
			first := command(t, words(line)...)
			require.Equal(t, exitDone, first.code, first.stderr)
			typed, _, _ := strings.Cut(first.stdout, "\nmodel ")
			again := words(strings.ReplaceAll(typed, "\\\n", ""))
			require.Equal(t, "pagesim", again[0])
			require.Equal(t, first, command(t, again[1:]...))
			for line := range strings.Lines(first.stdout) {
				require.LessOrEqual(t, len(strings.TrimSuffix(line, "\n")), 80, line)
			}
		})
	}
}

func TestFlagsAndFilesSayTheSame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.yaml")
	require.NoError(t, os.WriteFile(path, []byte(`
phases:
  - insert: {rows: 2k, keys: {id: uuidv4}, payload: {payload: 100}}
  - insert: {rows: 1k, keys: {id: uuidv7}}
  - delete: {of: 1, order: random, limit: 1k}
`), 0o644))
	file := command(t, "run", path)
	require.Equal(t, exitDone, file.code, file.stderr)
	flags := command(t, "run", "--rows", "2k", "--phase", "insert keys=uuidv7 rows=1k", "--phase", "delete of=1 order=random limit=1k")
	_, want, _ := strings.Cut(flags.stdout, "\nmodel ")
	_, got, _ := strings.Cut(file.stdout, "\nmodel ")
	require.Equal(t, want, got)
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	stdin := commandIn(t.Context(), env{args: []string{"run", "-"}, stdin: strings.NewReader(string(b))})
	_, got, _ = strings.Cut(stdin.stdout, "\nmodel ")
	require.Equal(t, want, got)
}

func TestPhaseErrors(t *testing.T) {
	dir := t.TempDir()
	wrong, text := filepath.Join(dir, "wrong.yaml"), filepath.Join(dir, "half.json")
	require.NoError(t, os.WriteFile(wrong, []byte("pool: 1M\nphases:\n  - insert:\n      row: 5\n"), 0o644))
	require.NoError(t, os.WriteFile(text, []byte(`{"scenario":`), 0o644))
	keyless := filepath.Join(dir, "keyless.sql")
	require.NoError(t, os.WriteFile(keyless, []byte("create table t (id int auto_increment primary key)"), 0o644))
	for _, c := range []struct {
		line   string
		code   exitCode
		stderr []string
	}{
		{"run --phase 'copy of=1'", exitUsage, []string{`--phase "copy of=1"`, `"copy"`, "insert, delete"}},
		{"run --phase ''", exitUsage, []string{`--phase ""`, "insert, delete"}},
		{"run --phase 'delete of=2'", exitUsage, []string{`"2"`, "counted from 1"}},
		{"run --phase 'delete rows=2'", exitUsage, []string{`"rows"`, "of, first, every"}},
		{"run --phase 'insert rows=99999G'", exitUsage, []string{"99999G", "10,000,000,000"}},
		{"run --phase 'insert keys=uuidv9'", exitUsage, []string{`"uuidv9"`, "uuidv7"}},
		{"run --phase 'insert keys=a=ulid'", exitUsage, []string{"a"}},
		{"run --phase 'sql drop table t'", exitUsage, []string{"phase 2"}},
		{"run --purge soon", exitUsage, []string{`--purge "soon"`, "at-once, after-phase"}},
		{"run --server oracle", exitUsage, []string{`"oracle"`, "mysql-9.7, mysql-8.4"}},
		{"run --ddl " + keyless + " --rows 10 --phase 'insert keys=ulid'", exitUsage, []string{"for which column"}},
		{"run --ddl " + keyless + " --rows 10 --phase 'insert keys=b=ulid'", exitUsage, []string{"no column b", "id"}},
		{"run " + wrong, exitUsage, []string{wrong, "line 4", `"row"`, "rows, skip"}},
		{"run missing.yaml", exitFailed, []string{"missing.yaml"}},
		{"run uuidv7:rate=5", exitUsage, []string{"--keys uuidv7:rate=5"}},
		{"run testdata/phases.yaml --rows 5", exitUsage, []string{"--rows", "testdata/phases.yaml"}},
		{"run testdata/phases.yaml --purge soon", exitUsage, []string{`--purge "soon"`}},
		{"run a.yaml b.yaml", exitUsage, []string{"2"}},
		{"scenario", exitUsage, []string{"0 files"}},
		{"scenario " + wrong, exitUsage, []string{wrong, "line 4"}},
		{"scenario " + text, exitFailed, []string{text, "not a whole scenario"}},
		{"scenario missing.json", exitFailed, []string{"missing.json"}},
		{"scenario ../../examples/sbtest.yaml --recording", exitDone, nil},
		{"scenario ../../examples/fifo-queue.yaml --recording", exitUsage, []string{"phase 3", "transactions of 1 rows", "1000"}},
	} {
		t.Run(c.line, func(t *testing.T) {
			o := command(t, words(c.line)...)
			require.Equal(t, c.code, o.code, o.stderr)
			if c.code == exitDone {
				return
			}
			require.Empty(t, o.stdout)
			require.Equal(t, 1, strings.Count(o.stderr, "\n"), o.stderr)
			for _, part := range c.stderr {
				require.Contains(t, o.stderr, part)
			}
		})
	}
}
