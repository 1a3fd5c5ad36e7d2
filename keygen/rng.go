package keygen

// SplitMix64 is the random number generator of Steele, Lea and Flood, "Fast
// splittable pseudorandom number generators" (2014). Its state starts at the
// seed.
type SplitMix64 uint64

// Next returns the next 64-bit output.
func (s *SplitMix64) Next() uint64 { return s.next() }

// next is Next, for short.
func (s *SplitMix64) next() uint64 {
	*s += 0x9E3779B97F4A7C15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// pair returns two outputs, the first as the high half.
func (s *SplitMix64) pair() (hi, lo uint64) {
	hi = s.next()
	return hi, s.next()
}
