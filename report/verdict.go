package report

import (
	"fmt"
	"strings"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/internal/units"
	"github.com/pagesim/pagesim/metric"
)

// facts are what the verdict on a column is derived from.
type facts struct {
	column Column
	// name and base are what the column and the first one are called.
	name, base string
	isBase     bool
	// isAlone says that the columns differ in more than keys, so that costs are not
	// those of the keys.
	isAlone bool
	// splits are those of the index that the keys feed, right, left and middle
	// shares of them.
	splits              int64
	right, left, middle float64
	fill, p10           float64
	rowsPerPage         float64
	isFractal           bool
	// beside is InnoDB's column of the same keys beside a fractal tree's.
	beside *Column
	first  Column
}

// factsOf gathers them.
func (c Comparison) factsOf(column Column) facts {
	r := column.first()
	f := facts{
		column: column, first: c.Columns[0], name: c.nameOf(column), base: c.nameOf(c.Columns[0]),
		isFractal: r.EngineName() != "innodb",
	}
	f.isBase = f.first.Name == column.Name && f.first.first().EngineName() == r.EngineName()
	n := float64(len(column.Runs))
	var cuts pagesim.Splits
	for _, run := range column.Runs {
		x := indexNamed(run.Result, column.Index)
		cuts.Right += x.Splits.Right
		cuts.Left += x.Splits.Left
		cuts.Middle += x.Splits.Middle
		f.fill += x.Fill.Mean / n
		f.p10 += x.Fill.P10 / n
		f.rowsPerPage += x.RowsPerPage / n
	}
	f.splits = cuts.Right + cuts.Left + cuts.Middle
	if f.splits > 0 {
		f.right, f.left, f.middle = share(cuts.Right, f.splits), share(cuts.Left, f.splits), share(cuts.Middle, f.splits)
	}
	for i, other := range c.Columns {
		if f.isFractal && other.Name == column.Name && other.first().EngineName() == "innodb" {
			f.beside = &c.Columns[i]
		}
	}
	return f
}

func share(n, of int64) float64 { return float64(n) / float64(of) }

// nameOf is the stream in words, or the name of a column where another one has the
// same words.
func (c Comparison) nameOf(column Column) string {
	name := column.Description
	for _, other := range c.Columns {
		if other.Name != column.Name && other.Description == column.Description {
			name = ""
		}
	}
	if name == "" {
		name = column.Name
	}
	if len(c.engines()) > 1 && column.first().EngineName() != "innodb" {
		name += " in the fractal tree"
	}
	return name
}

// indexNamed is the index of a name, or the clustered one.
func indexNamed(r pagesim.Result, name string) pagesim.IndexResult {
	for _, x := range r.Indexes {
		if x.Name == name {
			return x
		}
	}
	return r.Indexes[0]
}

// since is the reason for what splits show, if the stream has one.
func (f facts) since() string {
	if f.column.Disorder == "" {
		return ""
	}
	return ", since " + f.column.Disorder
}

// times is a metric as a multiple of the first column's; 1 within noise.
func (f facts) times(name string) float64 {
	m := mustFind(name)
	s, base := f.column.Sample(m), f.first.Sample(m)
	if s.IsNoise(base) || s.Mean == base.Mean {
		return 1
	}
	return s.Ratio(base)
}

// text is a metric as the table has it.
func (f facts) text(name string) string {
	m := mustFind(name)
	return sampleText(m, metric.Sample{N: 1, Mean: f.column.Sample(m).Mean})
}

// value is the mean of a metric.
func (f facts) value(name string) float64 { return f.column.Sample(mustFind(name)).Mean }

// mustFind is a metric that the rules name.
func mustFind(name string) metric.Metric {
	m, err := metric.Find(name)
	if err != nil {
		panic(err)
	}
	return m
}

// rule is a condition on numbers and what to say if it holds.
type rule struct {
	name  string
	holds func(f facts) bool
	say   func(f facts) string
}

// The limits of the rules.
const (
	fewSplits = 20
	// inOrder is the share of splits at an end from which keys are in order, and
	// orderly the fill that they then have.
	inOrder, orderly = 0.95, 0.8
	// anywhere is the share of middle splits from which keys fall anywhere.
	anywhere = 0.75
	// sparse is the fill of pages that keys have left behind.
	sparse = 0.3
)

// shapeRules say how keys fall; the first that holds speaks.
var shapeRules = []rule{
	{
		"a fractal tree beside InnoDB",
		func(f facts) bool { return f.isFractal && f.beside != nil },
		func(f facts) string {
			innodb := facts{column: *f.beside}
			return fmt.Sprintf("%s reads %s and writes %s, where InnoDB reads %s and writes %s",
				f.name, f.text("read_bytes"), f.text("written_bytes"), innodb.text("read_bytes"), innodb.text("written_bytes"))
		},
	},
	{
		"a fractal tree alone",
		func(f facts) bool { return f.isFractal },
		func(f facts) string {
			return fmt.Sprintf("%s reads %s and writes %s", f.name, f.text("read_bytes"), f.text("written_bytes"))
		},
	},
	{
		"few splits",
		func(f facts) bool { return f.splits < fewSplits },
		func(f facts) string {
			return fmt.Sprintf("%s: %s do not say how its keys fall; insert more rows", f.name, counted(f.splits, "split"))
		},
	},
	{
		"ascending",
		func(f facts) bool { return f.right >= inOrder && f.fill >= orderly },
		func(f facts) string {
			return fmt.Sprintf("%s is sequential to InnoDB: %s of its splits follow an ascending run and leave a full page behind", f.name, units.Percent(f.right))
		},
	},
	{
		"descending",
		func(f facts) bool { return f.left >= inOrder && f.fill >= orderly },
		func(f facts) string {
			return fmt.Sprintf("%s is sequential to InnoDB: %s of its splits follow a descending run and leave a full page behind", f.name, units.Percent(f.left))
		},
	},
	{
		"nearly in order",
		func(f facts) bool { return f.fill >= 0.85 },
		func(f facts) string {
			return fmt.Sprintf("%s is nearly sequential to InnoDB: %s%s; but pages are %s full", f.name, f.cuts(), f.since(), units.Percent(f.fill))
		},
	},
	{
		"anywhere",
		func(f facts) bool { return f.middle >= anywhere },
		func(f facts) string {
			return fmt.Sprintf("%s is random order to InnoDB: %s of its splits cut a page in the middle and leave two half-full ones%s", f.name, units.Percent(f.middle), f.since())
		},
	},
	{
		// Where a page has room for few rows, a key is often beside the one before it
		// by chance, and random keys are cut as runs are.
		"anywhere, few rows a page",
		func(f facts) bool { return f.column.IsRandom },
		func(f facts) string {
			return fmt.Sprintf("%s is random order to InnoDB%s; only %s of its splits cut a page in the middle, as it has %.1f rows a leaf page and a key is often beside the last by chance", f.name, f.since(), units.Percent(f.middle), f.rowsPerPage)
		},
	},
	{
		"in order, but pages are left nearly empty",
		func(f facts) bool { return f.left > f.middle && f.p10 < sparse },
		func(f facts) string {
			return fmt.Sprintf("%s is not sequential to InnoDB: %s%s; a tenth of the leaf pages is left at most %s full", f.name, f.cuts(), f.since(), units.Percent(f.p10))
		},
	},
	{
		"neither",
		func(facts) bool { return true },
		func(f facts) string {
			return fmt.Sprintf("%s is not sequential to InnoDB: %s%s", f.name, f.cuts(), f.since())
		},
	},
}

// cuts says where pages are cut. A left split is for a descending run; keys that are
// nearly in order look like one where an older key comes after a newer.
func (f facts) cuts() string {
	return fmt.Sprintf("%s of its splits cut a page in the middle and %s take falling keys for a descending run", units.Percent(f.middle), units.Percent(f.left))
}

// Verdict is what the numbers say in words: a sentence on each column, and those on
// all of them.
func (c Comparison) Verdict() []string {
	var sentences []string
	unlike := c.unlike()
	if len(unlike) > 0 {
		sentences = append(sentences, "The columns differ in "+strings.Join(unlike, " and ")+", so their costs are not held against each other.")
	}
	var all []facts
	for _, column := range c.Columns {
		f := c.factsOf(column)
		f.isAlone = len(unlike) > 0
		all = append(all, f)
		sentences = append(sentences, sentence(f))
	}
	for _, r := range togetherRules {
		if r.holds(all) {
			sentences = append(sentences, r.say(all))
		}
	}
	return sentences
}

// sentence is the verdict on a column.
func sentence(f facts) string {
	text := ""
	for _, r := range shapeRules {
		if r.holds(f) {
			text = r.say(f)
			break
		}
	}
	var costs []string
	for _, r := range costRules {
		if !f.isBase && !f.isAlone && r.holds(f) {
			costs = append(costs, r.say(f))
		}
	}
	if len(costs) > 0 {
		text += ". " + capital(costs[0])
		if len(costs) > 1 {
			text += "; " + strings.Join(costs[1:], "; ")
		}
	}
	return text + "."
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
