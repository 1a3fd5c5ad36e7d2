package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/calibrate"
	"github.com/pagesim/pagesim/report"
)

// claim is a row of a table that compares a claim with what was counted.
func claim(what, article, model, off string) string {
	return fmt.Sprintf("| %s | %s | %s | %s |\n", what, article, model, off)
}

const claimHead = "| | article | pagesim | error |\n|---|---:|---:|---:|\n"

// twoIOs is a table of 25,000 pages in a pool of 1,024: the last tenth of its rows.
func twoIOs(t *testing.T) string {
	t.Helper()
	const line = "run --keys uuidv4 --rows 2M --pool 16M --sample 200k"
	s := resultsOf(t, line)[0].Samples
	last, before := s[len(s)-1], s[len(s)-2]
	rows := float64(last.Rows - before.Rows)
	reads, writes := float64(last.Reads-before.Reads)/rows, float64(last.Written-before.Written)/rows
	require.InEpsilon(t, 2, reads+writes, 0.10)
	return shown(line) + claimHead +
		claim("reads an insert", "about 1", fmt.Sprintf("%.3f", reads), percent(1, reads)) +
		claim("writes an insert", "about 1", fmt.Sprintf("%.3f", writes), percent(1, writes)) +
		claim("both", "about 2", fmt.Sprintf("%.3f", reads+writes), percent(2, reads+writes))
}

// rollOver looks for keys of a version-1 UUID that are below the one before.
func rollOver(t *testing.T) string {
	t.Helper()
	const rate, line = 100, "keys uuidv1:rate=100 -n 200k"
	var falls []int
	before := ""
	for i, key := range strings.Fields(outputOf(t, line)) {
		if key < before {
			falls = append(falls, i)
		}
		before = key
	}
	require.GreaterOrEqual(t, len(falls), 2)
	period := float64(falls[len(falls)-1]-falls[0]) / float64(len(falls)-1) / rate
	require.InDelta(t, 429.4967, period, 1.0/rate)
	return shown(line) + claimHead +
		claim("seconds from one key that is below the key before to the next", "429.5", fmt.Sprintf("%.2f", period), percent(429.5, period)) +
		claim("such keys in 2,000 seconds", "–", number(float64(len(falls))), "–")
}

// sixCopies counts the fields of the primary key in the leaf records of all indexes.
func sixCopies(t *testing.T) string {
	t.Helper()
	const line = "explain --keys uuidv4:encoding=hex36 --payload 0 --index a=randint --index b=randint --index c=randint --index d=randint --index e=randint"
	copies, bytes, small := 0, 0, 0
	for _, x := range explained(t, line) {
		for _, f := range x.Leaf.Fields {
			if f.Name == primaryColumn {
				copies++
				bytes += f.Max
			}
		}
	}
	integers := strings.Replace(line, "uuidv4:encoding=hex36", "autoinc", 1)
	for _, x := range explained(t, integers) {
		for _, f := range x.Leaf.Fields {
			if f.Name == primaryColumn {
				small += f.Max
			}
		}
	}
	require.Equal(t, 6, copies)
	return shown(line, integers) + claimHead +
		claim("copies of a key value: primary key and five secondary indexes", "6", number(float64(copies)), percent(6, float64(copies))) +
		claim("bytes of them a row, `char(36)`", "–", number(float64(bytes)), "–") +
		claim("bytes of them a row, `bigint`", "–", number(float64(small)), "–")
}

// workingSet is how many pages a period of a prefix reads, and how many pages a 65,536th
// of the table has.
func workingSet(t *testing.T, line string) (reads, pages float64) {
	t.Helper()
	const periods = 100
	phases := resultsOf(t, line)[0].Phases
	return float64(phases[1].Reads-phases[0].Reads) / periods, float64(phases[0].LeafPages) / 65536
}

// prefixWorkingSet measures two tables and goes on to 1 TiB in a straight line.
func prefixWorkingSet(t *testing.T) string {
	t.Helper()
	const line = "run --keys uuidv4 --payload 7500 --rows %s --policy lru --pool 64M --phase 'insert rows=6k keys=prefixed:rows_per_period=60'"
	small, large := fmt.Sprintf(line, "400k"), fmt.Sprintf(line, "800k")
	reads1, pages1 := workingSet(t, small)
	reads2, pages2 := workingSet(t, large)
	slope := (reads2 - reads1) / (pages2 - pages1)
	const terabytePages = (1 << 40) / pageBytes / 65536
	mib := (reads1 + slope*(terabytePages-pages1)) * pageBytes / (1 << 20)
	require.InDelta(t, 16, mib, 3.2)
	return shown(small, large) + "| | leaf pages / 65,536 | pages read in a period |\n|---|---:|---:|\n" +
		fmt.Sprintf("| 400,000 rows of 7.5 KB | %.2f | %.2f |\n| 800,000 rows | %.2f | %.2f |\n\n", pages1, reads1, pages2, reads2) +
		claimHead +
		claim("pages read for each page of the 65,536th", "1", fmt.Sprintf("%.3f", slope), percent(1, slope)) +
		claim("working set of 1 TiB, MiB", "16", fmt.Sprintf("%.1f", mib), percent(16, mib))
}

// curve is a count along a run, in seconds.
type curve struct{ seconds, rows, reads, written []float64 }

func (c *curve) add(seconds float64, rows, reads, written int64) {
	c.seconds, c.rows = append(c.seconds, seconds), append(c.rows, float64(rows))
	c.reads, c.written = append(c.reads, float64(reads)), append(c.written, float64(written))
}

// at is a value at a time, in proportion between two moments; that of the last one
// after it.
func (c curve) at(values []float64, seconds float64) float64 {
	i, _ := slices.BinarySearch(c.seconds, seconds)
	switch {
	case i == 0:
		return values[0] * seconds / c.seconds[0]
	case i == len(values):
		return values[i-1]
	}
	share := (seconds - c.seconds[i-1]) / (c.seconds[i] - c.seconds[i-1])
	return values[i-1] + share*(values[i]-values[i-1])
}

func simulated(r pagesim.Result) (c curve) {
	for _, m := range r.Time.Moments {
		c.add(m.Seconds, m.Rows, m.Reads, m.Written)
	}
	return c
}

func recorded(t *testing.T, path string) (c curve) {
	t.Helper()
	rec, err := calibrate.Read(path)
	require.NoError(t, err)
	for _, m := range rec.Phases[0].Marks {
		c.add(m.Seconds, m.Rows, m.PagesRead, m.PagesWritten)
	}
	return c
}

// minuteByMinute compares a run with its recording, minute by minute.
func minuteByMinute(t *testing.T, name, recording string, minutes ...float64) string {
	t.Helper()
	line := "run docs/articles/percona-" + name + ".yaml"
	was, is := recorded(t, "testdata/recordings/percona-2019/"+recording), simulated(resultsOf(t, line)[0])
	var b strings.Builder
	b.WriteString(shown(line))
	b.WriteString("| minute | rows, server | rows, pagesim | error | pages read | pagesim | pages written | pagesim |\n|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	for _, m := range minutes {
		rows, model := was.at(was.rows, 60*m), is.at(is.rows, 60*m)
		require.InEpsilon(t, rows, model, rowsBar, "%s at minute %g", name, m)
		fmt.Fprintf(&b, "| %g | %s | %s | %s | %s | %s | %s | %s |\n", m, like(1, rows), like(1, model), percent(rows, model),
			like(1, was.at(was.reads, 60*m)), like(1, is.at(is.reads, 60*m)), like(1, was.at(was.written, 60*m)), like(1, is.at(is.written, 60*m)))
	}
	return b.String()
}

// rowsBar is how far off the rows at a minute may be; in the first one the servers were
// slower, as of a cold start.
const rowsBar = 0.08

func figureOfRepresentation(t *testing.T) string {
	t.Helper()
	return minuteByMinute(t, "varchar36", "percona-2019-pk-vc36.json", 1, 2, 3, 4, 5, 6, 7) + "\n" +
		minuteByMinute(t, "binary16", "percona-2019-pk-b16.json", 1, 3, 4, 5, 6, 7, 8, 9, 10)
}

func figureOfPrefix(t *testing.T) string {
	t.Helper()
	return minuteByMinute(t, "prefix", "percona-2019-pk-pseudo-min.json", 1, 2, 3, 4, 5)
}

func figureOfMapping(t *testing.T) string {
	t.Helper()
	return minuteByMinute(t, "mapping", "mapping/run.json", 1, 2, 4, 6, 8, 9.5)
}

// mappingDecline runs the mapping table in a quarter of the pool.
func mappingDecline(t *testing.T) string {
	t.Helper()
	const line = "run docs/articles/percona-mapping.yaml --pool 32M"
	r := resultsOf(t, line)[0]
	c := simulated(r)
	var b strings.Builder
	b.WriteString(shown(line) + "| minutes | rows | rows a second | reads an insert |\n|---:|---:|---:|---:|\n")
	first, last := 0.0, 0.0
	for _, m := range []float64{1, 3, 5, 8, 12, 20, 30, 40, 50} {
		rows := c.at(c.rows, 60*m)
		done := rows - c.at(c.rows, 60*(m-1))
		last = done / 60
		if first == 0 {
			first = last
		}
		fmt.Fprintf(&b, "| %g | %s | %s | %.2f |\n", m, like(1, rows), like(1, last), (c.at(c.reads, 60*m)-c.at(c.reads, 60*(m-1)))/done)
	}
	require.Greater(t, first, 4000.0)
	require.Less(t, last, first/8)
	return b.String()
}

// explained are the indexes of an explanation.
func explained(t *testing.T, line string) []pagesim.IndexPlan {
	t.Helper()
	var e report.Explanation
	require.NoError(t, json.Unmarshal([]byte(outputOf(t, line+" --format json")), &e))
	return e.Indexes
}
