package fractal

// places is where the messages of a buffer lie, in key order: one for those that
// are fresh, one for those that have become stale since a query applied them, one for
// those that are for all keys (FT-44; ft/node.h ftnode_nonleaf_childinfo, util/omt.cc).
// It is an array or a tree. Kept here is what its memory depends on: how many places there
// are, and when the root of the tree is out of balance, for then, and when there is
// no room left, it is made anew with room for twice as many.
type places struct {
	// count is the number of places, room how many there is memory for, next the
	// first one in a tree that was not used yet: what is removed is not used again.
	count, room, next int64
	// calm is how many more places can be put in, wherever they lie, before the tree
	// has to be looked at.
	calm int64
	tree bool
	// root is where the message at the root of the tree lies, plus one; 0 is the one
	// that has left others in front of it. left and right are the places on either
	// side of it.
	root        int
	left, right int64
	// weighed is where the messages begin that are not in left and right yet, late
	// how many they are.
	weighed int
	late    int64
}

const (
	placeNodeBytes = 16
	placeBytes     = 4
	minPlaces      = 4
)

// twice is the room that n places are given.
func twice(n int64) int64 { return max(minPlaces, 2*n) }

// roomFor is the room that n places should have when they are put in, or taken out,
// one by one.
func roomFor(n int64) int64 {
	if n <= 2 {
		return minPlaces
	}
	return 2 * n
}

// readPlaces returns the places of n messages that were just read.
func readPlaces(n int64, tree bool) places {
	p := places{count: n, room: n}
	if tree {
		p.plant()
	}
	return p
}

// plant makes a balanced tree of the places.
func (p *places) plant() {
	p.tree, p.room, p.next, p.calm = true, twice(p.count), p.count, 0
	p.root, p.left = 0, p.count/2
	p.right = max(0, p.count-p.left-1)
}

// flatten makes an array of the places.
func (p *places) flatten() { p.tree, p.room = false, twice(p.count) }

// crowded reports whether a tree is made anew before it gets to n places.
func (p *places) crowded(n int64) bool {
	return p.room/2 >= roomFor(n) || p.next >= p.room && p.count < n || p.room < n
}

func (p *places) memory() int64 {
	if p.tree {
		return p.room * placeNodeBytes
	}
	return p.room * placeBytes
}

// append puts one place behind all others into an array.
func (p *places) append() {
	if n := p.count + 1; p.room < n || p.room/2 >= roomFor(n) {
		p.room = roomFor(n)
	}
	p.count++
}

// put adds a place to a tree that is calm, and reports whether it is.
func (p *places) put() bool {
	if p.calm == 0 {
		return false
	}
	p.calm--
	p.count++
	p.next++
	p.late++
	return true
}

// place adds the message at, which is not counted yet, to the fresh or the stale
// ones of a buffer. Those that are fresh, which queries can mark, are always in a
// tree.
func (t *Tree) place(c *child, at int, stale bool) {
	if stale {
		t.placeStale(c, at)
		return
	}
	p := &c.fresh
	if !p.tree || p.crowded(p.count+1) {
		p.plant()
		p.weighed, p.late = at, 0
	}
	p.count++
	p.next++
	p.late++
	margin := slack(p.left, p.right) - p.late
	if margin < 0 {
		margin = t.margin(c)
	}
	if margin < 0 {
		t.weighPlaces(c)
		if unbalanced(p.left, p.right) {
			p.plant()
		}
		margin = slack(p.left, p.right)
	}
	if !p.crowded(p.count + 1) {
		p.calm = max(0, min(p.room-p.next, margin))
	}
}

// weighPlaces puts the fresh messages that came late on their side of the root.
func (t *Tree) weighPlaces(c *child) {
	p := &c.fresh
	if p.late == 0 {
		return
	}
	if p.count == p.late {
		for p.root = p.weighed + 1; !meta(c.data[p.root+t.keys.words]).plain(); p.root += t.messageWords {
		}
	}
	p.calm = 0
	root := t.rootOf(c, p, p.weighed, -1, false)
	for at := p.weighed; at < len(c.data); at += t.messageWords {
		switch {
		case at == root || !meta(c.data[at+t.keys.words+1]).plain():
		case t.behind(c, at, root):
			p.right++
		default:
			p.left++
		}
	}
	p.weighed, p.late = len(c.data), 0
}

// placeStale adds a message to the stale ones, which stay an array as long as each
// comes behind all others, and become one again when their tree is made anew.
func (t *Tree) placeStale(c *child, at int) {
	p := &c.stale
	last := p.count == 0 || t.behind(c, at, t.topOf(c, at))
	if last {
		c.top = at + 1
	}
	if last && p.tree && p.crowded(p.count+1) {
		p.flatten()
	}
	if last && !p.tree {
		p.append()
		return
	}
	if !p.tree || p.crowded(p.count+1) {
		p.plant()
	}
	if t.behind(c, at, t.rootOf(c, p, len(c.data), at, true)) {
		p.right++
	} else {
		p.left++
	}
	p.count++
	p.next++
	if unbalanced(p.left, p.right) {
		p.flatten()
	}
}

// unplace takes the message at out of the fresh ones.
func (t *Tree) unplace(c *child, at int) {
	t.weighPlaces(c)
	p := &c.fresh
	p.calm = 0
	if p.crowded(p.count - 1) {
		p.plant()
	}
	root := t.rootOf(c, p, len(c.data), -1, false)
	switch {
	case at == root:
		p.root = 0
		p.right--
	case t.behind(c, at, root):
		p.right--
	default:
		p.left--
	}
	switch p.count--; {
	case p.count < 2:
		p.root, p.left, p.right = 0, 0, 0
	case unbalanced(p.left, p.right):
		p.plant()
	}
}

// behind reports whether the message at a comes behind the one at b, by key and then
// by arrival.
func (t *Tree) behind(c *child, a, b int) bool {
	order := compare(c.data[a:a+t.keys.words], c.data[b:])
	return order > 0 || order == 0 && a > b
}

// rootOf returns where the message at the root of a tree lies, whose messages lie in
// front of end; except is not one of them yet.
func (t *Tree) rootOf(c *child, p *places, end, except int, stale bool) int {
	if p.root == 0 {
		jobs := t.picked[:0]
		t.each(c, 0, end, stale, func(at int) {
			if at != except {
				jobs = append(jobs, job{c.data[at], uint32(at)})
			}
		})
		t.picked = jobs
		p.root = int(pick(c.data, jobs, int(p.left), t.keys.words).at) + 1
	}
	return p.root - 1
}

// topOf returns where the last of the stale messages lies. The message except is not
// counted yet.
func (t *Tree) topOf(c *child, except int) int {
	if c.top == 0 {
		t.each(c, 0, len(c.data), true, func(at int) {
			if at != except && (c.top == 0 || t.behind(c, at, c.top-1)) {
				c.top = at + 1
			}
		})
	}
	return c.top - 1
}

// each calls f with the fresh or the stale messages of a buffer from begin to end.
func (t *Tree) each(c *child, begin, end int, stale bool, f func(at int)) {
	for at := begin; at < end; at += t.messageWords {
		if m := meta(c.data[at+t.keys.words+1]); m.kind().one() && m.stale() == stale {
			f(at)
		}
	}
}

// pick returns the message that has n others in front of it. It changes the order
// of the messages.
func pick(data []uint64, jobs []job, n, w int) job {
	for len(jobs) > 1 {
		pivot := jobs[len(jobs)/2]
		i, j := 0, len(jobs)-1
		for i <= j {
			for before(data, jobs[i], pivot, w) {
				i++
			}
			for before(data, pivot, jobs[j], w) {
				j--
			}
			if i <= j {
				jobs[i], jobs[j] = jobs[j], jobs[i]
				i++
				j--
			}
		}
		switch {
		case n <= j:
			jobs = jobs[:j+1]
		case n >= i:
			jobs, n = jobs[i:], n-i
		default:
			return jobs[n]
		}
	}
	return jobs[0]
}
