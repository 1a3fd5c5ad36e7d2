package main

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/fractal"
)

// enginesArticle is testdata/articles/innodb-vs-tokudb-2014.json.
type enginesArticle struct {
	Rows   float64 `json:"rows"`
	SizeMB map[string]struct {
		Data float64 `json:"data"`
	} `json:"size_mb"`
	Seconds map[string]map[string]float64 `json:"seconds"`
}

const enginesScenario = "run docs/articles/innodb-tokudb.yaml"

// engineSizes compares the data of both engines, loaded with the same rows.
func engineSizes(t *testing.T) string {
	t.Helper()
	var a enginesArticle
	readArticle(t, "innodb-vs-tokudb-2014", &a)
	line := enginesScenario + " --engine innodb,fractal"
	r := resultsOf(t, line)
	rows := float64(r[0].Rows)
	require.InDelta(t, a.Rows, rows, 0)
	perRow := func(bytes float64) float64 { return bytes / rows }
	was := func(engine string) float64 { return perRow(a.SizeMB[engine].Data * (1 << 20)) }
	innodb := perRow(float64(r[0].Table.DataLength))
	leaves, file := perRow(float64(r[1].Indexes[0].Levels[0].DataBytes)), perRow(float64(r[1].Table.FileBytes))
	require.InEpsilon(t, was("innodb"), innodb, articleBar, "the filler is chosen for it")
	require.InEpsilon(t, was("tokudb"), leaves, 0.10)
	require.InEpsilon(t, was("tokudb"), file, 0.10)
	return shown(line) + claimHead +
		claim("InnoDB, bytes of data a row (the filler is chosen for it)", number(was("innodb")), number(innodb), percent(was("innodb"), innodb)) +
		claim("TokuDB, bytes of rows in the leaves a row", number(was("tokudb")), number(leaves), percent(was("tokudb"), leaves)) +
		claim("TokuDB, bytes of the file a row", number(was("tokudb")), number(file), percent(was("tokudb"), file))
}

// engineRandomIndex counts requests for an index of random keys that outgrows the pool.
func engineRandomIndex(t *testing.T) string {
	t.Helper()
	const line = "run --keys autoinc --index device=uuidv4 --rows 800k --pool 24M --set innodb_change_buffering=none --engine innodb,fractal"
	r := resultsOf(t, line)
	requests := func(r pagesim.Result) float64 { return float64(r.Pool.IO.Reads + r.Pool.IO.Written) }
	innodb, tree := requests(r[0]), requests(r[1])
	require.Greater(t, innodb, 20*tree)
	return shown(line) + "| | InnoDB | fractal tree | ratio |\n|---|---:|---:|---:|\n" +
		fmt.Sprintf("| reads and writes | %s | %s | %.0f |\n", number(innodb), number(tree), innodb/tree)
}

// statementHead is the head of the table of statements.
const statementHead = "| | InnoDB, s | TokuDB, s | pagesim: InnoDB | pagesim: fractal tree |\n|---|---:|---:|---:|---:|\n"

// engineStatements sets what statements cost in pages and nodes beside the seconds of
// the article.
func engineStatements(t *testing.T) string {
	t.Helper()
	var a enginesArticle
	readArticle(t, "innodb-vs-tokudb-2014", &a)
	line := "run docs/articles/innodb-tokudb-alter.yaml"
	phases := resultsOf(t, line)[0].Phases
	row := func(what string, innodb, tree string) string {
		s := a.Seconds[what]
		require.NotEmpty(t, s, what)
		return fmt.Sprintf("| %s | %.2f | %.2f | %s | %s |\n", what, s["innodb"], s["tokudb"], innodb, tree)
	}
	built := func(i int) string {
		return number(float64(phases[i].LeafPages-phases[i-1].LeafPages)) + " leaf pages built"
	}
	rewritten := number(float64(phases[3].LeafPages)) + " leaf pages written anew"
	leaves, nonleaves := broadcast(t)
	message := fmt.Sprintf("%d leaves, %d internal node written", leaves, nonleaves)
	pages, tree := ranges(t)
	require.Greater(t, tree, pages)
	return shown(line) + statementHead +
		row("add ordinary index", built(1), loaded(t, phases[0].Rows, 8)) +
		row("add unique index", built(2), loaded(t, phases[0].Rows, 24)) +
		row("add column", rewritten, message) +
		row("drop column", rewritten, message) +
		row("range query, about one day of rows", fmt.Sprintf("%.0f KiB read for 500 rows", pages), fmt.Sprintf("%.0f KiB read for 500 rows", tree))
}

// loaded is what the bulk loader writes for an index of entries of so many bytes.
func loaded(t *testing.T, rows int64, keyBytes int) string {
	t.Helper()
	tree, _ := newTree(keyBytes)
	l := tree.NewLoader()
	key := make([]byte, keyBytes)
	for i := range uint64(rows) {
		binary.BigEndian.PutUint64(key, (i+1)*0x9E3779B97F4A7C15)
		l.Add(key, keyBytes, 0)
	}
	require.NoError(t, l.Close())
	n := tree.IO().Loaded
	return fmt.Sprintf("%s leaves built, %.0f MiB", number(float64(n.Leaves)), float64(n.LeafBytes)/(1<<20))
}

// broadcast is the nodes that one message to all rows writes: a column is one message
// in each buffer of the root.
func broadcast(t *testing.T) (leaves, nonleaves int64) {
	t.Helper()
	tree, _ := newTree(16)
	fill(tree)
	before := tree.IO().Checkpointed
	tree.Broadcast(8, 8)
	tree.Checkpoint()
	after := tree.IO().Checkpointed
	leaves, nonleaves = after.Leaves-before.Leaves, after.Nonleaves-before.Nonleaves
	require.Zero(t, leaves)
	require.EqualValues(t, 1, nonleaves)
	return leaves, nonleaves
}

// ranges is the KiB that a range of 500 rows reads after random inserts, from InnoDB's
// pages of 79 rows and the first page of each level, and from the tree's leaves, whose
// basements have 64 KiB: the mean of 10 ranges, cold. Internal nodes, whole with what
// waits in them, come once and are left out.
func ranges(t *testing.T) (pages, basements float64) {
	t.Helper()
	tree, cache := newTree(16)
	fill(tree)
	cache.Reopen()
	leafBytes := func() int64 { return tree.IO().Bytes - tree.IO().WholeBytes }
	before := leafBytes()
	var key [16]byte
	const rows, times = 500, 10
	for i := range uint64(times) {
		binary.BigEndian.PutUint64(key[:], i*0x9E3779B97F4A7C15)
		tree.Range(key[:], 16, rows, true)
	}
	return float64(rows/79+2) * pageBytes / 1024, float64(leafBytes()-before) / times / 1024
}

// newTree is an empty fractal tree with keys of so many bytes in a cache of 1 GiB.
func newTree(keyBytes int) (*fractal.Tree, *fractal.Cache) {
	cache := fractal.NewCache(fractal.CacheConfig{Bytes: 1 << 30})
	return fractal.New(fractal.Config{KeyBytes: keyBytes, BasementBytes: fractal.ServerBasementBytes}, cache), cache
}

// fill gives a tree a million random keys with values of 100 bytes.
func fill(tree *fractal.Tree) {
	var key [16]byte
	x := uint64(1)
	for range 1_000_000 {
		x = x*6364136223846793005 + 1442695040888963407
		binary.BigEndian.PutUint64(key[:], x*0x9E3779B97F4A7C15)
		binary.BigEndian.PutUint64(key[8:], x)
		tree.Put(key[:], 16, 100)
	}
	tree.Checkpoint()
}
