package sim

import (
	"context"
	"sync"

	"github.com/pagesim/pagesim"
)

// SweepOptions say how configs are played. The zero value is enough.
type SweepOptions struct {
	// Jobs is how many configs are played at the same time; 0 means 1. It changes
	// no result.
	Jobs int
	// Progress is called now and then, from one goroutine at a time.
	Progress func(SweepProgress)
}

// SweepProgress is how far a sweep is.
type SweepProgress struct {
	// Runs are those that are done.
	Runs int
	// Done is the rows that are done, Rows those in all, as far as they are known:
	// those of a key file are when its run begins.
	Done, Rows int64
}

// Sweep plays configs, independently of each other and without a baseline, and hands
// each result to take as soon as all before it were taken: the same calls in the same
// order whatever Jobs is. After an error of a run no other is begun, those under way
// are played to their end, and the error is that of the first config that has one.
// After an error of take, and when the context is cancelled, it ends at once.
func Sweep(ctx context.Context, configs []Config, o SweepOptions, take func(i int, r pagesim.Result) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := sweep{configs: configs, meter: newMeter(configs, o.Progress)}
	next, stop := make(chan int), make(chan struct{})
	outcomes := make(chan outcome)
	go func() {
		defer close(next)
		for i := range configs {
			select {
			case next <- i:
			case <-stop:
				return
			case <-ctx.Done():
				return
			}
		}
	}()
	var workers sync.WaitGroup
	for range min(max(o.Jobs, 1), len(configs)) {
		workers.Go(func() {
			for i := range next {
				outcomes <- s.play(ctx, i)
			}
		})
	}
	go func() {
		workers.Wait()
		close(outcomes)
	}()
	c := collector{stop: sync.OnceFunc(func() { close(stop) }), cancel: cancel, take: take, waiting: map[int]pagesim.Result{}}
	for o := range outcomes {
		c.add(o)
	}
	if err := c.end(); err != nil {
		return err
	}
	return ctx.Err()
}

// outcome is what a run left.
type outcome struct {
	i      int
	result pagesim.Result
	err    error
	// broken is the value of a panic.
	broken any
}

// collector hands results on in the order of their configs.
type collector struct {
	// stop lets no other run begin, cancel ends those under way.
	stop, cancel func()
	take         func(int, pagesim.Result) error
	waiting      map[int]pagesim.Result
	taken        int
	// failed is the first config with an error, nil if there is none.
	failed *outcome
	broken any
	err    error
}

func (c *collector) add(o outcome) {
	switch {
	case o.broken != nil:
		c.broken = o.broken
		c.stop()
		c.cancel()
	case o.err != nil:
		if c.failed == nil || o.i < c.failed.i {
			c.failed = &o
		}
		c.stop()
	default:
		c.waiting[o.i] = o.result
	}
	for r, ok := c.waiting[c.taken]; ok && c.err == nil; r, ok = c.waiting[c.taken] {
		delete(c.waiting, c.taken)
		if c.err = c.take(c.taken, r); c.err != nil {
			c.cancel()
		}
		c.taken++
	}
}

// end is the error of the sweep; a panic of a run is one of the caller.
func (c *collector) end() error {
	switch {
	case c.broken != nil:
		panic(c.broken)
	case c.err != nil:
		return c.err
	case c.failed != nil:
		return c.failed.err
	}
	return nil
}

// sweep is what the workers share.
type sweep struct {
	configs []Config
	meter   *meter
}

// play plays config i.
func (s *sweep) play(ctx context.Context, i int) (o outcome) {
	o.i = i
	defer func() { o.broken = recover() }()
	o.result, o.err = Run(ctx, s.configs[i], Env{NoBaseline: true, Progress: func(done, rows int64) { s.meter.rows(i, done, rows) }})
	if o.err == nil {
		s.meter.finished(i)
	}
	return o
}

// meter adds the progress of runs up.
type meter struct {
	tell func(SweepProgress)
	mu   sync.Mutex
	all  SweepProgress
	// done and want are the rows of each run.
	done, want []int64
}

func newMeter(configs []Config, tell func(SweepProgress)) *meter {
	m := &meter{tell: tell, done: make([]int64, len(configs)), want: make([]int64, len(configs))}
	for i, c := range configs {
		m.want[i] = c.expectedRows()
		m.all.Rows += m.want[i]
	}
	return m
}

// expectedRows is the rows of all phases, as far as a config says.
func (c Config) expectedRows() int64 {
	n := int64(0)
	for _, ph := range c.Phases {
		switch {
		case ph.Rows > 0:
			n += ph.Rows - ph.Skip
		case isInsert(ph):
			n += DefaultRows
		}
	}
	return n
}

// rows notes how far a run is.
func (m *meter) rows(i int, done, want int64) {
	if m.tell == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all.Done += done - m.done[i]
	m.all.Rows += want - m.want[i]
	m.done[i], m.want[i] = done, want
	m.tell(m.all)
}

// finished notes that a run is over.
func (m *meter) finished(i int) {
	if m.tell == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all.Runs++
	m.all.Done += m.want[i] - m.done[i]
	m.done[i] = m.want[i]
	m.tell(m.all)
}

// Check reads the table of a config and opens its key streams, and returns the error
// that Run would have before its first row.
func Check(c Config) error {
	_, err := New(c, Env{})
	return err
}

// rowBytes is what a row of an index takes at most in memory: its record in a page
// that is half full, and its key (go test -bench Insert ./btree).
const rowBytes = 100

// MemoryBytes is roughly what a run of the config takes.
func (c Config) MemoryBytes() int64 {
	const least = 64 << 20
	indexes := int64(1)
	if len(c.Phases) > 0 {
		indexes = max(indexes, int64(len(c.Phases[0].Keys)))
	}
	return least + c.expectedRows()*indexes*rowBytes
}
