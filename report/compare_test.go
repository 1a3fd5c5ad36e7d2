package report_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/internal/golden"
	"github.com/pagesim/pagesim/metric"
	"github.com/pagesim/pagesim/report"
)

// comparison has columns that need two blocks: one of large figures, one with a long
// name, one of another engine.
func comparison(seeds int) report.Comparison {
	c := report.Comparison{Command: []string{"pagesim", "compare", "--keys", "autoinc,uuidv4", "--rows", "100M"}}
	for i, name := range []string{"autoinc", "uuidv4", "uuidv7:rate=20000,nodes=4,skew=20ms", "uuidv4"} {
		column := report.Column{Name: name, Keys: name, Encoding: "bin16", Description: strings.Split(name, ":")[0]}
		for seed := range seeds {
			r := fixture()
			r.Result.Samples = nil
			r.Result.Pool.ReadsPerInsert = float64(i) * (0.5 + 0.1*float64(seed))
			r.Result.Indexes[0].Counters.PageSplits += int64(i*300_000 + 700*seed*seed)
			r.Result.Table.FileBytes += int64(1_000_000_000 * seed * (i + 1))
			r.Result.Time = &pagesim.TimeResult{Seconds: 100, RowsPerSecond: 8_694.4 - float64(i*1000)}
			if i == 3 {
				r.Result.Engine = "fractal"
				for x := range r.Result.Indexes {
					r.Result.Indexes[x].Fractal = &pagesim.FractalResult{BytesRead: 1 << 33, BytesWritten: 3 << 30}
				}
			}
			column.Runs = append(column.Runs, r)
		}
		c.Columns = append(c.Columns, column)
	}
	return c
}

func TestComparisons(t *testing.T) {
	for _, f := range report.Comparisons() {
		require.NotEmpty(t, f.Doc)
		for name, c := range map[string]report.Comparison{"compare": comparison(1), "compare_seeds": comparison(3)} {
			var b bytes.Buffer
			require.NoError(t, f.Make(&b, c))
			golden.Check(t, "testdata/"+name+"."+f.Name, b.Bytes())
			require.ErrorIs(t, f.Make(full{}, c), errFull, f.Name)
		}
	}
}

// TestSavedComparison has columns that are named by files and differ in more than
// keys.
func TestSavedComparison(t *testing.T) {
	c := comparison(1)
	c.Columns, c.ByFile = c.Columns[:2], true
	c.Columns[0].Name, c.Columns[1].Name = "before", "after"
	c.Columns[1].Runs[0].Result.Version = "1.3.0"
	c.Columns[1].Runs[0].Result.Config = map[string]any{"pool_bytes": 1 << 29, "set": map[string]any{"innodb_io_capacity": "400"}, "phases": []any{map[string]any{"keys": []any{map[string]any{"seed": 2}}}}}
	var b bytes.Buffer
	require.NoError(t, report.Comparisons()[0].Make(&b, c))
	golden.Check(t, "testdata/compare_saved.text", b.Bytes())
}

// TestEnginesAreNotComparedByPages in any format.
func TestEnginesAreNotComparedByPages(t *testing.T) {
	for _, f := range report.Comparisons() {
		var b bytes.Buffer
		require.NoError(t, f.Make(&b, comparison(1)))
		switch f.Name {
		case "csv":
			require.Regexp(t, `(?m)^uuidv4,fractal,leaf_pages,count,1,\d+,0,,,false$`, b.String())
			require.Regexp(t, `(?m)^uuidv4,fractal,ibd_bytes,bytes,1,\d+,0,1,,false$`, b.String())
		case "json":
			var c struct {
				Columns []struct {
					Metrics map[string]struct{ Ratio *float64 }
				}
			}
			require.NoError(t, json.Unmarshal(b.Bytes(), &c))
			require.Nil(t, c.Columns[3].Metrics["leaf_pages"].Ratio)
			require.NotNil(t, c.Columns[1].Metrics["leaf_pages"].Ratio)
			require.NotNil(t, c.Columns[3].Metrics["ibd_bytes"].Ratio)
		}
	}
}

// TestSeedsOfColumns are said as they are.
func TestSeedsOfColumns(t *testing.T) {
	c := comparison(3)
	c.Columns[1].Runs = c.Columns[1].Runs[:1]
	var b bytes.Buffer
	require.NoError(t, report.Comparisons()[0].Make(&b, c))
	require.Contains(t, b.String(), "Means of 1 to 3 seeds")
}

// TestThePageOfAComparison has its command, table and verdict, and draws the first seed
// of each column.
func TestThePageOfAComparison(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, report.ComparisonHTML(&b, comparison(3)))
	page := b.String()
	require.Equal(t, 1, strings.Count(page, "<code>pagesim compare"))
	require.Contains(t, page, "<h1>autoinc · innodb / uuidv4 · innodb / uuidv7:rate=20000,nodes=4,skew=20ms · innodb / uuidv4 · fractal</h1>")
	require.Contains(t, page, "<td>3,711,900 ± 1,457</td><td>4,011,900 ± 1,457</td><td>1.08x</td>")
	require.Contains(t, page, "is random order to InnoDB")
	require.Contains(t, page, "of its first seed")
	require.Equal(t, 4, strings.Count(page, `<h2 id="run`))
	require.NotContains(t, page, "seed 2")
	require.ErrorIs(t, report.ComparisonHTML(full{}, comparison(1)), errFull)
}

// TestRunsSideBySide are told apart by what differs; what is next to nothing has no
// digits, and sizes of files are exact.
func TestRunsSideBySide(t *testing.T) {
	a, b := fixture(), fixture()
	a.Result.Config = map[string]any{"phases": []any{map[string]any{"keys": []any{map[string]any{"keys": "uuidv4"}}}}}
	b.Result.Config = map[string]any{"phases": []any{map[string]any{"keys": []any{map[string]any{"keys": "uuidv7:rate=20000,nodes=4"}}}}}
	b.Result.Pool.IO.Written = 1
	var text bytes.Buffer
	require.NoError(t, report.Runs()[0].Make(&text, a, b))
	_, table, _ := strings.Cut(text.String(), "uuidv4")
	require.Regexp(t, `(?m)^ +rate=20000,$`, table)
	require.Regexp(t, `(?m)^file, MiB +\d+\.\d +\d+\.\d +same$`, table)
	require.Regexp(t, `(?m)^written, MiB +~\d+\.\d +~0\.0 +<0.001x$`, table)
}

func TestComparisonFitsAScreen(t *testing.T) {
	for _, file := range []string{"compare.text", "compare_seeds.text", "compare_saved.text"} {
		b, err := os.ReadFile("testdata/" + file)
		require.NoError(t, err)
		for line := range strings.Lines(string(b)) {
			line = strings.TrimSuffix(line, "\n")
			require.LessOrEqual(t, utf8.RuneCountInString(line), 80, line)
			require.Equal(t, strings.TrimRight(line, " "), line, "no blanks at the end of a line of %s", file)
		}
	}
}

// TestSweeps: what is written is read again.
func TestSweeps(t *testing.T) {
	columns := report.SweepColumns{Axes: []string{"keys", "pool"}, Metrics: metric.All()}
	row := report.SweepRow{
		SweepMark: report.SweepMark{Sweep: "0123456789ab", Run: 7, Runs: 64},
		Axes:      []string{"uuidv7:rate=20000,nodes=4", "1G"}, Command: []string{"pagesim", "run", "--phase", "sql delete from t where a < 5"}, Result: fixture().Result,
	}
	for _, f := range report.Sweeps() {
		require.NotEmpty(t, f.Doc)
		head, err := f.Make.Head(columns)
		require.NoError(t, err)
		line, err := f.Make.Row(columns, row)
		require.NoError(t, err)
		golden.Check(t, "testdata/sweep."+f.Name, append(head, line...))

		mark, values, err := f.Make.Mark(line, len(columns.Names()))
		require.NoError(t, err)
		require.Equal(t, row.SweepMark, mark)
		require.Equal(t, row.Axes, values[3:5])
		first, _, _ := bytes.Cut(append(head, line...), []byte("\n"))
		_, n, err := report.SweepOf(first)
		require.NoError(t, err)
		require.Equal(t, len(columns.Names()), n)

		for _, wrong := range []string{"", "\n", "hello\n", "{}\n", "a,b\n", "\"\n", string(line[:len(line)/2])} {
			_, _, err := f.Make.Mark([]byte(wrong), len(columns.Names()))
			require.Error(t, err, wrong)
			_, _, err = report.SweepOf([]byte(wrong))
			require.Error(t, err, wrong)
		}
		row.Axes = []string{"a\nb", "1G"}
		_, err = f.Make.Row(columns, row)
		require.Equal(t, f.Name == "csv", err != nil, "a row is a line")
		row.Axes = []string{"uuidv7:rate=20000,nodes=4", "1G"}
	}
}

// TestSweepColumns: an axis has the name of a flag or a field, which no other column
// may have.
func TestSweepColumns(t *testing.T) {
	flags := []string{"keys", "encoding", "payload", "index", "ddl", "rows", "seed", "phase", "purge", "server", "pool", "device", "client",
		"threads", "batch", "rate", "set", "policy", "engine", "node", "basement", "fanout", "compression", "sample"}
	for _, m := range metric.All() {
		require.NotContains(t, flags, m.Name)
	}
}
