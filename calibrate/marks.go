package calibrate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pagesim/pagesim/btree"
	"github.com/pagesim/pagesim/sim"
)

// timeline is when the rows of a recording were done: rules of the pool that depend
// on time need the recording's own.
type timeline struct {
	rows    []int64
	seconds []float64
}

// timelineOf reads the marks of all phases. Of a phase without marks it knows only
// how long it took; spread says how that time lies over its rows.
func timelineOf(r Recording, spread func(from, to int64, seconds float64) timeline) timeline {
	t := timeline{rows: []int64{0}, seconds: []float64{0}}
	for i, ph := range r.Phases {
		row, at := t.rows[len(t.rows)-1], t.seconds[len(t.seconds)-1]
		n := r.Scenario.Phases[i].N - r.Scenario.Phases[i].Skip
		if len(ph.Marks) == 0 {
			part := spread(row, row+n, ph.Seconds)
			for j := range part.rows {
				t.add(part.rows[j], at+part.seconds[j])
			}
		}
		for _, m := range ph.Marks {
			t.add(row+m.Rows, at+m.Seconds)
		}
		t.add(row+n, at+ph.Seconds)
	}
	return t
}

// spreadPoints is how many points a spread has.
const spreadPoints = 50

// evenly is a spread that knows no better.
func evenly(from, to int64, seconds float64) timeline {
	var t timeline
	for i := range int64(spreadPoints) {
		t.rows = append(t.rows, from+(to-from)*(i+1)/spreadPoints)
		t.seconds = append(t.seconds, seconds*float64(i+1)/spreadPoints)
	}
	return t
}

func (t *timeline) add(row int64, seconds float64) {
	if row > t.rows[len(t.rows)-1] {
		t.rows = append(t.rows, row)
		t.seconds = append(t.seconds, max(seconds, t.seconds[len(t.seconds)-1]))
	}
}

// at is the time at which a row was done: in proportion between two that are
// known.
func (t timeline) at(row int64) time.Duration {
	i, _ := slices.BinarySearch(t.rows, row)
	i = min(max(i, 1), len(t.rows)-1)
	share := float64(row-t.rows[i-1]) / float64(t.rows[i]-t.rows[i-1])
	return time.Duration((t.seconds[i-1] + share*(t.seconds[i]-t.seconds[i-1])) * float64(time.Second))
}

// serverConfig takes the pool and the variables from a recording's server. The
// number of frames is the gauge's where there is one.
func serverConfig(c *sim.Config, r Recording) error {
	bytes, err := strconv.ParseInt(r.Server["innodb_buffer_pool_size"], 10, 64)
	if err != nil {
		return fmt.Errorf("%s: innodb_buffer_pool_size is %q", r.File, r.Server["innodb_buffer_pool_size"])
	}
	c.PoolBytes = bytes
	if marks := r.marks(); len(marks) > 0 && marks[0].PagesTotal > 0 {
		c.PoolBytes = marks[0].PagesTotal * btree.DefaultPageBytes
	}
	c.Server = r.profile()
	c.Set = map[string]string{}
	for _, v := range sim.Variables() {
		if value, ok := r.Server[v.Name]; ok && sim.HasVariable(c.Server, v.Name) {
			c.Set[v.Name] = value
		}
	}
	return nil
}

// profile is the server profile of a recording.
func (r Recording) profile() string {
	version, comment := r.Server["version"], r.Server["version_comment"]
	switch {
	case strings.Contains(version, "MariaDB"):
		return "mariadb-10.11"
	case strings.HasPrefix(version, "5.7") && strings.Contains(comment, "Percona"):
		return "percona-5.7"
	case strings.HasPrefix(version, "5.7"):
		return "mysql-5.7"
	case strings.HasPrefix(version, "8.0"):
		return "mysql-8.0"
	case strings.HasPrefix(version, "8.4"):
		return "mysql-8.4"
	}
	return ""
}
