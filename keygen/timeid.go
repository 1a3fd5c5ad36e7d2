package keygen

const (
	// snowflakeEpoch is Twitter's: 2010-11-04T01:42:54.657Z in Unix ms.
	snowflakeEpoch = 1288834974657
	// ksuidEpoch is 2014-05-13T16:53:20Z in Unix seconds.
	ksuidEpoch = 1400000000
)

// ulid is 48 bits of Unix milliseconds and 80 random bits. Outputs a key:
// next() % nodes if there are several; then one whose low 16 bits come first,
// and one of 64 bits.
//
// With monotonic=1 a key of the same node and millisecond as the node's last one
// takes no more outputs after that of the node: it is the last one plus one.
func ulid(a args, rng *SplitMix64) source {
	f := milliFleet(a, rng)
	random := func(ms uint64) value {
		hi, lo := rng.pair()
		return value{hi: ms<<16 | hi&0xFFFF, lo: lo}
	}
	if a.get("monotonic") == 0 {
		return func() value {
			_, ms := f.random()
			return random(ms)
		}
	}
	return increasing(f, random, func(v value) value {
		if v.lo++; v.lo == 0 {
			v.hi++
		}
		return v
	})
}

// snowflake is 41 bits of milliseconds since its epoch, 10 of worker and 12 of
// sequence within the worker's millisecond. It takes no outputs: row i comes from
// worker i % workers. Above 4096 keys a millisecond and worker the sequence runs
// into the worker's bits, where a real one would wait.
func snowflake(a args, rng *SplitMix64) source {
	f := newFleet(a, "workers", t0Millis-snowflakeEpoch, 1, rng)
	type made struct{ ms, seq uint64 }
	last := make([]made, len(f.late))
	return func() value {
		w, ms := f.inTurn()
		if last[w].ms == ms {
			last[w].seq++
		} else {
			last[w] = made{ms: ms}
		}
		return value{lo: ms<<22 | uint64(w)<<12 | last[w].seq}
	}
}

// device is Unix seconds << 32, plus the low two bytes of a MAC address << 16,
// plus a 16-bit counter that starts at random and rolls over. Outputs: one a
// device before the first key, bits 0 to 15 the address and bits 16 to 31 the
// counter. Row i comes from device i % devices.
func device(a args, rng *SplitMix64) source {
	f := newFleet(a, "devices", t0Millis, 1, rng)
	type state struct{ mac, counter uint64 }
	devices := make([]state, len(f.late))
	for d := range devices {
		r := rng.next()
		devices[d] = state{r & 0xFFFF, r >> 16 & 0xFFFF}
	}
	return func() value {
		n, ms := f.inTurn()
		d := &devices[n]
		key := ms/1000<<32 | d.mac<<16 | d.counter
		d.counter = (d.counter + 1) & 0xFFFF
		return value{lo: key}
	}
}

// uuidshort is ((server_id & 255) << 56) + (server start in Unix seconds << 24)
// + a counter from 0, with server_id = node + 1. The servers start at the start
// of the run, skew earlier by their clocks, so the time does not move on. Outputs
// a key: next() % nodes if there are several.
func uuidshort(a args, rng *SplitMix64) source {
	f := milliFleet(a, rng)
	next := make([]uint64, len(f.late))
	for n, late := range f.late {
		next[n] = uint64(n+1)&255<<56 + (t0Millis-late)/1000<<24
	}
	return func() value {
		n, _ := f.random()
		next[n]++
		return value{lo: next[n] - 1}
	}
}

// ksuid is 32 bits of seconds since its epoch and 128 random bits. Outputs a key:
// next() % nodes if there are several; then the high half, the low half.
func ksuid(a args, rng *SplitMix64) source {
	f := milliFleet(a, rng)
	return func() value {
		_, ms := f.random()
		hi, lo := rng.pair()
		return value{uint32(ms/1000 - ksuidEpoch), hi, lo}
	}
}

// xid is 32 bits of Unix seconds, 24 of machine, 16 of process and 24 of a
// counter that starts at random and rolls over. Outputs as in counterID: the
// machine and the process are bits 24 to 63.
func xid(a args, rng *SplitMix64) source { return counterID(a, rng) }

// objectid is 32 bits of Unix seconds, 40 random bits of the process and 24 of a
// counter that starts at random and rolls over. Outputs as in counterID.
func objectid(a args, rng *SplitMix64) source { return counterID(a, rng) }

// counterID yields 96 bits: seconds (32), process (40), counter (24). Outputs:
// before the first key one a node, bits 24 to 63 the process and bits 0 to 23 the
// first counter; then one a key, next() % nodes, if there are several nodes.
func counterID(a args, rng *SplitMix64) source {
	const counterMask = 1<<24 - 1
	f := milliFleet(a, rng)
	low := make([]uint64, len(f.late)) // process and counter
	for n := range low {
		low[n] = rng.next()
	}
	return func() value {
		n, ms := f.random()
		lo := low[n]
		low[n] = lo&^counterMask | (lo+1)&counterMask
		return value{hi: ms / 1000, lo: lo}
	}
}
