package sim

import (
	"context"
	"fmt"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/keygen"
)

// selectStep looks rows up by their primary key.
type selectStep struct {
	phase   Phase
	of      *history
	lookups int64
}

func prepareSelect(m *Machine, i int) (step, error) {
	of, err := m.historyOf(i)
	if err != nil {
		return nil, err
	}
	ph := m.config.Phases[i]
	s := &selectStep{phase: ph, of: of, lookups: ph.Rows}
	if s.lookups == 0 {
		s.lookups = m.rowsOf(ph.Of)
	}
	return s, nil
}

// rows is as many look-ups as there were rows, unless the phase says.
func (s *selectStep) rows() int64 { return s.lookups }

// play looks rows up in the clustered index.
func (s *selectStep) play(ctx context.Context, m *Machine) error {
	return s.each(ctx, m, func(records []pagesim.Record) { m.trees[0].Find(records[0].Key) }, m.rowDone)
}

// each calls look with the row at position next() % rows each time, SplitMix64 from
// the phase's seed; rows that are gone cost nothing. done is called after each.
func (s *selectStep) each(ctx context.Context, m *Machine, look func(records []pagesim.Record), done func()) error {
	if len(s.of.rows) == 0 {
		return fmt.Errorf("select: no rows to look up")
	}
	rng := keygen.SplitMix64(s.phase.Seed)
	records := make([]pagesim.Record, len(m.encoder.Shapes()))
	for n := range s.lookups {
		if err := m.look(ctx, n); err != nil {
			return err
		}
		ref := s.of.rows[rng.Next()%uint64(len(s.of.rows))]
		if ref.version != gone {
			if err := m.encode(ref, records); err != nil {
				return err
			}
			look(records)
		}
		done()
	}
	return nil
}
