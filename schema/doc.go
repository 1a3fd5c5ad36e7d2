// Package schema says what a row costs: it reads a CREATE TABLE statement, works
// out the indexes that InnoDB keeps for the table, and turns rows into index
// records with the sizes that the server gives them and with keys that compare,
// byte by byte, as the server's collations do.
//
// # A record
//
// Formats COMPACT and DYNAMIC (section 2 of the specification of InnoDB that the
// comments of this package cite; storage/innobase/rem/rem0rec.cc):
//
//	length bytes      1 or 2 for each variable column that is not NULL
//	null bitmap       ceil(n/8), n the index's nullable columns
//	header            5
//	fields            clustered leaf:  key, [DB_ROW_ID 6], DB_TRX_ID 6,
//	                                   DB_ROLL_PTR 7, the other columns
//	                  secondary leaf:  key, the primary key's missing columns
//	                  node pointer:    clustered: key; secondary: all fields
//	child page        4, node pointers only
//
// # A comparable key
//
// Each key part lies at a fixed offset, so that keys compare with one
// bytes.Compare: integers big-endian with the sign bit flipped, text as the
// weights of its collation, padded as its collation pads. A part that is NULL in
// some rows has a marker byte in front; a part that never changes takes no bytes.
// The parts are as wide as the values that feed them, not as their columns.
//
// # Where to add
//
// A column type is a row of columnTypes (types.go), a collation a row of
// collations (collation.go). Only parse.go knows the SQL parser.
package schema
