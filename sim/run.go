package sim

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

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
	// Clock, if given, is when a row was done, in place of client and device: the
	// time of a recording.
	Clock func(row int64) time.Duration
	// Trace, if given, is told of each page touch too.
	Trace pagesim.Pages
	// Marks are the numbers of rows done, ascending, at which a sample is taken
	// beside those of Config.SampleRows.
	Marks []int64
	// NoBaseline leaves the baseline out of the result: for runs that are held
	// against something else.
	NoBaseline bool
}

// progressRows is how many rows lie between two looks at the context and two
// calls of Env.Progress.
const progressRows = 1 << 14

// Run plays a config and returns its result, with the baseline beside it. A
// cancelled context ends it with the context's error.
func Run(ctx context.Context, c Config, env Env) (pagesim.Result, error) {
	if c.Engine == EngineFractal {
		return runFractal(ctx, c, env)
	}
	m, err := New(c, env)
	if err != nil {
		return pagesim.Result{}, err
	}
	var b *Machine
	if !env.NoBaseline {
		b = m.baseline()
	}
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
	config Config
	server Server
	ddl    string
	env    Env
	feeds  []*feed
	steps  []step
	table  *schema.Table
	// planted is the number of indexes before the first phase.
	planted  int
	inputs   []schema.Input
	versions []version
	// histories are the rows of the phases that later ones refer to.
	histories []*history
	purgeList []purgeEntry
	encoder   *schema.Encoder
	space     *btree.Space
	trees     []*btree.Tree
	// retired are the counts of the trees that rebuilds replaced, by index.
	retired []btree.Stats
	pool    *bufferpool.Pool
	// file and firstOwner are this table's place in the pool.
	file, firstOwner int
	// beside is the second table, nil if there is none, besideRecords the records of
	// its row.
	beside        *Machine
	besideRecords []pagesim.Record
	clock         clock
	undo          undo
	// uncommitted is the rows of the open transaction.
	uncommitted int64
	// logged is the pages that splits had filled when the redo log was last written.
	logged   int64
	inserted int64
	// done counts the rows that all phases so far have changed.
	done    int64
	samples []pagesim.Sample
	moments moments
	curve   *curve
	// phases are the states after the phases so far.
	phases []pagesim.PhaseResult
}

// New opens the key streams and makes the empty table of a config.
func New(c Config, env Env) (*Machine, error) {
	m, err := prepared(c, env)
	if err != nil {
		return nil, err
	}
	if err := m.openBeside(); err != nil {
		return nil, err
	}
	if err := m.plug(); err != nil {
		return nil, err
	}
	m.plant(m.planted)
	return m, nil
}

// prepared opens the key streams and reads the table of a config.
func prepared(c Config, env Env) (*Machine, error) {
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
	m.planted = len(m.table.Indexes)
	return m, m.prepare()
}

// plant makes the empty trees of the first indexes; a phase adds the others.
func (m *Machine) plant(indexes int) {
	m.retired = make([]btree.Stats, len(m.table.Indexes))
	m.space = btree.NewSpace(m.server.Space)
	for i := range indexes {
		m.trees = append(m.trees, m.newTree(i))
	}
	if m.beside != nil {
		m.beside.pool, m.beside.file, m.beside.firstOwner = m.pool, 1, len(m.table.Indexes)
		m.beside.plant(len(m.beside.table.Indexes))
	}
}

// openBeside reads the second table and opens its streams.
func (m *Machine) openBeside() error {
	c := m.config.Beside
	if c == nil {
		return nil
	}
	if len(c.Phases) != 1 || !isInsert(c.Phases[0]) || c.DDL == "" {
		return errors.New("beside: want a ddl and one phase that inserts")
	}
	b := &Machine{config: *c, server: m.server, ddl: c.DDL, histories: make([]*history, 1)}
	if err := b.open(); err != nil {
		return fmt.Errorf("beside: %w", err)
	}
	if err := b.prepare(); err != nil {
		return fmt.Errorf("beside: %w", err)
	}
	m.beside = b
	return b.encoder.Begin(b.versions[0].input)
}

// insertBeside inserts a row into the second table.
func (m *Machine) insertBeside() error {
	b := m.beside
	if b == nil {
		return nil
	}
	if b.besideRecords == nil {
		b.besideRecords = make([]pagesim.Record, len(b.encoder.Shapes()))
	}
	if err := b.insertRow(b.feeds[0], b.besideRecords); err != nil {
		return fmt.Errorf("beside: %w", err)
	}
	b.inserted++
	m.write(b.besideRecords)
	return nil
}

// newTree makes the empty tree of an index.
func (m *Machine) newTree(i int) *btree.Tree {
	return btree.New(m.encoder.Shapes()[i], btree.Options{Space: m.space, Pages: m.pages(i), Rules: m.server.Tree})
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
		m.endStatement()
		m.purgeAll()
		m.endPhase(i, before)
	}
	if m.sampleDue(true) {
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

// plug connects the pool, the device and the server's own pages.
func (m *Machine) plug() error {
	k, err := newClock(m.config, m.env)
	if err != nil {
		return err
	}
	s, err := settingsOf(m.server, k.profile, m.config.Set, poolPages(m.config.PoolBytes))
	if err != nil {
		return err
	}
	m.clock = k
	m.clock.syncs = s.flushLog == 1
	s.pool.Plain = !m.config.hasClock()
	files, owners := 1, len(m.table.Indexes)
	if m.beside != nil {
		files, owners = 2, owners+len(m.beside.table.Indexes)
	}
	m.pool, err = bufferpool.New(s.pool, m.clock.device, files, owners)
	if err != nil {
		return err
	}
	if m.config.PoolCurve > 0 {
		m.curve = newCurve()
	}
	m.undo = newUndo(m.pool.Server(), s.undo)
	if m.config.hasClock() {
		m.warm()
	}
	return nil
}

// warm puts the server's own pages into the pool: what it read, what it changed,
// and the undo pages that earlier transactions left.
func (m *Machine) warm() {
	own := m.server.Own
	if m.config.Own != nil {
		own = *m.config.Own
	}
	clean := min(own.Clean, firstUndoPage)
	m.pool.Warm(0, clean, false)
	m.pool.Warm(clean, min(clean+own.Dirty, firstUndoPage), true)
	if own.Undo {
		first, end := m.undo.leave()
		m.pool.Warm(first, end, false)
	}
	if own.Used {
		m.pool.Used()
	}
}

// rowDone counts a row that was changed, lets the time for it pass and takes a
// sample where one is due.
func (m *Machine) rowDone() {
	m.done++
	if m.config.hasClock() {
		m.pass(m.clock.row(m.done))
		if now := m.clock.device.Now(); m.moments.due(now) {
			m.moments.take(now, m.moment())
		}
	}
	if m.curve != nil {
		m.curve.look(m.done, m.Rows())
	}
	if m.sampleDue(false) {
		m.sample()
	} else if len(m.env.Marks) > 0 && m.done >= m.env.Marks[0] {
		m.env.Marks = m.env.Marks[1:]
		m.sample()
	}
}

// pass lets the time pass up to t, second by second as long as the page cleaner has
// something to do.
func (m *Machine) pass(t time.Duration) {
	d := m.clock.device
	for next := d.Now() + time.Second; next < t && m.pool.Dirty() > 0; next += time.Second {
		d.Wait(next)
		m.pool.Advance()
	}
	d.Wait(t)
	m.pool.Advance()
}
