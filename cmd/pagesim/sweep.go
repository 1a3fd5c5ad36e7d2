package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/internal/units"
	"github.com/pagesim/pagesim/metric"
	"github.com/pagesim/pagesim/report"
	"github.com/pagesim/pagesim/sim"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const sweepHelp = `Run all combinations of lists and ranges of flags: a row a run, in the order of
the combinations, the last flag varying fastest. Each run is one of pagesim run,
without its baseline; the rows are the same however many run at a time.

A list has commas: --pool 64M,1G. A range has a step: 64M..4G:x2 doubles,
1M..5M:+1M adds; parameters of streams may have ranges too. The fields of a
scenario may be lists, pool: [64M, 1G], or ranges.

With -o, a sweep that was stopped goes on where it was when it is started again.
--shard 3/16 runs every 16th, from the third on; pagesim merge puts the files
together.

The flags of run that are not listed here are taken too, and may have lists:
--server, --phase, --index, --client, --set, --policy; see pagesim run --help.`

const sweepExample = `  pagesim sweep --keys uuidv4 --rows 10M --pool 64M..4G:x2 -o pools.csv
  pagesim sweep --keys uuidv7:rate=1000..64000:x2,ulid --rows 1M..5M:+1M
  pagesim sweep --keys uuidv4,uuidv7 --seed 1..20:+1 --format ndjson
  pagesim sweep examples/migrate-v4-to-v7.yaml --pool 8M,16M,32M
  pagesim sweep --keys uuidv4 --pool 64M..4G:x2 --shard 3/16 -o part3.csv`

// sweepOptions are the flags of sweep beside those of run.
type sweepOptions struct {
	jobs  jobOptions
	shard shard
	// metrics are the names of those that rows have; all if there are none.
	metrics []string
	format  string
	output  string
	// lists are the flags of run as they were given.
	lists map[string]*listValue
}

// notSwept are the flags of run that say nothing of its numbers, or that make more
// than a row.
var notSwept = []string{"sample", "pool-curve", "trace", "save-baseline", "fail-on", "pages", "html", "format", "output", "quiet", "help"}

func newSweepCommand(e env) *cobra.Command {
	o := sweepOptions{lists: map[string]*listValue{}}
	c := &cobra.Command{
		Use:     "sweep [scenario.yaml]",
		Short:   "Run all combinations of lists and ranges, a row each",
		Long:    sweepHelp,
		Example: sweepExample,
		Args:    cobra.MaximumNArgs(1),
	}
	o.addFlags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		format, err := report.Find(report.Sweeps(), o.format)
		if err != nil {
			return usagef("--format: %w", err)
		}
		if err := o.jobs.validate(c); err != nil {
			return err
		}
		plan, err := o.plan(c.Context(), o.given(c), e.stdin, args)
		if err != nil {
			return err
		}
		return runSweep(c.Context(), e, o, plan, format)
	}
	return c
}

func (o *sweepOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	runFlags(new(runOptions)).VisitAll(func(of *pflag.Flag) {
		if slices.Contains(notSwept, of.Name) {
			return
		}
		v := &listValue{kind: of.Value.Type()}
		o.lists[of.Name] = v
		flag := f.VarPF(v, of.Name, of.Shorthand, of.Usage)
		flag.DefValue = strings.Trim(of.DefValue, "[]")
		flag.Hidden = slices.Contains(hiddenInLists, of.Name)
	})
	f.Lookup("keys").Usage = "key `streams`, with --ddl also column=stream\n(default " + defaultKeys + ")"
	f.Lookup("payload").Usage = "`bytes` of filler a row, 100 or 10..400 (default 100)"
	f.Lookup("engine").Usage = "`names`: innodb (default), fractal"
	f.Var(&o.shard, "shard", "only every n-th run, from the i-th on: `i/n`")
	f.Lookup("shard").DefValue = ""
	f.StringSliceVar(&o.metrics, "metrics", nil, "`names` from list metrics (default all)")
	f.StringVar(&o.format, "format", "csv", "output `format`: "+strings.Join(report.Names(report.Sweeps()), ", "))
	f.StringVarP(&o.output, "output", "o", "", "`file` to which rows are added (default stdout)")
	o.jobs.addFlags(c)
	complete(c, "keys", keyNames)
	complete(c, "format", report.Names(report.Sweeps()))
	complete(c, "metrics", metricNames())
}

// chosenMetrics are the metrics of these names, or all.
func chosenMetrics(names []string) ([]metric.Metric, error) {
	if len(names) == 0 {
		return metric.All(), nil
	}
	var some []metric.Metric
	for _, name := range names {
		m, err := metric.Find(name)
		if err != nil {
			return nil, err
		}
		some = append(some, m)
	}
	return some, nil
}

// runFlags are the flags of run.
func runFlags(o *runOptions) *pflag.FlagSet {
	c := &cobra.Command{}
	o.pool = sim.DefaultPoolBytes
	o.addFlags(c)
	return c.Flags()
}

// listValue keeps the texts of a flag.
type listValue struct {
	texts []string
	kind  string
}

// Set implements pflag.Value.
func (v *listValue) Set(text string) error {
	v.texts = append(v.texts, text)
	return nil
}

// String implements pflag.Value.
func (v *listValue) String() string { return strings.Join(v.texts, ",") }

// Type implements pflag.Value.
func (v *listValue) Type() string { return v.kind }

// maxRuns bounds the runs of a sweep.
const maxRuns = 100_000

// sweepPlan is the runs of a sweep.
type sweepPlan struct {
	columns report.SweepColumns
	runs    []sweepRun
}

// sweepRun is a run: its number, counted from 1, its place on the axes, and how run
// would do it.
type sweepRun struct {
	number int
	values []string
	words  []string
	// command is that of a run of a scenario with lists, which run does not take:
	// the sweep with this run alone. It is nil for others.
	command []string
	config  sim.Config
	options *runOptions
}

// plan reads the flags that were given as runs.
func (o *sweepOptions) plan(ctx context.Context, given []string, stdin io.Reader, args []string) (sweepPlan, error) {
	stdin, err := o.keptStdin(stdin, args)
	if err != nil {
		return sweepPlan{}, err
	}
	axes, err := o.axes(given, stdin)
	if err != nil {
		return sweepPlan{}, err
	}
	var plan sweepPlan
	if plan.columns.Metrics, err = chosenMetrics(o.metrics); err != nil {
		return plan, usagef("--metrics: %w", err)
	}
	scenarios := []sim.Variant{{}}
	if len(args) > 0 {
		if plan.columns.Axes, scenarios, err = readScenarios(args[0], rewound(stdin)); err != nil {
			return plan, err
		}
	}
	runs, hasLists := len(scenarios), len(plan.columns.Axes) > 0
	for _, a := range axes {
		if len(a.texts) > 1 {
			plan.columns.Axes = append(plan.columns.Axes, a.name)
		}
		if runs *= len(a.texts); runs > maxRuns {
			return plan, usagef("more than %s runs: want fewer values", units.Count(maxRuns))
		}
	}
	for _, s := range scenarios {
		for i := range runs / len(scenarios) {
			if err := ctx.Err(); err != nil {
				return plan, err
			}
			r := sweepRun{number: len(plan.runs) + 1, values: slices.Clone(s.Values)}
			r.take(axes, i)
			if err := r.configure(s, hasLists, args, rewound(stdin)); err != nil {
				return plan, err
			}
			if r.options.scenario != nil {
				r.command = o.commandLine(given, args, fmt.Sprintf("%d/%d", r.number, runs))
			}
			plan.runs = append(plan.runs, r)
		}
	}
	return plan, nil
}

// take chooses the i-th combination of the axes.
func (r *sweepRun) take(axes []sweepAxis, i int) {
	words, values := make([]string, 0, 2*len(axes)), []string{}
	for _, a := range slices.Backward(axes) {
		n := i % len(a.texts)
		i /= len(a.texts)
		words = append(words, a.texts[n], "--"+a.flag)
		if len(a.texts) > 1 {
			values = append(values, a.values[n])
		}
	}
	slices.Reverse(words)
	slices.Reverse(values)
	r.words, r.values = words, append(r.values, values...)
}

// configure reads the words as run would.
func (r *sweepRun) configure(s sim.Variant, isVariant bool, args []string, stdin io.Reader) error {
	r.options = new(runOptions)
	c := &cobra.Command{}
	r.options.pool = sim.DefaultPoolBytes
	r.options.addFlags(c)
	if err := c.ParseFlags(r.words); err != nil {
		return usageError{err}
	}
	if isVariant {
		r.options.scenario = &s.Config
	}
	var err error
	r.config, _, err = r.options.validate(c, env{stdin: stdin}, args)
	return err
}

// label says which run an error is of.
func (r sweepRun) label(plan sweepPlan) string {
	var pairs []string
	for i, name := range plan.columns.Axes {
		pairs = append(pairs, name+"="+r.values[i])
	}
	text := fmt.Sprintf("run %d of %d", r.number, len(plan.runs))
	if len(pairs) > 0 {
		text += " (" + strings.Join(pairs, " ") + ")"
	}
	return text
}

// keptStdin is standard input as a reader that can be rewound, if something reads it.
func (o *sweepOptions) keptStdin(stdin io.Reader, args []string) (io.Reader, error) {
	for _, text := range slices.Concat(o.lists["keys"].texts, o.lists["index"].texts) {
		if strings.Contains(text, "file:-") {
			return nil, usagef("--keys %s: a sweep reads keys more than once; save them to a file", text)
		}
	}
	if !slices.Contains(o.lists["ddl"].texts, stdoutPath) && !slices.Contains(args, stdoutPath) {
		return stdin, nil
	}
	b, err := io.ReadAll(stdin)
	return bytes.NewReader(b), err
}

// rewound is a reader from its start, if it can.
func rewound(r io.Reader) io.Reader {
	if s, ok := r.(io.Seeker); ok {
		_, _ = s.Seek(0, io.SeekStart)
	}
	return r
}

// runSweep plays the runs that are missing and adds their rows.
func runSweep(ctx context.Context, e env, o sweepOptions, plan sweepPlan, format report.SweepFormat) error {
	if err := plan.checkTwins(); err != nil {
		return err
	}
	id, err := plan.digest(ctx)
	if err != nil {
		return err
	}
	var mine []sweepRun
	var configs []sim.Config
	var labels []string
	for _, r := range plan.runs {
		if o.shard.has(r.number) {
			mine = append(mine, r)
			configs, labels = append(configs, r.config), append(labels, r.label(plan))
		}
	}
	for i := range configs {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := checkAll(configs[i:i+1], labels[i:i+1]); err != nil {
			return err
		}
	}
	rows := sweepFile{path: o.output, format: format, plan: plan, id: id, runs: mine}
	if err := rows.open(e.stdout); err != nil {
		return err
	}
	defer rows.discard()
	start := rows.done
	err = playAll(ctx, e, o.jobs, configs[start:], labels[start:], func(_ int, r pagesim.Result) error { return rows.add(r) })
	if ctx.Err() != nil && rows.file != nil {
		err = stopped{fmt.Sprintf("interrupted; %s has %d of %d runs, the same command goes on there", o.output, rows.done, len(mine)), ctx.Err()}
	}
	if err != nil {
		return err
	}
	return rows.close()
}

// stopped is an interrupt that left something.
type stopped struct {
	note string
	error
}

// Unwrap is the interrupt.
func (s stopped) Unwrap() error { return s.error }
