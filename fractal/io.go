package fractal

// IO counts what a tree reads and writes.
type IO struct {
	// Misses is the nodes that were not in the cache.
	Misses, LeafMisses int64
	// Headers is the reads of a leaf's header, bytes in HeaderBytes.
	Headers, HeaderBytes int64
	// BasementsForWrite and BuffersForWrite are partitions read for flushes and
	// inserts, one call each.
	BasementsForWrite, BasementBytesForWrite int64
	BuffersForWrite, BufferBytesForWrite     int64
	// Targets is the basements that a query read because the row is there,
	// Bounded those because they lie between the bounds of a range, Prefetched
	// those read ahead; PrefetchHeaders the headers read ahead.
	Targets, TargetBytes                int64
	Bounded, BoundedBytes               int64
	Prefetched, PrefetchedBytes         int64
	PrefetchHeaders, PrefetchHeaderByte int64
	// Whole is the internal nodes read in one call.
	Whole, WholeBytes int64
	// Calls and Bytes are all reads.
	Calls, Bytes int64

	// Evicted and Checkpointed are the writes for either reason.
	Evicted, Checkpointed NodeWrites
	// Loaded is what the bulk loader wrote.
	Loaded NodeWrites
	// Evictions of whole nodes, dirty or not, and of partitions.
	EvictedLeaves, EvictedNonleaves int64
	PartialLeaves, PartialNonleaves int64
}

// NodeWrites is the nodes written, and their bytes on disk and uncompressed.
type NodeWrites struct {
	Leaves, LeafBytes, LeafPlainBytes          int64
	Nonleaves, NonleafBytes, NonleafPlainBytes int64
}

// minus returns the counts since before.
func (i IO) minus(before IO) IO {
	i.Misses -= before.Misses
	i.LeafMisses -= before.LeafMisses
	i.Headers -= before.Headers
	i.HeaderBytes -= before.HeaderBytes
	i.BasementsForWrite -= before.BasementsForWrite
	i.BasementBytesForWrite -= before.BasementBytesForWrite
	i.BuffersForWrite -= before.BuffersForWrite
	i.BufferBytesForWrite -= before.BufferBytesForWrite
	i.Targets -= before.Targets
	i.TargetBytes -= before.TargetBytes
	i.Bounded -= before.Bounded
	i.BoundedBytes -= before.BoundedBytes
	i.Prefetched -= before.Prefetched
	i.PrefetchedBytes -= before.PrefetchedBytes
	i.PrefetchHeaders -= before.PrefetchHeaders
	i.PrefetchHeaderByte -= before.PrefetchHeaderByte
	i.Whole -= before.Whole
	i.WholeBytes -= before.WholeBytes
	i.Calls -= before.Calls
	i.Bytes -= before.Bytes
	i.Evicted = i.Evicted.minus(before.Evicted)
	i.Checkpointed = i.Checkpointed.minus(before.Checkpointed)
	i.Loaded = i.Loaded.minus(before.Loaded)
	i.EvictedLeaves -= before.EvictedLeaves
	i.EvictedNonleaves -= before.EvictedNonleaves
	i.PartialLeaves -= before.PartialLeaves
	i.PartialNonleaves -= before.PartialNonleaves
	return i
}

// minus returns the counts since before.
func (w NodeWrites) minus(before NodeWrites) NodeWrites {
	w.Leaves -= before.Leaves
	w.LeafBytes -= before.LeafBytes
	w.LeafPlainBytes -= before.LeafPlainBytes
	w.Nonleaves -= before.Nonleaves
	w.NonleafBytes -= before.NonleafBytes
	w.NonleafPlainBytes -= before.NonleafPlainBytes
	return w
}

// plus adds up.
func (w NodeWrites) plus(o NodeWrites) NodeWrites {
	w.Leaves += o.Leaves
	w.LeafBytes += o.LeafBytes
	w.LeafPlainBytes += o.LeafPlainBytes
	w.Nonleaves += o.Nonleaves
	w.NonleafBytes += o.NonleafBytes
	w.NonleafPlainBytes += o.NonleafPlainBytes
	return w
}
