package fractal

import (
	"errors"
	"fmt"
)

// The defaults of a zero Config (spec section 1).
const (
	// DefaultNodeBytes is tokudb_block_size (ft/ft-internal.h
	// FT_DEFAULT_NODE_SIZE).
	DefaultNodeBytes = 4 << 20
	// DefaultBasementBytes is the library's (ft/ft-internal.h
	// FT_DEFAULT_BASEMENT_NODE_SIZE). The server sets tokudb_read_block_size,
	// which is ServerBasementBytes.
	DefaultBasementBytes = 128 << 10
	// ServerBasementBytes is the default of tokudb_read_block_size.
	ServerBasementBytes = 64 << 10
	// DefaultFanout is tokudb_fanout (ft/ft-internal.h FT_DEFAULT_FANOUT).
	DefaultFanout = 16
	// DefaultCacheBytes is the library's cache table if nothing is set
	// (ft/cachetable/cachetable.cc toku_cachetable_create_ex). The server takes
	// half of the memory.
	DefaultCacheBytes = 128 << 20
)

// Config is what a tree needs to know before its first row. The zero value of
// a field means the documented default.
type Config struct {
	// NodeBytes is the size in bytes that a serialized node should not exceed,
	// uncompressed; 0 means DefaultNodeBytes.
	NodeBytes int64
	// BasementBytes is the bytes of rows in a basement when a leaf is written; 0
	// means DefaultBasementBytes.
	BasementBytes int64
	// Fanout is the most children of an internal node; 0 means DefaultFanout.
	Fanout int
	// KeyBytes is the length of each key, or of the longest one if VariableKeys.
	KeyBytes int
	// VariableKeys says that keys differ in length, or that a key takes another
	// number of bytes in a node than it has bytes that compare.
	VariableKeys bool
	// Transactional says that each message carries a transaction's id, FT-02.
	Transactional bool
	// Compression is how partitions are compressed; the zero value is not at all.
	Compression Compression
}

func (c Config) withDefaults() Config {
	if c.NodeBytes == 0 {
		c.NodeBytes = DefaultNodeBytes
	}
	if c.BasementBytes == 0 {
		c.BasementBytes = DefaultBasementBytes
	}
	if c.Fanout == 0 {
		c.Fanout = DefaultFanout
	}
	return c
}

// The least that the tree works with.
const (
	minNodeBytes = 4 << 10
	minFanout    = 4
	maxKeyBytes  = 32 << 10
)

// Validate returns all that is wrong with the configuration.
func (c Config) Validate() error {
	c = c.withDefaults()
	var errs []error
	if c.NodeBytes < minNodeBytes || c.NodeBytes > 1<<30 {
		errs = append(errs, fmt.Errorf("fractal: node of %d bytes: want %d to %d", c.NodeBytes, minNodeBytes, 1<<30))
	}
	if c.BasementBytes < 1 || c.BasementBytes > c.NodeBytes {
		errs = append(errs, fmt.Errorf("fractal: basement of %d bytes: want 1 to the node's %d", c.BasementBytes, c.NodeBytes))
	}
	if c.Fanout < minFanout {
		errs = append(errs, fmt.Errorf("fractal: fanout %d: want at least %d", c.Fanout, minFanout))
	}
	if c.KeyBytes < 1 || c.KeyBytes > maxKeyBytes {
		errs = append(errs, fmt.Errorf("fractal: key of %d bytes: want 1 to %d", c.KeyBytes, maxKeyBytes))
	}
	return errors.Join(errs...)
}
