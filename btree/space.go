package btree

import "github.com/pagesim/pagesim"

// firstPage is the number of the first page that an index gets in a new
// file-per-table tablespace: pages 0 to 3 hold the file header, the change
// buffer bitmap, the segment inodes and the SDI root (MySQL 8.0 and later).
const firstPage = 4

// Space is a tablespace file: it numbers the pages of the indexes in it. The zero
// value is an empty space. Freed page numbers are not used again.
type Space struct {
	pages []*Page
}

// allocate takes a page with room for n records.
func (s *Space) allocate(level, n int) *Page {
	p := newPage(pagesim.PageID(firstPage+len(s.pages)), level, n)
	s.pages = append(s.pages, p)
	return p
}

// release gives a page back.
func (s *Space) release(p *Page) { s.pages[p.id-firstPage] = nil }

// page returns the page of a number; nil for pagesim.NoPage.
func (s *Space) page(id pagesim.PageID) *Page {
	if id == pagesim.NoPage {
		return nil
	}
	return s.pages[id-firstPage]
}
