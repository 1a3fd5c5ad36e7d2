package fractal

import (
	"math/bits"
	"slices"
)

const (
	// radixBits is the bits of one pass of the sort of messages.
	radixBits = 8
	// radixLeast is the number of messages from which on passes pay.
	radixLeast = 64
)

// sortJobs returns the messages by key, equal keys by arrival. Most are put in
// their place by the first bits in which their keys differ: two passes that keep
// the order of equals, and a sort of what is nearly sorted then.
func (t *Tree) sortJobs(data []uint64, jobs []job) []job {
	if len(jobs) >= radixLeast {
		if shift := radixShift(jobs); shift >= 0 {
			t.sorted = slices.Grow(t.sorted[:0], len(jobs))[:len(jobs)]
			radixPass(t.sorted, jobs, shift)
			radixPass(jobs, t.sorted, shift+radixBits)
		}
	}
	w := t.keys.words
	for i := 1; i < len(jobs); i++ {
		j := jobs[i]
		at := i
		for at > 0 && before(data, j, jobs[at-1], w) {
			jobs[at] = jobs[at-1]
			at--
			if i-at > insertionMost {
				jobs[at] = j
				slices.SortFunc(jobs, func(a, b job) int { return order(data, a, b, w) })
				return jobs
			}
		}
		jobs[at] = j
	}
	return jobs
}

// insertionMost is the most places that insertion moves a message before the
// messages are sorted otherwise.
const insertionMost = 64

// radixShift returns the lowest of the 2*radixBits bits to sort by: those right
// behind the prefix that all first words share. It is negative if all are equal.
func radixShift(jobs []job) int {
	var differ uint64
	for _, j := range jobs {
		differ |= j.first ^ jobs[0].first
	}
	if differ == 0 {
		return -1
	}
	return max(0, bits.Len64(differ)-2*radixBits)
}

// radixPass sorts from into to by the radixBits bits from shift on.
func radixPass(to, from []job, shift int) {
	var starts [1 << radixBits]uint32
	for _, j := range from {
		starts[j.first>>shift&(1<<radixBits-1)]++
	}
	sum := uint32(0)
	for i, n := range starts {
		starts[i], sum = sum, sum+n
	}
	for _, j := range from {
		bucket := j.first >> shift & (1<<radixBits - 1)
		to[starts[bucket]] = j
		starts[bucket]++
	}
}

func before(data []uint64, a, b job, w int) bool {
	if a.first != b.first {
		return a.first < b.first
	}
	return order(data, a, b, w) < 0
}

func order(data []uint64, a, b job, w int) int {
	if c := compare(data[a.at:int(a.at)+w], data[b.at:]); c != 0 {
		return c
	}
	return int(a.at) - int(b.at)
}
