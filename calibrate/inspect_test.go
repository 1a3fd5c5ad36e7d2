package calibrate_test

import (
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/calibrate"
	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/sim"
)

const ordersDDL = `create table orders (id binary(16) not null primary key, customer_id bigint not null,
  note varbinary(100) not null, key customer (customer_id))`

// orders is the table of the files, with so many rows, as calibrate/ibd/testdata/make.py
// feeds it.
func orders(t *testing.T, server string, rows int64) pagesim.Result {
	t.Helper()
	ids, err := keygen.Parse("uuidv4")
	require.NoError(t, err)
	customers, err := keygen.Parse("randint")
	require.NoError(t, err)
	r, err := sim.Run(t.Context(), sim.Config{DDL: ordersDDL, Server: server, Phases: []sim.Phase{{
		Rows:    rows,
		Keys:    []sim.Stream{{Column: "id", Keys: ids, Seed: 1}, {Column: "customer_id", Keys: customers, Seed: 2}},
		Payload: []sim.Payload{{Column: "note", Min: 100, Max: 100}},
	}}}, sim.Env{})
	require.NoError(t, err)
	return r
}

// unpacked is a file of package ibd's.
func unpacked(t *testing.T, name string) string {
	t.Helper()
	packed, err := os.Open(filepath.Join("ibd", "testdata", name+".ibd.gz"))
	require.NoError(t, err)
	defer func() { _ = packed.Close() }()
	z, err := gzip.NewReader(packed)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), name+".ibd")
	f, err := os.Create(path)
	require.NoError(t, err)
	_, err = io.Copy(f, z) //nolint:gosec // our own file
	require.NoError(t, err)
	require.NoError(t, f.Close())
	return path
}

// TestFilesAreAsSimulated: fed the same keys, the model and the server have the same
// pages, records, bytes and garbage on each level.
func TestFilesAreAsSimulated(t *testing.T) {
	for _, c := range []struct {
		name, path, server string
		rows               int64
	}{
		{"mysql", filepath.Join("..", "testdata", "inspect", "orders.ibd"), "", 600},
		{"mariadb", unpacked(t, "mariadb-10.11-orders"), "mariadb-10.11", 600},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, err := calibrate.Inspect(t.Context(), c.path)
			require.NoError(t, err)
			r := orders(t, c.server, c.rows)
			figures, err := calibrate.Beside(in, r)
			require.NoError(t, err)
			for _, f := range figures {
				require.Equal(t, f.File, f.Simulated, f.Index+" "+f.Name)
			}
			for i, x := range in.Indexes {
				require.Equal(t, r.Indexes[i].Levels, x.Levels)
				require.Equal(t, r.Indexes[i].Fill, x.Fill)
				require.Equal(t, r.Indexes[i].RowsPerPage, x.RowsPerPage)
				require.Equal(t, r.Indexes[i].ReservedBytes, x.ReservedBytes)
				binned := int64(0)
				for _, n := range x.Histogram {
					binned += n
				}
				require.Equal(t, x.Levels[0].Pages, binned)
				require.Equal(t, x.Levels[0].Pages, x.Past.Right+x.Past.Left+x.Past.None)
			}
		})
	}
}

func TestBesideOfAnotherPageSize(t *testing.T) {
	in, err := calibrate.Inspect(t.Context(), unpacked(t, "mysql-9.7-4k-small"))
	require.NoError(t, err)
	_, err = calibrate.Beside(in, orders(t, "", 300))
	require.EqualError(t, err, "pages of 4096 bytes: a simulated result has pages of 16384")
}

func TestInspectIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := calibrate.Inspect(ctx, filepath.Join("..", "testdata", "inspect", "orders.ibd"))
	require.ErrorIs(t, err, context.Canceled)
}
