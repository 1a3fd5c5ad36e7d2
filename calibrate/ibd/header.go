package ibd

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Places in each page.
const (
	offChecksum = 0
	offNumber   = 4
	offPrevious = 8
	offNext     = 12
	offLSN      = 16
	offType     = 24
	// offKeyVersion is 0 unless MariaDB encrypted the page.
	offKeyVersion = 26
	offSpace      = 34
	offBody       = 38
	trailerBytes  = 8
)

// Places in page 0, behind offBody.
const (
	offSize      = offBody + 8
	offFreeLimit = offBody + 12
	offFlags     = offBody + 16
	offFree      = offBody + 24
	offExtents   = offBody + 112
)

// Types of pages (fil0types.h).
const (
	typeAllocated   = 0
	typeInode       = 3
	typeSpaceHeader = 8
	typeExtents     = 9
	typeCompressed  = 14
	typeEncrypted   = 15
	typeEncrypted2  = 16
	typeEncrypted3  = 17
	// typeInstant is MariaDB's root after ALTER TABLE ... ALGORITHM=INSTANT; in
	// MySQL 8.0 and later the same number is a page of a long SDI record.
	typeInstant       = 18
	typeSDI           = 17853
	typeRTree         = 17854
	typeIndex         = 17855
	typePageComp      = 34354
	typePageCompCrypt = 37401
	// compressedBit marks a compressed page in full_crc32.
	compressedBit = 1 << 15
)

// none is the page number of no page.
const none = 0xFFFFFFFF

// Sizes of pages, in bytes.
const (
	minPageSize     = 4 << 10
	defaultPageSize = 16 << 10
	maxPageSize     = 64 << 10
)

// flags are the flags of a tablespace (fsp0types.h). MariaDB has a format of its own
// since 10.5, full_crc32, and older ones that agree with MySQL's in what is read.
type flags uint32

// fullCRC32 tells MariaDB's own format. In others this bit is part of a size of 64
// KiB and more for compressed pages, which there is not.
func (f flags) fullCRC32() bool { return f&(1<<4) != 0 }

// sdi says that MySQL 8.0 or later keeps the dictionary of the table in the file.
func (f flags) sdi() bool { return !f.fullCRC32() && f&(1<<14) != 0 }

// pageSize is in bytes; 0 if the flags make no sense.
func (f flags) pageSize() int {
	shift := int(f>>6) & 15
	if f.fullCRC32() {
		shift = int(f) & 15
	} else if shift == 0 {
		return defaultPageSize
	}
	if size := 512 << shift; size >= minPageSize && size <= maxPageSize {
		return size
	}
	return 0
}

// refused says why pages with these flags cannot be read; nil if they can.
func (f flags) refused() error {
	switch {
	case f.fullCRC32() && f>>5&7 != 0, !f.fullCRC32() && f&(1<<16) != 0:
		return errPageCompressed
	case f.fullCRC32():
		return nil
	case f>>1&15 != 0:
		return errors.New("ROW_FORMAT=COMPRESSED: its pages are compressed and cannot be read; ALTER TABLE ... ROW_FORMAT=DYNAMIC makes a table that can")
	case f&(1<<13) != 0:
		return errEncrypted
	}
	return nil
}

var (
	errPageCompressed = errors.New("page compression: the pages are compressed and cannot be read; rebuild the table without it")
	errEncrypted      = errors.New("encrypted: the pages cannot be read without the server's key")
)

// header is what page 0 says, and how to read the other pages.
type header struct {
	flags flags
	space uint32
	// pageSize is in bytes, extentPages the pages of an extent.
	pageSize, extentPages int
	// pages is the size of the file, of which those from freeLimit on were never
	// initialised.
	pages, freeLimit int64
	// freeList is the number of extents on the list of free ones.
	freeList int64
	// cryptable says that MariaDB's key server knows the file.
	cryptable bool
}

// readHeader reads page 0.
func readHeader(r io.ReaderAt, size int64) (header, error) {
	start := make([]byte, min(size, maxPageSize))
	if err := readFull(r, start, 0); err != nil {
		return header{}, err
	}
	if len(start) < minPageSize {
		return header{}, fmt.Errorf("%d bytes: not a tablespace of InnoDB, which has at least %d", size, minPageSize)
	}
	h, err := parseHeader(start)
	if err != nil {
		return header{}, err
	}
	if size < int64(h.pageSize) {
		return header{}, fmt.Errorf("truncated: %d bytes, less than a page of %d", size, h.pageSize)
	}
	if err := h.check(start[:h.pageSize], 0); err != nil {
		return header{}, err
	}
	if has := size / int64(h.pageSize); has < h.pages {
		return header{}, fmt.Errorf("truncated: it has %d pages of the %d that page 0 tells", has, h.pages)
	}
	h.cryptable = h.isCryptable(start)
	return h, nil
}

// parseHeader reads what page 0 says of the file.
func parseHeader(b []byte) (header, error) {
	h := header{
		flags: flags(u32(b, offFlags)), space: u32(b, offSpace),
		pages: int64(u32(b, offSize)), freeLimit: int64(u32(b, offFreeLimit)), freeList: int64(u32(b, offFree)),
	}
	kind := u16(b, offType)
	switch {
	case u32(b, offNumber) == 0 && kind == typeAllocated && u32(b, offBody) == h.space:
		return header{}, errors.New("its first page is not written: a server has yet to write the table to its file (FLUSH TABLES ... FOR EXPORT)")
	case u32(b, offNumber) != 0 || kind != typeSpaceHeader || u32(b, offBody) != h.space:
		return header{}, fmt.Errorf("not a tablespace of InnoDB: its first page has number %d and type %d, want 0 and %d", u32(b, offNumber), kind, typeSpaceHeader)
	case h.space == 0:
		return header{}, errors.New("the system tablespace: want the .ibd file of a table")
	case h.flags.pageSize() == 0:
		return header{}, fmt.Errorf("not a tablespace of InnoDB: its flags are %#x", uint32(h.flags))
	}
	if err := h.flags.refused(); err != nil {
		return header{}, err
	}
	h.pageSize = h.flags.pageSize()
	h.extentPages = max(64, (1<<20)/h.pageSize)
	return h, nil
}

// cryptMagic is how MariaDB begins what it says of encryption.
const cryptMagic = "s\x0e\x0cREt"

// isCryptable looks behind the descriptors of page 0.
func (h header) isCryptable(b []byte) bool {
	return bytes.HasPrefix(b[offExtents+h.descriptors()*h.descriptorBytes()+offBody:], []byte(cryptMagic))
}

// writer tells which servers write such files.
func (h header) writer() string {
	switch {
	case h.flags.fullCRC32():
		return "MariaDB, innodb_checksum_algorithm=full_crc32"
	case h.flags.sdi():
		return "MySQL 8.0 or later"
	}
	return "MySQL 5.7 or earlier, or MariaDB"
}

// readFull fills b from the offset.
func readFull(r io.ReaderAt, b []byte, at int64) error {
	n, err := r.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("truncated while it was read, at byte %d", at+int64(n))
	}
	return err
}

func u16(b []byte, at int) uint16 { return binary.BigEndian.Uint16(b[at:]) }
func u32(b []byte, at int) uint32 { return binary.BigEndian.Uint32(b[at:]) }
func u64(b []byte, at int) uint64 { return binary.BigEndian.Uint64(b[at:]) }
