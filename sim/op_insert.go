package sim

import (
	"context"
	"errors"
	"fmt"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/btree"
	"github.com/pagesim/pagesim/keygen"
)

// insertStep inserts the rows of a feed.
type insertStep struct {
	feed    *feed
	version int32
	// history keeps the rows if a later phase needs them.
	history *history
}

func prepareInsert(m *Machine, i int) (step, error) {
	f := m.feeds[i]
	s := &insertStep{feed: f, version: m.newVersion(f.input(), -1, nil)}
	if m.rowsAreNeeded(i) {
		s.history = &history{version: s.version}
		m.versions[s.version].keys = newStored(len(f.streams))
		m.histories[i] = s.history
	}
	return s, nil
}

// rowsAreNeeded reports whether a later phase refers to the rows of phase i, or
// builds an index from them.
func (m *Machine) rowsAreNeeded(i int) bool {
	for j := i + 1; j < len(m.config.Phases); j++ {
		ph := m.config.Phases[j]
		if ph.Op == "sql" || ph.Op != "" && ph.Op != "insert" && ph.Of == i {
			return true
		}
	}
	return false
}

func newStored(n int) []*stored {
	all := make([]*stored, n)
	for i := range all {
		all[i] = &stored{}
	}
	return all
}

func (s *insertStep) rows() int64 { return s.feed.phase.Rows - s.feed.phase.Skip }

func (s *insertStep) play(ctx context.Context, m *Machine) error {
	if err := m.encoder.Begin(m.versions[s.version].input); err != nil {
		return err
	}
	records := make([]pagesim.Record, len(m.encoder.Shapes()))
	for i := range s.rows() {
		if err := m.look(ctx, i); err != nil {
			return err
		}
		if err := m.insertRow(s.feed, records); err != nil {
			return fmt.Errorf("row %d: %w", s.feed.phase.Skip+i+1, err)
		}
		if s.history != nil {
			s.history.keep(&m.versions[s.version], s.feed.values)
		}
		m.inserted++
		if err := m.insertBeside(); err != nil {
			return fmt.Errorf("row %d: %w", s.feed.phase.Skip+i+1, err)
		}
		m.changed(records)
		m.rowDone()
	}
	return nil
}

// insertRow inserts a row into all indexes, the clustered one first.
func (m *Machine) insertRow(f *feed, records []pagesim.Record) error {
	if err := f.next(); err != nil {
		return err
	}
	if err := m.encoder.Encode(f.values, records); err != nil {
		return err
	}
	for i, t := range m.trees {
		if err := t.Insert(records[i]); err != nil {
			return f.explain(err)
		}
	}
	return nil
}

// explain adds to an error about a duplicate what feeds the columns of its index.
func (f *feed) explain(err error) error {
	if !errors.Is(err, btree.ErrDuplicate) {
		return err
	}
	for _, column := range f.columnsOf(err) {
		switch i := f.stream(column); {
		case i >= 0:
			err = fmt.Errorf("%w; %s is %s (%s)", err, column, keygen.Print(f.formats[i], f.values[i]), f.phase.Keys[i].Keys)
		case f.hasFiller(column):
			err = fmt.Errorf("%w; no stream feeds %s, its filler repeats", err, column)
		default:
			err = fmt.Errorf("%w; no stream feeds %s", err, column)
		}
	}
	return err
}
