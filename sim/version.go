package sim

import (
	"maps"
	"slices"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/schema"
)

// gone is the version of a row that was deleted.
const gone = -1

// rowRef says how to make the records of a row as it is now: by which version,
// and which of its rows.
type rowRef struct {
	version int32
	row     uint32
}

// version is one way in which rows came to be: inserted by a phase, or changed by
// a later one.
type version struct {
	// input is the number of its schema.Input, root that of the phase that
	// inserted the rows.
	input, root int
	in          schema.Input
	// keys are the stored values of the input's key streams.
	keys []*stored
}

// stored keeps the values of a key stream.
type stored struct {
	blob []byte
	ends []int
	// at says which value belongs to a row, where not every row has one.
	at map[uint32]int
}

func (s *stored) add(v []byte) {
	s.blob = append(s.blob, v...)
	s.ends = append(s.ends, len(s.blob))
}

func (s *stored) addAt(row uint32, v []byte) {
	if s.at == nil {
		s.at = map[uint32]int{}
	}
	s.at[row] = len(s.ends)
	s.add(v)
}

func (s *stored) get(row uint32) []byte {
	i := int(row)
	if s.at != nil {
		i = s.at[row]
	}
	start := 0
	if i > 0 {
		start = s.ends[i-1]
	}
	return s.blob[start:s.ends[i]]
}

// history is the rows of a phase, in the order in which it inserted them.
type history struct {
	version int32
	rows    []rowRef
}

// keep adds the row that has just been inserted from the given key values.
func (h *history) keep(v *version, values [][]byte) {
	for i, value := range values {
		v.keys[i].add(value)
	}
	h.rows = append(h.rows, rowRef{version: h.version, row: uint32(len(h.rows))})
}

// newVersion adds a version that is made by an input.
func (m *Machine) newVersion(in schema.Input, root int, keys []*stored) int32 {
	input := len(m.inputs)
	if root < 0 {
		root = input
	}
	m.inputs = append(m.inputs, in)
	m.versions = append(m.versions, version{input: input, root: root, in: in, keys: keys})
	return int32(len(m.versions) - 1)
}

// updateFiller is the character that updates fill columns with: another one than
// inserts, so that an indexed column gets another place in its index.
const updateFiller = 'y'

// change derives a version from another one: columns get other payload or other
// key streams, whose values are in keys.
func (v *version) change(payload []Payload, streams []schema.Key, keys []*stored) (schema.Input, []*stored) {
	in := v.in
	in.Rewrites = v.root + 1
	in.Payload = maps.Clone(in.Payload)
	if in.Payload == nil {
		in.Payload = map[string]schema.Length{}
	}
	replaced := map[string]bool{}
	for _, p := range payload {
		replaced[p.Column] = true
		n := p.length()
		n.Filler = updateFiller
		in.Payload[p.Column] = n
	}
	for _, k := range streams {
		replaced[k.Column] = true
		delete(in.Payload, k.Column)
	}
	var left []schema.Key
	var values []*stored
	for i, k := range v.in.Keys {
		if !replaced[k.Column] {
			left, values = append(left, k), append(values, v.keys[i])
		}
	}
	in.Keys = append(left, streams...)
	return in, append(values, keys...)
}

// encode makes the records of a row as it is now; they are valid until the next
// call.
func (m *Machine) encode(ref rowRef, records []pagesim.Record) error {
	v := &m.versions[ref.version]
	return m.encoder.EncodeAt(v.input, uint64(ref.row), v.values(ref.row), records)
}

// values are what the key streams of a version gave to a row.
func (v *version) values(row uint32) [][]byte {
	values := make([][]byte, len(v.keys))
	for i, k := range v.keys {
		values[i] = k.get(row)
	}
	return values
}

// cloneKeys makes records outlive the next encode.
func cloneKeys(records []pagesim.Record) []pagesim.Record {
	out := slices.Clone(records)
	for i := range out {
		out[i].Key = slices.Clone(out[i].Key)
	}
	return out
}
