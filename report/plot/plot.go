// Package plot makes pictures of results. What is drawn is a [Chart]: numbers with
// their axes, taken from results and from nothing else; how it is drawn is the same for
// all charts.
//
// # Adding a plot
//
// Write a function that turns results into charts and add its row to the table of
// [Kinds]. The flag, its completion, help and `pagesim list plots` read the table.
package plot

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pagesim/pagesim"
)

// Source is a result and what people call it, such as the name of its file.
type Source struct {
	Name   string
	Result pagesim.Result
}

// Kind is a row of the table of plots.
type Kind struct {
	Name string
	// Doc is one line.
	Doc string
	// needs is what a result must have, and the flags that give it.
	needs, flags string
	has          func(r pagesim.Result) bool
	// charts makes them; of the sources each has what is needed.
	charts func(of []source) []Chart
}

// source is a result with its label and its place in the picture.
type source struct {
	pagesim.Result
	label string
	place int
	// alone says that there are no others.
	alone bool
}

// kinds is all of them, in the order in which they are drawn.
var kinds = []Kind{
	{
		"fill", "leaf pages by how full they are",
		"leaf_fill_histogram", "run this version of pagesim", hasHistogram, fillCharts,
	},
	{
		"waves", "splits per 1,000 rows, and the mean leaf fill, over rows",
		"samples", "run with --sample 100k", hasSamples, waveCharts,
	},
	{
		"io", "reads and writes per row, over rows: pages, or bytes beside a fractal tree",
		"samples", "run with --sample 100k", hasSamples, ioCharts,
	},
	{
		"rate", "rows per second over virtual time",
		"rates", "run without --policy", hasMoments, rateCharts,
	},
	{
		"pool-curve", "pages read and written per row in LRU pools of all sizes",
		"pool curve", "run with --pool-curve", hasCurve, poolCharts,
	},
	{
		"key-order", "leaf pages in key order, coloured by how full they are",
		"leaf pages", "run with --pages", hasLeaves, keyOrderCharts,
	},
	{
		"file-order", "the same in the order in which they lie in the file",
		"leaf pages", "run with --pages", hasLeaves, fileOrderCharts,
	},
}

// Kinds returns the table of plots.
func Kinds() []Kind { return slices.Clone(kinds) }

// Picture is charts of the same results.
type Picture struct {
	// Labels are what the results are called, by their place.
	Labels []string `json:"labels"`
	Charts []Chart  `json:"charts"`
}

// New makes the charts of the named kinds, or without names of all for which there is
// data. Its errors say which flag of run gives what is missing.
func New(sources []Source, names ...string) (Picture, error) {
	chosen, err := choose(names)
	if err != nil {
		return Picture{}, err
	}
	labels := Labels(sources)
	p := Picture{Labels: labels}
	for _, k := range chosen {
		charts := k.of(sources, labels)
		if len(charts) == 0 && len(names) > 0 {
			return Picture{}, fmt.Errorf("plot %s: no %s", k.Name, k.Needs())
		}
		p.Charts = append(p.Charts, charts...)
	}
	if len(p.Charts) == 0 {
		return Picture{}, errors.New("nothing to plot: run with --sample 100k, --pages or --pool-curve")
	}
	return p, nil
}

// Needs says what the plot needs of a result, and of run.
func (k Kind) Needs() string { return k.needs + ": " + k.flags }

// Draws reports whether one of the results has data for the plot.
func (k Kind) Draws(sources []Source) bool {
	return slices.ContainsFunc(sources, func(s Source) bool { return k.has(s.Result) })
}

// Check reports a name that no kind has.
func Check(names ...string) error {
	_, err := choose(names)
	return err
}

// choose finds the kinds of the names, all without names.
func choose(names []string) ([]Kind, error) {
	if len(names) == 0 {
		return kinds, nil
	}
	var chosen []Kind
	for _, name := range names {
		i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("unknown plot %q; allowed: %s", name, strings.Join(Names(), ", "))
		}
		chosen = append(chosen, kinds[i])
	}
	return chosen, nil
}

// Names are the names of the kinds.
func Names() []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.Name
	}
	return names
}

// of makes the charts of one kind, and notes on them which results have no data.
func (k Kind) of(sources []Source, labels []string) []Chart {
	var with []source
	var without []string
	for i, s := range sources {
		if k.has(s.Result) {
			with = append(with, source{s.Result, labels[i], i, len(sources) == 1})
		} else {
			without = append(without, labels[i])
		}
	}
	if len(with) == 0 {
		return nil
	}
	charts := k.charts(with)
	for i := range charts {
		charts[i].Kind = k.Name
		if len(without) > 0 && charts[i].Cells == nil {
			charts[i].Note = "no " + k.needs + ": " + strings.Join(without, "; ")
		}
	}
	return charts
}
