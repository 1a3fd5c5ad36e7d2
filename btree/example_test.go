package btree_test

import (
	"encoding/binary"
	"fmt"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/btree"
)

func Example() {
	// A bigint primary key and 100 more bytes: 127 a record.
	tree := btree.New(pagesim.IndexShape{
		Name: "PRIMARY", Clustered: true, KeyBytes: 8, LeafBytes: 127, PointerBytes: 17, MergeThreshold: 50,
	}, btree.Options{})
	for i := range uint64(1000) {
		err := tree.Insert(pagesim.Record{
			Key: binary.BigEndian.AppendUint64(nil, i), LeafBytes: 127, PointerBytes: 17, UniqueBytes: 8,
		})
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	for p := range tree.Pages(0) {
		fmt.Print(p.Records(), " ")
	}
	fmt.Println("records a page,", tree.Stats().PageSplits, "splits")
	// Output: 59 119 119 119 119 119 119 119 108 records a page, 8 splits
}
