package sim_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/internal/golden"
	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/sim"
)

func readScenario(t testing.TB, text string) sim.Config {
	t.Helper()
	c, err := sim.ReadScenario(strings.NewReader(text))
	require.NoError(t, err)
	return c
}

func writeScenario(t testing.TB, c sim.Config) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, c.WriteScenario(&b))
	return b.String()
}

func spec(t testing.TB, text string) keygen.Spec {
	t.Helper()
	s, err := keygen.Parse(text)
	require.NoError(t, err)
	return s
}

const allFields = `# what there is
ddl: |
  create table t (
    id binary(16) primary key,   -- the key

    body varbinary(400) not null, "pad" varchar(10)
  )
server: mariadb-10.11
pool: 64M
sample: 100k
pages: true
purge: 1000
phases:
  - insert: {rows: 500k, keys: {id: "uuidv7:rate=20000,nodes=4", k: {stream: randint, seed: 9}}, payload: {body: 10..400, pad: 5}}
  - insert: {rows: 20k, skip: 500k, seed: 1}
  - delete: {of: 1, every: 2, first: 0, limit: 150k, order: random, seed: 3}
  - update:
      of: 2
      every: 10
      set: {body: 300}   # longer
      keys:
        k: randint
      transaction: 1k
  - replace: {of: 1, rows: 20k, seed: 45, limit: 100k, keys: {k: "randint:shift=46"}}
  - sql: "optimize table t"
  - insert: {keys: {}, payload: {}, fill: 10..20}
`

func TestScenario(t *testing.T) {
	c := readScenario(t, allFields)
	v7, randint := spec(t, "uuidv7:rate=20000,nodes=4"), spec(t, "randint")
	payload := []sim.Payload{{Column: "body", Min: 10, Max: 400, Seed: 1 + 2<<32}, {Column: "pad", Min: 5, Max: 5}}
	require.Equal(t, sim.Config{
		DDL:    "create table t (\n  id binary(16) primary key,   -- the key\n\n  body varbinary(400) not null, \"pad\" varchar(10)\n)",
		Server: "mariadb-10.11", PoolBytes: 64 << 20, SampleRows: 100_000, Pages: true, PurgeLag: 1000,
		Phases: []sim.Phase{
			{Op: "insert", Rows: 500_000, Keys: []sim.Stream{{"id", v7, 1}, {"k", randint, 9}}, Payload: payload},
			{Op: "insert", Rows: 520_000, Skip: 500_000, Keys: []sim.Stream{{"id", v7, 1}, {"k", randint, 2}}, Payload: payload},
			{Op: "delete", Every: 2, Limit: 150_000, Order: "random", Seed: 3},
			{
				Op: "update", Of: 1, Every: 10, Transaction: 1000, Keys: []sim.Stream{{"k", randint, 3002}},
				Payload: []sim.Payload{{Column: "body", Min: 300, Max: 300}},
			},
			{Op: "replace", Rows: 20_000, Limit: 100_000, Seed: 45, Keys: []sim.Stream{{"k", spec(t, "randint:shift=46"), 46}}, Payload: payload},
			{Op: "sql", SQL: "optimize table t"},
			{Op: "insert", Fill: &sim.Payload{Min: 10, Max: 20, Seed: 6001}},
		},
	}, c)
	golden.Check(t, "testdata/scenario.yaml", []byte(writeScenario(t, c)))
}

// requireStable writes a config and reads it again: the same config, the same text.
func requireStable(t testing.TB, c sim.Config) {
	t.Helper()
	text := writeScenario(t, c)
	again := readScenario(t, text)
	require.Equal(t, c, again, text)
	require.Equal(t, text, writeScenario(t, again))
}

func TestScenariosAreStable(t *testing.T) {
	requireStable(t, readScenario(t, allFields))
	files, err := filepath.Glob("../examples/*.yaml")
	require.NoError(t, err)
	for _, file := range files {
		b, err := os.ReadFile(file)
		require.NoError(t, err)
		requireStable(t, readScenario(t, string(b)))
	}
	autoinc := spec(t, "autoinc")
	for _, c := range []sim.Config{
		{DDL: "create table t (`null` int primary key, `a b` blob comment 'x: \"y\" \\ # é\t')", PurgeLag: sim.AfterPhase, Phases: []sim.Phase{
			{Op: "insert", Keys: []sim.Stream{{"null", autoinc, 7}, {"a: b", spec(t, "file:a b,c.txt"), 8}}},
			{Op: "insert", Skip: 5, Keys: []sim.Stream{{"null", autoinc, 1001}}},
			{Op: "replace", Keys: []sim.Stream{{"null", autoinc, 7}}, Transaction: 7},
			{Op: "update", Order: "random", Payload: []sim.Payload{{Column: "x", Min: 3, Max: 3, Seed: 4}, {Column: "", Min: 3, Max: 5}}},
			{Op: "update", Limit: 1, Keys: []sim.Stream{{"k", autoinc, 0}}},
			{Op: "sql", SQL: "alter table t add key k (k) comment 'it''s \"one\"\n: two'"},
		}},
		{Phases: []sim.Phase{{Op: "insert", Fill: &sim.Payload{Min: 100, Max: 100}}, {Op: "insert"}, {Op: "insert", Fill: &sim.Payload{Min: 1, Max: 2}}}},
		{DDL: "one line \n  two", Phases: []sim.Phase{{Op: "sql", SQL: "123"}, {Op: "sql", SQL: "null"}, {Op: "sql", SQL: "- a: {b}"}}},
	} {
		requireStable(t, c)
	}
}

func TestInsertNeedNotBeNamed(t *testing.T) {
	c := sim.Config{Phases: []sim.Phase{{Rows: 5, Keys: []sim.Stream{{"id", spec(t, "autoinc"), 1}}}}}
	require.Equal(t, "phases:\n  - insert: {rows: 5, keys: {id: autoinc}}\n", writeScenario(t, c))
}

func TestScenarioErrorsTellTheLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "line 1: there is nothing in it",
		"# nothing\n":                         "line 1: there is nothing in it",
		"a: 1\n---\nb: 1\n":                   "2 YAML documents: want one",
		"- a\n":                               "line 1: want fields such as name: value, not a list",
		"pool: 1M\n":                          "line 1: it has no phases",
		"pool: 1M\nrows: 5\n":                 `line 2: unknown field "rows"; allowed: ddl, server, pool, sample, pages, purge, device, engine, node, basement, fanout, compression, client, threads, batch, rate, set, phases`,
		"pool: 1Q\n":                          `line 1: pool: size "1Q"`,
		"sample: x\n":                         `line 1: sample: count "x"`,
		"purge: soon\n":                       `line 1: purge: "soon": want at-once, after-phase or a number of changes such as 1000`,
		"server: oracle\n":                    `line 1: server: unknown server "oracle"; allowed: mysql-9.7, mysql-8.4`,
		"ddl: {a: b}\n":                       "ddl: line 1: want a text, not fields",
		"pool: 1M\npool: 2M\n":                "line 2: mapping key",
		"a: {x: 1\nb: 2":                      "line 2: ',' or '}' must be specified",
		"ddl: &x 1\n":                         "line 1: &: anchors, aliases and tags are not read",
		"? a\n: b\n":                          "want name: value",
		"phases: insert\n":                    "line 1: want a list, not a text",
		"phases:\n  - insert\n":               "line 2: phase 1: want one operation: insert, delete, update, replace, select, sql",
		"phases:\n  - insert: {}\n    sql: x": "phase 1: want one operation",
		"phases:\n  - copy: {}":               `line 2: unknown operation "copy"; allowed: insert,`,
		"phases:\n  - insert: 5":              "insert: line 2: want fields",
		"phases:\n  - insert:\n      row: 5":  `line 3: insert: unknown field "row"; allowed: rows, skip, seed, keys, payload, fill`,
		"phases:\n  - insert: {rows: 0}":      "line 2: rows: 0: want 1 or more",
		"phases:\n  - insert: {rows: -5}":     `line 2: rows: count "-5"`,
		"phases:\n  - insert: {keys: uuidv4}": "line 2: insert: keys: want column: value for each column",
		"phases:\n  - insert: {keys: {id: uuidv9}}":                  `line 2: keys: id: keygen: unknown generator "uuidv9"`,
		"phases:\n  - insert: {keys: {id: {strean: ulid}}}":          `line 2: id: unknown field "strean"; allowed: stream, seed`,
		"phases:\n  - insert: {keys: {id: {seed: 4}}}":               "line 2: id: want a text, or stream and seed",
		"phases:\n  - insert: {keys: {id: {stream: ulid, seed: x}}}": `line 2: seed: "x": want a whole number from 0 to 2^64-1`,
		"phases:\n  - insert: {seed: -1}":                            `line 2: seed: "-1"`,
		"phases:\n  - insert: {payload: {a: 5..1}}":                  `line 2: a: "5..1": want bytes such as 100`,
		"phases:\n  - insert: {fill: x}":                             `line 2: fill: "x": want bytes`,
		"phases:\n  - delete: {of: 1}":                               `line 2: of: "1": want the number of an earlier phase that inserts, counted from 1`,
		"phases:\n  - insert: {}\n  - delete: {order: up}":           `line 3: order: "up": want random`,
		"phases:\n  - sql: ''\n":                                     "line 2: sql: want a statement",
	} {
		_, err := sim.ReadScenario(strings.NewReader(text))
		require.ErrorContains(t, err, want, text)
		require.NotContains(t, err.Error(), "\n")
	}
}

func TestPhasesInWords(t *testing.T) {
	c := readScenario(t, "phases:\n  - insert: {rows: 10, keys: {id: uuidv4, k: randint}, payload: {pad: 5}}")
	var err error
	for _, text := range []string{
		"insert keys=id=uuidv7:rate=500 rows=500k", " delete  of=1 every=2 ",
		"replace rows=1k keys=k=randint:shift=4 keys=j=randint payload=pad=10..20", "sql optimize  table t", "insert",
	} {
		c, err = c.WithPhase(text, 1)
		require.NoError(t, err)
	}
	requireStable(t, c)
	golden.Check(t, "testdata/words.yaml", []byte(writeScenario(t, c)))
	for text, want := range map[string]string{
		"":                     `unknown operation ""`,
		"insert rows":          `"rows": want name=value`,
		"insert keys=uuidv4":   `"keys=uuidv4": want keys=column=value`,
		"insert rows=1 rows=2": "insert: rows is given twice",
		"sql":                  "sql: want a statement",
		"delete of=3":          `of: "3": want the number of an earlier phase that inserts`,
	} {
		_, err := c.WithPhase(text, 1)
		require.ErrorContains(t, err, want)
	}
}

func FuzzScenario(f *testing.F) {
	f.Add(allFields)
	f.Add("phases:\n  - insert: {keys: {'a b': {stream: 'file:x,y', seed: 3}}, payload: {'': {bytes: 1..2, seed: 0}}}")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := sim.ReadScenario(strings.NewReader(text))
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		requireStable(t, c)
	})
}
