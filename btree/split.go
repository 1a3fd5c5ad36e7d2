package btree

// direction is the side on which a split makes the new page.
type direction int

const (
	// up makes the new page to the right, down to the left (FSP_UP, FSP_DOWN);
	// a root raise has no direction (FSP_NO_DIR).
	up direction = iota
	down
	nowhere
)

// hint is the page next to p that a split would like to have.
func (d direction) hint(p *Page) int {
	if d == down {
		return int(p.id) - 1
	}
	return int(p.id) + 1
}

// reason says which rule chose a cut.
type reason int

const (
	byRight reason = iota
	byLeft
	byMiddle
	byBytes
)

// cut says how a page is split to make room for a record after position pos.
type cut struct {
	why reason
	dir direction
	// at is the position of the first record that goes to the upper page.
	at int
	// first is true if the new record itself is the first of the upper page.
	first bool
}

// left reports whether the new record, after position pos, goes to the lower
// page.
func (c cut) left(pos int) bool { return !c.first && pos < c.at }

// converges reports whether a record after position pos touches the page's last
// insert from the right or from the left, BT-05, BT-07.
func (p *Page) converges(pos int) bool {
	return p.last != none && (int(p.last) == pos || int(p.last) == pos+1)
}

// chooseCut picks the cut of a page that is full when a record comes after
// position pos (btr_page_split_and_insert, first iteration).
func (p *Page) chooseCut(pos int) cut {
	switch {
	case p.last != none && int(p.last) == pos:
		return p.cutRight(pos)
	case p.last != none && int(p.last) == pos+1:
		return cutLeft(pos)
	}
	return p.cutMiddle(pos)
}

// cutRight follows an ascending run, BT-07 (btr_page_get_split_rec_to_right):
// cut at the new record, or keep one record to its right on the page.
func (p *Page) cutRight(pos int) cut {
	if len(p.recs)-1-pos < 2 {
		return cut{why: byRight, at: pos + 1, first: true}
	}
	return cut{why: byRight, at: pos + 2}
}

// cutLeft follows a descending run, BT-07 (btr_page_get_split_rec_to_left): the
// record before the new one goes up with it, unless it is the first.
func cutLeft(pos int) cut {
	if pos <= 0 {
		return cut{why: byLeft, dir: down, at: pos + 1}
	}
	return cut{why: byLeft, dir: down, at: pos}
}

// cutMiddle cuts by number of records, not by bytes, BT-07
// (page_get_middle_rec). The new record does not count.
func (p *Page) cutMiddle(pos int) cut {
	n := len(p.recs)
	if n > 1 {
		return cut{why: byMiddle, at: (n+2)/2 - 1}
	}
	return cut{why: byMiddle, at: pos + 1, first: pos >= 0}
}

// cutByBytes cuts where half of the bytes lie, the new record of size bytes
// counted in its place, BT-10 (btr_page_get_split_rec). It serves the second and
// later iterations, which only large records need.
func (p *Page) cutByBytes(l *layout, pos, size int) cut {
	n := len(p.recs) + 1
	half := (p.DataBytes() + size + directoryBytes(n)) / 2
	sizeAt := func(i int) int {
		switch {
		case i <= pos:
			return int(p.recs[i].size)
		case i == pos+1:
			return size
		}
		return int(p.recs[i-1].size)
	}
	taken, bytes := 0, 0
	for {
		bytes += sizeAt(taken)
		taken++
		if bytes+directoryBytes(taken) >= half {
			break
		}
	}
	at := taken - 1
	if bytes+directoryBytes(taken) <= l.empty && taken < n {
		at = taken
	}
	return cutAt(pos, at)
}

// cutAt turns position at, which counts the new record after pos among the
// others, into a cut whose upper page begins there.
func cutAt(pos, at int) cut {
	switch {
	case at <= pos:
		return cut{why: byBytes, at: at}
	case at > pos+1:
		return cut{why: byBytes, at: at - 1}
	}
	return cut{why: byBytes, at: pos + 1, first: pos >= 0}
}

// apply moves the records of p to the new page to as the cut says.
func (c cut) apply(p, to *Page) {
	if c.dir == down {
		p.moveStart(to, c.at)
	} else {
		p.moveEnd(to, c.at)
	}
}
