package sim

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/btree"
	"github.com/pagesim/pagesim/schema"
)

// sqlStep is a statement that builds indexes in bulk.
type sqlStep struct {
	text   string
	change schema.Change
	// first is the position of the first index that it adds.
	first int
}

func prepareSQL(m *Machine, i int) (step, error) {
	first := len(m.table.Indexes)
	change, err := m.table.Alter(m.config.Phases[i].SQL)
	if err != nil {
		return nil, fmt.Errorf("phase %d: %w", i+1, err)
	}
	return &sqlStep{text: m.config.Phases[i].SQL, change: change, first: first}, nil
}

func (s *sqlStep) rows() int64 { return 0 }

func (s *sqlStep) play(ctx context.Context, m *Machine) error {
	if s.change.Rebuild {
		m.rebuild()
	}
	if s.change.Added == 0 {
		return ctx.Err()
	}
	for i := range s.change.Added {
		m.trees = append(m.trees, m.newTree(s.first+i))
	}
	for i := range s.change.Added {
		records, err := m.recordsOf(s.first + i)
		if err != nil {
			return err
		}
		m.trees[s.first+i].Bulk(records)
	}
	return ctx.Err()
}

// rebuild writes all indexes into a new file in key order.
func (m *Machine) rebuild() {
	old := m.trees
	m.space = btree.NewSpace(m.server.Space)
	m.trees = nil
	m.pool.Clear(0)
	for i := range old {
		m.retired[i].Add(old[i].Stats())
		m.trees = append(m.trees, m.newTree(i))
	}
	for i, t := range m.trees {
		t.Bulk(old[i].Records())
	}
}

// recordsOf makes the entries of an index from all rows there are, in key order.
func (m *Machine) recordsOf(index int) (iter.Seq[pagesim.Record], error) {
	var all []pagesim.Record
	records := make([]pagesim.Record, len(m.encoder.Shapes()))
	for _, h := range m.histories {
		if h == nil {
			continue
		}
		for _, ref := range h.rows {
			if ref.version == gone {
				continue
			}
			if err := m.encode(ref, records); err != nil {
				return nil, err
			}
			r := records[index]
			r.Key = slices.Clone(r.Key)
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(a, b pagesim.Record) int { return bytes.Compare(a.Key, b.Key) })
	return slices.Values(all), nil
}
