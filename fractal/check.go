package fractal

import (
	"errors"
	"fmt"
)

// Check computes everything anew that the tree keeps while it goes on, and
// returns all that is wrong.
func (t *Tree) Check() error {
	c := &check{t: t}
	c.node(t.root, nil, nil)
	c.cache()
	return errors.Join(c.errs...)
}

type check struct {
	t    *Tree
	errs []error
	path string
}

func (c *check) failf(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("fractal: node %s: %s", c.path, fmt.Sprintf(format, args...)))
}

// equal complains if a kept number is not what it should be.
func (c *check) equal(what string, kept, real int64) {
	if kept != real {
		c.failf("%s is %d, want %d", what, kept, real)
	}
}

// node checks the subtree of n, whose keys lie above low and not above high; nil
// is no bound.
func (c *check) node(n *node, low, high []uint64) {
	t := c.t
	if n.pair == nil || n.pair.node != n {
		c.failf("does not have its place in the cache")
		return
	}
	c.equal("pivots", int64(len(n.pivots)), int64((n.partitions()-1)*t.keys.words))
	c.equal("bytes of pivots", n.pivotBytes, t.sumPivots(n))
	c.pivots(n, low, high)
	if n.height == 0 {
		c.leaf(n, low, high)
	} else {
		c.internal(n, low, high)
	}
	if !t.isAhead(n) {
		c.memory(n)
	}
	if !n.pair.cached && n.dirty {
		c.failf("is dirty but not in the cache")
	}
}

// memory checks what a node counts in the cache. A leaf that is being read ahead
// does not count yet.
func (c *check) memory(n *node) {
	memory, missing := n.partMemory, n.missing
	n.sumMemory()
	c.equal("memory of partitions", memory, n.partMemory)
	c.equal("missing partitions", int64(missing), int64(n.missing))
	if n.pair.cached && n.pair.leaveAt == 0 {
		c.equal("memory", n.pair.size, c.t.memory(n))
	}
}

func (c *check) pivots(n *node, low, high []uint64) {
	for i := range n.partitions() - 1 {
		p := c.t.pivot(n, i)
		if low != nil && compare(p, low) < 0 || high != nil && compare(p, high) > 0 {
			c.failf("pivot %d is not between those above", i)
		}
		if i > 0 && compare(p, c.t.pivot(n, i-1)) < 0 {
			c.failf("pivot %d is below the one before", i)
		}
	}
}

// bounds returns the range of partition i.
func (c *check) bounds(n *node, i int, low, high []uint64) (from, to []uint64) {
	if i > 0 {
		low = c.t.pivot(n, i-1)
	}
	if i < n.partitions()-1 {
		high = c.t.pivot(n, i)
	}
	return low, high
}

func (c *check) within(what string, key, low, high []uint64) {
	key = key[:c.t.keys.words]
	if low != nil && compare(key, low) <= 0 || high != nil && compare(key, high) > 0 {
		c.failf("key of %s is out of bounds", what)
	}
}

func (c *check) leaf(n *node, low, high []uint64) {
	t := c.t
	var bytes, rows, blocks int64
	var previous []uint64
	for i := range n.basements {
		b := &n.basements[i]
		from, to := c.bounds(n, i, low, high)
		var sum int64
		t.eachRow(n, i, func(row []uint64) {
			c.within(fmt.Sprintf("row in basement %d", i), row, from, to)
			if previous != nil && compare(previous[:t.keys.words], row) >= 0 {
				c.failf("rows out of order in basement %d", i)
			}
			previous = row
			sum += t.rowBytes(row)
		})
		c.equal(fmt.Sprintf("bytes of basement %d", i), b.bytes, sum)
		bytes += sum
		rows += b.count
		if b.maxMSN > t.msn {
			c.failf("basement %d knows a message that was never sent", i)
		}
	}
	for _, block := range n.rows.blocks {
		blocks += int64(len(block) / t.rowWords)
		if len(block) == 0 || len(block) > blockRows*t.rowWords {
			c.failf("a block of %d words", len(block))
		}
	}
	c.equal("bytes of rows", n.rowBytes, bytes)
	c.equal("rows", rows, blocks)
}

func (c *check) internal(n *node, low, high []uint64) {
	var messages, bytes, workdone int64
	path := c.path
	for i := range n.children {
		child := &n.children[i]
		from, to := c.bounds(n, i, low, high)
		c.buffer(i, child, from, to)
		c.places(i, n, child)
		messages += child.count
		bytes += child.bytes
		workdone += child.workdone
		if child.node.height != n.height-1 {
			c.failf("child %d has height %d below %d", i, child.node.height, n.height)
		}
		c.path = fmt.Sprintf("%s/%d", path, i)
		c.node(child.node, from, to)
		c.path = path
	}
	c.equal("messages", n.messages, messages)
	c.equal("bytes of messages", n.messageBytes, bytes)
	c.equal("work done", n.workdone, workdone)
}

func (c *check) buffer(i int, b *child, low, high []uint64) {
	t := c.t
	var count, bytes, stale, marked, fresh, broadcasts int64
	var msn uint64
	for at := 0; at < len(b.data); at += t.messageWords {
		msg := b.data[at : at+t.messageWords]
		count++
		bytes += t.messageSize(msg)
		if msg[t.keys.words] <= msn {
			c.failf("messages out of order in buffer %d", i)
		}
		msn = msg[t.keys.words]
		switch m := meta(msg[t.keys.words+1]); {
		case !m.kind().one():
			broadcasts++
			continue
		case m.stale():
			stale++
		case m.marked():
			marked++
			fresh++
		default:
			fresh++
		}
		c.within(fmt.Sprintf("message in buffer %d", i), msg, low, high)
	}
	c.equal(fmt.Sprintf("messages in buffer %d", i), b.count, count)
	c.equal(fmt.Sprintf("bytes in buffer %d", i), b.bytes, bytes)
	c.equal(fmt.Sprintf("broadcasts in buffer %d", i), b.broadcasts, broadcasts)
	c.equal(fmt.Sprintf("fresh messages in buffer %d", i), b.fresh.count, fresh)
	c.equal(fmt.Sprintf("stale messages in buffer %d", i), b.stale.count, stale)
	c.equal(fmt.Sprintf("marked messages in buffer %d", i), b.marks, marked)
}

// places checks what is known of the tree of a buffer's fresh messages, and that
// marked messages can be found.
func (c *check) places(i int, n *node, b *child) {
	if b.marks > 0 && (!n.marked || b.missing()) {
		c.failf("marked messages in buffer %d will not move", i)
	}
	p := &b.fresh
	if b.missing() || !p.tree || p.count == p.late {
		return
	}
	c.equal(fmt.Sprintf("weighed places in buffer %d", i), p.left+p.right+1, p.count-p.late)
	if p.root > 0 && !meta(b.data[p.root+c.t.keys.words]).plain() {
		c.failf("the root of buffer %d is no fresh message", i)
	}
}

// cache checks the cache table's clock and sums, and that between operations nothing
// is held but for what is read ahead.
func (c *check) cache() {
	c.path = "of the cache"
	cache := c.t.cache
	var pairs, bytes, leaves int64
	p := cache.hand
	for range cache.pairs {
		pairs++
		bytes += p.size
		if p.node.height == 0 {
			leaves += p.size
		}
		if p.leaveAt > 0 && p.size > 0 || p.pinned && !p.tree.isAhead(p.node) {
			c.failf("a node is held, or counts while it leaves")
		}
		if p.next.prev != p || !p.cached {
			c.failf("the clock is broken")
			return
		}
		p = p.next
	}
	if p != cache.hand {
		c.failf("the clock does not close")
	}
	c.equal("bytes", cache.bytes, bytes)
	c.equal("bytes of leaves", cache.leafBytes, leaves)
	c.equal("bytes of internal nodes", cache.nonleafBytes, bytes-leaves)
}
