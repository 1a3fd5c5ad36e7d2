package sim

import (
	"context"
	"fmt"

	"github.com/pagesim/pagesim"
)

// deleteStep deletes rows.
type deleteStep struct {
	phase Phase
	of    *history
	count int64
}

func prepareDelete(m *Machine, i int) (step, error) {
	of, err := m.historyOf(i)
	if err != nil {
		return nil, err
	}
	ph := m.config.Phases[i]
	return &deleteStep{phase: ph, of: of, count: ph.countChosen(m.rowsOf(ph.Of))}, nil
}

func (s *deleteStep) rows() int64 { return s.count }

func (s *deleteStep) play(ctx context.Context, m *Machine) error {
	records := make([]pagesim.Record, len(m.encoder.Shapes()))
	for n, row := range s.phase.chosen(int64(len(s.of.rows))) {
		if err := m.look(ctx, int64(n)); err != nil {
			return err
		}
		if err := m.deleteRow(&s.of.rows[row], records); err != nil {
			return fmt.Errorf("delete of row %d: %w", row+1, err)
		}
		m.changed(records)
		m.commit(s.phase, int64(n))
		m.rowDone()
	}
	return nil
}

// deleteRow delete-marks a row in all indexes and leaves it to purge. A row that
// is gone already is no error: the statement finds nothing.
func (m *Machine) deleteRow(ref *rowRef, records []pagesim.Record) error {
	if ref.version == gone {
		return nil
	}
	if err := m.encode(*ref, records); err != nil {
		return err
	}
	entry := purgeEntry{keys: make([][]byte, len(m.trees))}
	for i, t := range m.trees {
		if err := t.DeleteMark(records[i].Key); err != nil {
			return err
		}
		entry.keys[i] = append([]byte(nil), records[i].Key...)
	}
	ref.version = gone
	m.purgeList = append(m.purgeList, entry)
	return nil
}
