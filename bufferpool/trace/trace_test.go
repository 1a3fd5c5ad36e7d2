package trace_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/bufferpool/trace"
)

func Example() {
	var out strings.Builder
	w, err := trace.New(&out, "csv")
	if err != nil {
		fmt.Println(err)
		return
	}
	w.Touch(4, pagesim.Create)
	w.Touch(3, pagesim.Read)
	w.Touch(4, pagesim.Modify)
	w.Touch(4, pagesim.Free)
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	fmt.Print(out.String())
	// Output:
	// time,obj_id,obj_size,op
	// 1,4,16384,set
	// 2,3,16384,read
	// 3,4,16384,write
}

type touch struct {
	id     pagesim.PageID
	access pagesim.Access
}

type touches []touch

func (t *touches) Touch(id pagesim.PageID, a pagesim.Access) { *t = append(*t, touch{id, a}) }

func write(t *testing.T, to io.Writer, format string, in touches) {
	t.Helper()
	w, err := trace.New(to, format)
	require.NoError(t, err)
	for _, x := range in {
		w.Touch(x.id, x.access)
	}
	require.NoError(t, w.Close())
}

func TestOracleGeneral(t *testing.T) {
	var out bytes.Buffer
	write(t, &out, "oracleGeneral", touches{{7, pagesim.Create}, {9, pagesim.Read}, {7, pagesim.Free}, {7, pagesim.Modify}, {0, pagesim.Read}, {9, pagesim.Read}})
	var got [5]struct {
		Time uint32
		ID   uint64
		Size uint32
		Next int64
	}
	require.NoError(t, binary.Read(&out, binary.LittleEndian, &got))
	require.Zero(t, out.Len())
	type request = struct {
		Time uint32
		ID   uint64
		Size uint32
		Next int64
	}
	require.Equal(t, [5]request{{1, 7, 16384, 3}, {2, 9, 16384, 5}, {3, 7, 16384, -1}, {4, 0, 16384, -1}, {5, 9, 16384, -1}}, got)
}

// many returns touches that need more than one block.
func many() touches {
	in := make(touches, 100_000)
	x := uint32(1)
	for i := range in {
		x = x*1664525 + 1013904223
		in[i] = touch{pagesim.PageID(x >> 16 % 3000), pagesim.Access(x >> 8 % 3)}
	}
	return in
}

func TestFormats(t *testing.T) {
	require.NotEmpty(t, trace.Formats())
	for _, f := range trace.Formats() {
		t.Run(f.Name, func(t *testing.T) {
			require.NotEmpty(t, f.Doc)
			for _, in := range []touches{nil, many()[:1], many()} {
				var held bytes.Buffer
				write(t, &held, f.Name, in)

				path := filepath.Join(t.TempDir(), "trace")
				file, err := os.Create(path)
				require.NoError(t, err)
				_, err = file.WriteString("before")
				require.NoError(t, err)
				write(t, file, f.Name, in)
				require.NoError(t, file.Close())
				filed, err := os.ReadFile(path)
				require.NoError(t, err)
				require.True(t, string(filed) == "before"+held.String(), "a file and a buffer differ")

				var out touches
				n, err := trace.Replay(&held, f.Name, &out)
				require.NoError(t, err)
				require.EqualValues(t, len(in), n)
				require.Equal(t, ids(in), ids(out))
			}
		})
	}
}

func ids(in touches) []pagesim.PageID {
	out := []pagesim.PageID{}
	for _, x := range in {
		out = append(out, x.id)
	}
	return out
}

func TestAClosedWriterWritesNoMore(t *testing.T) {
	for _, f := range trace.Formats() {
		var out bytes.Buffer
		w, err := trace.New(&out, f.Name)
		require.NoError(t, err)
		w.Touch(1, pagesim.Read)
		require.NoError(t, w.Close())
		n := out.Len()
		w.Touch(1, pagesim.Read)
		require.NoError(t, w.Close())
		require.Equal(t, n, out.Len())
		require.EqualValues(t, 1, w.Requests())
	}
}

func TestFormatNames(t *testing.T) {
	_, err := trace.New(io.Discard, "vscsi")
	require.EqualError(t, err, `trace: unknown format "vscsi": want oracleGeneral or csv`)
	_, err = trace.Replay(strings.NewReader(""), "vscsi", &touches{})
	require.Error(t, err)
}

// fails is a disk with room for some bytes.
type fails struct{ room int }

var errFull = errors.New("disk full")

func (f *fails) Write(b []byte) (int, error) {
	if f.room -= len(b); f.room < 0 {
		return 0, errFull
	}
	return len(b), nil
}

func TestWriteErrors(t *testing.T) {
	for _, f := range trace.Formats() {
		for _, room := range []int{0, 100_000} {
			w, err := trace.New(&fails{room}, f.Name)
			require.NoError(t, err)
			for _, x := range many() {
				w.Touch(x.id, x.access)
			}
			require.ErrorIs(t, w.Close(), errFull, f.Name)
			require.ErrorIs(t, w.Close(), errFull, "the error stays")
		}
	}
}

func TestAFileThatCannotBeReadBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace")
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
	require.NoError(t, err)
	w, err := trace.New(file, "oracleGeneral")
	require.NoError(t, err)
	w.Touch(1, pagesim.Read)
	require.ErrorContains(t, w.Close(), "reading back")
	require.NoError(t, file.Close())
}

func TestReplayErrors(t *testing.T) {
	for _, c := range []struct{ name, format, text, want string }{
		{"a cut request", "oracleGeneral", strings.Repeat("\x00", 30), "trace: request 2: unexpected EOF"},
		{"an object that is no page", "oracleGeneral", strings.Repeat("\xFF", 24), "trace: request 1: object 18446744073709551615: want a page number below 4294967295"},
		{"no header", "csv", "", `trace: request 1: first line "": want "time,obj_id,obj_size,op"`},
		{"columns", "csv", "time,obj_id,obj_size,op\n1,2,3\n", `trace: request 1: line "1,2,3": want the columns time,obj_id,obj_size,op`},
		{"a page", "csv", "time,obj_id,obj_size,op\n1,x,3,read\n", `trace: request 1: object "x": want a page number below 4294967295`},
		{"an operation", "csv", "time,obj_id,obj_size,op\n1,2,3,free\n", `trace: request 1: operation "free": want read, write, set`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := trace.Replay(strings.NewReader(c.text), c.format, &touches{})
			require.EqualError(t, err, c.want)
		})
	}
}

// FuzzRoundTrip writes touches and reads them back, in each format.
func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte{0, 0, 1, 0, 1, 2, 0, 0, 3})
	f.Fuzz(func(t *testing.T, in []byte) {
		var sent, want touches
		for ; len(in) >= 3; in = in[3:] {
			x := touch{pagesim.PageID(in[0])<<8 | pagesim.PageID(in[1]), pagesim.Access(in[2] % 6)}
			sent = append(sent, x)
			if x.access != pagesim.Free {
				want = append(want, plain(x))
			}
		}
		for _, format := range trace.Formats() {
			var file bytes.Buffer
			write(t, &file, format.Name, sent)
			if format.Name == "oracleGeneral" {
				checkNext(t, file.Bytes(), want)
			}
			var got touches
			_, err := trace.Replay(&file, format.Name, &got)
			require.NoError(t, err)
			if format.Name == "csv" {
				require.Equal(t, want, got)
			}
			require.Equal(t, ids(want), ids(got))
		}
	})
}

// plain is a touch as it comes back.
func plain(x touch) touch {
	if x.access == pagesim.Prefetch {
		x.access = pagesim.Read
	}
	return x
}

// checkNext compares each request's next access with what a forward pass finds.
func checkNext(t *testing.T, trace []byte, want touches) {
	t.Helper()
	require.Len(t, trace, 24*len(want))
	last := map[pagesim.PageID]int{}
	next := make([]int64, len(want))
	for i, x := range want {
		next[i] = -1
		if at, ok := last[x.id]; ok {
			next[at] = int64(i) + 1
		}
		last[x.id] = i
	}
	for i := range want {
		require.Equal(t, next[i], int64(binary.LittleEndian.Uint64(trace[24*i+16:])))
	}
}

func BenchmarkTouch(b *testing.B) {
	in := many()
	for _, f := range trace.Formats() {
		b.Run("format="+f.Name+"/to=discard", func(b *testing.B) {
			w, err := trace.New(io.Discard, f.Name)
			require.NoError(b, err)
			for i := 0; b.Loop(); i++ {
				w.Touch(in[i%len(in)].id, in[i%len(in)].access)
			}
			require.NoError(b, w.Close())
		})
	}
	b.Run("format=oracleGeneral/to=file/part=close", func(b *testing.B) {
		for b.Loop() {
			file, err := os.Create(filepath.Join(b.TempDir(), "trace"))
			require.NoError(b, err)
			w, err := trace.New(file, "oracleGeneral")
			require.NoError(b, err)
			for _, x := range in {
				w.Touch(x.id, x.access)
			}
			require.NoError(b, w.Close())
			require.NoError(b, file.Close())
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(in)), "ns/touch")
	})
}
