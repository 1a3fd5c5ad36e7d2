package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
)

// shape is a result whose leaves look like that.
type shape struct {
	right, left, middle    int64
	fill, p10              float64
	bytes                  int64
	pages, pool            int64
	reads, writes, perHour float64
	engine                 string
}

// column is a column of one run, of a million rows.
func (s shape) column(name, disorder string) Column {
	r := pagesim.Result{
		Rows: 1_000_000, Engine: s.engine,
		Indexes: []pagesim.IndexResult{{
			Name: "PRIMARY", Splits: pagesim.Splits{Right: s.right, Left: s.left, Middle: s.middle},
			Fill: pagesim.Fill{Mean: s.fill, P10: s.p10}, Levels: []pagesim.Level{{Pages: 100}}, ReservedPages: s.pages,
			Fractal: &pagesim.FractalResult{BytesRead: 1 << 20, BytesWritten: 2 << 20},
		}},
		Table: pagesim.TableResult{FileBytes: s.bytes},
		Pool: pagesim.PoolResult{
			Pages: s.pool, ReadsPerInsert: s.reads, WritesPerInsert: s.writes,
			IO: pagesim.IO{ReadRequests: 1, Reads: int64(s.reads * 1e6), Written: int64(s.writes * 1e6)},
		},
		Time: &pagesim.TimeResult{RowsPerSecond: s.perHour / 3600},
	}
	return Column{Name: name, Description: name, Disorder: disorder, Runs: []Run{{Result: r}}}
}

// ordered is what ascending keys make.
var ordered = shape{right: 999, middle: 1, fill: 0.92, p10: 0.92, bytes: 100 << 20, pages: 6000, pool: 8000, writes: 0.01, perHour: 36e6}

func TestShapeRules(t *testing.T) {
	for name, c := range map[string]struct {
		shape    shape
		disorder string
		want     string
	}{
		"a fractal tree alone": {shape{engine: "fractal"}, "", "x reads ~1 MiB and writes ~2 MiB"},
		"few splits":           {shape{right: 19}, "", "x: 19 splits do not say how its keys fall; insert more rows"},
		"ascending":            {ordered, "", "x is sequential to InnoDB: 99.9% of its splits follow an ascending run and leave a full page behind"},
		"descending":           {shape{left: 999, middle: 1, fill: 0.92}, "", "x is sequential to InnoDB: 99.9% of its splits follow a descending run and leave a full page behind"},
		"nearly in order":      {shape{right: 77, left: 23, fill: 0.902}, "the clocks differ", "x is nearly sequential to InnoDB: 0.0% of its splits cut a page in the middle and 23.0% take falling keys for a descending run, since the clocks differ; but pages are 90.2% full"},
		"anywhere":             {shape{right: 5, left: 5, middle: 90, fill: 0.65}, "", "x is random order to InnoDB: 90.0% of its splits cut a page in the middle and leave two half-full ones"},
		"neither":              {shape{right: 29, left: 26, middle: 45, fill: 0.63, p10: 0.18}, "keys are late", "x is not sequential to InnoDB: 45.0% of its splits cut a page in the middle and 26.0% take falling keys for a descending run, since keys are late"},
		"in order, but pages are left nearly empty": {shape{right: 37, left: 47, middle: 16, fill: 0.63, p10: 0.05}, "keys tie", "x is not sequential to InnoDB: 16.0% of its splits cut a page in the middle and 47.0% take falling keys for a descending run, since keys tie; a tenth of the leaf pages is left at most 5.0% full"},
	} {
		t.Run(name, func(t *testing.T) {
			column := c.shape.column("x", c.disorder)
			f := Comparison{Columns: []Column{column}}.factsOf(column)
			require.Equal(t, name, firstRule(f).name)
			require.Equal(t, c.want, firstRule(f).say(f))
		})
	}
	innodb, fractal := ordered.column("x", ""), shape{engine: "fractal"}.column("x", "")
	f := Comparison{Columns: []Column{innodb, fractal}}.factsOf(fractal)
	require.Equal(t, "a fractal tree beside InnoDB", firstRule(f).name)
	require.Equal(t, "x in the fractal tree reads ~1 MiB and writes ~2 MiB, where InnoDB reads ~0 B and writes ~156 MiB", firstRule(f).say(f))
}

func firstRule(f facts) rule {
	for _, r := range shapeRules {
		if r.holds(f) {
			return r
		}
	}
	return rule{}
}

func TestCostRules(t *testing.T) {
	base := ordered.column("base", "")
	for name, c := range map[string]struct {
		change func(s *shape)
		want   string
	}{
		"":       {func(*shape) {}, ""},
		"bytes":  {func(s *shape) { s.bytes = 172 << 20 }, "its file has 1.72x the bytes of base's"},
		"reads":  {func(s *shape) { s.reads, s.pool = 0.346, 4096 }, "an insert reads ~0.346 pages, as the pool holds 4,096 of the table's 6,000 pages"},
		"writes": {func(s *shape) { s.writes = 0.5 }, "it writes ~50.0x as many pages"},
		"rate":   {func(s *shape) { s.perHour /= 2 }, "it inserts at ~0.50x the rate"},
	} {
		other := ordered
		c.change(&other)
		f := Comparison{Columns: []Column{base, other.column("x", "")}}.factsOf(other.column("x", ""))
		var held, said []string
		for _, r := range costRules {
			if r.holds(f) {
				held, said = append(held, r.name), append(said, r.say(f))
			}
		}
		require.Equal(t, name, strings.Join(held, " "))
		require.Equal(t, c.want, strings.Join(said, " "))
	}
}

func TestTogetherRules(t *testing.T) {
	big := ordered
	big.bytes, big.pages = 172<<20, 10_000
	verdict := func(columns ...Column) string { return strings.Join(Comparison{Columns: columns}.Verdict(), "\n") }
	require.Contains(t, verdict(ordered.column("a", ""), ordered.column("b", "")), "No column is more than 5% off")
	both := verdict(ordered.column("a", ""), big.column("b", ""))
	require.Contains(t, both, "Least costly: a, within 5% of the best")
	require.NotContains(t, both, "The pool holds", "b outgrows it")
	require.Contains(t, verdict(ordered.column("a", "")), "The pool holds each table whole")
}

func TestDifferencesWithinNoiseCostNothing(t *testing.T) {
	column := func(name string, megabytes ...int64) Column {
		c := Column{Name: name}
		for _, n := range megabytes {
			s := ordered
			s.bytes = n << 20
			c.Runs = append(c.Runs, s.column(name, "").Runs...)
		}
		return c
	}
	noisy := Comparison{Columns: []Column{column("a", 100, 140, 180), column("b", 120, 160, 200)}}
	require.NotContains(t, strings.Join(noisy.Verdict(), " "), "the bytes of")
	clear := Comparison{Columns: []Column{column("a", 100, 101, 102), column("b", 120, 121, 122)}}
	require.Contains(t, strings.Join(clear.Verdict(), " "), "1.20x the bytes of a's")
}
