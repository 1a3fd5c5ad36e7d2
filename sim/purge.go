package sim

import "github.com/pagesim/pagesim/btree"

// AfterPhase is a purge lag that no phase reaches: purge waits for its end.
const AfterPhase = 1<<63 - 1

// purgeEntry is what purge has to remove for one change of a row: an index entry
// each, nil where there is none, and the pages of off-page values that the row has
// no more.
type purgeEntry struct {
	keys    [][]byte
	offPage btree.OffPage
}

// commit ends the change of row n of a phase. With a transaction purge may begin,
// and removes what is more than the lag behind, PG-01.
func (m *Machine) commit(ph Phase, n int64) {
	if (n+1)%max(1, ph.Transaction) != 0 {
		return
	}
	for int64(len(m.purgeList)) > m.config.PurgeLag {
		m.purgeOldest()
	}
}

// purgeOldest purges the oldest change: secondary entries first, then the
// clustered one (row_purge_del_mark), then off-page values that an update left
// (row_purge_upd_exist_or_extern).
func (m *Machine) purgeOldest() {
	e := m.purgeList[0]
	m.purgeList = m.purgeList[1:]
	for i := 1; i <= len(e.keys); i++ {
		if at := i % len(e.keys); e.keys[at] != nil {
			m.trees[at].Purge(e.keys[at])
		}
	}
	m.trees[0].FreeOffPage(e.offPage)
}

// purgeAll empties the history list, as the server does when it has nothing else
// to do.
func (m *Machine) purgeAll() {
	for len(m.purgeList) > 0 {
		m.purgeOldest()
	}
}
