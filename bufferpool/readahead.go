package bufferpool

// areaPages is the number of pages that a read-ahead reads at most
// (BUF_READ_AHEAD_PAGES).
const areaPages = 64

// sequence is a run of misses in page order.
type sequence struct {
	last uint32
	len  int64
}

// readAhead reads the next area where a miss ends one that was read in order,
// BP-04 (buf_read_ahead_linear). InnoDB looks at the access times of all pages of
// the area; the model at the misses in a row.
func (p *Pool) readAhead(id uint32, owner uint8) {
	s := &p.sequence
	if p.config.Plain || p.config.ReadAheadThreshold == 0 || id < ownPages {
		return
	}
	if id == s.last+p.files {
		s.len++
	} else {
		s.len = 1
	}
	s.last = id
	area := min(areaPages, max(1, uint32(p.config.Pages/32)))
	if s.len < min(p.config.ReadAheadThreshold, int64(area)) {
		return
	}
	if page := (id - ownPages) / p.files; (page+1)%area != 0 {
		return
	}
	for next := id + p.files; next <= id+area*p.files && int(next) < len(p.where); next += p.files {
		if p.where[next] == 0 && p.owners[next] == owner+1 {
			p.readAsync(next)
			p.counters.ReadAhead++
		}
	}
}
