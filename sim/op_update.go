package sim

import (
	"bytes"
	"context"
	"fmt"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/schema"
)

// updateStep gives columns of rows other values.
type updateStep struct {
	phase Phase
	of    *history
	feed  *feed
	count int64
	// keys keeps the values of the new key streams.
	keys []*stored
	// next maps the version of a row to that after the update.
	next map[int32]int32
}

func prepareUpdate(m *Machine, i int) (step, error) {
	of, err := m.historyOf(i)
	if err != nil {
		return nil, err
	}
	ph, f := m.config.Phases[i], m.feeds[i]
	s := &updateStep{
		phase: ph, of: of, feed: f, count: ph.countChosen(m.rowsOf(ph.Of)), keys: newStored(len(f.streams)),
		next: map[int32]int32{},
	}
	var streams []schema.Key
	for j, k := range f.phase.Keys {
		streams = append(streams, schema.Key{Column: k.Column, Format: f.formats[j]})
	}
	for v := range int32(len(m.versions)) {
		if m.versions[v].keys == nil && len(m.versions[v].in.Keys) > 0 {
			continue // a phase whose rows are not kept
		}
		in, keys := m.versions[v].change(ph.Payload, streams, s.keys)
		s.next[v] = m.newVersion(in, m.versions[v].root, keys)
	}
	return s, nil
}

func (s *updateStep) rows() int64 { return s.count }

func (s *updateStep) play(ctx context.Context, m *Machine) error {
	records := make([]pagesim.Record, len(m.encoder.Shapes()))
	for n, row := range s.phase.chosen(int64(len(s.of.rows))) {
		if err := m.look(ctx, int64(n)); err != nil {
			return err
		}
		if err := s.feed.next(); err != nil {
			return err
		}
		if err := s.updateRow(m, &s.of.rows[row], records); err != nil {
			return fmt.Errorf("update of row %d: %w", row+1, err)
		}
		m.changed(records)
		m.commit(s.phase, int64(n))
		m.rowDone()
	}
	return nil
}

// updateRow changes one row: the clustered record, then each secondary entry.
func (s *updateStep) updateRow(m *Machine, ref *rowRef, records []pagesim.Record) error {
	if ref.version == gone {
		return nil
	}
	if err := m.encode(*ref, records); err != nil {
		return err
	}
	was := cloneKeys(records)
	s.renew(ref)
	if err := m.encode(*ref, records); err != nil {
		return err
	}
	entry := purgeEntry{keys: make([][]byte, len(m.trees))}
	for i := range m.trees {
		if err := m.updateEntry(i, was[i], records[i], &entry); err != nil {
			return err
		}
	}
	m.purgeList = append(m.purgeList, entry)
	return nil
}

// renew gives a row the values that the feed has now.
func (s *updateStep) renew(ref *rowRef) {
	for i, v := range s.feed.values {
		s.keys[i].addAt(ref.row, v)
	}
	ref.version = s.next[ref.version]
}

// updateEntry changes one index: in place if the key stays, else by a delete mark
// and an insert, BT-19; and adds what it leaves to purge.
func (m *Machine) updateEntry(i int, was, is pagesim.Record, left *purgeEntry) error {
	t := m.trees[i]
	if bytes.Equal(was.Key, is.Key) {
		offPage, err := t.Update(is)
		if i == 0 {
			left.offPage = offPage
		}
		return err
	}
	if err := t.DeleteMark(was.Key); err != nil {
		return err
	}
	left.keys[i] = was.Key
	return t.Insert(is)
}
