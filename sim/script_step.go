package sim

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pagesim/pagesim/keygen"
)

// write writes rows as play inserts them, in statements of a batch each.
func (s *insertStep) write(w *scriptWriter) error {
	if err := w.m.encoder.Begin(w.m.versions[s.version].input); err != nil {
		return err
	}
	for i := range s.rows() {
		err := s.feed.next()
		if err == nil {
			err = w.m.encoder.Encode(s.feed.values, w.records)
		}
		if err != nil {
			return fmt.Errorf("row %d: %w", s.feed.phase.Skip+i+1, err)
		}
		if s.history != nil {
			s.history.keep(&w.m.versions[s.version], s.feed.values)
		}
		if err := w.insertRow(rowRef{s.version, uint32(i)}, s.feed.values); err != nil {
			return err
		}
	}
	return nil
}

// write writes a statement for each row that is still there.
func (s *deleteStep) write(w *scriptWriter) error {
	for n, row := range s.phase.chosen(int64(len(s.of.rows))) {
		if err := w.begin(s.phase, 1); err != nil {
			return err
		}
		if err := w.deleteRow(&s.of.rows[row]); err != nil {
			return err
		}
		if err := w.commit(s.phase, int64(n)); err != nil {
			return err
		}
	}
	return nil
}

// deleteRow deletes a row if it is still there.
func (w *scriptWriter) deleteRow(ref *rowRef) error {
	if ref.version == gone {
		return nil
	}
	where, err := w.where(*ref)
	if err != nil {
		return err
	}
	ref.version = gone
	return w.sql("delete from "+quoted(w.created.Name)+where, 1)
}

// write writes a statement for each row that is still there.
func (s *updateStep) write(w *scriptWriter) error {
	columns, kept := s.columns(w)
	for n, row := range s.phase.chosen(int64(len(s.of.rows))) {
		if err := s.feed.next(); err != nil {
			return err
		}
		if err := w.begin(s.phase, 1); err != nil {
			return err
		}
		if err := s.writeRow(w, &s.of.rows[row], columns, kept); err != nil {
			return fmt.Errorf("update of row %d: %w", row+1, err)
		}
		if err := w.commit(s.phase, int64(n)); err != nil {
			return err
		}
	}
	return nil
}

// columns are those that the phase sets, and SQL that keeps the times that the
// server might set by itself.
func (s *updateStep) columns(w *scriptWriter) (set []int, kept string) {
	for i, c := range w.created.Columns {
		isSet := slices.ContainsFunc(s.phase.Payload, func(p Payload) bool { return strings.EqualFold(p.Column, c.Name) }) ||
			s.feed.stream(c.Name) >= 0
		switch {
		case isSet:
			set = append(set, i)
		case c.IsTime():
			kept += "," + quoted(c.Name) + "=" + quoted(c.Name)
		}
	}
	return set, kept
}

func (s *updateStep) writeRow(w *scriptWriter, ref *rowRef, columns []int, kept string) error {
	if ref.version == gone {
		return nil
	}
	where, err := w.where(*ref)
	if err != nil {
		return err
	}
	s.renew(ref)
	if err := w.m.encode(*ref, w.records); err != nil {
		return err
	}
	set, err := w.equals(*ref, columns, ",")
	if err != nil {
		return err
	}
	return w.sql("update "+quoted(w.created.Name)+" set "+set+kept+where, 1)
}

// write writes a DELETE and an INSERT for each row that is still there, in one
// transaction.
func (s *replaceStep) write(w *scriptWriter) error {
	rng, among, err := s.begin(w.m)
	if err != nil {
		return err
	}
	for n := range s.phase.Rows {
		row := rng.Next() % among
		if err := s.writeRow(w, &s.of.rows[row], uint32(row)); err != nil {
			return fmt.Errorf("replace of row %d: %w", row+1, err)
		}
		if err := w.commit(s.phase, n); err != nil {
			return err
		}
	}
	return nil
}

func (s *replaceStep) writeRow(w *scriptWriter, ref *rowRef, row uint32) error {
	if ref.version == gone {
		return nil
	}
	values, err := s.values(w.m, *ref, row)
	if err != nil {
		return err
	}
	if err := w.begin(s.phase, 2); err != nil {
		return err
	}
	if err := w.deleteRow(ref); err != nil {
		return err
	}
	s.renew(w.m, ref, values)
	if err := w.m.encode(*ref, w.records); err != nil {
		return err
	}
	if err := w.insertRow(*ref, values); err != nil {
		return err
	}
	return w.endInsert()
}

// write writes a SELECT for each look-up of a row that is still there.
func (s *selectStep) write(w *scriptWriter) error {
	if len(s.of.rows) == 0 {
		return fmt.Errorf("select: no rows to look up")
	}
	rng := keygen.SplitMix64(s.phase.Seed)
	for range s.lookups {
		ref := s.of.rows[rng.Next()%uint64(len(s.of.rows))]
		if ref.version == gone {
			continue
		}
		where, err := w.where(ref)
		if err != nil {
			return err
		}
		if err := w.sql("select 1 from "+quoted(w.created.Name)+where, 1); err != nil {
			return err
		}
	}
	return nil
}

// write writes the statement as it is.
func (s *sqlStep) write(w *scriptWriter) error {
	return w.sql(strings.TrimRight(s.text, "; \n"), 0)
}
