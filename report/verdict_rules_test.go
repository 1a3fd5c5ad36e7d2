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
	for _, middle := range []int64{12, 57} {
		column := shape{right: 40, left: 100 - 40 - middle, middle: middle, fill: 0.7, p10: 0.43}.column("x", "each key may be anywhere")
		column.Runs[0].Result.Indexes[0].RowsPerPage = 1.6
		column.IsRandom = true
		f := Comparison{Columns: []Column{column}}.factsOf(column)
		require.Equal(t, "anywhere, few rows a page", firstRule(f).name)
		require.Contains(t, firstRule(f).say(f), "x is random order to InnoDB, since each key may be anywhere; only")
		require.Contains(t, firstRule(f).say(f), "it has 1.6 rows a leaf page")
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

// TestCostsAgainstNothing: what the first column has none of has no multiples.
func TestCostsAgainstNothing(t *testing.T) {
	none := ordered
	none.writes, none.bytes = 0, 0
	base, some := none.column("base", ""), ordered
	some.writes = 0.5
	said := sentence(Comparison{Columns: []Column{base, some.column("x", "")}}.factsOf(some.column("x", "")))
	require.Contains(t, said, "Its file has 100 MiB, where base has none; an insert writes ~0.500 pages, where base writes none.")
	said = sentence(Comparison{Columns: []Column{base, none.column("x", "")}}.factsOf(none.column("x", "")))
	require.NotContains(t, said, "none")
}

// TestCostsOfUnlikeColumns: costs of other rows, pools, phases and tables are not those
// of keys.
func TestCostsOfUnlikeColumns(t *testing.T) {
	big := ordered
	big.bytes = 172 << 20
	for what, change := range map[string]func(r *pagesim.Result){
		"":       func(r *pagesim.Result) { r.Config = map[string]any{"pool_bytes": 1, "server": "x"} },
		"rows":   func(r *pagesim.Result) { r.Rows *= 5 },
		"pool":   func(r *pagesim.Result) { r.Config = map[string]any{"pool_bytes": 2} },
		"table":  func(r *pagesim.Result) { r.Config = map[string]any{"pool_bytes": 1, "ddl": "create table u"} },
		"phases": func(r *pagesim.Result) { r.Config = map[string]any{"pool_bytes": 1, "phases": []any{1, 2}} },
		"rows and pool": func(r *pagesim.Result) {
			r.Rows *= 5
			r.Config = map[string]any{"pool_bytes": 2}
		},
	} {
		a, b := ordered.column("a", ""), big.column("b", "")
		a.Runs[0].Result.Config = map[string]any{"pool_bytes": 1}
		b.Runs[0].Result.Config = a.Runs[0].Result.Config
		change(&b.Runs[0].Result)
		verdict := Comparison{Columns: []Column{a, b}}.Verdict()
		costs := strings.Contains(strings.Join(verdict, " "), "the bytes of") && strings.Contains(strings.Join(verdict, " "), "Least costly")
		require.Equal(t, what == "", costs, what)
		if what != "" {
			require.Equal(t, "The columns differ in "+what+", so their costs are not held against each other.", verdict[0])
		}
	}
}

// TestWhatIsForgiven: a fraction of a page an insert is, and the verdict says so; bytes
// of a fractal tree are not.
func TestWhatIsForgiven(t *testing.T) {
	more := ordered
	more.writes = 0.015
	verdict := func(columns ...Column) string { return strings.Join(Comparison{Columns: columns}.Verdict(), "\n") }
	require.Contains(t, verdict(ordered.column("a", ""), more.column("b", "")), "in bytes, reads, writes and rows/s, or within 0.01 pages an insert.")
	require.NotContains(t, verdict(ordered.column("a", ""), ordered.column("b", "")), "0.01 pages")

	small, large := shape{engine: "fractal"}.column("a", ""), shape{engine: "fractal"}.column("b", "")
	large.Runs[0].Result.Indexes[0].Fractal.BytesWritten += 2 << 19
	require.Contains(t, verdict(small, large), "Least costly: a, within 5% of the best in bytes, reads, writes and rows/s.")
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
