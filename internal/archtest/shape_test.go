package archtest

import (
	"go/ast"
	"go/token"
)

// initFunctions finds functions that run unasked.
func initFunctions(s source) []violation {
	var found []violation
	for _, d := range s.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
			found = append(found, s.report(f.Pos(), "func init: call it where it is needed"))
		}
	}
	return found
}

// longParts finds files and functions that are too long.
func longParts(s source) []violation {
	if s.isTest() {
		return nil
	}
	var found []violation
	if n := s.set.File(s.FileStart).LineCount(); n > maxFileLines {
		found = append(found, s.report(s.FileEnd, "file of %d lines: want at most %d", n, maxFileLines))
	}
	for _, d := range s.Decls {
		ast.Inspect(d, func(n ast.Node) bool {
			switch f := n.(type) {
			case *ast.FuncDecl:
				found = append(found, s.longFunction(f, f.Name.Name)...)
				return false
			case *ast.FuncLit:
				found = append(found, s.longFunction(f, "func")...)
				return false
			}
			return true
		})
	}
	return found
}

func (s source) longFunction(f ast.Node, name string) []violation {
	if n := s.line(f.End()) - s.line(f.Pos()) + 1; n > maxFunctionLines {
		return []violation{s.report(f.Pos(), "%s has %d lines: want at most %d", name, n, maxFunctionLines)}
	}
	return nil
}

// missingPackageComments finds packages without a comment on any file.
func missingPackageComments(sources []source) []violation {
	first := map[string]source{}
	commented := map[string]bool{}
	var dirs []string
	for _, s := range sources {
		if s.isTest() {
			continue
		}
		if _, seen := first[s.dir]; !seen {
			first[s.dir] = s
			dirs = append(dirs, s.dir)
		}
		commented[s.dir] = commented[s.dir] || s.Doc != nil
	}
	var found []violation
	for _, dir := range dirs {
		if !commented[dir] {
			found = append(found, first[dir].report(first[dir].Package, "package %s has no comment", first[dir].Name.Name))
		}
	}
	return found
}

// missingComments finds exported names without a comment.
func missingComments(s source) []violation {
	if s.isTest() {
		return nil
	}
	var found []violation
	want := func(name *ast.Ident, comments ...*ast.CommentGroup) {
		for _, c := range comments {
			if c != nil {
				return
			}
		}
		if name.IsExported() {
			found = append(found, s.report(name.Pos(), "exported %s has no comment", name.Name))
		}
	}
	for _, d := range s.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if receiver(d) == "" || ast.IsExported(receiver(d)) {
				want(d.Name, d.Doc)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					want(spec.Name, spec.Doc, ownComment(d))
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						want(name, spec.Doc, spec.Comment, d.Doc)
					}
				}
			}
		}
	}
	return found
}

// ownComment is the comment of a declaration without parentheses.
func ownComment(d *ast.GenDecl) *ast.CommentGroup {
	if d.Lparen == token.NoPos {
		return d.Doc
	}
	return nil
}

// receiver is the name of a method's type, "" for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	name := ""
	ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
		if ident, ok := n.(*ast.Ident); ok && name == "" {
			name = ident.Name
		}
		return name == ""
	})
	return name
}
