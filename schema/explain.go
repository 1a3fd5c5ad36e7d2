package schema

import "github.com/pagesim/pagesim"

// Explain describes each index, the clustered one first, over all phases.
func (e *Encoder) Explain() []pagesim.IndexPlan {
	plans := make([]pagesim.IndexPlan, len(e.indexes))
	for i, x := range e.indexes {
		p := pagesim.IndexPlan{Name: x.shape.Name, Clustered: x.shape.Clustered}
		p.Leaf, p.Pointer = e.explain(x.leaf), e.explain(x.pointer)
		p.Pages = pagePlan((p.Leaf.Min+p.Leaf.Max)/2, (p.Pointer.Min+p.Pointer.Max)/2, p.Clustered)
		plans[i] = p
	}
	return plans
}

func (e *Encoder) explain(r record) pagesim.RecordPlan {
	p := pagesim.RecordPlan{Fields: []pagesim.FieldPlan{
		{Name: "record header", Min: headerBytes, Max: headerBytes},
		{Name: "null bitmap", Min: r.bitmapBytes(), Max: r.bitmapBytes()},
	}}
	for _, f := range r.fields {
		data, length := e.fieldSpans(f)
		if length.max > 0 {
			p.Fields = append(p.Fields, pagesim.FieldPlan{Name: "length of " + f.name, Min: length.min, Max: length.max})
		}
		p.Fields = append(p.Fields, pagesim.FieldPlan{Name: f.name, Min: data.min, Max: data.max})
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

func pagePlan(leaf, pointer int, clustered bool) pagesim.PagePlan {
	p := pagesim.PagePlan{Leaf: capacity(leaf, clustered), Node: capacity(pointer, false)}
	random := func(c pagesim.Capacity) float64 { return RandomFill * float64(c.Full) }
	for _, rows := range []int64{1e6, 1e7, 1e8, 1e9} {
		p.Heights = append(p.Heights, pagesim.HeightPlan{
			Rows:       rows,
			Sequential: Height(rows, float64(p.Leaf.Sequential), float64(p.Node.Sequential)),
			Random:     Height(rows, random(p.Leaf), random(p.Node)),
		})
	}
	return p
}

func capacity(size int, clusteredLeaf bool) pagesim.Capacity {
	return pagesim.Capacity{
		Sequential: SequentialRecords(PageBytes, size, clusteredLeaf),
		Full:       FullRecords(PageBytes, size),
		Refilled:   RefilledRecords(PageBytes, size),
	}
}
