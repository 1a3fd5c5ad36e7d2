package btree

// heapOrder is the order of a page's records on its heap. Only servers that take
// the last record off the heap when it is deleted need it, BT-23; for others it
// is nil, and free, shrink and renumber then do nothing.
type heapOrder struct {
	// slots are the bytes of the records taken from the heap, by heap number.
	slots []uint16
	// freed are the heap numbers of the free list, its head last.
	freed []uint16
}

// take gives the next record from the heap its number.
func (o *heapOrder) take(size uint16) uint16 {
	o.slots = append(o.slots, size)
	return uint16(len(o.slots) - 1)
}

// reuse gives the record at the head of the free list its number.
func (o *heapOrder) reuse() uint16 {
	n := len(o.freed) - 1
	number := o.freed[n]
	o.freed = o.freed[:n]
	return number
}

// free puts a record's number at the head of the free list.
func (o *heapOrder) free(r record) {
	if o != nil {
		o.freed = append(o.freed, r.heap&^deleteMark)
	}
}

// shrink takes a record off the heap if it is the last one there, and returns the
// bytes of its place.
func (o *heapOrder) shrink(r record) (slot int32, last bool) {
	if o == nil || int(r.heap&^deleteMark) != len(o.slots)-1 {
		return 0, false
	}
	n := len(o.slots) - 1
	slot = int32(o.slots[n])
	o.slots = o.slots[:n]
	return slot, true
}

// renumber numbers records that have been packed in key order.
func (o *heapOrder) renumber(recs []record) {
	if o == nil {
		return
	}
	o.slots, o.freed = o.slots[:0], o.freed[:0]
	for i := range recs {
		recs[i].heap = uint16(i) | recs[i].heap&deleteMark
		o.slots = append(o.slots, recs[i].size)
	}
}
