package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/report"
	"github.com/stretchr/testify/require"
)

// A result that was written is read as it was, but for its config, which becomes a
// map.
func TestResultsAreReadAsWritten(t *testing.T) {
	run := fixture()
	run.Result.Config = map[string]any{"pool_bytes": 1e9}
	write, err := report.Find(report.Runs(), "json")
	require.NoError(t, err)
	var one, two bytes.Buffer
	require.NoError(t, write(&one, run))
	require.NoError(t, write(&two, run, run))

	got, err := report.ReadResults(&one)
	require.NoError(t, err)
	require.Equal(t, []pagesim.Result{run.Result}, got)
	got, err = report.ReadResults(&two)
	require.NoError(t, err)
	require.Equal(t, []pagesim.Result{run.Result, run.Result}, got)
}

func TestWhatIsNoResult(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "no result",
		"hello":                          "not JSON",
		`{"version":"1"`:                 "not JSON",
		`{"name":"recording"}`:           "no result",
		`[{"version":"1"}]`:              "no result",
		`{"version":1}`:                  "no result",
		"[]":                             "no result",
		`{"version":"1","indexes":[{}]}`: "no result",
		`{"version":"1","engine":"fractal","indexes":[{"levels":[{}]}]}`:                     "no result",
		`{"version":"1","indexes":[{"levels":[{}],"leaf_pages_in_key_order":{"fill":[1]}}]}`: "no result",
	} {
		_, err := report.ReadResults(strings.NewReader(text))
		require.ErrorContains(t, err, want, text)
	}
}
