package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestErrors: each mistake makes one line on stderr that shows what was given
// and says what is allowed; stdout stays empty and an output file as it was.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	twice := write("twice.keys", "alpha\nbeta\nalpha\n")
	empty := write("empty.keys", "")
	half := write("half.json", `{"scenario": {"name": "half"`)
	fulltext := write("fulltext.sql", "create table t (\n  id int primary key,\n  a text,\n  fulltext key (a)\n)")
	char4 := write("char4.sql", "create table t (id char(4) character set ascii primary key)")
	wide := write("wide.sql", wideTable())
	short := write("short.sql", "create table t (id int primary key, a varchar(8), b int)")
	tiny := write("tiny.sql", "create table t (id tinyint primary key)")
	long := write("long.sql", "create table t (a varchar(80) primary key)")
	results := filepath.Join(dir, "results.json")
	require.Equal(t, exitDone, command(t, "run", "--rows", "10", "--sample", "5", "-o", results, "--format", "json").code)
	counted := write("counted.sql", "create table t (id int auto_increment primary key, a int)")

	for _, c := range []struct {
		name, args string
		code       exitCode
		stderr     []string
	}{
		{"an unknown generator", "run --keys uuidv9", exitUsage, []string{`"uuidv9"`, "uuidv7"}},
		{"an unknown parameter", "run --keys uuidv7:speed=3", exitUsage, []string{`"speed"`, "rate"}},
		{"an unknown encoding", "run --encoding hex99", exitUsage, []string{`"hex99"`, "hex36"}},
		{"two encodings", "run --keys uuidv4:encoding=bin16 --encoding hex36", exitUsage, []string{"--encoding hex36", `"uuidv4:encoding=bin16"`}},
		{"a malformed seed", "run --seed -1", exitUsage, []string{`"-1"`, "2^64-1"}},
		{"a malformed size", "run --pool 12Q", exitUsage, []string{`"12Q"`, "128M"}},
		{"a pool without room", "run --pool 1K", exitUsage, []string{"--pool 1K", "256K"}},
		{"a malformed range", "run --payload 400..10", exitUsage, []string{`"400..10"`, "10..400"}},
		{"a malformed payload", "run --payload x", exitUsage, []string{`"x"`, "10..400"}},
		{"a huge payload", "run --payload 1M", exitUsage, []string{`"1M"`, "65,535"}},
		{"a row too big for its page", "run --payload 200 --ddl " + wide, exitFailed, []string{"row", "8125"}},
		{"no rows", "run --rows 0", exitUsage, []string{"--rows 0", "1 to 10,000,000,000"}},
		{"negative rows", "run --rows -5", exitUsage, []string{`"-5"`, "10M"}},
		{"huge rows", "run --rows 99999G", exitUsage, []string{"--rows 99,999,000,000,000", "10,000,000,000"}},
		{"rows beyond numbers", "run --rows 99999999999999G", exitUsage, []string{`"99999999999999G"`}},
		{"an unknown format", "run --format xml", exitUsage, []string{`"xml"`, "text, json, csv, html"}},
		{"an unknown format to explain", "explain --format csv", exitUsage, []string{`"csv"`, "text, json"}},
		{"an unknown format to validate", "validate . --format csv", exitUsage, []string{`"csv"`, "text, json"}},
		{"an unknown flag", "run --keyz uuidv4", exitUsage, []string{"--keyz", "run --help"}},
		{"an unknown command", "rum", exitUsage, []string{`"rum"`, "pagesim --help"}},
		{"an unknown list", "list colours", exitUsage, []string{`"colours"`, "encodings"}},
		{"a stream without its flag", "run uuidv4 --rows 3k", exitUsage, []string{"pagesim: no file uuidv4: a scenario file is wanted; did you mean --keys uuidv4?"}},
		{"a value without its =", "run --rows 3k --pool-curve 0.05", exitUsage, []string{"no file 0.05: a scenario file is wanted; did you mean --pool-curve=0.05?"}},
		{"a shell without completion", "completion ksh", exitUsage, []string{`unknown command "ksh"`}},
		{"an unknown generator, without a package", "run --keys uuidv9", exitUsage, []string{"pagesim: unknown generator"}},
		{"a result to validate", "validate " + write("list.json", "[]"), exitFailed, []string{"list.json: not a recording\n"}},
		{"an output that is the table", "run --ddl " + tiny + " -o " + tiny, exitUsage, []string{"--output " + tiny + ": want another file than the input " + tiny}},
		{"an output that is the keys", "run --keys file:" + twice + " -o " + dir + "/./twice.keys", exitUsage, []string{"than the input " + twice}},
		{"a page that is the keys", "run --keys file:" + twice + " --html " + twice, exitUsage, []string{"--html", "than the input " + twice}},
		{"an output that is the scenario", "run testdata/phases.yaml -o testdata/phases.yaml", exitUsage, []string{"than the input"}},
		{"an output that is the tablespace", "inspect ../../testdata/inspect/orders.ibd -o ../../testdata/inspect/orders.ibd", exitUsage, []string{"than the input"}},
		{"a picture that is the result", "plot " + results + " --format svg -o " + results, exitUsage, []string{"than the input"}},
		{"a recording that is the scenario", "record --yes --dsn me@tcp(127.0.0.1:1)/ testdata/phases.yaml -o testdata/phases.yaml", exitUsage, []string{"than the input"}},
		{"two outputs under two names", "run --html " + dir + "/x.html -o " + dir + "/./x.html", exitUsage, []string{"--html and --output: both are"}},
		{"a trace that is the baseline", "run --rows 10 --trace " + dir + "/x --save-baseline " + dir + "/x", exitUsage, []string{"--save-baseline and --trace: both are"}},
		{"no stream", "keys", exitUsage, []string{"no stream", "pagesim keys uuidv7"}},
		{"two streams to print", "keys ulid ksuid", exitUsage, []string{"2 streams", "ksuid"}},
		{"a mistyped generator", "run --keys uuid7", exitUsage, []string{`"uuid7"; did you mean uuidv7?`}},
		{"help on an unknown command", "help nope", exitUsage, []string{`"nope"`, "pagesim --help"}},
		{"a payload longer than the type", "run --payload a=9 --ddl " + short, exitUsage, []string{"column a", "varchar(8)"}},
		{"a payload for an integer", "run --payload b=9 --ddl " + short, exitUsage, []string{"column b", "takes no payload"}},
		{"binary keys for an integer", "run --keys b=uuidv4 --ddl " + short, exitUsage, []string{"column b", "binary keys cannot feed int"}},
		{"too many rows for a key that counts", "run --rows 200 --ddl " + tiny, exitUsage, []string{"column id", "127", "200 rows"}},
		{"a stream that needs an encoding", "run --keys a=uuidv7 --ddl " + long, exitUsage, []string{`"a=uuidv7"`, "varchar", "say a=uuidv7:encoding=hex32 or a=uuidv7:encoding=hex36"}},
		{"a table that ends early", "run --ddl " + write("early.sql", "create table t (\n  id int"), exitUsage, []string{"line 2: the statement ends too early"}},
		{"two tables", "run --ddl " + write("two.sql", "create table t (id int);\ncreate table u (id int)"), exitUsage, []string{"u after t"}},
		{"keys that are no integers", "run --encoding int --keys file:" + twice, exitFailed, []string{twice + ":1", `"alpha"`}},
		{"keys that are no integers, explained", "explain --encoding int --keys file:" + twice, exitFailed, []string{twice + ":1"}},
		{"keys that are no integers, printed", "keys --encoding int file:" + twice, exitFailed, []string{twice + ":1"}},
		{"a table that cannot be explained", "explain --payload b=9 --ddl " + short, exitUsage, []string{"takes no payload"}},

		{"two streams", "run --keys uuidv4 --keys ulid", exitUsage, []string{`"ulid"`, "--ddl", "--index"}},
		{"a column without a table", "run --keys id=ulid", exitUsage, []string{`"id=ulid"`, "--ddl"}},
		{"an index without a name", "run --index ulid", exitUsage, []string{`"ulid"`, "name=stream"}},
		{"an index with a strange name", "run --index a-b=ulid", exitUsage, []string{`"a-b=ulid"`, "letters"}},
		{"an index twice", "run --index a=ulid --index A=ulid", exitUsage, []string{`"A=ulid"`, "already"}},
		{"keys that repeat", "run --keys file:" + twice, exitFailed, []string{"row 3", "duplicate", "alpha"}},
		{"keys that are not there", "run --keys file:" + empty, exitFailed, []string{empty, "no keys"}},
		{"more rows than keys", "run --rows 9 --keys file:" + twice, exitUsage, []string{"9 rows", "3"}},
		{"a missing key file", "run --keys file:missing.keys", exitFailed, []string{"missing.keys"}},
		{"a key too long for its column", "run --keys uuidv4:encoding=hex36 --ddl " + char4, exitUsage, []string{"36", "char(4)"}},
		{"a missing table", "run --ddl missing.sql", exitFailed, []string{"missing.sql"}},
		{"a table with what is not modelled", "run --ddl " + fulltext, exitUsage, []string{fulltext, "line 4", "fulltext"}},
		{"a table that is none", "run --ddl " + twice, exitUsage, []string{twice, "line 1", "alpha"}},
		{"a column that is missing", "run --keys b=autoinc --ddl " + counted, exitUsage, []string{`"b=autoinc"`, "id, a"}},
		{"keys for a key that counts", "run --keys autoinc --ddl " + counted, exitUsage, []string{`"autoinc"`, "column=autoinc", "id, a"}},
		{"an index beside a given table", "run --index a=ulid --ddl " + counted, exitUsage, []string{`"a=ulid"`}},
		{"a half-written recording", "validate " + half, exitFailed, []string{half, "not a whole recording"}},
		{"a missing recording", "validate missing.json", exitFailed, []string{"missing.json"}},
		{"no recordings", "validate", exitUsage, []string{"no paths"}},
		{"an unwritable output", "run --output " + dir + "/no/such/folder.txt", exitFailed, []string{"--output " + dir + "/no/such/folder.txt: no such file or directory"}},
		{"an output that is full", "run --rows 10 --output /dev/full", exitFailed, []string{"--output /dev/full: no space left on device\n"}},

		{"a key stream twice", "compare --keys ulid,uuidv4,ulid", exitUsage, []string{"ulid is there twice"}},
		{"a comparison of an unknown stream", "compare --keys autoinc,uuid7", exitUsage, []string{`"uuid7"; did you mean uuidv7?`}},
		{"a comparison of standard input", "compare --keys file:-,ulid", exitUsage, []string{"file:-", "save them to a file"}},
		{"a comparison without streams", "compare --ddl " + short, exitUsage, []string{"say which streams to compare"}},
		{"a comparison of keys that do not fit", "compare --keys b=autoinc,uuidv4 --ddl " + short, exitUsage, []string{"--keys b=uuidv4: ", "binary keys cannot feed int"}},
		{"a comparison of nothing", "compare --repeat 0", exitUsage, []string{"--repeat 0", "1 to 10,000"}},
		{"no jobs", "compare --jobs 0", exitUsage, []string{"--jobs 0", "1 or more"}},
		{"a saved result that is none", "compare " + twice, exitFailed, []string{twice, "not JSON"}},
		{"a saved result that is missing", "compare missing.json", exitFailed, []string{"missing.json"}},
		{"a stream for a saved result", "compare ulid", exitUsage, []string{`"ulid"`, "--keys ulid"}},
		{"saved results and keys", "compare a.json --keys ulid", exitUsage, []string{"--keys", "leave the flag out"}},
		{"an unknown format to compare", "compare --format xml", exitUsage, []string{`"xml"`, "text, json, csv, markdown"}},
		{"a condition that is none", "compare --fail-on reads", exitUsage, []string{"--fail-on", `"reads"`, "reads_per_insert>0.5"}},
		{"a baseline where the output goes", "compare --save-baseline x -o x", exitUsage, []string{"both are x"}},
		{"a baseline to standard output", "run --rows 10 --save-baseline -", exitUsage, []string{"--save-baseline -", "--format json"}},
		{"a baseline that cannot be written", "run --rows 10 --save-baseline " + dir + "/no/such.json", exitFailed, []string{"--save-baseline " + dir + "/no/such.json: no such file"}},
		{"a range without a step", "sweep --pool 64M..1G", exitUsage, []string{"--pool 64M..1G", "64M..1G:x2"}},
		{"a range that falls", "sweep --rows 2M..1M:x2", exitUsage, []string{"--rows", "smaller end first"}},
		{"a flag twice", "sweep --pool 64M --pool 1G", exitUsage, []string{"--pool 64M,1G"}},
		{"a value twice", "sweep --pool 64M,64M", exitUsage, []string{"64M is there twice"}},
		{"one bad value of many", "sweep --rows 10 --pool 64M,1K", exitUsage, []string{"--pool 1K", "256K"}},
		{"one bad run of many", "sweep --rows 1,9 --keys file:" + twice, exitUsage, []string{"run 2 of 2 (rows=9)", "9 rows", "3"}},
		{"too many runs", "sweep --seed 1..1000:+1 --rows 1..1000:+1", exitUsage, []string{"more than 100,000 runs"}},
		{"a sweep of standard input", "sweep --keys file:-", exitUsage, []string{"save them to a file"}},
		{"a sweep of samples", "sweep --sample 5", exitUsage, []string{"--sample", "sweep --help"}},
		{"a sweep of an unknown metric", "sweep --metrics reads,speed", exitUsage, []string{"--metrics", `"speed"`, "reads_per_insert"}},
		{"a shard that is none", "sweep --shard 4/3", exitUsage, []string{`"4/3"`, "3/16"}},
		{"a sweep into a folder", "sweep --rows 10 -o " + dir, exitFailed, []string{"--output " + dir, "is a directory"}},
		{"a sweep into a full disk", "sweep --rows 10 -o /dev/full", exitFailed, []string{"--output /dev/full: no space left"}},
		{"nothing to merge", "merge", exitUsage, []string{"no parts"}},

		{"an output that is a folder", "run --output " + dir, exitFailed, []string{dir, "is a directory"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := strings.Fields(c.args)
			output := write("output.txt", "as it was")
			if args[0] == "run" && !strings.Contains(c.args, "--output") && !strings.Contains(c.args, " -o ") {
				args = append(args, "--output", output)
			}
			o := command(t, args...)
			require.Equal(t, c.code, o.code, o.stderr)
			require.Empty(t, o.stdout)
			require.Equal(t, 1, strings.Count(o.stderr, "\n"), o.stderr)
			for _, part := range append(c.stderr, "pagesim: ") {
				require.Contains(t, o.stderr, part)
			}
			requireFile(t, output, "as it was")
			requireNoLitter(t, dir)
		})
	}
}

func requireFile(t *testing.T, path, want string) {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, want, string(b))
}

// requireNoLitter looks for temporary files.
func requireNoLitter(t *testing.T, dir string) {
	t.Helper()
	litter, err := filepath.Glob(filepath.Join(dir, ".*"))
	require.NoError(t, err)
	require.Empty(t, litter)
}

// wideTable has 40 columns of 250 bytes that cannot go off the page.
func wideTable() string {
	ddl := "create table t (id int primary key"
	for i := range 40 {
		ddl += fmt.Sprintf(", c%d char(250) character set ascii not null", i)
	}
	return ddl + ")"
}
