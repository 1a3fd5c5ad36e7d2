package sim

import (
	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/schema"
)

// fillSeed is where the seeds of the streams begin that fill columns: far from
// those that people give to their keys.
const fillSeed = 1 << 32

// clockRate is the rows a second at which the virtual clock of a table runs, from
// which DEFAULT CURRENT_TIMESTAMP reads; that of the key streams by default.
const clockRate = 1000

// fillUnfed adds to a phase a stream or a payload for each column that has no
// value: random integers as wide as the column, filler of the length that
// the phase asks for, as far as it fits, a zero or the time in what is left.
func fillUnfed(ph *Phase, table *schema.Table, in schema.Input) error {
	if ph.Fill == nil {
		return nil
	}
	for i, u := range table.Unfed(in) {
		seed := fillSeed + uint64(i)
		switch {
		case u.Bits > 0:
			spec, err := keygen.New("randint", "int", map[string]int64{"shift": int64(64 - u.Bits)})
			if err != nil {
				return err
			}
			ph.Keys = append(ph.Keys, Stream{Column: u.Column, Keys: spec, Seed: seed})
		case u.Filler > 0:
			ph.Payload = append(ph.Payload, ph.Fill.of(u, seed))
		default:
			table.DefaultToZero(u.Column)
		}
	}
	return nil
}

// of is the filler of one column, cut to what fits.
func (p Payload) of(u schema.Unfed, seed uint64) Payload {
	p.Column, p.Min, p.Max = u.Column, min(p.Min, u.Filler), min(p.Max, u.Filler)
	if p.Min < p.Max {
		p.Seed = seed
	}
	return p
}
