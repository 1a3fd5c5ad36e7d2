package plot_test

import (
	"fmt"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/report/plot"
)

// A picture is numbers before it is drawn.
func ExampleNew() {
	r := pagesim.Result{Rows: 300, Indexes: []pagesim.IndexResult{{Name: "PRIMARY"}}, Samples: []pagesim.Sample{
		{Rows: 100, Reads: 10}, {Rows: 200, Reads: 60}, {Rows: 300, Reads: 160},
	}}
	p, err := plot.New([]plot.Source{{Name: "a.json", Result: r}}, "io")
	if err != nil {
		fmt.Println(err)
		return
	}
	reads := p.Charts[0]
	fmt.Println(reads.Title, "in", reads.Y.Label, "over", reads.X.Label)
	fmt.Println(reads.Lines[0].X, reads.Lines[0].Y)
	_, err = plot.New([]plot.Source{{Result: r}}, "pool-curve")
	fmt.Println(err)
	// Output:
	// Reads in pages read per row over rows
	// [100 200 300] [0.1 0.5 1]
	// plot pool-curve: no pool curve: run with --pool-curve
}
