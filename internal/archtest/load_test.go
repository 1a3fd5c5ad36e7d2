package archtest

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// source is a parsed Go file.
type source struct {
	*ast.File
	set *token.FileSet
	// path is the file's, dir its folder's, from the root of the repository.
	path, dir string
}

// isTest tells tests, isExternal those in a package of their own.
func (s source) isTest() bool     { return strings.HasSuffix(s.path, "_test.go") }
func (s source) isExternal() bool { return s.isTest() && strings.HasSuffix(s.Name.Name, "_test") }

// isCommand says whether the file is a command's, which may print and exit.
func (s source) isCommand() bool { return s.dir == "cmd" || strings.HasPrefix(s.dir, "cmd/") }

func (s source) line(pos token.Pos) int { return s.set.Position(pos).Line }

// report makes a violation at a place in the file.
func (s source) report(pos token.Pos, format string, args ...any) violation {
	return violation{s.path, s.line(pos), fmt.Sprintf(format, args...)}
}

// violation is a broken rule.
type violation struct {
	path string
	line int
	text string
}

func (v violation) String() string { return fmt.Sprintf("%s:%d: %s", v.path, v.line, v.text) }

// load parses the module's Go files, whatever their build constraints.
func load(repository fs.FS) ([]source, error) {
	var sources []source
	set := token.NewFileSet()
	err := fs.WalkDir(repository, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && isForeign(repository, name):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		text, err := fs.ReadFile(repository, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(set, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if !ast.IsGenerated(file) {
			sources = append(sources, source{file, set, name, path.Dir(name)})
		}
		return nil
	})
	return sources, err
}

// isForeign says whether a folder is not the module's: data, other people's code,
// another module.
func isForeign(repository fs.FS, dir string) bool {
	base := path.Base(dir)
	if dir == "." {
		return false
	}
	if base == "testdata" || base == "vendor" || base[0] == '.' || base[0] == '_' {
		return true
	}
	_, err := fs.Stat(repository, path.Join(dir, "go.mod"))
	return err == nil
}

// judge returns what is wrong with a repository, in the order of files and lines.
func judge(repository fs.FS) ([]violation, error) {
	sources, err := load(repository)
	if err != nil {
		return nil, err
	}
	found := missingPackageComments(sources)
	for _, s := range sources {
		for _, rule := range []func(source) []violation{
			wrongImports, bannedNames, initFunctions, missingComments, longParts,
		} {
			found = append(found, rule(s)...)
		}
	}
	slices.SortFunc(found, func(a, b violation) int {
		return cmp.Or(strings.Compare(a.path, b.path), a.line-b.line, strings.Compare(a.text, b.text))
	})
	return found, nil
}
