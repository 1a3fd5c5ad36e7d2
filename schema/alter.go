package schema

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// Change is what a statement does to the pages of a table.
type Change struct {
	// Added is the number of indexes that are built from the rows, the last ones
	// of Table.Indexes.
	Added int
	// Rebuild is true if all indexes are written anew.
	Rebuild bool
}

// Alter applies ALTER TABLE ... ADD KEY, ALTER TABLE ... FORCE or ENGINE=InnoDB,
// or OPTIMIZE TABLE to the table. Other statements are refused by name.
func (t *Table) Alter(sql string) (Change, error) {
	p := reader{where: newLocator(sql, 1), threshold: t.MergeThreshold}
	statements, _, err := parser.New().ParseSQL(sql)
	if err != nil {
		return Change{}, p.syntaxError(sql, err)
	}
	if len(statements) != 1 {
		return Change{}, fmt.Errorf("%d statements, want one", len(statements))
	}
	switch s := statements[0].(type) {
	case *ast.OptimizeTableStmt:
		if len(s.Tables) != 1 || !t.isNamed(s.Tables[0]) {
			return Change{}, fmt.Errorf("OPTIMIZE TABLE of another table than %s", t.Name)
		}
		return Change{Rebuild: true}, nil
	case *ast.AlterTableStmt:
		if !t.isNamed(s.Table) {
			return Change{}, fmt.Errorf("ALTER TABLE %s: the table is %s", restore(s.Table), t.Name)
		}
		return p.alter(s, t)
	}
	return Change{}, fmt.Errorf("statement %q is not modelled: want ALTER TABLE ... ADD KEY or OPTIMIZE TABLE", firstWord(sql))
}

// isNamed reports whether a name is the table's, of its own database if it says so.
func (t *Table) isNamed(name *ast.TableName) bool {
	return strings.EqualFold(name.Name.O, t.Name) && strings.EqualFold(name.Schema.O, t.Database)
}

// alter applies the parts of an ALTER TABLE statement.
func (p *reader) alter(s *ast.AlterTableStmt, t *Table) (Change, error) {
	var c Change
	for _, spec := range s.Specs {
		switch {
		case spec.Tp == ast.AlterTableForce, spec.Tp == ast.AlterTableOption && isEngine(spec.Options):
			c.Rebuild = true
		case spec.Tp == ast.AlterTableAddConstraint && spec.Constraint.Tp == ast.ConstraintForeignKey:
			return c, errors.New("line 1: ADD FOREIGN KEY is not modelled: add its index")
		case spec.Tp == ast.AlterTableAddConstraint:
			if err := p.index(spec.Constraint, t); err != nil {
				return c, p.where.option(indexWord(spec.Constraint), err.Error())
			}
			if p.keys[len(p.keys)-1].Clustered {
				return c, errors.New("line 1: ADD PRIMARY KEY is not modelled")
			}
		default:
			return c, fmt.Errorf("line 1: ALTER TABLE ... %s is not modelled: only ADD KEY, FORCE and ENGINE are", restore(spec))
		}
	}
	nameIndexes(t, p.keys)
	for i := range p.keys {
		if err := t.checkIndex(&p.keys[i]); err != nil {
			return c, p.where.option(p.keys[i].Name, err.Error())
		}
	}
	c.Added = len(p.keys)
	t.Indexes = append(t.Indexes, p.keys...)
	return c, nil
}

func isEngine(options []*ast.TableOption) bool {
	return len(options) == 1 && options[0].Tp == ast.TableOptionEngine
}
