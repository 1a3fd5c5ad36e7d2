package report_test

import (
	"bytes"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/internal/golden"
	"github.com/pagesim/pagesim/report"
	"github.com/stretchr/testify/require"
)

// fixture is a result with all that a format can meet: several indexes, large
// numbers, nothing to divide by, and more samples than a screen has lines.
func fixture() report.Run {
	index := func(name string, rows int64) pagesim.IndexResult {
		return pagesim.IndexResult{
			Name: name, Rows: rows,
			Levels: []pagesim.Level{
				{Pages: 1_234_567, Records: rows, DataBytes: 14_000_000_000, GarbageBytes: 99},
				{Pages: 2_345, Records: 1_234_567, DataBytes: 30_000_000},
				{Pages: 1, Records: 2_345, DataBytes: 60_000},
			},
			Splits:      pagesim.Splits{Right: 12, Left: 3, Middle: 1_236_896},
			Counters:    pagesim.Counters{PageSplits: 1_236_911, MergeAttempts: 5, MergeSuccessful: 4, RootRaises: 2},
			Fill:        pagesim.Fill{Mean: 0.6931, P10: 0.5, P50: 0.69, P90: 0.99999},
			RowsPerPage: 81.0, LeafPages: 1_234_567, ReservedPages: 1_300_000, ReservedBytes: 21_299_200_000,
			IO: pagesim.IO{ReadRequests: 400_000_000, Reads: 90_000_001, Created: 1_236_913, Written: 80_000_002},
		}
	}
	r := pagesim.Result{
		Version: "1.2.3", Config: map[string]any{"pool_bytes": 1 << 30}, Rows: 100_000_000,
		DDL:     "create table t (\n  id binary(16) not null,\n  email varchar(80) not null,\n  primary key (id),\n  key email (email),\n  key a_name_that_is_longer_than_others (email, id)\n)",
		Indexes: []pagesim.IndexResult{index("PRIMARY", 100_000_000), index("email", 100_000_000), index("a_name_that_is_longer_than_others", 7)},
		Table:   pagesim.TableResult{DataLength: 21_299_200_000, IndexLength: 42_598_400_000, DataFree: 4_194_304, FileBytes: 64_000_000_000},
		Pool: pagesim.PoolResult{
			Pages: 65_536, IO: pagesim.IO{ReadRequests: 1_200_000_000, Reads: 270_000_003, Written: 240_000_006},
			HitRatio: 0.775, ReadsPerInsert: 2.70000003, WritesPerInsert: 2.40000006, Dirty: 65_000,
		},
		Baseline: &pagesim.Baseline{
			Keys: "autoinc", PageSplits: 1_000_000, LeafPages: 3_703_701, LeafFill: 0.93,
			DataLength: 15_000_000_000, IndexLength: 30_000_000_000, WritesPerInsert: 0.01,
		},
	}
	for i := range int64(45) {
		r.Samples = append(r.Samples, pagesim.Sample{
			Rows: (i + 1) * 2_000_000, PageSplits: i * 27_000, LeafPages: i*27_000 + 1, LeafFill: 0.69, Reads: i * i * 40_000, Written: i * 50_000,
		})
	}
	words := []string{
		"pagesim", "run", "--ddl", "my tables/it's.sql", "--keys", "id=uuidv4", "--keys", "email=uuidv4:encoding=hex36",
		"--rows", "100M", "--seed", "7", "--pool", "1G", "--sample", "2M",
	}
	fed := []string{"id=uuidv4", "email=uuidv4:encoding=hex36", "a_name_that_is_longer_than_others=100 bytes", "created_at=clock"}
	return report.Run{Command: words, Fed: fed, Result: r}
}

func explanation() report.Explanation {
	plan := pagesim.IndexPlan{
		Name: "PRIMARY", Clustered: true,
		Leaf:    pagesim.RecordPlan{Fields: []pagesim.FieldPlan{{Name: "record header", Min: 5, Max: 5}, {Name: "null bitmap", Min: 0, Max: 0}, {Name: "id", Min: 16, Max: 16}, {Name: "note", Min: 0, Max: 1200}}, Min: 21, Max: 1221},
		Pointer: pagesim.RecordPlan{Fields: []pagesim.FieldPlan{{Name: "record header", Min: 5, Max: 5}, {Name: "id", Min: 16, Max: 16}, {Name: "child page", Min: 4, Max: 4}}, Min: 25, Max: 25},
		Pages: pagesim.PagePlan{
			Leaf: pagesim.Capacity{Sequential: 24, Full: 26, Refilled: 25}, Node: pagesim.Capacity{Sequential: 1_000, Full: 1_001, Refilled: 990},
			Heights: []pagesim.HeightPlan{{Rows: 1_000_000, Sequential: 2, Random: 3}, {Rows: 1_000_000_000, Sequential: 4, Random: 5}},
		},
	}
	secondary := plan
	secondary.Name, secondary.Clustered = "email", false
	return report.Explanation{
		Command: []string{"pagesim", "explain", "--keys", "uuidv4"}, Version: "1.2.3",
		DDL: "create table t (id binary(16) primary key -- the key\n)", Indexes: []pagesim.IndexPlan{plan, secondary},
	}
}

func recordings() []pagesim.Validation {
	return []pagesim.Validation{
		{File: "a.json", Name: "a", Server: "9.7.4", Status: pagesim.Exact, Pages: 9_394, Figures: []pagesim.Figure{
			{Name: "PRIMARY level 0 pages", Recorded: 9_394, Predicted: 9_394, Bar: "exact", OK: true},
			{Name: "index_page_merge_attempts", Recorded: 1_000, Predicted: 1_010, Bar: "0.5 % + 60", OK: true},
		}},
		{File: "b.json", Name: "b", Server: "9.7.4", Status: pagesim.Differs,
			Difference: &pagesim.Difference{Index: "PRIMARY", Level: 1, Page: 1_234, Recorded: 147, Predicted: -1},
			Figures: []pagesim.Figure{
				{Name: "PRIMARY level 1 pages", Recorded: 1, Predicted: 2, Bar: "exact"},
				{Name: "index_page_discards", Recorded: 0, Predicted: 3, Bar: "exact"},
				{Name: "index_page_splits", Recorded: 10, Predicted: 10, Bar: "exact", OK: true},
			}},
		{File: "c.json", Name: "c", Server: "9.7.4", Status: pagesim.NotReplayed, Reason: "phase 2: delete is not modelled"},
		{File: "d.json", Status: report.Failed, Reason: "d.json: not a whole recording"},
	}
}

// svg is what a page draws: the goldens of report/plot are the numbers behind it.
var svg = regexp.MustCompile(`(?s)<svg .*?</svg>`)

func TestRuns(t *testing.T) {
	without := fixture()
	without.Result.Samples, without.Result.Baseline, without.Fed = nil, nil, nil
	for _, f := range report.Runs() {
		require.NotEmpty(t, f.Doc)
		var b bytes.Buffer
		require.NoError(t, f.Make(&b, fixture()))
		golden.Check(t, "testdata/run."+f.Name, svg.ReplaceAll(b.Bytes(), nil))
		b.Reset()
		require.NoError(t, f.Make(&b, without))
		golden.Check(t, "testdata/run_without_samples."+f.Name, svg.ReplaceAll(b.Bytes(), nil))
		require.ErrorIs(t, f.Make(full{}, fixture()), errFull, f.Name)
	}
}

// TestPhases has figures that leave no room for the last columns, and others that do.
func TestPhases(t *testing.T) {
	r := fixture()
	r.Result.Samples, r.Result.Baseline, r.Fed, r.Server = nil, nil, nil, "MariaDB 10.11"
	r.Result.Indexes = r.Result.Indexes[:1]
	r.Result.Phases = []pagesim.PhaseResult{
		{Op: "insert", Rows: 1000, LiveRows: 1000, Counters: pagesim.Counters{PageSplits: 12}, LeafPages: 13, LeafFill: 0.9, FileBytes: 1 << 20, Reads: 5, Written: 6},
		{Op: "sql", SQL: "OPTIMIZE\ttable t", LiveRows: 1000, Counters: pagesim.Counters{PageSplits: 12}, LeafPages: 12, LeafFill: 0.93, FileBytes: 1 << 20, Reads: 7, Written: 9},
	}
	var b bytes.Buffer
	require.NoError(t, report.Runs()[0].Make(&b, r))
	r.Result.Phases = append(r.Result.Phases, pagesim.PhaseResult{
		Op: "delete", Rows: 99_999_000, LiveRows: 123_456_789, LeafPages: 1_234_567, LeafFill: 0.5, Reads: 270_000_003, Written: 240_000_006,
		Counters: pagesim.Counters{PageSplits: 12, MergeSuccessful: 1_236_896},
	})
	b.WriteString("\n")
	require.NoError(t, report.Runs()[0].Make(&b, r))
	golden.Check(t, "testdata/run_phases.text", b.Bytes())
}

func TestExplanations(t *testing.T) {
	for _, f := range report.Explanations() {
		require.NotEmpty(t, f.Doc)
		var b bytes.Buffer
		require.NoError(t, f.Make(&b, explanation()))
		golden.Check(t, "testdata/explanation."+f.Name, b.Bytes())
		require.ErrorIs(t, f.Make(full{}, explanation()), errFull, f.Name)
	}
}

func TestValidations(t *testing.T) {
	validate := func(v report.Validation, reports []pagesim.Validation) error {
		var errs []error
		for _, r := range reports {
			errs = append(errs, v.Add(r))
		}
		return errors.Join(append(errs, v.End())...)
	}
	for _, f := range report.Validations() {
		require.NotEmpty(t, f.Doc)
		for name, verbose := range map[string]bool{"validation": false, "validation_verbose": true} {
			var b bytes.Buffer
			require.NoError(t, validate(f.Make(&b, verbose), recordings()))
			golden.Check(t, "testdata/"+name+"."+f.Name, b.Bytes())
		}
		require.ErrorIs(t, validate(f.Make(full{}, false), recordings()), errFull, f.Name)
	}
	var b bytes.Buffer
	require.NoError(t, validate(report.Validations()[0].Make(&b, false), recordings()[3:]))
	require.Empty(t, b.String(), "errors are told elsewhere, and there is nothing else to tell")
}

func TestTextFitsAScreen(t *testing.T) {
	for _, file := range []string{"run.text", "run_without_samples.text", "run_phases.text", "explanation.text", "validation.text", "validation_verbose.text"} {
		b, err := os.ReadFile("testdata/" + file)
		require.NoError(t, err)
		for line := range strings.Lines(string(b)) {
			line = strings.TrimSuffix(line, "\n")
			require.LessOrEqual(t, len(line), 80, line)
			require.Equal(t, strings.TrimRight(line, " "), line, "no blanks at the end of a line of %s", file)
		}
	}
}

func TestFind(t *testing.T) {
	_, err := report.Find(report.Runs(), "xml")
	require.EqualError(t, err, `unknown format "xml"; allowed: text, json, csv, html`)
}

func TestNothingRun(t *testing.T) {
	r := fixture()
	r.Result.Indexes[0].Rows, r.Result.Rows = 0, 0
	for _, f := range report.Runs() {
		require.NoError(t, f.Make(&bytes.Buffer{}, r))
	}
}

var errFull = errors.New("the disk is full")

// full is a file that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
