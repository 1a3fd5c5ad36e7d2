package keygen

// t0Millis is 2026-01-01T00:00:00Z in Unix milliseconds, when the virtual clock
// starts.
const t0Millis = 1767225600000

// clock is a virtual clock: tick i shows start + floor(i*perSecond/rate).
type clock struct {
	now, step        uint64
	rest, part, rate uint64 // rest and part are fractions: rest/rate of a unit
}

func newClock(start, perSecond, rate uint64) clock {
	return clock{now: start, step: perSecond / rate, part: perSecond % rate, rate: rate}
}

// tick returns the time and moves on by 1/rate of a second.
func (c *clock) tick() uint64 {
	t := c.now
	c.now += c.step
	c.rest += c.part
	if c.rest >= c.rate {
		c.rest -= c.rate
		c.now++
	}
	return t
}

// fleet is the writers of a time-ordered generator, on one virtual clock. The
// clock of writer k runs floor(skew*k/(writers-1)) ms behind, KG-02.
type fleet struct {
	clock clock
	late  []uint64 // by writer, in units of the clock
	turn  int
	rng   *SplitMix64
}

// newFleet makes the writers that the parameter called writers counts, on a
// clock that starts at start and has perMilli units a millisecond.
func newFleet(a args, writers string, start, perMilli uint64, rng *SplitMix64) *fleet {
	f := &fleet{
		clock: newClock(start, 1000*perMilli, a.count("rate")),
		late:  make([]uint64, a.get(writers)),
		rng:   rng,
	}
	for k := 1; k < len(f.late); k++ {
		f.late[k] = a.count("skew") * uint64(k) / uint64(len(f.late)-1) * perMilli
	}
	return f
}

// milliFleet is a fleet of nodes with a clock of Unix milliseconds.
func milliFleet(a args, rng *SplitMix64) *fleet {
	return newFleet(a, "nodes", t0Millis, 1, rng)
}

// random returns the writer of the next key and the time on its clock. It takes
// one output, next() % writers, if there is more than one writer.
func (f *fleet) random() (writer int, now uint64) {
	if len(f.late) > 1 {
		writer = int(f.rng.next() % uint64(len(f.late)))
	}
	return writer, f.clock.tick() - f.late[writer]
}

// inTurn is random for writers that take turns; it takes no output.
func (f *fleet) inTurn() (writer int, now uint64) {
	writer = f.turn
	if f.turn++; f.turn == len(f.late) {
		f.turn = 0
	}
	return writer, f.clock.tick() - f.late[writer]
}
