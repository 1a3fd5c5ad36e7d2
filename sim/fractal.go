package sim

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/device"
	"github.com/pagesim/pagesim/fractal"
)

// The engines of a Config.
const (
	EngineInnoDB  = "innodb"
	EngineFractal = "fractal"
)

// Fractal is what the fractal-tree engine needs to know beside the pool's size, which
// is that of its cache table. Zero values mean the server's defaults.
type Fractal struct {
	// NodeBytes is tokudb_block_size, BasementBytes tokudb_read_block_size, Fanout
	// tokudb_fanout.
	NodeBytes     int64 `json:"node_bytes,omitempty"`
	BasementBytes int64 `json:"basement_bytes,omitempty"`
	Fanout        int   `json:"fanout,omitempty"`
	// Compression is none, quicklz or zlib, each with its default ratio or, as
	// zlib:0.4, another; "" means none.
	Compression string `json:"compression,omitempty"`
	// CheckpointSeconds is tokudb_checkpointing_period; 0 means 60.
	CheckpointSeconds int64 `json:"checkpoint_seconds,omitempty"`
	// UniqueChecks looks each new key of a unique index up before it is inserted, as
	// unique_checks=1 does; without it a row replaces one of the same key unseen.
	UniqueChecks bool `json:"unique_checks,omitempty"`
}

// Bytes of a row in the fractal tree, FX-01.
const (
	// keyPrefixBytes is what a key has before its columns: the infinity byte.
	keyPrefixBytes = 1
	// clusteredBytes is what InnoDB's row has that the fractal tree's has not: record
	// header, DB_TRX_ID and DB_ROLL_PTR; secondaryBytes likewise.
	clusteredBytes, secondaryBytes = 5 + 6 + 7, 5
	// checkpointSeconds is tokudb_checkpointing_period's default.
	checkpointSeconds = 60
	// ioBytes is what a device counts as one request of a longer one.
	ioBytes = 256 << 10
)

// ParseCompression reads a method of compression and a ratio: zlib, or zlib:0.4.
func ParseCompression(text string) (fractal.Compression, error) {
	method, ratio, given := strings.Cut(text, ":")
	if !slices.Contains([]string{"", "none", "quicklz", "zlib"}, method) {
		return fractal.Compression{}, fmt.Errorf("unknown compression %q; allowed: none, quicklz, zlib, each with a ratio as in zlib:0.4", text)
	}
	c := fractal.CompressionByName(method)
	if !given {
		return c, nil
	}
	f, err := strconv.ParseFloat(ratio, 64)
	if err != nil || !(f > 0 && f <= 2) {
		return c, fmt.Errorf("compression %q: want a ratio above 0 and at most 2", text)
	}
	c.Ratio, c.BufferRatio = f, 0
	return c, nil
}

// forest is a run of the fractal-tree engine: one tree an index.
type forest struct {
	*Machine
	forest []*fractal.Tree
	cache  *fractal.Cache
	time   clock
}

// disk turns the cache table's reads and writes into time.
type disk struct{ device *device.Device }

// ReadNode implements fractal.Device.
func (d disk) ReadNode(bytes int64, calls int) {
	for range max(int64(calls), (bytes+ioBytes-1)/ioBytes) {
		d.device.Read()
	}
}

// WriteNode implements fractal.Device.
func (d disk) WriteNode(bytes int64) { d.device.Queue(int((bytes + ioBytes - 1) / ioBytes)) }

// runFractal plays a config on the fractal-tree engine.
func runFractal(ctx context.Context, c Config, env Env) (pagesim.Result, error) {
	f, err := plantForest(c, env)
	if err != nil {
		return pagesim.Result{}, err
	}
	if err := f.play(ctx); err != nil {
		return pagesim.Result{}, err
	}
	return f.result(), ctx.Err()
}

// plantForest opens the key streams and makes the empty trees of a config.
func plantForest(c Config, env Env) (*forest, error) {
	m, err := prepared(c, env)
	if err != nil {
		return nil, err
	}
	f := &forest{Machine: m}
	if f.time, err = newClock(m.config, env); err != nil {
		return nil, err
	}
	o := m.config.Fractal
	compression, err := ParseCompression(o.Compression)
	if err != nil {
		return nil, err
	}
	cache := fractal.CacheConfig{Bytes: m.config.PoolBytes, CheckpointSeconds: checkpointSeconds, Device: disk{f.time.device}}
	if o.CheckpointSeconds > 0 {
		cache.CheckpointSeconds = o.CheckpointSeconds
	}
	f.cache = fractal.NewCache(cache)
	for _, shape := range m.encoder.Shapes() {
		t := fractal.Config{
			NodeBytes: o.NodeBytes, BasementBytes: o.BasementBytes, Fanout: o.Fanout,
			KeyBytes: shape.KeyBytes, VariableKeys: true, Compression: compression,
		}
		if t.BasementBytes == 0 {
			t.BasementBytes = min(fractal.ServerBasementBytes, max(1, t.NodeBytes))
			if t.NodeBytes == 0 {
				t.BasementBytes = fractal.ServerBasementBytes
			}
		}
		if err := t.Validate(); err != nil {
			return nil, err
		}
		f.forest = append(f.forest, fractal.New(t, f.cache))
	}
	return f, nil
}

// play plays the phases.
func (f *forest) play(ctx context.Context) error {
	for i, ph := range f.config.Phases {
		play := map[string]func(context.Context, int) error{"": f.insert, opInsert: f.insert, opDelete: f.delete, opSelect: f.lookUp}[ph.Op]
		if play == nil {
			return fmt.Errorf("phase %d: %s is not modelled on the fractal tree: want insert, delete or select", i+1, ph.Op)
		}
		if err := play(ctx, i); err != nil {
			return err
		}
	}
	if f.sampleDue(true) {
		f.sample()
	}
	return f.look(ctx, 0)
}

// insert plays a phase that inserts.
func (f *forest) insert(ctx context.Context, i int) error {
	feed, step := f.feeds[i], f.steps[i].(*insertStep)
	if err := f.encoder.Begin(f.versions[step.version].input); err != nil {
		return err
	}
	records := make([]pagesim.Record, len(f.encoder.Shapes()))
	for row := range step.rows() {
		if err := f.look(ctx, row); err != nil {
			return err
		}
		if err := errors.Join(feed.next(), f.encoder.Encode(feed.values, records)); err != nil {
			return fmt.Errorf("row %d: %w", feed.phase.Skip+row+1, err)
		}
		if err := f.put(feed, records); err != nil {
			return fmt.Errorf("row %d: %w", feed.phase.Skip+row+1, err)
		}
		if step.history != nil {
			step.history.keep(&f.versions[step.version], feed.values)
		}
		f.inserted++
		f.rowDone()
	}
	return nil
}

// put inserts a row's records into all trees.
func (f *forest) put(feed *feed, records []pagesim.Record) error {
	for i, t := range f.forest {
		key, value := f.sizes(i, records)
		switch {
		case !f.config.Fractal.UniqueChecks || records[i].UniqueBytes < len(records[i].Key):
			t.Put(records[i].Key, key, value)
		case !t.Insert(records[i].Key, key, value):
			return feed.explain(fmt.Errorf("index %s: duplicate key", f.table.Indexes[i].Name))
		}
	}
	return nil
}

// sizes are the bytes of a record's key and value, FX-01.
func (f *forest) sizes(i int, records []pagesim.Record) (key, value int) {
	r := &records[i]
	if i > 0 {
		return r.LeafBytes - secondaryBytes + keyPrefixBytes, 0
	}
	pk := primaryBytes(records)
	value = max(0, r.LeafBytes-clusteredBytes-pk)
	for _, bytes := range r.External {
		value += bytes
	}
	return pk + keyPrefixBytes, value
}

// delete plays a phase that deletes: a message for each index.
func (f *forest) delete(ctx context.Context, i int) error {
	ph := f.config.Phases[i]
	of, err := f.historyOf(i)
	if err != nil {
		return err
	}
	records := make([]pagesim.Record, len(f.encoder.Shapes()))
	for n, row := range ph.chosen(int64(len(of.rows))) {
		if err := f.look(ctx, int64(n)); err != nil {
			return err
		}
		if ref := &of.rows[row]; ref.version != gone {
			if err := f.encode(*ref, records); err != nil {
				return err
			}
			for j, t := range f.forest {
				key, _ := f.sizes(j, records)
				t.Delete(records[j].Key, key)
			}
			ref.version = gone
		}
		f.rowDone()
	}
	return nil
}

// lookUp plays a phase that looks rows up.
func (f *forest) lookUp(ctx context.Context, i int) error {
	step := f.steps[i].(*selectStep)
	return step.each(ctx, f.Machine, func(records []pagesim.Record) {
		key, _ := f.sizes(0, records)
		f.forest[0].Get(records[0].Key, key)
	}, f.rowDone)
}

// rowDone lets the time of a row pass.
func (f *forest) rowDone() {
	f.done++
	before := f.time.device.Now()
	f.time.device.Wait(f.time.row(f.done))
	now := f.time.device.Now()
	f.cache.Advance((now - before).Seconds())
	if f.moments.due(now) {
		f.moments.take(now, f.moment())
	}
	if f.sampleDue(false) {
		f.sample()
	}
}

// sample takes a snapshot.
func (f *forest) sample() {
	m := f.moment()
	s := pagesim.Sample{Rows: m.Rows, Seconds: m.Seconds, Reads: m.Reads, Written: m.Written}
	bytes := int64(0)
	for _, t := range f.forest {
		shape, stats, io := t.Shape(), t.Stats(), t.IO()
		s.PageSplits += stats.LeafSplits + stats.NonleafSplits
		s.LeafPages += shape.Nodes[0]
		s.BytesRead += io.Bytes
		s.BytesWritten += bytesWritten(io)
		bytes += shape.LeafBytes
	}
	s.LeafFill = float64(bytes) / float64(s.LeafPages*f.nodeBytes())
	f.samples = append(f.samples, s)
}

// moment is the state of the run now.
func (f *forest) moment() pagesim.Moment {
	m := pagesim.Moment{Seconds: f.time.device.Now().Seconds(), Rows: f.done}
	for _, t := range f.forest {
		io := ioOf(t)
		m.Reads += io.Reads
		m.Written += io.Written
	}
	return m
}

// ioOf is the calls that a tree read with, and the nodes that it wrote.
func ioOf(t *fractal.Tree) pagesim.IO {
	io := t.IO()
	return pagesim.IO{Reads: io.Calls, Written: io.Evicted.Leaves + io.Evicted.Nonleaves + io.Checkpointed.Leaves + io.Checkpointed.Nonleaves}
}

// bytesWritten is the bytes of the nodes that a tree wrote.
func bytesWritten(io fractal.IO) int64 {
	return io.Evicted.LeafBytes + io.Evicted.NonleafBytes + io.Checkpointed.LeafBytes + io.Checkpointed.NonleafBytes
}

// result describes the trees, after a checkpoint that leaves nothing dirty.
func (f *forest) result() pagesim.Result {
	end, moments := f.time.device.Now(), f.moments.until(f.moment())
	f.cache.Checkpoint()
	r := pagesim.Result{Version: Version, Config: f.settled(), DDL: f.ddl, Rows: f.inserted, Engine: EngineFractal, Samples: f.samples}
	var all pagesim.IO
	for i, t := range f.forest {
		x := fractalIndex(t, f.encoder.Shapes()[i].Name, f.nodeBytes(), f.config.Pages)
		r.Indexes = append(r.Indexes, x)
		size := t.FileSize()
		if i == 0 {
			r.Table.DataLength = size.Bytes
		} else {
			r.Table.IndexLength += size.Bytes
		}
		r.Table.FileBytes += size.Bytes
		all.ReadRequests += x.IO.ReadRequests
		all.Reads += x.IO.Reads
		all.Created += x.IO.Created
		all.Written += x.IO.Written
	}
	r.Pool = pagesim.PoolResult{Pages: f.config.PoolBytes / f.nodeBytes(), IO: all, HitRatio: 1}
	if f.inserted > 0 {
		r.Pool.ReadsPerInsert = float64(all.Reads) / float64(f.inserted)
		r.Pool.WritesPerInsert = float64(all.Written) / float64(f.inserted)
	}
	r.Time = &pagesim.TimeResult{Device: f.time.profile.Name, Seconds: end.Seconds(), RowsPerSecond: float64(f.done) / max(end.Seconds(), 1e-9), Moments: moments}
	return r
}

// nodeBytes is the size of nodes.
func (f *forest) nodeBytes() int64 {
	if n := f.config.Fractal.NodeBytes; n > 0 {
		return n
	}
	return fractal.DefaultNodeBytes
}

// fractalIndex describes a tree; with its leaves one by one if asked for.
func fractalIndex(t *fractal.Tree, name string, nodeBytes int64, withPages bool) pagesim.IndexResult {
	shape, stats, io, size := t.Shape(), t.Stats(), t.IO(), t.FileSize()
	x := pagesim.IndexResult{
		Name: name, Rows: shape.Rows,
		Splits:      pagesim.Splits{Middle: stats.LeafSplits + stats.NonleafSplits},
		Counters:    pagesim.Counters{PageSplits: stats.LeafSplits + stats.NonleafSplits, MergeSuccessful: stats.LeafMerges + stats.NonleafMerges, RootRaises: stats.RootSplits},
		RowsPerPage: float64(shape.Rows) / float64(shape.Nodes[0]), LeafPages: shape.Nodes[0],
		ReservedBytes: size.Bytes,
		IO:            ioOf(t),
		Fractal: &pagesim.FractalResult{
			Basements: shape.Basements, LeafSplits: stats.LeafSplits, NonleafSplits: stats.NonleafSplits,
			Flushes: stats.Flushes, Cascades: stats.Cascades, InjectedByDepth: slices.Clone(stats.Injected[:]),
			Shortcut: stats.ShortcutHits, BytesRead: io.Bytes,
			BytesWritten: bytesWritten(io),
		},
	}
	for h, n := range shape.Nodes {
		level := pagesim.Level{Pages: n, Records: shape.Messages[h], DataBytes: shape.MessageBytes[h]}
		if h == 0 {
			level.Records, level.DataBytes = shape.Rows, shape.LeafBytes
		} else {
			x.Fractal.Buffered += shape.Messages[h]
			x.Fractal.BufferedBytes += shape.MessageBytes[h]
		}
		x.Levels = append(x.Levels, level)
		x.IO.Created += n
	}
	setLeaves(&x, nodesOf(t, nodeBytes), withPages)
	return x
}
