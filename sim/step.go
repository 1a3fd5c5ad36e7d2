package sim

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pagesim/pagesim/keygen"
)

// Op is what a phase does.
type Op struct {
	Name string
	// Doc is one line for people.
	Doc string
	// prepare makes the step that plays phase i of the config.
	prepare func(m *Machine, i int) (step, error)
}

// step is a phase, ready to be played.
type step interface {
	// rows is the number of rows that it changes, for progress.
	rows() int64
	play(ctx context.Context, m *Machine) error
	// write writes what play does as statements for a server.
	write(w *scriptWriter) error
}

// ops is the table of what a phase can do.
var ops = []Op{
	{"insert", "inserts rows", prepareInsert},
	{"delete", "deletes rows that an earlier phase inserted", prepareDelete},
	{"update", "changes columns of rows that an earlier phase inserted", prepareUpdate},
	{"replace", "deletes rows and inserts them again under the same primary key", prepareReplace},
	{"select", "looks rows up by primary key that an earlier phase inserted", prepareSelect},
	{"sql", "ALTER TABLE ... ADD KEY, OPTIMIZE TABLE", prepareSQL},
}

// Ops returns what a phase can do, in order.
func Ops() []Op { return slices.Clone(ops) }

// opOf finds the operation of a phase; none means insert.
func opOf(ph Phase) (Op, error) {
	if ph.Op == "" {
		return ops[0], nil
	}
	var names []string
	for _, o := range ops {
		if o.Name == ph.Op {
			return o, nil
		}
		names = append(names, o.Name)
	}
	return Op{}, fmt.Errorf("unknown operation %q; allowed: %s", ph.Op, strings.Join(names, ", "))
}

// historyOf is the rows of the phase that another one refers to.
func (m *Machine) historyOf(i int) (*history, error) {
	of := m.config.Phases[i].Of
	if of < 0 || of >= i || m.histories[of] == nil {
		return nil, fmt.Errorf("phase %d: of %d: want the number of an earlier phase that inserts, counted from 0", i+1, of)
	}
	return m.histories[of], nil
}

// chosen lists the rows of n that a phase chooses: from First on each Every-th,
// at most Limit, shuffled if Order is random (Fisher and Yates from the end,
// j = next() % (i+1), SplitMix64 from Seed).
func (ph Phase) chosen(n int64) []uint32 {
	var rows []uint32
	for i := ph.First; i < n && (ph.Limit == 0 || int64(len(rows)) < ph.Limit); i += max(1, ph.Every) {
		rows = append(rows, uint32(i))
	}
	if ph.Order == "random" {
		rng := keygen.SplitMix64(ph.Seed)
		for i := len(rows) - 1; i > 0; i-- {
			j := rng.Next() % uint64(i+1)
			rows[i], rows[j] = rows[j], rows[i]
		}
	}
	return rows
}

// countChosen is the number of rows that a phase chooses of n.
func (ph Phase) countChosen(n int64) int64 {
	every := max(1, ph.Every)
	count := max(0, (n-ph.First+every-1)/every)
	if ph.Limit > 0 {
		count = min(count, ph.Limit)
	}
	return count
}
