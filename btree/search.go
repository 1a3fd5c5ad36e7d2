package btree

import "math"

// span is an interval of first words in which the keys of a page lie: those of
// its node pointer and of the next one.
type span struct{ low, high uint64 }

// everything is the span of the root.
var everything = span{0, math.MaxUint64}

// guess is where w would be among n keys that are evenly spread over the span.
func (s span) guess(w uint64, n int) int {
	if w <= s.low || w >= s.high {
		return 0
	}
	return int(float64(w-s.low) / float64(s.high-s.low) * float64(n))
}

// narrow returns the span of the child at position i of p, a page of span s.
func (s span) narrow(p *Page, i int) span {
	s.low = p.recs[i].first
	if i+1 < len(p.recs) {
		s.high = p.recs[i+1].first
	}
	return s
}

// search returns the position of the last record that is not above k, -1 if all
// are (PAGE_CUR_LE). Where the last insert was the greatest record the next may
// be as well: ascending keys take that way.
func (p *Page) search(a *arena, k *key, s span) int {
	n := len(p.recs)
	if p.last >= 0 && int(p.last) == n-1 && !p.recs[n-1].above(a, k) {
		return n - 1
	}
	end := upperBound(p.recs, k.first, s.guess(k.first, n))
	if end == 0 || p.recs[end-1].first != k.first || len(k.rest) == 0 {
		return end - 1
	}
	return searchTies(p.recs[:end], a, k)
}

// upperBound returns how many records have a first word not above w. It begins
// at a guess, which saves cache misses on random keys, and widens the window by
// doubling, which bounds the cost on all others.
func upperBound(recs []record, w uint64, guess int) int {
	n := len(recs)
	lo := min(guess, n)
	hi := lo
	for step := 8; lo > 0 && recs[lo-1].first > w; step *= 2 {
		hi = lo - 1
		lo = max(0, lo-step)
	}
	for step := 8; hi < n && recs[hi].first <= w; step *= 2 {
		lo = hi + 1
		hi = min(n, hi+step)
	}
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if recs[mid].first <= w {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// searchTies is search among records of which the last has k's first word.
func searchTies(recs []record, a *arena, k *key) int {
	lo, hi := 0, len(recs)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if recs[mid].above(a, k) {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo - 1
}

// above reports whether the record's key is greater than k.
func (r record) above(a *arena, k *key) bool {
	if r.first != k.first || len(k.rest) == 0 {
		return r.first > k.first
	}
	return compareRest(k.rest, a.at(r.rest)) < 0
}
