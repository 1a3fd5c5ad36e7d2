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
	fill, histogram := pagesim.FillOf(slices.Clone(l.Fill))
	x.Fill, x.FillHistogram = fill, histogram[:]
	if withPages {
		for i, f := range l.Fill {
			l.Fill[i] = math.Round(f*1e4) / 1e4
		}
		x.Leaves = &l
	}
}
