// Package archtest holds the tests that judge the house: which room may import
// which, that names have comments, that files and functions stay short, and that
// only commands print, exit and read the clock.
//
// The rules are the tables in table_test.go. The tests read the Go files
// themselves, which makes the test cache notice a changed file; the output of a
// go list would stay cached.
package archtest
