package sim

import (
	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/btree"
)

// Bytes of redo log, RD-01. The record and the primary key in the undo record are
// logged as they are; the rest is what recordings of MySQL 9.7 (100 rows a
// statement) and Percona Server 5.7 (one) have beside them.
const (
	// redoIndexBytes is for an insert into an index: type, page, index, offset.
	redoIndexBytes = 10
	// redoUndoBytes is for the undo record beside the primary key, redoCommitBytes
	// for a transaction.
	redoUndoBytes, redoCommitBytes = 11, 40
	// redoSplitBytes is for a page that a split fills: half of its records.
	redoSplitBytes = btree.DefaultPageBytes / 2
)

// redoOf is the redo log of a row that changes the given records.
func redoOf(records []pagesim.Record) int64 {
	n := int64(redoUndoBytes + primaryBytes(records))
	for i := range records {
		n += int64(records[i].LeafBytes) + redoIndexBytes
	}
	return n
}

// primaryBytes is the length of the primary key: what a node pointer has beside
// header and child.
func primaryBytes(records []pagesim.Record) int {
	const header, child = 5, 4
	return records[0].PointerBytes - header - child
}

// changed is a row whose records were changed: it writes undo and redo, and ends the
// transaction with the last row of a statement.
func (m *Machine) changed(records []pagesim.Record) {
	if !m.config.hasClock() {
		return
	}
	m.write(records)
	if m.uncommitted++; m.uncommitted >= m.config.Client.Batch {
		m.endStatement()
	}
}

// endStatement commits the rows of a statement, whole or the last one of a phase.
func (m *Machine) endStatement() {
	if m.uncommitted == 0 {
		return
	}
	m.uncommitted = 0
	m.undo.commit()
	m.pool.Log(redoCommitBytes)
	m.clock.commit()
}

// write writes the undo record and the redo log of a row.
func (m *Machine) write(records []pagesim.Record) {
	m.undo.add(undoRecordBytes + primaryBytes(records))
	n := redoOf(records)
	if splits := m.middleSplits(); splits != m.logged {
		n += (splits - m.logged) * redoSplitBytes
		m.logged = splits
	}
	m.pool.Log(n)
}

// middleSplits counts the splits that move half a page, those of trees that rebuilds
// replaced among them.
func (m *Machine) middleSplits() int64 {
	n := int64(0)
	for i, t := range m.trees {
		n += t.Stats().Middle + m.retired[i].Middle
	}
	return n
}
