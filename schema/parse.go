package schema

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/format"
	"github.com/pingcap/tidb/pkg/parser/mysql"
	"github.com/pingcap/tidb/pkg/parser/opcode"
	"github.com/pingcap/tidb/pkg/parser/test_driver"
	"github.com/pingcap/tidb/pkg/parser/types"
)

// Parse reads the one CREATE TABLE statement of a text, which may be a dump of
// the table. What is not modelled, RF-12, is refused with its name and its line in
// the text, and so is what the server itself would refuse for its limits.
func Parse(ddl string) (*Table, error) {
	ddl = strings.TrimPrefix(ddl, byteOrderMark)
	p := reader{where: newLocator(ddl, 1), charset: "utf8mb4", implied: map[int]bool{}}
	statement, err := p.statement(ddl)
	if err != nil {
		return nil, err
	}
	t := &Table{Name: statement.Table.Name.O, Database: statement.Table.Schema.O, DDL: statement.Text(), RowFormat: Dynamic, AutoIncrement: 1}
	for _, step := range []func(*ast.CreateTableStmt, *Table) error{p.options, p.columns, p.indexes} {
		if err := step(statement, t); err != nil {
			return nil, err
		}
	}
	if err := p.checkColumns(t); err != nil {
		return nil, err
	}
	t.MergeThreshold = p.threshold
	return t, p.arrange(t)
}

// reader turns the parser's tree into a Table.
type reader struct {
	where locator
	// charset, collation and threshold are the table's defaults.
	charset, collation string
	threshold          int
	keys               []Index
	// implied are the positions of the indexes that foreign keys ask for.
	implied map[int]bool
}

// harmless are the table options that change neither records nor pages.
func harmless(o ast.TableOptionType) bool {
	switch o {
	case ast.TableOptionAvgRowLength, ast.TableOptionCheckSum, ast.TableOptionMaxRows, ast.TableOptionMinRows,
		ast.TableOptionDelayKeyWrite, ast.TableOptionStatsPersistent, ast.TableOptionStatsAutoRecalc,
		ast.TableOptionPackKeys, ast.TableOptionStatsSamplePages, ast.TableOptionTableCheckSum:
		return true
	}
	return false
}

func (p *reader) options(s *ast.CreateTableStmt, t *Table) error {
	p.threshold = 50
	for _, o := range s.Options {
		known := true
		switch o.Tp {
		case ast.TableOptionEngine:
			known = strings.EqualFold(o.StrValue, "innodb")
		case ast.TableOptionCharset:
			p.charset = strings.ToLower(o.StrValue)
			if !strings.HasPrefix(p.collation, p.charset) {
				p.collation = ""
			}
		case ast.TableOptionCollate:
			p.collation = strings.ToLower(o.StrValue)
			p.charset, _, _ = strings.Cut(p.collation, "_")
		case ast.TableOptionAutoIncrement:
			t.AutoIncrement = max(o.UintValue, 1)
		case ast.TableOptionComment:
			p.threshold = mergeThreshold(o.StrValue, p.threshold)
		case ast.TableOptionRowFormat:
			known = o.UintValue == ast.RowFormatDefault || o.UintValue == ast.RowFormatDynamic || o.UintValue == ast.RowFormatCompact
			if o.UintValue == ast.RowFormatCompact {
				t.RowFormat = Compact
			}
		default:
			known = harmless(o.Tp)
		}
		if !known {
			sql := restore(o)
			return p.where.option(firstWord(sql), sql+" is not modelled")
		}
	}
	return nil
}

// mergeThreshold reads MERGE_THRESHOLD=n of a comment.
func mergeThreshold(comment string, otherwise int) int {
	_, digits, ok := strings.Cut(comment, "MERGE_THRESHOLD=")
	end := 0
	for end < len(digits) && digits[end] >= '0' && digits[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(digits[:end])
	if !ok || err != nil || n < 1 || n > 50 {
		return otherwise
	}
	return n
}

func (p *reader) columns(s *ast.CreateTableStmt, t *Table) error {
	for _, def := range s.Cols {
		c := Column{Name: def.Name.Name.O, Nullable: true}
		if t.column(c.Name) >= 0 {
			return p.where.name(c.Name, "column %s is named twice", c.Name)
		}
		p.columnType(def, &c)
		for _, o := range def.Options {
			if err := p.columnOption(o, &c, len(t.Columns)); err != nil {
				return p.where.name(c.Name, "column %s: %v", c.Name, err)
			}
		}
		if err := c.resolve(p.charset, p.collation); err != nil {
			return p.where.name(c.Name, "column %s: %v", c.Name, err)
		}
		t.Columns = append(t.Columns, c)
	}
	return nil
}

// columnType reads the type of a column with the defaults of its length.
func (p *reader) columnType(def *ast.ColumnDef, c *Column) {
	ft := def.Tp
	cs := ft.GetCharset()
	c.Type = types.TypeToStr(ft.GetType(), cs)
	c.Length, c.Decimals = max(ft.GetFlen(), 0), max(ft.GetDecimal(), 0)
	c.Unsigned = mysql.HasUnsignedFlag(ft.GetFlag())
	c.Collation = strings.ToLower(ft.GetCollate())
	if cs != "" && cs != "binary" {
		c.charset = &charset{name: cs}
	}
	if mysql.HasBinaryFlag(ft.GetFlag()) && cs != "binary" {
		c.Collation = "_bin"
	}
	if elems := ft.GetElems(); len(elems) > 0 {
		c.Length = len(elems)
	}
}

func (p *reader) columnOption(o *ast.ColumnOption, c *Column, position int) error {
	self := []Part{{Column: position}}
	switch o.Tp {
	case ast.ColumnOptionPrimaryKey:
		p.keys = append(p.keys, Index{Clustered: true, Unique: true, Parts: self, MergeThreshold: p.threshold})
		c.Nullable = false
	case ast.ColumnOptionUniqKey:
		p.keys = append(p.keys, Index{Unique: true, Parts: self, MergeThreshold: p.threshold})
	case ast.ColumnOptionNotNull:
		c.Nullable = false
	case ast.ColumnOptionNull, ast.ColumnOptionComment, ast.ColumnOptionOnUpdate, ast.ColumnOptionCheck,
		ast.ColumnOptionColumnFormat, ast.ColumnOptionStorage:
	case ast.ColumnOptionAutoIncrement:
		c.AutoIncrement, c.Nullable = true, false
	case ast.ColumnOptionCollate:
		c.Collation = strings.ToLower(o.StrValue)
	case ast.ColumnOptionDefaultValue:
		return readDefault(o.Expr, c)
	case ast.ColumnOptionGenerated:
		return readGenerated(o, c)
	case ast.ColumnOptionReference:
		p.implied[len(p.keys)] = true
		p.keys = append(p.keys, Index{Parts: self, MergeThreshold: p.threshold})
	default:
		return fmt.Errorf("%s is not modelled", firstWord(restore(o)))
	}
	return nil
}

func readDefault(e ast.ExprNode, c *Column) error {
	sign := ""
	if u, ok := e.(*ast.UnaryOperationExpr); ok && (u.Op == opcode.Minus || u.Op == opcode.Plus) {
		if u.Op == opcode.Minus {
			sign = "-"
		}
		e = u.V
	}
	switch e := e.(type) {
	case *test_driver.ValueExpr:
		c.Default = Default{Kind: Literal, Text: sign + literal(e)}
		if e.GetValue() == nil {
			c.Default = Default{Kind: Null}
		}
		return nil
	case *ast.FuncCallExpr:
		if e.FnName.L == "current_timestamp" {
			c.Default = Default{Kind: Now}
			return nil
		}
	}
	c.Default = Default{Kind: Expression, Text: restore(e)}
	return nil
}

func literal(e *test_driver.ValueExpr) string {
	switch v := e.GetValue().(type) {
	case test_driver.BinaryLiteral:
		return string(v)
	case []byte:
		return string(v)
	default:
		return fmt.Sprint(v)
	}
}

func readGenerated(o *ast.ColumnOption, c *Column) error {
	if call, ok := o.Expr.(*ast.FuncCallExpr); ok && call.FnName.L == "crc32" && len(call.Args) == 1 {
		if arg, ok := call.Args[0].(*ast.ColumnNameExpr); ok {
			c.CRC32Of, c.Virtual = arg.Name.Name.O, !o.Stored
			return nil
		}
	}
	return fmt.Errorf("generated column %s is not modelled: only crc32(column) is", restore(o.Expr))
}

func (p *reader) indexes(s *ast.CreateTableStmt, t *Table) error {
	for _, k := range s.Constraints {
		if err := p.index(k, t); err != nil {
			return p.where.option(indexWord(k), err.Error())
		}
	}
	p.dropImplied()
	return nil
}

// dropImplied drops the index of a foreign key, RF-13, where another one begins with
// its columns; of two equal ones of foreign keys the later stays (foreign_key_prefix,
// sql/sql_table.cc).
func (p *reader) dropImplied() {
	all := p.keys
	p.keys = nil
	for i, x := range all {
		needed := true
		for j, other := range all {
			stays := !p.implied[j] || len(other.Parts) > len(x.Parts) || j > i
			needed = needed && (i == j || !p.implied[i] || !stays || !other.beginsWith(x))
		}
		if needed {
			p.keys = append(p.keys, x)
		}
	}
}

// beginsWith reports whether the columns of another index are the first of this.
func (x Index) beginsWith(other Index) bool {
	return len(x.Parts) >= len(other.Parts) && slices.EqualFunc(x.Parts[:len(other.Parts)], other.Parts,
		func(a, b Part) bool { return a.Column == b.Column && a.Prefix == b.Prefix })
}

// indexWord is the word by which the line of an index is found.
func indexWord(k *ast.Constraint) string {
	switch {
	case k.Name != "":
		return k.Name
	case len(k.Keys) > 0 && k.Keys[len(k.Keys)-1].Column != nil:
		return k.Keys[len(k.Keys)-1].Column.Name.O
	}
	return firstWord(restore(k))
}

func (p *reader) index(k *ast.Constraint, t *Table) error {
	x := Index{Name: k.Name, MergeThreshold: p.threshold}
	switch k.Tp {
	case ast.ConstraintPrimaryKey:
		x.Clustered, x.Unique = true, true
	case ast.ConstraintUniq, ast.ConstraintUniqKey, ast.ConstraintUniqIndex:
		x.Unique = true
	case ast.ConstraintKey, ast.ConstraintIndex:
	case ast.ConstraintCheck:
		return nil
	case ast.ConstraintForeignKey:
		p.implied[len(p.keys)] = true
	default:
		return fmt.Errorf("%s index is not modelled", strings.ToLower(firstWord(restore(k))))
	}
	if o := k.Option; o != nil {
		x.MergeThreshold = mergeThreshold(o.Comment, p.threshold)
		if o.KeyBlockSize > 0 {
			return errors.New("KEY_BLOCK_SIZE is not modelled")
		}
	}
	for _, part := range k.Keys {
		if part.Expr != nil {
			return fmt.Errorf("functional key part (%s) is not modelled", restore(part.Expr))
		}
		at := t.column(part.Column.Name.O)
		if at < 0 {
			return fmt.Errorf("index on column %s, which the table does not have", part.Column.Name.O)
		}
		x.Parts = append(x.Parts, Part{Column: at, Prefix: max(part.Length, 0), Desc: part.Desc})
	}
	p.keys = append(p.keys, x)
	return nil
}

// restore prints a part of the parser's tree as SQL.
func restore(n ast.Node) string {
	if n == nil {
		return ""
	}
	var b strings.Builder
	if err := n.Restore(format.NewRestoreCtx(format.RestoreKeyWordUppercase|format.RestoreStringSingleQuotes, &b)); err != nil {
		return "expression"
	}
	return b.String()
}

func firstWord(s string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(s), " ")
	return word
}
