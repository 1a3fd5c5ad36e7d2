package main

import (
	"fmt"
	"strings"

	"github.com/pagesim/pagesim/metric"
	"github.com/pagesim/pagesim/report"
	"github.com/spf13/cobra"
)

// judgeOptions say what is kept of a result for later, and what it must not be.
type judgeOptions struct {
	save       string
	failOn     []string
	conditions []metric.Condition
}

func (o *judgeOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.save, "save-baseline", "", "`file` for the results, which compare reads")
	f.StringArrayVar(&o.failOn, "fail-on", nil, "exit with 4 if `cond` holds, such as 'leaf_fill<60%'")
	complete(c, "fail-on", metricNames())
}

// judgeFlags are the flags that a scenario file leaves to the command line too.
var judgeFlags = []string{"save-baseline", "fail-on"}

// parse reads the conditions; those against a baseline need one.
func (o *judgeOptions) parse(hasBase bool, output string) error {
	if o.save != "" && o.save == output {
		return usagef("--save-baseline and --output: both are %s", o.save)
	}
	for _, text := range o.failOn {
		c, err := metric.ParseCondition(text)
		if err != nil {
			return usagef("--fail-on %w", err)
		}
		if c.Relative && !hasBase {
			return usagef("--fail-on %q: there is nothing to hold it against; save both and say pagesim compare base.json new.json", text)
		}
		o.conditions = append(o.conditions, c)
	}
	return nil
}

// openBaseline opens the file for the results; nothing is written without one.
func (o *judgeOptions) openBaseline() (output, error) {
	if o.save == "" {
		return output{commit: func() error { return nil }, discard: func() {}}, nil
	}
	if o.save == stdoutPath {
		return output{}, usagef("--save-baseline -: want a file; for standard output say --format json")
	}
	return openFor("--save-baseline", o.save, nil)
}

// writeBaseline writes the results into it.
func (o *judgeOptions) writeBaseline(out output, runs []report.Run) error {
	if o.save == "" {
		return nil
	}
	write, err := report.Find(report.Runs(), "json")
	if err != nil {
		return err
	}
	return write(out, runs...)
}

// conditionError says which conditions hold.
type conditionError struct{ held []string }

func (e conditionError) Error() string { return "--fail-on: " + strings.Join(e.held, "; ") }

// judge holds the conditions against all columns; relative ones against the first.
func (o *judgeOptions) judge(columns []report.Column) error {
	var held []string
	for _, c := range o.conditions {
		base := columns[0].Sample(c.Metric).Mean
		for i, column := range columns {
			if c.Relative && i == 0 {
				continue
			}
			if base, r := columns[0].Runs[0].Result, column.Runs[0].Result; c.Relative && !c.Metric.IsComparable(base, r) {
				return fmt.Errorf("--fail-on %s: %s of %s are not those of %s; want bytes, such as written_bytes", c, c.Metric.Name, r.EngineName(), base.EngineName())
			}
			value := column.Sample(c.Metric).Mean
			holds, err := c.Holds(value, base)
			if err != nil {
				return fmt.Errorf("--fail-on %w", err)
			}
			if holds {
				held = append(held, c.String()+" holds for "+column.Name+", "+report.Against(c, value, base))
			}
		}
	}
	if len(held) > 0 {
		return conditionError{held}
	}
	return nil
}

// judgeRuns holds the conditions against runs side by side.
func (o *judgeOptions) judgeRuns(runs []report.Run) error {
	if len(o.conditions) == 0 {
		return nil
	}
	var columns []report.Column
	for _, r := range runs {
		columns = append(columns, report.Column{Name: r.Result.EngineName(), Runs: []report.Run{r}})
	}
	return o.judge(columns)
}

func metricNames() []cobra.Completion {
	var all []cobra.Completion
	for _, m := range metric.All() {
		all = append(all, cobra.CompletionWithDesc(m.Name, m.Doc))
	}
	return all
}

// metricRows are the metrics; those that are estimates have a ~.
func metricRows() [][]string {
	rows := [][]string{{"metric", "unit", "", "meaning"}}
	for _, m := range metric.All() {
		estimate := ""
		if m.Estimate {
			estimate = "~"
		}
		rows = append(rows, []string{m.Name, string(m.Unit), estimate, m.Doc})
	}
	return rows
}
