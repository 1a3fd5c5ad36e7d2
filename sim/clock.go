package sim

import (
	"fmt"
	"time"

	"github.com/pagesim/pagesim/device"
)

// Client is who sends the statements.
type Client struct {
	// RowsPerSecond is what all threads together reach where nothing waits for a
	// disk; 0 means DefaultRowsPerSecond.
	RowsPerSecond float64 `json:"rows_per_second"`
	// Threads wait for the disk at the same time; 0 means 1.
	Threads int `json:"threads"`
	// Batch is the rows of a statement, which is a transaction; 0 means
	// DefaultBatch.
	Batch int64 `json:"batch"`
	// Rate paces the client at so many rows a second; 0 lets it go as fast as it
	// can.
	Rate float64 `json:"rate,omitempty"`
}

// Defaults of a Client.
const (
	// DefaultRowsPerSecond is one client of a small cloud host that inserts a row a
	// statement, from memory: recordings/percona-2019.
	DefaultRowsPerSecond = 8_700
	// DefaultBatch is a bulk load's.
	DefaultBatch = 1_000
)

func (c Client) withDefaults() (Client, error) {
	if c.RowsPerSecond == 0 {
		c.RowsPerSecond = DefaultRowsPerSecond
	}
	c.Threads = max(c.Threads, 1)
	if c.Batch == 0 {
		c.Batch = DefaultBatch
	}
	if !(c.RowsPerSecond >= 0.001 && c.RowsPerSecond <= 1e9) || c.Threads > 10_000 || c.Batch < 1 || !(c.Rate >= 0 && c.Rate <= 1e9) {
		return c, fmt.Errorf("client of %g rows/s, %d threads, %d rows a statement, paced at %g rows/s: want 0.001 to 1e9, 1 to 10,000, 1 or more, 0 to 1e9",
			c.RowsPerSecond, c.Threads, c.Batch, c.Rate)
	}
	return c, nil
}

// clock moves the time of a run along with its rows, DV-02.
type clock struct {
	profile device.Profile
	device  *device.Device
	perRow  time.Duration
	// pace is the time between rows of a paced client.
	pace float64
	// syncs says that a commit waits for a write of the redo log.
	syncs bool
	// recorded is the time at which a row was done in a recording; nil if there is
	// none.
	recorded func(row int64) time.Duration
}

func newClock(c Config, env Env) (clock, error) {
	profile, err := device.Find(c.Device)
	if err != nil {
		return clock{}, err
	}
	k := clock{perRow: time.Duration(float64(time.Second) / c.Client.RowsPerSecond), recorded: env.Clock}
	if env.Clock != nil {
		profile = device.Profile{}
	}
	k.profile = profile
	if c.Client.Rate > 0 {
		k.pace = float64(time.Second) / c.Client.Rate
	}
	k.device = device.New(profile, c.Client.Threads)
	return k, nil
}

// row is when the n-th row of the run is done if it waits for nothing more.
func (k *clock) row(n int64) time.Duration {
	if k.recorded != nil {
		return k.recorded(n)
	}
	return max(k.device.Now(), time.Duration(float64(n)*k.pace)) + k.perRow
}

// commit waits for the redo log if the server says so; the log lies on the same
// device.
func (k *clock) commit() {
	if k.syncs && k.recorded == nil {
		k.device.Read()
	}
}
