package calibrate

import (
	"fmt"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/btree"
)

// Beside sets the figures of a simulated result beside those of a file, whose indexes
// are matched by name, the clustered one as such, and those of a file without names by
// their order. It returns an error if the two cannot be the same table.
func Beside(in pagesim.Inspection, r pagesim.Result) ([]pagesim.SideBySide, error) {
	switch {
	case r.Engine != "":
		return nil, fmt.Errorf("a result of engine %s: want one of InnoDB", r.Engine)
	case in.PageBytes != btree.DefaultPageBytes:
		return nil, fmt.Errorf("pages of %d bytes: a simulated result has pages of %d", in.PageBytes, btree.DefaultPageBytes)
	case len(in.Indexes) != len(r.Indexes):
		return nil, fmt.Errorf("%s has %d indexes, the result %d: want those of the same table", in.File, len(in.Indexes), len(r.Indexes))
	}
	var all []pagesim.SideBySide
	for i, x := range in.Indexes {
		other, found := counterpart(i, x, r.Indexes)
		if !found {
			return nil, fmt.Errorf("%s has index %s, the result has not: want those of the same table", in.File, x.Name)
		}
		for _, f := range besideFigures {
			all = append(all, sideBySide(x.Name, f.name, f.file(x), f.simulated(other)))
		}
	}
	return append(all, sideBySide("", "ibd_bytes", float64(in.FileBytes), float64(r.Table.FileBytes))), nil
}

// counterpart finds the simulated index of one in a file.
func counterpart(i int, x pagesim.InspectedIndex, among []pagesim.IndexResult) (pagesim.IndexResult, bool) {
	if i == 0 || x.Unnamed {
		return among[i], true
	}
	for _, other := range among[1:] {
		if other.Name == x.Name {
			return other, true
		}
	}
	return pagesim.IndexResult{}, false
}

// besideFigures are the figures of an index that a file and a result both have, under
// the names that they have in JSON and CSV.
var besideFigures = []struct {
	name      string
	file      func(pagesim.InspectedIndex) float64
	simulated func(pagesim.IndexResult) float64
}{
	{"rows", func(x pagesim.InspectedIndex) float64 { return float64(x.Rows) }, func(x pagesim.IndexResult) float64 { return float64(x.Rows) }},
	{"levels", func(x pagesim.InspectedIndex) float64 { return float64(len(x.Levels)) }, func(x pagesim.IndexResult) float64 { return float64(len(x.Levels)) }},
	{"leaf_pages", func(x pagesim.InspectedIndex) float64 { return float64(x.Levels[0].Pages) }, func(x pagesim.IndexResult) float64 { return float64(x.Levels[0].Pages) }},
	{"node_pages", func(x pagesim.InspectedIndex) float64 { return nodePages(x.Levels) }, func(x pagesim.IndexResult) float64 { return nodePages(x.Levels) }},
	{"leaf_data_bytes", func(x pagesim.InspectedIndex) float64 { return float64(x.Levels[0].DataBytes) }, func(x pagesim.IndexResult) float64 { return float64(x.Levels[0].DataBytes) }},
	{"leaf_garbage_bytes", func(x pagesim.InspectedIndex) float64 { return float64(x.Levels[0].GarbageBytes) }, func(x pagesim.IndexResult) float64 { return float64(x.Levels[0].GarbageBytes) }},
	{"leaf_fill_mean", func(x pagesim.InspectedIndex) float64 { return x.Fill.Mean }, func(x pagesim.IndexResult) float64 { return x.Fill.Mean }},
	{"n_leaf_pages", func(x pagesim.InspectedIndex) float64 { return float64(x.LeafPages) }, func(x pagesim.IndexResult) float64 { return float64(x.LeafPages) }},
	{"reserved_pages", func(x pagesim.InspectedIndex) float64 { return float64(x.ReservedPages) }, func(x pagesim.IndexResult) float64 { return float64(x.ReservedPages) }},
}

// nodePages is the number of pages above the leaves.
func nodePages(levels []pagesim.Level) float64 {
	n := int64(0)
	for _, l := range levels[1:] {
		n += l.Pages
	}
	return float64(n)
}

func sideBySide(index, name string, file, simulated float64) pagesim.SideBySide {
	s := pagesim.SideBySide{Index: index, Name: name, File: file, Simulated: simulated}
	switch ratio := 1.0; {
	case file == simulated:
		s.Ratio = &ratio
	case file != 0:
		ratio = simulated / file
		s.Ratio = &ratio
	}
	return s
}
