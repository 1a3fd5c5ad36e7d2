package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/report"
)

func TestSplitStreams(t *testing.T) {
	for text, want := range map[string]string{
		"autoinc,uuidv7,ulid":       "autoinc uuidv7 ulid",
		"uuidv7:rate=20000,nodes=4": "uuidv7:rate=20000,nodes=4",
		"uuidv7:rate=20000,nodes=4,ulid:rate=5,encoding=hex36,uuidv4": "uuidv7:rate=20000,nodes=4 ulid:rate=5,encoding=hex36 uuidv4",
		"autoinc,id=ulid":                          "autoinc id=ulid",
		"id=uuidv7:rate=5,nodes=4,id=ulid:rate=7":  "id=uuidv7:rate=5,nodes=4 id=ulid:rate=7",
		"uuidv7:jitter=5ms,jitter:spread=5,device": "uuidv7:jitter=5ms jitter:spread=5 device",
		"ulid, uuidv7:rate=5, nodes=4":             "ulid uuidv7:rate=5,nodes=4",
		"uuidv4,nodes=4":                           "uuidv4 nodes=4",
		"file:a,b.txt,encoding=hex,uuidv4":         "file:a,b.txt,encoding=hex uuidv4",
		"uuidv7:rate=5,uuidv9":                     "uuidv7:rate=5 uuidv9",
		"uuidv7:rate=1..8:x2,nodes=4,ulid":         "uuidv7:rate=1..8:x2,nodes=4 ulid",
	} {
		require.Equal(t, strings.Fields(want), splitStreams(text), text)
	}
}

func TestByColumn(t *testing.T) {
	require.Equal(t, []alternatives{{"", []string{"autoinc", "ulid"}}}, byColumn([]string{"autoinc", "ulid"}, nil))
	require.Equal(t, []alternatives{{"id", []string{"id=ulid", "id=uuidv7"}}, {"email", []string{"email=uuidv4"}}},
		byColumn([]string{"id=ulid,uuidv7", "email=uuidv4"}, nil))
	require.Equal(t, [][]string{{"a", "c"}, {"a", "d"}, {"b", "c"}, {"b", "d"}}, product([][]string{{"a", "b"}, {"c", "d"}}))
}

// TestComparisonIsThatOfRuns: a column has the numbers of a run of its own.
func TestComparisonIsThatOfRuns(t *testing.T) {
	saved := filepath.Join(t.TempDir(), "base.json")
	o := command(t, strings.Fields("compare --keys ulid,uuidv7:rate=9000,nodes=2 --ddl testdata/orders.sql --rows 3k --pool 1M --engine innodb,fractal --save-baseline "+saved)...)
	require.Equal(t, exitDone, o.code, o.stderr)
	f, err := os.Open(saved)
	require.NoError(t, err)
	all, err := report.ReadResults(f)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	require.Len(t, all, 4)
	for i, args := range []string{"id=ulid", "id=uuidv7:rate=9000,nodes=2", "id=ulid --engine fractal", "id=uuidv7:rate=9000,nodes=2 --engine fractal"} {
		o := command(t, strings.Fields("run --ddl testdata/orders.sql --rows 3k --pool 1M --format json --keys "+args)...)
		require.Equal(t, exitDone, o.code, o.stderr)
		alone, err := report.ReadResults(strings.NewReader(o.stdout))
		require.NoError(t, err)
		alone[0].Baseline = nil
		require.Equal(t, alone[0], all[i])
	}
}

// TestComparisonRepeatsItself types the command again that a comparison begins with,
// and does not depend on the number of jobs.
func TestComparisonRepeatsItself(t *testing.T) {
	for _, args := range []string{
		"compare --rows 2000",
		"compare --keys uuidv7:rate=9000,nodes=2,ulid --encoding hex36 --rows 2000 --repeat 3 --seed 7 --set innodb_io_capacity=400",
		"compare --ddl testdata/orders.sql --keys ulid,uuidv7 --keys email=uuidv4:encoding=hex36 --rows 2000 --server mysql-8.0",
		"compare --keys uuidv4 --engine fractal,innodb --rows 2000 --pool 1M",
	} {
		first := command(t, append(strings.Fields(args), "--jobs", "3")...)
		require.Equal(t, exitDone, first.code, first.stderr)
		typed, _, _ := strings.Cut(first.stdout, "\nmodel ")
		words := strings.Fields(strings.ReplaceAll(typed, "\\\n", ""))
		require.Equal(t, first, command(t, append(words[1:], "--jobs", "1")...), args)
	}
}

// TestColumnsHaveTheSameRows: those of the shortest key file where none are asked for.
func TestColumnsHaveTheSameRows(t *testing.T) {
	t.Chdir(t.TempDir())
	for file, rows := range map[string]string{"long.txt": "3000", "short.txt": "2000"} {
		require.NoError(t, os.WriteFile(file, []byte(command(t, "keys", "uuidv4", "-n", rows).stdout), 0o600))
	}
	for keys, want := range map[string]string{
		"uuidv7,file:long.txt":                "--rows 3_000 ",
		"file:long.txt,uuidv7,file:short.txt": "--rows 2_000 ",
		"file:long.txt,uuidv7 --rows 1k":      "--rows 1_000 ",
	} {
		o := command(t, append([]string{"compare", "--format", "csv", "--save-baseline", "all.json", "--keys"}, strings.Fields(keys)...)...)
		require.Equal(t, exitDone, o.code, o.stderr)
		rows := strings.ReplaceAll(strings.TrimPrefix(strings.TrimSpace(want), "--rows "), "_", "")
		require.Equal(t, strings.Count(o.stdout, ",rows_inserted,"), strings.Count(o.stdout, ",rows_inserted,count,1,"+rows+","))
		again := command(t, append([]string{"compare", "--keys"}, strings.Fields(keys)...)...)
		require.Contains(t, strings.ReplaceAll(again.stdout, "\\\n   ", ""), want)
	}
	o := command(t, strings.Fields("compare --keys file:long.txt,uuidv7 --rows 5k")...)
	require.NotEqual(t, exitDone, o.code)
	require.Contains(t, o.stderr, "the keys end after 3000")
	o = command(t, strings.Fields("compare --keys file:none.txt,uuidv7")...)
	require.Contains(t, o.stderr, "pagesim: --keys file:none.txt: ")
}

// TestWideRowsAreRandomToo: few rows a page hide the disorder of keys from their splits.
func TestWideRowsAreRandomToo(t *testing.T) {
	for _, bytes := range []string{"100", "3000", "7000"} {
		o := command(t, "compare", "--keys", "autoinc,uuidv4", "--rows", "5k", "--payload", bytes)
		require.Contains(t, o.stdout, "- uuidv4 is random order to InnoDB", bytes)
		require.Contains(t, o.stdout, "- autoinc is sequential to InnoDB", bytes)
	}
}

// TestComparisonsOfHelp: what the help says of columns works.
func TestComparisonsOfHelp(t *testing.T) {
	o := command(t, strings.Fields("compare --ddl ../../docs/orders.sql --keys id=ulid,uuidv7 --keys email=uuidv4:encoding=hex36 --rows 100")...)
	require.Equal(t, exitDone, o.code, o.stderr)
	o = command(t, strings.Fields("compare --ddl testdata/orders.sql --rows 100")...)
	require.Equal(t, exitUsage, o.code)
	require.Contains(t, o.stderr, "--ddl testdata/orders.sql: say which streams to compare, such as --keys ulid,uuidv4")
}

// TestThePageOfAComparison has the table, the verdict and the command of the text.
func TestThePageOfAComparison(t *testing.T) {
	t.Chdir(t.TempDir())
	o := command(t, strings.Fields("compare --keys autoinc,uuidv4 --rows 5000 --repeat 3 --save-baseline all.json --html a.html")...)
	require.Equal(t, exitDone, o.code, o.stderr)
	b, err := os.ReadFile("a.html")
	require.NoError(t, err)
	for _, part := range []string{
		"<h1>autoinc / uuidv4</h1>", "<code>pagesim compare --keys autoinc,uuidv4 ", "--repeat 3</code>",
		`<th scope="row">leaf_fill</th>`, " ± ", "x</td>", "is sequential to InnoDB", `Leaf pages by fill: autoinc, uuidv4"`,
	} {
		require.Contains(t, string(b), part)
	}
	saved := command(t, strings.Fields("compare all.json --html b.html")...)
	require.Equal(t, exitDone, saved.code, saved.stderr)
	b, err = os.ReadFile("b.html")
	require.NoError(t, err)
	require.Contains(t, string(b), "<code>pagesim compare all.json</code>")
}

// TestSavedResultsAreCompared: what is saved gives the same table again.
func TestSavedResultsAreCompared(t *testing.T) {
	t.Chdir(t.TempDir())
	first := command(t, strings.Fields("compare --keys autoinc,uuidv4 --rows 2000 --repeat 3 --save-baseline all.json")...)
	require.Equal(t, exitDone, first.code, first.stderr)
	again := command(t, "compare", "all.json")
	require.Equal(t, exitDone, again.code, again.stderr)
	_, want, _ := strings.Cut(first.stdout, "\nmodel ")
	_, got, _ := strings.Cut(again.stdout, "\nmodel ")
	require.Equal(t, want, got)

	require.Equal(t, exitDone, command(t, strings.Fields("run --rows 20000 --pool 1M --save-baseline base.json")...).code)
	require.Equal(t, exitDone, command(t, strings.Fields("run --rows 20000 --pool 2M --keys ulid -o new.json --format json")...).code)
	o := command(t, "compare", "base.json", "new.json")
	require.Equal(t, exitDone, o.code, o.stderr)
	for _, part := range []string{" base ", " new\n", "keys ", "pool_bytes", "1 MiB", "Ratios are to base.", "- The columns differ in pool, so"} {
		require.Contains(t, o.stdout, part)
	}
	b, err := os.ReadFile("base.json")
	require.NoError(t, err)
	o = commandIn(t.Context(), env{args: []string{"compare", "-", "new.json", "--fail-on", "index_page_splits<-5%"}, stdin: strings.NewReader(string(b))})
	require.Equal(t, exitCondition, o.code)
	require.Contains(t, o.stdout, "Ratios are to -.")
}

func TestFailOn(t *testing.T) {
	for _, c := range []struct {
		args   string
		code   exitCode
		stderr string
	}{
		{"run --rows 2000 --fail-on leaf_fill<1%", exitDone, ""},
		{"run --rows 2000 --fail-on leaf_fill>1% --fail-on index_page_splits>5", exitCondition, "leaf_fill>1% holds for innodb, 63.4%; index_page_splits>5 holds for innodb, 25"},
		{"compare --keys autoinc,uuidv4 --rows 2000 --fail-on index_page_splits>+5%", exitCondition, "holds for uuidv4, 25 against 17"},
		{"compare --keys uuidv4,autoinc --rows 2000 --fail-on index_page_splits>+5%", exitDone, ""},
		{"run --rows 2000 --policy lru --fail-on rows_per_second<5", exitFailed, "there is no rows_per_second without a clock"},
		{"run --rows 2000 --fail-on speed>5", exitUsage, `unknown metric "speed"`},
		{"run --rows 2000 --fail-on index_page_splits>+5%", exitUsage, "there is nothing to hold it against"},
	} {
		o := command(t, strings.Fields(c.args)...)
		require.Equal(t, c.code, o.code, o.stderr)
		require.Contains(t, o.stderr, c.stderr, c.args)
		require.Equal(t, c.code != exitUsage, o.stdout != "", "the output is there, so that people see why")
	}
}

func TestComparisonInJSON(t *testing.T) {
	o := command(t, strings.Fields("compare --keys autoinc,uuidv4 --rows 2000 --format json --policy lru")...)
	require.Equal(t, exitDone, o.code, o.stderr)
	var c struct {
		Columns []struct {
			Metrics map[string]struct{ Mean, Ratio *float64 }
		}
		Verdict []string
	}
	require.NoError(t, json.Unmarshal([]byte(o.stdout), &c))
	require.Len(t, c.Columns, 2)
	require.Nil(t, c.Columns[0].Metrics["seconds"].Mean, "there is no clock")
	require.Greater(t, *c.Columns[1].Metrics["index_page_splits"].Ratio, 1.4)
	require.NotEmpty(t, c.Verdict)
}
