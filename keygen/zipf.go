package keygen

import "math"

// zipf yields ranks from 1 to keys; rank r comes with a probability in
// proportion to 1/r^theta, so rank 1 is the most frequent. One output a key,
// whose upper 53 bits are a uniform number u in [0, 1). The method is that of
// Gray et al., "Quickly generating billion-record synthetic databases" (SIGMOD
// 1994). Opening it takes time in proportion to keys. Floating point may round
// differently on another processor, and then a rank now and again differs.
func zipf(a args, rng *SplitMix64) source {
	keys, theta := a.count("keys"), float64(a.get("theta"))/1000
	n, second := float64(keys), 1+math.Pow(0.5, theta)
	sum, alpha := zeta(keys, theta), 1/(1-theta)
	eta := (1 - math.Pow(2/n, 1-theta)) / (1 - second/sum)
	return func() value {
		u := float64(rng.next()>>11) / (1 << 53)
		switch share := u * sum; {
		case share < 1:
			return value{lo: 1}
		case share < second || keys == 2:
			return value{lo: 2}
		}
		rank := 1 + uint64(n*math.Pow(eta*u-eta+1, alpha))
		return value{lo: min(rank, keys)}
	}
}

// zeta returns the sum of 1/i^theta for i from 1 to n.
func zeta(n uint64, theta float64) (sum float64) {
	for i := uint64(1); i <= n; i++ {
		sum += 1 / math.Pow(float64(i), theta)
	}
	return sum
}
