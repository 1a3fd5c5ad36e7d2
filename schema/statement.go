package schema

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// byteOrderMark is what some editors begin UTF-8 with.
const byteOrderMark = "\uFEFF"

// statement finds the CREATE TABLE statement among those that mysqldump writes
// around it.
func (p *reader) statement(ddl string) (*ast.CreateTableStmt, error) {
	statements, _, err := parser.New().ParseSQL(ddl)
	if err != nil {
		return nil, p.syntaxError(ddl, err)
	}
	var found *ast.CreateTableStmt
	end := 0
	for _, s := range statements {
		start := end + max(strings.Index(ddl[end:], s.Text()), 0)
		end = start + len(s.Text())
		where := newLocator(s.Text(), 1+strings.Count(ddl[:start], "\n"))
		create, ok := s.(*ast.CreateTableStmt)
		switch {
		case ok && found != nil:
			return nil, where.top("a second CREATE TABLE, of %s after %s: give one table", create.Table.Name.O, found.Table.Name.O)
		case ok:
			found, p.where = create, where
		case !isAside(s):
			return nil, where.top("not a CREATE TABLE statement")
		}
	}
	if found == nil {
		return nil, errors.New("no CREATE TABLE statement")
	}
	return found, p.checkStatement(found)
}

// isAside reports whether a dump may have a statement that does not matter here.
func isAside(s ast.StmtNode) bool {
	switch s := s.(type) {
	case *ast.SetStmt, *ast.UseStmt, *ast.CreateDatabaseStmt, *ast.DropDatabaseStmt, *ast.DropTableStmt,
		*ast.LockTablesStmt, *ast.UnlockTablesStmt, *ast.InsertStmt, *ast.BeginStmt, *ast.CommitStmt:
		return true
	case *ast.AlterTableStmt:
		for _, spec := range s.Specs {
			if spec.Tp != ast.AlterTableEnableKeys && spec.Tp != ast.AlterTableDisableKeys {
				return false
			}
		}
		return true
	}
	return false
}

// checkStatement refuses kinds of tables.
func (p *reader) checkStatement(s *ast.CreateTableStmt) error {
	switch {
	case s.ReferTable != nil || s.Select != nil:
		return p.where.top("CREATE TABLE ... LIKE and ... SELECT are not modelled: list the columns")
	case s.TemporaryKeyword != ast.TemporaryNone:
		return p.where.option("temporary", "TEMPORARY tables are not modelled")
	case p.where.has("national") || p.where.has("nchar") || p.where.has("nvarchar"):
		return p.where.top("NATIONAL character types are not modelled: name the character set, utf8mb3")
	case s.Partition != nil:
		return p.where.option("partition", "partitions are not modelled: give one partition as a table of its own")
	}
	return nil
}

// nearby is what the parser says of an error: line, column and the text there.
var nearby = regexp.MustCompile(`line (\d+) column \d+ near "(?s:(.*))"`)

// unknownTypes are MySQL's types that the parser's grammar does not have.
var unknownTypes = regexp.MustCompile(`(?i)\b(geometry|geometrycollection|point|multipoint|linestring|multilinestring|polygon|multipolygon|spatial)\b`)

// complaint is any other error of the parser: a number, a text and the name of
// what it does not know.
var complaint = regexp.MustCompile(`^\[.*\](.*'(.*)'.*)$`)

func (p *reader) syntaxError(ddl string, err error) error {
	m := nearby.FindStringSubmatch(err.Error())
	if m == nil {
		if m = complaint.FindStringSubmatch(err.Error()); m == nil {
			return fmt.Errorf("not modelled: %w", err)
		}
		return p.where.option(m[2], strings.ToLower(m[1][:1])+m[1][1:])
	}
	at := strings.LastIndex(ddl, m[2])
	line := ddl[strings.LastIndex(ddl[:max(at, 0)], "\n")+1:]
	line, _, _ = strings.Cut(line, "\n")
	if name := unknownTypes.FindString(line); name != "" {
		return fmt.Errorf("line %s: spatial type or index %q is not modelled", m[1], name)
	}
	near, _, _ := strings.Cut(m[2], "\n")
	switch {
	case near == "":
		return fmt.Errorf("line %s: the statement ends too early", m[1])
	case strings.HasPrefix(strings.ToLower(near), "invisible"):
		return fmt.Errorf("line %s: INVISIBLE columns are not modelled: leave the word out, their records are those of other columns", m[1])
	}
	return fmt.Errorf("line %s: syntax error near %q", m[1], near)
}
