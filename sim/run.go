package sim

import (
	"context"
	"io"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/btree"
	"github.com/pagesim/pagesim/bufferpool"
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
		// A baseline that does not fit the table is none; the run stands.
		if err := b.Play(ctx); err == nil {
			r.Baseline = b.asBaseline()
		}
	}
	return r, ctx.Err()
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
	config   Config
	server   Server
	ddl      string
	env      Env
	feeds    []*feed
	steps    []step
	table    *schema.Table
	inputs   []schema.Input
	versions []version
	// histories are the rows of the phases that later ones refer to.
	histories []*history
	purgeList []purgeEntry
	encoder   *schema.Encoder
	space     *btree.Space
	trees     []*btree.Tree
	// retired are the counts of the trees that rebuilds replaced, by index.
	retired  []btree.Stats
	pool     *bufferpool.Pool
	inserted int64
	// done counts the rows that all phases so far have changed.
	done    int64
	samples []pagesim.Sample
	// phases are the states after the phases so far.
	phases []pagesim.PhaseResult
}

// New opens the key streams and makes the empty table of a config.
func New(c Config, env Env) (*Machine, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	server, err := serverNamed(c.Server)
	if err != nil {
		return nil, err
	}
	m := &Machine{config: c, server: server, env: env, ddl: c.DDL, histories: make([]*history, len(c.Phases))}
	if err := m.open(); err != nil {
		return nil, err
	}
	indexes := len(m.table.Indexes)
	if err := m.prepare(); err != nil {
		return nil, err
	}
	m.pool = bufferpool.New(c.PoolBytes/btree.DefaultPageBytes, len(m.table.Indexes))
	m.retired = make([]btree.Stats, len(m.table.Indexes))
	m.space = btree.NewSpace(server.Space)
	for i := range indexes {
		m.trees = append(m.trees, m.newTree(i))
	}
	return m, nil
}

// newTree makes the empty tree of an index.
func (m *Machine) newTree(i int) *btree.Tree {
	return btree.New(m.encoder.Shapes()[i], btree.Options{Space: m.space, Pages: m.pool.Owner(i), Rules: m.server.Tree})
}

// open opens the streams of all phases and reads the table.
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
	m.table = table
	for _, f := range m.feeds {
		if err := f.fill(table); err != nil {
			return err
		}
	}
	return nil
}

// prepare makes the step of each phase, and the encoder of all their rows.
func (m *Machine) prepare() error {
	for i, ph := range m.config.Phases {
		op, err := opOf(ph)
		if err != nil {
			return err
		}
		s, err := op.prepare(m, i)
		if err != nil {
			return err
		}
		m.steps = append(m.steps, s)
	}
	var err error
	m.encoder, err = m.table.Encoder(m.inputs...)
	return err
}

// Trees are the table's indexes, the clustered one first.
func (m *Machine) Trees() []*btree.Tree { return m.trees }

// Encoder is the table's records, for those who want to explain them.
func (m *Machine) Encoder() *schema.Encoder { return m.encoder }

// Rows is the number of rows that the phases insert or change.
func (m *Machine) Rows() int64 {
	n := int64(0)
	for _, s := range m.steps {
		n += s.rows()
	}
	return n
}

// rowsOf is the number of rows that phase i inserts.
func (m *Machine) rowsOf(i int) int64 { return m.steps[i].rows() }

// Play plays all phases. Purge ends with each.
func (m *Machine) Play(ctx context.Context) error {
	for i, s := range m.steps {
		before := m.done
		if err := s.play(ctx, m); err != nil {
			return err
		}
		m.purgeAll()
		m.endPhase(i, before)
	}
	if m.config.SampleRows > 0 && m.done%m.config.SampleRows != 0 {
		m.sample()
	}
	return m.look(ctx, 0)
}

// look reports progress and sees whether to go on, now and then.
func (m *Machine) look(ctx context.Context, row int64) error {
	if row%progressRows != 0 {
		return nil
	}
	if m.env.Progress != nil {
		m.env.Progress(m.done, m.Rows())
	}
	return ctx.Err()
}

// rowDone counts a row and takes a sample where one is due.
func (m *Machine) rowDone() {
	m.done++
	if m.config.SampleRows > 0 && m.done%m.config.SampleRows == 0 {
		m.sample()
	}
}
