package schema_test

import (
	"github.com/pagesim/pagesim"
	"testing"

	"github.com/pagesim/pagesim/schema"
)

// TestRecordsAPage is the table of section 3.3 of the specification.
func TestRecordsAPage(t *testing.T) {
	for _, r := range []struct{ size, sequential, full, refilled int }{
		{30, 499, 532, 517},
		{51, 295, 315, 306},
		{61, 247, 264, 256},
		{100, 151, 161, 157},
		{200, 75, 81, 79},
		{500, 30, 32, 32},
	} {
		sequential := schema.SequentialRecords(schema.PageBytes, r.size, true)
		full := schema.FullRecords(schema.PageBytes, r.size)
		refilled := schema.RefilledRecords(schema.PageBytes, r.size)
		if sequential != r.sequential || full != r.full || refilled != r.refilled {
			t.Errorf("R=%d: %d %d %d, want %d %d %d", r.size, sequential, full, refilled, r.sequential, r.full, r.refilled)
		}
		if n := schema.SequentialRecords(schema.PageBytes, r.size, false); n != full {
			t.Errorf("R=%d: %d on a sequential node page, want %d", r.size, n, full)
		}
	}
}

// TestHeight has the levels of reference vectors V1 and V1b of section 3.10 and of
// recordings/mysql-9.7/binary16-uuidv4-3m.json.
func TestHeight(t *testing.T) {
	for _, r := range []struct {
		rows       int64
		leaf, node float64
		want       int
	}{
		{1, 295, 637, 1},
		{295, 295, 637, 1},
		{296, 295, 637, 2},
		{100_000, 295, 637, 2},
		{1_000_000, 295, 637, 3},
		{100_000, 247, 342, 3},
		{3_000_000, 0.69 * 471, 0.69 * 637, 3},
	} {
		if got := schema.Height(r.rows, r.leaf, r.node); got != r.want {
			t.Errorf("%d rows, %v a leaf, %v a node: %d, want %d", r.rows, r.leaf, r.node, got, r.want)
		}
	}
}

func TestExplain(t *testing.T) {
	e := encoder(t, "create table t(id varchar(36) not null primary key, data varchar(255))",
		schema.Input{Keys: []schema.Key{{Column: "id", Format: hex36}}, Payload: map[string]schema.Length{"data": {Min: 4, Max: 200}}})
	p := e.Explain()[0]
	want := []pagesim.FieldPlan{
		{Name: "record header", Min: 5, Max: 5}, {Name: "null bitmap", Min: 1, Max: 1},
		{Name: "length of id", Min: 1, Max: 1}, {Name: "id", Min: 36, Max: 36},
		{Name: "DB_TRX_ID", Min: 6, Max: 6}, {Name: "DB_ROLL_PTR", Min: 7, Max: 7},
		{Name: "length of data", Min: 1, Max: 2}, {Name: "data", Min: 4, Max: 200},
	}
	if len(p.Leaf.Fields) != len(want) || p.Leaf.Min != 61 || p.Leaf.Max != 258 || p.Pointer.Min != 47 {
		t.Fatalf("%+v", p)
	}
	for i, f := range p.Leaf.Fields {
		if f != want[i] {
			t.Errorf("%+v, want %+v", f, want[i])
		}
	}
	if n := len(p.Pages.Heights); n != 4 || p.Pages.Node.Sequential != 342 {
		t.Errorf("%+v", p.Pages)
	}
}
