package report

import (
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/pagesim/pagesim/internal/units"
	"github.com/pagesim/pagesim/metric"
)

// sampleText is a metric for people: its mean, and ± its standard deviation if
// there are several runs.
func sampleText(m metric.Metric, s metric.Sample) string {
	if math.IsNaN(s.Mean) {
		return "n/a"
	}
	text := valueText(m, s.Mean)
	if s.N > 1 {
		text += " ± " + valueText(m, s.SD)
	}
	if m.Estimate {
		text = approximate(text)
	}
	return text
}

// valueText is a value in its unit.
func valueText(m metric.Metric, f float64) string {
	switch m.Unit {
	case metric.Bytes:
		return units.Bytes(int64(math.Round(f)))
	case metric.Factor:
		return units.Percent(f)
	case metric.EachInsert:
		return decimals(f)
	case metric.Seconds:
		return duration(f)
	case metric.Rate:
		return rate(f)
	}
	if f != math.Trunc(f) && f < 1000 {
		return strconv.FormatFloat(f, 'f', 1, 64)
	}
	return count(int64(math.Round(f)))
}

// comparedMetric is a metric of a column in JSON.
type comparedMetric struct {
	Unit metric.Unit `json:"unit"`
	// Mean and SD are absent if there is no such figure.
	Mean *float64 `json:"mean,omitempty"`
	SD   *float64 `json:"sd,omitempty"`
	// Ratio is to the first column, P that of Welch's t-test.
	Ratio    *float64 `json:"ratio,omitempty"`
	P        *float64 `json:"p,omitempty"`
	IsNoise  bool     `json:"within_noise"`
	Estimate bool     `json:"estimate"`
}

// comparedColumn is a column in JSON.
type comparedColumn struct {
	Name     string                    `json:"name"`
	Engine   string                    `json:"engine"`
	Encoding string                    `json:"encoding,omitempty"`
	DDL      string                    `json:"ddl"`
	Config   any                       `json:"config"`
	Runs     int                       `json:"runs"`
	Metrics  map[string]comparedMetric `json:"metrics"`
}

// compared is a metric of a column beside that of the first.
func compared(m metric.Metric, s, base metric.Sample) comparedMetric {
	x := comparedMetric{
		Unit: m.Unit, Mean: number(s.Mean), Ratio: number(s.Ratio(base)), P: number(s.P(base)), IsNoise: s.IsNoise(base), Estimate: m.Estimate,
	}
	if s.N > 1 {
		x.SD = number(s.SD)
	}
	return x
}

// baseOf is the first column's sample of a metric; one without a figure if a column
// cannot be held against it.
func (c Comparison) baseOf(m metric.Metric, column Column) metric.Sample {
	if !c.isComparable(m, column) {
		return metric.Sample{Mean: math.NaN()}
	}
	return c.Columns[0].Sample(m)
}

// number is a figure that JSON can have; nil is none.
func number(f float64) *float64 {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil
	}
	return &f
}

func compareJSON(w io.Writer, c Comparison) error {
	var columns []comparedColumn
	for _, column := range c.Columns {
		r := column.first()
		x := comparedColumn{
			Name: column.Name, Engine: r.EngineName(), Encoding: column.Encoding, DDL: r.DDL, Config: r.Config,
			Runs: len(column.Runs), Metrics: map[string]comparedMetric{},
		}
		for _, m := range metric.All() {
			x.Metrics[m.Name] = compared(m, column.Sample(m), c.baseOf(m, column))
		}
		columns = append(columns, x)
	}
	return encodeJSON(w, struct {
		Version string           `json:"version"`
		Command string           `json:"command"`
		Columns []comparedColumn `json:"columns"`
		Verdict []string         `json:"verdict"`
	}{c.Columns[0].first().Version, CommandLine(c.Command), columns, c.Verdict()})
}

// compareRow is a metric of a column.
type compareRow struct {
	column  Column
	metric  metric.Metric
	s, base metric.Sample
}

// compareFields are the columns of a CSV file with a row a column and metric. New
// ones go to the end.
var compareFields = []field[compareRow]{
	{"column", func(r compareRow) string { return r.column.Name }},
	{"engine", func(r compareRow) string { return r.column.first().EngineName() }},
	{"metric", func(r compareRow) string { return r.metric.Name }},
	{"unit", func(r compareRow) string { return string(r.metric.Unit) }},
	{"runs", func(r compareRow) string { return strconv.Itoa(r.s.N) }},
	{"mean", func(r compareRow) string { return figure(r.s.Mean) }},
	{"sd", func(r compareRow) string { return figure(r.s.SD) }},
	{"ratio", func(r compareRow) string { return figure(r.s.Ratio(r.base)) }},
	{"p", func(r compareRow) string { return figure(r.s.P(r.base)) }},
	{"within_noise", func(r compareRow) string { return strconv.FormatBool(r.s.IsNoise(r.base)) }},
}

// figure prints all digits, nothing for what does not exist.
func figure(f float64) string {
	if number(f) == nil {
		return ""
	}
	return factor(f)
}

func compareCSV(w io.Writer, c Comparison) error {
	var rows []compareRow
	for _, column := range c.Columns {
		for _, m := range metric.All() {
			rows = append(rows, compareRow{column, m, column.Sample(m), c.baseOf(m, column)})
		}
	}
	return encodeCSV(w, compareFields, rows)
}

func compareMarkdown(w io.Writer, c Comparison) error {
	t := table.NewWriter()
	head := table.Row{""}
	for _, column := range c.Columns {
		head = append(head, column.Name)
	}
	t.AppendHeader(head)
	if len(c.engines()) > 1 {
		row := table.Row{"engine"}
		for _, column := range c.Columns {
			row = append(row, column.first().EngineName())
		}
		t.AppendRow(row)
	}
	for _, m := range c.metrics() {
		row := table.Row{m.Name}
		for _, text := range c.cells(m) {
			value, ratio, hasRatio := strings.Cut(text, "\t")
			if hasRatio && ratio != "" {
				value += ", " + ratio
			}
			row = append(row, value)
		}
		t.AppendRow(row)
	}
	b := "`" + CommandLine(c.Command) + "`\n\n" + t.RenderMarkdown() + "\n\n"
	if notes := c.notes(); notes != "" {
		b += notes + "\n"
	}
	for _, sentence := range c.Verdict() {
		b += "- " + hang(sentence, "  ")
	}
	_, err := io.WriteString(w, b)
	return err
}

// Against is the value that a condition was held against, and what it is of its base
// if the condition is relative.
func Against(c metric.Condition, value, base float64) string {
	text := valueText(c.Metric, value)
	if c.Relative {
		text += " against " + valueText(c.Metric, base)
	}
	return text
}
