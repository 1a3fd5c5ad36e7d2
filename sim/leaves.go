package sim

import (
	"math"
	"slices"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/btree"
	"github.com/pagesim/pagesim/fractal"
)

// leavesOf are the leaf pages of a tree.
func leavesOf(t *btree.Tree) pagesim.Leaves {
	l := pagesim.Leaves{PageBytes: btree.DefaultPageBytes}
	for p := range t.Pages(0) {
		l.PageNumbers = append(l.PageNumbers, int64(p.ID()))
		l.Records = append(l.Records, int64(p.Records()))
		l.Fill = append(l.Fill, float64(p.DataBytes())/btree.DefaultPageBytes)
	}
	return l
}

// nodesOf are the leaves of a fractal tree whose nodes have so many bytes.
func nodesOf(t *fractal.Tree, nodeBytes int64) pagesim.Leaves {
	detail := t.Leaves()
	l := pagesim.Leaves{PageBytes: fractal.BlockAlignment, Records: detail.Rows}
	for i, offset := range t.LeafOffsets() {
		l.PageNumbers = append(l.PageNumbers, offset/fractal.BlockAlignment)
		l.Fill = append(l.Fill, float64(detail.Bytes[i])/float64(nodeBytes))
	}
	return l
}

// setLeaves puts the distribution of fill factors into a result, and the pages
// themselves if they are asked for.
func setLeaves(x *pagesim.IndexResult, l pagesim.Leaves, withPages bool) {
	x.Fill, x.FillHistogram = distribution(slices.Clone(l.Fill))
	if withPages {
		for i, f := range l.Fill {
			l.Fill[i] = math.Round(f*1e4) / 1e4
		}
		x.Leaves = &l
	}
}

// distribution describes fill factors, which it sorts. There is at least one: an empty
// tree has a page.
func distribution(fills []float64) (pagesim.Fill, []int64) {
	bins := make([]int64, pagesim.FillBins)
	sum := 0.0
	for _, f := range fills {
		sum += f
		bins[min(int(f*pagesim.FillBins), pagesim.FillBins-1)]++
	}
	slices.Sort(fills)
	at := func(percent int) float64 { return fills[(len(fills)-1)*percent/100] }
	return pagesim.Fill{Mean: sum / float64(len(fills)), P10: at(10), P50: at(50), P90: at(90)}, bins
}
