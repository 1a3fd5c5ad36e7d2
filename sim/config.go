package sim

import (
	"errors"
	"fmt"

	"github.com/pagesim/pagesim/btree"
	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/schema"
)

// Defaults of a Config.
const (
	// DefaultRows fills a default pool with random keys and a default payload
	// one and a half times over, within seconds.
	DefaultRows = 1_000_000
	// DefaultPoolBytes is innodb_buffer_pool_size's default.
	DefaultPoolBytes = 128 << 20
	// DefaultPayload is the bytes of filler of a row whose table is not given.
	DefaultPayload = 100
)

// Config is one run: a plain value. The same config gives the same result.
type Config struct {
	// DDL is the CREATE TABLE statement; "" makes a table from the first phase:
	// its first stream is the primary key, each other one a secondary index, its
	// payload the rest of the row.
	DDL string `json:"ddl,omitempty"`
	// Phases are played one after the other; all start with the same table.
	Phases []Phase `json:"phases"`
	// Engine is EngineInnoDB, "" means the same, or EngineFractal.
	Engine string `json:"engine,omitempty"`
	// Fractal is for EngineFractal.
	Fractal Fractal `json:"fractal,omitzero"`
	// Beside is a second table, with one phase, that gets a row in each transaction
	// after the row of the first: a table of numbers beside one that maps UUIDs to
	// them. Of it only DDL and Phases count.
	Beside *Config `json:"beside,omitempty"`
	// Server is the name of a server profile; "" means the first of Servers.
	Server string `json:"server,omitempty"`
	// PoolBytes is innodb_buffer_pool_size; 0 means DefaultPoolBytes.
	PoolBytes int64 `json:"pool_bytes"`
	// Set gives server variables other values than the profile's, by name.
	Set map[string]string `json:"set,omitempty"`
	// Device is the name of a device profile; "" means the first of them.
	Device string `json:"device,omitempty"`
	Client Client `json:"client"`
	// Policy is the pool's: "" is InnoDB's, PolicyLRU one LRU list without a clock,
	// PolicyNone no pool at all.
	Policy string `json:"policy,omitempty"`
	// PoolCurve asks for the reads of plain LRU pools of all sizes, and for the
	// smallest that keeps them below so many an insert; 0 does not.
	PoolCurve float64 `json:"pool_curve,omitempty"`
	// Own replaces the profile's own pages in the pool at the start.
	Own *OwnPages `json:"own_pages,omitempty"`
	// PurgeLag is the number of changes by which purge lags behind: 0 purges at
	// once, AfterPhase when a phase is over.
	PurgeLag int64 `json:"purge_lag,omitempty"`
	// SampleRows takes a sample each so many rows; 0 takes none.
	SampleRows int64 `json:"sample_rows,omitempty"`
	// Pages asks for the leaf pages one by one, in key order.
	Pages bool `json:"pages,omitempty"`
}

// Phase is a part of a run: rows that are inserted, deleted or changed.
type Phase struct {
	// Op is a row of Ops; "" means insert.
	Op string `json:"op,omitempty"`
	// Rows is the number of rows of the streams, the skipped ones included. 0
	// means all keys of the streams that end, or else DefaultRows.
	Rows int64 `json:"rows"`
	// Skip is the number of rows at the start of the streams that are passed
	// over.
	Skip int64 `json:"skip,omitempty"`
	// Keys feed columns, Payload fills others; what neither names takes its
	// default.
	Keys    []Stream  `json:"keys"`
	Payload []Payload `json:"payload"`
	// Of is the phase whose rows are deleted, updated or replaced, counted from
	// 0. First, Every and Limit choose among them in the order in which they
	// were inserted; Order "random" shuffles the chosen from Seed.
	Of    int    `json:"of,omitempty"`
	First int64  `json:"first,omitempty"`
	Every int64  `json:"every,omitempty"`
	Limit int64  `json:"limit,omitempty"`
	Order string `json:"order,omitempty"`
	Seed  uint64 `json:"seed,omitempty"`
	// Transaction is the number of rows that are deleted, updated or replaced in
	// a transaction, 0 for 1: purge begins when it is over.
	Transaction int64 `json:"transaction,omitempty"`
	// SQL is the statement of a phase whose Op is sql.
	SQL string `json:"sql,omitempty"`
	// Fill, if given, fills the columns that have no value and no default with
	// what their type suggests: integers, counted in a primary key and random in
	// others, or filler of Min to Max bytes.
	// Without it they are NULL, or an error.
	Fill *Payload `json:"fill,omitempty"`
}

// Stream feeds a column with keys.
type Stream struct {
	Column string      `json:"column"`
	Keys   keygen.Spec `json:"keys"`
	Seed   uint64      `json:"seed"`
}

// Payload fills a column with Min to Max bytes, equal if they are.
type Payload struct {
	Column string `json:"column,omitempty"`
	Min    int    `json:"min"`
	Max    int    `json:"max"`
	Seed   uint64 `json:"seed,omitempty"`
}

// MinPoolBytes is the least pool: 16 pages, more than a descent and a split touch
// at once.
const MinPoolBytes = 16 * btree.DefaultPageBytes

// withDefaults returns a filled copy, or an error that names what is out of
// range.
func (c Config) withDefaults() (Config, error) {
	if c.PoolBytes == 0 {
		c.PoolBytes = DefaultPoolBytes
	}
	var problems []error
	if c.PoolBytes < MinPoolBytes {
		problems = append(problems, fmt.Errorf("pool of %d bytes: want at least %d", c.PoolBytes, MinPoolBytes))
	}
	var err error
	if c.Client, err = c.Client.withDefaults(); err != nil {
		problems = append(problems, err)
	}
	if c.Engine != "" && c.Engine != EngineInnoDB && c.Engine != EngineFractal {
		problems = append(problems, fmt.Errorf("engine %q: want %s or %s", c.Engine, EngineInnoDB, EngineFractal))
	}
	if c.Policy != "" && c.Policy != PolicyLRU && c.Policy != PolicyNone {
		problems = append(problems, fmt.Errorf("pool policy %q: want %s, %s or nothing", c.Policy, PolicyLRU, PolicyNone))
	}
	if !(c.PoolCurve >= 0 && c.PoolCurve <= 1000) {
		problems = append(problems, fmt.Errorf("pool curve for %g reads an insert: want 0 to 1000", c.PoolCurve))
	}
	if len(c.Phases) == 0 {
		problems = append(problems, errors.New("nothing to do: want at least one phase"))
	}
	if c.SampleRows < 0 {
		problems = append(problems, fmt.Errorf("sample every %d rows: want 0 or more", c.SampleRows))
	}
	for i, ph := range c.Phases {
		if ph.First < 0 || ph.Every < 0 || ph.Limit < 0 || ph.Order != "" && ph.Order != "random" {
			problems = append(problems, fmt.Errorf("phase %d: first %d, every %d, limit %d, order %q: want 0 or more, and random or nothing",
				i+1, ph.First, ph.Every, ph.Limit, ph.Order))
		}
		if ph.Rows < 0 || ph.Skip < 0 || ph.Rows > 0 && ph.Skip >= ph.Rows {
			problems = append(problems, fmt.Errorf("phase %d: %d rows of which %d are skipped: want more rows than that", i+1, ph.Rows, ph.Skip))
		}
	}
	return c, errors.Join(problems...)
}

// The policies of a pool beside InnoDB's own; PolicyLRU is BP-14.
const (
	PolicyLRU  = "lru"
	PolicyNone = "none"
)

// hasClock reports whether a run has a virtual time.
func (c Config) hasClock() bool { return c.Policy == "" }

// length is the payload in the words of the schema.
func (p Payload) length() schema.Length { return schema.Length{Min: p.Min, Max: p.Max, Seed: p.Seed} }
