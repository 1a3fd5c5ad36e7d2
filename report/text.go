package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/internal/units"
)

// writeText writes a screen for people: what was run, the indexes side by side,
// the table, the pool, the baseline, the phases if there are several, and the series
// if there is one.
func writeText(w io.Writer, runs ...Run) error {
	var b strings.Builder
	for i, r := range runs {
		if i > 0 {
			b.WriteString("\n")
		}
		writeRun(&b, r)
	}
	if len(runs) > 1 {
		b.WriteString("\n" + engines(runs))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeRun writes one run.
func writeRun(b *strings.Builder, r Run) {
	if r.Result.Engine != "" {
		if b.Len() == 0 {
			b.WriteString(command(r.Command))
		}
		writeFractal(b, r)
		return
	}
	b.WriteString(head(r.Command, r.Result.Version, r.Server, r.Result.DDL, r.Fed))
	b.WriteString(indexTables(linesFor(r.Result), r.Result.Indexes) + "\n")
	b.WriteString(foot(r.Result))
	if len(r.Result.Phases) > 0 {
		b.WriteString("\n" + phases(r.Result.Phases))
	}
	if r.ShowRates && r.Result.Time != nil {
		b.WriteString("\n" + rates(*r.Result.Time))
	}
	if len(r.Result.Curve) > 0 {
		b.WriteString("\n" + poolCurve(r.Result.Curve, r.Result.Smallest))
	}
	if len(r.Result.Samples) > 0 {
		b.WriteString("\n" + series(r.Result))
	}
}

// head repeats the configuration.
func head(words []string, version, server, ddl string, fed []string) string {
	text := command(words) + innodbModel(version, server) + "\n" + statement(ddl)
	if len(fed) > 0 {
		var columns []string
		for _, f := range fed {
			columns = append(columns, whole(f))
		}
		text += labelled("  fed: ", strings.Join(columns, ", "))
	}
	return text + "\n"
}

// innodbModel is what was run.
func innodbModel(version, server string) string {
	return "model " + version + ": InnoDB of " + serverName(server) + ", pages of 16 KiB"
}

// serverName is MySQL 9.7 where nothing else is said.
func serverName(server string) string { return cmp.Or(server, "MySQL 9.7") }

// indexLine is a line of the table of indexes.
type indexLine struct {
	label string
	of    func(pagesim.IndexResult) string
}

// indexLines are named as the server names them where it does. What depends on the
// pool is approximate.
var indexLines = []indexLine{
	{"index", func(x pagesim.IndexResult) string { return x.Name }},
	{"rows", func(x pagesim.IndexResult) string { return count(x.Rows) }},
	{"rows a leaf page", func(x pagesim.IndexResult) string { return fmt.Sprintf("%.1f", x.RowsPerPage) }},
	{"levels: pages, root to leaves", pagesByLevel},
	{"leaf fill, mean", func(x pagesim.IndexResult) string { return units.Percent(x.Fill.Mean) }},
	{"leaf fill, p10 p50 p90", func(x pagesim.IndexResult) string {
		return joined(units.Percent, x.Fill.P10, x.Fill.P50, x.Fill.P90)
	}},
	{"index_page_splits", func(x pagesim.IndexResult) string { return count(x.Counters.PageSplits) }},
	{"  right, left, middle", func(x pagesim.IndexResult) string {
		return fmt.Sprintf("%s, %s, %s", count(x.Splits.Right), count(x.Splits.Left), count(x.Splits.Middle))
	}},
	{"n_leaf_pages, size", func(x pagesim.IndexResult) string {
		return count(x.LeafPages) + ", " + count(x.ReservedPages)
	}},
	{"Innodb_buffer_pool_read_requests", func(x pagesim.IndexResult) string { return approximate(count(x.IO.ReadRequests)) }},
	{"Innodb_buffer_pool_reads", func(x pagesim.IndexResult) string { return approximate(count(x.IO.Reads)) }},
	{"Innodb_pages_created", func(x pagesim.IndexResult) string { return count(x.IO.Created) }},
	{"Innodb_pages_written", func(x pagesim.IndexResult) string { return approximate(count(x.IO.Written)) }},
	{"reads, writes an insert", func(x pagesim.IndexResult) string {
		return approximate(each(x.IO.Reads, x.Rows)) + ", " + approximate(each(x.IO.Written, x.Rows))
	}},
}

// linesFor leaves the last line out where a row of an index is not one insert.
func linesFor(r pagesim.Result) []indexLine {
	if len(r.Phases) > 0 {
		return indexLines[:len(indexLines)-1]
	}
	return indexLines
}

// indexTables sets the indexes side by side.
func indexTables(lines []indexLine, indexes []pagesim.IndexResult) string {
	return sideways(indexes, func(some []pagesim.IndexResult) string { return indexTable(lines, some) })
}

func indexTable(lines []indexLine, indexes []pagesim.IndexResult) string {
	return grid(text.AlignLeft, indexRowsOf(lines, indexes))
}

func indexRowsOf(lines []indexLine, indexes []pagesim.IndexResult) [][]string {
	var rows [][]string
	for _, line := range lines {
		row := []string{line.label}
		for _, x := range indexes {
			row = append(row, line.of(x))
		}
		rows = append(rows, row)
	}
	return rows
}

// pagesByLevel is 3: 1 + 16 + 9,394.
func pagesByLevel(x pagesim.IndexResult) string {
	var pages []string
	for i := range x.Levels {
		pages = append(pages, count(x.Levels[len(x.Levels)-1-i].Pages))
	}
	return strconv.Itoa(len(pages)) + ": " + strings.Join(pages, " + ")
}

// foot is the table, the pool and the baseline.
func foot(r pagesim.Result) string {
	lines := ""
	for _, l := range footLines(r) {
		lines += labelled(fmt.Sprintf("%-18s", l[0]), l[1])
	}
	return lines
}

// footLines are labels and what is said of them.
func footLines(r pagesim.Result) [][2]string {
	t := r.Table
	lines := [][2]string{
		{"SHOW TABLE STATUS", strings.Join([]string{
			size("Data_length", t.DataLength), size("Index_length", t.IndexLength), size("Data_free", t.DataFree), size(".ibd file", t.FileBytes),
		}, ", ")},
		{"buffer pool", poolText(r)},
	}
	if r.Time != nil {
		lines = append(lines, [2]string{"time", timeText(*r.Time)})
	}
	if r.Baseline != nil {
		lines = append(lines, [2]string{"baseline", baselineName(*r.Baseline) + comparison(r, *r.Baseline)})
	}
	return lines
}

// size is the exact number, as the server has it, and what it means.
func size(name string, bytes int64) string {
	if bytes == 0 {
		return whole(name + " 0")
	}
	return whole(name + " " + count(bytes) + " (" + units.Bytes(bytes) + ")")
}

// poolText adds the indexes up where there are several.
func poolText(r pagesim.Result) string {
	p := r.Pool
	if r.Time == nil && p.IO.ReadRequests == 0 {
		return "none"
	}
	parts := []string{
		whole(count(p.Pages) + " pages"), whole("hit ratio " + approximate(units.Percent(p.HitRatio))),
		whole(count(p.Dirty) + " left dirty"),
	}
	if r.Time == nil {
		parts[0] += ", " + whole("plain LRU")
	}
	switch {
	case len(r.Indexes) > 1 && len(r.Phases) > 0:
		parts = append(parts, whole(approximate(count(p.IO.Reads))+" reads"), whole(approximate(count(p.IO.Written))+" written"))
	case len(r.Indexes) > 1:
		parts = append(parts,
			whole(fmt.Sprintf("~%s reads (~%s an insert)", count(p.IO.Reads), decimals(p.ReadsPerInsert))),
			whole(fmt.Sprintf("~%s written (~%s an insert)", count(p.IO.Written), decimals(p.WritesPerInsert))))
	}
	return strings.Join(parts, ", ")
}

// baselineName tells an ascending key in the same column from an auto-increment
// column in its place.
func baselineName(b pagesim.Baseline) string {
	if strings.Contains(b.Keys, ":") {
		return "against ascending keys in the same column: "
	}
	return "against auto-increment bigint: "
}

// comparison says what the keys cost as multiples of what the baseline cost.
func comparison(r pagesim.Result, b pagesim.Baseline) string {
	splits, leaves := int64(0), int64(0)
	for _, x := range r.Indexes {
		splits += x.Counters.PageSplits
		leaves += x.Levels[0].Pages
	}
	bytes, baseBytes := r.Table.DataLength+r.Table.IndexLength, b.DataLength+b.IndexLength
	return strings.Join([]string{
		multiple(float64(splits), float64(b.PageSplits), splits, "splits"),
		multiple(float64(leaves), float64(b.LeafPages), leaves, "leaf pages"),
		multiple(float64(bytes), float64(baseBytes), bytes, "bytes"),
		approximate(multiple(r.Pool.ReadsPerInsert, b.ReadsPerInsert, r.Pool.IO.Reads, "reads")),
		approximate(multiple(r.Pool.WritesPerInsert, b.WritesPerInsert, r.Pool.IO.Written, "writes")),
	}, ", ")
}

// multiple is "2.10x the splits". It gives the total where there is nothing to
// divide by.
func multiple(a, b float64, total int64, what string) string {
	switch {
	case a == b:
		return whole("same " + what)
	case b == 0:
		return whole(count(total) + " " + what + " instead of 0")
	}
	return whole(ratio(a/b) + "x " + what)
}

// ratio prints three digits of what is not very small, and of a larger number
// all before the point.
func ratio(f float64) string {
	switch {
	case f >= 99.95:
		return count(int64(math.Round(f)))
	case f >= 9.995:
		return strconv.FormatFloat(f, 'f', 1, 64)
	}
	return strconv.FormatFloat(f, 'f', 2, 64)
}

func count(n int64) string { return units.Count(n).String() }

// approximate marks what depends on the pool and on time, and so is a few percent
// off a server's.
func approximate(figure string) string { return "~" + figure }

// each is n divided by rows.
func each(n, rows int64) string {
	if rows == 0 {
		return "n/a"
	}
	return decimals(float64(n) / float64(rows))
}

// decimals prints pages an insert.
func decimals(f float64) string {
	if f == 0 {
		return "0"
	}
	return strconv.FormatFloat(f, 'f', 3, 64)
}

// joined prints values with blanks between them.
func joined(format func(float64) string, values ...float64) string {
	var words []string
	for _, v := range values {
		words = append(words, format(v))
	}
	return strings.Join(words, " ")
}
