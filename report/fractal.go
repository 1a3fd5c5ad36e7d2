package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/internal/units"
	"github.com/pagesim/pagesim/metric"
	"github.com/pagesim/pagesim/report/plot"
)

// fractalLines are the lines of a fractal tree's table. What depends on the cache is
// approximate.
var fractalLines = []indexLine{
	{"index", func(x pagesim.IndexResult) string { return x.Name }},
	{"rows in leaves", func(x pagesim.IndexResult) string { return count(x.Rows) }},
	{"levels: nodes, root to leaves", pagesByLevel},
	{"leaf fill, mean", func(x pagesim.IndexResult) string { return units.Percent(x.Fill.Mean) }},
	{"leaf fill, p10 p50 p90", func(x pagesim.IndexResult) string {
		return joined(units.Percent, x.Fill.P10, x.Fill.P50, x.Fill.P90)
	}},
	{"splits: leaf, nonleaf", func(x pagesim.IndexResult) string {
		return count(x.Fractal.LeafSplits) + ", " + count(x.Fractal.NonleafSplits)
	}},
	{"flushes, cascades", func(x pagesim.IndexResult) string {
		return count(x.Fractal.Flushes) + ", " + count(x.Fractal.Cascades)
	}},
	{"messages into depth 0, 1, 2, ...", func(x pagesim.IndexResult) string {
		var parts []string
		for _, n := range x.Fractal.InjectedByDepth {
			parts = append(parts, count(n))
		}
		for len(parts) > 1 && parts[len(parts)-1] == "0" {
			parts = parts[:len(parts)-1]
		}
		return strings.Join(parts, ", ")
	}},
	{"rows straight to the last leaf", func(x pagesim.IndexResult) string { return count(x.Fractal.Shortcut) }},
	{"messages in buffers", func(x pagesim.IndexResult) string { return count(x.Fractal.Buffered) }},
	{"file", func(x pagesim.IndexResult) string { return units.Bytes(x.ReservedBytes) }},
	{"reads, bytes", func(x pagesim.IndexResult) string {
		return approximate(count(x.IO.Reads)) + ", " + units.Bytes(x.Fractal.BytesRead)
	}},
	{"nodes written, bytes", func(x pagesim.IndexResult) string {
		return approximate(count(x.IO.Written)) + ", " + units.Bytes(x.Fractal.BytesWritten)
	}},
}

// writeFractal writes the run of a fractal tree.
func writeFractal(b *strings.Builder, r Run) {
	b.WriteString(fractalModel(r.Result.Version) + "\n" + statement(r.Result.DDL) + "\n")
	b.WriteString(indexTables(fractalLines, r.Result.Indexes))
	if t := r.Result.Time; t != nil {
		b.WriteString("\n" + labelled("time  ", meanTimeText(*t)))
	}
	if len(r.Result.Samples) > 0 {
		b.WriteString("\n" + series(r.Result))
	}
}

// fractalModel is what was run.
func fractalModel(version string) string {
	return "model " + version + ": fractal tree of PerconaFT (TokuDB)"
}

// meanTimeText is a run without rates along it in a sentence.
func meanTimeText(t pagesim.TimeResult) string {
	return strings.Join([]string{
		whole("device " + t.Device), whole("~" + duration(t.Seconds)), whole("~" + rate(t.RowsPerSecond) + " rows/s"),
	}, ", ")
}

// engines sets runs side by side, under labels on as many lines as they need.
func engines(runs []Run) string {
	rows := engineRows(runs)
	heads := [][]string{nil}
	for i, label := range rows[0] {
		for n, line := range broken(label) {
			if n == len(heads) {
				heads = append(heads, make([]string, len(rows[0])))
			}
			if n == 0 {
				heads[0] = append(heads[0], line)
			} else {
				heads[n][i] = line
			}
		}
	}
	return grid(text.AlignLeft, append(heads, rows[1:]...))
}

// engineRows is a table of runs, its head first: what differs in their configs. Of files
// the size is exact, the rest depends on the pool and on time.
func engineRows(runs []Run) [][]string {
	lines := []struct {
		label string
		of    func(r pagesim.Result) float64
		show  func(f float64) string
	}{
		{"rows/s", rowsPerSecond, func(f float64) string { return approximate(rate(f)) }},
		{"file, MiB", func(r pagesim.Result) float64 { return float64(r.Table.FileBytes) / (1 << 20) }, mebibytes},
		{"read, MiB", func(r pagesim.Result) float64 { return read(r) / (1 << 20) }, aboutMebibytes},
		{"written, MiB", func(r pagesim.Result) float64 { return written(r) / (1 << 20) }, aboutMebibytes},
		{"reads and writes", func(r pagesim.Result) float64 { return float64(r.Pool.IO.Reads + r.Pool.IO.Written) }, func(f float64) string { return approximate(rate(f)) }},
	}
	rows := [][]string{slices.Concat([]string{""}, labelsOf(runs), []string{"ratio"})}
	for _, l := range lines {
		row := []string{l.label}
		for _, r := range runs {
			row = append(row, l.show(l.of(r.Result)))
		}
		first, last := l.of(runs[0].Result), l.of(runs[len(runs)-1].Result)
		rows = append(rows, append(row, ratioText(metric.Sample{N: 1, Mean: last}, metric.Sample{N: 1, Mean: first})))
	}
	return rows
}

// labelsOf tells runs apart by what differs in their configs.
func labelsOf(runs []Run) []string { return plot.Labels(sourcesOf(runs)) }

func sourcesOf(runs []Run) []plot.Source {
	sources := make([]plot.Source, len(runs))
	for i, r := range runs {
		sources[i] = plot.Source{Name: r.Name, Result: r.Result}
	}
	return sources
}

func aboutMebibytes(f float64) string { return approximate(mebibytes(f)) }

func mebibytes(f float64) string { return fmt.Sprintf("%.1f", f) }

func rowsPerSecond(r pagesim.Result) float64 {
	if r.Time == nil {
		return 0
	}
	return r.Time.RowsPerSecond
}

// pageBytes is InnoDB's page.
const pageBytes = 16384

// read is the bytes that a run read, written those that it wrote.
func read(r pagesim.Result) float64 {
	return bytesOf(r, r.Pool.IO.Reads, func(f *pagesim.FractalResult) int64 { return f.BytesRead })
}

func written(r pagesim.Result) float64 {
	return bytesOf(r, r.Pool.IO.Written, func(f *pagesim.FractalResult) int64 { return f.BytesWritten })
}

func bytesOf(r pagesim.Result, pages int64, of func(*pagesim.FractalResult) int64) float64 {
	if r.Engine == "" {
		return float64(pages) * pageBytes
	}
	n := int64(0)
	for _, x := range r.Indexes {
		n += of(x.Fractal)
	}
	return float64(n)
}
