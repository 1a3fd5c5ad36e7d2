package fractal

// The cache table is full by the memory that the library has allocated, not by
// the size of the nodes. This file has the allocations of a basement's rows
// (FT-71; ft/bndata.cc, util/dmt.cc, util/mempool.cc).

const (
	// poolSlack is the part of its data that a new pool allocates on top
	// (toku_mempool_construct).
	poolSlack = 4
	// keyNodeBytes is what a key has besides itself in the tree form of the key
	// structure: weight, left, right, length (util/dmt.h dmt_node).
	keyNodeBytes = 16
	// keySlotBytes is the offset of a row's value, kept with its key.
	keySlotBytes = 4
	// keyAlignment is the alignment of keys in memory.
	keyAlignment = 4
	// keyPadding is what the builder of a key array allows for alignment.
	keyPadding = keyAlignment - 1
	// basementStructBytes is a basement's fixed structures.
	basementStructBytes = 184
	// memoryPage and mmapThreshold say what an allocation counts: one that is
	// mapped counts the pages touched, a smaller one counts whole
	// (portability/memory.cc toku_memory_footprint).
	memoryPage    = 4096
	mmapThreshold = 64 << 10
	// mallocHeader and mallocUnit are those of the C library's malloc.
	mallocHeader = 8
	mallocUnit   = 16
)

// pool is a piece of memory that is allocated at once and filled from the front:
// size bytes, free is the offset of the first unused one, waste the bytes before
// it that are of no use any more.
type pool struct{ size, free, waste int64 }

func newPool(data int64) pool { return pool{size: data + data/poolSlack} }

func (p *pool) used() int64 { return p.free - p.waste }

// footprint returns what an allocation of size bytes counts in the cache table when
// those in front of touched are in use, and up to how many that is right.
func footprint(size, touched int64) (bytes, until int64) {
	if size == 0 {
		return 0, 0
	}
	if size >= mmapThreshold {
		bytes = (touched + memoryPage) / memoryPage * memoryPage
		return bytes, min(size, bytes-1)
	}
	return max(roundUp(size+mallocHeader, mallocUnit)-mallocHeader, 3*mallocHeader), size
}

// shape is how a basement's rows lie in memory: a pool of values, and the keys
// as a sorted array or, after the first insert in the middle, as a tree.
type shape struct {
	values, keys pool
	tree         bool
	// memory is what the basement counts in the cache table; it is right up to
	// measured bytes of values.
	memory, measured int64
}

func alignKey(n int64) int64 { return roundUp(n, keyAlignment) }

func keyEntry(keyBytes int64) int64 { return alignKey(keyBytes + keySlotBytes) }
func keyNode(keyBytes int64) int64  { return alignKey(keyNodeBytes + keyBytes + keySlotBytes) }

// add puts a value of n bytes into the pool of values. A full pool grows by a
// quarter, or to 15/8 if part of it is waste (ft/bndata.cc dmt_compress_kvspace).
func (s *shape) add(n int64) {
	if s.values.free+n > s.values.size {
		used := s.values.used()
		if s.values.waste > 0 {
			s.values = newPool((used + n) * 3 / 2)
		} else {
			s.values = newPool(used + n)
		}
		s.values.free = used
	}
	s.values.free += n
}

// insert adds a row to the count rows that there are.
func (s *shape) insert(count, keyBytes, value int64, atEnd bool) {
	s.add(value)
	entry := keyEntry(keyBytes)
	if !s.tree && atEnd {
		if s.keys.size-s.keys.free < entry {
			n := 2 * (count + 1)
			s.keys = newPool(entry * max(n, 4))
			s.keys.free = count * entry
		}
		s.keys.free += entry
		return
	}
	s.toTree(count, keyBytes)
	s.resize(keyNode(keyBytes))
	s.keys.free += keyNode(keyBytes)
}

// append adds a row of a key entry behind all others if that needs no memory, and
// reports whether it did.
func (s *shape) append(entry, value int64) bool {
	if s.tree || s.values.free+value > s.measured || s.keys.size-s.keys.free < entry {
		return false
	}
	s.values.free += value
	s.keys.free += entry
	return true
}

// toTree turns the key array into a tree.
func (s *shape) toTree(count, keyBytes int64) {
	if s.tree {
		return
	}
	need := count * keyNode(keyBytes)
	s.keys = newPool(need)
	s.keys.free = need
	s.tree = true
}

// resize makes room for add bytes in the key tree, or gives room back.
func (s *shape) resize(add int64) {
	room := s.keys.size - s.keys.free
	want := 2 * (s.keys.used() + add)
	if s.keys.size/2 < want && room >= add {
		return
	}
	if room < add && s.keys.waste == 0 {
		s.keys.size = want + want/poolSlack
		return
	}
	used := s.keys.used()
	s.keys = newPool(want)
	s.keys.free = used
}

// replace writes a row's value anew.
func (s *shape) replace(old, value int64) {
	s.add(value)
	s.values.waste += old
}

// remove takes a row out of the count rows that there are.
func (s *shape) remove(count, keyBytes, value int64) {
	s.values.waste += value
	if count == 1 {
		s.keys.free, s.keys.waste, s.tree = 0, 0, false
		return
	}
	s.toTree(count, keyBytes)
	s.keys.waste += keyNode(keyBytes)
	s.resize(0)
}

// packed is the shape of count rows that were just written in order: padding is
// what the builder allows for each key.
func packed(count, bytes, keys int64, padding int64) shape {
	if count == 0 {
		return shape{}
	}
	values := bytes - keys - count*keySlotBytes
	s := shape{values: newPool(values)}
	s.values.free = values
	key := keys/count + keySlotBytes
	s.keys = newPool(count * (key + padding))
	s.keys.free = count * alignKey(key)
	return s
}

// measure brings the memory of the basement up to date.
func (s *shape) measure() int64 {
	values, until := footprint(s.values.size, s.values.free)
	s.memory, s.measured = basementStructBytes+values+s.keys.size, until
	return s.memory
}
