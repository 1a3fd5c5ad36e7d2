// Package trace writes page touches as a trace that cache simulators read, and
// plays such a trace back.
//
// All touches but frees are the requests of the trace, one each, in order: a
// prefetch is a read, a change for the change buffer a write. The object is the page, its number in the tablespace file; its size is
// that of a page, so that a cache size in bytes is a pool size; the time is the
// number of the request, from 1, as nothing here has a clock. Frees are left out, because libCacheSim's LRU
// has no use for them: in a trace with frees, a page that is freed and created
// anew is one object, and a page that is freed keeps its frame until it is the
// oldest. A request that creates a page counts as a miss there as any other.
//
// The formats are those of libCacheSim (github.com/1a1a11a/libCacheSim); they
// were tried on its Python package, version 0.3.5. A pool of 128 MiB:
//
//	cachesim FILE oracleGeneral lru 128mb
//	cachesim FILE csv lru 128mb --trace-type-params "time-col=1,obj-id-col=2,obj-size-col=3,has-header=true,obj-id-is-num=true,delimiter=,"
//
// or, with --ignore-obj-size 1, sizes in pages.
package trace

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/pagesim/pagesim"
)

// PageBytes is the size of each object of a trace: innodb_page_size's default.
const PageBytes = 16384

// Format is a format of traces.
type Format struct {
	// Name is the format's name in flags; Doc says in a line what it is.
	Name, Doc string

	writer func(w io.Writer) encoder
	reader func(r io.Reader) decoder
}

// formats is the table of formats. The order is that of lists and help.
var formats = []Format{
	{Name: "oracleGeneral", Doc: "libCacheSim's binary format with the next access of each page, 24 bytes a touch", writer: newOracleWriter, reader: newOracleReader},
	{Name: "csv", Doc: "columns time, obj_id, obj_size, op (read, write, or set for a new page)", writer: newCSVWriter, reader: newCSVReader},
}

// Formats returns the formats in the order of their table.
func Formats() []Format { return slices.Clone(formats) }

// encoder writes requests in a format.
type encoder interface {
	// request writes the n-th request, from 1.
	request(n uint64, id pagesim.PageID, a pagesim.Access) error
	close() error
}

// decoder reads requests in a format, until io.EOF.
type decoder interface {
	request() (pagesim.PageID, pagesim.Access, error)
}

func find(name string) (Format, error) {
	var names []string
	for _, f := range formats {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("trace: unknown format %q: want %s", name, strings.Join(names, " or "))
}

// Writer writes a trace. It comes from New.
type Writer struct {
	to       encoder
	requests uint64
	closed   bool
	err      error
}

var _ pagesim.Pages = (*Writer)(nil)

// New returns a writer of a trace in the format of the given name. The trace is
// complete when the writer is closed.
//
// The format oracleGeneral says in each request when the page's next one is, so
// Close goes through the trace once more, from its end. If w is a file that can
// be read and written at any place (io.Seeker, io.ReaderAt and io.WriterAt, as
// what os.Create returns), the writer keeps 8 bytes a page number; if not, it
// keeps the trace as well, 24 bytes a touch, and writes all of it in Close.
func New(w io.Writer, format string) (*Writer, error) {
	f, err := find(format)
	if err != nil {
		return nil, err
	}
	return &Writer{to: f.writer(w)}, nil
}

// Touch implements pagesim.Pages. After a write that failed it does nothing.
func (w *Writer) Touch(id pagesim.PageID, a pagesim.Access) {
	if a == pagesim.Free || w.closed || w.err != nil {
		return
	}
	w.requests++
	w.err = w.to.request(w.requests, id, a)
}

// Requests is the number of requests in the trace.
func (w *Writer) Requests() uint64 { return w.requests }

// Close completes the trace and returns the first error of all writes. It does
// not close the file. Touches that come later are lost.
func (w *Writer) Close() error {
	if w.err == nil && !w.closed {
		w.err = w.to.close()
	}
	w.closed = true
	if w.err != nil {
		return fmt.Errorf("trace: %w", w.err)
	}
	return nil
}

// Replay plays a trace into pages, and returns the number of its requests. The
// format oracleGeneral does not say what a request does, so all are reads.
func Replay(r io.Reader, format string, pages pagesim.Pages) (requests uint64, err error) {
	f, err := find(format)
	if err != nil {
		return 0, err
	}
	d := f.reader(r)
	for {
		id, a, err := d.request()
		if err == io.EOF {
			return requests, nil
		}
		if err != nil {
			return requests, fmt.Errorf("trace: request %d: %w", requests+1, err)
		}
		requests++
		pages.Touch(id, a)
	}
}
