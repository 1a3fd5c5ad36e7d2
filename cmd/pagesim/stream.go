package main

import (
	"fmt"
	"strconv"

	"github.com/pagesim/pagesim/keygen"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// parseStream reads a stream and gives it the encoding of --encoding, if that is
// set.
func parseStream(text, encoding string) (keygen.Spec, error) {
	spec, err := keygen.Parse(text)
	switch {
	case err != nil || encoding == "":
	case spec.Encoding != "" && spec.Encoding != encoding:
		return spec, usagef("--encoding %s: stream %q has another one", encoding, text)
	default:
		spec, err = spec.WithEncoding(encoding)
	}
	return spec, asUsage(err)
}

// seed is the flag value of a seed.
type seed uint64

var _ pflag.Value = (*seed)(nil)

func (s seed) String() string { return strconv.FormatUint(uint64(s), 10) }

func (s *seed) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("seed %q: want a whole number from 0 to 2^64-1", text)
	}
	*s = seed(n)
	return nil
}

func (s *seed) Type() string { return "number" }

// add gives a command the flag; 1 is the default.
func (s *seed) add(c *cobra.Command, usage string) {
	*s = 1
	c.Flags().Var(s, "seed", usage)
}
