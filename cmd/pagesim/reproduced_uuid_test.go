package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
)

// uuidArticle is testdata/articles/uuid-vs-ulid-mysql-9.2.json: what an article
// reports of MySQL 9.2. Its key streams are not known.
type uuidArticle struct {
	Runs []struct {
		articleIndex
		Splits     float64       `json:"index_page_splits"`
		DataLength float64       `json:"data_length"`
		Writes     float64       `json:"io_write_requests"`
		Primary    *articleIndex `json:"primary"`
		Secondary  *articleIndex `json:"secondary"`
	} `json:"runs"`
	Queries []struct {
		Seconds float64 `json:"seconds"`
	} `json:"queries"`
}

// articleIndex is what the article says of an index; its records a page are those of
// all levels.
type articleIndex struct {
	Size           float64 `json:"size_pages"`
	Pages          float64 `json:"pages_in_buffer"`
	FillPercent    float64 `json:"fill_percent"`
	RecordsPerPage float64 `json:"records_per_page"`
}

// uuidRuns are the commands of the article's runs, by their place there. The tables
// with a secondary index do not say what their other columns are: 100 more bytes give
// the article's rows a page, and 900 in the heavy ones.
var uuidRuns = []string{
	"run --ddl docs/articles/uuid_table.sql --keys id=uuidv4 --payload data=4 --rows 100k --batch 1 --rate 1232",
	"run --ddl docs/articles/ulid_table.sql --keys id=ulid --payload data=4 --rows 100k --batch 1 --rate 1252",
	"run --ddl docs/articles/uuid_table.sql --keys id=uuidv4 --payload data=4 --rows 300k --batch 1 --rate 857",
	"run --ddl docs/articles/ulid_table.sql --keys id=ulid --payload data=4 --rows 300k --batch 1 --rate 913",
	"run --ddl docs/articles/ulid_secondary_table.sql --keys ulid=ulid --payload data=100 --rows 100k",
	"run --ddl docs/articles/uuid_secondary_table.sql --keys uuid=uuidv4 --payload data=100 --rows 100k",
	"run --ddl docs/articles/heavy_ulid_pk.sql --keys id=ulid --payload content=900 --rows 54k",
	"run --ddl docs/articles/heavy_ulid_sec.sql --keys sub_id=ulid --payload content=900 --rows 54k",
}

// uuidSeeds is how many seeds random keys are played with.
const uuidSeeds = 15

// drawsOf plays a run with as many seeds as its keys have use for.
func drawsOf(t *testing.T, run int) []pagesim.Result {
	t.Helper()
	seeds := 1
	if strings.Contains(uuidRuns[run], "uuidv4") {
		seeds = uuidSeeds
	}
	var all []pagesim.Result
	for seed := range seeds {
		all = append(all, resultsOf(t, fmt.Sprintf("%s --seed %d", uuidRuns[run], seed+1))...)
	}
	return all
}

// drawn is a figure of all draws.
func drawn(draws []pagesim.Result, f func(pagesim.Result) float64) []float64 {
	var all []float64
	for _, r := range draws {
		all = append(all, f(r))
	}
	return all
}

// pageBytes is what fills are a share of.
const pageBytes = 16384

// pagesOf are all pages of an index, records and bytes on them.
func pagesOf(x pagesim.IndexResult) (pages, records, bytes float64) {
	for _, l := range x.Levels {
		pages, records, bytes = pages+float64(l.Pages), records+float64(l.Records), bytes+float64(l.DataBytes)
	}
	return pages, records, bytes
}

func splitsOf(r pagesim.Result) float64 {
	n := 0.0
	for _, x := range r.Indexes {
		n += float64(x.Counters.PageSplits)
	}
	return n
}

// indexFigures are what the article says of an index, beside the model's. Bars are for
// figures that tell the state at the end: size is of statistics that may be old.
func indexFigures(name string, a articleIndex, draws []pagesim.Result, index int, bar float64) []compared {
	of := func(f func(pages, records, bytes float64) float64) []float64 {
		return drawn(draws, func(r pagesim.Result) float64 { return f(pagesOf(r.Indexes[index])) })
	}
	return []compared{
		{name + "pages in the pool", a.Pages, of(func(p, _, _ float64) float64 { return p }), bar},
		{name + "records a page", a.RecordsPerPage, of(func(p, n, _ float64) float64 { return n / p }), bar},
		{name + "fill, %", a.FillPercent, of(func(p, _, b float64) float64 { return 100 * b / p / pageBytes }), bar},
		{name + "size, pages", a.Size, drawn(draws, func(r pagesim.Result) float64 { return float64(r.Indexes[index].ReservedPages) }), 0},
	}
}

// articleBar is how far off a figure of the article may be.
const articleBar = 0.01

// primaryKeys compares the tables with a UUID and a ULID as primary key.
func primaryKeys(t *testing.T, runs ...int) string {
	t.Helper()
	var a uuidArticle
	readArticle(t, "uuid-vs-ulid-mysql-9.2", &a)
	var figures []compared
	var lines []string
	for i, name := range []string{"UUID: ", "ULID: "} {
		run, draws := a.Runs[runs[i]], drawsOf(t, runs[i])
		lines = append(lines, uuidRuns[runs[i]])
		figures = append(figures, compared{name + "index_page_splits", run.Splits, drawn(draws, splitsOf), articleBar})
		figures = append(figures, indexFigures(name, run.articleIndex, draws, 0, articleBar)...)
		figures = append(figures,
			compared{name + "data_length", run.DataLength, drawn(draws, dataLength), 0},
			compared{name + "io_read_requests", 0, drawn(draws, func(r pagesim.Result) float64 { return float64(r.Pool.IO.Reads) }), articleBar},
			compared{name + "io_write_requests", run.Writes, drawn(draws, fileWrites), 0},
			compared{name + "the same and the pages left dirty", run.Writes, drawn(draws, func(r pagesim.Result) float64 { return fileWrites(r) + float64(r.Pool.Dirty) }), 0})
	}
	return shown(lines...) + figuresTable(t, figures)
}

func dataLength(r pagesim.Result) float64 { return float64(r.Table.DataLength) }

func fileWrites(r pagesim.Result) float64 { return float64(r.Pool.FileWrites) }

func primaryKeys100k(t *testing.T) string { return primaryKeys(t, 0, 1) }

func primaryKeys300k(t *testing.T) string { return primaryKeys(t, 2, 3) }

// secondaryKeys compares the tables with a UUID and a ULID in a secondary index. One
// figure contradicts the article's others, as the document says: it is not judged.
func secondaryKeys(t *testing.T) string {
	t.Helper()
	var a uuidArticle
	readArticle(t, "uuid-vs-ulid-mysql-9.2", &a)
	var figures []compared
	for _, i := range []int{5, 4} {
		run, draws := a.Runs[i], drawsOf(t, i)
		name, bar := "UUID: ", 0.0
		if i == 4 {
			name, bar = "ULID: ", articleBar
		}
		figures = append(figures, compared{name + "index_page_splits", run.Splits, drawn(draws, splitsOf), bar})
		figures = append(figures, indexFigures(name+"primary, ", *run.Primary, draws, 0, 3*articleBar)...)
		figures = append(figures, indexFigures(name+"secondary, ", *run.Secondary, draws, 1, 3*articleBar)...)
		figures = append(figures, compared{name + "data_length", run.DataLength, drawn(draws, dataLength), 0})
	}
	return shown(uuidRuns[5], uuidRuns[4]) + figuresTable(t, figures)
}

// heavyRows compares the tables with 900 bytes a row. Not all of their pages were in
// the pool, so pages are not judged.
func heavyRows(t *testing.T) string {
	t.Helper()
	var a uuidArticle
	readArticle(t, "uuid-vs-ulid-mysql-9.2", &a)
	pk, sec := drawsOf(t, 6), drawsOf(t, 7)
	figures := indexFigures("ULID as primary key: ", *a.Runs[6].Primary, pk, 0, 0)
	figures = append(figures, compared{"ULID as primary key: data_length", a.Runs[6].DataLength, drawn(pk, dataLength), articleBar})
	figures = append(figures, indexFigures("ULID in a secondary index: primary, ", *a.Runs[7].Primary, sec, 0, 0)...)
	figures = append(figures, indexFigures("ULID in a secondary index: secondary, ", *a.Runs[7].Secondary, sec, 1, 0)...)
	figures = append(figures, compared{"ULID in a secondary index: data_length", a.Runs[7].DataLength, drawn(sec, dataLength), articleBar})
	return shown(uuidRuns[6], uuidRuns[7]) + figuresTable(t, figures)
}

// prefixQueries compares two queries that read a whole index, by the pages that they
// read.
func prefixQueries(t *testing.T) string {
	t.Helper()
	var a uuidArticle
	readArticle(t, "uuid-vs-ulid-mysql-9.2", &a)
	primary := float64(drawsOf(t, 6)[0].Indexes[0].LeafPages)
	secondary := float64(drawsOf(t, 7)[0].Indexes[1].LeafPages)
	p, s := a.Queries[0].Seconds, a.Queries[1].Seconds
	require.Greater(t, p, s)
	require.Greater(t, primary, secondary)
	return shown(uuidRuns[6], uuidRuns[7]) + fmt.Sprintf(`| | article, seconds | pagesim, leaf pages of the index |
|---|---:|---:|
| over the clustered index | %.5f | %s |
| over the secondary index, which covers it | %.5f | %s |
| ratio | %.2f | %.1f |
`, p, number(primary), s, number(secondary), p/s, primary/secondary)
}
