package sim

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/schema"
)

// Script is a config as the statements that make a server do the same: the rows
// that the model plays, byte for byte and in their order. It comes from NewScript,
// and its phases are written once, one after the other.
type Script struct {
	m       *Machine
	created *schema.Table
	records []pagesim.Record
}

// Statement is one statement of a script.
type Statement struct {
	SQL string
	// Rows is how many rows it inserts, deletes, changes or looks up.
	Rows int64
}

// NewScript opens the key streams of a config and reads its table. It is an error
// if the config has what statements on one table of InnoDB cannot do.
func NewScript(c Config, env Env) (*Script, error) {
	if c.Engine == EngineFractal || c.Beside != nil {
		return nil, errors.New("engine fractal and a second table: a script is for one table of InnoDB")
	}
	m, err := prepared(c, env)
	if err != nil {
		return nil, err
	}
	created, err := schema.Parse(m.ddl)
	if err != nil {
		return nil, err
	}
	if created.Database != "" {
		return nil, fmt.Errorf("table %s.%s: leave the database out", created.Database, created.Name)
	}
	s := &Script{m: m, created: created, records: make([]pagesim.Record, len(m.encoder.Shapes()))}
	return s, s.checkPhases()
}

// checkPhases wants a primary key where rows have to be found again.
func (s *Script) checkPhases() error {
	for i, ph := range s.m.config.Phases {
		if !isInsert(ph) && ph.Op != opSQL && len(s.created.Indexes[0].Parts) == 0 {
			return fmt.Errorf("phase %d: %s: table %s has no primary key to find rows by", i+1, ph.Op, s.created.Name)
		}
	}
	return nil
}

// Config is the config as it is played: with rows counted, columns filled and the
// table's statement.
func (s *Script) Config() Config {
	c := s.m.settled()
	c.DDL = s.DDL()
	return c
}

// DDL is the CREATE TABLE statement.
func (s *Script) DDL() string { return strings.TrimRight(s.created.DDL, "; \n") }

// Table is the table that it creates.
func (s *Script) Table() *schema.Table { return s.created }

// Rows is the number of rows that the phases insert or change.
func (s *Script) Rows() int64 { return s.m.Rows() }

// Phase gives the statements of phase i, counted from 0, to send one after the
// other. It ends with the first error, that of send or of ctx.
func (s *Script) Phase(ctx context.Context, i int, send func(Statement) error) error {
	w := &scriptWriter{Script: s, ctx: ctx, send: send}
	if err := s.m.steps[i].write(w); err != nil {
		return err
	}
	return w.flush()
}

// scriptWriter makes the statements of a phase.
type scriptWriter struct {
	*Script
	ctx  context.Context
	send func(Statement) error
	// insert is the INSERT statement under way and rows its rows.
	insert []byte
	rows   int64
	// open is true within a transaction.
	open bool
}

// maxInsertBytes is where an INSERT ends before its batch is full: below the least
// max_allowed_packet of all servers, 4 MiB in MySQL 5.7.
const maxInsertBytes = 1 << 20

// insertRow adds a row to the INSERT under way; a full one is sent.
func (w *scriptWriter) insertRow(ref rowRef, values [][]byte) error {
	input := w.m.versions[ref.version].input
	columns := w.m.encoder.Written(input)
	if w.rows == 0 {
		w.insert = append(w.insert[:0], "insert into "+quoted(w.created.Name)+" ("+w.names(columns)+") values "...)
	} else {
		w.insert = append(w.insert, ',')
	}
	w.insert = append(w.insert, '(')
	for i, column := range columns {
		if i > 0 {
			w.insert = append(w.insert, ',')
		}
		var err error
		if w.insert, err = w.m.encoder.AppendSQL(w.insert, input, uint64(ref.row), values, column); err != nil {
			return err
		}
	}
	w.insert = append(w.insert, ')')
	w.rows++
	if w.rows >= w.m.config.Client.Batch || len(w.insert) >= maxInsertBytes {
		return w.endInsert()
	}
	return nil
}

// endInsert sends the INSERT under way.
func (w *scriptWriter) endInsert() error {
	if w.rows == 0 {
		return nil
	}
	rows := w.rows
	w.rows = 0
	return w.sql(string(w.insert), rows)
}

// sql sends a statement.
func (w *scriptWriter) sql(text string, rows int64) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	return w.send(Statement{SQL: text, Rows: rows})
}

// transaction begins the transaction of row n of a phase if one is due.
func (w *scriptWriter) begin(ph Phase, least int64) error {
	if w.open || max(least, ph.Transaction) <= 1 {
		return nil
	}
	w.open = true
	return w.sql("begin", 0)
}

// commit ends the transaction after row n of the phase if it is full.
func (w *scriptWriter) commit(ph Phase, n int64) error {
	if !w.open || (n+1)%max(1, ph.Transaction) != 0 {
		return nil
	}
	w.open = false
	return w.sql("commit", 0)
}

// flush sends what is left.
func (w *scriptWriter) flush() error {
	if err := w.endInsert(); err != nil || !w.open {
		return err
	}
	w.open = false
	return w.sql("commit", 0)
}

// names lists columns for SQL.
func (w *scriptWriter) names(columns []int) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = quoted(w.created.Columns[c].Name)
	}
	return strings.Join(names, ",")
}

// equals lists columns with their values in a row, with a word between them.
func (w *scriptWriter) equals(ref rowRef, columns []int, between string) (string, error) {
	var b []byte
	for i, column := range columns {
		if i > 0 {
			b = append(b, between...)
		}
		b = append(b, quoted(w.created.Columns[column].Name)+"="...)
		v := &w.m.versions[ref.version]
		var err error
		if b, err = w.m.encoder.AppendSQL(b, v.input, uint64(ref.row), v.values(ref.row), column); err != nil {
			return "", err
		}
	}
	return string(b), nil
}

// where is the condition that finds a row, by its primary key.
func (w *scriptWriter) where(ref rowRef) (string, error) {
	var columns []int
	for _, p := range w.created.Indexes[0].Parts {
		columns = append(columns, p.Column)
	}
	condition, err := w.equals(ref, columns, " and ")
	return " where " + condition, err
}
