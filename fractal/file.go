package fractal

import "sort"

// The file of a tree (FT-65; ft/serialize/block_allocator.cc, block_table.cc,
// ft/ft-ops.cc toku_maybe_preallocate_in_file and toku_maybe_truncate_file).
const (
	// BlockAlignment is the alignment of a node in the file.
	BlockAlignment = 4096
	// fileReserve is the two headers in front of the nodes.
	fileReserve = 2 * BlockAlignment
	// fileStep is the most bytes that the file grows by at once; below that it
	// doubles.
	fileStep = 16 << 20
	// tableEntryBytes and tableFixedBytes are a block number in the translation
	// table, and the rest of it.
	tableEntryBytes = 16
	tableFixedBytes = 20
)

// extent is a piece of the file.
type extent struct{ offset, length int64 }

// file is the space of a tree's file: where nodes lie, and what is free.
type file struct {
	// holes are free, by offset; end is where the last piece in use ends.
	holes []extent
	end   int64
	// kept is what the last checkpoint still needs: free after the next one.
	kept  []extent
	table extent
	// size is the bytes of the file, zeroed those written to make it grow, used
	// those of the live nodes.
	size, zeroed, used, blocks int64
	// epoch counts checkpoints.
	epoch int64
	// tableBytes is the sum of the translation tables written.
	tableBytes int64
}

func (f *file) init() {
	f.end = fileReserve
	f.size = fileReserve
	f.epoch = 1
}

// allocate finds the first hole that is large enough.
func (f *file) allocate(length int64) extent {
	need := roundUp(length, BlockAlignment)
	for i := range f.holes {
		h := &f.holes[i]
		if h.length >= need {
			e := extent{h.offset, length}
			h.offset, h.length = h.offset+need, h.length-need
			if h.length == 0 {
				f.holes = append(f.holes[:i], f.holes[i+1:]...)
			}
			return e
		}
	}
	e := extent{f.end, length}
	f.end += need
	f.grow(e.offset + length)
	return e
}

// grow makes the file long enough by writing zeros.
func (f *file) grow(end int64) {
	for f.size < end {
		step := min(f.size, fileStep)
		f.size += step
		f.zeroed += step
	}
}

// release makes a piece free again.
func (f *file) release(e extent) {
	length := roundUp(e.length, BlockAlignment)
	i := sort.Search(len(f.holes), func(i int) bool { return f.holes[i].offset > e.offset })
	f.holes = append(f.holes, extent{})
	copy(f.holes[i+1:], f.holes[i:])
	f.holes[i] = extent{e.offset, length}
	f.join(i)
	f.join(i - 1)
	if n := len(f.holes); n > 0 && f.holes[n-1].offset+f.holes[n-1].length == f.end {
		f.end = f.holes[n-1].offset
		f.holes = f.holes[:n-1]
	}
}

// join merges hole i with the one behind it if they touch.
func (f *file) join(i int) {
	if i < 0 || i+1 >= len(f.holes) || f.holes[i].offset+f.holes[i].length != f.holes[i+1].offset {
		return
	}
	f.holes[i].length += f.holes[i+1].length
	f.holes = append(f.holes[:i+1], f.holes[i+2:]...)
}

// place gives a node that is written a new place. The old one is free at once if
// no checkpoint has it.
func (f *file) place(b *block) {
	f.free(b)
	b.place = f.allocate(b.bytes)
	b.epoch = f.epoch
	f.used += b.bytes
	f.blocks++
}

// free gives up the place of a node.
func (f *file) free(b *block) {
	if b.place.length == 0 {
		return
	}
	f.used -= b.place.length
	f.blocks--
	if b.epoch == f.epoch {
		f.release(b.place)
	} else {
		f.kept = append(f.kept, b.place)
	}
	b.place = extent{}
}

// checkpoint writes the translation table and frees what only the checkpoint
// before needed; a file with much room at its end is cut.
func (f *file) checkpoint() {
	old := f.table
	f.table = f.allocate(tableFixedBytes + (f.blocks+tableReserved)*tableEntryBytes)
	f.tableBytes += f.table.length
	for _, e := range f.kept {
		f.release(e)
	}
	f.kept = f.kept[:0]
	if old.length > 0 {
		f.release(old)
	}
	f.epoch++
	if size := roundUp(f.end, 2*fileStep); f.size >= f.end+2*fileStep && size < f.size {
		f.size = size
	}
}

// tableReserved is the block numbers that are not nodes of the tree.
const tableReserved = 3

// FileSize is the file of a tree.
type FileSize struct {
	// Bytes is its length, Zeroed the bytes of zeros written to make it grow.
	Bytes, Zeroed int64
	// NodeBytes is the sum of its live nodes, TableBytes that of the translation
	// tables written so far.
	NodeBytes, TableBytes int64
}

// FileSize returns the size of the tree's file.
func (t *Tree) FileSize() FileSize {
	return FileSize{Bytes: t.file.size, Zeroed: t.file.zeroed, NodeBytes: t.file.used, TableBytes: t.file.tableBytes}
}
