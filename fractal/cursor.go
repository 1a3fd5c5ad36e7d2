package fractal

// scan is the range of a cursor and how far it has come.
type scan struct {
	// bounded says that the cursor's bounds are set: from low to the end.
	bounded bool
	low     []uint64
	// armed says that the cursor reads ahead (FT-54).
	armed bool
	// last is the key of the last row.
	last []uint64
	rows int
}

// within returns the first and the last partition of a node between the bounds.
func (t *Tree) within(n *node, s *scan) (first, last int) {
	return t.which(n, s.low), n.partitions() - 1
}

// Range reads up to n rows in key order from the first one not below the key and
// returns how many there were (FT-54; ft/cursor.cc). With bounds, as the server
// sets them for scans, a leaf's basements up to its end are read at once, and
// from the second search on the next leaf is read ahead.
func (t *Tree) Range(key []byte, keyBytes, n int, bounded bool) int {
	t.checkKey(key)
	t.keys.put(t.message, key, keyBytes)
	s := &scan{bounded: bounded, low: append([]uint64(nil), t.message[:t.keys.words]...)}
	s.last = append(s.last, s.low...)
	if n <= 0 || !t.advance(s, aim{key: s.low}, 1) {
		return s.rows
	}
	for s.rows < n {
		if !t.advance(s, aim{key: s.last, above: true}, n-s.rows) {
			break
		}
		s.armed = bounded
	}
	return s.rows
}

// advance is one search of a cursor: it finds the next row and, in bulk, up to
// most rows of its basement. It reports whether there was one.
func (t *Tree) advance(s *scan, a aim, most int) bool {
	for {
		calls := t.io.Calls - t.aheadCalls
		leaf, i := t.descend(a, s)
		found := t.gather(leaf, i, s, a, most)
		if t.io.Calls-t.aheadCalls > calls {
			t.weigh()
		}
		t.arrive(t.waited)
		if found && s.armed {
			t.readAhead(s)
		}
		end := t.end(leaf, i)
		if found || end == nil {
			t.release()
			return found
		}
		a = aim{key: append([]uint64(nil), end...), above: true}
	}
}

// end returns the upper bound of basement i of the leaf at the end of the path,
// nil for none.
func (t *Tree) end(leaf *node, i int) []uint64 {
	if i < len(leaf.basements)-1 {
		return t.pivot(leaf, i)
	}
	_, high := t.bounds(-1)
	return high
}

// gather takes up to most rows of basement i from the aim on.
func (t *Tree) gather(leaf *node, i int, s *scan, a aim, most int) bool {
	w := t.keys.words
	p, found := t.find(&leaf.rows, a.key)
	if found && a.above {
		p = t.skip(&leaf.rows, p, 1)
	}
	taken := 0
	for taken < most {
		row := t.at(&leaf.rows, p)
		if row == nil || i < len(leaf.basements)-1 && compare(t.pivot(leaf, i), row) < 0 {
			break
		}
		if !rowMeta(row[w]).deleted() {
			taken++
			copy(s.last, row[:w])
		}
		p = t.skip(&leaf.rows, p, 1)
	}
	s.rows += taken
	if taken > 0 {
		t.waited += int64(float64(taken) * rowShare * float64(leaf.basements[i].bytes) / float64(leaf.basements[i].count))
	}
	return taken > 0
}

// readAhead has the next leaf under the same parent read in the background: its header
// and all its basements between the bounds (FT-54; ft/ft-ops.cc
// ft_node_maybe_prefetch). What is read ahead does not wake the evictor.
func (t *Tree) readAhead(s *scan) {
	if len(t.path) == 0 {
		return
	}
	up := t.path[len(t.path)-1]
	if up.child == len(up.node.children)-1 {
		return
	}
	leaf := up.node.children[up.child+1].node
	if t.isAhead(leaf) {
		return
	}
	a := ahead{leaf: leaf}
	if leaf.pair.cached {
		leaf.pair.touch()
	} else {
		t.cache.add(leaf.pair)
		a.header = min(headerReadBytes, leaf.pair.bytes)
	}
	a.next, a.last = t.within(leaf, s)
	if bytes := a.reads(); bytes > 0 {
		a.due = t.waited + aheadSlowness*bytes
		leaf.pair.pinned = true
		t.ahead = append(t.ahead, a)
	}
}

// What a search and the background do is told in bytes that the search could have read
// meanwhile (FT-54), fitted on the cold bounded ranges of the recordings.
const (
	// rowShare is the part of a row's bytes that taking the row is like.
	rowShare = 0.85
	// messageWait is what applying a message is like.
	messageWait = 6000
	// aheadSlowness is how much longer the background takes for the same bytes.
	aheadSlowness = 2
)

// ahead is a leaf that is being read ahead in the background, one read after the
// other.
type ahead struct {
	leaf *node
	// header is the bytes of the header if that is read next, 0 if it was; next and
	// last are the basements to read.
	header     int64
	next, last int
	// due is the bytes that searches have waited for when the read under way ends.
	due int64
}

// reads returns the bytes of the read under way, 0 if all is read.
func (a *ahead) reads() int64 {
	if a.header > 0 {
		return a.header
	}
	for ; a.next <= a.last; a.next++ {
		if b := &a.leaf.basements[a.next]; b.absent {
			return b.read()
		}
	}
	return 0
}

// forEver is behind all reads.
const forEver = unlimited

// arrive ends the background's reads that are due when searches have waited for the
// given bytes. The memory of a leaf counts when all of it is read.
func (t *Tree) arrive(waited int64) {
	kept := t.ahead[:0]
	for _, a := range t.ahead {
		t.goOn(&a, waited)
		if a.reads() > 0 {
			kept = append(kept, a)
			continue
		}
		a.leaf.pair.pinned = false
		a.leaf.sumMemory()
		t.changed(a.leaf)
	}
	t.ahead = kept
}

// land ends all reads of the background, as whatever writes does first.
func (t *Tree) land() {
	if len(t.ahead) > 0 {
		t.arrive(forEver)
	}
}

// goOn ends the reads of one leaf that are due.
func (t *Tree) goOn(a *ahead, waited int64) {
	for a.due <= waited && a.reads() > 0 {
		t.aheadCalls++
		if a.header > 0 {
			t.io.PrefetchHeaders++
			t.io.PrefetchHeaderByte += a.header
			t.readCall(a.header)
			a.header = 0
		} else {
			t.load(a.leaf, a.next, forPrefetch)
		}
		a.due += aheadSlowness * a.reads()
	}
}

// await is a search that comes to a leaf that is being read ahead.
func (t *Tree) await(leaf *node) {
	for i := range t.ahead {
		if a := &t.ahead[i]; a.leaf == leaf {
			t.goOn(a, forEver)
			t.arrive(0)
			return
		}
	}
}

func (t *Tree) isAhead(n *node) bool {
	for _, a := range t.ahead {
		if a.leaf == n {
			return true
		}
	}
	return false
}
