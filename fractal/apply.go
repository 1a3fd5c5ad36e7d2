package fractal

// sequentialWindow is the most rows from the end of a basement at which an
// insert counts as sequential, and sequentialShare the part of the basement's
// rows that is the window below that (FT-07).
const (
	sequentialWindow = 32
	sequentialShare  = 16
)

// outcome is what a message made of a row.
type outcome struct {
	row     rowMeta
	present bool
}

// applied returns what becomes of a row, present or not, when the message m
// reaches it (FT-41). Without transactions nothing remains of the old version;
// with them it stays until the leaf is written (FT-02).
func (t *Tree) applied(old outcome, m meta) outcome {
	live := old.present && !old.row.deleted()
	value, kept := 0, 0
	if live {
		kept = old.row.valueBytes()
	}
	switch m.kind() {
	case Put:
		value = m.valueBytes()
	case Delete:
		if !live {
			return old
		}
		if t.xids == 0 {
			return outcome{}
		}
		return outcome{newRowMeta(0, provisionalBytes+kept) | deletedRow, true}
	case Update, Broadcast:
		if !live {
			return old
		}
		value = max(0, kept+m.delta())
	default:
		return old
	}
	if t.xids == 0 {
		return outcome{newRowMeta(value, 0), true}
	}
	return outcome{newRowMeta(value, provisionalBytes+kept), true}
}

// work returns the bytes that a message's effect on a row counts as work: the
// longer of the row before and after (FT-08).
func (t *Tree) work(before, after outcome, keyBytes int64) int64 {
	var most int64
	for _, o := range [2]outcome{before, after} {
		if o.present {
			most = max(most, keyBytes+rowHeaderBytes+int64(o.row.valueBytes()+o.row.extra()))
		}
	}
	return most
}

// applyOne applies a message for one key to the leaf and returns the work done.
func (t *Tree) applyOne(leaf *node, msg []uint64) int64 {
	w := t.keys.words
	i := t.which(leaf, msg)
	b := &leaf.basements[i]
	if msg[w] <= b.maxMSN {
		t.stats.Discards++
		return 0
	}
	b.maxMSN = msg[w]
	p, found := t.findFrom(leaf, i, msg)
	var before outcome
	if found {
		before = outcome{rowMeta(t.at(&leaf.rows, p)[w]), true}
	}
	m := meta(msg[w+1])
	after := t.applied(before, m)
	k := int64(t.keys.bytes(msg))
	t.account(leaf, b, before, after, k, p.block == len(leaf.rows.blocks))
	t.measure(leaf, b)
	switch {
	case found && after.present:
		row := t.at(&leaf.rows, p)
		row[w] = uint64(after.row)
		t.stamp(row, msg[w])
	case found:
		t.remove(&leaf.rows, p)
	case after.present:
		row := append(t.row[:0], msg[:w]...)
		row = append(row, uint64(after.row), msg[w])[:t.rowWords]
		p = t.insert(&leaf.rows, p, row)
	}
	b.sequential = m.kind() == Put && t.nearEnd(leaf, i, p)
	return t.work(before, after, k)
}

// findFrom is find, but looks at the end first where inserts are sequential.
func (t *Tree) findFrom(leaf *node, i int, key []uint64) (place, bool) {
	r := &leaf.rows
	if leaf.basements[i].sequential && i == len(leaf.basements)-1 && len(r.blocks) > 0 {
		last := r.blocks[len(r.blocks)-1]
		if compare(key[:t.keys.words], last[len(last)-t.rowWords:]) > 0 {
			return place{len(r.blocks), 0}, false
		}
	}
	return t.find(r, key)
}

// account keeps the counts of a basement and its leaf when a row changes.
func (t *Tree) account(leaf *node, b *basement, before, after outcome, keyBytes int64, atEnd bool) {
	var bytes int64
	if before.present {
		bytes -= keyBytes + rowHeaderBytes + int64(before.row.valueBytes()+before.row.extra())
		b.count--
	}
	if after.present {
		bytes += keyBytes + rowHeaderBytes + int64(after.row.valueBytes()+after.row.extra())
		b.count++
	}
	b.bytes += bytes
	leaf.rowBytes += bytes
	t.reshape(b, before, after, keyBytes, atEnd)
}

// nearEnd reports whether the row at p, which was just written, lies within the
// window at the end of basement i (FT-07; ft/node.cc toku_ft_bn_apply_msg).
func (t *Tree) nearEnd(leaf *node, i int, p place) bool {
	window := min(max(leaf.basements[i].count/sequentialShare, 1), sequentialWindow)
	row := t.at(&leaf.rows, t.skip(&leaf.rows, p, window))
	switch {
	case row == nil:
		return true
	case i == len(leaf.basements)-1:
		return false
	}
	return compare(t.pivot(leaf, i), row) < 0
}

// job is a message to apply: the first word of its key, and where it starts.
type job struct {
	first uint64
	at    uint32
}

// applyBuffer applies all messages of a buffer to a leaf, in order of arrival.
func (t *Tree) applyBuffer(leaf *node, b *buffer) {
	step := t.messageWords
	if b.broadcasts == 0 {
		jobs := t.jobs[:0]
		for at := 0; at < len(b.data); at += step {
			jobs = append(jobs, job{b.data[at], uint32(at)})
		}
		t.jobs = jobs
		t.applyJobs(leaf, b.data, jobs)
		return
	}
	for at := 0; at < len(b.data); at += step {
		t.applyMessage(leaf, b.data[at:at+step])
	}
}

// applyMessage applies one message, for one key or for all.
func (t *Tree) applyMessage(leaf *node, msg []uint64) {
	if meta(msg[t.keys.words+1]).kind().one() {
		t.applyOne(leaf, msg)
		return
	}
	for i := range leaf.basements {
		t.applyToAll(leaf, i, msg)
	}
}

// applyToAll applies a message for all keys to one basement (FT-42).
func (t *Tree) applyToAll(leaf *node, i int, msg []uint64) int64 {
	w := t.keys.words
	b := &leaf.basements[i]
	if msg[w] <= b.maxMSN {
		t.stats.Discards++
		return 0
	}
	b.maxMSN = msg[w]
	b.sequential = false
	m := meta(msg[w+1])
	var work int64
	if m.kind() == Broadcast {
		t.eachRow(leaf, i, func(row []uint64) {
			before := outcome{rowMeta(row[w]), true}
			after := t.applied(before, m)
			k := int64(t.keys.bytes(row))
			t.account(leaf, b, before, after, k, false)
			row[w] = uint64(after.row)
			t.stamp(row, msg[w])
			work += t.work(before, after, k)
		})
		t.measure(leaf, b)
	}
	return work
}

// eachRow calls f for the rows of basement i.
func (t *Tree) eachRow(leaf *node, i int, f func(row []uint64)) {
	var skip int64
	for j := range i {
		skip += leaf.basements[j].count
	}
	p := t.skip(&leaf.rows, place{}, skip)
	for left := int(leaf.basements[i].count); left > 0; p = (place{p.block + 1, 0}) {
		block := leaf.rows.blocks[p.block][p.word:]
		block = block[:min(len(block), left*t.rowWords)]
		for at := 0; at < len(block); at += t.rowWords {
			f(block[at : at+t.rowWords])
		}
		left -= len(block) / t.rowWords
	}
}

// fewJobs is the number of blocks for each message from which on messages are
// applied one by one instead of by writing the leaf's rows anew.
const fewJobs = 8

// applyJobs applies messages for one key each and returns the work done. Only
// the order of messages for the same key matters, so the messages are sorted
// and merged with the rows; the last message of each basement by arrival says
// whether the basement is sequential.
func (t *Tree) applyJobs(leaf *node, data []uint64, jobs []job) int64 {
	if len(jobs)*fewJobs < len(leaf.rows.blocks) {
		var work int64
		for _, j := range jobs {
			work += t.applyOne(leaf, data[j.at:int(j.at)+t.messageWords])
		}
		return work
	}
	jobs = t.sortJobs(data, jobs)
	m := merge{t: t, leaf: leaf, data: data, source: leaf.rows.blocks, out: t.blocks[:0], current: t.newBlock()}
	m.run(jobs)
	return m.work
}
