package sim_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/device"
	"github.com/pagesim/pagesim/sim"
)

// TestScenarioFieldsAreThoseThatAreRead: the error about an unknown field names what is
// read, and so does the table; each has a line of its own.
func TestScenarioFieldsAreThoseThatAreRead(t *testing.T) {
	_, err := sim.ReadScenario(strings.NewReader("nothing: 1\nphases: []\n"))
	require.ErrorContains(t, err, `unknown field "nothing"`)
	for _, f := range sim.ScenarioFields() {
		require.Contains(t, err.Error(), f.Name)
		require.NotEmpty(t, f.Doc, f.Name)
		_, err := sim.ReadScenario(strings.NewReader(f.Name + ": {a: 1}\n"))
		require.NotContains(t, err.Error(), "unknown field", f.Name)
	}
}

// TestScenarioFieldsSayTheDefault: the numbers that fields name are those of the code.
func TestScenarioFieldsSayTheDefault(t *testing.T) {
	for name, want := range map[string]string{
		"server": sim.Servers()[0].Name, "pool": "128M", "client": strconv.Itoa(sim.DefaultRowsPerSecond),
		"batch": strconv.Itoa(sim.DefaultBatch), "device": device.Profiles()[0].Name,
	} {
		i := slices.IndexFunc(sim.ScenarioFields(), func(f sim.ScenarioField) bool { return f.Name == name })
		require.Contains(t, sim.ScenarioFields()[i].Doc, "(default "+want+")")
	}
	require.Equal(t, 128<<20, sim.DefaultPoolBytes)
}

// TestTheDocumentedScenarioIsOne reads the example of docs/scenario.md.
func TestTheDocumentedScenarioIsOne(t *testing.T) {
	doc, err := os.ReadFile("../docs/scenario.md")
	require.NoError(t, err)
	_, text, _ := strings.Cut(string(doc), "```yaml\n")
	text, _, _ = strings.Cut(text, "```")
	c, err := sim.ReadScenario(strings.NewReader(text))
	require.NoError(t, err)
	require.Len(t, c.Phases, 4)
	_, err = sim.New(c, sim.Env{})
	require.NoError(t, err)
}

// TestSetIsALineOfVariables: the form that docs/scenario.md shows.
func TestSetIsALineOfVariables(t *testing.T) {
	c, err := sim.ReadScenario(strings.NewReader("set: innodb_io_capacity=400 innodb_flush_neighbors=0\nphases: [insert: {rows: 10, keys: {id: uuidv4}}]\n"))
	require.NoError(t, err)
	require.Equal(t, map[string]string{"innodb_io_capacity": "400", "innodb_flush_neighbors": "0"}, c.Set)
	var b strings.Builder
	require.NoError(t, c.WriteScenario(&b))
	require.Regexp(t, regexp.MustCompile(`(?m)^set: "?innodb_flush_neighbors=0 innodb_io_capacity=400`), b.String())
}
