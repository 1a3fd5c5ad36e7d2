package reuse_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/bufferpool/reuse"
)

func Example() {
	s := reuse.New(reuse.Options{})
	for range 10 {
		for id := range pagesim.PageID(100) {
			s.Touch(0, pagesim.Read) // the root
			s.Touch(1+id, pagesim.Modify)
		}
	}
	c := s.Curve()
	fmt.Println("reads with 50 pages:", c.Reads(50))
	fmt.Println("reads with 101 pages:", c.Reads(101))
	fmt.Println(c.Smallest(500))
	// Output:
	// reads with 50 pages: 1001
	// reads with 101 pages: 101
	// 101 true
}

// splitmix is SplitMix64 (Steele, Lea and Flood 2014).
type splitmix uint64

func (s *splitmix) next() uint64 {
	*s += 0x9E3779B97F4A7C15
	z := uint64(*s)
	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
	z = (z ^ (z >> 27)) * 0x94D049BB133111EB
	return z ^ (z >> 31)
}

func (s *splitmix) intn(n int) int { return int(s.next() % uint64(n)) }

type touch struct {
	id     pagesim.PageID
	access pagesim.Access
}

// accesses are all but Free.
var accesses = []pagesim.Access{pagesim.Read, pagesim.Modify, pagesim.Create, pagesim.Prefetch}

func dirties(a pagesim.Access) bool { return a != pagesim.Read && a != pagesim.Prefetch }

// lru is the obvious pool: pages, newest last, and whether they are dirty.
type lru struct {
	capacity      int
	order         []pagesim.PageID
	dirty         map[pagesim.PageID]bool
	reads, writes int64
}

func (l *lru) touch(t touch) {
	found := false
	for i, id := range l.order {
		if id == t.id {
			l.order = append(l.order[:i], l.order[i+1:]...)
			found = true
			break
		}
	}
	if t.access == pagesim.Free {
		delete(l.dirty, t.id)
		return
	}
	if !found {
		if t.access != pagesim.Create {
			l.reads++
		}
		if len(l.order) == l.capacity {
			if l.dirty[l.order[0]] {
				l.writes++
			}
			delete(l.dirty, l.order[0])
			l.order = l.order[1:]
		}
	}
	l.order = append(l.order, t.id)
	if dirties(t.access) {
		l.dirty[t.id] = true
	}
}

// random returns touches of up to pages pages, frees and creations among them:
// some near, some anywhere, some in a cycle.
func random(seed uint64, n, pages int) []touch {
	r := splitmix(seed)
	out := make([]touch, n)
	frees := r.intn(30) // in a hundred
	for i := range out {
		id := r.intn(pages)
		switch r.intn(4) {
		case 0:
			id = r.intn(1 + pages/10)
		case 1:
			id = i % pages
		}
		a := accesses[r.intn(len(accesses))]
		if r.intn(100) < frees {
			a = pagesim.Free
		}
		out[i] = touch{pagesim.PageID(id), a}
	}
	return out
}

func play(s *reuse.Stack, touches []touch) *reuse.Stack {
	for _, t := range touches {
		s.Touch(t.id, t.access)
	}
	return s
}

func TestPoolsOfEverySize(t *testing.T) {
	for seed := range uint64(60) {
		pages := 1 + int(seed)*2
		touches := random(seed, 3000, pages)
		s := play(reuse.New(reuse.Options{}), touches[:1000])
		early := s.Curve()
		c := play(s, touches[1000:]).Curve()
		since := c.Since(early)
		for size := 1; size <= pages+2; size++ {
			pool := lru{capacity: size, dirty: map[pagesim.PageID]bool{}}
			for _, x := range touches[:1000] {
				pool.touch(x)
			}
			reads, writes := pool.reads, pool.writes
			require.Equal(t, []int64{reads, writes}, []int64{early.Reads(int64(size)), early.Writes(int64(size))}, "early, seed %d, %d pages", seed, size)
			for _, x := range touches[1000:] {
				pool.touch(x)
			}
			require.Equal(t, []int64{pool.reads, pool.writes}, []int64{c.Reads(int64(size)), c.Writes(int64(size))}, "seed %d, %d pages", seed, size)
			require.Equal(t, []int64{pool.reads - reads, pool.writes - writes}, []int64{since.Reads(int64(size)), since.Writes(int64(size))}, "since, seed %d, %d pages", seed, size)
		}
	}
}

// TestCompactions has more touches than slots, and more pages than the first
// bitmap.
func TestCompactions(t *testing.T) {
	for _, pages := range []int{3, 700, 30_000} {
		touches := random(uint64(pages), 200_000, pages)
		c := play(reuse.New(reuse.Options{}), touches).Curve()
		for _, size := range []int64{1, 2, 50, 600, 5000} {
			pool := newList(size)
			for _, x := range touches {
				pool.touch(x)
			}
			require.Equal(t, pool.reads, c.Reads(size), "%d pages, pool of %d", pages, size)
			require.Equal(t, pool.writes, c.Writes(size), "%d pages, pool of %d", pages, size)
		}
	}
}

func TestALargerPoolNeverReadsMore(t *testing.T) {
	for seed := range uint64(20) {
		c := play(reuse.New(reuse.Options{}), random(seed, 5000, 300)).Curve()
		for size := int64(1); size < 310; size++ {
			require.LessOrEqual(t, c.Reads(size+1), c.Reads(size))
			require.LessOrEqual(t, c.Writes(size+1), c.Writes(size))
		}
	}
}

func TestAnUnboundedPoolReadsEachPageOnce(t *testing.T) {
	r := splitmix(1)
	s := reuse.New(reuse.Options{})
	seen := map[int]bool{}
	for range 20_000 {
		id := r.intn(100) * r.intn(100)
		seen[id] = true
		s.Touch(pagesim.PageID(id), pagesim.Read)
	}
	c := s.Curve()
	require.EqualValues(t, len(seen), c.Pages())
	require.EqualValues(t, len(seen), c.Reads(math.MaxInt64))
	require.EqualValues(t, len(seen), c.Reads(c.Pages()))
	require.EqualValues(t, 20_000, c.Touches())
	require.EqualValues(t, 20_000, c.Reads(0))
}

func TestCreatedPagesAreNotRead(t *testing.T) {
	s := reuse.New(reuse.Options{})
	s.Touch(1, pagesim.Create)
	s.Touch(2, pagesim.Create)
	s.Touch(1, pagesim.Free)
	s.Touch(1, pagesim.Create)
	require.Zero(t, s.Curve().Reads(1))
	s.Touch(2, pagesim.Free)
	s.Touch(2, pagesim.Read)
	require.EqualValues(t, 1, s.Curve().Reads(1_000_000))
}

func TestSmallest(t *testing.T) {
	c := play(reuse.New(reuse.Options{}), random(7, 20_000, 500)).Curve()
	for _, most := range []int64{0, 1, 499, 500, 2000, 5000, 10_000, 20_000} {
		size, ok := c.Smallest(most)
		require.Equal(t, c.Reads(1<<40) <= most, ok)
		if ok {
			require.LessOrEqual(t, c.Reads(size), most)
			require.True(t, size == 1 || c.Reads(size-1) > most)
		}
	}
}

func TestTheEmptyCurve(t *testing.T) {
	for _, c := range []reuse.Curve{{}, reuse.New(reuse.Options{}).Curve(), reuse.New(reuse.Options{Rate: 0.5}).Curve()} {
		require.Zero(t, c.Reads(1))
		require.Zero(t, c.Writes(1))
		require.Zero(t, c.Pages())
		size, ok := c.Smallest(0)
		require.True(t, ok)
		require.EqualValues(t, 1, size)
		require.Equal(t, []reuse.Point{{PoolPages: 1}}, c.Points())
		require.Equal(t, c.Reads(9), c.Since(reuse.Curve{}).Reads(9))
	}
}

// TestPointsShowACliff reads 1,000 pages over and over: each pool of fewer reads
// at each touch, each pool of more never again.
func TestPointsShowACliff(t *testing.T) {
	s := reuse.New(reuse.Options{})
	for i := range 50_000 {
		s.Touch(pagesim.PageID(i%1000), pagesim.Read)
	}
	points := s.Curve().Points()
	require.Contains(t, points, reuse.Point{PoolPages: 999, Reads: 50_000})
	require.Contains(t, points, reuse.Point{PoolPages: 1000, Reads: 1000})
	require.Len(t, points, 11+2)
}

func TestPointsAreNearTheCurve(t *testing.T) {
	c := play(reuse.New(reuse.Options{}), random(3, 100_000, 3000)).Curve()
	points := c.Points()
	require.Less(t, len(points), 80)
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		require.Less(t, a.PoolPages, b.PoolPages)
		for p := a.PoolPages; p <= b.PoolPages; p++ {
			line := float64(a.Reads) + float64(b.Reads-a.Reads)*float64(p-a.PoolPages)/float64(b.PoolPages-a.PoolPages)
			require.InDelta(t, line, c.Reads(p), 0.0051*float64(c.Reads(1)))
		}
	}
	require.GreaterOrEqual(t, points[len(points)-1].PoolPages, c.Pages())
}

func TestRates(t *testing.T) {
	for _, rate := range []float64{-1, 1.1, math.NaN()} {
		require.Panics(t, func() { reuse.New(reuse.Options{Rate: rate}) })
	}
}

// FuzzStack plays bytes into a stack and into naive pools.
func FuzzStack(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 0x42, 0xC1, 1, 2, 0xC0})
	f.Fuzz(func(t *testing.T, in []byte) {
		pools := []lru{{capacity: 1}, {capacity: 2}, {capacity: 3}, {capacity: 7}, {capacity: 32}}
		for i := range pools {
			pools[i].dirty = map[pagesim.PageID]bool{}
		}
		s := reuse.New(reuse.Options{})
		for _, b := range in {
			x := touch{pagesim.PageID(b & 0x1F), pagesim.Access(b >> 5 % 6)}
			s.Touch(x.id, x.access)
			for i := range pools {
				pools[i].touch(x)
			}
		}
		c := s.Curve()
		for _, p := range pools {
			require.Equal(t, p.reads, c.Reads(int64(p.capacity)))
			require.Equal(t, p.writes, c.Writes(int64(p.capacity)))
		}
	})
}
