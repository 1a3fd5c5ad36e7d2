package trace

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/pagesim/pagesim"
)

// A request of the format oracleGeneral, little endian and packed, as libCacheSim
// declares it in traceReader/customizedReader/oracle/oracleGeneralBin.h:
//
//	offset  0  uint32  clock_time
//	offset  4  uint64  obj_id
//	offset 12  uint32  obj_size
//	offset 16  int64   next_access_vtime
//
// next_access_vtime is the number of the next request for the object, the first
// request of the trace being 1, and -1 if there is none (convert_to_oracleGeneral
// in bin/traceUtils/traceConv.cpp).
const (
	requestBytes = 24
	idOffset     = 4
	sizeOffset   = 12
	nextOffset   = 16
)

// noNext is the next_access_vtime of the last request for an object.
const noNext = math.MaxUint64

// blockBytes is what Close reads and writes at once.
const blockBytes = requestBytes << 15

// maxTime is the last time that libCacheSim's readers take; later requests have
// it too.
const maxTime = math.MaxUint32 - 1

// file is what the requests are completed in.
type file interface {
	io.ReaderAt
	io.WriterAt
}

// oracleWriter writes the requests without the next access, and completes them
// when it is closed.
type oracleWriter struct {
	buffer *bufio.Writer
	w      io.Writer
	file   file
	start  int64   // offset of the trace in file
	held   *memory // the trace, if w is no file
	n      uint64
	next   []uint64 // by page: the number of the earliest request seen, 0 if none
}

func newOracleWriter(w io.Writer) encoder {
	o := &oracleWriter{w: w}
	if f, ok := w.(interface {
		io.Seeker
		file
	}); ok {
		if start, err := f.Seek(0, io.SeekCurrent); err == nil { // a pipe is a file too, but has no place
			o.file, o.start, o.buffer = f, start, bufio.NewWriterSize(w, 1<<16)
			return o
		}
	}
	o.held = &memory{}
	o.file, o.buffer = o.held, bufio.NewWriter(o.held)
	return o
}

func (o *oracleWriter) request(n uint64, id pagesim.PageID, _ pagesim.Access) error {
	var b [requestBytes]byte
	binary.LittleEndian.PutUint32(b[:], uint32(min(n, maxTime)))
	binary.LittleEndian.PutUint64(b[idOffset:], uint64(id))
	binary.LittleEndian.PutUint32(b[sizeOffset:], PageBytes)
	o.n = n
	_, err := o.buffer.Write(b[:])
	return err
}

// close fills in the next accesses, block by block from the end.
func (o *oracleWriter) close() error {
	if err := o.buffer.Flush(); err != nil {
		return err
	}
	block := make([]byte, min(blockBytes, o.n*requestBytes))
	for end := o.n; end > 0; {
		count := min(end, uint64(len(block)/requestBytes))
		end -= count
		part := block[:count*requestBytes]
		at := o.start + int64(end*requestBytes)
		if _, err := o.file.ReadAt(part, at); err != nil {
			return fmt.Errorf("reading back: %w", err)
		}
		o.complete(part, end)
		if _, err := o.file.WriteAt(part, at); err != nil {
			return err
		}
	}
	o.next = nil
	if o.held != nil {
		_, err := o.w.Write(o.held.data)
		return err
	}
	return nil
}

// complete fills in the next accesses of requests, of which before precede.
func (o *oracleWriter) complete(requests []byte, before uint64) {
	for i := len(requests) - requestBytes; i >= 0; i -= requestBytes {
		id := binary.LittleEndian.Uint64(requests[i+idOffset:])
		if have := uint64(len(o.next)); id >= have {
			o.next = append(o.next, make([]uint64, max(1024, id+1-have, have/4))...)
		}
		next := o.next[id]
		if next == 0 {
			next = noNext
		}
		binary.LittleEndian.PutUint64(requests[i+nextOffset:], next)
		o.next[id] = before + uint64(i/requestBytes) + 1
	}
}

// memory is a file in memory.
type memory struct{ data []byte }

func (m *memory) Write(b []byte) (int, error) {
	m.data = append(m.data, b...)
	return len(b), nil
}

func (m *memory) ReadAt(b []byte, at int64) (int, error) {
	return bytes.NewReader(m.data).ReadAt(b, at)
}

func (m *memory) WriteAt(b []byte, at int64) (int, error) { return copy(m.data[at:], b), nil }

type oracleReader struct{ r *bufio.Reader }

func newOracleReader(r io.Reader) decoder { return oracleReader{bufio.NewReader(r)} }

func (o oracleReader) request() (pagesim.PageID, pagesim.Access, error) {
	var b [requestBytes]byte
	if _, err := io.ReadFull(o.r, b[:]); err != nil {
		return 0, 0, err
	}
	id := binary.LittleEndian.Uint64(b[idOffset:])
	if id >= uint64(pagesim.NoPage) {
		return 0, 0, fmt.Errorf("object %d: want a page number below %d", id, pagesim.NoPage)
	}
	return pagesim.PageID(id), pagesim.Read, nil
}
