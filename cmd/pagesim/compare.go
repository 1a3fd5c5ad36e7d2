package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/internal/units"
	"github.com/pagesim/pagesim/report"
	"github.com/pagesim/pagesim/schema"
	"github.com/pagesim/pagesim/sim"
	"github.com/spf13/cobra"
)

const compareHelp = `Run one table with several key streams and set them side by side: splits, pages,
fill, bytes, reads and writes an insert and rows/s, each with its ratio to the
first column, and a verdict in words. Given files that --save-baseline or run
--format json wrote, it sets those side by side.

--keys is a list of streams; a piece such as nodes=4 goes on with the stream
before it. With --ddl streams may name columns, each for the streams behind it
too: --keys id=ulid,uuidv7 --keys email=uuidv4:encoding=hex36 compares two
streams for id, and feeds email in both. Integers for a text or binary column
are encoded so that they ascend. --repeat runs several seeds and tells which
differences are noise.
--fail-on 'reads_per_insert>0.5' or, against the first column,
'index_page_splits>+5%' exits with 4 if that holds for any column; pagesim list
metrics has the names.

The flags of run that are not listed here are taken too, such as --server,
--phase, --index, --client, --set and --policy; see pagesim run --help.`

const compareExample = `  pagesim compare --keys autoinc,uuidv7,ulid,uuidv4 --rows 20M --pool 1G
  pagesim compare --ddl orders.sql --keys ulid,uuidv7:rate=20000,nodes=4
  pagesim compare --keys uuidv4 --engine innodb,fractal --pool 64M
  pagesim compare --keys uuidv7,ulid --repeat 20 --save-baseline base.json
  pagesim compare base.json new.json --fail-on 'index_page_splits>+5%'`

// defaultComparison are the keys that people ask about.
const defaultComparison = "autoinc,uuidv7,ulid,uuidv4"

// maxRepeat bounds --repeat.
const maxRepeat = 10_000

// compareOptions are the flags of compare.
type compareOptions struct {
	table  tableOptions
	later  laterOptions
	io     ioOptions
	engine engineOptions
	judge  judgeOptions
	jobs   jobOptions
	pool   units.ByteSize
	repeat int
	format string
	output string
	html   string
}

func newCompareCommand(e env) *cobra.Command {
	o := compareOptions{pool: sim.DefaultPoolBytes}
	c := &cobra.Command{
		Use:     "compare [result.json...]",
		Short:   "Set key streams, engines or saved results side by side",
		Long:    compareHelp,
		Example: compareExample,
	}
	o.addFlags(c)
	c.RunE = func(c *cobra.Command, files []string) error {
		write, err := report.Find(report.Comparisons(), o.format)
		if err != nil {
			return usagef("--format: %w", err)
		}
		if err := o.judge.parse(true, o.output); err != nil {
			return err
		}
		if len(files) > 0 {
			return runCompareFiles(c, e, o, files, write)
		}
		plan, err := o.validate(c, e.stdin)
		if err != nil {
			return err
		}
		return runCompare(c.Context(), e, o, plan, write)
	}
	return c
}

// hiddenInLists are the flags of run that the help of compare leaves out.
var hiddenInLists = []string{
	"encoding", "index", "phase", "purge", "server", "client", "threads", "batch", "rate", "set", "policy",
	"node", "basement", "fanout", "compression",
}

func (o *compareOptions) addFlags(c *cobra.Command) {
	o.table.addFlags(c)
	o.later.addFlags(c)
	f := c.Flags()
	f.Var(&o.pool, "pool", "innodb_buffer_pool_size")
	o.io.addFlags(c)
	o.engine.addFlags(c)
	f.IntVar(&o.repeat, "repeat", 1, "so many `seeds`: mean ± standard deviation")
	f.Lookup("repeat").DefValue = "0"
	o.judge.addFlags(c)
	f.StringVar(&o.format, "format", "text", "`format`: "+strings.Join(report.Names(report.Comparisons()), ", "))
	f.StringVarP(&o.output, "output", "o", "", "`file` to write, whole or not at all (default stdout)")
	f.StringVar(&o.html, "html", "", "`file` for a page of tables and plots as well")
	o.jobs.addFlags(c)
	f.Lookup("keys").Usage = "`streams` to compare; --ddl asks for them\n(default " + defaultComparison + ")"
	f.Lookup("engine").Usage = "`names`: innodb (default), fractal, or innodb,fractal"
	for _, name := range hiddenInLists {
		f.Lookup(name).Hidden = true
	}
	complete(c, "format", report.Names(report.Comparisons()))
}

// side is a column that is to be played: its streams, and a config a seed.
type side struct {
	streams []string
	configs []sim.Config
}

// validate reads the flags as columns.
func (o *compareOptions) validate(c *cobra.Command, stdin io.Reader) ([]side, error) {
	if err := errors.Join(checkPool(o.pool), o.jobs.validate(c)); err != nil {
		return nil, err
	}
	if o.repeat < 1 || o.repeat > maxRepeat {
		return nil, usagef("--repeat %d: want 1 to %s", o.repeat, units.Count(maxRepeat))
	}
	lists, read, err := o.lists(stdin)
	if err != nil {
		return nil, err
	}
	var plan []side
	for _, streams := range product(lists) {
		for n := range o.repeat {
			config, err := o.config(c, streams, seed(n), read)
			if err != nil {
				return nil, err
			}
			for _, x := range o.engine.configs(config) {
				plan = withConfig(plan, x, streams)
			}
		}
	}
	if err := settleRows(plan); err != nil {
		return nil, err
	}
	// InnoDB's columns before those of the fractal tree, each in the order of keys.
	slices.SortStableFunc(plan, func(a, b side) int { return o.rank(a) - o.rank(b) })
	return plan, nil
}

// withConfig adds a config to the side of its streams and engine.
func withConfig(plan []side, x sim.Config, streams []string) []side {
	for i, s := range plan {
		if s.configs[0].Engine == x.Engine && slices.Equal(s.streams, streams) {
			plan[i].configs = append(s.configs, x)
			return plan
		}
	}
	return append(plan, side{streams, []sim.Config{x}})
}

// rank is the place of the engine of a side on the command line.
func (o *compareOptions) rank(s side) int {
	name := s.configs[0].Engine
	if name == "" {
		name = sim.EngineInnoDB
	}
	return slices.Index(o.engine.engines, name)
}

// lists are the streams of each column of the table, and a way to read the statement
// more than once.
func (o *compareOptions) lists(stdin io.Reader) ([][]string, func() io.Reader, error) {
	texts := o.table.keys
	var t *schema.Table
	read := func() io.Reader { return stdin }
	if o.table.ddl != "" {
		ddl, err := readFile(o.table.ddl, stdin)
		if err != nil {
			return nil, nil, err
		}
		if t, err = schema.Parse(string(ddl)); err != nil {
			return nil, nil, usagef("--ddl %s: %w", o.table.ddl, err)
		}
		read = func() io.Reader { return bytes.NewReader(ddl) }
	}
	if len(texts) == 0 && t != nil {
		return nil, nil, usagef("--ddl %s: say which streams to compare, such as --keys ulid,uuidv4", o.table.ddl)
	}
	if len(texts) == 0 {
		texts = []string{defaultComparison}
	}
	var lists [][]string
	for _, a := range byColumn(texts, t) {
		for i, stream := range a.streams {
			if slices.Contains(a.streams[:i], stream) {
				return nil, nil, usagef("--keys: %s is there twice", stream)
			}
			if _, s := splitColumn(stream); s == "file:-" {
				return nil, nil, usagef("--keys %s: compare reads keys more than once; save them to a file", stream)
			}
		}
		lists = append(lists, a.streams)
	}
	return lists, read, nil
}

// config is the run of some streams with a seed that is so much later.
func (o *compareOptions) config(c *cobra.Command, streams []string, later seed, read func() io.Reader) (sim.Config, error) {
	table := o.table
	table.keys = streams
	table.seed += later
	table.ordered = true
	config, err := table.config(c, read())
	if err != nil {
		return config, err
	}
	config.PoolBytes = int64(o.pool)
	if err := o.later.add(&config, table.seed); err != nil {
		return config, err
	}
	return config, errors.Join(o.io.add(c, &config), o.engine.add(&config), o.engine.refuse(c, config))
}

// runCompare plays all columns and writes them side by side.
func runCompare(ctx context.Context, e env, o compareOptions, plan []side, write report.ComparisonWriter) error {
	var configs []sim.Config
	var labels []string
	inputs := []string{o.table.ddl}
	for _, s := range plan {
		for _, x := range s.configs {
			inputs = append(inputs, keyFiles(x)...)
			configs = append(configs, x)
			labels = append(labels, "--keys "+strings.Join(s.streams, ","))
		}
	}
	if err := checkAll(configs, labels); err != nil {
		return err
	}
	var results []pagesim.Result
	run := func() error {
		return playAll(ctx, e, o.jobs, configs, labels, func(_ int, r pagesim.Result) error {
			results = append(results, r)
			return nil
		})
	}
	return o.finish(e, write, inputs, run, func() report.Comparison { return o.comparison(plan, results) })
}

// finish opens the outputs, so that runs are not in vain, has the runs done, and
// fills the outputs.
func (o *compareOptions) finish(e env, write report.ComparisonWriter, inputs []string, run func() error, done func() report.Comparison) error {
	err := distinct(inputs, destination{"--save-baseline", o.judge.save}, destination{"--html", o.html}, destination{"--output", o.output})
	if err != nil {
		return err
	}
	out, err := openOutput(o.output, e.stdout)
	if err != nil {
		return err
	}
	defer out.discard()
	base, err := o.judge.openBaseline()
	if err != nil {
		return err
	}
	defer base.discard()
	page, err := openPage(o.html)
	if err != nil {
		return err
	}
	defer page.discard()
	if err := run(); err != nil {
		return err
	}
	c := done()
	if o.html != "" {
		if err := report.ComparisonHTML(page, c); err != nil {
			return err
		}
	}
	if err := errors.Join(write(out, c), o.judge.writeBaseline(base, c.Runs())); err != nil {
		return err
	}
	if err := errors.Join(base.commit(), page.commit(), out.commit()); err != nil {
		return err
	}
	return o.judge.judge(c.Columns)
}

// comparison sets results beside each other.
func (o *compareOptions) comparison(plan []side, results []pagesim.Result) report.Comparison {
	c := report.Comparison{Command: o.commandLine(plan), Server: serverTitle(o.later.server)}
	var configs []sim.Config
	for _, s := range plan {
		configs = append(configs, s.configs[0])
	}
	c.Columns = columnsOf(configs)
	for i, s := range plan {
		for _, r := range results[:len(s.configs)] {
			c.Columns[i].Runs = append(c.Columns[i].Runs, report.Run{Server: c.Server, Result: r})
		}
		results = results[len(s.configs):]
	}
	nameByKeys(c.Columns)
	return c
}

// commandLine is what gives the same comparison again.
func (o *compareOptions) commandLine(plan []side) []string {
	words := []string{"pagesim", "compare"}
	for i := range plan[0].streams {
		var list []string
		for _, s := range plan {
			text := s.configs[0].Phases[0].Keys[i].Keys.String()
			if o.table.ddl != "" {
				text = s.configs[0].Phases[0].Keys[i].Column + "=" + text
			}
			if !slices.Contains(list, text) {
				list = append(list, text)
			}
		}
		words = append(words, "--keys", strings.Join(list, ","))
	}
	rest := o.table.commandLine(plan[0].configs[0])
	for i := 0; i < len(rest); i += 2 {
		if rest[i] != "--keys" {
			words = append(words, rest[i], rest[i+1])
		}
	}
	words = slices.Concat(words, o.later.commandLine(), []string{"--pool", o.pool.String()}, o.io.commandLine(), o.engine.commandLine())
	if o.repeat > 1 {
		words = append(words, "--repeat", strconv.Itoa(o.repeat))
	}
	return words
}
