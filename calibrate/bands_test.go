package calibrate_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/csv"
	"encoding/hex"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/btree"
	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/sim"
)

// testdata/recordings-csv/mariadb-10.11 has final figures of MariaDB 10.11.19
// whose keys are known in kind only. So the model plays the same kind of keys from
// seeds of its own, and is held to bands.
//
// data_length is left alone: it comes from statistics that the server had not
// refreshed. v1b16_pk has 2,275 pages and a data_length of 2,149; v7mono_pk has
// the same pages and 2,278.

const (
	// recordRoom is what the recorded fills are a share of.
	recordRoom = 16256
	// fillBand is how far the mean of a few seeds may be from a recorded fill.
	fillBand = 0.02
	// splitBand is the same for splits, as a share.
	splitBand = 0.05
	// bandSeeds is how many seeds are played where keys are random. Their splits
	// come in waves, so that one draw may be 0.03 away from the mean.
	bandSeeds = 3

	million = 1_000_000
)

// band is a row of a CSV whose keys come from one stream.
type band struct {
	name string
	// column is the type of the key, pad says that a filled varchar(100) follows.
	column string
	pad    bool
	// rows are the rows; 0 means a million.
	rows int64
	// keys is a generator. Without it the keys are the lines of order.
	keys  string
	order order
	// exact says that the keys leave nothing to chance: pages and splits are the
	// recorded ones.
	exact bool
	// limit replaces fillBand, for the reason given.
	limit  float64
	reason string
}

// structureBands are the rows of mariadb10.11_local_structure.csv.
var structureBands = []band{
	{name: "auto_pk", column: "bigint", keys: "autoinc", exact: true},
	{name: "snow_pk", column: "bigint", order: unsortedSnowflakes, exact: true},
	{
		name: "rand_pk", column: "bigint", keys: "randint", limit: 0.04,
		reason: "the recorded draw is 2.2 standard deviations above the mean of 30 seeds, 0.676 ± 0.0145",
	},
	{name: "v4b16_pk", column: "binary(16)", keys: "uuidv4"},
	{name: "v7b16_pk", column: "binary(16)", keys: "uuidv7:rate=8500"},
	{name: "ulid16_pk", column: "binary(16)", keys: "ulid:rate=8500,encoding=bin16"},
	// The recorded time_low did not roll over in 117 s; on the virtual clock it
	// does after 79 s, so the keys come faster.
	{name: "v1b16_pk", column: "binary(16)", keys: "uuidv1:rate=20000", exact: true},
	{name: "v1sw16_pk", column: "binary(16)", keys: "uuidv1swap:rate=8500", exact: true},
	{
		name: "v4c36_pk", column: "char(36)", keys: "uuidv4:encoding=hex36", limit: 0.03,
		reason: "the recorded draw is 3.3 standard deviations above the mean of 30 seeds, 0.666 ± 0.0071",
	},
	{name: "v4b64_pk", column: "char(22) collate latin1_bin", keys: "uuidv4:encoding=base64"},
	// How many rows shared a prefix is not known: here a minute's at 8.5 keys a
	// millisecond. From 6,000 to 510,000 all give fills between 0.65 and 0.664.
	{name: "pmin_pk", column: "char(36)", keys: "prefixed:rows_per_period=510000"},
	{name: "auto_pad", column: "bigint", pad: true, keys: "autoinc", exact: true},
	{name: "v4b16_pad", column: "binary(16)", pad: true, keys: "uuidv4"},
	{name: "v7b16_pad", column: "binary(16)", pad: true, keys: "uuidv7:rate=8500"},
	{name: "v7r01_pk", column: "binary(16)", keys: "uuidv7:rate=100", exact: true},
	{name: "v7r1_pk", column: "binary(16)", keys: "uuidv7:rate=1000", exact: true},
	{name: "v7r2_pk", column: "binary(16)", keys: "uuidv7:rate=2000"},
	{name: "v7r5_pk", column: "binary(16)", keys: "uuidv7:rate=5000"},
	{name: "v7r20_pk", column: "binary(16)", keys: "uuidv7:rate=20000"},
	{name: "v7r100_pk", column: "binary(16)", keys: "uuidv7:rate=100000"},
	{name: "v7r1000_pk", column: "binary(16)", keys: "uuidv7:rate=1000000"},
	{name: "v7mono_pk", column: "binary(16)", keys: "uuidv7:rate=8500,monotonic=1", exact: true},
	{name: "snowp_pk", column: "bigint", keys: "snowflake:rate=8500", exact: true},
	{name: "desc_pk", column: "bigint", keys: "descending", exact: true},
	// Not the generator jitter, whose keys overtake each other across blocks: it is
	// 0.11 away at 100. Blocks of two give the recorded pages whatever the seed.
	{name: "shuf2_pk", column: "bigint", order: shuffledBlocks(2), exact: true},
	{name: "shuf10_pk", column: "bigint", order: shuffledBlocks(10)},
	{name: "shuf100_pk", column: "bigint", order: shuffledBlocks(100)},
	{name: "shuf1000_pk", column: "bigint", order: shuffledBlocks(1000)},
	{name: "shuf10000_pk", column: "bigint", order: shuffledBlocks(10000)},
	// A random sequence grows, not each in turn: that is 0.18 away at 4,096.
	{name: "int8_pk", column: "bigint", keys: "tenant:tenants=8"},
	{name: "int256_pk", column: "bigint", keys: "tenant:tenants=256"},
	{name: "int4096_pk", column: "bigint", keys: "tenant:tenants=4096"},
	{name: "gapfill_pk", column: "bigint", order: evenThenOdd, exact: true},
}

// scenarioBands are the rows of mariadb10.11_local_scenarios.csv that are one
// load. Clocks that run ahead are here 20 ms later than recorded, which keeps
// their order.
var scenarioBands = []band{
	{name: "skew", column: "binary(16)", order: inTurn(4, 20, 17, 25, 0), exact: true},
	{name: "skewr", column: "binary(16)", order: inTurn(1, 20, 17, 25, 0), exact: true},
	{name: "jit100", column: "binary(16)", rows: 500_000, order: delayed(100), exact: true},
	{name: "jit1000", column: "binary(16)", rows: 500_000, order: delayed(1000)},
	{name: "jit10000", column: "binary(16)", rows: 500_000, order: delayed(10000)},
	{name: "ai1", column: "bigint", rows: 200_000, keys: "autoinc", exact: true},
	{name: "uv1", column: "binary(16)", rows: 200_000, keys: "uuidv1swap:rate=50000", exact: true},
	{name: "sk100", column: "binary(16)", rows: 500_000, order: skewed(100, 20, 17, 25, 0)},
	{name: "sk1000", column: "binary(16)", rows: 500_000, order: skewed(1000, 20, 17, 25, 0)},
	{name: "sk4000", column: "binary(16)", rows: 500_000, order: skewed(4000, 20, 17, 25, 0)},
	{name: "ss100", column: "binary(16)", rows: 500_000, order: skewed(100, 1, 1, 2, 0), exact: true},
	{name: "ss1000", column: "binary(16)", rows: 500_000, order: skewed(1000, 1, 1, 2, 0)},
	{name: "ss4000", column: "binary(16)", rows: 500_000, order: skewed(4000, 1, 1, 2, 0)},
}

// otherScenarios are the cases that have tests of their own, or none.
var otherScenarios = map[string]string{
	"mixv4": "TestMigrationBands", "mixv7": "TestMigrationBands", "mixv7r": "TestMigrationBands",
	"wave": "TestRebuildBands", "del": "TestDeleteBands",
	"ai4":  "not modelled: threads that insert at the same time",
	"ai32": "not modelled: threads that insert at the same time",
	"uv32": "not modelled: threads that insert at the same time",
}

// order makes the lines of a key file, one after the other: integers, or hex
// digits.
type order func(n int, rng *keygen.SplitMix64) func(dst []byte, i int) []byte

// unsortedSnowflakes count i % 9 within each millisecond, 8.5 keys a millisecond.
func unsortedSnowflakes(int, *keygen.SplitMix64) func([]byte, int) []byte {
	return func(dst []byte, i int) []byte { return strconv.AppendInt(dst, int64(i)*10/85<<22|int64(i%9), 10) }
}

// evenThenOdd are the even keys, then the odd ones between them.
func evenThenOdd(n int, _ *keygen.SplitMix64) func([]byte, int) []byte {
	return func(dst []byte, i int) []byte { return strconv.AppendInt(dst, int64(2*(i%(n/2))+2*i/n+2), 10) }
}

// shuffledBlocks are ascending keys, each block of them shuffled.
func shuffledBlocks(size int) order {
	return func(n int, rng *keygen.SplitMix64) func([]byte, int) []byte {
		keys := make([]int64, n)
		for i := range keys {
			keys[i] = int64(i + 1)
		}
		for block := range slices.Chunk(keys, size) {
			for i := len(block) - 1; i > 0; i-- {
				j := rng.Next() % uint64(i+1)
				block[i], block[j] = block[j], block[i]
			}
		}
		return func(dst []byte, i int) []byte { return strconv.AppendInt(dst, keys[i], 10) }
	}
}

// appendV7 appends a UUIDv7 of a millisecond, with a random tail.
func appendV7(dst []byte, ms int, rng *keygen.SplitMix64) []byte {
	var k [16]byte
	binary.BigEndian.PutUint64(k[:], uint64(1<<40+ms)<<16|0x7000|rng.Next()&0xFFF)
	binary.BigEndian.PutUint64(k[8:], 1<<63|rng.Next()>>2)
	return hex.AppendEncode(dst, k[:])
}

// inTurn are UUIDv7 of nodes that take turns, each with a clock of its own.
func inTurn(perMilli int, clocks ...int) order {
	return func(_ int, rng *keygen.SplitMix64) func([]byte, int) []byte {
		return func(dst []byte, i int) []byte { return appendV7(dst, i/perMilli+clocks[i%len(clocks)], rng) }
	}
}

// skewed is inTurn with random nodes.
func skewed(rate int, clocks ...int) order {
	return func(_ int, rng *keygen.SplitMix64) func([]byte, int) []byte {
		return func(dst []byte, i int) []byte {
			clock := clocks[rng.Next()%uint64(len(clocks))]
			return appendV7(dst, i*1000/rate+clock, rng)
		}
	}
}

// delayed are UUIDv7 of one node whose way takes an exponential time of 1 ms.
func delayed(rate int) order {
	return func(n int, rng *keygen.SplitMix64) func([]byte, int) []byte {
		type arrival struct {
			at float64
			ms int
		}
		keys := make([]arrival, n)
		for i := range keys {
			birth := float64(i) * 1000 / float64(rate)
			keys[i] = arrival{birth - math.Log(1-float64(rng.Next()>>11)/(1<<53)), int(birth)}
		}
		slices.SortStableFunc(keys, func(a, b arrival) int { return cmp.Compare(a.at, b.at) })
		return func(dst []byte, i int) []byte { return appendV7(dst, keys[i].ms, rng) }
	}
}

// file writes the keys of an order and returns the spec that reads them.
func (o order) file(t *testing.T, rows int, seed uint64, encoding string) string {
	t.Helper()
	rng := keygen.SplitMix64(seed)
	line := o(rows, &rng)
	b := make([]byte, 0, 33*rows)
	for i := range rows {
		b = append(line(b, i), '\n')
	}
	path := filepath.Join(t.TempDir(), "keys")
	require.NoError(t, os.WriteFile(path, b, 0o600))
	return "file:" + path + ",encoding=" + encoding
}

// readBands reads a CSV.
func readBands(t *testing.T, name string) []map[string]string {
	t.Helper()
	b, err := os.ReadFile("../testdata/recordings-csv/mariadb-10.11/" + name)
	require.NoError(t, err)
	r := csv.NewReader(bytes.NewReader(b))
	r.Comment = '#'
	lines, err := r.ReadAll()
	require.NoError(t, err)
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, v := range line {
			row[lines[0][i]] = v
		}
		rows = append(rows, row)
	}
	return rows
}

// number is a figure of a row.
func number(t *testing.T, row map[string]string, column string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(row[column], 64)
	require.NoError(t, err, "%s of %v", column, row)
	return v
}

// playOnMariaDB plays phases and returns the result.
func playOnMariaDB(t *testing.T, c sim.Config) pagesim.Result {
	t.Helper()
	c.Server = "mariadb-10.11"
	m, err := sim.New(c, sim.Env{})
	require.NoError(t, err)
	require.NoError(t, m.Play(context.Background()))
	return m.Result()
}

// inserts is a phase that inserts keys.
func inserts(t *testing.T, keys string, rows int64, seed uint64) sim.Phase {
	t.Helper()
	spec, err := keygen.Parse(keys)
	require.NoError(t, err)
	return sim.Phase{Rows: rows, Keys: []sim.Stream{{Column: "id", Keys: spec, Seed: seed}}}
}

// bandFigures are what a CSV and a result both say.
type bandFigures struct{ splits, leaves, fill float64 }

func bandFiguresOf(r pagesim.Result) bandFigures {
	x := r.Indexes[0]
	leaf := x.Levels[0]
	return bandFigures{
		float64(x.Counters.PageSplits), float64(leaf.Pages),
		float64(leaf.DataBytes) / float64(leaf.Pages*recordRoom),
	}
}

// play plays the band's keys from a few seeds and averages.
func (b band) play(t *testing.T) bandFigures {
	t.Helper()
	seeds := uint64(bandSeeds)
	if b.exact {
		seeds = 1
	}
	var sum bandFigures
	for seed := uint64(1); seed <= seeds; seed++ {
		f := bandFiguresOf(playOnMariaDB(t, b.config(t, seed)))
		sum = bandFigures{sum.splits + f.splits, sum.leaves + f.leaves, sum.fill + f.fill}
	}
	n := float64(seeds)
	return bandFigures{sum.splits / n, sum.leaves / n, sum.fill / n}
}

// config is the run of a seed.
func (b band) config(t *testing.T, seed uint64) sim.Config {
	t.Helper()
	rows, keys := cmp.Or(b.rows, million), b.keys
	if b.order != nil {
		encoding := "int"
		if b.column == "binary(16)" {
			encoding = "hex"
		}
		keys = b.order.file(t, int(rows), seed, encoding)
	}
	ph, columns := inserts(t, keys, rows, seed), "id "+b.column+" primary key"
	if b.pad {
		columns += ", pad varchar(100) not null"
		ph.Payload = []sim.Payload{{Column: "pad", Min: 100, Max: 100}}
	}
	return sim.Config{DDL: "create table t (" + columns + ") default charset=latin1", Phases: []sim.Phase{ph}}
}

// check holds what was played against a recorded row.
func (b band) check(t *testing.T, splits, leaves, fill float64, got bandFigures) {
	t.Helper()
	t.Logf("fill %.4f, model %.4f (%+.4f); splits %.0f, model %.0f; leaf pages %.0f, model %.0f",
		fill, got.fill, got.fill-fill, splits, got.splits, leaves, got.leaves)
	if b.exact {
		require.Equal(t, []float64{splits, leaves}, []float64{got.splits, got.leaves})
		return
	}
	require.InDelta(t, fill, got.fill, cmp.Or(b.limit, fillBand), b.reason)
	require.InEpsilon(t, splits, got.splits, splitBand)
}

// playBands plays the bands of a CSV side by side and checks each.
func playBands(t *testing.T, bands []band, recorded map[string]map[string]string, splits string) []bandFigures {
	t.Helper()
	got := make([]bandFigures, len(bands))
	t.Run("bands", func(t *testing.T) {
		for i, b := range bands {
			t.Run(b.name, func(t *testing.T) {
				t.Parallel()
				row := recorded[b.name]
				require.NotNil(t, row)
				got[i] = b.play(t)
				b.check(t, number(t, row, splits), number(t, row, "leaf_pages"), number(t, row, "leaf_fill"), got[i])
			})
		}
	})
	return got
}

// byCase are the first rows of each case.
func byCase(rows []map[string]string) map[string]map[string]string {
	cases := map[string]map[string]string{}
	for _, row := range rows {
		if cases[row["case"]] == nil {
			cases[row["case"]] = row
		}
	}
	return cases
}

// TestStructureBands plays all 33 key orders: fill within 0.02 but for two draws
// of which the table says why, the order of any two whose fills are more than 0.02
// apart, and the order of all by Spearman's rank correlation.
func TestStructureBands(t *testing.T) {
	if testing.Short() {
		t.Skip("long: run without -short")
	}
	recorded := byCase(readBands(t, "mariadb10.11_local_structure.csv"))
	require.Len(t, recorded, len(structureBands))
	got := playBands(t, structureBands, recorded, "page_splits")
	if t.Failed() {
		return
	}
	var want, have []float64
	for i, b := range structureBands {
		want, have = append(want, number(t, recorded[b.name], "leaf_fill")), append(have, got[i].fill)
	}
	for i, a := range structureBands {
		for j, b := range structureBands {
			if a.reason == "" && b.reason == "" && want[i] > want[j]+fillBand {
				require.Greater(t, have[i], have[j], "%s is fuller than %s", a.name, b.name)
			}
		}
	}
	rho := correlation(ranks(want), ranks(have))
	t.Logf("Spearman's rank correlation of fill: %.4f", rho)
	require.Greater(t, rho, 0.98)
}

// ranks are the ranks of figures; those that agree to three decimals share one.
func ranks(xs []float64) []float64 {
	const equal = 0.0005
	out := make([]float64, len(xs))
	for i, x := range xs {
		for _, y := range xs {
			switch {
			case math.Abs(y-x) < equal:
				out[i] += 0.5
			case y < x:
				out[i]++
			}
		}
	}
	return out
}

// correlation is Pearson's.
func correlation(xs, ys []float64) float64 {
	mx, dx := meanAndDeviation(xs)
	my, dy := meanAndDeviation(ys)
	sum := 0.0
	for i := range xs {
		sum += (xs[i] - mx) * (ys[i] - my)
	}
	return sum / (dx * dy * float64(len(xs)-1))
}

// TestScenarioBands plays the scenarios that are one load, and sees that no case
// of the CSV is forgotten.
func TestScenarioBands(t *testing.T) {
	recorded := byCase(readBands(t, "mariadb10.11_local_scenarios.csv"))
	require.Len(t, recorded, len(scenarioBands)+len(otherScenarios))
	for name := range otherScenarios {
		require.Contains(t, recorded, name)
	}
	if testing.Short() {
		t.Skip("long: run without -short")
	}
	playBands(t, scenarioBands, recorded, "splits")
}

// keyOnly is the table of the scenarios.
const keyOnly = "create table t (id binary(16) primary key)"

// TestMigrationBands plays 500,000 random UUIDs, then as many of another kind.
func TestMigrationBands(t *testing.T) {
	if testing.Short() {
		t.Skip("long: run without -short")
	}
	const half = million / 2
	second := map[string]string{
		"+500k v4": "uuidv4", "500k v4 +500k v7mono": "uuidv7:rate=8500,monotonic=1", "500k v4 +500k v7 random tail 8.5/ms": "uuidv7:rate=8500",
	}
	seen := 0
	for _, row := range readBands(t, "mariadb10.11_local_scenarios.csv") {
		keys := second[row["step"]]
		if keys == "" && row["step"] != "500k v4" {
			continue
		}
		seen++
		var got bandFigures
		for seed := uint64(1); seed <= bandSeeds; seed++ {
			c := sim.Config{DDL: keyOnly, SampleRows: half, Phases: []sim.Phase{inserts(t, "uuidv4", half, seed)}}
			if keys != "" {
				c.Phases = append(c.Phases, inserts(t, keys, half, seed+bandSeeds))
			}
			r := playOnMariaDB(t, c)
			f := bandFiguresOf(r)
			if keys != "" {
				f.splits -= float64(r.Samples[0].PageSplits)
			}
			got = bandFigures{got.splits + f.splits/bandSeeds, got.leaves + f.leaves/bandSeeds, got.fill + f.fill/bandSeeds}
		}
		t.Logf("%s, %s:", row["case"], row["step"])
		band{}.check(t, number(t, row, "splits"), number(t, row, "leaf_pages"), number(t, row, "leaf_fill"), got)
	}
	require.Equal(t, 4, seen)
}

// TestRebuildBands plays 1 M random UUIDs, a rebuild and 1 M more. The pages of the
// rebuild are the recorded ones, the splits after it within 5 % all along, but at
// 2 M rows, in the rise of the second wave, within 10 %.
func TestRebuildBands(t *testing.T) {
	if testing.Short() {
		t.Skip("long: run without -short")
	}
	const each, steps = 100_000, 10
	var rows []map[string]string
	for _, row := range readBands(t, "mariadb10.11_local_scenarios.csv") {
		if row["case"] == "wave" {
			rows = append(rows, row)
		}
	}
	require.Len(t, rows, steps+2)
	load, rebuild := inserts(t, "uuidv4", million, 1), sim.Phase{Op: "sql", SQL: "optimize table t"}
	rebuilt := playOnMariaDB(t, sim.Config{DDL: keyOnly, Phases: []sim.Phase{load, rebuild}})
	require.EqualValues(t, number(t, rows[0], "leaf_pages"), rebuilt.Indexes[0].Levels[0].Pages)
	require.InDelta(t, number(t, rows[0], "leaf_fill"), bandFiguresOf(rebuilt).fill, 0.0001)

	more := load
	more.Rows, more.Skip = 2*million, million
	r := playOnMariaDB(t, sim.Config{DDL: keyOnly, SampleRows: each, Phases: []sim.Phase{load, rebuild, more}})
	require.Len(t, r.Samples, 2*steps)
	for i := range steps {
		want := number(t, rows[1+i], "splits")
		got := float64(r.Samples[steps+i].PageSplits - r.Samples[steps-1].PageSplits)
		t.Logf("%d rows after the rebuild: %.0f splits, model %.0f", (i+1)*each, want, got)
		band := splitBand
		if i == steps-1 {
			band = 2 * splitBand
		}
		require.InEpsilon(t, want, got, band)
	}
	last := rows[steps+1]
	require.InDelta(t, number(t, last, "leaf_fill"), bandFiguresOf(r).fill, fillBand)
}

// TestDeleteBands deletes half of 1 M random UUIDs, then a quarter of the rest:
// rows drawn at random, in the order of the key, as one statement finds them.
// (In random order there are 37,000 attempts in place of 70,000.) Purge was still
// running when the counters were read, so they are held to 10 %.
func TestDeleteBands(t *testing.T) {
	if testing.Short() {
		t.Skip("long: run without -short")
	}
	var rows []map[string]string
	for _, row := range readBands(t, "mariadb10.11_local_scenarios.csv") {
		if row["case"] == "del" {
			rows = append(rows, row)
		}
	}
	require.Len(t, rows, 3)
	config := sim.Config{DDL: keyOnly, Server: "mariadb-10.11", Phases: []sim.Phase{inserts(t, "uuidv4", million, 1)}}
	m, err := sim.New(config, sim.Env{})
	require.NoError(t, err)
	require.NoError(t, m.Play(context.Background()))
	band{}.check(t, number(t, rows[0], "splits"), number(t, rows[0], "leaf_pages"), number(t, rows[0], "leaf_fill"), bandFiguresOf(m.Result()))
	tree, rng := m.Trees()[0], keygen.SplitMix64(1)
	for i, every := range []uint64{2, 4} {
		deleteSome(t, tree, every, &rng)
		s := tree.Stats()
		t.Logf("%s: %s attempts, model %d; %s merges, model %d; %d reorganisations", rows[i+1]["step"],
			rows[i+1]["merge_attempts"], s.MergeAttempts, rows[i+1]["merge_ok"], s.MergeSuccessful, s.ReorgSuccessful)
		require.InEpsilon(t, number(t, rows[i+1], "merge_attempts"), s.MergeAttempts, 0.1)
		require.InEpsilon(t, number(t, rows[i+1], "merge_ok"), s.MergeSuccessful, 0.1)
	}
}

// deleteSome marks each record with a chance of one in every, then purges those.
func deleteSome(t *testing.T, tree *btree.Tree, every uint64, rng *keygen.SplitMix64) {
	t.Helper()
	var chosen [][]byte
	for r := range tree.Records() {
		if rng.Next()%every == 0 {
			chosen = append(chosen, slices.Clone(r.Key))
		}
	}
	for _, key := range chosen {
		require.NoError(t, tree.DeleteMark(key))
	}
	for _, key := range chosen {
		tree.Purge(key)
	}
}

// TestSplitsOfTheIOBands plays 4 M random UUIDs: splits so far within 5 % at each
// 100,000 rows. The other columns are reads and writes, which this leaves alone.
func TestSplitsOfTheIOBands(t *testing.T) {
	if testing.Short() {
		t.Skip("long: run without -short")
	}
	const each = 100_000
	rows := readBands(t, "mariadb10.11_local_io_v4.csv")
	require.Len(t, rows, 39)
	r := playOnMariaDB(t, sim.Config{DDL: keyOnly, SampleRows: each, Phases: []sim.Phase{inserts(t, "uuidv4", 4*million, 1)}})
	worst := 0.0
	for _, row := range rows {
		n, want := number(t, row, "rows"), number(t, row, "splits_cum")
		s := r.Samples[int(n)/each-1]
		require.EqualValues(t, n, s.Rows)
		require.InEpsilon(t, want, s.PageSplits, splitBand, "%.0f rows", n)
		worst = max(worst, math.Abs(float64(s.PageSplits)/want-1))
	}
	t.Logf("at worst %.1f %% off", 100*worst)
}

func meanAndDeviation(xs []float64) (mean, deviation float64) {
	for _, x := range xs {
		mean += x / float64(len(xs))
	}
	for _, x := range xs {
		deviation += (x - mean) * (x - mean) / float64(len(xs)-1)
	}
	return mean, math.Sqrt(deviation)
}
