package main

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pagesim/pagesim/bufferpool/trace"
	"github.com/pagesim/pagesim/device"
	"github.com/pagesim/pagesim/internal/units"
	"github.com/pagesim/pagesim/sim"
	"github.com/spf13/cobra"
)

// defaultCurve is the number of reads an insert that --pool-curve without a value
// asks for: one in a hundred inserts reads.
const defaultCurve = 0.01

// ioOptions say on which device a run goes, who sends the statements, and what the
// pool does.
type ioOptions struct {
	device  string
	client  float64
	threads int
	batch   units.Count
	rate    float64
	set     []string
	policy  string
	curve   curveValue
	trace   string
}

// policyInnoDB is the word for InnoDB's own policy.
const policyInnoDB = "innodb"

func (o *ioOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.device, "device", "", "`name` from list devices, or <n>iops (default "+device.Profiles()[0].Name+")")
	f.Float64Var(&o.client, "client", 0, "`rows` a second where nothing waits (default "+strconv.Itoa(sim.DefaultRowsPerSecond)+")")
	f.IntVar(&o.threads, "threads", 0, "`threads` that wait at the same time (default 1)")
	f.Var(&o.batch, "batch", "rows a statement and commit (default "+units.Count(sim.DefaultBatch).String()+")")
	f.Lookup("batch").DefValue = "0"
	f.Float64Var(&o.rate, "rate", 0, "`rows` a second at which the client is paced")
	f.StringArrayVar(&o.set, "set", nil, "server `var=value`, repeatable; see list variables")
	f.StringVar(&o.policy, "policy", policyInnoDB, "`name`: innodb (default); lru, a plain list; none")
	f.Lookup("policy").DefValue = ""
	complete(c, "device", deviceNames())
	completePart(c, "set", variableNames())
	complete(c, "policy", []cobra.Completion{policyInnoDB, sim.PolicyLRU, sim.PolicyNone})
}

// addOutputFlags adds what a single run can write beside its result.
func (o *ioOptions) addOutputFlags(c *cobra.Command) {
	f := c.Flags()
	f.Var(&o.curve, "pool-curve", "all sizes; the smallest with =0.05 reads an insert")
	f.Lookup("pool-curve").NoOptDefVal = "true"
	f.Lookup("pool-curve").DefValue = "false"
	f.StringVar(&o.trace, "trace", "", "`file` of page touches for libCacheSim, also .csv")
}

// curveValue is reads an insert; "true" is defaultCurve.
type curveValue float64

// Set implements pflag.Value.
func (v *curveValue) Set(text string) error {
	if text == "true" {
		*v = defaultCurve
		return nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !(f > 0 && f <= maxCurve) {
		return fmt.Errorf("want reads an insert, more than 0 and at most %d", maxCurve)
	}
	*v = curveValue(f)
	return nil
}

// String implements pflag.Value.
func (v *curveValue) String() string { return strconv.FormatFloat(float64(*v), 'g', -1, 64) }

// Type implements pflag.Value: the flag may stand without a value.
func (v *curveValue) Type() string { return "bool" }

// ioFlags are the flags that a scenario file leaves to the command line too.
var ioFlags = []string{"device", "client", "threads", "batch", "rate", "set", "policy", "pool-curve", "trace"}

// add puts the options that were given into a config.
func (o *ioOptions) add(c *cobra.Command, config *sim.Config) (err error) {
	given := c.Flags().Changed
	if given("device") {
		config.Device = o.device
		if _, err := device.Find(o.device); err != nil {
			return usagef("--device: %w", err)
		}
	}
	for _, f := range []struct {
		name  string
		value float64
	}{{"client", o.client}, {"threads", float64(o.threads)}, {"batch", float64(o.batch)}, {"rate", o.rate}} {
		if given(f.name) && !(f.value > 0) {
			return usagef("--%s %g: want more than 0", f.name, f.value)
		}
	}
	if given("client") {
		config.Client.RowsPerSecond = o.client
	}
	if given("threads") {
		config.Client.Threads = o.threads
	}
	if given("batch") {
		config.Client.Batch = int64(o.batch)
	}
	if given("rate") {
		config.Client.Rate = o.rate
	}
	for _, text := range o.set {
		if config.Set, err = sim.WithVariable(config.Set, text); err != nil {
			return usagef("--set %s: %w", text, err)
		}
	}
	switch o.policy {
	case policyInnoDB:
	case sim.PolicyLRU, sim.PolicyNone:
		config.Policy = o.policy
	default:
		return usagef("--policy %q: want %s, %s or %s", o.policy, policyInnoDB, sim.PolicyLRU, sim.PolicyNone)
	}
	config.PoolCurve = float64(o.curve)
	for _, name := range []string{"device", "client", "threads", "rate", "batch", "set"} {
		if o.policy != policyInnoDB && given(name) {
			return usagef("--%s: a pool of policy %s has no clock; leave one of them out", name, o.policy)
		}
	}
	return nil
}

// maxCurve bounds --pool-curve: no insert reads more pages.
const maxCurve = 1000

// commandLine is the flags that were given.
func (o *ioOptions) commandLine() []string {
	var words []string
	add := func(name, value string, given bool) {
		if given {
			words = append(words, "--"+name, value)
		}
	}
	number := func(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
	add("device", o.device, o.device != "")
	add("client", number(o.client), o.client > 0)
	add("threads", strconv.Itoa(o.threads), o.threads > 0)
	add("batch", countText(int64(o.batch)), o.batch > 0)
	add("rate", number(o.rate), o.rate > 0)
	for _, text := range o.set {
		add("set", text, true)
	}
	add("policy", o.policy, o.policy != policyInnoDB)
	if o.curve > 0 {
		words = append(words, "--pool-curve="+o.curve.String())
	}
	return words
}

// openTrace opens the trace file, nil if none was asked for. It is whole or not at
// all, as any output.
func (o *ioOptions) openTrace() (*traceFile, error) {
	if o.trace == "" {
		return nil, nil
	}
	if o.trace == stdoutPath {
		return nil, usagef("--trace -: want a file; standard output has the report")
	}
	out, err := openFile(o.trace)
	if err != nil {
		return nil, fmt.Errorf("--trace %s: %w", o.trace, plainly(err))
	}
	format := "oracleGeneral"
	if strings.EqualFold(filepath.Ext(o.trace), ".csv") {
		format = "csv"
	}
	w, err := trace.New(out, format)
	return &traceFile{Writer: w, out: out}, err
}

// traceFile is a trace on its way into a file.
type traceFile struct {
	*trace.Writer
	out output
	// muted says that the trace is complete: further runs do not write to it.
	muted bool
}

// mute ends the trace with the run that was.
func (t *traceFile) mute() {
	if t != nil {
		t.muted = true
	}
}

// commit ends the trace and puts the file in place.
func (t *traceFile) commit() error {
	if t == nil {
		return nil
	}
	if err := t.Close(); err != nil {
		return fmt.Errorf("--trace: %w", err)
	}
	return t.out.commit()
}

func (t *traceFile) discard() {
	if t != nil {
		t.out.discard()
	}
}

func deviceNames() []cobra.Completion {
	var names []cobra.Completion
	for _, d := range device.Profiles() {
		names = append(names, cobra.CompletionWithDesc(d.Name, d.Doc))
	}
	return names
}

func deviceRows() [][]string {
	var rows [][]string
	for _, d := range device.Profiles() {
		rows = append(rows, []string{d.Name, d.Doc})
		var set []string
		for _, name := range slices.Sorted(maps.Keys(d.Variables)) {
			set = append(set, strings.TrimPrefix(name, "innodb_")+"="+d.Variables[name])
		}
		if len(set) > 0 {
			rows = append(rows, []string{"", "  sets " + strings.Join(set, " ")})
		}
	}
	return rows
}

// variableRows has the default of each server in a line below.
func variableRows() [][]string {
	var rows [][]string
	for _, v := range sim.Variables() {
		rows = append(rows, []string{v.Name, v.Doc})
		var defaults []string
		first := sim.Servers()[0].Variables[v.Name]
		for _, s := range sim.Servers()[1:] {
			if s.Variables[v.Name] != first {
				defaults = append(defaults, s.Name+" "+s.Variables[v.Name])
			}
		}
		rows = append(rows, []string{"", "  " + strings.Join(append([]string{first}, defaults...), ", ")})
	}
	return rows
}
