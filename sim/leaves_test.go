package sim_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/sim"
)

// The pages one by one say what the sums say.
func TestLeavesAddUp(t *testing.T) {
	for _, engine := range []string{sim.EngineInnoDB, sim.EngineFractal} {
		t.Run(engine, func(t *testing.T) {
			c := sim.Config{
				Engine: engine, Fractal: sim.Fractal{NodeBytes: 1 << 16, BasementBytes: 1 << 12}, Pages: true,
				Phases: []sim.Phase{{Rows: 20_000, Keys: []sim.Stream{{Column: "id", Keys: spec(t, "uuidv4"), Seed: 1}}}},
			}
			r, err := sim.Run(t.Context(), c, sim.Env{})
			require.NoError(t, err)
			x := r.Indexes[0]
			require.Len(t, x.Leaves.PageNumbers, int(x.Levels[0].Pages))
			require.Len(t, x.Leaves.Fill, int(x.Levels[0].Pages))
			require.Equal(t, x.Levels[0].Records, sum(x.Leaves.Records))
			require.Equal(t, x.Levels[0].Pages, sum(x.FillHistogram))
			require.NotZero(t, slices.Min(x.Leaves.PageNumbers), "no leaf lies where the file's header is")
			places := slices.Clone(x.Leaves.PageNumbers)
			slices.Sort(places)
			require.Len(t, slices.Compact(places), len(x.Leaves.PageNumbers), "no two lie at one place")
			require.Less(t, slices.Max(places)*x.Leaves.PageBytes, r.Table.FileBytes)
			mean := 0.0
			for _, f := range x.Leaves.Fill {
				mean += f / float64(len(x.Leaves.Fill))
			}
			require.InDelta(t, x.Fill.Mean, mean, 1e-4)
			if r.Baseline != nil {
				require.NotZero(t, r.Baseline.LeafPages)
			}

			c.Pages = false
			r, err = sim.Run(t.Context(), c, sim.Env{})
			require.NoError(t, err)
			require.Nil(t, r.Indexes[0].Leaves)
			require.Equal(t, x.FillHistogram, r.Indexes[0].FillHistogram)
		})
	}
}

func sum(all []int64) (n int64) {
	for _, v := range all {
		n += v
	}
	return n
}
