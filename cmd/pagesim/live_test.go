package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/pagesim/pagesim/calibrate/live"
	"github.com/stretchr/testify/require"
)

// TestPasswordsAreNotTold tries what can be wrong before a server is reached.
func TestPasswordsAreNotTold(t *testing.T) {
	const scenario = "testdata/phases.yaml"
	output := filepath.Join(t.TempDir(), "rec.json")
	for _, c := range []struct {
		name, args, dsn string
		code            exitCode
		stderr          string
	}{
		{"nobody to ask", "record " + scenario, "me:secret@tcp(db:3306)/", exitUsage, "db:3306: this creates a database there and drops it; say --yes, as nobody can be asked here"},
		{"no server", "record " + scenario, "", exitUsage, "no server: want --dsn or $PAGESIM_DSN, user:password@tcp(host:port)/"},
		{"a DSN that is none", "record --yes " + scenario, "me:secret@db:3306", exitUsage, "want user:password@tcp(host:port)/ or user:password@unix(/path/of/socket)/"},
		{"a flag that is none", "record -dsn=me:secret@tcp(127.0.0.1:3306)/ x", "", exitUsage, "unknown shorthand flag: 'd' in -dsn=me:***@tcp(127.0.0.1:3306)/"},
		{"a file that is none", "validate me:secret@db:3306", "", exitFailed, "me:***@db:3306: no such file"},
		{"nobody listens", "record --yes --output " + output + " " + scenario, "me:secret@tcp(127.0.0.1:1)/", exitFailed, "no connection to 127.0.0.1:1: connect: connection refused"},
		{"nobody listens to a flag", "validate --yes --rows 10 --dsn me:secret@tcp(127.0.0.1:1)/", "", exitFailed, "no connection to 127.0.0.1:1: connect: connection refused"},
		{"nobody listens to the environment", "validate --yes --rows 10", "me:secret@tcp(127.0.0.1:1)/", exitFailed, "no connection to 127.0.0.1:1: connect: connection refused"},
		{"a server and a path", "validate --dsn me:secret@tcp(db)/ testdata/exact.json", "", exitUsage, `"testdata/exact.json": with --dsn there is nothing to read: want no paths`},
		{"a table and a path", "validate --rows 10 testdata/exact.json", "me:secret@tcp(db)/", exitUsage, "--rows: recordings say that themselves; it is for --dsn"},
		{"no scenario", "record", "", exitUsage, "0 scenarios: want one, a YAML file"},
		{"a missing scenario", "record --yes missing.yaml", "me:secret@tcp(db)/", exitFailed, "missing.yaml: no such file"},
		{"an engine that servers lack", "record --yes testdata/fractal.yaml", "me:secret@tcp(db)/", exitUsage, "a script is for one table of InnoDB"},
		{"keys from stdin", "validate --yes --keys file:-", "me:secret@tcp(db)/", exitUsage, "keys from standard input: they are read twice, so give a file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := commandIn(t.Context(), env{
				args: strings.Fields(c.args), stdin: strings.NewReader(""),
				getenv: func(name string) string {
					return map[string]string{dsnVariable: c.dsn, passwordVariable: "secret"}[name]
				},
			})
			require.Equal(t, c.code, o.code, o.stderr)
			require.Empty(t, o.stdout)
			require.Contains(t, o.stderr, c.stderr)
			require.Equal(t, 1, strings.Count(o.stderr, "\n"), o.stderr)
			require.NotContains(t, o.stderr, "secret")
			require.NoFileExists(t, output)
		})
	}
}

// TestPasswordsInABugReport: a bug is reported with the command line.
func TestPasswordsInABugReport(t *testing.T) {
	for dsn, want := range map[string]string{
		"me:secret@tcp(db:3306)/":                  "'me:***@tcp(db:3306)/'",
		"me:a secret@unix(/tmp/s)/":                "'me:***@unix(/tmp/s)/'",
		"me:se@cret:secret@tcp(db)/":               "'me:***@tcp(db)/'",
		"me@tcp(db)/?connectionAttributes=at:home": "'me@tcp(db)/?connectionAttributes=at:home'",
	} {
		e := env{args: []string{"run", "--keys", "uuidv7:rate=20", "--dsn", dsn}}
		var b strings.Builder
		printError(&b, message(e, bug{"a page of -1 bytes"}))
		require.Contains(t, b.String(), "a page of -1 bytes (model ")
		require.Contains(t, b.String(), "--keys uuidv7:rate=20 --dsn "+want)
	}
}

func TestApproval(t *testing.T) {
	plan := live.Plan{Server: "MySQL 9.7.4 at db:3306", Table: "t", Phases: 1, Rows: 1000}
	for answer, want := range map[string]error{"y\n": nil, " YES \n": nil, "n\n": errDeclined, "\n": errDeclined, "": errDeclined} {
		var stderr strings.Builder
		err := (&liveOptions{}).approve(env{stdin: strings.NewReader(answer), stderr: &stderr}, plan)
		require.Equal(t, want, err, "%q", answer)
		require.Contains(t, stderr.String(), "pagesim: MySQL 9.7.4 at db:3306: creates database pagesim_record with table t, sends 1,000 rows in 1 phase; then drops the database\nGo on? [y/N] ")
	}
	var stderr strings.Builder
	require.NoError(t, (&liveOptions{yes: true}).approve(env{stderr: &stderr}, plan))
	require.NotContains(t, stderr.String(), "Go on?")
}

// TestRecordAndValidate records the running server of the tests of package live and
// replays that.
func TestRecordAndValidate(t *testing.T) {
	args := liveArgs(t)
	rec := filepath.Join(t.TempDir(), "rec.json")
	o := command(t, append([]string{"record", "../../calibrate/live/testdata/uuidv4.yaml", "-o", rec}, args...)...)
	require.Equal(t, exitDone, o.code, o.stderr)
	require.Empty(t, o.stdout)
	o = command(t, "validate", rec)
	require.Equal(t, outcome{"exact         uuidv4  (748 pages)\n1 of 1 exact\n", "", exitDone}, o)
	o = command(t, append([]string{"validate", "--keys", "ulid", "--rows", "5k"}, args...)...)
	require.Equal(t, exitDone, o.code, o.stderr)
	require.Regexp(t, `^exact +--keys ulid --payload 100 --rows 5_000 --seed 1  \(\d+ pages\)\n`, o.stdout)
	require.Contains(t, o.stdout, "index_page_splits")
}

// TestReadmeOfAServer runs the README's command on the server of the tests, whose
// figures are MariaDB's.
func TestReadmeOfAServer(t *testing.T) {
	args := liveArgs(t)
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	console := regexp.MustCompile("(?s)```console\n\\$ pagesim validate --dsn \\S+ ([^\n]*)\n(.*?)```").FindSubmatch(readme)
	require.NotNil(t, console)
	o := command(t, append(append([]string{"validate"}, args...), strings.Fields(string(console[1]))...)...)
	require.Equal(t, exitDone, o.code, o.stderr)
	if !strings.Contains(o.stderr, "MariaDB 10.11") {
		t.Skip("the README's figures are those of MariaDB 10.11")
	}
	require.Equal(t, string(console[2]), o.stdout)
}

// liveArgs are the flags that name the server of the tests.
func liveArgs(t *testing.T) []string {
	t.Helper()
	dsn := os.Getenv("PAGESIM_TEST_DSN")
	if dsn == "" {
		t.Skip("no server: set PAGESIM_TEST_DSN to user:password@tcp(host:port)/")
	}
	args := []string{"--dsn", dsn, "--yes"}
	if dir := os.Getenv("PAGESIM_TEST_DATADIR"); dir != "" {
		args = append(args, "--datadir", dir)
	}
	return args
}
