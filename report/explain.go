package report

import (
	"fmt"
	"github.com/pagesim/pagesim"
	"io"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// Explanation is what the records of a table look like.
type Explanation struct {
	// Command is the words of the command line that gives the same explanation.
	Command []string `json:"-"`
	// Fed is as in Run.
	Fed []string `json:"-"`
	// Version is the version of the model.
	Version string `json:"version"`
	// DDL is the CREATE TABLE statement.
	DDL string `json:"ddl"`
	// Indexes has the clustered index first.
	Indexes []pagesim.IndexPlan `json:"indexes"`
}

// ExplanationWriter writes an explanation.
type ExplanationWriter func(w io.Writer, e Explanation) error

// Explanations returns the formats of an explanation in the order of help.
func Explanations() []Format[ExplanationWriter] {
	return []Format[ExplanationWriter]{
		{"text", "tables for people", writeExplanation},
		{"json", "the same numbers for programs", func(w io.Writer, e Explanation) error { return encodeJSON(w, e) }},
	}
}

func writeExplanation(w io.Writer, e Explanation) error {
	var b strings.Builder
	b.WriteString(head(e.Command, e.Version, "", e.DDL, e.Fed))
	for i, x := range e.Indexes {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(plan(x))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// plan explains an index.
func plan(x pagesim.IndexPlan) string {
	kind := "secondary index"
	if x.Clustered {
		kind = "clustered index"
	}
	return fmt.Sprintf("%s, %s\n", x.Name, kind) +
		indent(fieldTable(x)+"\n"+capacityTable(x.Pages)+"\n"+heightTable(x.Pages), "  ")
}

// fieldTable is the bytes of each field, leaf record and node pointer side by
// side.
func fieldTable(x pagesim.IndexPlan) string {
	rows := [][]string{{"bytes of", "leaf record", "node pointer"}}
	for _, name := range fieldNames(x.Leaf.Fields, x.Pointer.Fields) {
		rows = append(rows, []string{name, fieldBytes(x.Leaf.Fields, name), fieldBytes(x.Pointer.Fields, name)})
	}
	return grid(text.AlignLeft, append(rows, []string{"all", span(x.Leaf.Min, x.Leaf.Max), span(x.Pointer.Min, x.Pointer.Max)}))
}

// fieldNames are the fields that take bytes: those of the leaf in their order,
// then those that only node pointers have.
func fieldNames(lists ...[]pagesim.FieldPlan) []string {
	var names []string
	seen := map[string]bool{}
	for _, fields := range lists {
		for _, f := range fields {
			if f.Max > 0 && !seen[f.Name] {
				names = append(names, f.Name)
				seen[f.Name] = true
			}
		}
	}
	return names
}

// fieldBytes is the bytes of a field; nothing if there is none of that name.
func fieldBytes(fields []pagesim.FieldPlan, name string) string {
	for _, f := range fields {
		if f.Name == name {
			return span(f.Min, f.Max)
		}
	}
	return ""
}

// span is 100, or 10..400 as --payload has it.
func span(low, high int) string {
	if low == high {
		return count(int64(low))
	}
	return strconv.Itoa(low) + ".." + strconv.Itoa(high)
}

// capacityTable is the records of a page.
func capacityTable(p pagesim.PagePlan) string {
	row := func(label string, c pagesim.Capacity) []string {
		return []string{label, count(int64(c.Sequential)), count(int64(c.Full)), count(int64(c.Refilled))}
	}
	return grid(text.AlignLeft, [][]string{
		{"records a page", "left by ascending keys", "full", "refilled after a split"},
		row("leaf page", p.Leaf),
		row("node page (fan-out)", p.Node),
	})
}

// heightTable is the levels of the tree by rows.
func heightTable(p pagesim.PagePlan) string {
	rows := [][]string{{"levels at rows"}, {"ascending keys"}, {"random keys"}}
	for _, h := range p.Heights {
		for i, cell := range []string{count(h.Rows), strconv.Itoa(h.Sequential), strconv.Itoa(h.Random)} {
			rows[i] = append(rows[i], cell)
		}
	}
	return grid(text.AlignLeft, rows)
}
