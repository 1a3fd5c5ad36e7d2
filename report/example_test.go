package report_test

import (
	"context"
	"fmt"
	"github.com/pagesim/pagesim"
	"os"

	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/report"
	"github.com/pagesim/pagesim/sim"
)

// A run of one's own, printed as `pagesim run --format csv` prints it.
func ExampleFind() {
	keys, err := keygen.Parse("autoinc")
	if err != nil {
		fmt.Println(err)
		return
	}
	config := sim.Config{Policy: sim.PolicyLRU, SampleRows: 500, Phases: []sim.Phase{{
		Rows: 1000, Keys: []sim.Stream{{Column: "id", Keys: keys, Seed: 1}},
	}}}
	result, err := sim.Run(context.Background(), config, sim.Env{})
	if err != nil {
		fmt.Println(err)
		return
	}
	write, err := report.Find(report.Runs(), "csv")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := write(os.Stdout, report.Run{Result: result}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// rows,index_page_splits,leaf_pages,leaf_fill_mean,reads,written,bytes_read,bytes_written,seconds,Innodb_pages_read,Innodb_pages_written,Innodb_buffer_pool_pages_dirty,Innodb_buffer_pool_pages_free,Innodb_checkpoint_age
	// 500,0,1,0.79345703125,0,0,0,0,0,0,0,1,8191,0
	// 1000,2,3,0.5289713541666666,0,0,0,0,0,0,0,4,8188,0
}

func ExampleRuns() {
	for _, f := range report.Runs() {
		fmt.Printf("%-4s  %s\n", f.Name, f.Doc)
	}
	// Output:
	// text  one screen for people, with the command line that repeats it
	// json  the whole result, the configuration first
	// csv   a row an index; with --sample a row a sample
	// html  one page for a browser, with plots; it loads nothing
}

func ExampleCommandLine() {
	fmt.Println(report.CommandLine([]string{"pagesim", "run", "--ddl", "my table.sql"}))
	// Output: pagesim run --ddl 'my table.sql'
}

func ExampleValidations() {
	start, err := report.Find(report.Validations(), "text")
	if err != nil {
		fmt.Println(err)
		return
	}
	v := start(os.Stdout, false)
	err = v.Add(pagesim.Validation{Name: "uuids", Status: pagesim.Exact, Pages: 9_394, Figures: []pagesim.Figure{
		{Name: "PRIMARY level 0 pages", Recorded: 9394, Predicted: 9394, Bar: "exact", OK: true},
	}})
	if err == nil {
		err = v.End()
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// exact         uuids  (9,394 pages)
	// 1 of 1 exact
}
