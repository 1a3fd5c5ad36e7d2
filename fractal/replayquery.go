package fractal

// query runs the lookups and scans of a recording, warm and cold.
func (r *replay) query(out *Replayed) {
	p := r.p
	if p.PointLookups > 0 {
		out.Points[warmPoints], out.PointRows[warmPoints] = r.points()
	}
	if p.RangeScans > 0 {
		out.Ranges[warmBounded], out.RangeRows[warmBounded] = r.ranges(true)
	}
	if p.PointLookups > 0 {
		r.cache.Reopen()
		out.Points[coldPoints], out.PointRows[coldPoints] = r.points()
	}
	if p.RangeScans > 0 {
		r.cache.Reopen()
		out.Ranges[coldFree], out.RangeRows[coldFree] = r.ranges(false)
		r.cache.Reopen()
		out.Ranges[coldBounded], out.RangeRows[coldBounded] = r.ranges(true)
	}
}

func (r *replay) points() (IO, int64) {
	before, found := r.tree.io, int64(0)
	for q := range r.p.PointLookups {
		row := splitMix(seedPoints, uint64(q)) % uint64(r.p.Rows)
		if r.tree.Get(r.keys.of(row), r.p.KeyBytes) {
			found++
		}
	}
	return r.tree.io.minus(before), found
}

func (r *replay) ranges(bounded bool) (IO, int64) {
	before, found := r.tree.io, int64(0)
	for q := range r.p.RangeScans {
		row := splitMix(seedRanges, uint64(q)) % uint64(r.p.Rows)
		found += int64(r.tree.Range(r.keys.of(row), r.p.KeyBytes, int(r.p.RowsPerScan), bounded))
	}
	return r.tree.io.minus(before), found
}

// bulkLoad loads all rows with the bulk loader.
func (r *replay) bulkLoad() error {
	l := r.tree.NewLoader()
	for i := range r.p.Rows {
		l.Add(r.keys.of(uint64(i)), r.p.KeyBytes, r.p.ValueBytes)
	}
	return l.Close()
}
