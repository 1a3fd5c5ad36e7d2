package btree

import (
	"encoding/binary"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/internal/scenario"
)

// TestScenarios plays testdata/scenario: each file shows a rule on small pages.
// Commands:
//
//	tree page=512 record=40 pointer=20 clustered=true threshold=50
//	insert        keys, each perhaps with a size: 10 20:100; prints what happened
//	insert-run from=1 n=100   ascending keys
//	mark, purge   delete-marks keys, purges them; delete does both
//	update        keys with their new size: 10:60
//	bulk          builds the tree from keys
//	space         the file and the segments
//	pages         every page of every level
//	page page=512 an empty page of its own, without a tree
//	put           records of that page: position:size; prints what found no room
//	drop at=2     deletes a record of that page
//	cut pos=3     where the page would be cut for a record after a position
//	cut-bytes pos=3 size=40   the same for a second cut
//	reorganize    packs that page
//	show          that page
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/scenario/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			var s story
			scenario.Run(t, file, func(t *testing.T, c *scenario.Command) string {
				out := s.do(t, c)
				if s.tree != nil {
					require.NoError(t, s.tree.Check())
				}
				return out
			})
		})
	}
}

// story is what the commands of a scenario file work on.
type story struct {
	tree   *Tree
	record int
	layout layout
	page   *Page
}

func (s *story) do(t *testing.T, c *scenario.Command) string {
	switch c.Name {
	case "tree":
		s.record = c.Int("record", 40)
		s.tree = New(pagesim.IndexShape{
			Name: "t", Clustered: c.Bool("clustered", true), KeyBytes: 8,
			PointerBytes: c.Int("pointer", 20), MergeThreshold: c.Int("threshold", 50),
		}, Options{PageBytes: c.Int("page", 512), Rules: serverRules(c.String("server", "mysql"))})
		return ""
	case "insert", "mark", "purge", "delete", "update":
		return s.change(t, c)
	case "insert-run":
		return s.insertRun(t, c)
	case "bulk":
		s.bulk(t, c)
		return ""
	case "space":
		return s.space()
	case "pages":
		return s.pages()
	case "page":
		s.layout = newLayout(c.Int("page", 512), 50)
		s.page = newPage(1, 0, 0)
		return ""
	case "put":
		return s.put(t, c)
	case "drop":
		s.page.delete(c.Int("at", 0))
		return s.page.describe()
	case "cut":
		return s.page.chooseCut(c.Int("pos", none)).describe()
	case "cut-bytes":
		return s.page.cutByBytes(&s.layout, c.Int("pos", none), c.Int("size", 40)).describe()
	case "reorganize":
		s.page.reorganize()
		return s.page.describe()
	case "show":
		return s.page.describe()
	}
	t.Fatalf("%s: unknown command %s", c.Pos, c.Name)
	return ""
}

// pair reads "10" or "10:100".
func pair(t *testing.T, word string, size int) (int, int) {
	t.Helper()
	left, right, given := strings.Cut(word, ":")
	n, err := strconv.Atoi(left)
	require.NoError(t, err)
	if given {
		size, err = strconv.Atoi(right)
		require.NoError(t, err)
	}
	return n, size
}

// serverRules are the rules of a server by name.
func serverRules(name string) Rules {
	if name == "mariadb" {
		return Rules{ShrinkHeap: true, CountAttempts: true, BulkForgets: true, RekeyEnds: true}
	}
	return Rules{}
}

// record makes the record of a key.
func (s *story) recordOf(k, size int) pagesim.Record {
	return pagesim.Record{Key: binary.BigEndian.AppendUint64(nil, uint64(k)), LeafBytes: size, UniqueBytes: 8}
}

// change does something to keys and says what happened beyond a record on a page.
func (s *story) change(t *testing.T, c *scenario.Command) string {
	var out []string
	for _, word := range c.Fields() {
		k, size := pair(t, word, s.record)
		before := s.tree.Stats()
		err := s.changeOne(c.Name, s.recordOf(k, size))
		if err != nil {
			out = append(out, fmt.Sprintf("%d: %v", k, err))
		} else if events := changes(before, s.tree.Stats()); events != "" {
			out = append(out, fmt.Sprintf("%d: %s", k, events))
		}
		require.NoError(t, s.tree.Check())
	}
	return strings.Join(out, "\n")
}

func (s *story) changeOne(op string, r pagesim.Record) error {
	switch op {
	case "insert":
		return s.tree.Insert(r)
	case "update":
		_, err := s.tree.Update(r)
		return err
	case "mark":
		return s.tree.DeleteMark(r.Key)
	case "delete":
		if err := s.tree.DeleteMark(r.Key); err != nil {
			return err
		}
	}
	s.tree.Purge(r.Key)
	return nil
}

// insertRun inserts ascending keys and sums up what happened.
func (s *story) insertRun(t *testing.T, c *scenario.Command) string {
	before := s.tree.Stats()
	from := c.Int("from", 1)
	for k := range c.Int("n", 1) {
		require.NoError(t, s.tree.Insert(s.recordOf(from+k, s.record)))
	}
	return changes(before, s.tree.Stats())
}

func (s *story) bulk(t *testing.T, c *scenario.Command) {
	var all []pagesim.Record
	for _, word := range c.Fields() {
		k, size := pair(t, word, s.record)
		all = append(all, s.recordOf(k, size))
	}
	s.tree.Bulk(slices.Values(all))
}

// space prints the file and what the segments reserve.
func (s *story) space() string {
	size, leaves := s.tree.Size()
	sp := s.tree.space
	return fmt.Sprintf("size=%d n_leaf_pages=%d file=%d pages data_free=%d pages",
		size, leaves, sp.Pages(), sp.FreeBytes(DefaultPageBytes)/DefaultPageBytes)
}

// changes names the counters that moved.
func changes(a, b Stats) string {
	var out []string
	for _, c := range []struct {
		name string
		n    int64
	}{
		{"root raise", b.RootRaises - a.RootRaises},
		{"right split", b.Right - a.Right},
		{"left split", b.Left - a.Left},
		{"middle split", b.Middle - a.Middle},
		{"second cut", b.Resplits - a.Resplits},
		{"right-sibling insert", b.RightSiblingInserts - a.RightSiblingInserts},
		{"reorganisation", b.ReorgSuccessful - a.ReorgSuccessful},
		{"merge attempt", b.MergeAttempts - a.MergeAttempts},
		{"merge", b.MergeSuccessful - a.MergeSuccessful},
		{"discard", b.Discards - a.Discards},
	} {
		switch {
		case c.n == 1:
			out = append(out, c.name)
		case c.n > 1:
			out = append(out, fmt.Sprintf("%s x%d", c.name, c.n))
		}
	}
	return strings.Join(out, ", ")
}

// pages prints the tree from the root down.
func (s *story) pages() string {
	var out []string
	for level := s.tree.Height() - 1; level >= 0; level-- {
		for p := range s.tree.Pages(level) {
			var keys []string
			for _, r := range p.recs {
				k := strconv.FormatUint(r.first, 10)
				if r.deleted() {
					k += "(deleted)"
				}
				keys = append(keys, k)
			}
			out = append(out, fmt.Sprintf("level %d page %d: %s keys=%s", level, p.id, p.describe(), strings.Join(keys, ",")))
		}
	}
	return strings.Join(out, "\n")
}

// put inserts records after positions.
func (s *story) put(t *testing.T, c *scenario.Command) string {
	var out []string
	for _, word := range c.Fields() {
		pos, size := pair(t, word, 40)
		if !s.page.fits(&s.layout, size) {
			out = append(out, word+": an optimistic insert does not try")
		} else if !s.page.insert(&s.layout, pos, record{size: uint16(size)}) {
			out = append(out, word+": no room before a reorganisation")
		}
	}
	return strings.Join(append(out, s.page.describe()), "\n")
}

// describe prints a page's numbers in innodb_ruby's words.
func (p *Page) describe() string {
	free, bytes := p.freeList()
	out := fmt.Sprintf("n_recs=%d data=%d garbage=%d", len(p.recs), p.DataBytes(), p.garbage)
	if free > 0 {
		out += fmt.Sprintf(" free_list=%d(%dB)", free, bytes)
	}
	if p.last == none {
		return out + " last_insert=none"
	}
	return out + fmt.Sprintf(" last_insert=%d", p.last)
}

func (c cut) describe() string {
	why := []string{"right", "left", "middle", "by bytes"}[c.why]
	if c.first {
		return fmt.Sprintf("%s: the new record begins the upper page, followed by records from %d", why, c.at)
	}
	side := "upper"
	if c.dir == down {
		side = "lower"
	}
	return fmt.Sprintf("%s: records from %d on the upper page; the %s page is new", why, c.at, side)
}

func TestFreeListRunsAreAStack(t *testing.T) {
	p := newPage(1, 0, 0)
	var want []uint16
	for i := range 300 {
		size := uint16(10 + i%7/3)
		p.pushFree(record{size: size})
		want = append(want, size)
	}
	var got []uint16
	for p.head.count > 0 {
		got = append(got, p.head.size)
		p.popFree()
	}
	slices.Reverse(want)
	require.Equal(t, want, got)
}
