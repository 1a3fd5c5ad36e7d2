package keygen

const (
	// gregorian is the number of 100 ns ticks from 1582-10-15 to 1970-01-01
	// (RFC 9562 section 5.1).
	gregorian      = 0x01B21DD213814000
	ticksPerMilli  = 10_000
	ticksPerSecond = 1000 * ticksPerMilli
)

// uuidv1 is time_low, time_mid, time_hi: it rolls over every 429.5 s. Outputs as
// in gregorianUUID.
func uuidv1(a args, rng *SplitMix64) source {
	return gregorianUUID(a, rng, func(t uint64) uint64 {
		return t<<32 | t>>32&0xFFFF<<16 | 0x1000 | t>>48&0x0FFF
	})
}

// uuidv1swap is UUID_TO_BIN(u, 1) of uuidv1: time_hi, time_mid, time_low.
func uuidv1swap(a args, rng *SplitMix64) source {
	return gregorianUUID(a, rng, func(t uint64) uint64 {
		return (0x1000|t>>48&0x0FFF)<<48 | t>>32&0xFFFF<<32 | t&0xFFFFFFFF
	})
}

// uuidv6 is the time from its highest bit on. Outputs as in gregorianUUID.
func uuidv6(a args, rng *SplitMix64) source {
	return gregorianUUID(a, rng, func(t uint64) uint64 {
		return t>>12<<16 | 0x6000 | t&0x0FFF
	})
}

// gregorianUUID yields UUIDs whose high half is the layout of the time: the
// virtual clock in ticks of 100 ns since 1582. Outputs: before the first key one
// a node, of which bits 0 to 47 with the multicast bit set are the node ID and
// bits 48 to 61 the clock sequence; then one a key, next() % nodes, if there are
// several nodes. The 10,000,000 keys/s that are allowed are one a tick, so keys
// are unique.
func gregorianUUID(a args, rng *SplitMix64, layout func(t uint64) uint64) source {
	f := newFleet(a, "nodes", t0Millis*ticksPerMilli+gregorian, ticksPerMilli, rng)
	low := make([]uint64, len(f.late))
	for n := range low {
		r := rng.next()
		low[n] = (0x8000|r>>48&0x3FFF)<<48 | r&0xFFFFFFFFFFFF | 0x010000000000
	}
	return func() value {
		n, t := f.random()
		return value{hi: layout(t), lo: low[n]}
	}
}

// uuidv7 is 48 bits of Unix milliseconds, then rand_a (12 bits) and rand_b (62
// bits). Outputs a key: next() % nodes if there are several; then the high half,
// whose low 12 bits are rand_a, and the low half, whose low 62 bits are rand_b.
//
// With monotonic=1 a key of the same node and millisecond as the node's last one
// takes no more outputs after that of the node: it is the last one with
// rand_a and rand_b, as one number of 74 bits, plus one (RFC 9562 section 6.2,
// method 2).
func uuidv7(a args, rng *SplitMix64) source {
	f := milliFleet(a, rng)
	random := func(ms uint64) value {
		hi, lo := rng.pair()
		return uuid(ms<<16|hi&0xFFFF, lo, 7)
	}
	if a.get("monotonic") == 0 {
		return func() value {
			_, ms := f.random()
			return random(ms)
		}
	}
	return increasing(f, random, afterV7)
}

// afterV7 adds one to rand_a and rand_b, which wrap around together.
func afterV7(v value) value {
	next := uuid(v.hi, v.lo+1, 7)
	if next.lo < v.lo {
		next.hi = v.hi&^0x0FFF | (v.hi+1)&0x0FFF
	}
	return next
}

// increasing yields, for each node, a random value if its clock has moved on and
// the successor of its last value if not.
func increasing(f *fleet, random func(ms uint64) value, after func(value) value) source {
	type made struct {
		ms  uint64 // 0 before the first
		key value
	}
	last := make([]made, len(f.late))
	return func() value {
		n, ms := f.random()
		if last[n].ms == ms {
			last[n].key = after(last[n].key)
		} else {
			last[n] = made{ms, random(ms)}
		}
		return last[n].key
	}
}
