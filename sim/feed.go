package sim

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/schema"
)

// feed is the open key streams of a phase.
type feed struct {
	phase   Phase
	table   *schema.Table
	streams []keygen.Stream
	formats []pagesim.Format
	// values are the keys of the current row, one a stream.
	values [][]byte
}

// openFeed opens the streams of a phase and settles how many rows it has.
func openFeed(ph Phase, stdin io.Reader) (*feed, error) {
	f := &feed{phase: ph}
	f.phase.Keys = nil
	for _, k := range ph.Keys {
		if err := f.open(k, stdin); err != nil {
			return nil, err
		}
	}
	return f, f.settleRows()
}

// open opens a stream and adds it.
func (f *feed) open(k Stream, stdin io.Reader) error {
	rows := f.phase.Rows
	if rows == 0 {
		rows = DefaultRows
	}
	s, err := k.Keys.Open(k.Seed, rows, stdin)
	if err != nil {
		return err
	}
	format, err := formatOf(k.Keys, s)
	if err != nil {
		return err
	}
	f.phase.Keys = append(f.phase.Keys, k)
	f.streams, f.formats, f.values = append(f.streams, s), append(f.formats, format), append(f.values, nil)
	return nil
}

// settleRows settles how many rows the phase has.
func (f *feed) settleRows() error {
	shortest := int64(math.MaxInt64)
	for _, s := range f.streams {
		if n, ends := finiteRows(s); ends {
			shortest = min(shortest, n)
		}
	}
	switch {
	case shortest < f.phase.Rows:
		return fmt.Errorf("%d rows asked for, the keys end after %d", f.phase.Rows, shortest)
	case f.phase.Rows == 0 && shortest < math.MaxInt64:
		f.phase.Rows = shortest
	case f.phase.Rows == 0:
		f.phase.Rows = DefaultRows
	}
	return nil
}

// fill adds what feeds the columns of the table that have no value, then passes
// over the rows to skip.
func (f *feed) fill(table *schema.Table) error {
	ph := Phase{Op: f.phase.Op, Fill: f.phase.Fill}
	if err := fillUnfed(&ph, table, f.input()); err != nil {
		return err
	}
	f.phase.Payload = append(slices.Clone(f.phase.Payload), ph.Payload...)
	for _, k := range ph.Keys {
		if err := f.open(k, nil); err != nil {
			return err
		}
	}
	f.table = table
	if err := f.checkCounters(); err != nil {
		return err
	}
	return f.pass(f.phase.Skip)
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
	in := schema.Input{Payload: map[string]schema.Length{}, Skip: uint64(f.phase.Skip), RowsPerSecond: clockRate}
	for i, k := range f.phase.Keys {
		in.Keys = append(in.Keys, schema.Key{Column: k.Column, Format: f.formats[i]})
	}
	for _, p := range f.phase.Payload {
		in.Payload[p.Column] = p.length()
	}
	return in
}

// columnsOf lists the columns of the index that an error of a tree begins with.
func (f *feed) columnsOf(err error) []string {
	var names []string
	for _, x := range f.table.Indexes {
		if !strings.HasPrefix(err.Error(), "index "+x.Name+": ") {
			continue
		}
		for _, p := range x.Parts {
			names = append(names, f.table.Columns[p.Column].Name)
		}
	}
	return names
}

// stream is the place of the stream that feeds a column, -1 if none does.
func (f *feed) stream(column string) int {
	return slices.IndexFunc(f.phase.Keys, func(k Stream) bool { return strings.EqualFold(k.Column, column) })
}

func (f *feed) hasFiller(column string) bool {
	return slices.ContainsFunc(f.phase.Payload, func(p Payload) bool { return strings.EqualFold(p.Column, column) })
}
