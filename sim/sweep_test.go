package sim_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/sim"
)

// sweepOf is configs of falling size, so that later ones are done first.
func sweepOf(t *testing.T, n int) []sim.Config {
	t.Helper()
	keys, err := keygen.Parse("uuidv4")
	require.NoError(t, err)
	var all []sim.Config
	for i := range n {
		all = append(all, sim.Config{Phases: []sim.Phase{{
			Rows: int64(1000 * (n - i)), Keys: []sim.Stream{{Column: "id", Keys: keys, Seed: uint64(i)}},
		}}})
	}
	return all
}

func TestSweepGivesTheSameWhateverTheJobs(t *testing.T) {
	configs := sweepOf(t, 9)
	play := func(jobs int) (all []pagesim.Result) {
		err := sim.Sweep(t.Context(), configs, sim.SweepOptions{Jobs: jobs}, func(i int, r pagesim.Result) error {
			require.Equal(t, len(all), i, "in the order of the configs")
			all = append(all, r)
			return nil
		})
		require.NoError(t, err)
		return all
	}
	one := play(1)
	require.Len(t, one, 9)
	require.Nil(t, one[0].Baseline)
	require.Equal(t, one, play(4))
	require.Equal(t, one, play(100))
}

func TestSweepTellsHowFarItIs(t *testing.T) {
	var last sim.SweepProgress
	err := sim.Sweep(t.Context(), sweepOf(t, 5), sim.SweepOptions{Jobs: 3, Progress: func(p sim.SweepProgress) {
		require.GreaterOrEqual(t, p.Done, last.Done)
		require.LessOrEqual(t, p.Done, p.Rows)
		last = p
	}}, func(int, pagesim.Result) error { return nil })
	require.NoError(t, err)
	require.Equal(t, sim.SweepProgress{Runs: 5, Done: 15_000, Rows: 15_000}, last)
}

func TestSweepEndsAtAnError(t *testing.T) {
	configs := sweepOf(t, 6)
	configs[2].PoolBytes, configs[4].PoolBytes = 1, 2
	for _, jobs := range []int{1, 6} {
		taken := 0
		err := sim.Sweep(t.Context(), configs, sim.SweepOptions{Jobs: jobs}, func(int, pagesim.Result) error { taken++; return nil })
		require.ErrorContains(t, err, "pool of 1 bytes", "the first config's")
		require.Equal(t, 2, taken)
	}
	full := errors.New("full")
	err := sim.Sweep(t.Context(), sweepOf(t, 6), sim.SweepOptions{Jobs: 2}, func(i int, _ pagesim.Result) error {
		require.LessOrEqual(t, i, 1)
		if i == 1 {
			return full
		}
		return nil
	})
	require.ErrorIs(t, err, full)
}

func TestSweepIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	taken := 0
	err := sim.Sweep(ctx, sweepOf(t, 50), sim.SweepOptions{Jobs: 2}, func(int, pagesim.Result) error {
		taken++
		cancel()
		return nil
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Less(t, taken, 50)
	require.NoError(t, sim.Sweep(t.Context(), nil, sim.SweepOptions{}, nil), "nothing to do")
}
