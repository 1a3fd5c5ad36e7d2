package sim

import (
	"time"

	"github.com/pagesim/pagesim"
)

// maxMoments bounds the moments of a result.
const maxMoments = 64

// firstStep is the time between the first moments.
const firstStep = time.Second / 64

// moments are states of a run, evenly apart in time: where they get too many, every
// other one goes and the time between them doubles.
type moments struct {
	all  []pagesim.Moment
	step time.Duration
	next time.Duration
}

// due says whether it is time for one.
func (ms *moments) due(now time.Duration) bool { return now >= ms.next }

// take takes one that is due.
func (ms *moments) take(now time.Duration, m pagesim.Moment) {
	ms.step = max(ms.step, firstStep)
	if len(ms.all) == maxMoments {
		for i := range maxMoments / 2 {
			ms.all[i] = ms.all[2*i]
		}
		ms.all = ms.all[:maxMoments/2]
		ms.step *= 2
	}
	ms.all = append(ms.all, m)
	ms.next = now - now%ms.step + ms.step
}

// until is all of them, the last one at the end.
func (ms *moments) until(last pagesim.Moment) []pagesim.Moment {
	all := ms.all
	switch n := len(all); {
	case n == maxMoments:
		all[n-1] = last
	case n == 0 || all[n-1].Rows != last.Rows:
		all = append(all, last)
	}
	return all
}

// moment is the state of the run now.
func (m *Machine) moment() pagesim.Moment {
	c := m.pool.Counters()
	return pagesim.Moment{
		Seconds: m.clock.device.Now().Seconds(), Rows: m.done, Reads: c.PagesRead, Written: c.PagesWritten,
		Dirty: m.pool.Dirty(), Free: m.pool.Free(), CheckpointAge: m.pool.CheckpointAge(),
	}
}

// timeResult is the run in time; nil if its pool has no clock.
func (m *Machine) timeResult() *pagesim.TimeResult {
	if !m.config.hasClock() {
		return nil
	}
	r := &pagesim.TimeResult{Device: m.clock.profile.Name, Seconds: m.clock.device.Now().Seconds(), Moments: m.moments.until(m.moment())}
	if r.Seconds > 0 {
		r.RowsPerSecond = float64(m.done) / r.Seconds
	}
	return r
}
