// Package btree models the index pages and B+trees of InnoDB: which records lie
// on which page after each insert, and what INNODB_METRICS counts on the way.
//
// # The page
//
// A page of 16,384 bytes, from offset 0 to its end (include/page0page.h,
// MySQL 9.7.2; widths in bytes):
//
//	    0  FIL header        38  page number, previous and next page, LSN ...
//	   38  index header      36  heap top, n_heap, free, garbage, last insert ...
//	   74  segment headers   20  two of 10
//	   94  infimum           13  5 header + 8 data
//	  107  supremum          13
//	  120  record heap        →  grows up; its end is the heap top
//	       free space
//	       directory          ←  grows down, 2 a slot, a slot for 4 to 8 records
//	16376  FIL trailer        8
//
// What decides whether a record fits is not the directory as it is but 2 bytes
// for every 4 records, rounded up (page_dir_calc_reserved_space). So a page is
// known by a few numbers and the order of its records; a [Page] holds just these:
// how many bytes the heap takes, how many of them are garbage, the sizes on the
// free list, where the last insert went. No record bytes are stored.
//
// # Keys
//
// A record's key is a string of 8-byte words that compare as integers. Its first
// word lies in an array of the page, in key order, beside a handle; the other
// words lie in an arena of the tree and are looked at only when first words tie.
//
// # Rules
//
// Rules bear the ids of docs/MODEL.md (BT-01 ...). Each cites the function of
// the server that it describes, as read in MySQL 9.7.2, storage/innobase.
//
// A [Tree] is not safe for concurrent use.
package btree
