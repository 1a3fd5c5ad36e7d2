package calibrate_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/calibrate"
	"github.com/pagesim/pagesim/sim"
)

// TestRecordingsAreExact replays every recording in testdata: the same records
// on every page of every level, the same bytes and garbage, the same splits,
// merges and discards.
func TestRecordingsAreExact(t *testing.T) {
	const all = "../testdata/recordings/"
	files, err := calibrate.Find(all+"mysql-9.7", all+"mysql-9.7-extra", all+"mysql-9.7-life", all+"mariadb-10.11")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 350)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { requireReplay(t, file, 40_000, pagesim.Exact) })
	}
}

// requireReplay replays a recording, with -short only one of so many rows, and wants
// all figures to meet their bars and the given status.
func requireReplay(t *testing.T, file string, shortRows int64, status pagesim.Status) pagesim.Validation {
	t.Helper()
	rec, err := calibrate.Read(file)
	require.NoError(t, err)
	if testing.Short() && rec.RowsFinal > shortRows {
		t.Skip("long: run without -short")
	}
	report, err := calibrate.Replay(context.Background(), rec)
	require.NoError(t, err)
	require.Nil(t, report.Difference)
	for _, f := range report.Figures {
		require.True(t, f.OK, "%s: recorded %d, predicted %d (%s)", f.Name, f.Recorded, f.Predicted, f.Bar)
	}
	require.Equal(t, status, report.Status, report.Reason)
	return report
}

// replayChanged replays a recording after a change to its text.
func replayChanged(t *testing.T, change func(*calibrate.Recording)) pagesim.Validation {
	t.Helper()
	rec, err := calibrate.Read("../testdata/recordings/mysql-9.7/ulid-varchar26-100k.json")
	require.NoError(t, err)
	change(&rec)
	report, err := calibrate.Replay(context.Background(), rec)
	require.NoError(t, err)
	return report
}

func TestADifferentPageIsFound(t *testing.T) {
	report := replayChanged(t, func(r *calibrate.Recording) {
		r.Indexes["PRIMARY"].PageRecords[0] += ",7"
	})
	require.Equal(t, pagesim.Differs, report.Status)
	require.Equal(t, &pagesim.Difference{Index: "PRIMARY", Page: 340, Recorded: 7, Predicted: -1}, report.Difference)
}

func TestADifferentCounterIsFound(t *testing.T) {
	for _, name := range []string{
		"index_page_splits", "index_page_discards", "index_page_reorg_successful",
	} {
		report := replayChanged(t, func(r *calibrate.Recording) { r.Metrics[name] += 7 })
		require.Equal(t, pagesim.Differs, report.Status, name)
	}
}

// TestTheServersOwnMergesAreTold adds a merge that the pages of the table do not
// show: it must be one of the server's own tables.
func TestTheServersOwnMergesAreTold(t *testing.T) {
	report := replayChanged(t, func(r *calibrate.Recording) { r.Metrics["index_page_merge_successful"]++ })
	require.Equal(t, pagesim.Exact, report.Status)
	for _, f := range report.Figures {
		if f.Name == "index_page_merge_successful" {
			require.Equal(t, "1 of them in the server's own tables", f.Note)
		}
	}
}

func TestAnIndexThatOneSideLacksIsADifference(t *testing.T) {
	report := replayChanged(t, func(r *calibrate.Recording) {
		r.Indexes["extra"] = r.Indexes["PRIMARY"]
		delete(r.Indexes, "PRIMARY")
	})
	require.Equal(t, pagesim.Differs, report.Status)
}

func TestWhatTheModelLacksIsNotReplayed(t *testing.T) {
	report := replayChanged(t, func(r *calibrate.Recording) {
		r.Scenario.Phases = append(r.Scenario.Phases, calibrate.PhaseScenario{Op: "truncate"})
	})
	require.Equal(t, pagesim.NotReplayed, report.Status)
	require.Contains(t, report.Reason, "truncate")
}

func TestAHalfWrittenRecordingIsRefused(t *testing.T) {
	whole, err := os.ReadFile("../testdata/recordings/mysql-9.7/ulid-varchar26-100k.json")
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "half.json")
	for _, part := range []string{"", "{}", "[]", string(whole[:len(whole)/2]), `{"scenario":{"ddl":"create table t(a int)"}}`,
		strings.Replace(string(whole), `"metrics": {`, `"metricz": {`, 99), strings.Replace(string(whole), `"n": 100000`, `"n": 0`, 1)} {
		require.NoError(t, os.WriteFile(path, []byte(part), 0o600))
		_, err := calibrate.Read(path)
		require.ErrorContains(t, err, "half.json: not a whole recording")
	}
}

// TestSeedsAreReadWhole: a seed of 64 bits is not a float64.
func TestSeedsAreReadWhole(t *testing.T) {
	text, err := os.ReadFile("../testdata/recordings/mysql-9.7/uuid-varchar36-100k-s1.json")
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "seed.json")
	text = []byte(strings.Replace(string(text), `"seed": 1,`, `"seed": 18446744073709551615,`, 1))
	require.NoError(t, os.WriteFile(path, text, 0o600))
	rec, err := calibrate.Read(path)
	require.NoError(t, err)
	config, err := rec.Scenario.Config()
	require.NoError(t, err)
	require.Equal(t, uint64(1<<64-1), config.Phases[0].Keys[0].Seed)
}

func TestFindNamesWhatIsMissing(t *testing.T) {
	_, err := calibrate.Find(t.TempDir())
	require.ErrorContains(t, err, "no recordings")
	_, err = calibrate.Find("nowhere")
	require.ErrorContains(t, err, "nowhere")
}

// unordered makes a recording one that has its pages in no order.
func unordered(r *calibrate.Recording) {
	x := r.Indexes["PRIMARY"]
	var all []int
	for _, runs := range x.PageRecords {
		for run := range strings.SplitSeq(runs, ",") {
			value, count, _ := strings.Cut(run, "x")
			n, _ := strconv.Atoi(value)
			times, err := strconv.Atoi(count)
			if err != nil {
				times = 1
			}
			all = append(all, slices.Repeat([]int{n}, times)...)
		}
	}
	slices.Sort(all)
	bytes := int64(0)
	for _, l := range x.Levels {
		bytes += l.DataBytes
	}
	r.Indexes["PRIMARY"] = calibrate.IndexRecording{Ascending: calibrate.Runs(all), DataBytes: bytes}
}

func TestPagesInNoOrder(t *testing.T) {
	report := replayChanged(t, unordered)
	require.Equal(t, pagesim.Exact, report.Status)
	require.True(t, report.Unordered)
	require.Equal(t, int64(341), report.Pages)

	report = replayChanged(t, func(r *calibrate.Recording) {
		unordered(r)
		x := r.Indexes["PRIMARY"]
		x.Ascending = "1," + x.Ascending
		r.Indexes["PRIMARY"] = x
	})
	require.Equal(t, pagesim.Differs, report.Status)
	require.Equal(t, pagesim.AnyLevel, report.Difference.Level)
	require.Equal(t, 0, report.Difference.Page)
	require.Equal(t, 1, report.Difference.Recorded)
}

func TestRuns(t *testing.T) {
	require.Equal(t, "147,295x3,143,1x2", calibrate.Runs([]int{147, 295, 295, 295, 143, 1, 1}))
	require.Empty(t, calibrate.Runs(nil))
}

// TestARunIsReplayedWhole records a scenario with all that only a Run can say.
func TestARunIsReplayedWhole(t *testing.T) {
	c, err := sim.ReadScenario(strings.NewReader("phases:\n  - insert: {rows: 900, keys: {id: uuidv4}, payload: {payload: 10..90}}\n" +
		"  - update: {of: 1, every: 3, set: {payload: 1..9}, transaction: 7}\n"))
	require.NoError(t, err)
	script, err := sim.NewScript(c, sim.Env{})
	require.NoError(t, err)
	run := script.Config()
	rec := calibrate.Recording{Scenario: calibrate.Scenario{Name: "x", DDL: run.DDL, Run: &run}}
	var text bytes.Buffer
	require.NoError(t, rec.Write(&text))
	path := filepath.Join(t.TempDir(), "rec.json")
	require.NoError(t, os.WriteFile(path, text.Bytes(), 0o600))
	read, err := calibrate.ReadScenario(path)
	require.NoError(t, err)
	got, err := read.Scenario.Config()
	require.NoError(t, err)
	require.Equal(t, run, got)
}
