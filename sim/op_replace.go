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
// Limit, SplitMix64 from Seed. Rows that are gone are passed over.
type replaceStep struct {
	phase   Phase
	of      *history
	feed    *feed
	version int32
	// kept are the columns that the new row takes from the old one: those of the
	// identity that no stream of the phase feeds.
	kept []schema.Key
	done uint32
}

func prepareReplace(m *Machine, i int) (step, error) {
	of, err := m.historyOf(i)
	if err != nil {
		return nil, err
	}
	s := &replaceStep{phase: m.feeds[i].phase, of: of, feed: m.feeds[i]}
	in := s.feed.input()
	for _, column := range identity(m.table) {
		if !slices.ContainsFunc(in.Keys, func(k schema.Key) bool { return strings.EqualFold(k.Column, column) }) {
			s.kept = append(s.kept, schema.Key{Column: column, Format: m.formatOf(of.version, column)})
		}
	}
	in.Keys = append(in.Keys, s.kept...)
	s.version = m.newVersion(in, -1, newStored(len(in.Keys)))
	return s, nil
}

// identity is the columns by which a row is known: those of the clustered index,
// and the auto_increment column.
func identity(t *schema.Table) []string {
	var names []string
	for _, p := range t.Indexes[0].Parts {
		names = append(names, t.Columns[p.Column].Name)
	}
	for _, c := range t.Columns {
		if c.AutoIncrement && !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
		}
	}
	return names
}

// formatOf is the format in which a version has the values of a
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

// begin begins the phase and says among how many rows to choose.
func (s *replaceStep) begin(m *Machine) (rng keygen.SplitMix64, among uint64, err error) {
	if len(s.of.rows) == 0 {
		return 0, 0, fmt.Errorf("replace: no rows to replace")
	}
	among = uint64(len(s.of.rows))
	if limit := uint64(s.phase.Limit); limit > 0 {
		among = min(among, limit)
	}
	return keygen.SplitMix64(s.phase.Seed), among, m.encoder.Begin(m.versions[s.version].input)
}

func (s *replaceStep) play(ctx context.Context, m *Machine) error {
	rng, among, err := s.begin(m)
	if err != nil {
		return err
	}
	records := make([]pagesim.Record, len(m.encoder.Shapes()))
	for n := range s.phase.Rows {
		if err := m.look(ctx, n); err != nil {
			return err
		}
		row := rng.Next() % among
		if err := s.replaceRow(m, &s.of.rows[row], uint32(row), records); err != nil {
			return fmt.Errorf("replace of row %d: %w", row+1, err)
		}
		m.changed(records)
		m.commit(s.phase, n)
		m.rowDone()
	}
	return nil
}

// replaceRow deletes a row and inserts its successor.
func (s *replaceStep) replaceRow(m *Machine, ref *rowRef, row uint32, records []pagesim.Record) error {
	if ref.version == gone {
		return nil
	}
	values, err := s.values(m, *ref, row)
	if err != nil {
		return err
	}
	if err := m.deleteRow(ref, records); err != nil {
		return err
	}
	s.renew(m, ref, values)
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

// values are those of the successor of a row.
func (s *replaceStep) values(m *Machine, ref rowRef, row uint32) ([][]byte, error) {
	if err := s.feed.next(); err != nil {
		return nil, err
	}
	values := slices.Clone(s.feed.values)
	for _, k := range s.kept {
		values = append(values, m.keptValue(ref, row, k))
	}
	return values, nil
}

// renew puts the successor of a row in its place.
func (s *replaceStep) renew(m *Machine, ref *rowRef, values [][]byte) {
	v := &m.versions[s.version]
	for i, value := range values {
		v.keys[i].add(value)
	}
	*ref = rowRef{version: s.version, row: s.done}
	s.done++
}

// keptValue is the value of a kept column of a row: from the stream
// that fed it, or the counter's.
func (m *Machine) keptValue(ref rowRef, row uint32, k schema.Key) []byte {
	v := &m.versions[ref.version]
	for i := range v.in.Keys {
		if strings.EqualFold(v.in.Keys[i].Column, k.Column) {
			return v.keys[i].get(ref.row)
		}
	}
	return binary.BigEndian.AppendUint64(nil, m.table.AutoIncrement+uint64(row))
}
