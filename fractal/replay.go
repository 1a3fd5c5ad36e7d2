package fractal

import "fmt"

// Replayed is what the model does with the stream of a recording, phase by
// phase as in Summary.
type Replayed struct {
	Structure    Shape
	Load, Modify Phase
	// Final and ModifyFinal are the checkpoints behind the phases.
	Final, ModifyFinal IO
	Points             [2]IO
	PointRows          [2]int64
	Ranges             [3]IO
	RangeRows          [3]int64
	FileBytes          int64
	Leaves             LeafDetail
}

// Phase is the work of a phase and its reads and writes.
type Phase struct {
	Stats       Stats
	IO          IO
	Checkpoints int64
	// CacheLeafBytes and CacheNonleafBytes are the cache at the end.
	CacheLeafBytes, CacheNonleafBytes int64
}

// The order of Points and Ranges.
const (
	warmPoints = iota
	coldPoints
)

const (
	warmBounded = iota
	coldFree
	coldBounded
)

// replay is a replay under way.
type replay struct {
	p     Parameters
	keys  *keyStream
	cache *Cache
	tree  *Tree
	// since counts rows since the last checkpoint by rows; lookups the mixed ones.
	since, lookups int64
	// perRow is the seconds of a row.
	perRow float64
}

// ConfigOf returns the tree and the cache of a recording.
func ConfigOf(p Parameters) (Config, CacheConfig) {
	c := Config{
		NodeBytes: p.NodeBytes, BasementBytes: p.BasementBytes, Fanout: p.Fanout, KeyBytes: p.KeyBytes,
		Transactional: p.Transactional == 1, Compression: compressionOf(p),
	}
	return c, CacheConfig{
		Bytes: p.CacheBytes, CheckpointSeconds: p.CheckpointSeconds,
		CleanerSeconds: p.CleanerSeconds, CleanerIterations: p.CleanerIterations,
	}
}

// zlibOverhead is the bytes that zlib leaves of a row's lengths and types (4 for
// its key slot, 5 in front of its value), fitted on main_random_3m_v100_c1g_zlib.
const zlibOverhead = 3.2

// zlibMessageOverhead is the same of a message's 23 bytes, fitted there, too.
const zlibMessageOverhead = 10.8

// randomKeyBytes is the bytes of a key that zlib cannot pack: of a counter, the
// last ones.
func randomKeyBytes(keys string) float64 {
	switch keys {
	case "sequential_8_byte":
		return 2.8
	case "uuid7_like_16_byte":
		return 12
	}
	return 16
}

// compressionOf is the method of a recording with the ratio of its rows, whose
// values are random.
func compressionOf(p Parameters) Compression {
	c := CompressionByName(p.Compression)
	if p.Compression == "zlib" {
		row := float64(p.KeyBytes + rowHeaderBytes + p.ValueBytes)
		random := randomKeyBytes(p.Keys) + float64(p.ValueBytes)
		c.Ratio = (random + zlibOverhead) / row
		c.BufferRatio = (random + zlibMessageOverhead) / (row - rowHeaderBytes + messageHeaderBytes + messageOffsetBytes)
	}
	return c
}

// Replay runs the workload of a recording on the model.
func Replay(rec Recording) (Replayed, error) {
	var out Replayed
	p := rec.Parameters
	keys, err := newKeyStream(p)
	if err != nil {
		return out, err
	}
	config, cacheConfig := ConfigOf(p)
	if err := config.Validate(); err != nil {
		return out, fmt.Errorf("recording %s: %w", rec.Name, err)
	}
	r := &replay{p: p, keys: keys, cache: NewCache(cacheConfig)}
	r.tree = New(config, r.cache)
	return out, r.run(rec, &out)
}

// openSeconds is how long before the first row the environment was opened, and with it
// the timers of the evictor, the cleaner and the checkpoints began.
const openSeconds = 0.03

func (r *replay) run(rec Recording, out *Replayed) error {
	t := r.tree
	r.perRow = rec.Summary.LoadWork.WallSeconds / float64(r.p.Rows)
	r.cache.Advance(openSeconds)
	if r.p.Loader == 1 {
		if err := r.bulkLoad(); err != nil {
			return err
		}
	} else {
		r.load()
	}
	out.Load = r.phase(Stats{}, IO{})
	stats, io := out.Load.Stats, out.Load.IO
	out.Final = r.finish(io)
	if r.p.modifies() {
		io = t.io
		taken := r.cache.checkpoints
		r.modify(rec)
		out.Modify = r.phase(stats, io)
		out.Modify.Checkpoints -= taken
		out.ModifyFinal = r.finish(t.io)
	}
	out.FileBytes = t.file.size
	out.Structure = t.Shape()
	out.Leaves = t.firstLeaves(detailLeaves)
	r.query(out)
	return nil
}

// phase returns what was done since before.
func (r *replay) phase(before Stats, io IO) Phase {
	p := Phase{Stats: r.tree.stats.minus(before), IO: r.tree.io.minus(io), Checkpoints: r.cache.checkpoints}
	p.CacheLeafBytes, p.CacheNonleafBytes = r.cache.BytesOf()
	return p
}

// finish takes the checkpoint behind a phase.
func (r *replay) finish(before IO) IO {
	r.cache.Checkpoint()
	r.cache.checkpoints--
	r.since = 0
	return r.tree.io.minus(before)
}

// load inserts all rows.
func (r *replay) load() {
	p := r.p
	for i := int64(0); i < p.Rows; i++ {
		r.begin(i)
		r.tree.Put(r.keys.of(uint64(i)), p.KeyBytes, p.ValueBytes)
		if p.LookupEvery > 0 && (i+1)%p.LookupEvery == 0 {
			row := splitMix(seedMixed, uint64(r.lookups)) % uint64(i+1)
			r.lookups++
			r.tree.Get(r.keys.of(row), p.KeyBytes)
		}
		r.tick(i+1 == p.Rows)
	}
}

// begin opens the transaction that operation i begins.
func (r *replay) begin(i int64) {
	if r.p.Transactional == 1 && r.p.RowsPerTransaction > 0 && i%r.p.RowsPerTransaction == 0 {
		r.tree.Begin()
	}
}

// tick is the time between two operations: checkpoints by rows and by the clock.
func (r *replay) tick(last bool) {
	r.since++
	if r.p.CheckpointRows > 0 && r.since >= r.p.CheckpointRows && !last {
		r.cache.Checkpoint()
		r.since = 0
	}
	r.cache.Advance(r.perRow)
}

// modify runs the modify phase.
func (r *replay) modify(rec Recording) {
	p, t := r.p, r.tree
	ops := p.Overwrites + p.Deletes + p.DeletesInOrder
	if w := rec.Summary.ModifyWork; w != nil && ops > 0 {
		r.perRow = w.WallSeconds / float64(ops)
	}
	for q := range p.Overwrites {
		r.begin(q)
		t.Put(r.keys.of(splitMix(seedOverwrites, uint64(q))%uint64(p.Rows)), p.KeyBytes, p.ValueBytes)
		r.tick(q+1 == ops)
	}
	for q := range p.Deletes {
		r.begin(q)
		t.Delete(r.keys.of(splitMix(seedDeletes, uint64(q))%uint64(p.Rows)), p.KeyBytes)
		r.tick(q+1 == ops)
	}
	for q := range p.DeletesInOrder {
		r.begin(q)
		t.Delete(r.keys.of(uint64(q)), p.KeyBytes)
		r.tick(q+1 == ops)
	}
	for range p.Broadcasts {
		r.begin(0)
		t.Broadcast(broadcastBytes, broadcastBytes)
	}
	if p.HotOptimize == 1 {
		perPath := 0.0
		if w := rec.Summary.ModifyWork; w != nil {
			perPath = w.WallSeconds / float64(t.Shape().Nodes[0])
		}
		t.optimize(func() { r.cache.Advance(perPath) })
	}
}

// broadcastBytes is what the broadcast of a recording appends to each value.
const broadcastBytes = 8

// detailLeaves is the number of leaves in Detail.
const detailLeaves = 1000
