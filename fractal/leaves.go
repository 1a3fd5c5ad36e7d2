package fractal

import "math"

// Leaves returns the bytes, rows and basements of all leaves in key order.
func (t *Tree) Leaves() LeafDetail { return t.firstLeaves(math.MaxInt) }

// LeafOffsets returns where in the file the leaves begin, in key order; 0 for one that
// was never written.
func (t *Tree) LeafOffsets() []int64 {
	var offsets []int64
	t.walk(t.root, func(n *node) {
		if n.height == 0 {
			offsets = append(offsets, n.pair.place.offset)
		}
	})
	return offsets
}
