package keygen

import (
	"io"

	"github.com/pagesim/pagesim"
)

// Stream yields keys. It is not safe for concurrent use.
type Stream interface {
	// Next appends the next key, encoded, to dst and returns the longer slice.
	// It returns io.EOF at the end of a finite stream; any other error names
	// the file and the line.
	Next(dst []byte) ([]byte, error)
}

// Finite is implemented by the streams that end: key files and descending.
type Finite interface {
	Stream
	// Rows returns the number of keys from the first to the last.
	Rows() (n int64, known bool)
	// Format returns what the keys look like. Standard input has no other way
	// to say so: see Spec.Format.
	Format() pagesim.Format
}

// value is a raw key: an unsigned number of up to 160 bits, most significant
// part first. Only a ksuid uses top.
type value struct {
	top    uint32
	hi, lo uint64
}

// source yields the raw keys of a generator, for ever.
type source func() value

// opener makes the source of a generator. The source may keep the random number
// generator; no one else draws from it but the jitter of arrivals.
type opener func(a args, rng *SplitMix64) source

// generated is the endless stream of a generator in an encoding.
type generated struct {
	next   source
	append func(dst []byte, v value) []byte
}

func (g *generated) Next(dst []byte) ([]byte, error) {
	return g.append(dst, g.next()), nil
}

// counted is a generated stream that ends after a number of rows.
type counted struct {
	generated
	rows, left int64
	format     pagesim.Format
}

func (c *counted) Next(dst []byte) ([]byte, error) {
	if c.left == 0 {
		return dst, io.EOF
	}
	c.left--
	return c.generated.Next(dst)
}

func (c *counted) Rows() (int64, bool)    { return c.rows, true }
func (c *counted) Format() pagesim.Format { return c.format }

var (
	_ Stream = (*generated)(nil)
	_ Finite = (*counted)(nil)
)
