package fractal

// places is where the messages of a buffer lie, in key order: one for those that
// are fresh, one for those that a query has applied already (FT-44; ft/node.h
// fresh_message_tree and stale_message_tree, util/omt.cc). It is an array as
// long as messages arrive in key order, and a tree from then on.
type places struct {
	// count is the number of places, room how many there is memory for.
	count, room int64
	tree        bool
}

const (
	placeNodeBytes = 16
	placeBytes     = 4
	minPlaces      = 4
	// maxOrdered is the most places in an array. The library has no such limit,
	// but recordings with ordered messages (delrange800k) show the memory of a
	// tree.
	maxOrdered = 8
)

// insert adds a place; last says that it comes behind all others. It reports
// whether the memory changed.
func (p *places) insert(last bool) bool {
	before := *p
	switch {
	case p.tree && p.count < p.room:
	case p.tree:
		p.room = max(minPlaces, 2*p.count)
	case p.count >= maxOrdered || p.count > 0 && !last:
		p.tree = true
		p.room = max(minPlaces, 2*p.count)
	case p.count >= p.room:
		p.room = max(minPlaces, 2*(p.count+1))
	}
	p.count++
	return p.room != before.room || p.tree != before.tree
}

// remove takes n places out.
func (p *places) remove(n int64) {
	if !p.tree {
		p.tree, p.room = true, max(minPlaces, 2*p.count)
	}
	p.count -= n
	if p.room >= 4*p.count && p.room > minPlaces {
		p.room = max(minPlaces, 2*p.count)
	}
}

func (p *places) memory() int64 {
	if p.tree {
		return p.room * placeNodeBytes
	}
	return p.room * placeBytes
}

// freeze notes in the messages of a buffer which of them are stale on disk now.
func (t *Tree) freeze(c *child) {
	if c.stale.count == 0 {
		return
	}
	for at := t.keys.words + 1; at < len(c.data); at += t.messageWords {
		if meta(c.data[at]).stale() {
			c.data[at] |= uint64(staleWritten)
		}
	}
}

// thaw makes the messages of a buffer as stale as they are on disk.
func (t *Tree) thaw(c *child) {
	if c.stale.count == 0 {
		return
	}
	for at := t.keys.words + 1; at < len(c.data); at += t.messageWords {
		if m := meta(c.data[at]); m.stale() && !m.written() {
			c.data[at] &^= uint64(staleMessage)
			c.stale.count--
			c.fresh.count++
		}
	}
}
