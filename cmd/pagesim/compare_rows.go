package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/sim"
)

// settleRows gives all sides the same rows where none are asked for: as many as the
// shortest of their key files has.
func settleRows(plan []side) error {
	shortest := int64(math.MaxInt64)
	for _, s := range plan {
		c := s.configs[0]
		if c.Phases[0].Rows > 0 {
			return nil
		}
		n, err := keysOf(c)
		if err != nil {
			return fmt.Errorf("--keys %s: %w", strings.Join(s.streams, ","), beforeRows(err))
		}
		shortest = min(shortest, n)
	}
	if shortest == math.MaxInt64 {
		return nil
	}
	for _, s := range plan {
		for _, c := range s.configs {
			c.Phases[0].Rows = shortest
		}
	}
	return nil
}

// keysOf is how many keys the streams of a config have, the shortest of them;
// math.MaxInt64 if none ends.
func keysOf(c sim.Config) (int64, error) {
	shortest := int64(math.MaxInt64)
	for _, k := range c.Phases[0].Keys {
		if k.Keys.File == "" {
			continue
		}
		s, err := k.Keys.Open(k.Seed, sim.DefaultRows, nil)
		if err != nil {
			return 0, err
		}
		if f, ends := s.(keygen.Finite); ends {
			if n, known := f.Rows(); known {
				shortest = min(shortest, n)
			}
		}
	}
	return shortest, nil
}
