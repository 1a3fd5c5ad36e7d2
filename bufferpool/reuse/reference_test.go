package reuse_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/btree"
	"github.com/pagesim/pagesim/bufferpool/reuse"
	"github.com/pagesim/pagesim/bufferpool/trace"
)

// The streams that libCacheSim replayed too. They are functions of these
// constants; testdata/libcachesim has only what libCacheSim counted.
const (
	objects  = 100_000
	requests = 2_000_000
	rows     = 200_000
)

var streams = []struct {
	name    string
	touches func() []touch
}{
	{"uniform", sync.OnceValue(func() []touch { return reads(uniform(1, requests, objects)) })},
	{"zipf", sync.OnceValue(func() []touch { return reads(zipf(1, requests, objects)) })},
	{"btree", sync.OnceValue(func() []touch {
		var t touches
		insertRandomKeys(&t)
		return t
	})},
}

func reads(ids []pagesim.PageID) []touch {
	out := make([]touch, len(ids))
	for i, id := range ids {
		out[i] = touch{id, pagesim.Read}
	}
	return out
}

type touches []touch

func (t *touches) Touch(id pagesim.PageID, a pagesim.Access) { *t = append(*t, touch{id, a}) }

// insertRandomKeys inserts random keys of 16 bytes, 134 bytes a record, into an
// index of the exact engine.
func insertRandomKeys(pages pagesim.Pages) {
	tree := btree.New(pagesim.IndexShape{
		Name: "PRIMARY", Clustered: true, KeyBytes: 16, LeafBytes: 134, PointerBytes: 25, MergeThreshold: 50,
	}, btree.Options{Pages: pages})
	r := splitmix(1)
	var key [16]byte
	for range rows {
		binary.BigEndian.PutUint64(key[:], r.next())
		binary.BigEndian.PutUint64(key[8:], r.next())
		if err := tree.Insert(pagesim.Record{Key: key[:], LeafBytes: 134, PointerBytes: 25, UniqueBytes: 16}); err != nil {
			panic(err)
		}
	}
}

func export(t *testing.T, touches []touch, format, path string) {
	t.Helper()
	file, err := os.Create(path)
	require.NoError(t, err)
	w, err := trace.New(file, format)
	require.NoError(t, err)
	for _, x := range touches {
		w.Touch(x.id, x.access)
	}
	require.NoError(t, w.Close())
	require.NoError(t, file.Close())
}

// TestExportStreams writes the streams for testdata/libcachesim/make.py.
func TestExportStreams(t *testing.T) {
	dir := os.Getenv("PAGESIM_TRACES")
	if dir == "" {
		t.Skip("PAGESIM_TRACES is not set to a folder")
	}
	for _, s := range streams {
		for _, f := range trace.Formats() {
			export(t, s.touches(), f.Name, filepath.Join(dir, s.name+"."+f.Name))
		}
	}
}

type reference struct {
	Traces map[string]struct {
		Requests int64
		SHA256   string
		Misses   []struct{ Pages, Misses int64 }
	}
}

// TestLibCacheSim exports the streams and compares the misses with those of
// libCacheSim's LRU.
func TestLibCacheSim(t *testing.T) {
	if testing.Short() {
		t.Skip("millions of touches")
	}
	text, err := os.ReadFile("../../testdata/libcachesim/misses.json")
	require.NoError(t, err)
	var want reference
	require.NoError(t, json.Unmarshal(text, &want))
	require.Len(t, want.Traces, len(streams))
	for _, s := range streams {
		t.Run(s.name, func(t *testing.T) {
			want := want.Traces[s.name]
			path := filepath.Join(t.TempDir(), "trace")
			export(t, s.touches(), "oracleGeneral", path)
			require.Equal(t, want.SHA256, sum(t, path), "not the trace that libCacheSim replayed: run testdata/libcachesim/make.py")

			file, err := os.Open(path)
			require.NoError(t, err)
			replayed := reuse.New(reuse.Options{})
			n, err := trace.Replay(file, "oracleGeneral", replayed)
			require.NoError(t, err)
			require.NoError(t, file.Close())
			require.EqualValues(t, want.Requests, n)

			direct := play(reuse.New(reuse.Options{}), s.touches())
			created := int64(0)
			for _, x := range s.touches() {
				require.NotEqual(t, pagesim.Free, x.access, "the trace is without frees")
				if x.access == pagesim.Create {
					created++
				}
			}
			require.NotEmpty(t, want.Misses)
			for _, m := range want.Misses {
				require.Equal(t, m.Misses, replayed.Curve().Reads(m.Pages), "pool of %d pages", m.Pages)
				require.Equal(t, m.Misses, direct.Curve().Reads(m.Pages)+created, "pool of %d pages, creations not read", m.Pages)
			}
		})
	}
}

// TestPrefetches holds the curve of a B-tree's inserts against pools that leave
// a prefetched page where it is if they have it.
func TestPrefetches(t *testing.T) {
	touches := streams[2].touches()
	c := play(reuse.New(reuse.Options{}), touches).Curve()
	worst := 0.0
	for _, size := range []int64{10, 50, 200, 500, 1000, 1500, 2000} {
		pool := newList(size)
		pool.prefetchStays = true
		for _, x := range touches {
			pool.touch(x)
		}
		off := math.Abs(float64(c.Reads(size))/float64(pool.reads) - 1)
		worst = max(worst, off)
		require.Less(t, off, 0.005, "pool of %d pages", size)
	}
	t.Logf("at most %.2f %% off", 100*worst)
}

func sum(t *testing.T, path string) string {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	h := sha256.New()
	_, err = io.Copy(h, file)
	require.NoError(t, err)
	require.NoError(t, file.Close())
	return hex.EncodeToString(h.Sum(nil))
}

// che is Che's approximation of the misses of an LRU pool that is empty at first
// (Che, Tung and Wang 2002): until t, which is when so many different pages have
// been touched, each first touch is a miss; from then on, each touch of a page
// that was not touched for t.
func che(popularity []float64, pages, n float64) float64 {
	distinct := func(t float64) float64 {
		sum := 0.0
		for _, p := range popularity {
			sum -= math.Expm1(-p * t)
		}
		return sum
	}
	lo, hi := 0.0, n
	if distinct(hi) <= pages {
		return distinct(hi)
	}
	for range 60 {
		if m := (lo + hi) / 2; distinct(m) < pages {
			lo = m
		} else {
			hi = m
		}
	}
	ratio := 0.0
	for _, p := range popularity {
		ratio += p * math.Exp(-p*lo)
	}
	return pages + (n-lo)*ratio
}

// streamsForChe is the number of streams that TestChe takes the mean of: where a
// pool holds most pages, one stream of so few requests is up to 0.6 % off.
const streamsForChe = 4

func TestChe(t *testing.T) {
	if testing.Short() {
		t.Skip("millions of touches")
	}
	even, harmonic := make([]float64, objects), make([]float64, objects)
	sum := 0.0
	for i := range objects {
		sum += 1 / float64(i+1)
	}
	for i := range objects {
		even[i], harmonic[i] = 1./objects, 1/float64(i+1)/sum
	}
	worst := 0.0
	for _, c := range []struct {
		refs       string
		make       func(seed uint64, n, pages int) []pagesim.PageID
		popularity []float64
	}{{"uniform", uniform, even}, {"zipf", zipf, harmonic}} {
		var curves [streamsForChe]reuse.Curve
		for seed := range curves {
			s := reuse.New(reuse.Options{})
			curves[seed] = play(s, reads(c.make(uint64(seed)+1, requests, objects))).Curve()
		}
		for _, pages := range []int64{100, 1000, 10_000, 30_000, 50_000, 70_000, 90_000, 99_000, objects} {
			want := che(c.popularity, float64(pages), requests)
			mean := 0.0
			for _, curve := range curves {
				mean += float64(curve.Reads(pages)) / streamsForChe
			}
			off := math.Abs(mean/want - 1)
			worst = max(worst, off)
			require.Less(t, off, 0.005, "%s, %d pages: %.0f reads, Che %.0f", c.refs, pages, mean, want)
		}
	}
	t.Logf("at most %.2f %% off", 100*worst)
}

// TestSampledError measures the error of samples against the exact curve, as a
// share of all touches, for pools that have at least ten pages in the sample. The
// package comment has what it logs.
func TestSampledError(t *testing.T) {
	if testing.Short() {
		t.Skip("millions of touches")
	}
	for _, stream := range streams {
		want := play(reuse.New(reuse.Options{}), stream.touches()).Curve()
		for _, rate := range []float64{0.3, 0.1, 0.01} {
			var squares, worst float64
			points := 0
			for seed := range uint64(5) {
				got := play(reuse.New(reuse.Options{Rate: rate, Seed: seed}), stream.touches()).Curve()
				require.Equal(t, want.Touches(), got.Touches())
				for pages := int64(10/rate) + 1; pages < want.Pages(); pages += pages/8 + 1 {
					require.LessOrEqual(t, got.Reads(pages+1), got.Reads(pages))
					off := math.Abs(float64(got.Reads(pages)-want.Reads(pages))) / float64(want.Touches())
					squares += off * off
					worst = max(worst, off)
					points++
				}
			}
			rms := math.Sqrt(squares / float64(points))
			t.Logf("%s, rate %v, %d pages, %d sizes: %.2f %%, at most %.2f %%", stream.name, rate, want.Pages(), points/5, 100*rms, 100*worst)
			require.Less(t, rms, 0.01, "%s, rate %v", stream.name, rate)
			require.Less(t, worst, 0.03, "%s, rate %v", stream.name, rate)
		}
	}
}
