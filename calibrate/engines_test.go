package calibrate_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/fractal"
	"github.com/pagesim/pagesim/sim"
)

// playBoth plays the example of the article on both engines.
func playBoth(t *testing.T, change func(*sim.Config)) (innodb, tree pagesim.Result) {
	t.Helper()
	f, err := os.Open("../examples/innodb-vs-tokudb.yaml")
	require.NoError(t, err)
	defer func() { require.NoError(t, f.Close()) }()
	c, err := sim.ReadScenario(f)
	require.NoError(t, err)
	c.Phases = c.Phases[:1] // the inserts
	change(&c)
	innodb, err = sim.Run(context.Background(), c, sim.Env{})
	require.NoError(t, err)
	c.Engine = sim.EngineFractal
	tree, err = sim.Run(context.Background(), c, sim.Env{})
	require.NoError(t, err)
	return innodb, tree
}

// enginesArticle is innodb-vs-tokudb-2014.json.
type enginesArticle struct {
	SizeMB map[string]struct {
		Data float64 `json:"data"`
	} `json:"size_mb"`
	Seconds map[string]map[string]float64 `json:"seconds"`
}

func readEngines(t *testing.T) enginesArticle {
	t.Helper()
	b, err := os.ReadFile("../testdata/articles/innodb-vs-tokudb-2014.json")
	require.NoError(t, err)
	var a enginesArticle
	require.NoError(t, json.Unmarshal(b, &a))
	return a
}

// TestSizesOfTheEnginesArticle: both tables compressed alike, the files are in the
// article's proportion within 10 %.
func TestSizesOfTheEnginesArticle(t *testing.T) {
	a := readEngines(t)
	innodb, tree := playBoth(t, func(c *sim.Config) { c.PoolBytes = 512 << 20 })
	recorded := a.SizeMB["tokudb"].Data / a.SizeMB["innodb"].Data
	predicted := float64(tree.Table.FileBytes) / float64(innodb.Table.FileBytes)
	require.InEpsilon(t, recorded, predicted, 0.10)
}

// TestRandomIndexOfTheEnginesArticle: with an index of random keys beyond the pool the
// fractal tree makes few requests where InnoDB makes many.
func TestRandomIndexOfTheEnginesArticle(t *testing.T) {
	innodb, tree := playBoth(t, func(c *sim.Config) {
		c.PoolBytes = 48 << 20
		c.Set = map[string]string{"innodb_change_buffering": "none"}
	})
	requests := func(r pagesim.Result) int64 { return r.Pool.IO.Reads + r.Pool.IO.Written }
	require.Greater(t, requests(innodb), 20*requests(tree))
}

// TestAddedColumnOfTheEnginesArticle: a column is one message in each buffer of the
// root, and no leaf is written; InnoDB writes every leaf page anew.
func TestAddedColumnOfTheEnginesArticle(t *testing.T) {
	a := readEngines(t)
	require.Greater(t, a.Seconds["add column"]["innodb"], 100*a.Seconds["add column"]["tokudb"])
	tree, _ := loadTree(t, 1_000_000)
	before, shape := tree.IO(), tree.Shape()
	tree.Broadcast(8, 8)
	tree.Checkpoint()
	written := tree.IO().Checkpointed
	require.Equal(t, before.Checkpointed.Leaves, written.Leaves)
	require.EqualValues(t, 1, written.Nonleaves-before.Checkpointed.Nonleaves)
	require.Positive(t, shape.Nodes[0])

	f, err := os.Open("../examples/innodb-vs-tokudb.yaml")
	require.NoError(t, err)
	defer func() { require.NoError(t, f.Close()) }()
	c, err := sim.ReadScenario(f)
	require.NoError(t, err)
	c.Phases = append(c.Phases[:1], sim.Phase{Op: "sql", SQL: "alter table readings force"})
	r, err := sim.Run(context.Background(), c, sim.Env{})
	require.NoError(t, err)
	leaves := r.Phases[1].LeafPages
	require.Greater(t, r.Indexes[0].IO.Created, leaves, "every leaf page is created anew")
}

// TestRangeOfTheEnginesArticle: after random inserts a range is dearer on the fractal
// tree: it reads basements of 64 KiB where InnoDB reads pages of 16 KiB.
func TestRangeOfTheEnginesArticle(t *testing.T) {
	a := readEngines(t)
	seconds := a.Seconds["range query, about one day of rows"]
	require.Greater(t, seconds["tokudb"], seconds["innodb"])
	tree, cache := loadTree(t, 1_000_000)
	tree.Checkpoint()
	cache.Reopen()
	before := tree.IO().Bytes
	var key [16]byte
	const rows = 500
	for i := range uint64(100) {
		binary.BigEndian.PutUint64(key[:], i*0x9E3779B97F4A7C15)
		tree.Range(key[:], 16, rows, true)
	}
	perRange := float64(tree.IO().Bytes-before) / 100
	// InnoDB: 79 rows a page of random keys, and the first page of each level.
	require.Greater(t, perRange, float64(rows/79+2)*16384)
}

// loadTree loads a fractal tree with random keys and values of 100 bytes.
func loadTree(t *testing.T, rows int) (*fractal.Tree, *fractal.Cache) {
	t.Helper()
	cache := fractal.NewCache(fractal.CacheConfig{Bytes: 1 << 30})
	tree := fractal.New(fractal.Config{KeyBytes: 16, BasementBytes: fractal.ServerBasementBytes}, cache)
	var key [16]byte
	x := uint64(1)
	for range rows {
		x = x*6364136223846793005 + 1442695040888963407
		binary.BigEndian.PutUint64(key[:], x*0x9E3779B97F4A7C15)
		binary.BigEndian.PutUint64(key[8:], x)
		tree.Put(key[:], 16, 100)
	}
	tree.Checkpoint()
	return tree, cache
}
