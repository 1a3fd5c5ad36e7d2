package fractal

// Shape is a tree's nodes, rows and messages. Slices are by height, leaves
// first.
type Shape struct {
	Nodes []int64
	// Messages and MessageBytes are those in the buffers.
	Messages, MessageBytes []int64
	// LeafBytes is the sum of the leaves' serialized sizes as on disk, Rows and
	// Basements what they hold.
	LeafBytes, Rows, Basements int64
}

// Height returns the height of the root.
func (s Shape) Height() int { return len(s.Nodes) - 1 }

// Shape walks the tree. Leaves count as they are in memory, except that the rows
// of a transactional tree count as they are written.
func (t *Tree) Shape() Shape {
	levels := int(t.root.height) + 1
	s := Shape{Nodes: make([]int64, levels), Messages: make([]int64, levels), MessageBytes: make([]int64, levels)}
	t.walk(t.root, func(n *node) {
		h := int(n.height)
		s.Nodes[h]++
		s.Messages[h] += n.messages
		s.MessageBytes[h] += n.messageBytes
		if h == 0 {
			bytes, rows := t.written(n)
			s.LeafBytes += bytes
			s.Rows += rows
			s.Basements += int64(len(n.basements))
		}
	})
	return s
}

// walk calls f for each node in key order, parents first.
func (t *Tree) walk(n *node, f func(*node)) {
	f(n)
	for i := range n.children {
		t.walk(n.children[i].node, f)
	}
}

// written returns a leaf's size and rows as on disk.
func (t *Tree) written(leaf *node) (bytes, rows int64) {
	bytes, rows = leaf.size(), leaf.rowCount()
	for i := range leaf.basements {
		if s := leaf.basements[i].saved; s != nil && !leaf.dirty {
			bytes += s.bytes - leaf.basements[i].bytes
			rows += s.count - leaf.basements[i].count
		}
	}
	if t.xids == 0 || leaf.raw {
		return bytes, rows
	}
	bytes -= leaf.rowBytes
	rows = 0
	for _, block := range leaf.rows.blocks {
		for at := 0; at < len(block); at += t.rowWords {
			row := block[at : at+t.rowWords]
			if b := t.writtenBytes(row, leaf); b > 0 {
				bytes += b
				rows++
			}
		}
	}
	return bytes, rows
}

// firstLeaves returns the bytes, rows and basements of the first leaves.
func (t *Tree) firstLeaves(most int) LeafDetail {
	var d LeafDetail
	t.walk(t.root, func(n *node) {
		if n.height == 0 && len(d.Rows) < most {
			bytes, rows := t.written(n)
			d.Bytes = append(d.Bytes, bytes)
			d.Rows = append(d.Rows, rows)
			d.Basements = append(d.Basements, int64(len(n.basements)))
		}
	})
	return d
}

// Stats returns what happened to the tree so far.
func (t *Tree) Stats() Stats { return t.stats }

// IO returns what the tree has read and written so far.
func (t *Tree) IO() IO { return t.io }
