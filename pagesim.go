// Package pagesim is the vocabulary that all other packages share: page numbers
// and page accesses, the format of a key stream, the shape of an index and of
// its records, and the result of a run. It has no behaviour.
//
// Data flows keygen → schema → btree or fractal → bufferpool → device; only package sim knows more
// than this vocabulary and its own room.
package pagesim

import "math"

// PageID is the number of a page in the tablespace file of its table, counted
// from 0, as InnoDB's FIL_PAGE_OFFSET.
type PageID uint32

// NoPage is "no page", InnoDB's FIL_NULL (include/fil0types.h).
const NoPage = PageID(math.MaxUint32)

// Access says what an engine does with a page that it touches.
type Access uint8

// The accesses. An engine touches a page once for each time that the server
// would fetch it from its buffer pool.
const (
	// Read looks at the page: a descent through the tree.
	Read Access = iota
	// Modify looks at the page and changes it, which makes it dirty.
	Modify
	// Create makes the page new and dirty; nothing is read.
	Create
	// Free gives the page back; its content is of no use any more.
	Free
	// Prefetch has the page read if it is not in memory, and does not look at it
	// yet (btr_cur_prefetch_siblings).
	Prefetch
)

// Pages is told of each page touch. An engine does not know what a touch
// costs; a buffer pool does.
type Pages interface {
	Touch(id PageID, a Access)
}

// ChangeBuffer is what Pages may implement beside: it takes an insert of a record of
// so many bytes into a leaf page of a secondary index that has room for so many
// more, and reports whether it did. If so, the page need not be touched now.
type ChangeBuffer interface {
	Buffer(id PageID, bytes, room int) bool
}

// Kind is the kind of value that a key stream yields.
type Kind uint8

// The kinds of value.
const (
	// Int is an unsigned big-endian integer of 8 bytes (16 for 128-bit values).
	Int Kind = iota
	// Binary is a string of bytes without a character set.
	Binary
	// Text is a string of ASCII characters.
	Text
)

// Format describes each value of a key stream.
type Format struct {
	Kind Kind
	// Bytes is the length of a value, or of the longest one if not Fixed.
	Bytes int
	Fixed bool
}

// IndexShape is what an engine has to know of an index before its first record.
type IndexShape struct {
	Name string
	// Clustered is true for the index that holds the rows: InnoDB's primary key.
	Clustered bool
	// KeyBytes is the length of each comparable key, a multiple of 8.
	KeyBytes int
	// LeafBytes is the size of a leaf record in bytes, header included; 0 if
	// records differ in size.
	LeafBytes int
	// PointerBytes is the size of a node pointer record; 0 if they differ.
	PointerBytes int
	// MergeThreshold is the percentage of the page below which a page looks for
	// a neighbour to merge with (MERGE_THRESHOLD, default 50).
	MergeThreshold int
}

// Record is one index entry on its way into a tree.
type Record struct {
	// Key orders the entry: records compare as their keys do byte by byte. Its
	// length is IndexShape.KeyBytes. The engine copies it.
	Key []byte
	// LeafBytes is the size of the leaf record, PointerBytes that of a node
	// pointer made from it; both in bytes, header included.
	LeafBytes, PointerBytes int
	// External is the bytes of each column value that lies off the page.
	External []int
	// UniqueBytes is the number of leading key bytes that no two records may
	// share; 0 allows any.
	UniqueBytes int
}
