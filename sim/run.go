package sim

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/btree"
	"github.com/pagesim/pagesim/bufferpool"
	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/schema"
)

// Env is what a run may use of the world around it. The zero value is enough.
type Env struct {
	// Stdin is read for keys from "file:-".
	Stdin io.Reader
	// Progress is called now and then with the rows done and the rows in all.
	Progress func(done, rows int64)
}

// progressRows is how many rows lie between two looks at the context and two
// calls of Env.Progress.
const progressRows = 1 << 14

// Run plays a config and returns its result, with the baseline beside it. A
// cancelled context ends it with the context's error.
func Run(ctx context.Context, c Config, env Env) (pagesim.Result, error) {
	m, err := New(c, env)
	if err != nil {
		return pagesim.Result{}, err
	}
	b := m.baseline()
	if b != nil {
		share(m, b)
	}
	if err := m.Play(ctx); err != nil {
		return pagesim.Result{}, err
	}
	r := m.Result()
	if b != nil {
		if err := b.Play(ctx); err != nil {
			return pagesim.Result{}, err
		}
		r.Baseline = b.asBaseline()
	}
	return r, nil
}

// share makes two runs, one after the other, report progress as one.
func share(first, second *Machine) {
	progress := first.env.Progress
	if progress == nil {
		return
	}
	rows := first.Rows() + second.Rows()
	first.env.Progress = func(done, _ int64) { progress(done, rows) }
	second.env.Progress = func(done, _ int64) { progress(first.Rows()+done, rows) }
}

// Machine is a run under way: the table's trees and the pool. It comes from New.
type Machine struct {
	config  Config
	ddl     string
	env     Env
	feeds   []*feed
	table   *schema.Table
	encoder *schema.Encoder
	space   *btree.Space
	trees   []*btree.Tree
	pool    *bufferpool.Pool
	rows    int64
	samples []pagesim.Sample
}

// New opens the key streams and makes the empty table of a config.
func New(c Config, env Env) (*Machine, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	m := &Machine{config: c, env: env, ddl: c.DDL}
	if err := m.open(); err != nil {
		return nil, err
	}
	shapes := m.encoder.Shapes()
	m.pool = bufferpool.New(c.PoolBytes/btree.DefaultPageBytes, len(shapes))
	m.space = btree.NewSpace(btree.MySQL80)
	for i, shape := range shapes {
		m.trees = append(m.trees, btree.New(shape, btree.Options{Space: m.space, Pages: m.pool.Owner(i)}))
	}
	return m, nil
}

// open opens the streams of all phases and prepares the table's records.
func (m *Machine) open() error {
	for _, ph := range m.config.Phases {
		f, err := openFeed(ph, m.env.Stdin)
		if err != nil {
			return err
		}
		m.feeds = append(m.feeds, f)
	}
	if m.ddl == "" {
		ddl, err := makeDDL(m.feeds[0])
		if err != nil {
			return err
		}
		m.ddl = ddl
	}
	table, err := schema.Parse(m.ddl)
	if err != nil {
		return err
	}
	var inputs []schema.Input
	for _, f := range m.feeds {
		if err := f.fill(table); err != nil {
			return err
		}
		inputs = append(inputs, f.input())
	}
	m.table = table
	m.encoder, err = table.Encoder(inputs...)
	return err
}

// Trees are the table's indexes, the clustered one first.
func (m *Machine) Trees() []*btree.Tree { return m.trees }

// Encoder is the table's records, for those who want to explain them.
func (m *Machine) Encoder() *schema.Encoder { return m.encoder }

// Rows is the number of rows that the phases insert.
func (m *Machine) Rows() int64 {
	n := int64(0)
	for _, f := range m.feeds {
		n += f.phase.Rows - f.phase.Skip
	}
	return n
}

// Play inserts the rows of all phases.
func (m *Machine) Play(ctx context.Context) error {
	for i, f := range m.feeds {
		if err := m.encoder.Begin(i); err != nil {
			return err
		}
		if err := m.insert(ctx, f); err != nil {
			return err
		}
	}
	if m.config.SampleRows > 0 && m.rows%m.config.SampleRows != 0 {
		m.sample()
	}
	return nil
}

// insert plays one phase.
func (m *Machine) insert(ctx context.Context, f *feed) error {
	records := make([]pagesim.Record, len(m.trees))
	for i := range f.phase.Rows - f.phase.Skip {
		if i%progressRows == 0 {
			if err := m.look(ctx); err != nil {
				return err
			}
		}
		if err := m.insertRow(f, records); err != nil {
			return fmt.Errorf("row %d: %w", f.phase.Skip+i+1, err)
		}
		m.rows++
		if m.config.SampleRows > 0 && m.rows%m.config.SampleRows == 0 {
			m.sample()
		}
	}
	return m.look(ctx)
}

// look reports progress and sees whether to go on.
func (m *Machine) look(ctx context.Context) error {
	if m.env.Progress != nil {
		m.env.Progress(m.rows, m.Rows())
	}
	return ctx.Err()
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

// explain adds the keys of the row to an error about a duplicate.
func (f *feed) explain(err error) error {
	if !errors.Is(err, btree.ErrDuplicate) {
		return err
	}
	for i, k := range f.phase.Keys {
		err = fmt.Errorf("%w; %s is %s (%s)", err, k.Column, keygen.Print(f.formats[i], f.values[i]), k.Keys)
	}
	return err
}
