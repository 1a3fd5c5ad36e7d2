package sim_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/sim"
)

func Example() {
	keys, err := keygen.Parse("autoinc")
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := sim.Run(context.Background(), sim.Config{
		DDL: "create table t (id bigint primary key, pad varchar(255) not null) default charset=latin1",
		Phases: []sim.Phase{{
			Rows:    200_000,
			Keys:    []sim.Stream{{Column: "id", Keys: keys, Seed: 1}},
			Payload: []sim.Payload{{Column: "pad", Min: 100, Max: 100}},
		}},
	}, sim.Env{})
	if err != nil {
		fmt.Println(err)
		return
	}
	x := result.Indexes[0]
	fmt.Println(x.Levels[0].Pages, "leaf pages,", x.Counters.PageSplits, "splits")
	// Output: 1682 leaf pages, 1683 splits
}

// config is a small table with a key, a secondary index and a payload.
func config(t *testing.T, specs ...string) sim.Config {
	t.Helper()
	ph := sim.Phase{Rows: 20_000, Payload: []sim.Payload{{Column: "payload", Min: 50, Max: 90, Seed: 3}}}
	for i, s := range specs {
		spec, err := keygen.Parse(s)
		require.NoError(t, err)
		column := "id"
		if i > 0 {
			column = fmt.Sprintf("k%d", i)
		}
		ph.Keys = append(ph.Keys, sim.Stream{Column: column, Keys: spec, Seed: uint64(i + 1)})
	}
	return sim.Config{Phases: []sim.Phase{ph}, SampleRows: 5000}
}

func run(t *testing.T, c sim.Config, stdin string) pagesim.Result {
	t.Helper()
	r, err := sim.Run(context.Background(), c, sim.Env{Stdin: strings.NewReader(stdin)})
	require.NoError(t, err)
	return r
}

func TestSameConfigGivesTheSameBytes(t *testing.T) {
	c := config(t, "uuidv7:rate=50000,nodes=3,skew=10ms", "uuidv4")
	a, err := json.Marshal(run(t, c, ""))
	require.NoError(t, err)
	b, err := json.Marshal(run(t, c, ""))
	require.NoError(t, err)
	require.Equal(t, string(a), string(b))
	c.Phases[0].Keys[0].Seed++
	other, err := json.Marshal(run(t, c, ""))
	require.NoError(t, err)
	require.NotEqual(t, string(a), string(other))
}

func TestTheConfigOfAResultRepeatsIt(t *testing.T) {
	c := config(t, "uuidv4")
	c.DDL = "create table t (id binary(16) primary key, user_id int not null, note varchar(300), at datetime not null)"
	c.Phases[0].Payload = nil
	c.Phases[0].Fill = &sim.Payload{Min: 20, Max: 60}
	first := run(t, c, "")
	text, err := json.Marshal(first.Config)
	require.NoError(t, err)
	var again sim.Config
	require.NoError(t, json.Unmarshal(text, &again))
	require.Equal(t, first.Indexes, run(t, again, "").Indexes)
}

func TestThePoolNeverChangesTheTree(t *testing.T) {
	c := config(t, "uuidv4", "ulid")
	large := run(t, c, "")
	c.PoolBytes = 1 << 20
	small := run(t, c, "")
	require.Greater(t, small.Pool.IO.Reads, large.Pool.IO.Reads)
	for i := range large.Indexes {
		large.Indexes[i].IO, small.Indexes[i].IO = pagesim.IO{}, pagesim.IO{}
		require.Equal(t, large.Indexes[i], small.Indexes[i])
	}
}

func TestTheBaselineIsTheSameTableWithAnAutoIncrementKey(t *testing.T) {
	random, ascending := run(t, config(t, "uuidv4", "ulid"), ""), run(t, config(t, "autoinc", "ulid"), "")
	require.Nil(t, ascending.Baseline)
	require.Equal(t, ascending.Table.DataLength, random.Baseline.DataLength)
	require.Equal(t, ascending.Indexes[0].Counters.PageSplits+ascending.Indexes[1].Counters.PageSplits, random.Baseline.PageSplits)
}

func TestTheBaselineSaysWhichKeysItHas(t *testing.T) {
	uuids := filepath.Join(t.TempDir(), "uuids")
	require.NoError(t, os.WriteFile(uuids, []byte("019b76da-a800-7cc1-beeb-8da1658eec67\n"), 0o600))
	words := filepath.Join(t.TempDir(), "words")
	require.NoError(t, os.WriteFile(words, []byte("beta\nalpha2\n"), 0o600))
	for _, c := range []struct{ ddl, spec, want string }{
		{"", "uuidv4:encoding=hex36", "autoinc"},
		{"create table t (id char(36) primary key)", "uuidv4:encoding=hex36", "autoinc:encoding=hex36"},
		{"create table t (id bigint primary key)", "randint", "autoinc:encoding=int"},
		{"create table t (id char(36) primary key)", "file:" + uuids, "autoinc:encoding=hex36"},
		{"create table t (id varchar(36) primary key)", "file:" + words, ""},
		{"create table t (id char(27) primary key)", "ksuid", ""},
	} {
		cfg := config(t, c.spec)
		cfg.DDL, cfg.Phases[0].Rows = c.ddl, 100
		if strings.HasPrefix(c.spec, "file:") {
			cfg.Phases[0].Rows = 0
		}
		if c.ddl != "" {
			cfg.Phases[0].Payload = nil
		}
		got := ""
		if b := run(t, cfg, "").Baseline; b != nil {
			got = b.Keys
		}
		require.Equal(t, c.want, got, c)
	}
}

func TestSamplesEndAtTheResult(t *testing.T) {
	r := run(t, config(t, "uuidv4"), "")
	require.Len(t, r.Samples, 4)
	last := r.Samples[3]
	require.Equal(t, r.Rows, last.Rows)
	require.Equal(t, r.Indexes[0].Counters.PageSplits, last.PageSplits)
	require.Equal(t, r.Indexes[0].Levels[0].Pages, last.LeafPages)
	require.InDelta(t, r.Indexes[0].Fill.Mean, last.LeafFill, 1e-9)
}

func TestPhasesFollowEachOther(t *testing.T) {
	c := config(t, "uuidv4")
	second := c.Phases[0]
	second.Rows, second.Skip = 50_000, 20_000
	c.Phases = append(c.Phases, second)
	once := config(t, "uuidv4")
	once.Phases[0].Rows = 50_000
	once.Phases[0].Payload = []sim.Payload{{Column: "payload", Min: 70, Max: 70}}
	c.Phases[0].Payload, c.Phases[1].Payload = once.Phases[0].Payload, once.Phases[0].Payload
	require.Equal(t, run(t, once, "").Indexes, run(t, c, "").Indexes)
}

func TestAPersonsOwnKeys(t *testing.T) {
	keys := "delta\nalpha\ncharlie\nbravo\n"
	path := filepath.Join(t.TempDir(), "keys")
	require.NoError(t, os.WriteFile(path, []byte(keys), 0o600))
	for _, spec := range []string{"file:" + path, "file:-"} {
		c := config(t, spec)
		c.Phases[0].Rows = 0
		r := run(t, c, keys)
		require.EqualValues(t, 4, r.Rows)
		require.Contains(t, r.DDL, "varchar(7)")
	}
}

// TestUnfedColumnsAreFilledOnlyWhenAsked holds a column filled with NULL against one
// filled with text: only Fill gives it a value.
func TestUnfedColumnsAreFilledOnlyWhenAsked(t *testing.T) {
	c := config(t, "uuidv4")
	c.DDL = "create table t (id binary(16) primary key, note varchar(300))"
	c.Phases[0].Payload = nil
	bare := run(t, c, "")
	c.Phases[0].Fill = &sim.Payload{Min: 100, Max: 100}
	filled := run(t, c, "")
	require.EqualValues(t, 35, bare.Indexes[0].Levels[0].DataBytes/bare.Rows)
	require.EqualValues(t, 136, filled.Indexes[0].Levels[0].DataBytes/filled.Rows)
}

// filled is what feeds the columns of a table of which only Fill is given.
func filled(t *testing.T, ddl string, specs ...string) map[string]string {
	t.Helper()
	c := sim.Config{DDL: ddl, Phases: []sim.Phase{{Rows: 30_000, Fill: &sim.Payload{Min: 10, Max: 10}}}}
	for _, text := range specs {
		column, keys, _ := strings.Cut(text, "=")
		spec, err := keygen.Parse(keys)
		require.NoError(t, err)
		c.Phases[0].Keys = append(c.Phases[0].Keys, sim.Stream{Column: column, Keys: spec, Seed: 1})
	}
	ph := run(t, c, "").Config.(sim.Config).Phases[0]
	got := map[string]string{}
	for _, k := range ph.Keys {
		got[k.Column] = k.Keys.String()
	}
	for _, p := range ph.Payload {
		got[p.Column] = "filler"
	}
	return got
}

// TestFillsMakeKeysUnique: one column of each unique key tells the rows apart, the
// others are free; a primary key of integers counts.
func TestFillsMakeKeysUnique(t *testing.T) {
	const counter = "autoinc"
	for _, c := range []struct {
		ddl  string
		keys []string
		want map[string]string
	}{
		{"create table t(id bigint primary key)", nil, map[string]string{"id": counter}},
		{"create table t(id int primary key, u bigint unique)", nil, map[string]string{"id": counter, "u": "randint:shift=1"}},
		{"create table t(a tinyint, b int, c int, primary key(a, b, c))", nil, map[string]string{
			"a": "randint:shift=57", "b": counter, "c": "randint:shift=33",
		}},
		{"create table t(a tinyint, b smallint, primary key(a, b))", nil, map[string]string{"a": "randint:shift=57", "b": counter}},
		{"create table t(a binary(16), n int, primary key(a, n))", []string{"a=uuidv4"}, map[string]string{"a": "uuidv4", "n": counter}},
		{"create table t(a smallint, n int auto_increment, primary key(a, n), key(n))", nil, map[string]string{"a": "randint:shift=49"}},
		{"create table t(id int auto_increment primary key, a smallint, b varchar(40), unique key(a, b))", nil, map[string]string{
			"a": "randint:shift=49", "b": "uuidv4:encoding=hex36",
		}},
	} {
		require.Equal(t, c.want, filled(t, c.ddl, c.keys...), c.ddl)
	}
}

func TestTablesThatCannotCountTheirRows(t *testing.T) {
	for ddl, want := range map[string]string{
		"create table t(id tinyint primary key)":                                               "column id counts from 1 and can count to 127 only, but 20000 rows are asked for",
		"create table t(id decimal(4,0) primary key)":                                          "can count to 9999 only",
		"create table t(id char(3) primary key)":                                               "can count to 999 only",
		"create table t(id tinyint unsigned auto_increment primary key)":                       "can count to 255 only",
		"create table t(id smallint unsigned auto_increment primary key) auto_increment=60000": "column id counts from 60000 and can count to 65535 only",
	} {
		_, err := sim.New(sim.Config{DDL: ddl, Phases: []sim.Phase{{Rows: 20_000, Fill: &sim.Payload{}}}}, sim.Env{})
		require.ErrorContains(t, err, want, ddl)
	}
}

func TestWhatCannotRunSaysWhy(t *testing.T) {
	file := func(content string) string {
		path := filepath.Join(t.TempDir(), "keys")
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
		return "file:" + path
	}
	zipf, err := keygen.Parse("zipf:keys=2")
	require.NoError(t, err)
	for _, c := range []struct {
		name   string
		spec   string
		change func(*sim.Config)
		want   []string
	}{
		{"a small pool", "uuidv4", func(c *sim.Config) { c.PoolBytes = 1000 }, []string{"1000 bytes", "262144"}},
		{"no phase", "uuidv4", func(c *sim.Config) { c.Phases = nil }, []string{"at least one phase"}},
		{"no keys", "uuidv4", func(c *sim.Config) { c.Phases[0].Keys = nil }, []string{"neither"}},
		{"all rows skipped", "uuidv4", func(c *sim.Config) { c.Phases[0].Skip = 20_000 }, []string{"20000 rows", "skipped"}},
		{"128-bit integers", "uuidv4:encoding=int", nil, []string{"128 bits", "encoding=bin16"}},
		{"a duplicate key", file("a\nb\na\n"), func(c *sim.Config) { c.Phases[0].Rows = 0 }, []string{"row 3", "duplicate key", "id is a"}},
		{"a duplicate in an index that filler feeds", "uuidv4", func(c *sim.Config) {
			c.DDL = "create table t (id binary(16) primary key, name varchar(9), n int auto_increment, unique key u (name), key (n))"
			c.Phases[0].Payload = []sim.Payload{{Column: "name", Min: 5, Max: 5}}
		}, []string{"row 2: index u: duplicate key; no stream feeds name, its filler repeats"}},
		{"a duplicate in an index of a default", "uuidv4", func(c *sim.Config) {
			c.DDL = "create table t (id binary(16) primary key, k int not null, at datetime default now(), unique key u (at, k))"
			c.Phases[0].Keys = append(c.Phases[0].Keys, sim.Stream{Column: "k", Keys: zipf})
			c.Phases[0].Payload = nil
		}, []string{"index u: duplicate key; no stream feeds at; k is 1 (zipf:keys=2)"}},
		{"too few keys", file("a\nb\n"), nil, []string{"20000 rows", "end after 2"}},
		{"a key too long", file("abcdef\n"), func(c *sim.Config) {
			c.DDL, c.Phases[0].Rows, c.Phases[0].Payload = "create table t (id char(3) primary key)", 0, nil
		}, []string{"id", "char(3)"}},
		{"a row too big", "uuidv4", func(c *sim.Config) {
			c.DDL = "create table t (id binary(16) primary key"
			for i := range 40 {
				c.DDL += fmt.Sprintf(", c%d char(250) not null", i)
			}
			c.DDL += ") default charset=latin1"
			c.Phases[0].Payload, c.Phases[0].Fill = nil, &sim.Payload{Min: 10, Max: 10}
		}, []string{"too big", "8125"}},
		{"a repeated generator", "zipf:keys=10", nil, []string{"row", "duplicate key"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := config(t, c.spec)
			if c.change != nil {
				c.change(&cfg)
			}
			_, err := sim.Run(context.Background(), cfg, sim.Env{})
			for _, want := range c.want {
				require.ErrorContains(t, err, want)
			}
		})
	}
}

func TestACancelledRunStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := config(t, "uuidv4")
	c.Phases[0].Rows = 1 << 40
	_, err := sim.Run(ctx, c, sim.Env{Progress: func(done, _ int64) {
		if done > 0 {
			cancel()
		}
	}})
	require.ErrorIs(t, err, context.Canceled)
}

func BenchmarkRun(b *testing.B) {
	for _, keys := range []string{"uuidv4", "uuidv7", "autoinc"} {
		b.Run(fmt.Sprintf("keys=%s/rows=1M/pool=128M", keys), func(b *testing.B) {
			spec, err := keygen.Parse(keys)
			require.NoError(b, err)
			for b.Loop() {
				m, err := sim.New(sim.Config{Phases: []sim.Phase{{
					Rows: 1_000_000, Keys: []sim.Stream{{Column: "id", Keys: spec, Seed: 1}},
					Payload: []sim.Payload{{Column: "payload", Min: 100, Max: 100}},
				}}}, sim.Env{})
				require.NoError(b, err)
				require.NoError(b, m.Play(context.Background()))
			}
			b.ReportMetric(1e6*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}
