package sim

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pagesim/pagesim/internal/units"
)

// The operations that the code tells apart, rows of ops.
const (
	opInsert  = "insert"
	opDelete  = "delete"
	opUpdate  = "update"
	opReplace = "replace"
	opSelect  = "select"
	opSQL     = "sql"
)

// PhaseField is something that a phase of a scenario may say.
type PhaseField struct {
	Name string
	// Doc is one line for people.
	Doc string
	// Ops are the operations that have it.
	Ops []string
	// ByColumn says that there is a value for each column.
	ByColumn bool

	read func(r *phaseReader, v value) error
	// write returns false if the default says the same.
	write func(w *phaseWriter) (value, bool)
}

var (
	choosing = []string{opDelete, opUpdate}
	changing = []string{opDelete, opUpdate, opReplace}
	adding   = []string{opInsert, opReplace}
	counting = []string{opInsert, opReplace, opSelect}
	earlier  = []string{opDelete, opUpdate, opReplace, opSelect}
)

// phaseFields is the table of them, in the order in which they are read and
// written: what follows may depend on what is before.
var phaseFields = []PhaseField{
	{Name: "of", Doc: "the phase whose rows are meant, counted from 1 (default 1)", Ops: earlier, read: readOf, write: writeOf},
	{Name: "rows", Doc: "rows, besides those of skip (default all keys of a file, or 1M)", Ops: counting, read: readRows, write: writeRows},
	{Name: "skip", Doc: "keys of the streams that are passed over first", Ops: []string{opInsert}, read: readSkip, write: writeSkip},
	{Name: "first", Doc: "rows that are passed over before the first one", Ops: choosing,
		read:  func(r *phaseReader, v value) error { return readCount(&r.ph.First, v, "first") },
		write: func(w *phaseWriter) (value, bool) { return countValue(w.ph.First) }},
	{Name: "every", Doc: "2 takes each second row", Ops: choosing,
		read:  func(r *phaseReader, v value) error { return readCount(&r.ph.Every, v, "every") },
		write: func(w *phaseWriter) (value, bool) { return countValue(w.ph.Every) }},
	{Name: "limit", Doc: "at most so many rows; a replace chooses among the first so many", Ops: changing,
		read:  func(r *phaseReader, v value) error { return readCount(&r.ph.Limit, v, "limit") },
		write: func(w *phaseWriter) (value, bool) { return countValue(w.ph.Limit) }},
	{Name: "order", Doc: "random, or else that in which they were inserted", Ops: choosing, read: readOrder,
		write: func(w *phaseWriter) (value, bool) { return textValue(w.ph.Order), w.ph.Order != "" }},
	{Name: "seed", Doc: "seed of the random order, then of the streams, one more each", Ops: []string{opInsert, opDelete, opUpdate, opReplace, opSelect}, read: readSeed, write: writeSeed},
	{Name: "keys", Doc: "key stream of a column (an insert's default: those of the insert before)", Ops: []string{opInsert, opUpdate, opReplace}, ByColumn: true, read: readKeys, write: writeKeys},
	{Name: "payload", Doc: "bytes of filler of a column, 50 or 10..400 (default as before)", Ops: adding, ByColumn: true, read: readPayload, write: writePayload},
	{Name: "set", Doc: "bytes of filler that a column gets, 50 or 10..400", Ops: []string{opUpdate}, ByColumn: true, read: readPayload, write: writePayload},
	{Name: "fill", Doc: "bytes of filler of columns that nothing feeds, or none (default as before)", Ops: adding, read: readFill, write: writeFill},
	{Name: "transaction", Doc: "rows a transaction (default 1); purge waits for its end", Ops: changing,
		read:  func(r *phaseReader, v value) error { return readCount(&r.ph.Transaction, v, "transaction") },
		write: func(w *phaseWriter) (value, bool) { return countValue(w.ph.Transaction) }},
}

// PhaseFields returns what a phase of an operation may say.
func PhaseFields(op string) []PhaseField {
	var some []PhaseField
	for _, f := range phaseFields {
		if slices.Contains(f.Ops, op) {
			some = append(some, f)
		}
	}
	return some
}

func isByColumn(name string) bool {
	return slices.ContainsFunc(phaseFields, func(f PhaseField) bool { return f.Name == name && f.ByColumn })
}

// phaseReader reads a phase.
type phaseReader struct {
	ph      Phase
	earlier []Phase
	// seed is the seed of the phase, given or its default.
	seed uint64
}

// readPhase reads the phase after the earlier ones.
func readPhase(earlier []Phase, seed uint64, op string, v value) (Phase, error) {
	r := phaseReader{ph: Phase{Op: op}, earlier: earlier, seed: seed}
	if !slices.Contains(opNames(), op) {
		return r.ph, v.errorf("unknown operation %q; allowed: %s", op, strings.Join(opNames(), ", "))
	}
	if op == opSQL {
		r.ph.SQL = strings.TrimSpace(v.text)
		if r.ph.SQL == "" {
			return r.ph, v.errorf("sql: want a statement")
		}
		return r.ph, wrapped(v, op, v.want(scalar))
	}
	if err := v.want(mapping); err != nil {
		return r.ph, fmt.Errorf("%s: %w", op, err)
	}
	if err := checkFields(op, v); err != nil {
		return r.ph, err
	}
	return r.ph, r.readFields(op, v)
}

// checkFields refuses fields that an operation does not have, or has twice.
func checkFields(op string, v value) error {
	var names []string
	for _, f := range PhaseFields(op) {
		names = append(names, f.Name)
	}
	for i, f := range v.fields {
		switch {
		case !slices.Contains(names, f.name):
			return f.errorf("%s: unknown field %q; allowed: %s", op, f.name, strings.Join(names, ", "))
		case slices.ContainsFunc(v.fields[:i], func(g field) bool { return g.name == f.name }):
			return f.errorf("%s: %s is given twice", op, f.name)
		}
	}
	return nil
}

// readFields reads the fields in the order of the table, and fills defaults in.
func (r *phaseReader) readFields(op string, v value) error {
	for _, f := range PhaseFields(op) {
		x, given := v.find(f.Name)
		switch {
		case given && f.ByColumn && x.shape != mapping:
			return x.errorf("%s: %s: want column: value for each column", op, f.Name)
		case given:
			if err := f.read(r, x); err != nil {
				return err
			}
		default:
			r.inherit(f.Name)
		}
	}
	if op == opReplace || op == opSelect || r.ph.Order != "" {
		r.ph.Seed = r.seed
	}
	return nil
}

// inherit gives a field that is not given its default.
func (r *phaseReader) inherit(name string) {
	from := heir(r.earlier, r.ph)
	if from == nil {
		return
	}
	switch name {
	case "keys":
		if r.ph.Op == opInsert {
			r.ph.Keys = slices.Clone(from.Keys)
			for i := range r.ph.Keys {
				r.ph.Keys[i].Seed = r.streamSeed(i)
			}
		}
	case "payload":
		r.ph.Payload = slices.Clone(from.Payload)
	case "fill":
		if from.Fill != nil {
			r.ph.Fill = &Payload{Min: from.Fill.Min, Max: from.Fill.Max, Seed: r.seed}
		}
	}
}

// heir is the phase from which another has what it does not say: an insert from the
// insert before, a replace from the one whose rows it replaces; nil if there is
// none.
func heir(earlier []Phase, ph Phase) *Phase {
	switch {
	case ph.Op == opReplace && ph.Of < len(earlier):
		return &earlier[ph.Of]
	case isInsert(ph):
		for i := len(earlier) - 1; i >= 0; i-- {
			if isInsert(earlier[i]) {
				return &earlier[i]
			}
		}
	}
	return nil
}

func isInsert(ph Phase) bool { return ph.Op == "" || ph.Op == opInsert }

// Seeds of phases lie apart, those of filler behind all of keys and far from those
// by which columns are filled.
const (
	phaseSeeds  = 1000
	fillerSeeds = 2 << 32
)

// phaseSeed is the seed of phase i where none is given.
func phaseSeed(first uint64, i int) uint64 { return first + phaseSeeds*uint64(i) }

// streamSeed is the seed of stream i of a phase with a seed: an order takes the
// first one.
func (r *phaseReader) streamSeed(i int) uint64 {
	if r.ph.Op != opInsert {
		i++
	}
	return r.seed + uint64(i)
}

func readOf(r *phaseReader, v value) error {
	n, err := strconv.Atoi(v.text)
	if err != nil || n < 1 || n > len(r.earlier) || !isInsert(r.earlier[n-1]) {
		return v.errorf("of: %q: want the number of an earlier phase that inserts, counted from 1", v.text)
	}
	r.ph.Of = n - 1
	return nil
}

func readRows(r *phaseReader, v value) error {
	if err := readCount(&r.ph.Rows, v, "rows"); err != nil {
		return err
	}
	if r.ph.Rows == 0 {
		return v.errorf("rows: 0: want 1 or more")
	}
	return nil
}

func readSkip(r *phaseReader, v value) error {
	if err := readCount(&r.ph.Skip, v, "skip"); err != nil {
		return err
	}
	if r.ph.Rows > 0 {
		r.ph.Rows += r.ph.Skip
	}
	return nil
}

func readOrder(r *phaseReader, v value) error {
	if v.text != "random" {
		return v.errorf("order: %q: want random, or leave it out", v.text)
	}
	r.ph.Order = v.text
	return nil
}

func readSeed(r *phaseReader, v value) (err error) {
	r.seed, err = seedOf(v)
	return err
}

func seedOf(v value) (uint64, error) {
	seed, err := strconv.ParseUint(v.text, 10, 64)
	if err != nil {
		return 0, v.errorf("seed: %q: want a whole number from 0 to 2^64-1", v.text)
	}
	return seed, nil
}

// readKeys reads column: stream, or column: {stream: ..., seed: ...}.
func readKeys(r *phaseReader, v value) error {
	r.ph.Keys = nil
	for i, f := range v.fields {
		s := Stream{Column: f.name, Seed: r.streamSeed(i)}
		text, err := r.withSeed(f, "stream", &s.Seed)
		if err == nil {
			err = wrapped(f.value, "keys: "+f.name, s.Keys.UnmarshalText([]byte(text)))
		}
		if err != nil {
			return err
		}
		r.ph.Keys = append(r.ph.Keys, s)
	}
	return nil
}

// withSeed reads a text that may have a seed beside it.
func (r *phaseReader) withSeed(f field, name string, seed *uint64) (string, error) {
	if f.shape == scalar {
		return f.text, nil
	}
	for _, g := range f.fields {
		if g.name != name && g.name != "seed" {
			return "", g.errorf("%s: unknown field %q; allowed: %s, seed", f.name, g.name, name)
		}
	}
	text, given := f.find(name)
	if !given {
		return "", f.errorf("%s: want a text, or %s and seed", f.name, name)
	}
	if given, ok := f.find("seed"); ok {
		var err error
		if *seed, err = seedOf(given); err != nil {
			return "", err
		}
	}
	return text.text, nil
}

// readPayload reads column: bytes, or column: {bytes: ..., seed: ...}.
func readPayload(r *phaseReader, v value) error {
	r.ph.Payload = nil
	for i, f := range v.fields {
		p, err := r.length(f, r.seed+fillerSeeds+uint64(i))
		if err != nil {
			return err
		}
		p.Column = f.name
		r.ph.Payload = append(r.ph.Payload, p)
	}
	return nil
}

// maxFiller bounds lengths: LONGBLOB's, which no row comes near.
const maxFiller = 1<<32 - 1

// length reads 50 or 10..400; the latter has a seed.
func (r *phaseReader) length(f field, seed uint64) (Payload, error) {
	text, err := r.withSeed(f, "bytes", &seed)
	if err != nil {
		return Payload{}, err
	}
	low, high, isRange := strings.Cut(text, "..")
	if !isRange {
		high = low
	}
	least, err := units.ParseCount(low)
	most, err2 := units.ParseCount(high)
	if err != nil || err2 != nil || least > most || most > maxFiller {
		return Payload{}, f.errorf("%s: %q: want bytes such as 100, or a range such as 10..400", f.name, text)
	}
	p := Payload{Min: int(least), Max: int(most)}
	if _, given := f.find("seed"); given || least < most {
		p.Seed = seed
	}
	return p, nil
}

// fillNone fills nothing.
const fillNone = "none"

func readFill(r *phaseReader, v value) error {
	r.ph.Fill = nil
	if v.text == fillNone {
		return nil
	}
	p, err := r.length(field{"fill", v}, r.seed)
	if _, given := v.find("seed"); !given {
		p.Seed = r.seed // which streams and lengths of columns follow
	}
	r.ph.Fill = &p
	return err
}

func opNames() []string {
	var names []string
	for _, o := range ops {
		names = append(names, o.Name)
	}
	return names
}
