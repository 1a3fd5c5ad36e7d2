package fractal

// What queries do to the messages that they apply in memory (FT-43, FT-44).

// mark notes that a query has applied the message whose meta word that is, if that
// is fresh. It stays in its place until its node is next held for writing.
func (c *child) mark(word *uint64) {
	if m := meta(*word); !m.stale() && !m.marked() {
		*word |= uint64(markedMessage)
		c.marks++
	}
}

// moveMarked makes stale what queries have marked in a node that is held for writing,
// or written (ft/node.cc toku_move_ftnode_messages_to_stale).
func (t *Tree) moveMarked(n *node) {
	if !n.marked {
		return
	}
	n.marked = false
	for i := range n.children {
		if c := &n.children[i]; c.marks > 0 {
			t.makeStale(c)
			n.setBufferMemory(c)
		}
	}
}

// makeStale makes the marked messages of a buffer stale: in key order all of them are
// put among the stale ones, then all taken out of the fresh ones (ft/node.cc
// toku_ft_bnc_move_messages_to_stale).
func (t *Tree) makeStale(c *child) {
	word := func(at uint32) *uint64 { return &c.data[int(at)+t.keys.words+1] }
	marked := t.aged[:0]
	for at := 0; at < len(c.data); at += t.messageWords {
		if w := word(uint32(at)); meta(*w).marked() {
			*w &^= uint64(markedMessage)
			marked = append(marked, job{c.data[at], uint32(at)})
		}
	}
	t.aged, c.marks = marked, 0
	marked = t.sortJobs(c.data, marked)
	for _, j := range marked {
		t.place(c, int(j.at), true)
		*word(j.at) |= uint64(staleMessage)
	}
	for _, j := range marked {
		*word(j.at) &^= uint64(staleMessage)
	}
	for _, j := range marked {
		t.unplace(c, int(j.at))
		*word(j.at) |= uint64(staleMessage)
	}
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
	t.eachApplied(c, func(m meta) bool { return m.written() })
}

// settleMarks makes the marked messages of a buffer stale that is compressed.
func (t *Tree) settleMarks(c *child) {
	t.eachApplied(c, func(meta) bool { return true })
}

// eachApplied makes those messages of a buffer that a query has applied stale or fresh.
// Their places are read anew with the buffer.
func (t *Tree) eachApplied(c *child, stale func(m meta) bool) {
	if c.stale.count == 0 && c.marks == 0 {
		return
	}
	c.fresh.count += c.stale.count
	c.stale.count, c.marks = 0, 0
	for at := t.keys.words + 1; at < len(c.data); at += t.messageWords {
		m := meta(c.data[at])
		if !m.stale() && !m.marked() {
			continue
		}
		m &^= staleMessage | markedMessage
		if stale(m) {
			m |= staleMessage
			c.stale.count++
			c.fresh.count--
		}
		c.data[at] = uint64(m)
	}
}
