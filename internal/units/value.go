package units

import "strings"

// ByteSize is a number of bytes that is set as [ParseBytes] reads it. It serves
// as a command line flag; in JSON it is a plain integer.
type ByteSize int64

// String returns the size as Set accepts it: 128M. [Bytes] is for readers.
func (b ByteSize) String() string { return sizes.shortest(int64(b)) }

// Set gives b the size that text stands for.
func (b *ByteSize) Set(text string) error {
	n, err := ParseBytes(text)
	if err == nil {
		*b = ByteSize(n)
	}
	return err
}

// Type names the kind of value in a flag's help.
func (b *ByteSize) Type() string { return "size" }

// Count is a number of things that is set as [ParseCount] reads it. It serves as
// a command line flag; in JSON it is a plain integer.
type Count int64

// String returns the count with its thousands separated: 1,000,000.
func (c Count) String() string { return thousands(int64(c)) }

// Short returns the count with the largest unit that needs no decimals: 500k.
func (c Count) Short() string { return strings.Replace(counts.shortest(int64(c)), "K", "k", 1) }

// Set gives c the count that text stands for.
func (c *Count) Set(text string) error {
	n, err := ParseCount(text)
	if err == nil {
		*c = Count(n)
	}
	return err
}

// Type names the kind of value in a flag's help.
func (c *Count) Type() string { return "count" }
