package fractal

// blockRows is the most rows in a block of a leaf's rows. It is a matter of
// speed only; the library knows no such thing.
const blockRows = 64

// A row is its key's words and a word that holds the bytes of its value, the
// bytes of its older version and transaction ids, and whether it is deleted. With
// transactions a second word has the message that wrote the row last.
type rowMeta uint64

const deletedRow rowMeta = 1 << 63

func newRowMeta(valueBytes, extra int) rowMeta {
	return rowMeta(extra)<<32 | rowMeta(uint32(valueBytes))
}

func (m rowMeta) valueBytes() int { return int(uint32(m)) }

// extra is what the row takes more than a clean one.
func (m rowMeta) extra() int { return int(m &^ deletedRow >> 32) }

func (m rowMeta) deleted() bool { return m&deletedRow != 0 }

// rows are a leaf's rows in key order, in blocks of at most blockRows.
type rows struct {
	blocks [][]uint64
}

// place is a row in rows: its block, and its offset there in words. The
// place behind the last row is (len(blocks), 0).
type place struct{ block, word int }

// slabBlocks is the number of blocks that are allocated at once.
const slabBlocks = 64

func (t *Tree) newBlock() []uint64 {
	if len(t.spare) == 0 {
		words := blockRows * t.rowWords
		slab := make([]uint64, slabBlocks*words)
		for at := len(slab) - words; at >= 0; at -= words {
			t.spare = append(t.spare, slab[at:at:at+words])
		}
	}
	n := len(t.spare) - 1
	b := t.spare[n]
	t.spare = t.spare[:n]
	return b
}

func (t *Tree) freeBlock(b []uint64) { t.spare = append(t.spare, b[:0]) }

// find returns the place of the first row whose key is not less than key, and
// whether it has that key.
func (t *Tree) find(r *rows, key []uint64) (place, bool) {
	w := t.keys.words
	key = key[:w]
	low, high := 0, len(r.blocks)
	for low < high {
		middle := int(uint(low+high) >> 1)
		block := r.blocks[middle]
		if compare(key, block[len(block)-t.rowWords:]) > 0 {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == len(r.blocks) {
		return place{low, 0}, false
	}
	block, b := r.blocks[low], low
	low, high = 0, len(block)/t.rowWords
	for low < high {
		middle := int(uint(low+high) >> 1)
		if compare(key, block[middle*t.rowWords:]) > 0 {
			low = middle + 1
		} else {
			high = middle
		}
	}
	at := low * t.rowWords
	return place{b, at}, compare(key, block[at:]) == 0
}

// insert puts a row in front of the place p and returns where it lies then.
func (t *Tree) insert(r *rows, p place, row []uint64) place {
	if p.word == 0 && p.block > 0 && len(r.blocks[p.block-1]) < blockRows*t.rowWords {
		p = place{p.block - 1, len(r.blocks[p.block-1])}
	}
	if p.block == len(r.blocks) {
		r.blocks = append(r.blocks, t.newBlock())
	}
	block := r.blocks[p.block]
	if len(block) == cap(block) {
		p = t.splitBlock(r, p)
		block = r.blocks[p.block]
	}
	end := len(block)
	block = block[:end+len(row)]
	copy(block[p.word+len(row):], block[p.word:end])
	copy(block[p.word:], row)
	r.blocks[p.block] = block
	return p
}

// splitBlock halves a full block and returns where p lies then.
func (t *Tree) splitBlock(r *rows, p place) place {
	block := r.blocks[p.block]
	half := len(block) / t.rowWords / 2 * t.rowWords
	right := append(t.newBlock(), block[half:]...)
	r.blocks[p.block] = block[:half]
	r.insertBlock(p.block+1, right)
	if p.word > half {
		return place{p.block + 1, p.word - half}
	}
	return p
}

func (r *rows) insertBlock(at int, block []uint64) {
	r.blocks = append(r.blocks, nil)
	copy(r.blocks[at+1:], r.blocks[at:])
	r.blocks[at] = block
}

// remove takes out the row at p.
func (t *Tree) remove(r *rows, p place) {
	block := r.blocks[p.block]
	copy(block[p.word:], block[p.word+t.rowWords:])
	block = block[:len(block)-t.rowWords]
	r.blocks[p.block] = block
	if len(block) == 0 {
		t.freeBlock(block)
		r.blocks = append(r.blocks[:p.block], r.blocks[p.block+1:]...)
	}
}

// cut moves the rows behind the first n to new rows.
func (t *Tree) cut(r *rows, n int64) rows {
	b := 0
	for b < len(r.blocks) {
		in := int64(len(r.blocks[b]) / t.rowWords)
		if n < in {
			break
		}
		n -= in
		b++
	}
	var right rows
	rest := b
	if n > 0 {
		at := int(n) * t.rowWords
		right.blocks = append(right.blocks, append(t.newBlock(), r.blocks[b][at:]...))
		r.blocks[b] = r.blocks[b][:at]
		rest++
	}
	right.blocks = append(right.blocks, r.blocks[rest:]...)
	clear(r.blocks[rest:])
	r.blocks = r.blocks[:rest]
	return right
}

// at returns the row at p, nil behind the last one.
func (t *Tree) at(r *rows, p place) []uint64 {
	if p.block >= len(r.blocks) {
		return nil
	}
	return r.blocks[p.block][p.word : p.word+t.rowWords]
}

// skip returns the place n rows behind p.
func (t *Tree) skip(r *rows, p place, n int64) place {
	words := n * int64(t.rowWords)
	for p.block < len(r.blocks) {
		left := int64(len(r.blocks[p.block]) - p.word)
		if words < left {
			p.word += int(words)
			return p
		}
		words -= left
		p = place{p.block + 1, 0}
	}
	return p
}

// rowBytes returns the size of a row in its leaf (FT-01, FT-02).
func (t *Tree) rowBytes(row []uint64) int64 {
	m := rowMeta(row[t.keys.words])
	return int64(t.keys.bytes(row) + rowHeaderBytes + m.valueBytes() + m.extra())
}

// stamp notes which message wrote a row.
func (t *Tree) stamp(row []uint64, msn uint64) {
	if t.xids > 0 {
		row[t.keys.words+1] = msn
	}
}

// old reports whether a row's transaction is older than the oldest one that a
// leaf knows to be referenced, so that nothing but the row's value is needed any
// more (FT-02).
func (t *Tree) old(row []uint64, leaf *node) bool {
	return t.xids > 0 && !leaf.raw && row[t.keys.words+1] < leaf.known
}
