package fractal

import "slices"

// merge writes the rows of a leaf anew with sorted messages applied.
type merge struct {
	t       *Tree
	leaf    *node
	data    []uint64
	source  [][]uint64
	block   int // of source
	word    int // in source[block]
	out     [][]uint64
	current []uint64
	work    int64
	// touched keeps the compiler from leaving out what is read ahead of its use.
	touched uint64
}

// run merges all messages, basement by basement.
func (m *merge) run(jobs []job) {
	t, leaf := m.t, m.leaf
	w := t.keys.words
	for i := 0; i < len(leaf.basements) && len(jobs) > 0; i++ {
		n := len(jobs)
		if i < len(leaf.basements)-1 {
			pivot := t.pivot(leaf, i)
			n = 0
			for n < len(jobs) && compare(pivot, m.data[jobs[n].at:]) >= 0 {
				n++
			}
		}
		if n > 0 {
			last := m.basement(&leaf.basements[i], jobs[:n])
			if last != noJob {
				m.lasts(i, last)
			}
		}
		jobs = jobs[n:]
	}
	m.finish()
	for _, l := range t.lasts {
		msg := m.data[l.at : int(l.at)+w+2]
		b := &leaf.basements[l.basement]
		b.sequential = false
		if meta(msg[w+1]).kind() == Put {
			p, _ := t.find(&leaf.rows, msg)
			b.sequential = t.nearEnd(leaf, l.basement, p)
		}
	}
	t.lasts = t.lasts[:0]
}

// noJob is no message.
const noJob = ^uint32(0)

// last is the last message, by arrival, of a basement.
type last struct {
	basement int
	at       uint32
}

func (m *merge) lasts(i int, at uint32) { m.t.lasts = append(m.t.lasts, last{i, at}) }

// basement merges the messages of one basement and returns the last one of them
// by arrival that was applied.
func (m *merge) basement(b *basement, jobs []job) uint32 {
	t := m.t
	w := t.keys.words
	known, newest, lastAt := b.maxMSN, b.maxMSN, noJob
	for _, j := range jobs {
		// The messages come from memory at the same time, as in touch.
		m.touched ^= m.data[j.at]
	}
	for i := 0; i < len(jobs); {
		found := m.copyBelow(jobs[i])
		if !found && t.xids == 0 && m.isOnly(jobs, i) && m.add(b, jobs[i], known) {
			if msn := m.data[int(jobs[i].at)+w]; msn > newest {
				newest, lastAt = msn, jobs[i].at
			}
			i++
			continue
		}
		var before outcome
		if found {
			before = outcome{rowMeta(m.source[m.block][m.word+w]), true}
		}
		row, stamp := before, uint64(0)
		if found && t.xids > 0 {
			stamp = m.source[m.block][m.word+w+1]
		}
		key := m.data[jobs[i].at : int(jobs[i].at)+w]
		k := int64(t.keys.bytes(key))
		for ; i < len(jobs) && compare(key, m.data[jobs[i].at:]) == 0; i++ {
			at := int(jobs[i].at)
			if msn := m.data[at+w]; msn > known {
				after := t.applied(row, meta(m.data[at+w+1]))
				m.work += t.work(row, after, k)
				t.account(m.leaf, b, row, after, k, m.block == len(m.source))
				row, stamp = after, msn
				if msn > newest {
					newest, lastAt = msn, jobs[i].at
				}
			} else {
				t.stats.Discards++
			}
		}
		m.put(key, found, row, stamp)
	}
	b.maxMSN = newest
	t.measure(m.leaf, b)
	return lastAt
}

// isOnly reports whether the key of message i has no other message.
func (m *merge) isOnly(jobs []job, i int) bool {
	if i+1 == len(jobs) || jobs[i].first != jobs[i+1].first {
		return true
	}
	return compare(m.data[jobs[i].at:int(jobs[i].at)+m.t.keys.words], m.data[jobs[i+1].at:]) != 0
}

// add is the common case of a message that puts a new row without transactions.
// It reports whether it was one.
func (m *merge) add(b *basement, j job, known uint64) bool {
	t := m.t
	w := t.keys.words
	msg := m.data[j.at : int(j.at)+w+2]
	message := meta(msg[w+1])
	if message.kind() != Put || msg[w] <= known {
		return false
	}
	k := int64(t.keys.bytes(msg))
	value := message.valueBytes()
	size := k + rowHeaderBytes + int64(value)
	b.insert(b.count, k, size-k-keySlotBytes, m.block == len(m.source))
	b.count++
	b.bytes += size
	m.leaf.rowBytes += size
	m.work += size
	m.room()
	end := len(m.current)
	m.current = m.current[:end+w+1]
	put(m.current, end, msg[:w])
	m.current[end+w] = uint64(newRowMeta(value, 0))
	return true
}

// put emits the row of key as it is now, written last by the message stamp.
func (m *merge) put(key []uint64, found bool, row outcome, stamp uint64) {
	if found {
		m.word += m.t.rowWords
		if m.word == len(m.source[m.block]) {
			m.next()
		}
	}
	if row.present {
		m.room()
		m.current = append(append(m.current, key...), uint64(row.row))
		if m.t.xids > 0 {
			m.current = append(m.current, stamp)
		}
	}
}

// next leaves a source block, which may be used again.
func (m *merge) next() {
	m.t.freeBlock(m.source[m.block])
	m.block, m.word = m.block+1, 0
	if m.block+1 < len(m.source) {
		m.touch(m.source[m.block+1])
	}
}

// lineWords is the words of a cache line.
const lineWords = 8

// touch reads each cache line of a block that is merged soon, so that they come from
// memory at the same time and not one when the other is there.
func (m *merge) touch(block []uint64) {
	var x uint64
	for i := 0; i < len(block); i += lineWords {
		x ^= block[i]
	}
	m.touched ^= x
}

// copyBelow emits the source rows below the key of j and reports whether that comes
// next. The message is looked at only where the first words are equal.
func (m *merge) copyBelow(j job) bool {
	rw, first := m.t.rowWords, j.first
	for m.block < len(m.source) {
		block := m.source[m.block]
		if last := block[len(block)-rw]; first > last || first == last && m.order(j, block[len(block)-rw:]) > 0 {
			m.pass(block, first)
			continue
		}
		at := m.word
		for block[at] < first {
			at += rw
		}
		c := -1
		if block[at] == first {
			for c = m.order(j, block[at:]); c > 0; c = m.order(j, block[at:]) {
				at += rw
			}
		}
		m.emit(block[m.word:at])
		m.word = at
		return c == 0
	}
	return false
}

// order compares the key of a message with that of a row.
func (m *merge) order(j job, row []uint64) int {
	return compare(m.data[j.at:int(j.at)+m.t.keys.words], row)
}

// pass emits the rest of a source block. Whole blocks far below the next key
// move as they are.
func (m *merge) pass(block []uint64, first uint64) {
	next := m.block + 1
	if m.word > 0 || next >= len(m.source) || m.source[next][len(m.source[next])-m.t.rowWords] >= first {
		m.emit(block[m.word:])
		m.next()
		return
	}
	if len(m.current) > 0 {
		m.out = append(m.out, m.current)
		m.current = m.t.newBlock()
	}
	m.out = append(m.out, block)
	m.block++
}

// emit appends whole rows to the output.
func (m *merge) emit(words []uint64) {
	if end := len(m.current); end+len(words) <= cap(m.current) {
		m.current = m.current[:end+len(words)]
		copy(m.current[end:], words)
		return
	}
	for len(words) > 0 {
		m.room()
		n := min(len(words), cap(m.current)-len(m.current))
		m.current = append(m.current, words[:n]...)
		words = words[n:]
	}
}

// room makes place for a row in the current block.
func (m *merge) room() {
	if len(m.current) == cap(m.current) {
		m.out = append(m.out, m.current)
		m.current = m.t.newBlock()
	}
}

// finish emits the rest of the source and gives the leaf its new rows.
func (m *merge) finish() {
	if m.block < len(m.source) && m.word > 0 {
		m.emit(m.source[m.block][m.word:])
		m.next()
	}
	if m.block < len(m.source) && len(m.current) > 0 {
		m.out = append(m.out, m.current)
		m.current = m.t.newBlock()
	}
	m.out = append(m.out, m.source[m.block:]...)
	if len(m.current) > 0 {
		m.out = append(m.out, m.current)
	} else {
		m.t.freeBlock(m.current)
	}
	r := &m.leaf.rows
	clear(r.blocks)
	r.blocks = append(slices.Grow(r.blocks[:0], len(m.out)), m.out...)
	clear(m.out)
	m.t.blocks = m.out[:0]
}
