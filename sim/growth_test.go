package sim_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/sim"
)

// TestSmallFilesGrow, SP-04: the size of a file, in pages, after so many rows, as
// MySQL 9.7.4 and MariaDB 10.11.19 were seen to make it longer, one row a statement.
func TestSmallFilesGrow(t *testing.T) {
	for _, c := range []struct {
		server, indexes string
		steps           [][2]int64
	}{
		{"mysql-9.7", "", [][2]int64{{1, 7}, {108, 8}, {204, 9}, {221, 10}, {390, 11}, {391, 12}, {425, 13}, {521, 14}, {540, 15}, {726, 16}, {728, 17}, {748, 18}}},
		{"mysql-9.7", ", key x (x)", [][2]int64{{1, 8}, {108, 9}, {204, 10}, {221, 11}, {390, 12}, {391, 13}, {425, 14}, {521, 15}, {540, 16}, {551, 18}, {726, 19}, {728, 20}, {748, 21}}},
		{"mysql-9.7", ", key x (x), key y (y)", [][2]int64{{1, 9}, {108, 10}, {204, 11}, {221, 12}, {390, 13}, {391, 14}, {425, 15}, {521, 16}, {540, 17}, {551, 21}, {726, 22}, {728, 23}, {748, 24}}},
		{"mariadb-10.11", "", [][2]int64{{1, 4}, {108, 6}, {204, 8}, {221, 9}, {390, 10}, {391, 11}, {425, 12}, {521, 13}, {540, 14}, {726, 15}, {728, 16}, {748, 17}}},
		{"mariadb-10.11", ", key x (x)", [][2]int64{{1, 5}, {108, 7}, {204, 9}, {221, 10}, {390, 11}, {391, 12}, {425, 13}, {521, 14}, {540, 15}, {551, 16}, {726, 18}, {728, 19}, {748, 20}}},
		{"mariadb-10.11", ", key x (x), key y (y)", [][2]int64{{1, 6}, {108, 8}, {204, 10}, {221, 11}, {390, 12}, {391, 13}, {425, 14}, {521, 15}, {540, 16}, {551, 19}, {726, 21}, {728, 22}, {748, 23}}},
	} {
		t.Run(c.server+c.indexes, func(t *testing.T) {
			ddl := fmt.Sprintf("create table g (id binary(16) not null primary key, x bigint not null, y bigint not null, note varbinary(100) not null%s)", c.indexes)
			for i, step := range c.steps {
				require.Equal(t, step[1], filePages(t, c.server, ddl, step[0]), "after %d rows", step[0])
				if i > 0 {
					require.Equal(t, c.steps[i-1][1], filePages(t, c.server, ddl, step[0]-1), "after %d rows", step[0]-1)
				}
			}
		})
	}
}

// filePages is the size of a file after random keys.
func filePages(t *testing.T, server, ddl string, rows int64) int64 {
	t.Helper()
	ph := sim.Phase{Rows: rows, Payload: []sim.Payload{{Column: "note", Min: 100, Max: 100}}}
	for i, column := range []string{"id", "x", "y"} {
		stream := "randint"
		if i == 0 {
			stream = "uuidv4"
		}
		keys, err := keygen.Parse(stream)
		require.NoError(t, err)
		ph.Keys = append(ph.Keys, sim.Stream{Column: column, Keys: keys, Seed: uint64(i) + 1})
	}
	r, err := sim.Run(t.Context(), sim.Config{DDL: ddl, Server: server, Phases: []sim.Phase{ph}, Policy: sim.PolicyNone}, sim.Env{})
	require.NoError(t, err)
	return r.Table.FileBytes / 16384
}
