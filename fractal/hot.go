package fractal

import "slices"

// Optimize flushes all buffers down to the leaves, one way from the root to a
// leaf after the other, from left to right (FT-45; ft/ft-hot-flusher.cc
// toku_ft_hot_optimize).
func (t *Tree) Optimize() { t.optimize(func() {}) }

// optimize is Optimize and calls tick after each way.
func (t *Tree) optimize(tick func()) {
	t.land()
	h := &hotFlush{t: t}
	for ; ; tick() {
		t.pinFull(t.root)
		h.local = nil
		if t.root.height > 0 {
			t.flushSome(t.root, &flusher{recurse: always, uncounted: true, pick: h.pick, split: h.afterSplit})
		}
		t.settle()
		if h.local == nil {
			return
		}
		h.done = h.local
	}
}

// hotFlush is how far a hot optimize has come.
type hotFlush struct {
	t *Tree
	// done is the largest key that was flushed, local that of the way under way;
	// nil is before all keys and after them.
	done, local []uint64
}

// next returns the child of n with the first keys behind those done.
func (h *hotFlush) next(n *node) int {
	if h.done == nil {
		return 0
	}
	i := 0
	for i < len(n.children)-1 && compare(h.done, h.t.pivot(n, i)) >= 0 {
		i++
	}
	return i
}

func (h *hotFlush) pick(n *node) int {
	i := h.next(n)
	if i < len(n.children)-1 {
		h.local = slices.Clone(h.t.pivot(n, i))
	}
	return i
}

func (h *hotFlush) afterSplit(n *node, _ int) int {
	i := h.pick(n)
	if n.height == 1 {
		return -1
	}
	return i
}
