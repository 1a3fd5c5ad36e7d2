package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pagesim/pagesim/fractal"
	"github.com/pagesim/pagesim/internal/units"
	"github.com/pagesim/pagesim/sim"
	"github.com/spf13/cobra"
)

// engineOptions choose the engines, and say what the fractal tree is like.
type engineOptions struct {
	engines     []string
	node        units.ByteSize
	basement    units.ByteSize
	fanout      int
	compression string
}

func (o *engineOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringSliceVar(&o.engines, "engine", nil, "`names`: innodb (default), fractal, or innodb,fractal")
	f.Var(&o.node, "node", "bytes of a fractal tree's node (default 4M)")
	f.Lookup("node").DefValue = "0"
	f.Var(&o.basement, "basement", "bytes of a basement (default 64K)")
	f.Lookup("basement").DefValue = "0"
	f.IntVar(&o.fanout, "fanout", 0, "`children` of a node at most (default 16)")
	f.StringVar(&o.compression, "compression", "", "`method`: none (default), quicklz, zlib; or zlib:0.4")
	complete(c, "engine", []cobra.Completion{sim.EngineInnoDB, sim.EngineFractal, sim.EngineInnoDB + "," + sim.EngineFractal})
	complete(c, "compression", []cobra.Completion{"none", "quicklz", "zlib"})
}

// engineFlags are the flags that a scenario file leaves to the command line too.
var engineFlags = []string{"engine", "node", "basement", "fanout", "compression"}

// add puts the options that were given into a config.
func (o *engineOptions) add(config *sim.Config) error {
	for _, e := range o.engines {
		if e != sim.EngineInnoDB && e != sim.EngineFractal {
			return usagef("--engine %q: want %s, %s or both", e, sim.EngineInnoDB, sim.EngineFractal)
		}
	}
	if len(o.engines) > 0 {
		config.Engine = o.engines[0]
	}
	if config.Engine == sim.EngineInnoDB {
		config.Engine = ""
	}
	if _, err := sim.ParseCompression(o.compression); err != nil {
		return usagef("--compression: %w", err)
	}
	t := fractal.Config{NodeBytes: int64(o.node), BasementBytes: int64(o.basement), Fanout: o.fanout, KeyBytes: 1}
	if o.node > 0 && o.basement == 0 {
		t.BasementBytes = min(t.NodeBytes, fractal.ServerBasementBytes)
	}
	if err := t.Validate(); err != nil {
		return usagef("--node, --basement, --fanout: %w", err)
	}
	f := &config.Fractal
	if o.node > 0 {
		f.NodeBytes = int64(o.node)
	}
	if o.basement > 0 {
		f.BasementBytes = int64(o.basement)
	}
	if o.fanout != 0 {
		f.Fanout = o.fanout
	}
	if o.compression != "" {
		f.Compression = o.compression
	}
	return nil
}

// refuse names the first flag that the fractal tree alone has no use for.
func (o *engineOptions) refuse(c *cobra.Command, config sim.Config) error {
	if len(o.configs(config)) > 1 || config.Engine != sim.EngineFractal {
		return nil
	}
	for _, name := range []string{"policy", "pool-curve", "trace", "set", "server", "purge"} {
		if c.Flags().Changed(name) {
			return usagef("--%s: only for --engine %s", name, sim.EngineInnoDB)
		}
	}
	return nil
}

// configs is a config for each engine.
func (o *engineOptions) configs(c sim.Config) []sim.Config {
	all := []sim.Config{c}
	for _, e := range o.engines[min(1, len(o.engines)):] {
		other := c
		other.Phases = slices.Clone(c.Phases)
		other.Engine = e
		if e == sim.EngineInnoDB {
			other.Engine = ""
		}
		all = append(all, other)
	}
	return all
}

// commandLine is the flags that were given.
func (o *engineOptions) commandLine() []string {
	var words []string
	add := func(name, value string, given bool) {
		if given {
			words = append(words, "--"+name, value)
		}
	}
	add("engine", strings.Join(o.engines, ","), len(o.engines) > 0)
	add("node", o.node.String(), o.node > 0)
	add("basement", o.basement.String(), o.basement > 0)
	add("fanout", strconv.Itoa(o.fanout), o.fanout > 0)
	add("compression", o.compression, o.compression != "")
	return words
}
