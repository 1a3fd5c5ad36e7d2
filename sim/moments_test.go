package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/sim"
)

// Both engines tell their rates along the run.
func TestMomentsOfBothEngines(t *testing.T) {
	for _, engine := range []string{sim.EngineInnoDB, sim.EngineFractal} {
		r, err := sim.Run(t.Context(), sim.Config{
			Engine: engine, PoolBytes: 8 << 20,
			Phases: []sim.Phase{{Rows: 50_000, Keys: []sim.Stream{{Column: "id", Keys: spec(t, "uuidv4"), Seed: 1}}}},
		}, sim.Env{})
		require.NoError(t, err)
		ms := r.Time.Moments
		require.GreaterOrEqual(t, len(ms), 32, engine)
		require.LessOrEqual(t, len(ms), 64)
		last := ms[len(ms)-1]
		require.Equal(t, int64(50_000), last.Rows)
		require.InDelta(t, r.Time.Seconds, last.Seconds, 1e-9)
		for i := range ms[1:] {
			require.Greater(t, ms[i+1].Seconds, ms[i].Seconds)
			require.Greater(t, ms[i+1].Rows, ms[i].Rows)
			require.GreaterOrEqual(t, ms[i+1].Written, ms[i].Written)
		}
	}
}

// The redo log only grows, also after a rebuild has replaced the trees.
func TestRedoGrowsAfterARebuild(t *testing.T) {
	keys := func(seed uint64) []sim.Stream {
		return []sim.Stream{{Column: "id", Keys: spec(t, "uuidv4"), Seed: seed}}
	}
	r, err := sim.Run(t.Context(), sim.Config{
		PoolBytes: 16 << 20, SampleRows: 1_000,
		Phases: []sim.Phase{
			{Rows: 20_000, Keys: keys(1)}, {Op: "sql", SQL: "optimize table t"}, {Rows: 5_000, Keys: keys(2)},
		},
	}, sim.Env{})
	require.NoError(t, err)
	for i := range r.Samples[1:] {
		require.Greater(t, r.Samples[i+1].Pool.Redo, r.Samples[i].Pool.Redo, "sample %d", i+1)
	}
}
