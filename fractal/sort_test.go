package fractal

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Messages whose keys share all but their last bits are not put in their place by
// the radix passes; none of them may get lost on the way to a slower sort.
func TestSortKeepsAllMessages(t *testing.T) {
	tree := New(Config{KeyBytes: 16}, nil)
	for _, n := range []int{1, 63, 64, 65, 200, 1000} {
		var data []uint64
		var jobs []job
		for i := range n {
			jobs = append(jobs, job{first: 1, at: uint32(len(data))})
			data = append(data, 1, uint64(n-i)/3, uint64(i), 0)
		}
		jobs[0].first, data[0] = 1<<63, 1<<63
		want := slices.Clone(jobs)
		slices.SortFunc(want, func(a, b job) int { return order(data, a, b, tree.keys.words) })
		require.Equal(t, want, tree.sortJobs(data, jobs), "%d messages", n)
	}
}
