package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/pagesim/pagesim/docs"
	"github.com/pagesim/pagesim/internal/golden"
	"github.com/pagesim/pagesim/sim"
	"github.com/stretchr/testify/require"
)

// outcome is what a command line leaves behind.
type outcome struct {
	stdout, stderr string
	code           exitCode
}

// command runs a command line in memory, with an empty stdin.
func command(t *testing.T, args ...string) outcome {
	t.Helper()
	return commandIn(t.Context(), env{args: args, stdin: strings.NewReader("")})
}

func commandIn(ctx context.Context, e env) outcome {
	var stdout, stderr bytes.Buffer
	e.stdout, e.stderr = &stdout, &stderr
	code := execute(ctx, e)
	return outcome{stdout.String(), stderr.String(), code}
}

// TestTranscripts runs the command in the first line of each file; the rest of
// the file is what it says. A new test is a file with one line.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			b, err := os.ReadFile(file)
			require.NoError(t, err)
			line, _, _ := strings.Cut(string(b), "\n")
			args, isCommand := strings.CutPrefix(line, "$ pagesim")
			require.True(t, isCommand, "the first line is a command: $ pagesim ...")
			o := command(t, strings.Fields(args)...)
			got := line + "\n" + o.stdout
			if o.stderr != "" {
				got += "--- stderr\n" + o.stderr
			}
			golden.Check(t, file, fmt.Appendf(nil, "%s--- exit %d\n", got, o.code))
		})
	}
}

func TestTextFitsAScreen(t *testing.T) {
	o := command(t, "run", "--rows", "1000")
	require.LessOrEqual(t, strings.Count(o.stdout, "\n"), 26)
	for line := range strings.Lines(o.stdout) {
		require.LessOrEqual(t, len(strings.TrimSuffix(line, "\n")), 80, line)
		require.Equal(t, strings.TrimRight(line, " \n")+"\n", line, "no blanks at the end of a line")
	}
}

func TestHelpFitsAScreen(t *testing.T) {
	names := []string{""}
	for _, c := range newRootCommand(env{}).Commands() {
		names = append(names, c.Name())
	}
	for _, name := range names {
		o := command(t, append(strings.Fields(name), "--help")...)
		require.Equal(t, exitDone, o.code)
		require.Empty(t, o.stderr)
		require.Contains(t, o.stdout, "Examples:")
		require.LessOrEqual(t, strings.Count(o.stdout, "\n"), 58)
		for line := range strings.Lines(o.stdout) {
			require.LessOrEqual(t, len(strings.TrimSuffix(line, "\n")), 80, line)
		}
	}
}

// TestOutputRepeatsItself types the command again that an output begins with.
func TestOutputRepeatsItself(t *testing.T) {
	for _, args := range []string{
		"run --rows 3000",
		"run --keys uuidv7:rate=20000,nodes=4,skew=20ms --encoding hex36 --payload 10..400 --rows 2k --seed 7 --pool 1M",
		"run --keys ulid --index email=uuidv4:encoding=hex36 --index n=randint --payload 0 --rows 2000 --sample 700",
		"run --ddl testdata/orders.sql --keys email=uuidv4:encoding=hex36 --keys ulid --payload 0..50 --rows 2000",
		"run --keys file:testdata/ids.keys",
		"explain --keys uuidv4 --index email=uuidv4:encoding=hex36 --payload 10..400",
	} {
		t.Run(args, func(t *testing.T) {
			first := command(t, strings.Fields(args)...)
			require.Equal(t, exitDone, first.code, first.stderr)
			typed, _, _ := strings.Cut(first.stdout, "\nmodel ")
			words := strings.Fields(strings.ReplaceAll(typed, "\\\n", ""))
			require.Equal(t, "pagesim", words[0])
			require.Equal(t, first, command(t, words[1:]...))
		})
	}
}

func TestExitCodes(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	run := []string{"run", "--rows", "1000"}
	for _, c := range []struct {
		name   string
		ctx    context.Context
		args   []string
		stdin  io.Reader
		code   exitCode
		stderr string
	}{
		{"done", t.Context(), run, nil, exitDone, ""},
		{"a file that is missing", t.Context(), []string{"run", "--keys", "file:/missing"}, nil, exitFailed, "/missing"},
		{"a recording that differs", t.Context(), []string{"validate", "testdata/differs.json"}, nil, exitFailed, ""},
		{"a wrong flag", t.Context(), []string{"run", "--wrong"}, nil, exitUsage, "--wrong"},
		{"a panic", t.Context(), []string{"run", "--keys", "file:-"}, panicking{}, exitInvariant, "a bug in pagesim, please report: page 7 is lost (model " + sim.Version + ": pagesim run --keys file:-)"},
		{"a condition that holds", t.Context(), append(run, "--fail-on", "reads<1", "-o", t.TempDir()+"/x"), nil, exitCondition, "reads<1 holds for innodb, 0"},
		{"an interrupt of a comparison", cancelled, []string{"compare", "--rows", "1000"}, nil, exitInterrupted, "pagesim: interrupted"},
		{"an interrupt of a sweep", cancelled, []string{"sweep", "--rows", "1000", "-o", t.TempDir() + "/x"}, nil, exitInterrupted, "pagesim: interrupted"},
		{"an interrupt of a run", cancelled, run, nil, exitInterrupted, "pagesim: interrupted"},
		{"an interrupt of a validation", cancelled, []string{"validate", "testdata/exact.json"}, nil, exitInterrupted, "pagesim: interrupted"},
		{"an interrupt of an inspection", cancelled, []string{"inspect", "../../testdata/inspect/orders.ibd"}, nil, exitInterrupted, "pagesim: interrupted"},
		{"an interrupt while waiting for input", cancelled, []string{"keys", "file:-"}, interruptible{cancelled, stuck{}}, exitInterrupted, "pagesim: interrupted"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := commandIn(c.ctx, env{args: c.args, stdin: c.stdin})
			require.Equal(t, c.code, o.code, o.stderr)
			require.Contains(t, o.stderr, c.stderr)
			require.Contains(t, exitHelp, fmt.Sprintf("\n%5d  ", o.code), "the table in the root help has it")
			if c.stderr != "" {
				require.Empty(t, o.stdout)
				require.Equal(t, 1, strings.Count(o.stderr, "\n"), o.stderr)
			}
		})
	}
}

// panicking is a model with a bug.
type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("page 7 is lost") }

// stuck is an input that nobody types.
type stuck struct{}

func (stuck) Read([]byte) (int, error) { select {} }

// TestReadmeHasTheExitCodes: those of the help.
func TestReadmeHasTheExitCodes(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	_, codes, _ := strings.Cut(string(readme), "Exit codes:")
	codes, _, _ = strings.Cut(codes, ". ")
	for _, row := range regexp.MustCompile(`(?m)^ +(\d+)  `).FindAllStringSubmatch(exitHelp, -1) {
		require.Contains(t, strings.Fields(codes), row[1], "exit code %s", row[1])
	}
}

func TestClosedPipe(t *testing.T) {
	for _, args := range [][]string{{"keys", "uuidv4", "-n", "100k"}, {"run", "--rows", "10"}, {"list", "keys"}, {"validate", "testdata/exact.json"}, {"compare", "--rows", "10"}, {"sweep", "--rows", "10"}} {
		var stderr bytes.Buffer
		code := execute(t.Context(), env{args: args, stdout: failing{syscall.EPIPE}, stderr: &stderr})
		require.Equal(t, exitDone, code)
		require.Empty(t, stderr.String())
	}
}

func TestFullDisk(t *testing.T) {
	for _, args := range [][]string{{"keys", "uuidv4"}, {"run", "--rows", "10"}, {"list", "keys"}, {"explain"}, {"version"}, {"validate", "testdata/exact.json"}, {"inspect", "../../testdata/inspect/orders.ibd"}, {"compare", "--rows", "10"}, {"sweep", "--rows", "10"}} {
		var stderr bytes.Buffer
		code := execute(t.Context(), env{args: args, stdout: failing{syscall.ENOSPC}, stderr: &stderr})
		require.Equal(t, exitFailed, code, args)
		require.Equal(t, "pagesim: no space left on device\n", stderr.String())
	}
}

// failing is a file that cannot be written to.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestProgress(t *testing.T) {
	args := []string{"run", "--rows", "1000"}
	require.Empty(t, commandIn(t.Context(), env{args: args}).stderr, "nobody watches")
	require.NotEmpty(t, commandIn(t.Context(), env{args: args, isTerminal: true}).stderr)
	require.Empty(t, commandIn(t.Context(), env{args: append(args, "--quiet"), isTerminal: true}).stderr)
}

func TestProgressTellsTheBaselineApart(t *testing.T) {
	label := func(own, done, rows int64) string { return (&progress{own: own}).label(done, rows) }
	require.Empty(t, label(100, 99, 200))
	require.Equal(t, "baseline", label(100, 100, 200))
	require.Empty(t, label(0, 150, 200), "nobody knows where it begins")
	require.Empty(t, label(200, 200, 200), "there is none")
}

func TestHelpKnowsItsCommands(t *testing.T) {
	require.Equal(t, command(t, "run", "--help"), command(t, "help", "run"))
	require.Equal(t, command(t, "--help"), command(t, "help"))
}

func TestCompletion(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"run --keys ", "uuidv7\t"},
		{"run --encoding ", "hex36\t"},
		{"run --format ", "csv"},
		{"plot --plot ", "waves\t"},
		{"plot --format ", "svg"},
		{"run --server ", "mariadb-10.11\t"},
		{"run --purge ", "after-phase"},
		{"compare --keys ", "uuidv7\t"},
		{"compare --format ", "markdown"},
		{"compare --fail-on ", "reads_per_insert\t"},
		{"sweep --keys ", "uuidv7\t"},
		{"sweep --format ", "ndjson"},
		{"explain --format ", "json"},
		{"validate --format ", "json"},
		{"inspect --format ", "csv"},
		{"keys ", "uuidv7\t"},
		{"keys uuidv4 --encoding ", "hex36\t"},
		{"list ", "encodings"},
		{"run --device ", "gp3\t"},
		{"run --set ", "innodb_io_capacity=\t"},
		{"run --phase ", "delete\t"},
		{"run --engine ", "innodb,fractal"},
		{"run ", "yaml\nyml\n:8\n"},
		{"validate ", "json\n:8\n"},
		{"scenario ", "json\nyaml\nyml\n:8\n"},
		{"keys uuidv4 -n ", ":4\n"},
	} {
		o := command(t, append([]string{"__complete"}, strings.Split(c.args, " ")...)...)
		require.Equal(t, exitDone, o.code)
		require.Contains(t, o.stdout, c.want, c.args)
	}
}

func TestVersion(t *testing.T) {
	o := command(t, "version")
	require.Equal(t, o, command(t, "--version"))
	require.Equal(t, exitDone, o.code)
	require.Contains(t, o.stdout, "model "+sim.Version)
	require.Contains(t, o.stdout, fmt.Sprintf("\n%d rules: ", len(docs.Rules())))
}

// TestAClosedTerminalInterrupts: SIGHUP ends a command as SIGTERM does.
func TestAClosedTerminalInterrupts(t *testing.T) {
	if runtime.GOOS == "windows" || signal.Ignored(syscall.SIGHUP) {
		t.Skip("no SIGHUP here")
	}
	ctx, _, stop := untilInterrupted(strings.NewReader(""))
	defer stop()
	process, err := os.FindProcess(os.Getpid())
	require.NoError(t, err)
	require.NoError(t, process.Signal(syscall.SIGHUP))
	<-ctx.Done()
}
