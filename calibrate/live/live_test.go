package live_test

import (
	"bytes"
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/go-sql-driver/mysql"
	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/calibrate"
	"github.com/pagesim/pagesim/calibrate/live"
	"github.com/pagesim/pagesim/sim"
)

// The server that the tests record, and where its data directory is seen from here if
// that is elsewhere.
const (
	testDSN     = "PAGESIM_TEST_DSN"
	testDataDir = "PAGESIM_TEST_DATADIR"
)

// TestScenariosAreExact records each scenario of testdata on a running server: every
// page has the number of records that the model predicts.
func TestScenariosAreExact(t *testing.T) {
	target := testTarget(t)
	files, err := filepath.Glob("testdata/*.yaml")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 5)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			before := stateOf(t)
			rec, err := live.Record(t.Context(), target, readScript(t, file), options(t))
			require.NoError(t, err)
			require.Equal(t, before, stateOf(t), "nothing is left behind")
			requireExact(t, rec)
		})
	}
}

// TestAnInterruptLeavesNothingBehind ends a recording within its first phase.
func TestAnInterruptLeavesNothingBehind(t *testing.T) {
	target := testTarget(t)
	before := stateOf(t)
	ctx, cancel := context.WithCancel(t.Context())
	o := options(t)
	o.Progress = func(done, _ int64) {
		if done >= 20_000 {
			cancel()
		}
	}
	_, err := live.Record(ctx, target, readScript(t, "testdata/uuidv4.yaml"), o)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, before, stateOf(t))
}

// requireExact writes a recording, reads it again and replays that.
func requireExact(t *testing.T, rec calibrate.Recording) {
	t.Helper()
	var text bytes.Buffer
	require.NoError(t, rec.Write(&text))
	require.NotContains(t, text.String(), "pagesim_record")
	path := filepath.Join(t.TempDir(), "rec.json")
	require.NoError(t, os.WriteFile(path, text.Bytes(), 0o600))
	read, err := calibrate.Read(path)
	require.NoError(t, err)
	report, err := calibrate.Replay(t.Context(), read)
	require.NoError(t, err)
	for _, f := range report.Figures {
		require.True(t, f.OK, "%s: recorded %d, predicted %d (%s)", f.Name, f.Recorded, f.Predicted, f.Bar)
	}
	require.Nil(t, report.Difference)
	require.Equal(t, pagesim.Exact, report.Status)
	t.Logf("%s: %d pages and %d figures exact", report.Server, report.Pages, len(report.Figures))
}

func testTarget(t *testing.T) live.Target {
	t.Helper()
	if os.Getenv(testDSN) == "" {
		t.Skip("no server: set " + testDSN + " to user:password@tcp(host:port)/")
	}
	target, err := live.ParseTarget(os.Getenv(testDSN), "")
	require.NoError(t, err)
	return target
}

func options(t *testing.T) live.Options {
	t.Helper()
	return live.Options{
		Name: t.Name(), DataDir: os.Getenv(testDataDir), Now: time.Now,
		Approve: func(p live.Plan) error {
			t.Log(p)
			return nil
		},
		Note: func(text string) { t.Log(text) },
	}
}

func readScript(t *testing.T, file string) *sim.Script {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	defer func() { require.NoError(t, f.Close()) }()
	c, err := sim.ReadScenario(f)
	require.NoError(t, err)
	s, err := sim.NewScript(c, sim.Env{})
	require.NoError(t, err)
	return s
}

// stateOf is what a recording could leave behind: databases and counters.
func stateOf(t *testing.T) []string {
	t.Helper()
	pool, err := sql.Open("mysql", os.Getenv(testDSN))
	require.NoError(t, err)
	defer func() { require.NoError(t, pool.Close()) }()
	var all []string
	for _, query := range []string{
		"show databases", "select concat_ws(' ', @@global.innodb_monitor_enable, 'and', @@global.innodb_monitor_disable)",
		"select concat(name, time_enabled is not null and time_disabled is null) from information_schema.innodb_metrics where name like 'index%' order by name",
	} {
		rows, err := pool.QueryContext(t.Context(), query)
		require.NoError(t, err)
		for rows.Next() {
			var text string
			require.NoError(t, rows.Scan(&text))
			all = append(all, text)
		}
		require.NoError(t, rows.Err())
	}
	return all
}
