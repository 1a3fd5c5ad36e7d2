package calibrate_test

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/sim"
)

// articleRun is a run of testdata/articles/uuid-vs-ulid-mysql-9.2.json: what an
// article reports of MySQL 9.2. Its key streams are not known.
type articleRun struct {
	Table     string        `json:"table"`
	Rows      json.Number   `json:"rows"`
	Splits    float64       `json:"index_page_splits"`
	Pages     float64       `json:"pages_in_buffer"`
	Primary   *articleIndex `json:"primary"`
	Secondary *articleIndex `json:"secondary"`
}

type articleIndex struct {
	Pages          float64 `json:"pages_in_buffer"`
	RecordsPerPage float64 `json:"records_per_page"`
}

func readArticle(t *testing.T) []articleRun {
	t.Helper()
	b, err := os.ReadFile("../testdata/articles/uuid-vs-ulid-mysql-9.2.json")
	require.NoError(t, err)
	var a struct {
		Runs []json.RawMessage `json:"runs"`
	}
	require.NoError(t, json.Unmarshal(b, &a))
	var runs []articleRun
	for _, raw := range a.Runs[:6] { // the last two were looked at half-way
		var r articleRun
		require.NoError(t, json.Unmarshal(raw, &r))
		runs = append(runs, r)
	}
	return runs
}

// run plays an article's table with keys from the given seed. The tables with a
// secondary index do not say what their other columns are: rows of 100 more bytes
// give the article's rows a page.
func (a articleRun) run(t *testing.T, seed uint64) pagesim.Result {
	t.Helper()
	generator, encoding, length := "uuidv4", "hex36", "36"
	if strings.HasPrefix(a.Table, "ulid") {
		generator, encoding, length = "ulid", "ulid26", "26"
	}
	keys, err := keygen.New(generator, encoding, nil)
	require.NoError(t, err)
	rows, err := a.Rows.Int64()
	require.NoError(t, err)
	column, data := "id", 4
	ddl := "create table t (id varchar(" + length + ") primary key, data varchar(255))"
	if a.Secondary != nil {
		column, data = "sub_id", 100
		ddl = "create table t (id bigint auto_increment primary key, sub_id varchar(" + length +
			") not null, data varchar(255), key sub (sub_id))"
	}
	m, err := sim.New(sim.Config{DDL: ddl, Phases: []sim.Phase{{
		Rows: rows, Keys: []sim.Stream{{Column: column, Keys: keys, Seed: seed}},
		Payload: []sim.Payload{{Column: "data", Min: data, Max: data}},
	}}}, sim.Env{})
	require.NoError(t, err)
	require.NoError(t, m.Play(context.Background()))
	return m.Result()
}

// figures are what the article and a result both say.
func figures(r pagesim.Result) map[string]float64 {
	f := map[string]float64{}
	for _, x := range r.Indexes {
		f["splits"] += float64(x.Counters.PageSplits)
		pages := 0.0
		for _, l := range x.Levels {
			pages += float64(l.Pages)
		}
		f["pages of "+x.Name] = pages
	}
	return f
}

func (a articleRun) figures() map[string]float64 {
	f := map[string]float64{"splits": a.Splits}
	if a.Secondary == nil {
		f["pages of PRIMARY"] = a.Pages
		return f
	}
	f["pages of PRIMARY"], f["pages of sub"] = a.Primary.Pages, a.Secondary.Pages
	return f
}

// TestULIDTablesOfTheArticle: keys in order leave nothing to chance.
func TestULIDTablesOfTheArticle(t *testing.T) {
	for _, run := range readArticle(t) {
		if !strings.HasPrefix(run.Table, "ulid") {
			continue
		}
		got := figures(run.run(t, 1))
		for name, want := range run.figures() {
			require.InEpsilon(t, want, got[name], 0.01, "%s, %s rows: %s", run.Table, run.Rows, name)
		}
	}
}

// unexplained is the one figure of the article that contradicts its others: the
// table with a secondary UUID index has 1,091 + 506 pages, which 1,593 splits
// make, yet the server-wide counter says 1,783.
const unexplained = "uuid_secondary_table splits"

// TestUUIDTablesOfTheArticle: an article's random keys are one draw; it must lie
// within four standard deviations of 30 others.
func TestUUIDTablesOfTheArticle(t *testing.T) {
	if testing.Short() {
		t.Skip("long: run without -short")
	}
	const seeds = 30
	for _, run := range readArticle(t) {
		if !strings.HasPrefix(run.Table, "uuid") {
			continue
		}
		name, _, _ := strings.Cut(strings.ReplaceAll(run.Table, "(", ":"), ":")
		draws := map[string][]float64{}
		for seed := range seeds {
			for figure, v := range figures(run.run(t, uint64(seed+1))) {
				draws[figure] = append(draws[figure], v)
			}
		}
		for figure, want := range run.figures() {
			mean, deviation := meanAndDeviation(draws[figure])
			t.Logf("%s, %s rows, %s: article %.0f, model %.1f ± %.1f", name, run.Rows, figure, want, mean, deviation)
			if name+" "+figure == unexplained {
				continue
			}
			// A figure that no draw changes is an ordered index: within 1 %.
			require.InDelta(t, want, mean, max(4*deviation, 0.01*want), "%s, %s rows: %s", name, run.Rows, figure)
		}
	}
}

func meanAndDeviation(xs []float64) (mean, deviation float64) {
	for _, x := range xs {
		mean += x / float64(len(xs))
	}
	for _, x := range xs {
		deviation += (x - mean) * (x - mean) / float64(len(xs)-1)
	}
	return mean, math.Sqrt(deviation)
}
