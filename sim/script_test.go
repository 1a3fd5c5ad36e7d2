package sim_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/internal/golden"
	"github.com/pagesim/pagesim/sim"
)

// statements are those of all phases of a scenario, a line each.
func statements(t *testing.T, scenario string) string {
	t.Helper()
	c, err := sim.ReadScenario(strings.NewReader(scenario))
	require.NoError(t, err)
	s, err := sim.NewScript(c, sim.Env{})
	require.NoError(t, err)
	var all []string
	for i := range c.Phases {
		require.NoError(t, s.Phase(t.Context(), i, func(x sim.Statement) error {
			all = append(all, x.SQL)
			return nil
		}))
	}
	return strings.Join(all, "\n")
}

// TestScript has each operation and each way in which a column gets its value.
func TestScript(t *testing.T) {
	got := statements(t, `
ddl: |
  create table orders (id binary(16) primary key, n int auto_increment, email varchar(40), born int not null, d date not null,
    pre char(3) not null default 'a\'b', note varchar(9), made datetime(2) default current_timestamp(2), key (n));
batch: 2
phases:
  - insert: {rows: 3, keys: {id: uuidv4, email: autoinc, born: autoinc}, payload: {note: 1..9}, fill: 5}
  - update: {of: 1, every: 2, set: {note: 2..4}, keys: {born: "randint:shift=48"}, transaction: 5}
  - replace: {of: 1, rows: 2, keys: {email: "uuidv4:encoding=base64"}}
  - delete: {of: 1, first: 1, order: random}
  - insert: {rows: 1, skip: 3, keys: {id: "autoinc:encoding=hex32", email: autoinc, born: autoinc}}
  - select: {of: 1, rows: 4}
  - sql: "alter table orders add key (born);"
`)
	golden.Check(t, "testdata/script.sql", []byte(got+"\n"))
}

// TestReplacePassesOverRowsThatAreGone: their keys are not known any more.
func TestReplacePassesOverRowsThatAreGone(t *testing.T) {
	const scenario = "phases:\n  - insert: {rows: 300, keys: {id: uuidv4}}\n  - delete: {of: 1, every: 3}\n  - replace: {of: 1, rows: 60}\n"
	c, err := sim.ReadScenario(strings.NewReader(scenario))
	require.NoError(t, err)
	r, err := sim.Run(t.Context(), c, sim.Env{})
	require.NoError(t, err)
	require.Equal(t, int64(200), r.Indexes[0].Levels[0].Records)
	text := statements(t, scenario)
	replaced := strings.Count(text, "\nbegin\n")
	require.Less(t, replaced, 60)
	require.Positive(t, replaced)
	require.Equal(t, 100+replaced, strings.Count(text, "delete from"))
}

func TestWhatAScriptCannotDo(t *testing.T) {
	for text, want := range map[string]string{
		"engine: fractal\nphases:\n  - insert: {rows: 1, keys: {id: uuidv4}}\n":                                                "one table of InnoDB",
		"ddl: create table shop.t (a int primary key)\nphases:\n  - insert: {rows: 1, keys: {a: autoinc}}\n":                   "table shop.t: leave the database out",
		"ddl: create table t (a int)\nphases:\n  - insert: {rows: 1, keys: {a: autoinc}}\n  - delete: {of: 1}\n":               "phase 2: delete: table t has no primary key",
		"ddl: create table t (a int)\nphases:\n  - insert: {rows: 1, keys: {a: autoinc}}\n  - sql: optimize table shop.t\n":    "OPTIMIZE TABLE of another table than t",
		"ddl: create table t (a int)\nphases:\n  - insert: {rows: 1, keys: {a: autoinc}}\n  - sql: alter table shop.t force\n": "the table is t",
	} {
		c, err := sim.ReadScenario(strings.NewReader(text))
		require.NoError(t, err)
		_, err = sim.NewScript(c, sim.Env{})
		require.ErrorContains(t, err, want)
	}
}

func TestScriptStopsWithTheFirstError(t *testing.T) {
	c, err := sim.ReadScenario(strings.NewReader("batch: 10\nphases:\n  - insert: {rows: 100, keys: {id: uuidv4}}\n"))
	require.NoError(t, err)
	s, err := sim.NewScript(c, sim.Env{})
	require.NoError(t, err)
	stop, sent := errors.New("stop"), 0
	err = s.Phase(context.Background(), 0, func(sim.Statement) error {
		if sent++; sent == 3 {
			return stop
		}
		return nil
	})
	require.ErrorIs(t, err, stop)
	require.Equal(t, 3, sent)
}
