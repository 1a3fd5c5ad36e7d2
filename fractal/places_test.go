package fractal

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// orderedTree is the library's tree of places (util/omt.cc) with all its places in
// order and its root told apart, nothing put off.
type orderedTree struct {
	t      *Tree
	c      *child
	places []int
	marked bool
	tree   bool
	room   int64
	next   int64
	root   int
}

func (o *orderedTree) find(at int) int {
	return slices.IndexFunc(append(slices.Clone(o.places), at), func(p int) bool { return p == at || o.t.behind(o.c, p, at) })
}

func (o *orderedTree) toTree() {
	o.tree, o.room, o.next = true, max(4, 2*int64(len(o.places))), int64(len(o.places))
	if len(o.places) > 0 {
		o.root = o.places[len(o.places)/2]
	}
}

func (o *orderedTree) toArray() {
	o.tree, o.room = false, max(4, 2*int64(len(o.places)))
	if o.marked {
		o.toTree()
	}
}

func (o *orderedTree) fit(n int64) {
	want := max(4, 2*n)
	if n <= 2 {
		want = 4
	}
	switch {
	case !o.tree && (o.room < n || o.room/2 >= want):
		o.room = want
	case o.tree && (o.room/2 >= want || o.next >= o.room && int64(len(o.places)) < n || o.room < n):
		o.toArray()
	}
}

func (o *orderedTree) balance() {
	left := int64(o.find(o.root))
	if right := int64(len(o.places)) - left - 1; unbalanced(left, right) {
		o.toArray()
	}
}

func (o *orderedTree) insert(at int) {
	if o.marked && !o.tree {
		o.tree = true
	}
	o.fit(int64(len(o.places)) + 1)
	i := o.find(at)
	if !o.tree && i != len(o.places) {
		o.toTree()
	}
	o.places = slices.Insert(o.places, i, at)
	if !o.tree {
		return
	}
	if o.next++; len(o.places) == 1 {
		o.root = at
	}
	o.balance()
}

func (o *orderedTree) remove(at int) {
	o.fit(int64(len(o.places)) - 1)
	i := o.find(at)
	o.places = slices.Delete(o.places, i, i+1)
	if len(o.places) == 0 {
		return
	}
	if at == o.root {
		o.root = o.places[min(i, len(o.places)-1)]
	}
	o.balance()
}

func (o *orderedTree) memory() int64 {
	if o.tree {
		return o.room * placeNodeBytes
	}
	return o.room * placeBytes
}

// The memory of a buffer's places is that of the library's trees, whatever order
// messages come in and queries apply them in.
func TestPlacesAreTheLibrarysTrees(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		tree := New(Config{KeyBytes: 8}, nil)
		parent := &node{height: 1, children: make([]child, 1)}
		c := &parent.children[0]
		fresh := &orderedTree{t: tree, c: c, marked: true}
		stale := &orderedTree{t: tree, c: c}
		shape, marks, messages := r.IntN(4), true, 400
		if seed%3 == 0 {
			marks, messages = false, 900
		}
		for i := range messages {
			key := r.Uint64N(1000)
			switch shape {
			case 1:
				key = uint64(i)
			case 2:
				key = uint64(i) + r.Uint64N(40)
			case 3:
				if i > 300 && r.IntN(8) > 0 {
					key = 700
				}
			}
			msg := make([]uint64, tree.messageWords)
			msg[0] = key << 20
			msg[tree.keys.words] = uint64(i + 1)
			msg[tree.keys.words+1] = uint64(newMeta(Put, 10, 0))
			at := len(c.data)
			tree.append(parent, 0, msg, 50)
			fresh.insert(at)
			if marks && r.IntN(50) == 0 {
				low := r.Uint64N(1000) << 20
				var applied []job
				for _, p := range fresh.places {
					if c.data[p] >= low && c.data[p] < low+200<<20 {
						applied = append(applied, job{c.data[p], uint32(p)})
					}
				}
				for _, j := range applied {
					c.mark(&c.data[int(j.at)+tree.keys.words+1])
				}
				tree.makeStale(c)
				for _, j := range applied {
					stale.insert(int(j.at))
				}
				for _, j := range applied {
					fresh.remove(int(j.at))
				}
			}
			require.Equal(t, fresh.memory(), c.fresh.memory(), "seed %d, fresh after %d messages", seed, i+1)
			require.Equal(t, stale.memory(), c.stale.memory(), "seed %d, stale after %d messages", seed, i+1)
		}
	}
}
