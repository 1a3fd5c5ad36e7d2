package metric_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/metric"
)

func TestMetricsAreDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range metric.All() {
		require.False(t, seen[m.Name], m.Name)
		seen[m.Name] = true
		require.NotEmpty(t, m.Doc, m.Name)
		require.NotEmpty(t, m.Unit, m.Name)
		require.NotContains(t, m.Doc, "\n")
		found, err := metric.Find(m.Name)
		require.NoError(t, err)
		require.Equal(t, m.Doc, found.Doc)
	}
	require.NotEmpty(t, metric.Main())
	_, err := metric.Find("speed")
	require.ErrorContains(t, err, `unknown metric "speed"; allowed: rows_inserted, index_page_splits`)
}

// result has two indexes.
func result() pagesim.Result {
	index := func(pages int64, fill float64) pagesim.IndexResult {
		return pagesim.IndexResult{
			Rows: 1000, Levels: []pagesim.Level{{Pages: pages}, {Pages: 1}}, Fill: pagesim.Fill{Mean: fill},
			Splits: pagesim.Splits{Right: 3, Left: 2, Middle: 1}, Counters: pagesim.Counters{PageSplits: 6},
		}
	}
	return pagesim.Result{
		Rows: 1000, Indexes: []pagesim.IndexResult{index(30, 0.9), index(10, 0.5)},
		Pool: pagesim.PoolResult{IO: pagesim.IO{Reads: 2, Written: 3}},
	}
}

func TestMetricsAddIndexesUp(t *testing.T) {
	for name, want := range map[string]float64{
		"rows_inserted": 1000, "index_page_splits": 12, "splits_left": 4, "leaf_pages": 40, "rows_per_leaf_page": 50,
		"leaf_fill": 0.8, "read_bytes": 2 * 16384, "written_bytes": 3 * 16384, "levels": 2,
	} {
		m, err := metric.Find(name)
		require.NoError(t, err)
		require.InDelta(t, want, m.Of(result()), 1e-12, name)
	}
	m, err := metric.Find("seconds")
	require.NoError(t, err)
	require.True(t, math.IsNaN(m.Of(result())), "there is no clock")
}

// TestNothingIsCountedWithoutAPool: policy none has no reads rather than 0.
func TestNothingIsCountedWithoutAPool(t *testing.T) {
	r := result()
	r.Pool = pagesim.PoolResult{Pages: 8192, HitRatio: 1}
	for _, m := range metric.All() {
		require.Equal(t, m.Estimate, math.IsNaN(m.Of(r)), m.Name)
	}
	c, err := metric.ParseCondition("reads_per_insert>5")
	require.NoError(t, err)
	_, err = c.Holds(c.Metric.Of(r), 0)
	require.EqualError(t, err, "reads_per_insert>5: there is no reads_per_insert with --policy none")

	r.Engine = "fractal"
	require.Zero(t, c.Metric.Of(r), "a fractal tree that fits its cache reads nothing")
}

func TestPagesOfEnginesAreNotComparable(t *testing.T) {
	innodb, fractal := pagesim.Result{}, pagesim.Result{Engine: "fractal"}
	for name, want := range map[string]bool{"leaf_pages": false, "reads_per_insert": false, "written_bytes": true, "leaf_fill": true, "rows_per_second": true} {
		m, err := metric.Find(name)
		require.NoError(t, err)
		require.Equal(t, want, m.IsComparable(innodb, fractal), name)
		require.True(t, m.IsComparable(fractal, fractal), name)
	}
}

func TestWelch(t *testing.T) {
	// Checked by hand: t = 2.8284, 8 degrees of freedom.
	a := metric.Sample{N: 5, Mean: 12, SD: math.Sqrt(2.5)}
	b := metric.Sample{N: 5, Mean: 12 - 2*math.Sqrt2, SD: math.Sqrt(2.5)}
	require.InDelta(t, 0.02222, a.P(b), 0.00005)
	require.InDelta(t, a.P(b), b.P(a), 1e-15)
	require.False(t, a.IsNoise(b))
	b.Mean = 11
	require.True(t, a.IsNoise(b))

	same, other := metric.Sample{N: 3, Mean: 7}, metric.Sample{N: 3, Mean: 8}
	require.True(t, math.IsNaN(same.P(same)), "what never varies has no noise")
	require.True(t, math.IsNaN(same.P(other)))
	require.False(t, same.IsNoise(other))
	require.True(t, math.IsNaN(metric.Sample{N: 1, Mean: 7}.P(other)))
	require.False(t, metric.Sample{N: 1, Mean: 7}.IsNoise(other), "one run says nothing of noise")
}

func TestSample(t *testing.T) {
	m, err := metric.Find("rows_inserted")
	require.NoError(t, err)
	of := func(rows ...int64) metric.Sample {
		var results []pagesim.Result
		for _, n := range rows {
			results = append(results, pagesim.Result{Rows: n})
		}
		return m.Sample(results)
	}
	require.Equal(t, metric.Sample{N: 1, Mean: 5}, of(5))
	require.Equal(t, metric.Sample{N: 3, Mean: 2, SD: 1}, of(1, 2, 3))
	require.InDelta(t, 2.5, of(5).Ratio(of(2)), 1e-12)
	require.True(t, math.IsNaN(of(5).Ratio(of(0))))
}

func TestConditions(t *testing.T) {
	for _, c := range []struct {
		text        string
		value, base float64
		holds       bool
	}{
		{"reads_per_insert>0.5", 0.6, 0, true},
		{"reads_per_insert>0.5", 0.5, 0, false},
		{" reads_per_insert >= 0.5 ", 0.5, 0, true},
		{"leaf_fill<70%", 0.69, 0, true},
		{"leaf_fill<=0.7", 0.7, 0, true},
		{"ibd_bytes>1G", 1<<30 + 1, 0, true},
		{"index_page_splits>10k", 10_000, 0, false},
		{"index_page_splits>+5%", 106, 100, true},
		{"index_page_splits>+5%", 105, 100, false},
		{"rows_per_second<-10%", 89, 100, true},
		{"reads>+5%", 1, 0, true},
		{"reads>+5%", 0, 0, false},
	} {
		condition, err := metric.ParseCondition(c.text)
		require.NoError(t, err)
		holds, err := condition.Holds(c.value, c.base)
		require.NoError(t, err)
		require.Equal(t, c.holds, holds, "%s of %g and %g", c.text, c.value, c.base)
		require.Equal(t, strings.TrimSpace(c.text), condition.String())
	}
	clocked, err := metric.ParseCondition("seconds>1")
	require.NoError(t, err)
	_, err = clocked.Holds(math.NaN(), 0)
	require.ErrorContains(t, err, "there is no seconds without a clock")
	for text, want := range map[string]bool{"seconds>90": false, "seconds>1m": true, "seconds>1m30s": false, "seconds>=1m29s": true} {
		c, err := metric.ParseCondition(text)
		require.NoError(t, err)
		holds, err := c.Holds(90, 0)
		require.NoError(t, err)
		require.Equal(t, want, holds, text)
	}
}

func TestConditionsAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"reads":               "want a metric",
		"reads=5":             "want a metric",
		"speed>5":             `unknown metric "speed"`,
		"reads>5Q":            `count "5Q"`,
		"ibd_bytes>5Q":        `size "5Q"`,
		"reads>+5":            "want a change in percent",
		"reads>5%":            "+5%",
		"reads>+NaN%":         "want a change in percent",
		"leaf_fill>Infinity":  "want a share",
		"leaf_fill<60":        "leaf_fill is a share of 1: say 60%",
		"leaf_fill<600%":      "want a share, such as 60%",
		"leaf_fill<1k":        "want a share, such as 60%",
		"seconds>1k":          "want seconds, or a time such as 90s",
		"reads_per_insert>1k": "want a number",
	} {
		_, err := metric.ParseCondition(text)
		require.ErrorContains(t, err, want, text)
	}
}

func ExampleParseCondition() {
	c, err := metric.ParseCondition("index_page_splits>+5%")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Holds(106, 100))
	// Output: true <nil>
}
