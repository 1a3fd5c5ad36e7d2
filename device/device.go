// Package device turns page reads and writes into virtual time: a device does so
// many of them a second and takes so long for one.
package device

import (
	"time"

	"github.com/pagesim/pagesim"
)

// Profile is a kind of device.
type Profile struct {
	Name string
	// Doc is one line for people, with the source of the figures.
	Doc string
	// IOPS is the number of reads and writes together that the device does a second;
	// 0 has no limit.
	IOPS float64
	// Latency is how long one takes that waits for no other one.
	Latency time.Duration
	// Depth is the number of queued requests that a read waits for at most.
	Depth int64
	// Burst is for how long a device that was idle may do more than IOPS to catch
	// up: a token bucket of Burst x IOPS.
	Burst time.Duration
	// Variables are the values of server variables that fit the device, by name.
	Variables map[string]string
}

// Device is a device at work, and the clock of a run. The zero value is one that
// takes no time; it is not safe for concurrent use.
//
// Requests that nobody waits for stand in a queue. A read that somebody waits for
// waits for at most Profile.Depth of them, DV-01.
type Device struct {
	// cost is the time that each request takes of the device, latency that which a
	// reader waits at least, shared by the threads that wait at the same time.
	cost, latency, burst time.Duration
	now                  time.Duration
	// credit is time of the device that was not used yet, or less than one request.
	credit time.Duration
	// queued counts the requests that were ever queued, done those that are done.
	queued, done int64
	// depth is how many of the queue stand before a read.
	depth int64
}

var _ pagesim.Disk = (*Device)(nil)

// New returns a device at time 0 that so many threads use.
func New(p Profile, threads int) *Device {
	d := &Device{depth: p.Depth, latency: p.Latency / time.Duration(max(1, threads)), burst: p.Burst}
	if p.IOPS > 0 {
		d.cost = time.Duration(float64(time.Second) / p.IOPS)
	}
	return d
}

// Now implements pagesim.Disk.
func (d *Device) Now() time.Duration { return d.now }

// Wait implements pagesim.Disk.
func (d *Device) Wait(t time.Duration) {
	if t <= d.now {
		return
	}
	d.credit += t - d.now
	d.now = t
	d.work()
}

// work spends the credit on the queue, and keeps what a burst may use later.
func (d *Device) work() {
	if d.cost == 0 {
		d.done = d.queued
		return
	}
	if d.done < d.queued {
		n := min(d.queued-d.done, int64(d.credit/d.cost))
		d.done += n
		d.credit -= time.Duration(n) * d.cost
	}
	if d.done == d.queued {
		d.credit = min(d.credit, d.burst)
	}
}

// Read implements pagesim.Disk.
func (d *Device) Read() {
	start := d.now
	need := d.cost
	ahead := min(d.queued-d.done, d.depth)
	d.done += ahead
	need += time.Duration(ahead) * d.cost
	if need > d.credit {
		d.now += need - d.credit
		d.credit = 0
	} else {
		d.credit -= need
	}
	d.Wait(start + d.latency)
}

// Queue implements pagesim.Disk.
func (d *Device) Queue(n int) int64 {
	d.queued += int64(n)
	d.work()
	return d.queued
}

// Ready implements pagesim.Disk.
func (d *Device) Ready(ticket int64) time.Duration {
	if ticket <= d.done {
		return d.now
	}
	return d.now + time.Duration(ticket-d.done)*d.cost - d.credit
}
