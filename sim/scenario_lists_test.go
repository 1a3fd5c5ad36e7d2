package sim_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/sim"
)

func TestReadScenariosTakesListsApart(t *testing.T) {
	axes, all, err := sim.ReadScenarios(strings.NewReader(`
pool: 64M..256M:x4
phases:
  - insert: {rows: [1k, 2k], keys: {id: [uuidv4, "uuidv7:rate=1000..2000:x2"]}}
  - delete: {of: 1, every: 2}
`))
	require.NoError(t, err)
	require.Equal(t, []string{"pool", "phase1.rows", "phase1.keys.id"}, axes)
	require.Len(t, all, 2*2*3)
	require.Equal(t, []string{"64M", "1k", "uuidv4"}, all[0].Values)
	require.Equal(t, []string{"64M", "1k", "uuidv7:rate=1000"}, all[1].Values)
	require.Equal(t, []string{"256M", "2k", "uuidv7:rate=2000"}, all[11].Values)
	require.Equal(t, int64(256<<20), all[11].Config.PoolBytes)
	require.Equal(t, int64(2000), all[11].Config.Phases[0].Rows)
	require.Equal(t, "uuidv4", all[0].Config.Phases[0].Keys[0].Keys.String(), "earlier ones keep theirs")
	require.Equal(t, "uuidv7:rate=2000", all[11].Config.Phases[0].Keys[0].Keys.String())
}

func TestReadScenariosWithoutLists(t *testing.T) {
	axes, all, err := sim.ReadScenarios(strings.NewReader("phases:\n  - insert: {rows: 1k, keys: {id: uuidv4}, payload: {pad: 10..400}}\n"))
	require.NoError(t, err)
	require.Empty(t, axes)
	require.Len(t, all, 1)
}

func TestReadScenariosRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"pool: []\nphases: []":                              "line 1: pool: want at least one value",
		"pool: [64M, 1Q]\nphases:\n - insert: {rows: 1}":    `line 1: pool: size "1Q"`,
		"pool: 4M..1M:x2\nphases:\n - insert: {rows: 1}":    "smaller end first",
		"pool: [{a: 1}]\nphases:\n - insert: {rows: 1}":     "pool: line 1: want a text",
		"pool: 1..99999:+1\nbatch: 1..99:+1\nphases:\n - a": "more than 100000",
	} {
		_, _, err := sim.ReadScenarios(strings.NewReader(text))
		require.ErrorContains(t, err, want, text)
	}
}
