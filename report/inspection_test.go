package report_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/internal/golden"
	"github.com/pagesim/pagesim/report"
)

// inspected has an index that is wide, one that is empty, and figures with and without
// a ratio.
func inspected() pagesim.Inspection {
	one, half := 1.0, 0.5
	return pagesim.Inspection{
		File: "a folder of my own/with a name that is long/orders.ibd", Writer: "MySQL 8.0 or later",
		PageBytes: 16384, ExtentPages: 64, Pages: 1_310_720, FileBytes: 21_474_836_480, FreePages: 99_999, FreeExtents: 1_234,
		Indexes: []pagesim.InspectedIndex{
			{
				Name: "PRIMARY", ID: 163, Root: 4, Rows: 100_000_000,
				Levels:    []pagesim.Level{{Pages: 1_100_000, Records: 100_000_000, DataBytes: 13_000_000_000, GarbageBytes: 1_000_000_000}, {Pages: 2_345, Records: 1_100_000}, {Pages: 1, Records: 2_345}},
				Fill:      pagesim.Fill{Mean: 0.6931, P10: 0.5, P50: 0.69, P90: 0.99999},
				Histogram: [pagesim.FillBins]int64{0, 1, 0, 0, 100_000, 300_000, 300_000, 200_000, 199_998, 1},
				LeafPages: 1_100_000, ReservedPages: 1_200_000, ReservedBytes: 19_660_800_000, RowsPerPage: 90.909,
				Past: pagesim.LeafPast{Right: 50_000, Left: 49_999, None: 1_000_001, LongestRun: 113, WithGarbage: 600_000, NoLastInsert: 12},
			},
			{
				Name: "index-164", Unnamed: true, ID: 164, Root: 5, Levels: []pagesim.Level{{Pages: 1}},
				Histogram: [pagesim.FillBins]int64{1}, LeafPages: 1, ReservedPages: 1, ReservedBytes: 16384,
				Past: pagesim.LeafPast{None: 1, NoLastInsert: 1, Transactions: []uint64{281474976710655, 281474976710655, 281474976710655}},
			},
		},
		Simulated: []pagesim.SideBySide{
			{Index: "PRIMARY", Name: "rows", File: 100_000_000, Simulated: 100_000_000, Ratio: &one},
			{Index: "PRIMARY", Name: "leaf_fill_mean", File: 0.6931, Simulated: 0.34655, Ratio: &half},
			{Index: "index-164", Name: "leaf_garbage_bytes", File: 0, Simulated: 7},
			{Name: "ibd_bytes", File: 21_474_836_480, Simulated: 10_737_418_240, Ratio: &half},
		},
	}
}

func TestInspections(t *testing.T) {
	alone := inspected()
	alone.Simulated = nil
	for _, f := range report.Inspections() {
		require.NotEmpty(t, f.Doc)
		var b bytes.Buffer
		require.NoError(t, f.Make(&b, inspected()))
		golden.Check(t, "testdata/inspection_beside."+f.Name, b.Bytes())
		b.Reset()
		require.NoError(t, f.Make(&b, alone))
		golden.Check(t, "testdata/inspection."+f.Name, b.Bytes())
		require.ErrorIs(t, f.Make(full{}, alone), errFull, f.Name)
	}
}
