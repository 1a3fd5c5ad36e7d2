package fractal

// Bytes of things in a serialized node, uncompressed (FT-01 to FT-05).
// Source: ft/serialize/ft_node-serialize.cc, toku_serialize_ftnode_size;
// ft/leafentry.h; ft/msg_buffer.h.
const (
	// nodeHeaderBytes is the header of a node (28) and its info block (32).
	nodeHeaderBytes = 60
	// partitionEntryBytes is a partition's offset and length in the header.
	partitionEntryBytes = 8
	// pivotHeaderBytes is the length in front of a pivot.
	pivotHeaderBytes = 4
	// basementHeaderBytes is what a basement has besides its rows.
	basementHeaderBytes = 23
	// bufferHeaderBytes is what a buffer has besides its messages: child block
	// number (8) and counts (21).
	bufferHeaderBytes = 29
	// rowHeaderBytes is a clean row's key slot (4), type (1), value length (4).
	rowHeaderBytes = 9
	// provisionalBytes is what a row with one transaction id and an older
	// version of no bytes has more than a clean one.
	provisionalBytes = 17
	// messageHeaderBytes is type 1, fresh flag 1, msn 8, two lengths 8, count of
	// transaction ids 1.
	messageHeaderBytes = 19
	// xidBytes is one transaction id of a message.
	xidBytes = 8
	// messageOffsetBytes is a message's place in the fresh or stale tree, which
	// counts in the size of its node but not in the bytes of its buffer.
	messageOffsetBytes = 4
	// partitionFrameBytes is what a partition, and the info block, has more on
	// disk: sizes 8, checksum 4, method 1 (FT-60).
	partitionFrameBytes = 13
	// partitionChecksumBytes is the part of the frame that counts as
	// uncompressed bytes.
	partitionChecksumBytes = 4
	// sectorBytes is what a node's length on disk is rounded up to.
	sectorBytes = 512
	// headerReadBytes is the most that one read of a leaf's header takes.
	headerReadBytes = 32 << 10
)

func roundUp(n, unit int64) int64 { return (n + unit - 1) / unit * unit }

// size returns the bytes of the serialized node: FT-04 for a leaf, FT-05 for an
// internal node.
func (n *node) size() int64 {
	if n.height == 0 {
		parts := int64(len(n.basements))
		return nodeHeaderBytes + parts*(partitionEntryBytes+basementHeaderBytes) +
			n.pivotBytes + (parts-1)*pivotHeaderBytes + n.rowBytes
	}
	parts := int64(len(n.children))
	return nodeHeaderBytes + parts*(partitionEntryBytes+bufferHeaderBytes) +
		n.pivotBytes + (parts-1)*pivotHeaderBytes +
		n.messageBytes + n.messages*messageOffsetBytes
}

// partitions returns the number of basements or buffers.
func (n *node) partitions() int {
	if n.height == 0 {
		return len(n.basements)
	}
	return len(n.children)
}
