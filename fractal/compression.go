package fractal

import "math"

// Compression is how the partitions of a node are compressed on disk (FT-61).
type Compression struct {
	// Method names it: "" or "none", "quicklz", "zlib".
	Method string
	// Ratio is compressed bytes by uncompressed bytes; 0 means 1.
	Ratio float64
}

// compressed returns the bytes on disk of a partition of plain bytes.
func (t *Tree) compressed(plain int64) int64 {
	if t.compression.Ratio == 0 {
		return plain + partitionFrameBytes
	}
	return int64(math.Round(float64(plain+partitionChecksumBytes)*t.compression.Ratio)) +
		partitionFrameBytes - partitionChecksumBytes
}

// The methods' ratios of what cannot be compressed: random keys and values. Both
// are from recordings (main_random_3m_v100_c1g_quicklz and _zlib).
const (
	// quicklzRatio: quicklz finds nothing in them.
	quicklzRatio = 1
	// zlibRatio: zlib packs a row's 9 bytes of lengths and types.
	zlibRatio = 0.953
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
		c.Ratio = zlibRatio
	}
	return c
}
