package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/internal/units"
	"github.com/pagesim/pagesim/report"
	"github.com/pagesim/pagesim/sim"
	"github.com/spf13/cobra"
)

const runHelp = `Insert rows into an empty table and report on its indexes: pages, splits, fill,
sizes, and reads, writes and time on a device. The table is made from --keys,
--payload and --index, or is that of --ddl; --phase then deletes, updates,
optimizes or inserts on. A scenario file says all that by itself; --pool,
--server, --purge, --sample, --pages and the flags from --device on still change
it. With --ddl a stream without a column feeds the first column of the primary
key that is not auto_increment; columns that are fed nothing get values by type.
The baseline is the same run with ascending keys.`

const runExample = `  pagesim run --keys uuidv4 --rows 10M --pool 1G
  pagesim run --keys uuidv7:rate=20000,nodes=4,skew=20ms --payload 10..400
  pagesim run --ddl orders.sql --keys id=ulid --payload note=0..200
  pagesim run --keys uuidv4 --engine innodb,fractal --pool 64M
  pagesim run examples/rebuild-wave.yaml --pool 32M
  pagesim run --keys file:ids --sample 100k --format csv -o ids.csv
  pagesim run --keys ulid --sample 10k --pages --html ulid.html`

// maxPool bounds --pool: 64 frames less than 4 TiB, so 3T as people write it.
const maxPool = 3 << 40

// runOptions are the flags of run.
type runOptions struct {
	table  tableOptions
	later  laterOptions
	io     ioOptions
	engine engineOptions
	judge  judgeOptions
	pool   units.ByteSize
	sample units.Count
	pages  bool
	format string
	output string
	html   string
	quiet  bool
	// words are the words of a command line with a scenario file.
	words []string
	// scenario is that of the file if somebody has read it already.
	scenario *sim.Config
}

func newRunCommand(e env) *cobra.Command {
	o := runOptions{pool: sim.DefaultPoolBytes}
	c := &cobra.Command{
		Use:     "run [scenario.yaml]",
		Short:   "Insert rows and report splits, fill, sizes, reads and writes",
		Long:    runHelp,
		Example: runExample,
		Args:    cobra.MaximumNArgs(1),

		ValidArgsFunction: files("yaml", "yml"),
	}
	o.addFlags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		config, write, err := o.validate(c, e, args)
		if err != nil {
			return err
		}
		if err := o.checkFiles(config, args); err != nil {
			return err
		}
		return runRun(c.Context(), e, o, config, write)
	}
	return c
}

func (o *runOptions) addFlags(c *cobra.Command) {
	o.table.addFlags(c)
	o.later.addFlags(c)
	f := c.Flags()
	f.Var(&o.pool, "pool", "innodb_buffer_pool_size")
	o.io.addFlags(c)
	o.io.addOutputFlags(c)
	o.engine.addFlags(c)
	o.judge.addFlags(c)
	f.Var(&o.sample, "sample", "take a sample each so many rows")
	f.Lookup("sample").DefValue = "0"
	f.BoolVar(&o.pages, "pages", false, "also the leaf pages one by one, for json and plots")
	f.StringVar(&o.format, "format", "", "`name`: "+strings.Join(report.Names(report.Runs()), ", ")+" (default by --output)")
	f.StringVarP(&o.output, "output", "o", "", "`file` to write, whole or not at all (default stdout)")
	f.StringVar(&o.html, "html", "", "`file` for a page of tables and plots as well")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "no progress bar")
	complete(c, "format", report.Names(report.Runs()))
}

// validate reads the flags as a run and a way to write its result.
func (o *runOptions) validate(c *cobra.Command, e env, args []string) (sim.Config, report.RunWriter, error) {
	write, err := report.Find(report.Runs(), formatFor(o.format, o.output, report.Names(report.Runs())))
	if err != nil {
		return sim.Config{}, nil, usagef("--format: %w", err)
	}
	if err := checkPool(o.pool); err != nil {
		return sim.Config{}, nil, err
	}
	if err := o.judge.parse(false, o.output); err != nil {
		return sim.Config{}, nil, err
	}
	if len(args) > 0 {
		config, err := o.scenarioConfig(c, args[0], e.stdin)
		return config, write, errors.Join(err, o.engine.refuse(c, config))
	}
	config, err := o.table.config(c, e.stdin)
	config.PoolBytes, config.SampleRows, config.Pages = int64(o.pool), int64(o.sample), o.pages
	if err == nil {
		err = o.later.add(&config, o.table.seed)
	}
	if err == nil {
		err = errors.Join(o.io.add(c, &config), o.engine.add(&config), o.engine.refuse(c, config))
	}
	return config, write, err
}

// checkFiles refuses one file for two outputs, or for an input and an output.
func (o *runOptions) checkFiles(c sim.Config, args []string) error {
	return distinct(slices.Concat(args, []string{o.table.ddl}, keyFiles(c)),
		destination{"--save-baseline", o.judge.save}, destination{"--trace", o.io.trace}, destination{"--html", o.html}, destination{"--output", o.output})
}

// checkPool refuses sizes that no pool has.
func checkPool(size units.ByteSize) error {
	if size < sim.MinPoolBytes || size > maxPool {
		return usagef("--pool %s: want %s to %s", size, units.ByteSize(sim.MinPoolBytes), units.ByteSize(maxPool))
	}
	return nil
}

// runRun runs a config. The output is opened before, so that a run is not in
// vain, and filled after it.
func runRun(ctx context.Context, e env, o runOptions, config sim.Config, write report.RunWriter) error {
	out, err := openOutput(o.output, e.stdout)
	if err != nil {
		return err
	}
	defer out.discard()
	tracing, err := o.io.openTrace()
	if err != nil {
		return err
	}
	defer tracing.discard()
	page, err := openPage(o.html)
	if err != nil {
		return err
	}
	defer page.discard()
	base, err := o.judge.openBaseline()
	if err != nil {
		return err
	}
	defer base.discard()
	var runs []report.Run
	for _, c := range o.engine.configs(config) {
		result, err := play(ctx, e, o, c, tracing)
		if err != nil {
			return err
		}
		tracing.mute()
		runs = append(runs, report.Run{
			Command: o.commandLine(c, result), Fed: fed(c, result.Config), Result: result, Server: serverTitle(c.Server), ShowRates: c.Device != "",
		})
	}
	if err := writePage(o.html, page, runs); err != nil {
		return err
	}
	if err := errors.Join(write(out, runs...), o.judge.writeBaseline(base, runs)); err != nil {
		return err
	}
	if err := errors.Join(tracing.commit(), page.commit(), base.commit(), out.commit()); err != nil {
		return err
	}
	return o.judge.judgeRuns(runs)
}

// play runs a config, with a progress bar if somebody watches. The first progress
// is that before the first row.
func play(ctx context.Context, e env, o runOptions, config sim.Config, tracing *traceFile) (pagesim.Result, error) {
	bar := progress{w: e.stderr, hidden: !e.isTerminal || o.quiet, own: ownRows(config)}
	defer bar.clear()
	started := false
	env := sim.Env{Stdin: e.stdin, Progress: func(done, rows int64) {
		started = true
		bar.update(done, rows)
	}}
	if tracing != nil && !tracing.muted {
		env.Trace = tracing
	}
	result, err := sim.Run(ctx, config, env)
	if !started {
		err = beforeRows(err)
	}
	return result, err
}

// ownRows is the rows of a run without its baseline; 0 if only a key file knows, or
// if there are several phases and so no baseline.
func ownRows(c sim.Config) int64 {
	if len(c.Phases) > 1 {
		return 0
	}
	ph := c.Phases[0]
	isFile := func(s sim.Stream) bool { return s.Keys.File != "" }
	if ph.Rows == 0 && !slices.ContainsFunc(ph.Keys, isFile) {
		return sim.DefaultRows
	}
	return ph.Rows
}

// commandLine is what gives the same result again. The rows are those that the
// streams turned out to have.
func (o *runOptions) commandLine(asked sim.Config, r pagesim.Result) []string {
	words := []string{"pagesim", "run"}
	if o.words != nil {
		return slices.Concat(words, o.words, o.io.commandLine(), o.engine.commandLine())
	}
	if settled, ok := r.Config.(sim.Config); ok {
		asked.Phases[0].Rows = settled.Phases[0].Rows
	}
	words = append(words, o.table.commandLine(asked)...)
	words = append(words, o.later.commandLine()...)
	words = append(words, "--pool", o.pool.String())
	words = append(words, o.io.commandLine()...)
	words = append(words, o.engine.commandLine()...)
	if o.sample > 0 {
		words = append(words, "--sample", countText(int64(o.sample)))
	}
	if o.pages {
		words = append(words, "--pages")
	}
	return words
}

// countText is a count as flags read it.
func countText(n int64) string { return strings.ReplaceAll(units.Count(n).String(), ",", "_") }
