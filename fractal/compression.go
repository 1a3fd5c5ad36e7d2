package fractal

import (
	"cmp"
	"math"
)

// Compression is how the partitions of a node are compressed on disk (FT-61).
type Compression struct {
	// Method names it: "" or "none", "quicklz", "zlib".
	Method string
	// Ratio is compressed bytes by uncompressed bytes; 0 means 1.
	Ratio float64
	// BufferRatio is that of internal nodes; 0 means Ratio.
	BufferRatio float64
}

// compressed returns the bytes on disk of a partition of plain bytes.
func (t *Tree) compressed(n *node, plain int64) int64 {
	ratio := t.compression.Ratio
	if n.height > 0 {
		ratio = cmp.Or(t.compression.BufferRatio, ratio)
	}
	if ratio == 0 {
		return plain + partitionFrameBytes
	}
	return int64(math.Round(float64(plain+partitionChecksumBytes)*ratio)) +
		partitionFrameBytes - partitionChecksumBytes
}

// The methods' ratios of what cannot be compressed: random keys and values. Both
// are from recordings (main_random_3m_v100_c1g_quicklz and _zlib).
const (
	// quicklzRatio: quicklz finds nothing in them.
	quicklzRatio = 1
	// zlibRatio: zlib packs a row's 9 bytes of lengths and types, zlibBufferRatio: a
	// message's 23 bytes.
	zlibRatio       = 0.953
	zlibBufferRatio = 0.912
)

// CompressionByName returns a method with its default ratio, which is that of
// data that cannot be compressed. Ordinary rows compress better: say so with
// Ratio.
func CompressionByName(name string) Compression {
	c := Compression{Method: name}
	switch name {
	case "quicklz":
		c.Ratio = quicklzRatio
	case "zlib":
		c.Ratio, c.BufferRatio = zlibRatio, zlibBufferRatio
	}
	return c
}
