package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// smallSweep is of 12 runs.
const smallSweep = "sweep --keys uuidv4,uuidv7:rate=5000..10000:x2,nodes=2 --rows 1k,2k --pool 256K..512K:x2"

// rowsOf reads a CSV output.
func rowsOf(t *testing.T, text string) []map[string]string {
	t.Helper()
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	require.NoError(t, err)
	var rows []map[string]string
	for _, r := range records[1:] {
		row := map[string]string{}
		for i, name := range records[0] {
			row[name] = r[i]
		}
		rows = append(rows, row)
	}
	return rows
}

func TestSweepRows(t *testing.T) {
	o := command(t, strings.Fields(smallSweep)...)
	require.Equal(t, exitDone, o.code, o.stderr)
	rows := rowsOf(t, o.stdout)
	require.Len(t, rows, 12)
	for i, r := range rows {
		require.Equal(t, strconv.Itoa(i+1), r["run"])
		require.Equal(t, "12", r["runs"])
		require.Equal(t, []string{"uuidv4", "uuidv7:rate=5000,nodes=2", "uuidv7:rate=10000,nodes=2"}[i/4], r["keys"])
		require.Equal(t, []string{"1k", "2k"}[i/2%2], r["rows"], "the last flag varies fastest")
		require.Equal(t, []string{"256K", "512K"}[i%2], r["pool"])
	}
	// Each row is that of a run.
	alone := command(t, append(strings.Fields(rows[7]["command"])[1:], "--format", "csv")...)
	require.Equal(t, exitDone, alone.code, alone.stderr)
	run := rowsOf(t, alone.stdout)[0]
	for _, name := range []string{"index_page_splits", "splits_middle", "leaf_pages", "reads", "data_length"} {
		require.Equal(t, run[name], rows[7][name], name)
	}
	require.Equal(t, o, command(t, append(strings.Fields(smallSweep), "--jobs", "1")...))
	require.Equal(t, o, command(t, append(strings.Fields(smallSweep), "--jobs", "5")...))
}

// TestSweepGoesOn cuts a file at all kinds of places and starts the sweep again.
func TestSweepGoesOn(t *testing.T) {
	for _, format := range []string{"csv", "ndjson"} {
		path := filepath.Join(t.TempDir(), "sweep")
		args := append(strings.Fields(smallSweep), "--format", format, "--output", path)
		require.Equal(t, outcome{}, command(t, args...))
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, string(want), command(t, args[:len(args)-2]...).stdout)
		for at := 0; at <= len(want); at += 1 + len(want)/29 {
			require.NoError(t, os.WriteFile(path, want[:at], 0o644))
			require.Equal(t, outcome{}, command(t, args...), "cut at %d", at)
			requireFile(t, path, string(want))
		}
	}
}

func TestSweepIsInterrupted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sweep.csv")
	args := append(strings.Fields(strings.Replace(smallSweep, "1k,2k", "1k,50k", 1)), "-o", path)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil {
			if rows, err := os.ReadFile(path); err == nil && bytes.Count(rows, []byte("\n")) > 1 {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	o := commandIn(ctx, env{args: args})
	require.Equal(t, exitInterrupted, o.code)
	require.Regexp(t, "^pagesim: interrupted; "+regexp.QuoteMeta(path)+" has [1-9]+ of 12 runs, the same command goes on there\n$", o.stderr)
	require.Equal(t, outcome{}, command(t, args...))
	requireFile(t, path, command(t, args[:len(args)-2]...).stdout)
}

// TestPlanIsInterrupted: many runs take a while to plan.
func TestPlanIsInterrupted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sweep.csv")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o := commandIn(ctx, env{args: []string{"sweep", "--seed", "1..99999:+1", "-o", path}})
	require.Equal(t, outcome{code: exitInterrupted, stderr: "pagesim: interrupted\n"}, o)
	require.NoFileExists(t, path)
}

// TestSweepKnowsItsKeyFiles: other keys in a file are another sweep.
func TestSweepKnowsItsKeyFiles(t *testing.T) {
	dir := t.TempDir()
	keys, rows := filepath.Join(dir, "k.txt"), filepath.Join(dir, "s.csv")
	args := []string{"sweep", "--keys", "file:" + keys, "--pool", "1M,2M", "--metrics", "leaf_pages", "-o", rows}
	require.NoError(t, os.WriteFile(keys, []byte("1\n2\n3\n"), 0o644))
	require.Equal(t, outcome{}, command(t, args...))
	require.Equal(t, outcome{}, command(t, args...))
	require.NoError(t, os.WriteFile(keys, []byte("1\n2\n4\n"), 0o644))
	o := command(t, args...)
	require.Equal(t, exitUsage, o.code)
	require.Contains(t, o.stderr, "another sweep: what differs is no axis, such as --seed, a key file or")

	o = command(t, "sweep", "--keys", "file:"+os.DevNull, "--pool", "1M,2M")
	require.Equal(t, outcome{code: exitUsage, stderr: "pagesim: file:" + os.DevNull + ": a sweep reads keys more than once; save them to a file\n"}, o)
	o = command(t, "sweep", "--keys", "file:"+dir+"/none", "--pool", "1M,2M")
	require.Equal(t, outcome{code: exitFailed, stderr: "pagesim: file:" + dir + "/none: no such file or directory\n"}, o)
}

// TestSweepIsAloneInItsFile: two sweeps into one file would lose rows.
func TestSweepIsAloneInItsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.csv")
	f, err := openAlone(path)
	require.NoError(t, err)
	args := append(strings.Fields(smallSweep), "-o", path)
	require.Equal(t, outcome{code: exitFailed, stderr: "pagesim: --output " + path + ": another sweep writes to it; give each its own file\n"}, command(t, args...))
	require.NoError(t, f.Close())
	require.Equal(t, outcome{}, command(t, args...))
	require.Equal(t, outcome{}, command(t, args...), "it is free again")
}

func TestSweepRefusesValues(t *testing.T) {
	for args, want := range map[string]string{
		"--pool 1M,1024K":                     "run 2 of 2 (pool=1024K) is the same as run 1 of 2 (pool=1M): want each value once",
		"--pool 1M,1M":                        "--pool: 1M is there twice",
		"--keys uuidv7:rate=1..1000:x1.00001": "want at most 100,000 values",
		"--phase insert\x00rows=1..999:+1\x00skip=1..999:+1": "more than 100,000 runs",
		"--html x.html": "unknown flag: --html",
		"--pages":       "unknown flag: --pages",
	} {
		words := append([]string{"sweep"}, strings.Fields(args)...)
		for i := range words {
			words[i] = strings.ReplaceAll(words[i], "\x00", " ")
		}
		o := command(t, words...)
		require.Equal(t, exitUsage, o.code, args)
		require.Contains(t, o.stderr, want, args)
		require.Equal(t, 1, strings.Count(o.stderr, "\n"), o.stderr)
	}
}

func TestShardsMerge(t *testing.T) {
	for _, format := range []string{"csv", "ndjson"} {
		dir := t.TempDir()
		args := append(strings.Fields(smallSweep), "--format", format)
		whole := command(t, args...)
		var parts []string
		for _, shard := range []string{"3/5", "1/5", "5/5", "2/5", "4/5"} {
			part := filepath.Join(dir, "part"+shard[:1])
			parts = append(parts, part)
			require.Equal(t, outcome{}, command(t, append(args, "--shard", shard, "-o", part)...))
		}
		require.Equal(t, whole, command(t, append([]string{"merge"}, parts...)...))
		all := filepath.Join(dir, "all")
		require.Equal(t, outcome{}, command(t, append([]string{"merge", "-o", all}, parts...)...))
		requireFile(t, all, whole.stdout)
		require.Equal(t, outcome{}, command(t, append(args, "-o", all)...), "it is the whole sweep: nothing is left to do")
		requireFile(t, all, whole.stdout)

		other := filepath.Join(dir, "other")
		require.Equal(t, outcome{}, command(t, append(args, "--seed", "2", "-o", other)...))
		broken := filepath.Join(dir, "broken")
		require.NoError(t, os.WriteFile(broken, []byte(whole.stdout[:len(whole.stdout)-3]), 0o644))
		text := filepath.Join(dir, "text")
		require.NoError(t, os.WriteFile(text, []byte("hello\n"), 0o644))
		for name, c := range map[string]struct {
			files []string
			want  string
		}{
			"a part is missing":     {parts[:4], "2 of 12 runs are missing: 4, 9"},
			"a part is there twice": {append([]string{parts[0]}, parts...), "run 3 is in " + parts[0] + " too"},
			"another sweep":         {append([]string{other}, parts...), "another sweep than " + other},
			"a part is not whole":   {[]string{broken}, "ends within a row"},
			"no sweep":              {[]string{text}, "there is no sweep in it"},
			"no file":               {[]string{dir + "/none"}, "no such file"},
		} {
			o := command(t, append([]string{"merge"}, c.files...)...)
			require.Equal(t, exitFailed, o.code, name)
			require.Contains(t, o.stderr, c.want, name)
			require.Equal(t, 1, strings.Count(o.stderr, "\n"))
			require.Empty(t, o.stdout)
		}
	}
}

// TestSweepRefusesOtherFiles: a file that is not this sweep's stays as it is.
func TestSweepRefusesOtherFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sweep.csv")
	fields := strings.Fields(smallSweep)
	require.Equal(t, outcome{}, command(t, append(fields, "-o", path)...))
	rows, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, c := range []struct{ name, args, content, want string }{
		{"another seed", smallSweep + " --seed 2", string(rows), "what differs is no axis, such as --seed"},
		{"another value", strings.Replace(smallSweep, "1k,2k", "1k,3k", 1), string(rows), "it is of another sweep"},
		{"a value more", strings.Replace(smallSweep, "1k,2k", "1k,2k,3k", 1), string(rows), "that one has 12 runs, this one 18"},
		{"other metrics", smallSweep + " --metrics reads,writes", string(rows), "another sweep, with other axes, metrics"},
		{"other axes", "sweep --rows 1k,2k", string(rows), "another sweep, with other axes"},
		{"another format", smallSweep + " --format ndjson", string(rows), "none of this sweep"},
		{"another shard", smallSweep + " --shard 2/2", string(rows), "its row 1 is run 1"},
		{"no sweep", smallSweep, "hello\n", "something else than a sweep"},
		{"no line", smallSweep, "hello", "something else than a sweep"},
		{"a row that is none", smallSweep, string(rows) + "x\n", "its row 13 is none of this sweep"},
		{"a row too many", smallSweep, string(rows) + string(rows[bytes.LastIndexByte(rows[:len(rows)-1], '\n')+1:]), "its row 13 is run 12"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.NoError(t, os.WriteFile(path, []byte(c.content), 0o644))
			o := command(t, append(strings.Fields(c.args), "-o", path)...)
			require.Equal(t, exitUsage, o.code, o.stderr)
			require.Contains(t, o.stderr, "--output "+path+": ")
			require.Contains(t, o.stderr, c.want)
			require.Equal(t, 1, strings.Count(o.stderr, "\n"), o.stderr)
			requireFile(t, path, c.content)
		})
	}
}

func TestSweepOfAScenario(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lists.yaml")
	require.NoError(t, os.WriteFile(path, []byte("pool: [256K, 1M]\nphases:\n  - insert: {rows: 1k..2k:+1k, keys: {id: [uuidv4, \"uuidv7:rate=5000,nodes=2\"]}, payload: {pad: 10..400}}\n"), 0o644))
	o := command(t, "sweep", path, "--purge", "at-once,after-phase")
	require.Equal(t, exitDone, o.code, o.stderr)
	rows := rowsOf(t, o.stdout)
	require.Len(t, rows, 16)
	require.Equal(t, "256K", rows[0]["pool"])
	require.Equal(t, "2k", rows[15]["phase1.rows"])
	require.Equal(t, "uuidv7:rate=5000,nodes=2", rows[15]["phase1.keys.id"])
	require.Equal(t, "after-phase", rows[15]["purge"])
	alone := command(t, strings.Fields(rows[15]["command"])[1:]...)
	require.Equal(t, exitDone, alone.code, alone.stderr)
	require.Equal(t, rows[15:], rowsOf(t, alone.stdout), "run does not take lists, sweep has a part of one run")

	o = command(t, "run", path)
	require.Equal(t, exitUsage, o.code)
}

func TestSweepOfAListOfOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "one.yaml")
	require.NoError(t, os.WriteFile(path, []byte("pool: [1M]\nphases:\n  - insert: {rows: 1k, keys: {id: uuidv4}, payload: {pad: 100}}\n"), 0o644))
	o := command(t, "sweep", path)
	require.Equal(t, exitDone, o.code, o.stderr)
	require.Equal(t, "1M", rowsOf(t, o.stdout)[0]["pool"])
}

func TestSweepOfManyFlags(t *testing.T) {
	for args, want := range map[string]string{
		"--rows 100 --set innodb_io_capacity=200,400 --payload 10..400,50":                                                      "4 set.innodb_io_capacity payload",
		"--rows 100 --index email=uuidv4,uuidv7:rate=5..6:+1,nodes=2 --engine innodb,fractal":                                   "6 index.email engine",
		"--phase delete\x00of=1\x00every=2,3 --rows 100 --seed 1..3:+1":                                                         "6 phase2 seed",
		"--ddl testdata/orders.sql --rows 100 --keys id=ulid,uuidv4 --keys email=uuidv4:encoding=hex36,ulid --payload note=5,9": "8 keys.id keys.email payload.note",
		"--rows 100 --phase insert\x00rows=1k..2k:+500":                                                                         "3 phase2",
		"--rows 100": "1",
		"--device 500iops..2000iops:x2 --rows 100": "3 device",
	} {
		words := strings.Fields(args)
		for i := range words {
			words[i] = strings.ReplaceAll(words[i], "\x00", " ")
		}
		o := command(t, append([]string{"sweep"}, words...)...)
		require.Equal(t, exitDone, o.code, o.stderr)
		head, _, _ := strings.Cut(o.stdout, ",rows_inserted")
		require.Equal(t, want, strings.TrimSpace(strconv.Itoa(len(rowsOf(t, o.stdout)))+" "+strings.Join(strings.Split(head, ",")[3:], " ")), args)
	}
}
