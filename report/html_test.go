package report_test

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/report"
	"github.com/stretchr/testify/require"
)

// drawn is a run with data for all plots, and with names that are not safe in HTML.
func drawn() report.Run {
	r := fixture()
	r.Name = "<b>a & b</b>.json"
	r.Result.Config = map[string]any{
		"pool_bytes": 1 << 30,
		"phases":     []any{map[string]any{"keys": []any{map[string]any{"column": "id", "keys": "file:<b>.txt", "seed": uint64(1<<63 + 1)}}}},
	}
	for i := range r.Result.Indexes {
		x := &r.Result.Indexes[i]
		x.FillHistogram = []int64{1, 2, 3, 4}
		x.Leaves = &pagesim.Leaves{PageBytes: 16384, PageNumbers: []int64{5, 4}, Records: []int64{1, 2}, Fill: []float64{0.1, 0.9}}
	}
	r.Result.Time = &pagesim.TimeResult{Device: "nvme", Seconds: 10, RowsPerSecond: 9, Moments: []pagesim.Moment{{Seconds: 5, Rows: 10}, {Seconds: 10, Rows: 15}}}
	r.Result.Curve = []pagesim.CurvePoint{{PoolPages: 1, PoolBytes: 16384, Reads: 3}, {PoolPages: 2, PoolBytes: 32768}}
	return r
}

func html(t *testing.T, runs ...report.Run) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, report.HTML(&b, runs...))
	return b.String()
}

// address is what a browser would go and get.
var address = regexp.MustCompile(`(?i)https?:|(src|href)="[^"d#]|url\(|@import|<script|<link[^>]*stylesheet|<iframe|<img`)

func TestThePageLoadsNothing(t *testing.T) {
	text := html(t, drawn(), drawn())
	require.Empty(t, address.FindAllString(text, -1))
	require.Equal(t, 1, strings.Count(text, "<!DOCTYPE html>"))
	require.Contains(t, text, `<html lang="en">`)
	require.Contains(t, text, "<title>pagesim: ")
	require.NotContains(t, text, "<?xml")
	require.NotContains(t, text, "ZgotmplZ")
}

func TestThePageIsEscaped(t *testing.T) {
	text := html(t, drawn(), drawn())
	require.NotContains(t, text, "<b>")
	require.Contains(t, text, "a &amp; b")
	require.Contains(t, text, "9223372036854775809", "all digits of a seed")
}

// Each plot has a name for those who do not see it, each table a caption and heads.
func TestThePageIsReadAloud(t *testing.T) {
	text := html(t, drawn())
	svgs := strings.Count(text, "<svg ")
	require.Equal(t, 3*3+3*2+1, svgs, "three an index, of fill and pages; two of waves, io and the curve, one of rates")
	require.Equal(t, svgs, len(regexp.MustCompile(`<svg viewBox="[^"]+" role="img" aria-label="[^"]+">`).FindAllString(text, -1)))
	require.Equal(t, strings.Count(text, "<table>"), strings.Count(text, "<caption>"))
	require.Contains(t, text, `<th scope="col">PRIMARY</th>`)
	require.Contains(t, text, `<th scope="row">index_page_splits</th>`)
	require.NotContains(t, text, "Not drawn")
}

// A page of a result without samples says how to get them.
func TestThePageSaysWhatIsMissing(t *testing.T) {
	r := drawn()
	r.Result.Samples = nil
	require.Contains(t, html(t, r), "no samples: run with --sample 100k")
	for i := range r.Result.Indexes {
		r.Result.Indexes[i].FillHistogram, r.Result.Indexes[i].Leaves = nil, nil
	}
	r.Result.Time, r.Result.Curve = nil, nil
	require.NotContains(t, html(t, r), "<svg")
}

// The rules that a page cites are in MODEL.md, and are not called exact there.
func TestNotesCiteRules(t *testing.T) {
	model, err := os.ReadFile("../docs/MODEL.md")
	require.NoError(t, err)
	fractal := drawn()
	fractal.Result.Engine = "fractal"
	for i := range fractal.Result.Indexes {
		fractal.Result.Indexes[i].Fractal = &pagesim.FractalResult{}
	}
	text := html(t, drawn(), fractal)
	cited := regexp.MustCompile(`\(([A-Z]{2}-[0-9]{2})\)</span></li>`).FindAllStringSubmatch(text, -1)
	require.GreaterOrEqual(t, len(cited), 15)
	for _, c := range cited {
		row := regexp.MustCompile(`(?m)^\| ` + c[1] + ` \|.*$`).FindString(string(model))
		require.NotEmpty(t, row, c[1])
		require.Regexp(t, "simplified|not modelled|fitted", row)
	}
	require.NotContains(t, html(t, drawn()), "FT-61", "notes are of the engines that were run")
}
