package keygen

const nanosPerSecond = 1_000_000_000

// arrival is a key on its way: born as number seq, at the database at the time
// at.
type arrival struct {
	at, seq uint64 // ns from the start of the run
	key     value
}

func (a arrival) before(b arrival) bool {
	return a.at < b.at || a.at == b.at && a.seq < b.seq
}

// delayed hands the keys of born on in the order of their arrival: key i is born
// floor(1e9 i/rate) ns into the run and arrives next() % jitter ns later, that
// output taken after those of the key; at a draw the older key is first. The keys
// themselves are those without jitter, so they stay unique.
func delayed(born source, jitterMillis int64, rate uint64, rng *SplitMix64) source {
	var waiting arrivals
	jitter := uint64(jitterMillis) * 1_000_000
	births := newClock(0, nanosPerSecond, rate)
	birth, seq := births.tick(), uint64(0)
	return func() value {
		for len(waiting) == 0 || birth < waiting[0].at {
			key := born()
			waiting.push(arrival{birth + rng.next()%jitter, seq, key})
			birth, seq = births.tick(), seq+1
		}
		return waiting.pop().key
	}
}

// arrivals is a binary heap, the first arrival on top.
type arrivals []arrival

func (h *arrivals) push(a arrival) {
	*h = append(*h, a)
	s, i := *h, len(*h)-1
	for i > 0 && a.before(s[(i-1)/2]) {
		s[i] = s[(i-1)/2]
		i = (i - 1) / 2
	}
	s[i] = a
}

func (h *arrivals) pop() arrival {
	s := *h
	top, last := s[0], s[len(s)-1]
	s = s[:len(s)-1]
	*h = s
	for i := 0; len(s) > 0; {
		child := 2*i + 1
		if child+1 < len(s) && s[child+1].before(s[child]) {
			child++
		}
		if child >= len(s) || last.before(s[child]) {
			s[i] = last
			break
		}
		s[i] = s[child]
		i = child
	}
	return top
}
