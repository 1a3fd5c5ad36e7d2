package sim

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/schema"
)

// replaceStep deletes rows and inserts them again under the same primary key, as
// sysbench does: row next() % n of the phase that inserted them, or of its first
// Limit, SplitMix64 from Seed.
type replaceStep struct {
	phase   Phase
	of      *history
	feed    *feed
	version int32
	// primary are the columns that the new row takes from the old one.
	primary []schema.Key
	done    uint32
}

func prepareReplace(m *Machine, i int) (step, error) {
	of, err := m.historyOf(i)
	if err != nil {
		return nil, err
	}
	s := &replaceStep{phase: m.feeds[i].phase, of: of, feed: m.feeds[i]}
	in := s.feed.input()
	for _, p := range m.table.Indexes[0].Parts {
		column := m.table.Columns[p.Column].Name
		s.primary = append(s.primary, schema.Key{Column: column, Format: m.formatOf(of.version, column)})
	}
	in.Keys = append(in.Keys, s.primary...)
	s.version = m.newVersion(in, -1, newStored(len(in.Keys)))
	return s, nil
}

// formatOf is the format in which a version has the values of a primary key
// column: that of its stream, or that of a counter.
func (m *Machine) formatOf(v int32, column string) pagesim.Format {
	for _, k := range m.versions[v].in.Keys {
		if strings.EqualFold(k.Column, column) {
			return k.Format
		}
	}
	return pagesim.Format{Kind: pagesim.Int, Bytes: 8, Fixed: true}
}

func (s *replaceStep) rows() int64 { return s.phase.Rows }

func (s *replaceStep) play(ctx context.Context, m *Machine) error {
	if len(s.of.rows) == 0 {
		return fmt.Errorf("replace: no rows to replace")
	}
	if err := m.encoder.Begin(m.versions[s.version].input); err != nil {
		return err
	}
	among := uint64(len(s.of.rows))
	if limit := uint64(s.phase.Limit); limit > 0 {
		among = min(among, limit)
	}
	rng := keygen.SplitMix64(s.phase.Seed)
	records := make([]pagesim.Record, len(m.encoder.Shapes()))
	for n := range s.phase.Rows {
		if err := m.look(ctx, n); err != nil {
			return err
		}
		row := rng.Next() % among
		if err := s.replaceRow(m, &s.of.rows[row], uint32(row), records); err != nil {
			return fmt.Errorf("replace of row %d: %w", row+1, err)
		}
		m.commit(s.phase, n)
		m.rowDone()
	}
	return nil
}

// replaceRow deletes a row and inserts its successor.
func (s *replaceStep) replaceRow(m *Machine, ref *rowRef, row uint32, records []pagesim.Record) error {
	if err := s.feed.next(); err != nil {
		return err
	}
	values := slices.Clone(s.feed.values)
	for _, k := range s.primary {
		values = append(values, m.primaryValue(*ref, row, k))
	}
	if err := m.deleteRow(ref, records); err != nil {
		return err
	}
	v := &m.versions[s.version]
	for i, value := range values {
		v.keys[i].add(value)
	}
	*ref = rowRef{version: s.version, row: s.done}
	s.done++
	if err := m.encode(*ref, records); err != nil {
		return err
	}
	for i, t := range m.trees {
		if err := t.Insert(records[i]); err != nil {
			return err
		}
	}
	return nil
}

// primaryValue is the value of a primary key column of a row: from the stream
// that fed it, or the counter's.
func (m *Machine) primaryValue(ref rowRef, row uint32, k schema.Key) []byte {
	if ref.version != gone {
		v := &m.versions[ref.version]
		for i := range v.in.Keys {
			if strings.EqualFold(v.in.Keys[i].Column, k.Column) {
				return v.keys[i].get(ref.row)
			}
		}
	}
	return binary.BigEndian.AppendUint64(nil, m.table.AutoIncrement+uint64(row))
}
