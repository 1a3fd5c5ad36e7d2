package archtest

import (
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// wrongImports finds imports that the table of rooms does not have.
func wrongImports(s source) []violation {
	i := slices.IndexFunc(rooms, func(r room) bool { return r.dir == s.dir })
	if i < 0 {
		return []violation{s.report(s.Name.Pos(), "no row for %s in the table of rooms, internal/archtest/table_test.go", s.dir)}
	}
	allowed := slices.Clone(rooms[i].knows)
	if s.isTest() {
		allowed = slices.Concat(allowed, rooms[i].tests, testsKnow)
	}
	if s.isExternal() {
		allowed = append(allowed, publicRooms()...)
	}
	var found []violation
	for _, spec := range s.Imports {
		imported := shorten(importPath(spec))
		if !isStandard(imported) && !covers(allowed, imported) {
			found = append(found, s.report(spec.Pos(), "%s may not import %s", s.dir, imported))
		}
	}
	return found
}

// publicRooms are the packages that a user of the module can import.
func publicRooms() []string {
	var dirs []string
	for _, r := range rooms {
		if !strings.HasPrefix(r.dir, "cmd/") && !strings.HasPrefix(r.dir, "internal/") {
			dirs = append(dirs, r.dir)
		}
	}
	return dirs
}

func importPath(spec *ast.ImportSpec) string {
	text, _ := strconv.Unquote(spec.Path.Value)
	return text
}

// shorten makes the paths of this module those of the table. Other modules' paths
// start with a domain.
func shorten(imported string) string {
	if imported == module {
		return "."
	}
	return strings.TrimPrefix(imported, module+"/")
}

// isStandard says whether a shortened path is one of the standard library.
func isStandard(imported string) bool {
	first, _, _ := strings.Cut(imported, "/")
	isRoom := slices.ContainsFunc(rooms, func(r room) bool {
		top, _, _ := strings.Cut(r.dir, "/")
		return top == first
	})
	return !isRoom && !strings.Contains(first, ".")
}

// covers says whether a path or, for other modules, a folder above it is allowed.
func covers(allowed []string, imported string) bool {
	return slices.ContainsFunc(allowed, func(a string) bool {
		return a == imported || strings.Contains(a, ".") && a != "." && strings.HasPrefix(imported, a+"/")
	})
}

// bannedNames finds uses of what the table of bans has.
func bannedNames(s source) []violation {
	if s.isTest() || s.isCommand() {
		return nil
	}
	var found []violation
	named := map[string][]ban{} // by the name under which the file imports a package
	for _, spec := range s.Imports {
		if spec.Name != nil && spec.Name.Name == "." {
			found = append(found, s.report(spec.Pos(), "do not import with a dot: it hides where names come from"))
		}
		for _, b := range bans {
			if !isBelow(b.pkg, importPath(spec)) || slices.Contains(b.except, s.dir) {
				continue
			}
			if len(b.names) == 0 {
				found = append(found, s.report(spec.Pos(), "import of %s: %s", importPath(spec), b.why))
				continue
			}
			named[localName(spec)] = append(named[localName(spec)], b)
		}
	}
	ast.Inspect(s.File, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := selector.X.(*ast.Ident)
		if !ok {
			return true
		}
		for _, b := range named[x.Name] {
			if slices.Contains(b.names, selector.Sel.Name) {
				found = append(found, s.report(n.Pos(), "%s.%s: %s", b.pkg, selector.Sel.Name, b.why))
			}
		}
		return true
	})
	return found
}

func isBelow(dir, imported string) bool {
	return imported == dir || strings.HasPrefix(imported, dir+"/")
}

var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// localName is the name by which a file calls a package of the standard library.
func localName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	imported := importPath(spec)
	if majorVersion.MatchString(path.Base(imported)) {
		imported = path.Dir(imported)
	}
	return path.Base(imported)
}
