package schema

// FieldPlan is a piece of a record and its length in bytes.
type FieldPlan struct {
	Name string
	// Min and Max differ if the length differs from row to row.
	Min, Max int
}

// RecordPlan is a record, piece by piece, and its length in bytes.
type RecordPlan struct {
	Fields   []FieldPlan
	Min, Max int
}

// PagePlan is how many records a page of 16 KiB has, and how high the tree gets.
type PagePlan struct {
	// Leaf is for leaf pages, Node for the pages above, whose records are the
	// children of the page (its fan-out).
	Leaf, Node Capacity
	Heights    []HeightPlan
}

// Capacity is the number of records a page.
type Capacity struct {
	// Sequential is what an ascending run leaves on each page.
	Sequential int
	// Full is what fits a new page, Refilled what fits the left half of a page
	// that was split.
	Full, Refilled int
}

// HeightPlan is the number of levels of the tree after inserting so many rows in
// ascending order, and in random order (pages filled to ln 2).
type HeightPlan struct {
	Rows               int64
	Sequential, Random int
}

// IndexPlan is an index, explained.
type IndexPlan struct {
	Name          string
	Clustered     bool
	Leaf, Pointer RecordPlan
	// Pages is for records halfway between their least and their greatest size.
	Pages PagePlan
}

// Explain describes each index, the clustered one first, over all phases.
func (e *Encoder) Explain() []IndexPlan {
	plans := make([]IndexPlan, len(e.indexes))
	for i, x := range e.indexes {
		p := IndexPlan{Name: x.shape.Name, Clustered: x.shape.Clustered}
		p.Leaf, p.Pointer = e.explain(x.leaf), e.explain(x.pointer)
		p.Pages = pagePlan((p.Leaf.Min+p.Leaf.Max)/2, (p.Pointer.Min+p.Pointer.Max)/2, p.Clustered)
		plans[i] = p
	}
	return plans
}

func (e *Encoder) explain(r record) RecordPlan {
	p := RecordPlan{Fields: []FieldPlan{
		{"record header", headerBytes, headerBytes},
		{"null bitmap", r.bitmapBytes(), r.bitmapBytes()},
	}}
	for _, f := range r.fields {
		data, length := e.fieldSpans(f)
		if length.max > 0 {
			p.Fields = append(p.Fields, FieldPlan{"length of " + f.name, length.min, length.max})
		}
		p.Fields = append(p.Fields, FieldPlan{f.name, data.min, data.max})
	}
	for _, f := range p.Fields {
		p.Min += f.Min
		p.Max += f.Max
	}
	return p
}

// fieldSpans is fieldSpan over all phases.
func (e *Encoder) fieldSpans(f field) (data, length span) {
	data, length = e.table.fieldSpan(f, e.phases[0].sources)
	for _, ph := range e.phases[1:] {
		d, l := e.table.fieldSpan(f, ph.sources)
		data, length = data.union(d), length.union(l)
	}
	return data, length
}

func pagePlan(leaf, pointer int, clustered bool) PagePlan {
	p := PagePlan{Leaf: capacity(leaf, clustered), Node: capacity(pointer, false)}
	random := func(c Capacity) float64 { return RandomFill * float64(c.Full) }
	for _, rows := range []int64{1e6, 1e7, 1e8, 1e9} {
		p.Heights = append(p.Heights, HeightPlan{
			Rows:       rows,
			Sequential: Height(rows, float64(p.Leaf.Sequential), float64(p.Node.Sequential)),
			Random:     Height(rows, random(p.Leaf), random(p.Node)),
		})
	}
	return p
}

func capacity(size int, clusteredLeaf bool) Capacity {
	return Capacity{
		Sequential: SequentialRecords(PageBytes, size, clusteredLeaf),
		Full:       FullRecords(PageBytes, size),
		Refilled:   RefilledRecords(PageBytes, size),
	}
}
