package btree

import "github.com/pagesim/pagesim"

// deletePointer removes the node pointer at position i of p (btr_node_ptr_delete):
// a pessimistic delete and, if that did not merge the page, one more look whether
// it should.
func (t *Tree) deletePointer(p *Page, i int) {
	if !t.deletePessimistic(p, i) {
		t.compressIfUseful(p)
	}
}

// rekey prepares a non-leaf page for the loss of its first record: the second
// becomes the minimum record of the level, or its key that of the page's node
// pointer; then it reports true.
func (t *Tree) rekey(p *Page) bool {
	if p.prev == pagesim.NoPage {
		t.setMinimum(p, 1)
		return false
	}
	t.deletePointer(t.father(p))
	k := t.keyOf(p.level, p.recs[1])
	t.insertPointer(k, int(p.recs[1].size), p)
	return true
}

// setMinimum flags the record at position i of a non-leaf page as below all
// others (btr_set_min_rec_mark). Its size stays.
func (t *Tree) setMinimum(p *Page, i int) {
	p.recs[i].first = 0
	clear(t.nodes.at(p.recs[i].rest)[:t.restWords()])
}

// compressIfUseful merges p if it is less full than the merge threshold or alone
// on its level, BT-13 (btr_cur_compress_if_useful). It reports whether p is gone.
func (t *Tree) compressIfUseful(p *Page) bool {
	if p == t.root || p.DataBytes() >= t.layout.merge && !p.alone() {
		return false
	}
	return t.compress(p)
}

// compress merges p into its left neighbour or, failing that, its right one,
// BT-13 (btr_compress). A page alone on its level is lifted up.
func (t *Tree) compress(p *Page) bool {
	t.stats.MergeAttempts++
	left, right := t.space.page(p.prev), t.space.page(p.next)
	switch {
	case left == nil && right == nil:
		t.lift(p)
	case t.canMerge(p, left):
		t.mergeLeft(p, left)
	case t.canMerge(p, right):
		t.mergeRight(p, right)
	default:
		return false
	}
	t.stats.MergeSuccessful++
	return true
}

// canMerge reports whether a neighbour takes all records of p, and reorganises it
// if they fit only then (btr_can_merge_with_page). There is no fill ceiling.
func (t *Tree) canMerge(p, neighbour *Page) bool {
	if neighbour == nil {
		return false
	}
	t.touch(neighbour, pagesim.Modify)
	n := len(p.recs)
	if p.DataBytes() > neighbour.maxReorganized(&t.layout, n) {
		return false
	}
	if p.DataBytes() > neighbour.maxInsert(&t.layout, n) {
		t.reorganize(neighbour)
	}
	return p.DataBytes() <= neighbour.maxInsert(&t.layout, n)
}

// mergeLeft appends the records of p to its left neighbour.
func (t *Tree) mergeLeft(p, left *Page) {
	t.copyRecords(p, left, len(left.recs)-1)
	father, i := t.father(p)
	t.release(p)
	t.deletePointer(father, i)
}

// mergeRight puts the records of p in front of those of its right neighbour,
// which takes over p's node pointer.
func (t *Tree) mergeRight(p, right *Page) {
	father, i := t.father(p)
	rightFather, j := t.father(right)
	t.copyRecords(p, right, -1)
	t.release(p)
	t.setChild(father, i, right)
	t.deletePointer(rightFather, j)
}

// copyRecords inserts the records of p one by one after position pos of to
// (page_copy_rec_list_start, page_copy_rec_list_end).
func (t *Tree) copyRecords(p, to *Page, pos int) {
	for i, r := range p.recs {
		if !to.insert(&t.layout, pos+i, r) {
			panic("btree: a merge does not fit")
		}
	}
}

// lift moves the records of a page that is alone on its level to its father,
// which must be the root or have no neighbour either, BT-15 (btr_lift_page_up):
// the tree loses a level.
func (t *Tree) lift(p *Page) {
	father, i := t.father(p)
	if father != t.root && p.level == 0 {
		t.lift(father)
		return
	}
	t.nodes.drop(father.recs[i].rest)
	father.clear()
	for q := t.root; q != father; q = t.child(q, 0) {
		q.level--
	}
	father.level = p.level
	p.moveEnd(father, 0)
	t.release(p)
	t.touch(father, pagesim.Modify)
}

// discard takes a page with at most one record off its level, BT-16
// (btr_discard_page).
func (t *Tree) discard(p *Page) {
	t.stats.Discards++
	if p.alone() {
		t.discardLevel(p)
		return
	}
	if right := t.space.page(p.next); p.prev == pagesim.NoPage && p.level > 0 {
		t.setMinimum(right, 0)
	}
	father, i := t.father(p)
	t.dropRecords(p)
	t.release(p)
	t.deletePointer(father, i)
}

// discardLevel empties a tree whose only page on a level goes
// (btr_discard_only_page_on_level).
func (t *Tree) discardLevel(p *Page) {
	for p != t.root {
		father, _ := t.father(p)
		t.dropRecords(p)
		t.release(p)
		p = father
	}
	t.dropRecords(p)
	p.clear()
	p.level = 0
	t.touch(p, pagesim.Modify)
}

// dropRecords gives back the keys of a page that goes.
func (t *Tree) dropRecords(p *Page) {
	for _, r := range p.recs {
		t.keys(p.level).drop(r.rest)
	}
}
