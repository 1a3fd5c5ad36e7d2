package archtest

// module is this module's path, the root package's import path.
const module = "github.com/pagesim/pagesim"

// Limits, in lines, of files other than tests.
const (
	maxFileLines     = 400
	maxFunctionLines = 80
)

// room is a package: what it may import besides the standard library.
//
// Packages of this module are written as their folder, "." being the root, and
// others as the import path of the package or of a folder above it. There is no
// need for a room to exist.
type room struct {
	dir   string
	knows []string
	// tests is what only the tests know.
	tests []string
}

// rooms is the whole module. Data flows keygen → schema → btree → bufferpool →
// device; imports never follow that arrow: sim is where neighbours meet.
var rooms = []room{
	{dir: "."},
	{
		dir:   "keygen",
		knows: []string{".", "internal/units"},
		tests: []string{
			"github.com/google/uuid", "github.com/oklog/ulid/v2",
			"github.com/rs/xid", "github.com/segmentio/ksuid",
		},
	},
	{dir: "schema", knows: []string{".", "internal/units", "github.com/pingcap/tidb/pkg/parser"}},
	{dir: "btree", knows: []string{"."}, tests: []string{"github.com/tidwall/btree"}},
	{dir: "fractal", knows: []string{"."}},
	{dir: "bufferpool", knows: []string{"."}, tests: []string{"github.com/hashicorp/golang-lru/v2"}},
	{dir: "bufferpool/reuse", knows: []string{"."}},
	{dir: "bufferpool/trace", knows: []string{"."}},
	{dir: "device", knows: []string{"."}},
	{dir: "metric", knows: []string{".", "internal/units", "gonum.org/v1/gonum/stat"}},
	{
		dir: "sim",
		knows: []string{
			".", "keygen", "schema", "btree", "fractal", "bufferpool", "bufferpool/reuse", "device", "internal/axis", "internal/units",
			"github.com/goccy/go-yaml",
		},
	},
	{dir: "calibrate", knows: []string{".", "keygen", "schema", "btree", "fractal", "bufferpool", "device", "sim", "calibrate/ibd"}},
	{dir: "calibrate/ibd"},
	{dir: "calibrate/live", knows: []string{".", "sim", "calibrate", "calibrate/ibd", "internal/units", "github.com/go-sql-driver/mysql"}},
	{dir: "report", knows: []string{".", "metric", "report/plot", "internal/units", "github.com/jedib0t/go-pretty/v6"}},
	{dir: "report/plot", knows: []string{".", "internal/units", "gonum.org/v1/plot", "codeberg.org/go-pdf/fpdf"}},
	{
		dir: "cmd/pagesim",
		knows: []string{
			".", "sim", "calibrate", "calibrate/live", "metric", "report", "report/plot", "internal/axis", "internal/units", "docs",
			// For their tables of choices only.
			"keygen", "schema", "btree", "fractal", "bufferpool", "device",
			// For the trace that it writes.
			"bufferpool/trace",
			"github.com/spf13/cobra", "github.com/spf13/pflag",
			"github.com/schollz/progressbar/v3", "golang.org/x/term",
		},
	},
	{dir: "docs"},
	{dir: "internal/archtest"},
	{dir: "internal/axis", knows: []string{"internal/units"}, tests: []string{"internal/axis"}},
	{dir: "internal/golden"},
	{dir: "internal/scenario", knows: []string{"internal/golden"}},
	{dir: "internal/units"},
}

// testsKnow is what the tests of each room know. Tests in a package of their own,
// x_test, see the module as its users do and know all rooms outside cmd and
// internal too.
var testsKnow = []string{
	"internal/golden", "internal/scenario", "internal/units",
	"github.com/stretchr/testify/require",
}

// ban is something that files other than tests do not use outside cmd.
type ban struct {
	// pkg is an import path, which stands for the packages below it too.
	pkg string
	// names are the package's names that are banned; all if there are none.
	names []string
	why   string
	// except are the rooms that may.
	except []string
}

var bans = []ban{
	{pkg: "fmt", names: []string{"Print", "Printf", "Println"}, why: "return a value or take an io.Writer; only cmd prints"},
	{pkg: "log", why: "return an error; only cmd prints"},
	{pkg: "os", names: []string{"Stdout", "Stderr"}, why: "take an io.Writer; only cmd prints"},
	{pkg: "os", names: []string{"Exit"}, why: "return an error; only cmd exits"},
	{pkg: "os", names: []string{"Getenv", "LookupEnv", "Environ"}, why: "take an argument; only cmd reads the environment", except: []string{"internal/golden"}},
	{pkg: "time", names: []string{"Now", "Since", "Until"}, why: "take a time; only cmd reads the clock"},
	{pkg: "math/rand", why: "use keygen's SplitMix64 with a seed: a run must be the same with each version of Go"},
}
