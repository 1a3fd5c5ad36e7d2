package calibrate_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/calibrate"
)

// TestReadsAndWritesAlongTheWay replays the recordings of MySQL 9.7 that have reads
// and writes at marks: the pages are exact, the counts within their bars at every
// mark.
func TestReadsAndWritesAlongTheWay(t *testing.T) {
	replayWithin(t, "../testdata/recordings/mysql-9.7-io", 10)
}

// TestRunsOnACappedVolume replays the runs behind Percona's article of 2019 with ten
// seeds each: when reads begin, how many there are an insert, and how fast it goes.
func TestRunsOnACappedVolume(t *testing.T) {
	if testing.Short() {
		t.Skip("long: run without -short")
	}
	replayWithin(t, "../testdata/recordings/percona-2019", 4)
}

func replayWithin(t *testing.T, folder string, least int) {
	t.Helper()
	files, err := calibrate.Find(folder)
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), least)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			report := requireReplay(t, file, 300_000, pagesim.Within)
			require.Greater(t, report.Marks, 15)
		})
	}
}

// TestAWrongReadCountIsFound: a mark that is off misses its bar.
func TestAWrongReadCountIsFound(t *testing.T) {
	rec, err := calibrate.Read("../testdata/recordings/mysql-9.7-io/lru32m-binary16-uuidv4-1m.json")
	require.NoError(t, err)
	marks := rec.Phases[0].Marks
	marks[len(marks)-10].BufferPoolReads += marks[len(marks)-10].BufferPoolReads / 10
	report, err := calibrate.Replay(context.Background(), rec)
	require.NoError(t, err)
	require.Equal(t, pagesim.Differs, report.Status)
}
