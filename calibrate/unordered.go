package calibrate

import (
	"slices"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/btree"
)

// pages is the number of pages of a recorded index.
func (x IndexRecording) pages() int64 {
	if x.Ascending != "" {
		all, _ := expand(x.Ascending)
		return int64(len(all))
	}
	n := int64(0)
	for _, l := range x.Levels {
		n += l.Pages
	}
	return n
}

// compareUnordered compares the pages of an index where neither their order nor their
// level is known: the number of records of each, the least first.
func (r *comparison) compareUnordered(x IndexRecording, t *btree.Tree, levels []pagesim.Level) {
	r.Unordered = true
	recorded, _ := expand(x.Ascending)
	var predicted []int
	var all pagesim.Level
	for level, l := range levels {
		for p := range t.Pages(level) {
			predicted = append(predicted, p.Records())
		}
		all.Pages += l.Pages
		all.Records += l.Records
		all.DataBytes += l.DataBytes
	}
	slices.Sort(predicted)
	if d := firstDifference(recorded, predicted); d != nil && r.Difference == nil {
		d.Index, d.Level = t.Name(), pagesim.AnyLevel
		r.Difference = d
	}
	records := int64(0)
	for _, n := range recorded {
		records += int64(n)
	}
	r.exact(t.Name()+" pages", int64(len(recorded)), all.Pages)
	r.exact(t.Name()+" records", records, all.Records)
	r.exact(t.Name()+" data_bytes", x.DataBytes, all.DataBytes)
}
