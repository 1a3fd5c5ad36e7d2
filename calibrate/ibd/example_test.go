package ibd_test

import (
	"fmt"
	"os"

	"github.com/pagesim/pagesim/calibrate/ibd"
)

func ExampleRead() {
	f, err := os.Open("../../testdata/inspect/orders.ibd")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		fmt.Println(err)
		return
	}
	table, err := ibd.Read(f, info.Size())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, x := range table.Indexes {
		fmt.Print(x.Name, ":")
		for _, p := range x.Levels[0].Pages {
			fmt.Print(" ", p.Records)
		}
		fmt.Println()
	}
	// Output:
	// PRIMARY: 78 84 66 61 82 72 77 80
	// customer: 299 301
}
