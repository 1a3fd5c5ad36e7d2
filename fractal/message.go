package fractal

// Kind is the type of a message.
type Kind uint8

// The types of message (FT-40).
const (
	// Put writes a row, whether it exists or not.
	Put Kind = iota
	// Delete removes a row if it exists.
	Delete
	// Update changes the bytes of one row's value.
	Update
	// Broadcast changes the bytes of each row's value: a column added or dropped.
	Broadcast
	// Optimize changes nothing; it is what a hot optimize sends ahead.
	Optimize
)

// one reports whether the message is for one key.
func (k Kind) one() bool { return k < Broadcast }

// A message in a buffer is its key's words, then its msn, then its meta word.
type meta uint64

const (
	metaValueBits = 32
	metaDeltaBits = 24
)

// What a query does to a message (FT-44): it is marked when a query applies it,
// and stale when it has moved to the stale ones. staleWritten says that it is stale
// on disk.
const (
	staleMessage meta = 1 << (63 - iota)
	staleWritten
	markedMessage
	messageStates = staleMessage | staleWritten | markedMessage
)

// newMeta packs a message's type, the bytes of its value and the bytes that it
// adds to a row's value.
func newMeta(k Kind, valueBytes, delta int) meta {
	return meta(k)<<(metaValueBits+metaDeltaBits) |
		meta(uint32(delta)&(1<<metaDeltaBits-1))<<metaValueBits | meta(uint32(valueBytes))
}

func (m meta) kind() Kind {
	return Kind(m &^ messageStates >> (metaValueBits + metaDeltaBits))
}

// plain reports whether the message is for one key and fresh.
func (m meta) plain() bool { return m&^markedMessage < meta(Broadcast)<<(metaValueBits+metaDeltaBits) }

func (m meta) stale() bool     { return m&staleMessage != 0 }
func (m meta) marked() bool    { return m&markedMessage != 0 }
func (m meta) written() bool   { return m&staleWritten != 0 }
func (m meta) valueBytes() int { return int(uint32(m)) }
func (m meta) delta() int {
	return int(int64(m) << (64 - metaValueBits - metaDeltaBits) >> (64 - metaDeltaBits))
}

// buffer is the messages that wait for one child, in order of arrival, so of
// msn.
type buffer struct {
	data  []uint64
	count int64
	// bytes is the messages' size in the buffer (FT-03).
	bytes int64
	// broadcasts is the number of messages that are for all keys.
	broadcasts int64
}

// messageSize returns the bytes of a message in a buffer (FT-03).
func (t *Tree) messageSize(msg []uint64) int64 {
	m := meta(msg[t.keys.words+1])
	size := int64(messageHeaderBytes + t.xids*xidBytes + m.valueBytes())
	if m.kind().one() {
		size += int64(t.keys.bytes(msg))
	}
	return size
}

// add appends a message of the given size.
func (b *buffer) add(msg []uint64, size int64) {
	end := len(b.data)
	if end+len(msg) > cap(b.data) {
		b.data = append(b.data, msg...)
	} else {
		b.data = b.data[:end+len(msg)]
		put(b.data, end, msg)
	}
	b.count++
	b.bytes += size
}
