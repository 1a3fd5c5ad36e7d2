package sim

import (
	"fmt"
	"slices"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/btree"
	"github.com/pagesim/pagesim/keygen"
)

// Version is the version of the model: it changes when a number changes that
// pagesim prints for the same config (see CHANGELOG.md).
const Version = "0.1.0"

// Result describes the table and the pool as they are now.
func (m *Machine) Result() pagesim.Result {
	r := pagesim.Result{Version: Version, Config: m.settled(), DDL: m.ddl, Rows: m.inserted, Samples: m.samples, Phases: m.phases}
	for i, t := range m.trees {
		x := indexResult(t, m.retired[i], m.config.Pages)
		x.IO = m.pool.IO(m.firstOwner + i)
		r.Indexes = append(r.Indexes, x)
		if i == 0 {
			r.Table.DataLength = x.ReservedBytes
		} else {
			r.Table.IndexLength += x.ReservedBytes
		}
	}
	r.Table.DataFree = m.space.FreeBytes(btree.DefaultPageBytes)
	r.Table.FileBytes = m.space.Pages() * btree.DefaultPageBytes
	r.Pool = m.poolResult()
	r.Time = m.timeResult()
	if m.curve != nil {
		r.Curve, r.Smallest = m.curve.result(m.done, m.config.PoolCurve)
	}
	return r
}

// settled is the config with the row counts that the key streams decided and the
// columns that were filled.
func (m *Machine) settled() Config {
	c := m.config
	c.Phases = nil
	for i, f := range m.feeds {
		c.Phases = append(c.Phases, f.phase)
		if ph := &c.Phases[i]; !isInsert(*ph) && ph.Op != opReplace {
			ph.Rows = m.config.Phases[i].Rows
		}
	}
	return c
}

// indexResult describes a tree, and counts in what those did that it replaced; with
// its pages one by one if asked for.
func indexResult(t *btree.Tree, retired btree.Stats, withPages bool) pagesim.IndexResult {
	s := t.Stats()
	s.Add(retired)
	levels := t.Levels()
	pages, leaves := t.Size()
	x := pagesim.IndexResult{
		Name: t.Name(), Rows: levels[0].Records, Levels: levels, Splits: s.Splits, Counters: s.Counters,
		RowsPerPage: float64(levels[0].Records) / float64(levels[0].Pages),
		LeafPages:   leaves, ReservedPages: pages, ReservedBytes: pages * btree.DefaultPageBytes,
	}
	setLeaves(&x, leavesOf(t), withPages)
	return x
}

// zeroFillBytes is how much of a file that grows is filled with zeros in one write
// (os_file_set_size).
const zeroFillBytes = 1 << 20

// poolResult describes the pool.
func (m *Machine) poolResult() pagesim.PoolResult {
	io := m.io()
	r := pagesim.PoolResult{Pages: m.pool.Capacity(), IO: io, HitRatio: 1, Status: m.poolState()}
	for i := range m.trees {
		r.Dirty += m.pool.DirtyOf(m.firstOwner + i)
	}
	r.FileWrites = io.Written + m.space.Pages()*btree.DefaultPageBytes/zeroFillBytes
	if io.ReadRequests > 0 {
		r.HitRatio = 1 - float64(io.Reads)/float64(io.ReadRequests)
	}
	if m.inserted > 0 {
		r.ReadsPerInsert = float64(io.Reads) / float64(m.inserted)
		r.WritesPerInsert = float64(io.Written) / float64(m.inserted)
	}
	return r
}

// io adds up what all indexes asked of the pool.
func (m *Machine) io() pagesim.IO {
	var all pagesim.IO
	for i := range m.trees {
		io := m.pool.IO(m.firstOwner + i)
		all.ReadRequests += io.ReadRequests
		all.Reads += io.Reads
		all.Created += io.Created
		all.Written += io.Written
	}
	return all
}

// sampleDue reports whether a sample is due behind a row, or at the end of the run
// where its last row had none.
func (m *Machine) sampleDue(end bool) bool {
	n := m.config.SampleRows
	return n > 0 && (m.done%n != 0) == end
}

// sample takes a snapshot.
func (m *Machine) sample() {
	io := m.io()
	s := pagesim.Sample{
		Rows: m.done, Reads: io.Reads, Written: io.Written,
		BytesRead: io.Reads * btree.DefaultPageBytes, BytesWritten: io.Written * btree.DefaultPageBytes,
		Seconds: m.clock.device.Now().Seconds(), Pool: m.poolState(),
	}
	bytes := int64(0)
	for i, t := range m.trees {
		leaf := t.Levels()[0]
		s.PageSplits += t.Stats().PageSplits + m.retired[i].PageSplits
		s.LeafPages += leaf.Pages
		bytes += leaf.DataBytes
	}
	s.LeafFill = float64(bytes) / float64(s.LeafPages*btree.DefaultPageBytes)
	m.samples = append(m.samples, s)
}

// baselineKeys is the generator of the baseline.
const baselineKeys = "autoinc"

// baseline prepares the same table with an ascending key in place of the stream
// that feeds the primary key: in the same encoding if the table is given, else an
// auto-increment one. It returns nil where there is no such stream, where that is
// what is run, or where the encoding of the column has no such key.
func (m *Machine) baseline() *Machine {
	c := m.settled()
	i := m.primaryStream()
	if len(c.Phases) != 1 || i < 0 || c.Phases[0].Keys[i].Keys.Generator == baselineKeys {
		return nil
	}
	spec, err := ascending(c.DDL != "", c.Phases[0].Keys[i].Keys, m.feeds[0].formats[i])
	if err != nil {
		return nil
	}
	c.SampleRows, c.PoolCurve, c.Pages = 0, 0, false
	c.Phases[0].Keys = slices.Clone(c.Phases[0].Keys)
	c.Phases[0].Keys[i].Keys = spec
	b, err := New(c, Env{})
	if err != nil {
		return nil
	}
	return b
}

// ascending is the key of the baseline: an integer, or in a given table one in the
// encoding of the stream; that of a key file is the one whose keys are as long.
func ascending(given bool, keys keygen.Spec, f pagesim.Format) (keygen.Spec, error) {
	switch {
	case !given:
		return keygen.New(baselineKeys, "", nil)
	case keys.File == "":
		return keygen.New(baselineKeys, keys.EncodingName(), nil)
	}
	for _, e := range keygen.Encodings() {
		spec, err := keygen.New(baselineKeys, e.Name, nil)
		if err != nil {
			continue
		}
		if like, err := spec.Format(); err == nil && like == f {
			return spec, nil
		}
	}
	return keygen.Spec{}, fmt.Errorf("no ascending keys of %d bytes", f.Bytes)
}

// primaryStream is the stream that feeds the first column of the clustered index,
// -1 if none does.
func (m *Machine) primaryStream() int {
	parts := m.table.Indexes[0].Parts
	if len(parts) == 0 {
		return -1
	}
	name := m.table.Columns[parts[0].Column].Name
	return m.feeds[0].stream(name)
}

// asBaseline picks the figures that a result is held against.
func (m *Machine) asBaseline() *pagesim.Baseline {
	r := m.Result()
	b := &pagesim.Baseline{
		Keys: m.feeds[0].phase.Keys[m.primaryStream()].Keys.String(), DataLength: r.Table.DataLength, IndexLength: r.Table.IndexLength,
		LeafFill: r.Indexes[0].Fill.Mean, ReadsPerInsert: r.Pool.ReadsPerInsert, WritesPerInsert: r.Pool.WritesPerInsert,
	}
	for _, x := range r.Indexes {
		b.PageSplits += x.Counters.PageSplits
		b.LeafPages += x.Levels[0].Pages
	}
	return b
}

// poolState is the pool as SHOW GLOBAL STATUS would show it.
func (m *Machine) poolState() pagesim.PoolState {
	s := pagesim.PoolState{
		PoolCounters: m.pool.Counters(), PagesData: m.pool.Resident(), PagesDirty: m.pool.Dirty(), PagesFree: m.pool.Free(),
		CheckpointAge: m.pool.CheckpointAge(), Redo: m.pool.Redo(),
	}
	for i := range m.pool.Owners() {
		io := m.pool.IO(i)
		s.ReadRequests += io.ReadRequests
		s.BufferPoolReads += io.Reads
		s.PagesCreated += io.Created
	}
	return s
}

// HasBuffered reports whether inserts waited in the change buffer.
func (m *Machine) HasBuffered() bool { return m.pool.Counters().Buffered > 0 }
