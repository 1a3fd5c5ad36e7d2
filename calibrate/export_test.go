package calibrate_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/calibrate"
	"github.com/pagesim/pagesim/sim"
)

// TestRecordingsAsScenarios writes each recording as a scenario for people and
// reads it again, then as one for a recorder and reads that: the same config.
func TestRecordingsAsScenarios(t *testing.T) {
	const all = "../testdata/recordings/"
	files, err := calibrate.Find(all+"mysql-9.7", all+"mysql-9.7-extra", all+"mysql-9.7-life", all+"mysql-9.7-io", all+"mariadb-10.11")
	require.NoError(t, err)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			rec, err := calibrate.ReadScenario(file)
			require.NoError(t, err)
			want, err := rec.Config()
			require.NoError(t, err)
			want.DDL = strings.TrimSpace(want.DDL)
			var text bytes.Buffer
			require.NoError(t, want.WriteScenario(&text))
			got, err := sim.ReadScenario(&text)
			require.NoError(t, err)
			require.Equal(t, want, got)
			require.Equal(t, strings.Contains(file, "mariadb"), got.Server != "")

			b, err := calibrate.Export(got, rec.Scenario.Name)
			require.NoError(t, err)
			path := filepath.Join(t.TempDir(), "scenario.json")
			require.NoError(t, os.WriteFile(path, b, 0o644))
			again, err := calibrate.ReadScenario(path)
			require.NoError(t, err)
			config, err := again.Scenario.Config()
			require.NoError(t, err)
			config.Server = want.Server
			require.Equal(t, want, config)
			requireSameScenario(t, file, b)
		})
	}
}

// requireSameScenario compares what a recorder reads with what it read when it made
// the recording, but for what concerns the client and the server's settings.
func requireSameScenario(t *testing.T, file string, exported []byte) {
	t.Helper()
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	var rec struct{ Scenario map[string]any }
	require.NoError(t, json.Unmarshal(b, &rec))
	var got map[string]any
	require.NoError(t, json.Unmarshal(exported, &got))
	for _, s := range []map[string]any{rec.Scenario, got} {
		s["ddl"] = strings.TrimSpace(s["ddl"].(string))
		remove(s, "vars", "pk")
		for _, ph := range s["phases"].([]any) {
			ph := ph.(map[string]any)
			remove(ph, "batch", "mark_every", "rate")
			if ph["first"] == 0.0 {
				delete(ph, "first")
			}
		}
	}
	require.Equal(t, rec.Scenario, got)
}

func remove(from map[string]any, names ...string) {
	for _, name := range names {
		delete(from, name)
	}
}

func TestWhatARecorderCannotDo(t *testing.T) {
	const table = "ddl: create table t (id int primary key, a varchar(90), k int)\nphases:\n" +
		"  - insert: {rows: 10, keys: {id: autoinc}, payload: {a: 5}}\n"
	for text, want := range map[string]string{
		"  - insert: {rows: 10, skip: 10, payload: {a: 6}}":                 "phase 2: a recorder has the same payload in all phases",
		"  - delete: {of: 1}":                                               "phase 2: transactions of 1 rows: a recorder has 1000",
		"  - update: {of: 1, set: {a: 1..2}, transaction: 1k}":              "phase 2: set a to 1..2 bytes",
		"  - update: {of: 1, keys: {k: randint:shift=40}, transaction: 1k}": "phase 2: a recorder's update has no keys",
		"  - insert: {rows: 10, skip: 10}\n  - replace: {of: 2, rows: 5}":   "phase 3: a recorder replaces rows of the first phase only",
	} {
		c, err := sim.ReadScenario(strings.NewReader(table + text))
		require.NoError(t, err)
		_, err = calibrate.Export(c, "x")
		require.ErrorContains(t, err, want)
	}
	path := filepath.Join(t.TempDir(), "empty.json")
	require.NoError(t, os.WriteFile(path, []byte("{}"), 0o644))
	_, err := calibrate.ReadScenario(path)
	require.ErrorContains(t, err, "it has no ddl")
}
