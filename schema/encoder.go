package schema

import (
	"bytes"
	"fmt"
	"math"

	"github.com/pagesim/pagesim"
)

// Encoder turns the rows of a table into index records, phase after phase; its
// counters (auto_increment, DB_ROW_ID, clock) go on from one to the next. It
// comes from Table.Encoder and is not safe for concurrent use.
type Encoder struct {
	table   *Table
	indexes []indexPlan
	phases  []phase
	current int
	// prepared is the phase whose constants are in cells and keys.
	prepared int
	// cells has the value of each column, and DB_ROW_ID last.
	cells []cell
	// externable are the columns that may go off-page, where rows are too long.
	externable []int
	counters
	// filler is text to fill payload columns with, by character.
	filler map[byte][]byte
}

// indexPlan is what all phases share of an index.
type indexPlan struct {
	leaf, pointer record
	layout        keyLayout
	key           []byte
	shape         pagesim.IndexShape
}

// phase is how the rows of one Input become records.
type phase struct {
	input   Input
	sources []source
	steps   []step
	indexes []phaseIndex
	// start is where the counters stood at the first row.
	start counters
}

// counters are what goes on from row to row and from phase to phase.
type counters struct {
	autoIncrement uint64
	rowID         uint64
	// clock is in microseconds since 2026-01-01 00:00:00 UTC.
	clock float64
}

// phaseIndex is how the cells of a phase become the record of an index.
type phaseIndex struct {
	// parts are the key parts that change from row to row.
	parts []*keyPart
	// leaf and pointer are the sizes of the records without the fields that vary.
	leaf, pointer               int
	leafVarying, pointerVarying []varying
	unique                      int
	// check is true for the clustered index if a row may be too long.
	check bool
}

// varying is a field whose length differs from row to row.
type varying struct {
	column int
	// limit is the prefix of the field, or more than any value.
	limit int
	// two says that the length takes two bytes from 128 on.
	two bool
}

// Encoder prepares the insertion of rows, phase after phase as they are given.
// It starts in the first phase.
func (t *Table) Encoder(phases ...Input) (*Encoder, error) {
	if len(phases) == 0 {
		phases = []Input{{}}
	}
	e := &Encoder{table: t, filler: map[byte][]byte{}, cells: make([]cell, len(t.Columns)+1), counters: counters{autoIncrement: t.AutoIncrement, rowID: 1}}
	for _, in := range phases {
		sources, err := t.sources(in)
		if err != nil {
			return nil, err
		}
		e.phases = append(e.phases, phase{input: in, sources: sources})
	}
	if err := e.planIndexes(); err != nil {
		return nil, err
	}
	for i := range e.phases {
		e.planPhase(&e.phases[i])
	}
	return e, e.Begin(0)
}

// planIndexes lays out the records and keys of each index.
func (e *Encoder) planIndexes() error {
	t := e.table
	all := make([][]source, len(e.phases))
	for i := range e.phases {
		all[i] = e.phases[i].sources
	}
	for _, x := range t.Indexes {
		var p indexPlan
		var err error
		p.leaf, p.pointer = t.records(x)
		if p.layout, err = t.keyLayout(x, all); err != nil {
			return err
		}
		p.key = make([]byte, p.layout.bytes)
		leaf, pointer := t.spans(p, all)
		if x.Clustered && leaf.max > maxLocalBytes {
			// What stays on the page differs from what the columns hold.
			leaf = span{0, leaf.max}
			e.externable = t.externable()
		}
		p.shape = pagesim.IndexShape{
			Name: x.Name, Clustered: x.Clustered, KeyBytes: p.layout.bytes, MergeThreshold: x.MergeThreshold,
			LeafBytes: constant(leaf), PointerBytes: constant(pointer),
		}
		e.indexes = append(e.indexes, p)
	}
	return nil
}

// spans are the sizes of the records of an index over all phases.
func (t *Table) spans(p indexPlan, phases [][]source) (leaf, pointer span) {
	leaf, pointer = t.recordSpan(p.leaf, phases[0]), t.recordSpan(p.pointer, phases[0])
	for _, all := range phases[1:] {
		leaf = leaf.union(t.recordSpan(p.leaf, all))
		pointer = pointer.union(t.recordSpan(p.pointer, all))
	}
	return leaf, pointer
}

// constant is the size that a span consists of, 0 if there are several.
func constant(s span) int {
	if s.min == s.max {
		return s.min
	}
	return 0
}

// planPhase lists what has to be done for each row of a phase, and no more.
func (e *Encoder) planPhase(ph *phase) {
	used := make([]bool, len(e.cells))
	for i, x := range e.table.Indexes {
		px, plan := e.planPhaseIndex(ph, x, &e.indexes[i])
		ph.indexes = append(ph.indexes, px)
		for _, p := range plan.layout.parts {
			used[p.cell] = true
		}
		for _, v := range px.leafVarying {
			used[v.column] = true
		}
	}
	for i := range e.table.Columns {
		c := &e.table.Columns[i]
		if from := e.table.column(c.CRC32Of); c.CRC32Of != "" && used[i] {
			used[from] = true
		}
	}
	for i, s := range ph.sources {
		// Values of key streams are looked at even if no record depends on them:
		// they may not fit. A varying payload draws a number from its stream.
		if used[i] || s.kind == fromKey || s.kind == fromCounter {
			ph.steps = append(ph.steps, newStep(&e.table.Columns[i], s, i))
		}
	}
	// Generated columns come after those that they are made of.
	ph.steps = generatedLast(ph.steps)
	if used[len(used)-1] {
		ph.steps = append(ph.steps, step{column: rowIDColumn})
	}
}

func generatedLast(steps []step) []step {
	var first, last []step
	for _, s := range steps {
		if s.source.kind == fromCRC32 {
			last = append(last, s)
		} else {
			first = append(first, s)
		}
	}
	return append(first, last...)
}

func (e *Encoder) planPhaseIndex(ph *phase, x Index, plan *indexPlan) (phaseIndex, *indexPlan) {
	var px phaseIndex
	px.leaf, px.leafVarying = e.sizes(plan.leaf, ph.sources)
	px.pointer, px.pointerVarying = e.sizes(plan.pointer, ph.sources)
	for i := range plan.layout.parts {
		p := &plan.layout.parts[i]
		if p.column == rowIDColumn || !ph.sources[p.column].constant() {
			px.parts = append(px.parts, p)
		}
	}
	if (x.Unique || x.Clustered) && !hasNull(x, ph.sources) {
		px.unique = plan.layout.unique
	}
	px.check = x.Clustered && e.table.recordSpan(plan.leaf, ph.sources).max > maxLocalBytes
	return px, plan
}

// sizes splits the length of a record into what is the same in all rows of a
// phase and the fields that vary.
func (e *Encoder) sizes(r record, all []source) (base int, fields []varying) {
	base = headerBytes + r.bitmapBytes()
	for _, f := range r.fields {
		data, length := e.table.fieldSpan(f, all)
		if data.min == data.max {
			base += data.min + length.min
			continue
		}
		limit := math.MaxInt
		if f.prefix > 0 {
			limit = f.prefix
		}
		fields = append(fields, varying{column: f.column, limit: limit, two: e.table.Columns[f.column].lengthBytes(128) == 2})
	}
	return base, fields
}

// Shapes describes the indexes, the clustered one first.
func (e *Encoder) Shapes() []pagesim.IndexShape {
	shapes := make([]pagesim.IndexShape, len(e.indexes))
	for i, x := range e.indexes {
		shapes[i] = x.shape
	}
	return shapes
}

// Begin goes to the rows of a phase, counted from 0 in the order in which
// Table.Encoder got them. The payload streams of the phase start afresh, the
// counters go on.
func (e *Encoder) Begin(phase int) error {
	if phase < 0 || phase >= len(e.phases) {
		return fmt.Errorf("phase %d, want 0 to %d", phase, len(e.phases)-1)
	}
	e.current = phase
	ph := &e.phases[phase]
	ph.start = e.counters
	for i := range ph.steps {
		ph.steps[i].start(ph.input.Skip)
	}
	return e.prepare(phase)
}

// prepare puts what is the same in all rows of a phase into cells and keys.
func (e *Encoder) prepare(phase int) error {
	e.prepared = phase
	ph := &e.phases[phase]
	for i, s := range ph.sources {
		e.fillPayload(i, s)
		if s.kind != fromDefault {
			continue
		}
		c := &e.table.Columns[i]
		if err := e.cells[i].store(c, pagesim.Binary, []byte(c.Default.Text)); err != nil {
			return fmt.Errorf("column %s: default: %w", c.Name, err)
		}
	}
	for i := range e.indexes {
		e.putConstants(ph, &e.indexes[i])
	}
	return nil
}

// fillPayload prepares the filler of a payload column.
func (e *Encoder) fillPayload(column int, s source) {
	if s.kind != fromPayload {
		return
	}
	if n := min(s.max, maxLocalBytes); n > len(e.filler[s.length.filler()]) {
		e.filler[s.length.filler()] = bytes.Repeat([]byte{s.length.filler()}, n)
	}
	e.cells[column].fill(&e.table.Columns[column], e.filler[s.length.filler()], s.min)
}

// putConstants writes the parts of a key that are the same in all rows of the
// phase.
func (e *Encoder) putConstants(ph *phase, x *indexPlan) {
	clear(x.key)
	for i := range x.layout.parts {
		p := &x.layout.parts[i]
		switch {
		case p.column == rowIDColumn:
		case ph.sources[p.column].kind == fromNull:
			p.putNull(x.key)
		default:
			p.put(x.key, e.cells[p.column].bytes)
		}
	}
}

// Encode makes the records of the next row of the phase, one an index in the
// order of Shapes. keys[i] is the value of Input.Keys[i]. The keys in recs are
// valid until the next call. An error names the column and the value.
func (e *Encoder) Encode(keys [][]byte, recs []pagesim.Record) error {
	ph := &e.phases[e.current]
	if e.prepared != e.current {
		if err := e.prepare(e.current); err != nil {
			return err
		}
	}
	return e.encode(ph, keys, recs)
}

// EncodeAt makes the records of a row of any phase, counted from 0 after the rows
// that the phase skips, and leaves alone what Encode goes on with. The phase must
// have begun, or rewrite one that has.
func (e *Encoder) EncodeAt(phase int, row uint64, keys [][]byte, recs []pagesim.Record) error {
	if e.prepared != phase {
		if err := e.prepare(phase); err != nil {
			return err
		}
	}
	ph, saved := &e.phases[phase], e.counters
	e.counters = ph.start
	if of := ph.input.Rewrites; of > 0 {
		e.counters = e.phases[of-1].start
	}
	e.autoIncrement += row
	e.rowID += row
	if ph.input.RowsPerSecond > 0 {
		e.clock += float64(row) * 1e6 / ph.input.RowsPerSecond
	}
	random := make([]uint64, len(ph.steps))
	for i := range ph.steps {
		random[i] = ph.steps[i].random
		ph.steps[i].start(ph.input.Skip + row)
	}
	err := e.encode(ph, keys, recs)
	for i := range ph.steps {
		ph.steps[i].random = random[i]
	}
	e.counters = saved
	return err
}

// encode runs the steps of a phase for one row.
func (e *Encoder) encode(ph *phase, keys [][]byte, recs []pagesim.Record) error {
	if len(keys) != len(ph.input.Keys) || len(recs) != len(e.indexes) {
		return fmt.Errorf("%d keys for %d records, want %d and %d", len(keys), len(recs), len(ph.input.Keys), len(e.indexes))
	}
	for i := range ph.steps {
		s := &ph.steps[i]
		if s.verbatim > 0 && len(keys[s.source.key]) == s.verbatim {
			e.cells[s.column].bytes = keys[s.source.key]
			continue
		}
		if err := s.run(e, keys); err != nil {
			return fmt.Errorf("column %s: %w", e.table.Columns[s.column].Name, err)
		}
	}
	if ph.input.RowsPerSecond > 0 {
		e.clock += 1e6 / ph.input.RowsPerSecond
	}
	for i := range ph.indexes {
		x, key := &ph.indexes[i], e.indexes[i].key
		for _, p := range x.parts {
			p.put(key, e.cells[p.cell].bytes)
		}
		leaf := x.leaf + e.total(x.leafVarying)
		recs[i] = pagesim.Record{Key: key, LeafBytes: leaf, PointerBytes: x.pointer + e.total(x.pointerVarying), UniqueBytes: x.unique}
		if x.check && leaf > maxLocalBytes {
			var err error
			if recs[i].LeafBytes, recs[i].External, err = e.externalize(ph, leaf); err != nil {
				return err
			}
		}
	}
	return nil
}

// total is the length of the fields that vary, length bytes included.
func (e *Encoder) total(fields []varying) int {
	sum := 0
	for _, f := range fields {
		n := min(e.cells[f.column].size, f.limit)
		sum += n + 1
		if f.two && n >= 128 {
			sum++
		}
	}
	return sum
}
