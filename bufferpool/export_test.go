package bufferpool

import (
	"fmt"
	"unsafe"

	"github.com/pagesim/pagesim"
)

// FrameBytes is what a page in memory takes.
const FrameBytes = unsafe.Sizeof(frame{})

// Entry is a page on a list.
type Entry struct {
	Page  pagesim.PageID
	Old   bool
	Dirty bool
}

// List returns the pages of an instance from the newest to the oldest, as the owner
// of the only file numbers them.
func (p *Pool) List(instance int) []Entry {
	var out []Entry
	head := p.instances[instance].head
	for i := p.frames[head].older; i != head; i = p.frames[i].older {
		id := p.frames[i].id
		out = append(out, Entry{pagesim.PageID(id - ownPages), p.where[id]&isOld != 0, p.where[id]&isDirty != 0})
	}
	return out
}

// State is a page's part in the pool.
func (o Owner) State(id pagesim.PageID) (resident, dirty bool) {
	at := uint32(0)
	if n := uint32(id)*o.scale + o.base; int(n) < len(o.pool.where) {
		at = o.pool.where[n]
	}
	return at != 0, at&isDirty != 0
}

// PagesOf counts the dirty pages of a file.
func (p *Pool) PagesOf(file int) (pages, dirty int64) {
	for id := ownPages + file; id < len(p.where); id += int(p.files) {
		if p.where[id] != 0 {
			pages++
		}
		if p.where[id]&isDirty != 0 {
			dirty++
		}
	}
	return pages, dirty
}

// BufferSize is the size of the change buffer in pages, and how many pages it has
// something for.
func (p *Pool) BufferSize() (size int64, waiting int) { return p.buffered.size(), len(p.buffered.ids) }

// CheckAll is Check, and looks for pages and frames that no list has.
func (p *Pool) CheckAll() error {
	if err := p.Check(); err != nil {
		return err
	}
	resident := int64(0)
	for id, at := range p.where {
		if at == 0 {
			continue
		}
		resident++
		if i := at >> flagBits; int(i) < len(p.instances) || int(i) >= len(p.frames) || p.frames[i].id != uint32(id) {
			return fmt.Errorf("page %d has the frame %d, which has another page", id, i)
		}
		if p.owners[id] == 0 || int(p.owners[id]) > len(p.io) {
			return fmt.Errorf("page %d has the owner %d", id, p.owners[id])
		}
		if _, waits := p.buffered.pages[uint32(id)]; waits {
			return fmt.Errorf("page %d is in memory and something waits for it", id)
		}
	}
	if resident != p.Resident() || resident+p.Free() != p.Capacity() {
		return fmt.Errorf("%d pages in memory; counted %d, with %d free of %d", resident, p.Resident(), p.Free(), p.Capacity())
	}
	return p.buffered.check()
}

func (b *changeBuffer) check() error {
	bytes := int64(0)
	for i, id := range b.ids {
		w := b.pages[id]
		if int(w.place) != i {
			return fmt.Errorf("page %d waits in place %d, not %d", id, w.place, i)
		}
		bytes += int64(w.bytes) + int64(w.entries)*entryBytes
	}
	if len(b.ids) != len(b.pages) || bytes != b.bytes {
		return fmt.Errorf("%d pages wait with %d bytes; counted %d and %d", len(b.ids), bytes, len(b.pages), b.bytes)
	}
	return nil
}
