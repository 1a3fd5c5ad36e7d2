package sim

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pagesim/pagesim/btree"
)

// Server is a server profile: what differs between servers, as data.
type Server struct {
	Name string
	// Doc is one line for people.
	Doc   string
	Space btree.SpaceRules
	Tree  btree.Rules
}

// servers is the table of server profiles; the first is the default.
var servers = []Server{
	{Name: "mysql-9.7", Doc: "MySQL 8.0 to 9.7", Space: btree.MySQL80},
	{
		Name: "mariadb-10.11", Doc: "MariaDB 10.11: heap shrinks, splits counted at entry, smaller reserve",
		Space: btree.MariaDB1011, Tree: btree.Rules{ShrinkHeap: true, CountAttempts: true, BulkForgets: true, RekeyEnds: true},
	},
}

// Servers returns the server profiles, the default first.
func Servers() []Server { return slices.Clone(servers) }

// serverNamed finds a profile; no name means the default.
func serverNamed(name string) (Server, error) {
	var names []string
	for _, s := range servers {
		if s.Name == name || name == "" {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Server{}, fmt.Errorf("unknown server %q; allowed: %s", name, strings.Join(names, ", "))
}
