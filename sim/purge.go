package sim

// AfterPhase is a purge lag that no phase reaches: purge waits for its end.
const AfterPhase = 1<<63 - 1

// purgeEntry is what purge has to remove for one change of a row: an index entry
// each, nil where there is none.
type purgeEntry [][]byte

// toPurge adds a change to the history list and purges what is more than the lag
// behind it, PG-01.
func (m *Machine) toPurge(e purgeEntry) {
	m.purgeList = append(m.purgeList, e)
	for int64(len(m.purgeList)) > m.config.PurgeLag {
		m.purgeOldest()
	}
}

// purgeOldest purges the oldest change: secondary entries first, then the
// clustered one (row_purge_del_mark).
func (m *Machine) purgeOldest() {
	e := m.purgeList[0]
	m.purgeList = m.purgeList[1:]
	for i := 1; i <= len(e); i++ {
		if at := i % len(e); e[at] != nil {
			m.trees[at].Purge(e[at])
		}
	}
}

// purgeAll empties the history list, as the server does when it has nothing else
// to do.
func (m *Machine) purgeAll() {
	for len(m.purgeList) > 0 {
		m.purgeOldest()
	}
}
