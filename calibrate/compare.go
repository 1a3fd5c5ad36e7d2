package calibrate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/btree"
	"github.com/pagesim/pagesim/sim"
)

// comparison is a validation that is being made.
type comparison struct{ pagesim.Validation }

// missed reports whether a page or a figure misses its bar.
func (r *comparison) missed() bool {
	return r.Difference != nil || slices.ContainsFunc(r.Figures, func(f pagesim.Figure) bool { return !f.OK })
}

// compare fills it from a recording and its replay, and from another one where
// purge comes late; both are the same where that makes no difference.
func (r *comparison) compare(rec Recording, m, late *sim.Machine) {
	result, lateResult := m.Result(), late.Result()
	r.exact("rows", rec.RowsFinal, result.Indexes[0].Rows)
	for i, t := range m.Trees() {
		name := t.Name()
		x, recorded := rec.Indexes[name]
		if !recorded {
			r.exact("index "+name+" levels", 0, int64(t.Height()))
			continue
		}
		if x.Ascending != "" {
			r.compareUnordered(x, t, result.Indexes[i].Levels)
		} else {
			r.comparePages(x, t)
			r.compareLevels(name, x.Levels, result.Indexes[i].Levels, lateResult.Indexes[i].Levels)
		}
		r.Pages += x.pages()
		r.leafPages(name, rec, result.Indexes[i].LeafPages)
		r.exact(name+" size", rec.IndexStats[name].Size, result.Indexes[i].ReservedPages)
	}
	for _, name := range slices.Sorted(maps.Keys(rec.Indexes)) {
		if !slices.ContainsFunc(m.Trees(), func(t *btree.Tree) bool { return t.Name() == name }) {
			r.exact("index "+name+" levels", int64(len(rec.Indexes[name].Levels)), 0)
		}
	}
	r.compareCounters(rec, result.Indexes)
	if m.HasBuffered() {
		r.allowBuffered()
	}
	r.exact("data_length", rec.Table.DataLength, result.Table.DataLength)
	r.exact("index_length", rec.Table.IndexLength, result.Table.IndexLength)
	r.exact("data_free", rec.Table.DataFree, result.Table.DataFree)
	r.exact("ibd_bytes", rec.FileBytes, result.Table.FileBytes)
	for i := range r.Figures {
		r.Figures[i].ErrorPercent = errorPercent(r.Figures[i])
	}
	r.Status = pagesim.Exact
	if r.Difference != nil && racing(m, late) {
		r.Reason = "what a phase deletes and inserts races with purge here: recordings of the server differ from each other too"
	}
	if r.missed() {
		r.Status = pagesim.Differs
	}
}

// errorPercent is the relative error of a prediction.
func errorPercent(f pagesim.Figure) float64 {
	if f.Recorded == f.Predicted {
		return 0
	}
	return 100 * float64(f.Predicted-f.Recorded) / float64(max(f.Recorded, 1))
}

// racing reports whether the pages depend on how soon purge works.
func racing(m, late *sim.Machine) bool {
	for i, t := range m.Trees() {
		for level := range t.Height() {
			a, b := slices.Collect(t.Pages(level)), slices.Collect(late.Trees()[i].Pages(level))
			if !slices.EqualFunc(a, b, func(p, q *btree.Page) bool { return p.Records() == q.Records() }) {
				return true
			}
		}
	}
	return false
}

// comparePages looks for the first page with another number of records.
func (r *comparison) comparePages(x IndexRecording, t *btree.Tree) {
	for level := range max(len(x.PageRecords), t.Height()) {
		var recorded, predicted []int
		if level < len(x.PageRecords) {
			recorded, _ = expand(x.PageRecords[level])
		}
		if level < t.Height() {
			for p := range t.Pages(level) {
				predicted = append(predicted, p.Records())
			}
		}
		if d := firstDifference(recorded, predicted); d != nil && r.Difference == nil {
			d.Index, d.Level = t.Name(), level
			r.Difference = d
		}
	}
}

func firstDifference(recorded, predicted []int) *pagesim.Difference {
	at := func(pages []int, i int) int {
		if i < len(pages) {
			return pages[i]
		}
		return -1
	}
	for i := range max(len(recorded), len(predicted)) {
		if a, b := at(recorded, i), at(predicted, i); a != b {
			return &pagesim.Difference{Page: i, Recorded: a, Predicted: b}
		}
	}
	return nil
}

// compareLevels compares the sums of each level.
func (r *comparison) compareLevels(index string, recorded, predicted, late []pagesim.Level) {
	for level := range max(len(recorded), len(predicted)) {
		var a, b, c pagesim.Level
		if level < len(late) {
			c = late[level]
		}
		if level < len(recorded) {
			a = recorded[level]
		}
		if level < len(predicted) {
			b = predicted[level]
		}
		prefix := fmt.Sprintf("%s level %d ", index, level)
		r.exact(prefix+"pages", a.Pages, b.Pages)
		r.exact(prefix+"records", a.Records, b.Records)
		r.exact(prefix+"data_bytes", a.DataBytes, b.DataBytes)
		r.between(prefix+"garbage_bytes", a.GarbageBytes, b.GarbageBytes, c.GarbageBytes)
	}
}

// exact adds a figure that must be as recorded.
func (r *comparison) exact(name string, recorded, predicted int64) {
	r.Figures = append(r.Figures, pagesim.Figure{
		Name: name, Recorded: recorded, Predicted: predicted, Bar: "exact", OK: recorded == predicted,
	})
}

// leafPages adds n_leaf_pages. MariaDB leaves it at 1 for an index that its statistics
// read in full, one with fewer leaf pages than innodb_stats_persistent_sample_pages for
// each column (seen in 10.11.19; the .ibd file has them all).
func (r *comparison) leafPages(index string, rec Recording, predicted int64) {
	recorded := rec.IndexStats[index].LeafPages
	r.exact(index+" n_leaf_pages", recorded, predicted)
	if recorded == 1 && strings.Contains(rec.Server["version"], "MariaDB") {
		f := &r.Figures[len(r.Figures)-1]
		f.Bar, f.OK, f.Note = "none", true, "MariaDB's statistics say 1 of an index that they read in full"
	}
}

// between adds a figure that must lie between what an immediate purge and what a
// late one leave.
func (r *comparison) between(name string, recorded, predicted, late int64) {
	if predicted == late {
		r.exact(name, recorded, predicted)
		return
	}
	low, high := min(predicted, late), max(predicted, late)
	r.Figures = append(r.Figures, pagesim.Figure{
		Name: name, Recorded: recorded, Predicted: predicted,
		Bar: fmt.Sprintf("%d to %d", low, high), OK: low <= recorded && recorded <= high,
		Note: "depends on how soon purge removes what the same phase deletes",
	})
}

// The counters of INNODB_METRICS are of the whole server, whose own tables take
// part: its dictionary and statistics merge a page now and then, after some tens
// of attempts. docs/MODEL.md, "What recordings say of the server itself", has the
// figures.
const (
	attemptsShare = 0.005
	attemptsSlack = 60
)

// compareCounters compares the counters of INNODB_METRICS.
func (r *comparison) compareCounters(rec Recording, indexes []pagesim.IndexResult) {
	predicted := addCounters(indexes)
	get := rec.counted
	r.exact("index_page_splits", get("splits"), predicted.PageSplits)
	r.exact("index_page_discards", get("discards"), predicted.Discards)

	merges := get("merge_successful")
	servers := serversMerges(rec, indexes, predicted)
	r.lessServers("index_page_merge_successful", merges, servers, predicted.MergeSuccessful)
	reorgs := get("reorg_successful")
	r.lessServers("index_page_reorg_successful", reorgs, min(servers, reorgs-predicted.ReorgSuccessful), predicted.ReorgSuccessful)

	attempts := get("merge_attempts")
	difference := max(attempts-predicted.MergeAttempts, predicted.MergeAttempts-attempts)
	r.Figures = append(r.Figures, pagesim.Figure{
		Name: "index_page_merge_attempts", Recorded: attempts, Predicted: predicted.MergeAttempts,
		Bar: "0.5 % + 60", OK: float64(difference) <= attemptsShare*float64(attempts)+attemptsSlack,
	})
}

// allowBuffered takes the bar off the counters that the change buffer's own tree takes
// part in.
func (r *comparison) allowBuffered() {
	for i, f := range r.Figures {
		if strings.HasPrefix(f.Name, "index_page_") {
			r.Figures[i].Bar, r.Figures[i].OK = "none", true
			r.Figures[i].Note = "the change buffer's own tree splits and merges too"
		}
	}
}

// counted is a counter of INNODB_METRICS without what it counted while statements
// built indexes: a bulk build counts nothing in the table, BT-21, so that was the
// server's dictionary.
func (r Recording) counted(name string) int64 {
	n := r.Metrics["index_page_"+name]
	for _, ph := range r.Phases {
		if ph.Op == "sql" {
			n -= ph.Metrics["index_page_"+name]
		}
	}
	return n
}

// serversMerges is the number of recorded merges that are not the table's. Every
// page but the roots and those of bulk builds came from a split or a root raise,
// and went by a merge or a discard; so where pages, splits and discards are as
// predicted, merges beyond the predicted ones were in other tables.
func serversMerges(rec Recording, indexes []pagesim.IndexResult, predicted pagesim.Counters) int64 {
	n := rec.counted("merge_successful") - predicted.MergeSuccessful
	n -= rec.counted("splits") - predicted.PageSplits
	n += rec.counted("discards") - predicted.Discards
	for _, x := range indexes {
		for _, l := range x.Levels {
			n -= l.Pages
		}
		n += rec.Indexes[x.Name].pages()
	}
	return n
}

// lessServers adds a figure that must be as recorded, less what belongs to the
// server's own tables.
func (r *comparison) lessServers(name string, recorded, servers, predicted int64) {
	f := pagesim.Figure{Name: name, Recorded: recorded, Predicted: predicted, Bar: "exact", OK: recorded == predicted}
	if servers > 0 {
		f.OK = recorded-servers == predicted
		f.Note = fmt.Sprintf("%d of them in the server's own tables", servers)
	}
	r.Figures = append(r.Figures, f)
}

// addCounters adds up the counters of all indexes.
func addCounters(indexes []pagesim.IndexResult) pagesim.Counters {
	var c pagesim.Counters
	for _, x := range indexes {
		c.PageSplits += x.Counters.PageSplits
		c.MergeAttempts += x.Counters.MergeAttempts
		c.MergeSuccessful += x.Counters.MergeSuccessful
		c.ReorgSuccessful += x.Counters.ReorgSuccessful
		c.Discards += x.Counters.Discards
	}
	return c
}
