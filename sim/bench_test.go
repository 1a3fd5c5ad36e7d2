package sim_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/sim"
)

// BenchmarkPlay plays a load of random and one of ascending keys without a pool, with
// a plain LRU list, and with InnoDB's pool, its cleaner and a clock.
func BenchmarkPlay(b *testing.B) {
	rows := int64(2_000_000)
	if testing.Short() {
		rows = 100_000
	}
	for _, keys := range []string{"uuidv4", "autoinc"} {
		for _, policy := range []string{sim.PolicyNone, sim.PolicyLRU, ""} {
			name := policy
			if name == "" {
				name = "innodb"
			}
			b.Run(fmt.Sprintf("keys=%s/pool=%s", keys, name), func(b *testing.B) {
				spec, err := keygen.Parse(keys)
				if err != nil {
					b.Fatal(err)
				}
				c := sim.Config{Policy: policy, Phases: []sim.Phase{{
					Rows: rows, Keys: []sim.Stream{{Column: "id", Keys: spec, Seed: 1}}, Payload: []sim.Payload{{Column: "payload", Min: 100, Max: 100}},
				}}}
				for b.Loop() {
					m, err := sim.New(c, sim.Env{})
					if err != nil {
						b.Fatal(err)
					}
					if err := m.Play(context.Background()); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(rows)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
			})
		}
	}
}
