package keygen

// autoinc yields 1, 2, 3 ... It takes no outputs.
func autoinc(args, *SplitMix64) source {
	i := uint64(0)
	return func() value {
		i++
		return value{lo: i}
	}
}

// descending yields n, n-1 ... 1. It takes no outputs.
func descending(a args, _ *SplitMix64) source {
	i := uint64(a.rows) + 1
	return func() value {
		i--
		return value{lo: i}
	}
}

// randint yields next() >> shift: one output a key. The default of 63 bits fits
// a signed BIGINT.
func randint(a args, rng *SplitMix64) source {
	shift := a.count("shift")
	return func() value { return value{lo: rng.next() >> shift} }
}

// tenant yields (tenant << 32) | the tenant's sequence number, from 1. One
// output a key: tenant = next() % tenants.
func tenant(a args, rng *SplitMix64) source {
	last := make([]uint64, a.get("tenants"))
	return func() value {
		t := rng.next() % uint64(len(last))
		last[t]++
		return value{lo: t<<32 | last[t]}
	}
}

// jitter yields ((i + next() % spread) << 32) | i: one output a key, which
// arrives up to spread places late. It is the reference's name; the jitter of
// time-ordered keys is delayed.
func jitter(a args, rng *SplitMix64) source {
	i, spread := uint64(0), a.count("spread")
	return func() value {
		key := (i+rng.next()%spread)<<32 | i
		i++
		return value{lo: key}
	}
}

// hot yields (place << 32) | i, which is unique and fits 63 bits for 2^30 rows.
// The hot range moves: it is the range places from i on, as in jitter, above
// nearly all earlier keys. The rest fall anywhere up to i. Two outputs a key: it is hot if
// next() % 100 < share; place = i + next() % range if hot, else
// next() % (i+1).
func hot(a args, rng *SplitMix64) source {
	i, width, share := uint64(0), a.count("range"), a.count("share")
	return func() value {
		isHot, r := rng.next()%100 < share, rng.next()
		place := r % (i + 1)
		if isHot {
			place = i + r%width
		}
		key := place<<32 | i
		i++
		return value{lo: key}
	}
}
