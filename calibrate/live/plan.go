package live

import (
	"fmt"

	"github.com/pagesim/pagesim/internal/units"
)

// database is the one that a recording works in. Two recordings at the same time would
// count each other's pages, so there is one name: who cannot create it has to wait.
const database = "pagesim_record"

// Plan is what a recording is about to do to a server.
type Plan struct {
	// Server is its kind, version and address.
	Server string
	Table  string
	Phases int
	Rows   int64
	// Counters are those of INNODB_METRICS that have to be switched on.
	Counters int
}

// String says it in one line.
func (p Plan) String() string {
	s := fmt.Sprintf("%s: creates database %s with table %s, sends %s rows in %s",
		p.Server, database, p.Table, units.Count(p.Rows), counted(p.Phases, "phase"))
	undo := "drops the database"
	if p.Counters > 0 {
		s += fmt.Sprintf(", switches %s of INNODB_METRICS on", counted(p.Counters, "counter"))
		undo += " and switches them off"
	}
	return s + "; then " + undo
}

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
