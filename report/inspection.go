package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/internal/units"
)

// InspectionWriter writes what a tablespace file says.
type InspectionWriter func(w io.Writer, in pagesim.Inspection) error

// Inspections returns the formats of an inspection in the order of help.
func Inspections() []Format[InspectionWriter] {
	return []Format[InspectionWriter]{
		{"text", "one screen for people", inspectionText},
		{"json", "all figures of the file", func(w io.Writer, in pagesim.Inspection) error { return encodeJSON(w, in) }},
		{"csv", "a row an index; with --as-baseline a row a figure", inspectionCSV},
	}
}

func inspectionText(w io.Writer, in pagesim.Inspection) error {
	_, err := io.WriteString(w, inspectionHead(in)+"\n"+sideways(in.Indexes, inspectedTable)+sideBySide(in.Simulated))
	return err
}

func inspectionHead(in pagesim.Inspection) string {
	return in.File + "\n" + labelled("  ", strings.Join([]string{
		whole("written by " + in.Writer), whole(counted(in.Pages, "page") + " of " + units.Bytes(in.PageBytes)),
		whole(units.Bytes(in.FileBytes)), whole(count(in.FreePages) + " free"), whole(counted(in.FreeExtents, "extent") + " free"),
	}, ", "))
}

// inspectedLine is a line of the table of indexes; without a function it is a heading.
type inspectedLine struct {
	label string
	of    func(pagesim.InspectedIndex) string
}

var inspectedLines = []inspectedLine{
	{"index", func(x pagesim.InspectedIndex) string { return x.Name }},
	{"rows", func(x pagesim.InspectedIndex) string { return count(x.Rows) }},
	{"rows a leaf page", func(x pagesim.InspectedIndex) string { return fmt.Sprintf("%.1f", x.RowsPerPage) }},
	{"levels: pages, root to leaves", func(x pagesim.InspectedIndex) string {
		return pagesByLevel(pagesim.IndexResult{Levels: x.Levels})
	}},
	{"leaf fill, mean", func(x pagesim.InspectedIndex) string { return units.Percent(x.Fill.Mean) }},
	{"leaf fill, p10 p50 p90", func(x pagesim.InspectedIndex) string {
		return joined(units.Percent, x.Fill.P10, x.Fill.P50, x.Fill.P90)
	}},
	{"leaf data, garbage", func(x pagesim.InspectedIndex) string {
		return units.Bytes(x.Levels[0].DataBytes) + ", " + units.Bytes(x.Levels[0].GarbageBytes)
	}},
	{"n_leaf_pages, size", func(x pagesim.InspectedIndex) string {
		return count(x.LeafPages) + ", " + count(x.ReservedPages)
	}},
	{"leaf pages by last inserts", nil},
	{"  right, left, neither", func(x pagesim.InspectedIndex) string {
		return fmt.Sprintf("%s, %s, %s", count(x.Past.Right), count(x.Past.Left), count(x.Past.None))
	}},
	{"  longest run of inserts", func(x pagesim.InspectedIndex) string { return count(x.Past.LongestRun) }},
	{"leaf pages with garbage", func(x pagesim.InspectedIndex) string { return count(x.Past.WithGarbage) }},
	{"leaf pages without last insert", func(x pagesim.InspectedIndex) string { return count(x.Past.NoLastInsert) }},
	{"last trx id, p0 p50 p100", func(x pagesim.InspectedIndex) string { return joinedIDs(x.Past.Transactions) }},
}

// joinedIDs prints ids as the server does; most indexes have none.
func joinedIDs(ids []uint64) string {
	var words []string
	for _, id := range ids {
		words = append(words, strconv.FormatUint(id, 10))
	}
	return strings.Join(words, " ")
}

// inspectedTable leaves out lines in which no index has anything.
func inspectedTable(indexes []pagesim.InspectedIndex) string {
	var rows [][]string
	for _, line := range inspectedLines {
		row := []string{line.label}
		says := line.of == nil
		for _, x := range indexes {
			if line.of != nil {
				row = append(row, line.of(x))
				says = says || line.of(x) != ""
			}
		}
		if says {
			rows = append(rows, row)
		}
	}
	return grid(text.AlignLeft, append(rows, histogram(indexes)...))
}

// histogram is a row a tenth of a page, the emptiest first; tenths that no index has
// are left out at both ends.
func histogram(indexes []pagesim.InspectedIndex) [][]string {
	rows := [][]string{{"leaf pages by fill"}}
	first, last := pagesim.FillBins, -1
	for _, x := range indexes {
		for bin, n := range x.Histogram {
			if n > 0 {
				first, last = min(first, bin), max(last, bin)
			}
		}
	}
	for bin := first; bin <= last; bin++ {
		row := []string{fmt.Sprintf("  %2d%% to %d%%", bin*100/pagesim.FillBins, (bin+1)*100/pagesim.FillBins)}
		for _, x := range indexes {
			row = append(row, bar(x.Histogram[bin], x.Levels[0].Pages))
		}
		rows = append(rows, row)
	}
	return rows
}

// barColumns is the length of a bar that stands for all pages.
const barColumns = 10

// bar is a count and as many marks as its share asks for, at least one.
func bar(n, all int64) string {
	marks := 0
	if n > 0 {
		marks = int(max(1, (n*barColumns+all/2)/all))
	}
	return fmt.Sprintf("%s %-*s", count(n), barColumns, strings.Repeat("#", marks))
}

// sideBySide is a table of figures, nothing without any.
func sideBySide(figures []pagesim.SideBySide) string {
	if len(figures) == 0 {
		return ""
	}
	rows := [][]string{{"", "", "file", "simulated", "ratio"}}
	for i, f := range figures {
		name := f.Index
		if i > 0 && figures[i-1].Index == name {
			name = ""
		}
		rows = append(rows, []string{name, f.Name, countOrShare(f.File), countOrShare(f.Simulated), times(f.Ratio)})
	}
	return "\n" + grid(text.AlignLeft, rows)
}

// countOrShare prints a count, or a factor as a share.
func countOrShare(f float64) string {
	if f > 0 && f < 1 {
		return units.Percent(f)
	}
	return count(int64(f))
}

func times(r *float64) string {
	if r == nil {
		return "n/a"
	}
	return ratio(*r) + "x"
}

// inspectedFields are the columns of a CSV file with a row an index, named as those
// of a run.
var inspectedFields = inspectionFields()

// inspectedRow is an index and the file that it is in.
type inspectedRow struct {
	pagesim.InspectedIndex
	in pagesim.Inspection
}

func inspectionFields() []field[inspectedRow] {
	fields := []field[inspectedRow]{
		{"file", func(r inspectedRow) string { return r.in.File }},
		{"index", func(r inspectedRow) string { return r.Name }},
		{"rows", func(r inspectedRow) string { return integer(r.Rows) }},
		{"levels", func(r inspectedRow) string { return strconv.Itoa(len(r.Levels)) }},
		{"leaf_pages", func(r inspectedRow) string { return integer(r.Levels[0].Pages) }},
		{"node_pages", func(r inspectedRow) string { return integer(nodePages(r.Levels)) }},
		{"leaf_data_bytes", func(r inspectedRow) string { return integer(r.Levels[0].DataBytes) }},
		{"leaf_garbage_bytes", func(r inspectedRow) string { return integer(r.Levels[0].GarbageBytes) }},
		{"leaf_fill_mean", func(r inspectedRow) string { return factor(r.Fill.Mean) }},
		{"leaf_fill_p10", func(r inspectedRow) string { return factor(r.Fill.P10) }},
		{"leaf_fill_p50", func(r inspectedRow) string { return factor(r.Fill.P50) }},
		{"leaf_fill_p90", func(r inspectedRow) string { return factor(r.Fill.P90) }},
		{"rows_per_leaf_page", func(r inspectedRow) string { return factor(r.RowsPerPage) }},
		{"n_leaf_pages", func(r inspectedRow) string { return integer(r.LeafPages) }},
		{"reserved_pages", func(r inspectedRow) string { return integer(r.ReservedPages) }},
		{"reserved_bytes", func(r inspectedRow) string { return integer(r.ReservedBytes) }},
		{"last_inserts_right", func(r inspectedRow) string { return integer(r.Past.Right) }},
		{"last_inserts_left", func(r inspectedRow) string { return integer(r.Past.Left) }},
		{"last_inserts_none", func(r inspectedRow) string { return integer(r.Past.None) }},
		{"longest_run", func(r inspectedRow) string { return integer(r.Past.LongestRun) }},
		{"leaf_pages_with_garbage", func(r inspectedRow) string { return integer(r.Past.WithGarbage) }},
		{"leaf_pages_no_last_insert", func(r inspectedRow) string { return integer(r.Past.NoLastInsert) }},
		{"page_bytes", func(r inspectedRow) string { return integer(r.in.PageBytes) }},
		{"ibd_bytes", func(r inspectedRow) string { return integer(r.in.FileBytes) }},
		{"free_pages", func(r inspectedRow) string { return integer(r.in.FreePages) }},
		{"free_extents", func(r inspectedRow) string { return integer(r.in.FreeExtents) }},
	}
	for bin := range pagesim.FillBins {
		name := fmt.Sprintf("leaf_pages_%d_percent", bin*100/pagesim.FillBins)
		fields = append(fields, field[inspectedRow]{name, func(r inspectedRow) string { return integer(r.Histogram[bin]) }})
	}
	return fields
}

// sideFields are the columns of a CSV file with a row a figure.
var sideFields = []field[pagesim.SideBySide]{
	{"index", func(s pagesim.SideBySide) string { return s.Index }},
	{"figure", func(s pagesim.SideBySide) string { return s.Name }},
	{"file", func(s pagesim.SideBySide) string { return factor(s.File) }},
	{"simulated", func(s pagesim.SideBySide) string { return factor(s.Simulated) }},
	{"ratio", func(s pagesim.SideBySide) string {
		if s.Ratio == nil {
			return ""
		}
		return factor(*s.Ratio)
	}},
}

func inspectionCSV(w io.Writer, in pagesim.Inspection) error {
	if len(in.Simulated) > 0 {
		return encodeCSV(w, sideFields, in.Simulated)
	}
	var rows []inspectedRow
	for _, x := range in.Indexes {
		rows = append(rows, inspectedRow{x, in})
	}
	return encodeCSV(w, inspectedFields, rows)
}
