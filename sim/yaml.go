package sim

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// value is a piece of a scenario: a text, a list, or fields in order. Numbers are
// texts too, since people write 500k.
type value struct {
	// line is where it stands, 0 if it is from no file.
	line   int
	shape  shape
	text   string
	items  []value
	fields []field
}

type field struct {
	name string
	value
}

// shape is what a value consists of.
type shape string

const (
	scalar  shape = "a text"
	list    shape = "a list"
	mapping shape = "fields such as name: value"
)

// textValue is a value of a text.
func textValue(text string) value { return value{shape: scalar, text: text} }

// errorf is an error with its line.
func (v value) errorf(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if v.line == 0 {
		return err
	}
	return fmt.Errorf("line %d: %w", v.line, err)
}

// want is an error unless the value has a shape.
func (v value) want(s shape) error {
	if v.shape == s {
		return nil
	}
	return v.errorf("want %s, not %s", s, v.shape)
}

// find returns the field of a name.
func (v value) find(name string) (value, bool) {
	for _, f := range v.fields {
		if f.name == name {
			return f.value, true
		}
	}
	return value{}, false
}

// parseYAML reads a YAML document.
func parseYAML(text []byte) (value, error) {
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return value{}, syntaxError(err)
	}
	if len(file.Docs) != 1 {
		return value{}, fmt.Errorf("%d YAML documents: want one", len(file.Docs))
	}
	if file.Docs[0].Body == nil {
		return value{}, errors.New("line 1: there is nothing in it")
	}
	return valueOf(file.Docs[0].Body)
}

// syntaxError is the parser's error on one line.
func syntaxError(err error) error {
	var at interface {
		GetMessage() string
		GetToken() *token.Token
	}
	if errors.As(err, &at) && at.GetToken() != nil {
		return fmt.Errorf("line %d: %s", at.GetToken().Position.Line, at.GetMessage())
	}
	return err
}

// valueOf takes a syntax tree for what people mean by it.
func valueOf(n ast.Node) (value, error) {
	v := value{line: n.GetToken().Position.Line, shape: scalar}
	switch n := n.(type) {
	case *ast.MappingNode:
		return v.withFields(n.Values)
	case *ast.MappingValueNode:
		return v.withFields([]*ast.MappingValueNode{n})
	case *ast.SequenceNode:
		v.shape = list
		for _, item := range n.Values {
			x, err := valueOf(item)
			if err != nil {
				return v, err
			}
			v.items = append(v.items, x)
		}
	case *ast.LiteralNode:
		v.text = n.Value.Value
	case *ast.StringNode:
		v.text = n.Value
	case *ast.NullNode:
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode, *ast.DirectiveNode:
		return v, v.errorf("%s: anchors, aliases and tags are not read", n.GetToken().Value)
	default:
		v.text = n.GetToken().Value
	}
	return v, nil
}

// withFields adds the fields of a mapping.
func (v value) withFields(pairs []*ast.MappingValueNode) (value, error) {
	v.shape = mapping
	for _, pair := range pairs {
		key := pair.Key.GetToken()
		if _, isComplex := pair.Key.(*ast.MappingKeyNode); isComplex {
			return v, v.errorf("%q: want name: value", key.Value)
		}
		x, err := valueOf(pair.Value)
		if err != nil {
			return v, err
		}
		x.line = key.Position.Line
		v.fields = append(v.fields, field{key.Value, x})
	}
	return v, nil
}

// yamlColumns is the width that a value on one line may have.
const yamlColumns = 88

// appendYAML writes a value behind what b has of its line: all on this line if it
// fits, or else below it.
func appendYAML(b *strings.Builder, v value, indent string) {
	column := b.Len() - (strings.LastIndexByte(b.String(), '\n') + 1)
	flow := flowYAML(v)
	if v.shape == scalar || len(v.items)+len(v.fields) == 0 || column+len(flow) <= yamlColumns {
		b.WriteString(" " + flow + "\n")
		return
	}
	b.WriteString("\n")
	for _, f := range v.fields {
		b.WriteString(indent + quotedYAML(f.name) + ":")
		appendYAML(b, f.value, indent+"  ")
	}
}

// flowYAML is a value on one line.
func flowYAML(v value) string {
	if v.shape == scalar {
		return quotedYAML(v.text)
	}
	var pairs []string
	for _, f := range v.fields {
		pairs = append(pairs, quotedYAML(f.name)+": "+flowYAML(f.value))
	}
	return "{" + strings.Join(pairs, ", ") + "}"
}

// bareYAML is what needs no quotes anywhere, and is no text to other readers of
// YAML only where it is a number.
var (
	bareYAML     = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9_./:=+-]*[A-Za-z0-9_./=+-])?$`)
	specialWords = regexp.MustCompile(`(?i)^(true|false|yes|no|on|off|null|y|n|\.nan|\.inf)$`)
)

func quotedYAML(text string) string {
	if bareYAML.MatchString(text) && !specialWords.MatchString(text) {
		return text
	}
	return strconv.Quote(text)
}
