package sim

import "github.com/pagesim/pagesim"

// undoSettings is how a server keeps undo logs.
type undoSettings struct {
	// segments is the number of rollback segments that transactions take turns with.
	segments int64
}

// Sizes in bytes, of trx0undo.h and trx0rec.cc.
const (
	// undoPageBytes is what a page has room for after its headers.
	undoPageBytes = 16384 - 38 - 18 - 30 - 8
	// undoHeaderBytes is a log's header, with room for a distributed transaction.
	undoHeaderBytes = 46 + 140
	// undoRecordBytes is what an insert's record has beside the primary key.
	undoRecordBytes = 10
	// undoReuseBytes is how full a log's one page may be for the next transaction to
	// take it over (TRX_UNDO_PAGE_REUSE_LIMIT).
	undoReuseBytes = 16384 * 3 / 4
)

// undo is the pages of the undo logs, UN-01: each transaction takes the next
// rollback segment, whose page it uses anew if the last one left just one; longer
// logs give their pages back when they are done.
type undo struct {
	pages pagesim.Pages
	// cached is the page that each segment keeps, 0 if none.
	cached []pagesim.PageID
	turn   int
	// free are pages that were given back, last the highest that was ever taken.
	free []pagesim.PageID
	last pagesim.PageID
	// log is the pages of the present transaction, used the bytes on the last one.
	log  []pagesim.PageID
	used int
}

// The numbers of undo pages among the server's. Logs that need more go round.
const firstUndoPage, endUndoPage = 8 << 10, 12 << 10

func newUndo(pages pagesim.Pages, s undoSettings) undo {
	return undo{pages: pages, cached: make([]pagesim.PageID, max(1, s.segments)), last: firstUndoPage - 1}
}

// leave gives each segment a page, as earlier transactions would have, and returns
// the first of them and the one after the last.
func (u *undo) leave() (first, end int64) {
	for i := range u.cached {
		u.last++
		u.cached[i] = u.last
	}
	return firstUndoPage, int64(u.last) + 1
}

// begin starts a transaction's log.
func (u *undo) begin() {
	u.turn = (u.turn + 1) % len(u.cached)
	u.used = undoHeaderBytes
	if page := u.cached[u.turn]; page != 0 {
		u.log = append(u.log[:0], page)
		u.pages.Touch(page, pagesim.Modify)
		return
	}
	u.log = append(u.log[:0], u.take())
}

// take returns a new page.
func (u *undo) take() pagesim.PageID {
	page := u.last + 1
	if n := len(u.free); n > 0 {
		page, u.free = u.free[n-1], u.free[:n-1]
	} else {
		if page == endUndoPage {
			page = firstUndoPage
		}
		u.last = page
	}
	u.pages.Touch(page, pagesim.Create)
	return page
}

// add writes a record of n bytes.
func (u *undo) add(n int) {
	if len(u.log) == 0 {
		u.begin()
	}
	if u.used+n > undoPageBytes {
		u.log = append(u.log, u.take())
		u.used = 0
	}
	u.used += n
	u.pages.Touch(u.log[len(u.log)-1], pagesim.Modify)
}

// commit ends the log.
func (u *undo) commit() {
	if len(u.log) == 0 {
		return
	}
	u.cached[u.turn] = 0
	if len(u.log) == 1 && u.used < undoReuseBytes {
		u.cached[u.turn] = u.log[0]
	} else {
		u.free = append(u.free, u.log...)
	}
	u.log = u.log[:0]
}

// UndoPages is the number of pages that rollback segments keep between transactions.
func (m *Machine) UndoPages() int64 { return int64(len(m.undo.cached)) }
