package schema_test

import (
	"fmt"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/schema"
)

func ExampleParse() {
	_, err := schema.Parse("create table t(\n  id int primary key,\n  place point)")
	fmt.Println(err)
	// Output: line 3: spatial type or index "point" is not modelled
}

func ExampleTable_Encoder() {
	table, err := schema.Parse("create table t(id int primary key, name varchar(50), key (name))")
	if err != nil {
		fmt.Println(err)
		return
	}
	e, err := table.Encoder(schema.Input{
		Keys: []schema.Key{
			{Column: "id", Format: pagesim.Format{Kind: pagesim.Int, Bytes: 8, Fixed: true}},
			{Column: "name", Format: pagesim.Format{Kind: pagesim.Text, Bytes: 8}},
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	recs := make([]pagesim.Record, len(e.Shapes()))
	if err := e.Encode([][]byte{{7: 1}, []byte("Ada")}, recs); err != nil {
		fmt.Println(err)
		return
	}
	for i, s := range e.Shapes() {
		fmt.Printf("%s: leaf %d, node pointer %d, key %x\n", s.Name, recs[i].LeafBytes, recs[i].PointerBytes, recs[i].Key)
	}
	// Output:
	// PRIMARY: leaf 27, node pointer 14, key 8000000100000000
	// name: leaf 14, node pointer 18, key 31343100000000008000000100000000
}

func ExampleRefilledRecords() {
	fmt.Println(schema.FullRecords(schema.PageBytes, 51), schema.RefilledRecords(schema.PageBytes, 51))
	// Output: 315 306
}
