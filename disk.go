package pagesim

import "time"

// Disk carries out page reads and writes in virtual time, which begins at 0 with
// the run. A buffer pool asks; a device answers.
type Disk interface {
	// Now is the time.
	Now() time.Duration
	// Wait lets the time pass up to t, if that is not over.
	Wait(t time.Duration)
	// Read reads a page for somebody who waits for it: the time is then that at
	// which it is there.
	Read()
	// Queue hands over n reads or writes that nobody waits for yet, and returns how
	// many were ever handed over: the ticket by which Ready knows the last of them.
	Queue(n int) int64
	// Ready is when the request of a ticket and all before it will be done if nobody
	// reads meanwhile; a time that is over if they are.
	Ready(ticket int64) time.Duration
}
