package fractal

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const recordings = "../testdata/recordings/fractal-tree"

// shortRecordings are replayed with -short.
var shortRecordings = []string{
	"main_random_1m_v100_c1g", "main_random_1m_v100_c1g_ckpt50k", "main_random_1m_v100_c1g_txn1000",
	"main_seq_1m_v100_c64m", "main_uuid7j10000_1m_v100_c1g", "small64k_random_1m_v100_c1g_hotoptimize",
	"small64k_random_1m_v100_c64m", "loader_random_1m_v100_c1g",
}

// knownDeviations are the rows of recordings that are out of their band, so that
// nothing else gets out of it unseen. They come from what the library's threads
// do at the same time, in runs with few evictions: when a read-ahead ends, when
// the evictor's timer fires, which of a handful of nodes is the victim. Runs of
// the same load in the recordings differ by as much (64 MiB, 1M random rows: 74,
// 77 and 69 misses; 94, 97 and 91 leaves written).
var knownDeviations = map[string][]string{
	"main_random_1m_v100_c128m_ckpt250k":          {"load, misses", "load, basements read", "cold points", "cold bounded ranges"},
	"main_random_1m_v100_c64m_hotoptimize":        {"modify, misses", "modify, basements read", "modify, leaves written"},
	"main_random_1m_v100_c64m_mix10":              {"load, misses", "load, internal nodes written"},
	"main_random_1m_v100_c64m_update500k":         {"load, misses", "load, basements read", "load, leaves written", "modify, misses"},
	"main_random_1m_v100_c64m_update500k_ckpt50k": {"modify, misses"},
	"main_random_1m_v20_c64m":                     {"cold points"},
	"main_random_30m_v20_c4g":                     {"cold bounded ranges"},
	"main_random_3m_v100_c1g_ckpt10s_cleaner1s5":  {"load, internal nodes written", "cold bounded ranges"},
	"main_random_3m_v100_c1g_ckpt60s_cleaner1s5":  {"cold points", "cold ranges", "cold bounded ranges"},
	"main_random_3m_v100_c64m_ckpt60s_cleaner1s5": {"cold points", "cold ranges", "cold bounded ranges"},
	"main_seq_3m_v100_c64m_zlib":                  {"cold bounded ranges"},
	"main_uuid7_3m_v20_c64m":                      {"cold bounded ranges"},
	"small64k_random_1m_v100_c1g_ckpt50k":         {"load, leaf bytes written at checkpoints"},
	"small64k_random_3m_v100_c1g_ckpt250k":        {"load, leaves written at checkpoints", "load, leaf bytes written at checkpoints", "load, internal bytes written at checkpoints"},
}

// mostDeviation is how far known deviations may be off, or mostNodes nodes.
const (
	mostDeviation = 0.55
	mostNodes     = 2
)

// known reports whether a row is a known deviation.
func known(recording string, row Row) bool {
	off := math.Abs(float64(row.Predicted)/float64(row.Recorded) - 1)
	if math.Abs(float64(row.Predicted-row.Recorded)) <= mostNodes {
		off = 0
	}
	name := row.Phase + ", " + row.Name
	return off < mostDeviation && slices.ContainsFunc(knownDeviations[recording], func(prefix string) bool {
		return strings.HasPrefix(name, prefix)
	})
}

func TestRecordings(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(recordings, "*.json"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	if testing.Short() {
		files = files[:0]
		for _, name := range shortRecordings {
			files = append(files, filepath.Join(recordings, name+".json"))
		}
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			t.Parallel()
			replayFile(t, file)
		})
	}
}

func replayFile(t *testing.T, path string) {
	f, err := os.Open(path)
	require.NoError(t, err)
	defer func() { require.NoError(t, f.Close()) }()
	rec, err := LoadRecording(f)
	require.NoError(t, err)
	got, err := Replay(rec)
	require.NoError(t, err)
	for _, row := range Compare(rec, got) {
		if !row.OK {
			t.Logf("%s, %s: recorded %d, predicted %d", row.Phase, row.Name, row.Recorded, row.Predicted)
		}
		if !row.OK && !known(rec.Name, row) {
			t.Errorf("%s, %s: recorded %d, predicted %d (%+.1f %%), band %.1f %%", row.Phase, row.Name,
				row.Recorded, row.Predicted, 100*(float64(row.Predicted)/float64(row.Recorded)-1), 100*row.Band)
		}
	}
}
