package fractal

import "slices"

// unbalanced reports whether a root with so many places on either side is.
func unbalanced(left, right int64) bool {
	return 1+left < (2+right)/2 || 1+right < (2+left)/2
}

// slack is the number of places that cannot unbalance a root with so many on either
// side, wherever they are put.
func slack(left, right int64) int64 { return 1 + min(2*left-right, 2*right-left) }

// Messages that a sample has, and which of them the root lies between.
const (
	sampled               = 16
	sampleLow, sampleHigh = 4, 11
)

// margin is the number of fresh messages that cannot unbalance the root any more,
// negative if it may be: by those that came late on either side of two keys of a
// sample that the root lies between. The root itself need not be found for that.
func (t *Tree) margin(c *child) int64 {
	p, step := &c.fresh, t.messageWords
	if p.root != 0 || p.weighed < sampled*sampled*step || p.count*int64(step) != int64(len(c.data)) {
		return -1
	}
	var sample [sampled]uint64
	for i := range sample {
		sample[i] = c.data[p.weighed/step*i/sampled*step]
	}
	slices.Sort(sample[:])
	low, high := sample[sampleLow], sample[sampleHigh]
	below, above := outside(c.data[:p.weighed], step, low, high)
	if below > p.left || above > p.right {
		return -1
	}
	left, right := outside(c.data[p.weighed:], step, low, high)
	return slack(p.left+left, p.right+right) - (p.late - left - right)
}

// outside counts the messages whose first words lie below and above two.
func outside(data []uint64, step int, low, high uint64) (below, above int64) {
	for at := 0; at < len(data); at += step {
		var less, more int64
		if data[at] < low {
			less = 1
		}
		if data[at] > high {
			more = 1
		}
		below += less
		above += more
	}
	return below, above
}
