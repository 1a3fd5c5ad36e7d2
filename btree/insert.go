package btree

import (
	"bytes"
	"fmt"

	"github.com/pagesim/pagesim"
)

// Insert adds a record; one that is delete-marked under the same key it revives,
// BT-20 (row_ins_must_modify_rec). It fails with ErrDuplicate if the record's unique part is
// there already, and panics on a record that no page can hold: sizes are the
// schema's business.
func (t *Tree) Insert(r pagesim.Record) error {
	t.given.load(r.Key)
	p, pos := t.search(0, &t.given)
	if r.UniqueBytes > 0 || !t.waits(p, r.LeafBytes) {
		t.touch(p, pagesim.Modify)
	}
	if pos >= 0 && p.recs[pos].deleted() && !t.isBelow(p.recs[pos]) {
		t.FreeOffPage(t.resize(p, pos, r))
		return nil
	}
	if r.UniqueBytes > 0 && t.duplicate(p, pos, &r) {
		return fmt.Errorf("index %s: %w", t.shape.Name, ErrDuplicate)
	}
	e := t.leafRecord(&r)
	if !t.insertOptimistic(p, pos, e) {
		t.insertAgain(p, e)
	}
	if len(r.External) > 0 {
		t.storeExternal(e.rest, r.External)
	}
	return nil
}

// insertAgain has both neighbours of a page read that did not take a record, goes
// down once more, this time for a change of the tree, tries the page again and then
// splits it (row_ins_clust_index_entry).
func (t *Tree) insertAgain(failed *Page, e record) {
	t.prefetchSiblings(failed)
	p, pos := t.descend(0, &t.given)
	t.insertPessimistic(p, pos, e)
}

// leafRecord stores the record's key.
func (t *Tree) leafRecord(r *pagesim.Record) record {
	e := record{first: t.given.first, rest: t.leaves.add(), size: uint16(r.LeafBytes)}
	if t.leaves.words > 0 {
		copy(t.leaves.at(e.rest), t.given.rest)
		t.setPointerBytes(e, r)
	}
	return e
}

// setPointerBytes keeps the size of the node pointer of a record where sizes
// differ.
func (t *Tree) setPointerBytes(e record, r *pagesim.Record) {
	if t.shape.PointerBytes == 0 {
		w := t.leaves.at(e.rest)
		w[len(w)-1] = uint64(r.PointerBytes)
	}
}

// isBelow reports whether a record that is not above the given key is below it.
func (t *Tree) isBelow(e record) bool {
	return e.first != t.given.first ||
		len(t.given.rest) > 0 && compareRest(t.given.rest, t.leaves.at(e.rest)) != 0
}

// duplicate reports whether a neighbour of position pos shares the unique part
// of r.
func (t *Tree) duplicate(p *Page, pos int, r *pagesim.Record) bool {
	if pos >= 0 && t.sharesPrefix(p, pos, r) {
		return true
	}
	if r.UniqueBytes == len(r.Key) {
		return false
	}
	if pos == -1 {
		if left := t.space.page(p.prev); left != nil && t.sharesPrefix(left, len(left.recs)-1, r) {
			return true
		}
	}
	if pos+1 < len(p.recs) {
		return t.sharesPrefix(p, pos+1, r)
	}
	right := t.space.page(p.next)
	return right != nil && t.sharesPrefix(right, 0, r)
}

// sharesPrefix compares the unique part of r with the key at position i of p.
func (t *Tree) sharesPrefix(p *Page, i int, r *pagesim.Record) bool {
	if p.recs[i].deleted() {
		return false
	}
	if r.UniqueBytes >= 8 && p.recs[i].first != t.given.first {
		return false
	}
	b := t.keyOf(0, p.recs[i]).append(nil)
	return bytes.Equal(b[:r.UniqueBytes], r.Key[:r.UniqueBytes])
}

// descend goes from the root to the page of a level where k belongs, and returns
// the page and the position of the last record not above k
// (btr_cur_search_to_nth_level, PAGE_CUR_LE). Pages above are read, the page
// itself is about to change.
func (t *Tree) descend(level int, k *key) (*Page, int) {
	p, pos := t.search(level, k)
	t.touch(p, pagesim.Modify)
	return p, pos
}

// search is descend but for the touch of the page itself.
func (t *Tree) search(level int, k *key) (*Page, int) {
	p, s := t.root, everything
	for range int(p.level) - level {
		t.touch(p, pagesim.Read)
		i := p.search(&t.nodes, k, s)
		s = s.narrow(p, i)
		p = t.child(p, i)
	}
	return p, p.search(t.keys(int32(level)), k, s)
}

// waits reports whether an insert into a leaf page of a secondary index waits in the
// change buffer: the page is not the root, takes the record as it is, and is not in
// memory.
func (t *Tree) waits(p *Page, size int) bool {
	return t.changes != nil && !t.shape.Clustered && p != t.root && p.fits(&t.layout, size) &&
		t.changes.Buffer(p.id, size, p.maxReorganized(&t.layout, 1))
}

// insertOptimistic inserts without a change of the tree if the page takes the
// record, BT-04, BT-05 (btr_cur_optimistic_insert).
func (t *Tree) insertOptimistic(p *Page, pos int, e record) bool {
	if !p.fits(&t.layout, int(e.size)) || t.keepsReserve(p, pos, int(e.size)) {
		return false
	}
	if !t.insertReorganized(p, pos, e) {
		panic(fmt.Sprintf("btree: index %s: a record of %d bytes does not fit on page %d", t.shape.Name, e.size, p.id))
	}
	return true
}

// keepsReserve reports whether the insert would eat into the 1/16 that a
// clustered leaf page keeps free where keys come in order, BT-05.
func (t *Tree) keepsReserve(p *Page, pos, size int) bool {
	return t.shape.Clustered && p.level == 0 && len(p.recs) >= 2 &&
		t.layout.reserve+size > p.maxReorganized(&t.layout, 1) && p.converges(pos)
}

func (t *Tree) reorganize(p *Page) {
	t.stats.ReorgAttempts++
	t.stats.ReorgSuccessful++
	p.reorganize()
	t.touch(p, pagesim.Modify)
}

// insertPessimistic inserts where the page has no room (btr_cur_pessimistic_insert).
func (t *Tree) insertPessimistic(p *Page, pos int, e record) {
	if p.level == 0 {
		t.space.reserve(insertExtents + t.Height()/16)
	}
	if p == t.root {
		p = t.raiseRoot()
	}
	t.split(p, pos, e)
}

// raiseRoot moves the root's records to a new page below it and returns that,
// BT-11 (btr_root_raise_and_insert). The new page forgets the last insert, so the
// split that follows is a middle one even where keys ascend. The root's one node
// pointer has the minimum record flag: its key counts as below all others.
func (t *Tree) raiseRoot() *Page {
	root := t.root
	t.stats.RootRaises++
	p := t.allocate(root.level, 0, nowhere)
	t.space.keepAhead()
	size := t.pointerBytes(root.level, root.recs[0])
	root.moveEnd(p, 0)
	root.level++
	root.insert(&t.layout, -1, t.pointer(key{rest: make([]uint64, t.restWords())}, size, p))
	t.touch(root, pagesim.Modify)
	return p
}

// pointer makes a node pointer of size bytes with key k to a child.
func (t *Tree) pointer(k key, size int, child *Page) record {
	e := record{first: k.first, rest: t.nodes.add(), size: uint16(size)}
	w := t.nodes.at(e.rest)
	copy(w, k.rest)
	w[len(w)-1] = uint64(child.id)
	return e
}

// insertPointer adds a node pointer with key k to child on the level above it
// (btr_insert_on_non_leaf_level).
func (t *Tree) insertPointer(k key, size int, child *Page) {
	p, pos := t.descend(int(child.level)+1, &k)
	e := t.pointer(k, size, child)
	if !t.insertOptimistic(p, pos, e) {
		t.insertPessimistic(p, pos, e)
	}
}

// father finds the node pointer of p: its page and position
// (btr_page_get_father).
func (t *Tree) father(p *Page) (*Page, int) {
	k := t.keyOf(p.level, p.recs[0])
	q, pos := t.descend(int(p.level)+1, &k)
	if pos < 0 || t.child(q, pos) != p {
		panic(fmt.Sprintf("btree: index %s: page %d has no node pointer", t.shape.Name, p.id))
	}
	return q, pos
}

// split makes room for a record that comes after position pos of p and inserts
// it (btr_page_split_and_insert). One cut is enough unless records are large.
func (t *Tree) split(p *Page, pos int, e record) {
	if t.rules.CountAttempts {
		t.stats.PageSplits++
	}
	for iteration := 0; ; iteration++ {
		if t.insertIntoRightSibling(p, pos, e) {
			t.abandonSplit(iteration)
			return
		}
		c := p.chooseCut(pos)
		if iteration > 0 {
			c = p.cutByBytes(&t.layout, pos, int(e.size))
		} else {
			t.countReason(c.why)
		}
		lower, upper := t.cut(p, c, e)
		if c.left(pos) {
			p = lower
		} else {
			p, pos = upper, pos-c.at
		}
		if t.insertReorganized(p, pos, e) {
			if !t.rules.CountAttempts {
				t.stats.PageSplits++
			}
			t.stats.Resplits += int64(iteration)
			return
		}
	}
}

// insertReorganized inserts a record, after a reorganisation if need be, and
// reports whether there was room.
func (t *Tree) insertReorganized(p *Page, pos int, e record) bool {
	if p.insert(&t.layout, pos, e) {
		return true
	}
	t.reorganize(p)
	return p.insert(&t.layout, pos, e)
}

// abandonSplit counts the pages of a split that a right-sibling insert ended
// after some iterations.
func (t *Tree) abandonSplit(iterations int) {
	t.stats.Resplits += int64(iterations)
	if iterations > 0 {
		t.stats.Abandoned++
	}
}

// countReason counts a cut by the rule that chose it.
func (t *Tree) countReason(why reason) {
	switch why {
	case byRight:
		t.stats.Right++
	case byLeft:
		t.stats.Left++
	default:
		t.stats.Middle++
	}
}

// cut splits p in two, BT-08, BT-09: a new page is taken, the level above gets
// its node pointer first, then the records move.
func (t *Tree) cut(p *Page, c cut, e record) (lower, upper *Page) {
	fresh := t.allocate(p.level, c.dir.hint(p), c.dir)
	k, size := t.upperKey(p, c, e)
	if c.dir == down {
		father, i := t.father(p)
		t.setChild(father, i, fresh)
		t.insertPointer(k, size, p)
		t.link(fresh, p.prev, p.id)
		lower, upper = fresh, p
	} else {
		t.insertPointer(k, size, fresh)
		t.link(fresh, p.id, p.next)
		lower, upper = p, fresh
	}
	c.apply(p, fresh)
	t.touch(p, pagesim.Modify)
	return lower, upper
}

// upperKey is the key and size of the node pointer to the upper page of a cut:
// made from the first record that will be on it.
func (t *Tree) upperKey(p *Page, c cut, e record) (key, int) {
	if !c.first {
		e = p.recs[c.at]
	}
	return t.keyOf(p.level, e), t.pointerBytes(p.level, e)
}

// link puts a new page between its neighbours (btr_attach_half_pages).
func (t *Tree) link(p *Page, prev, next pagesim.PageID) {
	p.prev, p.next = prev, next
	if left := t.space.page(prev); left != nil {
		left.next = p.id
		t.touch(left, pagesim.Modify)
	}
	if right := t.space.page(next); right != nil {
		right.prev = p.id
		t.touch(right, pagesim.Modify)
	}
}

// insertIntoRightSibling tries to put a record that would be the last of p at the
// front of the next page, BT-14 (btr_insert_into_right_sibling): no
// reorganisation, no reserve, no split counted. The next page's node pointer then
// begins with the new key.
func (t *Tree) insertIntoRightSibling(p *Page, pos int, e record) bool {
	next := t.space.page(p.next)
	if next == nil || pos != len(p.recs)-1 {
		return false
	}
	t.touch(next, pagesim.Modify)
	father, i := t.father(next)
	if !next.insert(&t.layout, -1, e) {
		return false
	}
	t.stats.RightSiblingInserts++
	t.deletePointer(father, i)
	t.insertPointer(t.keyOf(p.level, e), t.pointerBytes(p.level, e), next)
	return true
}
