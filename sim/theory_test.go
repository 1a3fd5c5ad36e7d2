package sim_test

import (
	"context"
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/btree"
	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/sim"
)

// What is known of B-trees without a server, against the engine. The literature
// splits a page in two halves when it is full; InnoDB differs in what its pages
// count as full (MODEL.md, BT-02 and BT-04), so fills are of that.
const (
	// pageRoom is the room for records and their directory, 2 bytes for 4 of
	// them, on a 16 KiB page.
	pageRoom = 16384 - 120 - 8 - 2*2
	// splitRoom is where a page that has garbage is split already: less than
	// 512 bytes are left (BTR_CUR_PAGE_REORGANIZE_LIMIT).
	splitRoom = pageRoom - 512
)

// randomTree is a secondary index of random keys, which keeps no sixteenth free,
// and its keys in no order.
type randomTree struct {
	*btree.Tree
	t         *testing.T
	rng       keygen.SplitMix64
	leafBytes int
	keys      []uint64
}

func newRandomTree(t *testing.T, leafBytes, mergeThreshold int) *randomTree {
	return &randomTree{
		Tree: btree.New(pagesim.IndexShape{
			Name: "k", KeyBytes: 8, LeafBytes: leafBytes, PointerBytes: 17, MergeThreshold: mergeThreshold,
		}, btree.Options{}),
		t: t, rng: 1, leafBytes: leafBytes,
	}
}

func (r *randomTree) insert(n int) {
	for range n {
		k := r.rng.Next()
		key := binary.BigEndian.AppendUint64(nil, k)
		require.NoError(r.t, r.Insert(pagesim.Record{Key: key, LeafBytes: r.leafBytes, PointerBytes: 17}))
		r.keys = append(r.keys, k)
	}
}

// remove deletes a random record, purges it and returns its key.
func (r *randomTree) remove() uint64 {
	i, last := r.rng.Next()%uint64(len(r.keys)), len(r.keys)-1
	k := r.keys[i]
	key := binary.BigEndian.AppendUint64(nil, k)
	r.keys[i], r.keys = r.keys[last], r.keys[:last]
	require.NoError(r.t, r.DeleteMark(key))
	r.Purge(key)
	return k
}

// perPage is how many records fill a page.
func (r *randomTree) perPage() int { return (4*pageRoom - 3) / (4*r.leafBytes + 2) }

// utilisation is the records there are by those that the leaf pages could hold.
func (r *randomTree) utilisation() float64 {
	leaf := r.Levels()[0]
	return float64(leaf.Records) / float64(leaf.Pages) / float64(r.perPage())
}

// restructurings are the leaf and other pages that splits made and merges and
// discards took.
func (r *randomTree) restructurings() int64 {
	s := r.Stats()
	return s.PageSplits + s.MergeSuccessful + s.Discards
}

// fills are how full the leaf pages are, by what makes each of them split.
func (r *randomTree) fills() []float64 {
	var all []float64
	for p := range r.Pages(0) {
		room := pageRoom
		if p.GarbageBytes() > 0 {
			room = splitRoom
		}
		all = append(all, float64(p.DataBytes()+(2*p.Records()+3)/4)/float64(room))
	}
	return all
}

// waveSteps is the number of looks at a tree while it doubles: as many pages
// split in that time as there were, one wave of splits.
const waveSteps = 40

// overAWave lets a tree grow to twice its records and looks at it at equal
// ratios of growth.
func overAWave(r *randomTree, look func()) {
	start := float64(len(r.keys))
	for step := range waveSteps {
		r.insert(int(start*math.Exp2(float64(step+1)/waveSteps)) - len(r.keys))
		look()
	}
}

// mean averages.
func mean(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	return sum / float64(len(xs))
}

// TestRandomInsertsFillPagesToLn2 holds the mean leaf fill of random inserts
// against ln 2 (Yao 1978, Acta Informatica 9, 159): within 0.01, over a wave of
// splits. At a single moment of the wave it is up to 0.08 away.
func TestRandomInsertsFillPagesToLn2(t *testing.T) {
	if testing.Short() {
		t.Skip("long: run without -short")
	}
	for _, leafBytes := range []int{34, 127} {
		r := newRandomTree(t, leafBytes, 50)
		r.insert(400_000)
		var means []float64
		overAWave(r, func() { means = append(means, mean(r.fills())) })
		t.Logf("%d bytes a record: mean fill %.4f, from %.4f to %.4f in the wave; ln 2 is %.4f",
			leafBytes, mean(means), slices.Min(means), slices.Max(means), math.Ln2)
		require.InDelta(t, math.Ln2, mean(means), 0.01, "%d bytes a record", leafBytes)
	}
}

// TestLeafFillHasTheDensityOfHalves holds the distribution of leaf fill under
// random inserts against the stationary density 1/u² on [1/2, 1], which follows
// from the recurrence of splits into halves (design/peers.md, C3): P(fill < u) =
// 2 - 1/u, so a third below 0.6, median 2/3, 90th percentile 1/1.1. The distance
// of the two distribution functions is at most 0.03 anywhere, over a wave; 2 % of
// the pages are below 1/2, as the middle record is seldom the middle byte.
func TestLeafFillHasTheDensityOfHalves(t *testing.T) {
	if testing.Short() {
		t.Skip("long: run without -short")
	}
	r := newRandomTree(t, 127, 50)
	r.insert(400_000)
	var fills []float64
	overAWave(r, func() { fills = append(fills, r.fills()...) })
	slices.Sort(fills)
	percentile := func(p int) float64 { return fills[(len(fills)-1)*p/100] }
	below := func(u float64) float64 {
		i, _ := slices.BinarySearch(fills, u)
		return float64(i) / float64(len(fills))
	}
	t.Logf("P(fill < 0.6) %.4f, percentiles 10: %.4f, 50: %.4f, 90: %.4f", below(0.6), percentile(10), percentile(50), percentile(90))
	for u := 0.5; u <= 1; u += 0.01 {
		require.InDelta(t, 2-1/u, below(u), 0.03, "P(fill < %.2f)", u)
	}
	require.InDelta(t, 1.0/3, below(0.6), 0.02)
	require.InDelta(t, 1/1.9, percentile(10), 0.01)
	require.InDelta(t, 2.0/3, percentile(50), 0.02)
	require.InDelta(t, 1/1.1, percentile(90), 0.02)
}

// Merge thresholds.
const (
	// freeAtEmpty lets a page merge below 163 bytes: with larger records, when
	// its last one goes.
	freeAtEmpty = 1
	mergeAtHalf = 50
)

// mixed is what a mix of inserts and deletes came to.
type mixed struct {
	// utilisation is a mean, restructurings are splits, merges and discards an
	// operation.
	utilisation, restructurings float64
}

// mix inserts ratio times as often as it deletes, lets the tree settle, then
// looks at it. At equal rates it settles while all records are replaced 40 times;
// a growing tree while it doubles, and is looked at while it doubles again.
func mix(t *testing.T, leafBytes, mergeThreshold, rows int, ratio float64) mixed {
	t.Helper()
	r := newRandomTree(t, leafBytes, mergeThreshold)
	r.insert(rows)
	due, operations := 0.0, 0
	one := func() {
		r.insert(1)
		operations++
		for due += 1 / ratio; due >= 1; due-- {
			r.remove()
			operations++
		}
	}
	for turns := 0; turns < 40*rows && len(r.keys) < 2*rows; turns++ {
		one()
	}
	before := r.restructurings()
	operations = 0
	var us []float64
	for step := range waveSteps {
		target := int(2 * float64(rows) * math.Exp2(float64(step+1)/waveSteps))
		for turns := 0; turns < rows/4 && ratio == 1 || len(r.keys) < target && ratio > 1; turns++ {
			one()
		}
		us = append(us, r.utilisation())
	}
	require.NoError(t, r.Check())
	m := mixed{mean(us), float64(r.restructurings()-before) / float64(operations)}
	t.Logf("%d records a page, %.2f inserts a delete, merge threshold %d: utilisation %.4f (%.4f to %.4f), %.3f restructurings in 1,000 operations",
		r.perPage(), ratio, mergeThreshold, m.utilisation, slices.Min(us), slices.Max(us), 1000*m.restructurings)
	return m
}

// TestMixesOfInsertsAndDeletes holds utilisation under random inserts and deletes
// against Johnson and Shasha, "B-trees with inserts and deletes: why free-at-empty
// is better than merge-at-half", JCSS 47 (1993) 45-76, of which the abstract is at
// hand: free-at-empty 39 % at equal rates, over 62 % with 5 % more inserts,
// merge-at-half slightly more and far more restructuring.
//
// The figures depend on the records of a page, which the abstract does not give.
// A plainList has 51, 45, 42, 39 to 40 and 37 % at 5, 9, 13, 20 and 32 records a page and
// equal rates (TestFreeAtEmptyIsThatOfAPlainList); so 39 % is asked of 20 records,
// within 0.02. With many records a page no longer empties, for its
// share of the keys hardly varies, and a steady state takes longer than any test:
// at 471 records utilisation still falls after 20 replacements of all rows. With
// 5 % more inserts the same list has 47 % at 13 records, 53 % at 32, 60 % at 64;
// so 62 % is asked within 0.02 of 127 records a page, and more than 62 % of 471, the
// rows of 127 and 34 bytes of the recordings. InnoDB's merge threshold of 50 does
// more than merge-at-half of the textbook: a page goes into a neighbour that has
// room, up to all of it, so that 69 % stay as with inserts alone (within 0.02), not
// slightly more than 39 %.
func TestMixesOfInsertsAndDeletes(t *testing.T) {
	if testing.Short() {
		t.Skip("long: run without -short")
	}
	for _, c := range []struct {
		leafBytes, rows int
		ratio           float64
		low, high       float64
		// work is how many times as much restructuring merge-at-half does.
		work float64
	}{
		{leafBytes: 812, rows: 8_000, ratio: 1, low: 0.37, high: 0.41, work: 10},
		{leafBytes: 127, rows: 8_000, ratio: 1.05, low: 0.60, high: 0.64, work: 10},
		{leafBytes: 34, rows: 20_000, ratio: 1.05, low: 0.62, high: 0.70, work: 10},
	} {
		empty := mix(t, c.leafBytes, freeAtEmpty, c.rows, c.ratio)
		half := mix(t, c.leafBytes, mergeAtHalf, c.rows, c.ratio)
		require.GreaterOrEqual(t, empty.utilisation, c.low)
		require.LessOrEqual(t, empty.utilisation, c.high)
		require.Greater(t, half.utilisation, empty.utilisation)
		require.InDelta(t, math.Ln2, half.utilisation, 0.02)
		require.Greater(t, half.restructurings, c.work*empty.restructurings)
	}
}

// plainList is the leaves of a B-tree without any rule of InnoDB: halved when they
// overflow, freed when they are empty.
type plainList struct {
	// lows are the least keys that belong to each page.
	lows  []uint64
	pages [][]uint64
}

// find returns the page of a key and the key's place there.
func (l *plainList) find(k uint64) (page, place int) {
	page, found := slices.BinarySearch(l.lows, k)
	if !found {
		page--
	}
	place, _ = slices.BinarySearch(l.pages[page], k)
	return page, place
}

func (l *plainList) insert(k uint64, perPage int) {
	i, j := l.find(k)
	p := slices.Insert(l.pages[i], j, k)
	if half := len(p) / 2; len(p) > perPage {
		l.pages = slices.Insert(l.pages, i+1, slices.Clone(p[half:]))
		l.lows = slices.Insert(l.lows, i+1, p[half])
		p = p[:half]
	}
	l.pages[i] = p
}

func (l *plainList) remove(k uint64) {
	i, j := l.find(k)
	l.pages[i] = slices.Delete(l.pages[i], j, j+1)
	if len(l.pages[i]) > 0 || len(l.pages) == 1 {
		return
	}
	l.pages = slices.Delete(l.pages, i, i+1)
	// The range of a freed page goes to its left neighbour; the first has none.
	i = max(i, 1)
	l.lows = slices.Delete(l.lows, i, i+1)
}

// TestFreeAtEmptyIsThatOfAPlainList replaces all records 30 times, in a tree that
// frees pages when they are empty and in a plain list: the same utilisation within
// 0.015, whatever the records of a page.
func TestFreeAtEmptyIsThatOfAPlainList(t *testing.T) {
	if testing.Short() {
		t.Skip("long: run without -short")
	}
	const rows, turns = 8_000, 30
	for _, leafBytes := range []int{3249, 1249, 812} {
		r, l := newRandomTree(t, leafBytes, freeAtEmpty), plainList{lows: []uint64{0}, pages: [][]uint64{nil}}
		insert := func() {
			r.insert(1)
			l.insert(r.keys[len(r.keys)-1], r.perPage())
		}
		for range rows {
			insert()
		}
		var tree, list []float64
		for turn := range turns {
			for range rows {
				insert()
				l.remove(r.remove())
			}
			if turn >= turns/2 {
				tree = append(tree, r.utilisation())
				list = append(list, float64(rows)/float64(len(l.pages)*r.perPage()))
			}
		}
		t.Logf("%d records a page: utilisation %.4f, plain list %.4f", r.perPage(), mean(tree), mean(list))
		require.InDelta(t, mean(list), mean(tree), 0.015)
	}
}

// TestWavesAfterARebuild plays 1 M random rows of 34 bytes, a rebuild and 1 M more
// against what MariaDB 10.11.19 did (testdata/recordings-csv/mariadb-10.11, "wave";
// Glombiewski, Seeger and Graefe, BTW 2019, have the theory: free space delays the
// first wave only): splits in each 100,000 rows. Its keys are not known. The first
// wave must agree within 10 %, the trough and the rise of the second within a
// factor of 2.
func TestWavesAfterARebuild(t *testing.T) {
	if testing.Short() {
		t.Skip("long: run without -short")
	}
	const rows, each = 1_000_000, 100_000
	keys, err := keygen.Parse("uuidv4")
	require.NoError(t, err)
	stream := []sim.Stream{{Column: "id", Keys: keys, Seed: 1}}
	m, err := sim.New(sim.Config{
		DDL: "create table t (id binary(16) primary key)", Server: "mariadb-10.11", SampleRows: each,
		Phases: []sim.Phase{
			{Rows: rows, Keys: stream},
			{Op: "sql", SQL: "optimize table t"},
			{Rows: 2 * rows, Skip: rows, Keys: stream},
		},
	}, sim.Env{})
	require.NoError(t, err)
	require.NoError(t, m.Play(context.Background()))
	var splits []int64
	samples := m.Result().Samples
	for i := rows / each; i < len(samples); i++ {
		splits = append(splits, samples[i].PageSplits-samples[i-1].PageSplits)
	}
	require.Len(t, splits, 10)
	trough := int64(0)
	for _, n := range splits[1:8] {
		trough += n
	}
	t.Logf("splits in each 100,000 rows: %d; in the trough of 700,000: %d", splits, trough)
	require.InEpsilon(t, 2262, splits[0], 0.1)
	for _, c := range []struct{ recorded, predicted int64 }{{254, trough}, {87, splits[8]}, {588, splits[9]}} {
		require.Greater(t, 2*c.predicted, c.recorded)
		require.Less(t, c.predicted, 2*c.recorded)
	}
}
