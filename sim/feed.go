package sim

import (
	"errors"
	"fmt"
	"io"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/schema"
)

// feed is the open key streams of a phase.
type feed struct {
	phase   Phase
	streams []keygen.Stream
	formats []pagesim.Format
	// values are the keys of the current row, one a stream.
	values [][]byte
}

// openFeed opens the streams of a phase and settles how many rows it has.
func openFeed(ph Phase, stdin io.Reader) (*feed, error) {
	f := &feed{phase: ph, values: make([][]byte, len(ph.Keys))}
	rows := ph.Rows
	if rows == 0 {
		rows = DefaultRows
	}
	shortest := int64(0)
	for _, k := range ph.Keys {
		s, err := k.Keys.Open(k.Seed, rows, stdin)
		if err != nil {
			return nil, err
		}
		format, err := formatOf(k.Keys, s)
		if err != nil {
			return nil, err
		}
		if n, ends := finiteRows(s); ends && (shortest == 0 || n < shortest) {
			shortest = n
		}
		f.streams, f.formats = append(f.streams, s), append(f.formats, format)
	}
	switch {
	case ph.Rows == 0 && shortest > 0:
		rows = shortest
	case shortest > 0 && shortest < rows:
		return nil, fmt.Errorf("%d rows asked for, the keys end after %d", rows, shortest)
	}
	f.phase.Rows = rows
	return f, f.pass(ph.Skip)
}

// formatOf asks an open stream for its format where only that knows it.
func formatOf(spec keygen.Spec, s keygen.Stream) (pagesim.Format, error) {
	if f, ok := s.(keygen.Finite); ok {
		return f.Format(), nil
	}
	return spec.Format()
}

func finiteRows(s keygen.Stream) (int64, bool) {
	if f, ok := s.(keygen.Finite); ok {
		return f.Rows()
	}
	return 0, false
}

// next reads the keys of the next row.
func (f *feed) next() error {
	for i, s := range f.streams {
		var err error
		if f.values[i], err = s.Next(f.values[i][:0]); err != nil {
			if errors.Is(err, io.EOF) {
				return fmt.Errorf("the keys of column %s ended early", f.phase.Keys[i].Column)
			}
			return err
		}
	}
	return nil
}

// pass reads over n rows.
func (f *feed) pass(n int64) error {
	for range n {
		if err := f.next(); err != nil {
			return err
		}
	}
	return nil
}

// input is the phase in the words of the schema.
func (f *feed) input() schema.Input {
	in := schema.Input{Payload: map[string]schema.Length{}, Skip: uint64(f.phase.Skip)}
	for i, k := range f.phase.Keys {
		in.Keys = append(in.Keys, schema.Key{Column: k.Column, Format: f.formats[i]})
	}
	for _, p := range f.phase.Payload {
		in.Payload[p.Column] = p.length()
	}
	return in
}
