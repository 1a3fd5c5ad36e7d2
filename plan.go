package pagesim

// FieldPlan is a piece of a record and its length in bytes.
type FieldPlan struct {
	Name string `json:"name"`
	// Min and Max differ if the length differs from row to row.
	Min int `json:"min_bytes"`
	Max int `json:"max_bytes"`
}

// RecordPlan is a record, piece by piece, and its length in bytes.
type RecordPlan struct {
	Fields []FieldPlan `json:"fields"`
	Min    int         `json:"min_bytes"`
	Max    int         `json:"max_bytes"`
}

// PagePlan is how many records a page of 16 KiB has, and how high the tree gets.
type PagePlan struct {
	// Leaf is for leaf pages, Node for the pages above, whose records are the
	// children of the page (its fan-out).
	Leaf    Capacity     `json:"leaf"`
	Node    Capacity     `json:"node"`
	Heights []HeightPlan `json:"heights"`
}

// Capacity is the number of records a page.
type Capacity struct {
	// Sequential is what an ascending run leaves on each page.
	Sequential int `json:"sequential"`
	// Full is what fits a new page, Refilled what fits the left half of a page
	// that was split.
	Full     int `json:"full"`
	Refilled int `json:"refilled"`
}

// HeightPlan is the number of levels of the tree after inserting so many rows in
// ascending order, and in random order (pages filled to ln 2).
type HeightPlan struct {
	Rows       int64 `json:"rows"`
	Sequential int   `json:"sequential"`
	Random     int   `json:"random"`
}

// IndexPlan is an index, explained.
type IndexPlan struct {
	Name      string     `json:"name"`
	Clustered bool       `json:"clustered"`
	Leaf      RecordPlan `json:"leaf"`
	Pointer   RecordPlan `json:"node_pointer"`
	// Pages is for records halfway between their least and their greatest size.
	Pages PagePlan `json:"records_a_page"`
}
