package ibd

// offBitmap is where a descriptor of an extent has two bits a page, the lower of
// which is 1 for a free page.
const offBitmap = 24

// descriptors is the number of descriptors of a page, which describes as many pages
// as it has bytes.
func (h header) descriptors() int { return h.pageSize / h.extentPages }

func (h header) descriptorBytes() int { return offBitmap + h.extentPages*2/8 }

// freeExtents counts those on the list and those beyond the free limit.
func (h header) freeExtents() int64 {
	return h.freeList + max(0, (h.pages-h.freeLimit)/int64(h.extentPages))
}

// isFree reads the bit of a page out of the page that describes it.
func (h header) isFree(descriptors []byte, number int64) bool {
	in := int(number % int64(h.pageSize))
	bits := descriptors[offExtents+in/h.extentPages*h.descriptorBytes()+offBitmap:]
	bit := in % h.extentPages * 2
	return bits[bit/8]>>(bit%8)&1 == 1
}

// Places in a page of inodes.
const (
	offInodes     = offBody + 12
	offNotFull    = 8
	offInodeFree  = 12
	offInodeSome  = 28
	offInodeFull  = 44
	offMagic      = 60
	offFragments  = 64
	inodeMagic    = 97937874
	fragmentBytes = 4
)

// place is where an inode begins.
type place struct {
	page uint32
	at   uint16
}

// inode is a segment as its inode describes it.
type inode struct {
	Segment
	// fragments are the pages that it has outside extents of its own.
	fragments map[uint32]bool
}

// inodeFragments is how many pages a segment has outside extents of its own at most.
func (h header) inodeFragments() int { return h.extentPages / 2 }

func (h header) inodeBytes() int { return offFragments + fragmentBytes*h.inodeFragments() }

// readInodes adds the segments of a page of inodes.
func (h header) readInodes(b []byte, into map[place]inode) {
	number := u32(b, offNumber)
	for at := offInodes; at+h.inodeBytes() <= h.pageSize-trailerBytes; at += h.inodeBytes() {
		n := b[at : at+h.inodeBytes()]
		if u64(n, 0) != 0 && u32(n, offMagic) == inodeMagic {
			into[place{number, uint16(at)}] = h.parseInode(n)
		}
	}
}

// parseInode counts as fseg_n_reserved_pages does.
func (h header) parseInode(b []byte) inode {
	n := inode{fragments: map[uint32]bool{}}
	for i := range h.inodeFragments() {
		if page := u32(b, offFragments+fragmentBytes*i); page != none {
			n.fragments[page] = true
		}
	}
	extent, own := int64(h.extentPages), int64(len(n.fragments))
	free, some, full := int64(u32(b, offInodeFree)), int64(u32(b, offInodeSome)), int64(u32(b, offInodeFull))
	n.Used = own + full*extent + int64(u32(b, offNotFull))
	n.Reserved = own + (free+some+full)*extent
	return n
}
