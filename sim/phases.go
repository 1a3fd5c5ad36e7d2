package sim

import (
	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/btree"
)

// endPhase takes the state after phase i, which began when so many rows were done.
func (m *Machine) endPhase(i int, before int64) {
	if len(m.config.Phases) == 1 {
		return
	}
	ph, io := m.config.Phases[i], m.io()
	r := pagesim.PhaseResult{
		Op: ph.Op, SQL: ph.SQL, Rows: m.done - before,
		FileBytes: m.space.Pages() * btree.DefaultPageBytes, Reads: io.Reads, Written: io.Written,
	}
	if r.Op == "" {
		r.Op = opInsert
	}
	var stats btree.Stats
	bytes := int64(0)
	for j, t := range m.trees {
		stats.Add(t.Stats())
		stats.Add(m.retired[j])
		leaf := t.Levels()[0]
		r.LeafPages += leaf.Pages
		bytes += leaf.DataBytes
		if j == 0 {
			r.LiveRows = leaf.Records
		}
	}
	r.Counters = stats.Counters
	r.LeafFill = float64(bytes) / float64(r.LeafPages*btree.DefaultPageBytes)
	m.phases = append(m.phases, r)
}
