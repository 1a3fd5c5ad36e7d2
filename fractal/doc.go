// Package fractal is a message-buffered fractal tree as TokuDB and PerconaFT
// have it: which nodes exist, what lies in their buffers, and what is read and
// written, for a stream of rows, to the same integer as the library.
//
// # Nodes
//
// A node is a leaf (height 0) or an internal node. A leaf is cut into basement
// nodes, the unit that a query reads; an internal node has one message buffer
// for each child.
//
//	          ┌────────────────────────────┐
//	height 1  │ pivot 0 │ pivot 1 │   …    │   pivot i: the largest key that may
//	          │ buffer0 │ buffer1 │ buffer2│   lie below child i
//	          └────┬─────────┬─────────┬───┘
//	          ┌────┴───┐
//	height 0  │basement│ basement │ … │        rows in key order
//	          └────────┘
//
// # Sizes
//
// With k bytes of key, v bytes of value and x transaction ids (FT-01 to FT-05):
//
//	row in a leaf            k + 9 + v        (4 key slot, 1 type, 4 value length)
//	row with a transaction   k + 26 + v
//	message in a buffer      19 + 8x + k + v  (and 4 more in its node's size)
//	leaf, b basements        60 + 8b + Σ(pivot + 4) + 23b + Σ rows
//	internal, c children     60 + 8c + Σ(pivot + 4) + 29c + Σ(messages + 4)
//
// # Life of a message
//
// A message starts at the root, is promoted past empty buffers (inject.go),
// waits in a buffer until its node is gorged, and is then flushed with the
// whole buffer of the heaviest child (flush.go). Leaves split and merge only
// when a flush or a promotion meets them (split.go, fuse.go).
//
// Each rule has an id FT-nn; docs/MODEL.md lists them with their sources, which
// are files and functions of PerconaFT at commit 74d500ff.
package fractal
