package ibd

import (
	"errors"
	"fmt"
	"hash/crc32"
)

// check tells what is wrong with a page in use: it is encrypted, compressed, has a
// wrong checksum, was half written, or belongs elsewhere. A page of zeros was never
// written.
func (h header) check(b []byte, number int64) error {
	if isZero(b) {
		return nil
	}
	kind := u16(b, offType)
	switch {
	case h.flags.fullCRC32() && u32(b, offChecksum) != 0, h.cryptable && u32(b, offKeyVersion) != 0,
		kind == typeEncrypted, kind == typeEncrypted2, kind == typeEncrypted3, kind == typePageCompCrypt:
		return errEncrypted
	case kind == typeCompressed, kind == typePageComp, h.flags.fullCRC32() && kind&compressedBit != 0:
		return errPageCompressed
	case !h.hasChecksum(b):
		return damaged(number, "its checksum is wrong")
	case !h.isWhole(b):
		return damaged(number, "its end was written at another time than its start")
	case int64(u32(b, offNumber)) != number:
		return damaged(number, "it says that it is page %d", u32(b, offNumber))
	case u32(b, offSpace) != h.space:
		return damaged(number, "it is of tablespace %d, page 0 of %d", u32(b, offSpace), h.space)
	}
	return nil
}

// damaged is an error about a page.
func damaged(number int64, format string, args ...any) error {
	return fmt.Errorf("page %d: %s: %w", number, fmt.Sprintf(format, args...), errDamaged)
}

var errDamaged = errors.New("the file is damaged, or a server is writing to it (FLUSH TABLES ... FOR EXPORT)")

// hasChecksum verifies a page by all checksums that the server's
// innodb_checksum_algorithm may have been when the page was written.
func (h header) hasChecksum(b []byte) bool {
	end := len(b) - trailerBytes
	if h.flags.fullCRC32() {
		return u32(b, end+4) == crc32.Checksum(b[:end+4], castagnoli)
	}
	first, second := u32(b, offChecksum), u32(b, end)
	if first == noChecksum && second == noChecksum {
		return true
	}
	if crc := crc32.Checksum(b[offNumber:offKeyVersion], castagnoli) ^ crc32.Checksum(b[offBody:end], castagnoli); first == crc {
		return second == crc
	}
	return first == fold(b[offNumber:offKeyVersion])+fold(b[offBody:end]) && (second == fold(b[:offKeyVersion]) || second == u32(b, offLSN+4))
}

// noChecksum stands for innodb_checksum_algorithm=none.
const noChecksum = 0xDEADBEEF

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// fold is the hash of innodb_checksum_algorithm=innodb.
func fold(b []byte) uint32 {
	sum := uint32(0)
	for _, x := range b {
		n := uint32(x)
		sum = (((sum^n^1653893711)<<8 + sum) ^ 1463735687) + n
	}
	return sum
}

// isWhole reports whether both ends of a page have the same LSN.
func (h header) isWhole(b []byte) bool {
	end := len(b) - trailerBytes
	if h.flags.fullCRC32() {
		return u32(b, end) == u32(b, offLSN+4)
	}
	return u32(b, end+4) == u32(b, offLSN+4)
}

func isZero(b []byte) bool {
	for _, x := range b {
		if x != 0 {
			return false
		}
	}
	return true
}
