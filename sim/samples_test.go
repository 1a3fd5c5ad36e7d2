package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/sim"
)

// Samples of both engines lie where they were asked for and at the end, never fall, and
// the last one has what the run had done by then.
func TestSamples(t *testing.T) {
	for _, engine := range []string{sim.EngineInnoDB, sim.EngineFractal} {
		r, err := sim.Run(t.Context(), sim.Config{
			Engine: engine, Fractal: sim.Fractal{NodeBytes: 1 << 16, BasementBytes: 1 << 12},
			SampleRows: 3000, PoolBytes: 1 << 19,
			Phases: []sim.Phase{{Rows: 10_000, Keys: []sim.Stream{{Column: "id", Keys: spec(t, "uuidv4"), Seed: 1}}}},
		}, sim.Env{})
		require.NoError(t, err)
		require.Len(t, r.Samples, 4)
		before := pagesim.Sample{}
		for i, s := range r.Samples {
			require.Equal(t, min(10_000, 3000*int64(i+1)), s.Rows)
			require.GreaterOrEqual(t, s.PageSplits, before.PageSplits)
			require.GreaterOrEqual(t, s.LeafPages, before.LeafPages)
			require.Greater(t, s.Seconds, before.Seconds)
			require.GreaterOrEqual(t, s.BytesRead, before.BytesRead)
			require.GreaterOrEqual(t, s.BytesWritten, before.BytesWritten)
			require.InDelta(t, 0.7, s.LeafFill, 0.2)
			before = s
		}
		x := r.Indexes[0]
		require.Equal(t, x.Counters.PageSplits, before.PageSplits)
		require.Equal(t, x.LeafPages, before.LeafPages)
		require.Equal(t, x.IO.Reads, before.Reads)
		if engine == sim.EngineInnoDB {
			require.Equal(t, x.IO.Written, before.Written)
			require.Equal(t, before.Reads*16384, before.BytesRead)
			continue
		}
		require.Equal(t, x.Fractal.BytesRead, before.BytesRead)
		require.Greater(t, before.BytesWritten, int64(0))
		require.Less(t, before.BytesWritten, x.Fractal.BytesWritten, "a checkpoint ends the run")
		require.Zero(t, before.Pool)
	}
}
