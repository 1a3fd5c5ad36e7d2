package reuse_test

import (
	"container/list"

	"github.com/pagesim/pagesim"
)

// linked is lru with a list, for streams that are long.
type linked struct {
	capacity      int64
	order         *list.List
	where         map[pagesim.PageID]*list.Element
	dirty         map[pagesim.PageID]bool
	reads, writes int64
	// prefetchStays has a prefetch do nothing with pages that are in the pool.
	prefetchStays bool
}

func newList(capacity int64) *linked {
	return &linked{capacity: capacity, order: list.New(), where: map[pagesim.PageID]*list.Element{}, dirty: map[pagesim.PageID]bool{}}
}

func (l *linked) touch(t touch) {
	e, found := l.where[t.id]
	switch {
	case t.access == pagesim.Free:
		if found {
			l.drop(e)
		}
		return
	case found && t.access == pagesim.Prefetch && l.prefetchStays:
		return
	case found:
		l.order.MoveToFront(e)
	default:
		if t.access != pagesim.Create {
			l.reads++
		}
		if int64(l.order.Len()) == l.capacity {
			last := l.order.Back()
			if l.dirty[last.Value.(pagesim.PageID)] {
				l.writes++
			}
			l.drop(last)
		}
		l.where[t.id] = l.order.PushFront(t.id)
	}
	if dirties(t.access) {
		l.dirty[t.id] = true
	}
}

func (l *linked) drop(e *list.Element) {
	id := l.order.Remove(e).(pagesim.PageID)
	delete(l.where, id)
	delete(l.dirty, id)
}
