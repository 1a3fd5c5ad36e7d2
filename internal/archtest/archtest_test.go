package archtest

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

func TestRepository(t *testing.T) {
	repository := os.DirFS("../..")
	sources, err := load(repository)
	require.NoError(t, err)
	require.True(t, slices.ContainsFunc(sources, func(s source) bool { return s.dir == "." }), "the root package is not found")
	found, err := judge(repository)
	require.NoError(t, err)
	for _, v := range found {
		t.Error(v)
	}
}

func TestRules(t *testing.T) {
	const doc = "// Package p is a package.\n"
	for _, c := range []struct {
		name, path, text string
		want             []string
	}{
		{"what the table has may be imported", "btree/a.go", doc + `package p

import (
	"fmt"

	"github.com/pagesim/pagesim"
)`, nil},
		{"a neighbour may not", "btree/a.go", doc + `package p

import (
	_ "github.com/pagesim/pagesim/bufferpool"
	_ "github.com/pagesim/pagesim/internal/units"
	_ "github.com/pagesim/pagesim/keygen"
)`, []string{"btree/a.go:5: btree may not import bufferpool", "btree/a.go:6: btree may not import internal/units", "btree/a.go:7: btree may not import keygen"}},
		{"the root knows no room", "a.go", doc + "package p\n\nimport _ \"github.com/pagesim/pagesim/keygen\"", []string{"a.go:4: . may not import keygen"}},
		{"packages below another module's are its", "schema/a.go", doc + "package p\n\nimport _ \"github.com/pingcap/tidb/pkg/parser/ast\"", nil},
		{"packages beside it are not", "schema/a.go", doc + "package p\n\nimport _ \"github.com/pingcap/tidb/pkg/parserx\"", []string{"schema/a.go:4: schema may not import github.com/pingcap/tidb/pkg/parserx"}},
		{"a new room needs a row", "cellar/a.go", doc + "package p", []string{"cellar/a.go:2: no row for cellar in the table of rooms, internal/archtest/table_test.go"}},
		{"tests may import test support", "btree/a_test.go", "package p\n\nimport _ \"github.com/stretchr/testify/require\"", nil},
		{"other files may not", "btree/a.go", doc + "package p\n\nimport _ \"github.com/stretchr/testify/require\"", []string{"btree/a.go:4: btree may not import github.com/stretchr/testify/require"}},
		{"assert goes on after a failure", "btree/a_test.go", "package p\n\nimport _ \"github.com/stretchr/testify/assert\"", []string{"btree/a_test.go:3: btree may not import github.com/stretchr/testify/assert"}},
		{"a test in the package keeps to its room", "btree/a_test.go", "package p\n\nimport _ \"github.com/pagesim/pagesim/sim\"", []string{"btree/a_test.go:3: btree may not import sim"}},
		{"a test outside it uses the public packages", "btree/a_test.go", "package p_test\n\nimport _ \"github.com/pagesim/pagesim/sim\"", nil},
		{"but no commands", "btree/a_test.go", "package p_test\n\nimport _ \"github.com/pagesim/pagesim/cmd/pagesim\"", []string{"btree/a_test.go:3: btree may not import cmd/pagesim"}},
		{"prints, exits, clocks and the environment", "sim/a.go", doc + `package p

import (
	"fmt"
	"os"
	clock "time"
)

func f() {
	fmt.Println()
	os.Exit(1)
	_ = os.Getenv("X")
	_ = clock.Now
	fmt.Fprintln(os.Stdout)
	_ = fmt.Sprint()
}`, []string{
			"sim/a.go:11: fmt.Println: return a value or take an io.Writer; only cmd prints",
			"sim/a.go:12: os.Exit: return an error; only cmd exits",
			"sim/a.go:13: os.Getenv: take an argument; only cmd reads the environment",
			"sim/a.go:14: time.Now: take a time; only cmd reads the clock",
			"sim/a.go:15: os.Stdout: take an io.Writer; only cmd prints",
		}},
		{"commands may", "cmd/pagesim/a.go", "// Command p is a command.\npackage main\n\nimport \"os\"\n\nfunc main() { os.Exit(1) }", nil},
		{"goldens read one variable", "internal/golden/a.go", doc + "package p\n\nimport \"os\"\n\nvar rewrite = os.Getenv(\"X\")", nil},
		{"random numbers", "sim/a.go", doc + "package p\n\nimport _ \"math/rand/v2\"", []string{"sim/a.go:4: import of math/rand/v2: use keygen's SplitMix64 with a seed: a run must be the same with each version of Go"}},
		{"dots", "sim/a.go", doc + "package p\n\nimport . \"fmt\"", []string{"sim/a.go:4: do not import with a dot: it hides where names come from"}},
		{"init", "sim/a_test.go", "package p\n\nfunc init() {}\n\ntype t int\n\nfunc (t) init() {}", []string{"sim/a_test.go:3: func init: call it where it is needed"}},
		{"no package comment", "sim/a.go", "package p", []string{"sim/a.go:1: package p has no comment"}},
		{"no comments", "sim/a.go", doc + `package p

func F() {}

type T[K any] struct{}

func (t *T[K]) M() {}

type t int

func (t) M() {}

const C, c = 1, 2

// Commented, all of them.
const (
	D = 1
	E = 2
)

type (
	// U is commented.
	U int
	V int
)

var W int // W is commented.
`, []string{"sim/a.go:14: exported C has no comment", "sim/a.go:25: exported V has no comment", "sim/a.go:4: exported F has no comment", "sim/a.go:6: exported T has no comment", "sim/a.go:8: exported M has no comment"}},
		{"long functions", "sim/a.go", doc + "package p\n\nfunc f() {\n" + strings.Repeat("\n", 79) + "}\n\nvar g = func() {\n" + strings.Repeat("\n", 79) + "}\n\nfunc h() {\n" + strings.Repeat("\n", 78) + "}\n", []string{"sim/a.go:4: f has 81 lines: want at most 80", "sim/a.go:86: func has 81 lines: want at most 80"}},
		{"long files", "sim/a.go", doc + "package p\n" + strings.Repeat("\n", 399), []string{"sim/a.go:401: file of 401 lines: want at most 400"}},
		{"files of 400 lines", "sim/a.go", doc + "package p\n" + strings.Repeat("\n", 398), nil},
		{"long tests", "sim/a_test.go", "package p\n" + strings.Repeat("\n", 500), nil},
		{"test data", "sim/testdata/a.go", "package p", nil},
		{"generated files", "sim/a.go", "// Code generated by x; DO NOT EDIT.\n\npackage p", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.ElementsMatch(t, c.want, verdict(t, fstest.MapFS{c.path: {Data: []byte(c.text)}}))
		})
	}
}

func TestOneFileHasThePackageComment(t *testing.T) {
	require.Empty(t, verdict(t, fstest.MapFS{
		"sim/a.go":   {Data: []byte("package sim")},
		"sim/doc.go": {Data: []byte("// Package sim is commented.\npackage sim")},
	}))
}

func TestOtherModulesAreLeftAlone(t *testing.T) {
	require.Empty(t, verdict(t, fstest.MapFS{
		"tools/go.mod": {Data: []byte("module tools")},
		"tools/a.go":   {Data: []byte("package tools")},
	}))
}

func verdict(t *testing.T, repository fstest.MapFS) []string {
	t.Helper()
	found, err := judge(repository)
	require.NoError(t, err)
	var texts []string
	for _, v := range found {
		texts = append(texts, fmt.Sprint(v))
	}
	return texts
}
