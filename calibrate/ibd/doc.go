// Package ibd reads the tablespace file of a table as InnoDB writes it: which pages
// are in use, the trees of the indexes, and what the header of each of their pages
// says. It reads files of MySQL 5.7 to 9.7 and of MariaDB 10.2 to 11, in pages of 4
// to 64 KiB, and it never writes.
//
// # Format
//
// A file is an array of pages. All numbers are big-endian. Each page begins with
//
//	 0  checksum (4B)          in full_crc32: version of the encryption key
//	 4  page number (4B)
//	 8  previous page (4B)     of the same level of an index, 0xFFFFFFFF for none
//	12  next page (4B)
//	16  LSN (8B)
//	24  type (2B)
//	34  tablespace (4B)
//
// and ends with a second checksum and the lower half of the LSN, in full_crc32 the
// other way round. Page 0, and each page after it whose number is a multiple of the
// page size, describes the extents that follow, with two bits a page of which one
// says whether the page is free. Page 0 also has the size of the file and its flags.
// The segments of the indexes, two for each, are described by inodes in pages of
// their own.
//
// A page of an index goes on at byte 38 with
//
//	38  directory slots (2B)       50  direction of inserts (2B)
//	40  end of the heap (2B)       52  inserts in that direction (2B)
//	42  records of the heap (2B)   54  records (2B)
//	44  first free record (2B)     56  greatest transaction (8B)
//	46  garbage (2B)               64  level, 0 for leaves (2B)
//	48  last insert (2B)           66  index (8B)
//
// followed, in a root, by the places of the two inodes (10B each). Records begin at
// byte 120, in ROW_FORMAT=REDUNDANT at byte 125.
//
// What a freed page still holds is not looked at: it may be what it was.
//
// Sources: MySQL's manual of its internals and storage/innobase/include of MySQL
// (fil0types.h, fsp0fsp.h, page0types.h) and of MariaDB (fsp0types.h, for its
// flags); the field names are those of INFORMATION_SCHEMA.INNODB_BUFFER_PAGE.
package ibd
