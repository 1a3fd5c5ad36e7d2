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
// value: random integers as wide as the column, filler of at most the length
// that the phase asks for.
func fillUnfed(ph *Phase, table *schema.Table, in schema.Input) error {
	if ph.Fill == nil {
		return nil
	}
	for i, u := range table.Unfed(in) {
		seed := fillSeed + uint64(i)
		if u.Bits == 0 {
			p := *ph.Fill
			p.Column, p.Min, p.Max = u.Column, min(p.Min, u.Filler), min(p.Max, u.Filler)
			if p.Min < p.Max {
				p.Seed = seed
			}
			ph.Payload = append(ph.Payload, p)
			continue
		}
		spec, err := keygen.New("randint", "int", map[string]int64{"shift": int64(64 - u.Bits)})
		if err != nil {
			return err
		}
		ph.Keys = append(ph.Keys, Stream{Column: u.Column, Keys: spec, Seed: seed})
	}
	return nil
}
