// Package scenario runs test files that read like a story: a command, and below
// it what it printed.
//
//	# BT-12. Ascending keys: the last record alone moves to the new page.
//	tree records-per-page=4
//	----
//
//	insert
//	10 20 30 40 50
//	----
//	split p1 -> p2 at=4
//
// A stanza is a command with key=value arguments, lines of input if it has any, a
// line ----, and the expected output up to a blank line or the end of the file. So
// neither input nor output has blank lines. Lines that start with # before a
// command are prose. A value with spaces is quoted: keys="a b".
//
// The reader knows no commands: a test passes a function that carries out each
// one and returns its output, as [Run] says.
package scenario
