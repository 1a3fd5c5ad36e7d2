package fractal

import "math"

// Leaves returns the bytes, rows and basements of all leaves in key order.
func (t *Tree) Leaves() LeafDetail { return t.firstLeaves(math.MaxInt) }
