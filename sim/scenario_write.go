package sim

import (
	"slices"
	"strconv"

	"github.com/pagesim/pagesim/internal/units"
)

// phaseWriter writes a phase: what a reader would not know by itself.
type phaseWriter struct {
	ph   Phase
	from *Phase
	// reader knows the seeds that a reader would give.
	reader phaseReader
	// standard is the seed that the phase has if none is given.
	standard uint64
}

// writePhase writes phase i.
func writePhase(phases []Phase, i int) (op string, v value) {
	ph := phases[i]
	if ph.Op == "" {
		ph.Op = opInsert
	}
	if ph.Op == opSQL {
		return ph.Op, textValue(ph.SQL)
	}
	w := phaseWriter{ph: ph, from: heir(phases[:i], ph), standard: phaseSeed(1, i)}
	w.reader = phaseReader{ph: ph, seed: w.seed()}
	v = value{shape: mapping}
	for _, f := range PhaseFields(ph.Op) {
		if x, needed := f.write(&w); needed {
			v.fields = append(v.fields, field{f.Name, x})
		}
	}
	return ph.Op, v
}

// seed is the seed from which most of the others follow.
func (w *phaseWriter) seed() uint64 {
	switch {
	case w.ph.Op == opReplace || w.ph.Op == opSelect || w.ph.Order != "":
		return w.ph.Seed
	case len(w.ph.Keys) == 0:
		return w.standard
	case w.ph.Op == opInsert:
		return w.ph.Keys[0].Seed
	}
	return w.ph.Keys[0].Seed - 1
}

func writeSeed(w *phaseWriter) (value, bool) {
	return textValue(strconv.FormatUint(w.reader.seed, 10)), w.reader.seed != w.standard
}

func countValue(n int64) (value, bool) { return textValue(units.Count(n).Short()), n != 0 }

func writeOf(w *phaseWriter) (value, bool) { return textValue(strconv.Itoa(w.ph.Of + 1)), true }

func writeRows(w *phaseWriter) (value, bool) {
	if w.ph.Rows == 0 {
		return value{}, false
	}
	return countValue(w.ph.Rows - w.ph.Skip)
}

func writeSkip(w *phaseWriter) (value, bool) { return countValue(w.ph.Skip) }

// writeKeys leaves the streams out that an insert has from the one before.
func writeKeys(w *phaseWriter) (value, bool) {
	v := value{shape: mapping}
	standard := true
	for i, k := range w.ph.Keys {
		x := textValue(k.Keys.String())
		if k.Seed != w.reader.streamSeed(i) {
			standard = false
			x = withSeed("stream", x, k.Seed)
		}
		v.fields = append(v.fields, field{k.Column, x})
	}
	if w.ph.Op != opInsert || w.from == nil {
		return v, len(w.ph.Keys) > 0
	}
	same := slices.EqualFunc(w.ph.Keys, w.from.Keys, func(a, b Stream) bool {
		return a.Column == b.Column && a.Keys.String() == b.Keys.String()
	})
	return v, !same || !standard
}

// withSeed is a value with a seed beside it.
func withSeed(name string, v value, seed uint64) value {
	return value{shape: mapping, fields: []field{{name, v}, {"seed", textValue(strconv.FormatUint(seed, 10))}}}
}

// writePayload leaves the filler out that the phase has from another.
func writePayload(w *phaseWriter) (value, bool) {
	v := value{shape: mapping}
	for i, p := range w.ph.Payload {
		v.fields = append(v.fields, field{p.Column, w.length(p, i)})
	}
	if w.from == nil {
		return v, len(w.ph.Payload) > 0
	}
	return v, !slices.Equal(w.ph.Payload, w.from.Payload)
}

// length is what phaseReader.length reads.
func (w *phaseWriter) length(p Payload, i int) value {
	standard := uint64(0)
	if p.Min < p.Max {
		standard = w.reader.seed + fillerSeeds + uint64(i)
	}
	return lengthValue(p, standard)
}

// lengthValue has the seed beside it unless it is the standard one.
func lengthValue(p Payload, standard uint64) value {
	v := textValue(strconv.Itoa(p.Min))
	if p.Min < p.Max {
		v.text += ".." + strconv.Itoa(p.Max)
	}
	if p.Seed != standard {
		return withSeed("bytes", v, p.Seed)
	}
	return v
}

func writeFill(w *phaseWriter) (value, bool) {
	was, is := (*Payload)(nil), w.ph.Fill
	if w.from != nil {
		was = w.from.Fill
	}
	if is == nil {
		return textValue(fillNone), was != nil
	}
	inherited := was != nil && is.Min == was.Min && is.Max == was.Max && is.Seed == w.reader.seed
	return lengthValue(*is, w.reader.seed), !inherited
}
