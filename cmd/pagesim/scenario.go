package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pagesim/pagesim/calibrate"
	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/sim"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const scenarioHelp = `Translate scenarios between those for people (YAML) and for recorders (JSON).
A recording, or its scenario alone, becomes a file for pagesim run. With
--recording such a file becomes the scenario that a recorder plays; without, it
is printed in its shortest form.`

const scenarioExample = `  pagesim scenario testdata/recordings/mysql-9.7/rebuild-then-uuidv4.json
  pagesim scenario examples/sbtest.yaml --recording`

func newScenarioCommand(e env) *cobra.Command {
	recording := false
	c := &cobra.Command{
		Use:     "scenario file",
		Short:   "Translate scenarios between run and recordings of servers",
		Long:    scenarioHelp,
		Example: scenarioExample,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("%d files: want a recording or a scenario", len(args))
			}
			return nil
		},
		ValidArgsFunction: files("json", "yaml", "yml"),

		RunE: func(_ *cobra.Command, args []string) error { return runScenario(e, args[0], recording) },
	}
	c.Flags().BoolVar(&recording, "recording", false, "print JSON for a recorder")
	return c
}

func runScenario(e env, path string, recording bool) error {
	config, name, err := anyScenario(path, e.stdin)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if recording {
		text, err := calibrate.Export(config, name)
		if err != nil {
			return usagef("%s: %w", path, err)
		}
		b.Write(text)
	} else if err := config.WriteScenario(&b); err != nil {
		return err
	}
	_, err = e.stdout.Write(b.Bytes())
	return err
}

// anyScenario reads a scenario of either kind and its name.
func anyScenario(path string, stdin io.Reader) (sim.Config, string, error) {
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	if filepath.Ext(path) != ".json" {
		c, err := readScenario(path, stdin)
		return c, name, err
	}
	r, err := calibrate.ReadScenario(path)
	if err != nil {
		return sim.Config{}, name, err
	}
	c, err := r.Config()
	if r.Scenario.Name != "" {
		name = r.Scenario.Name
	}
	if err != nil {
		err = usagef("%s: %w", path, err)
	}
	return c, name, err
}

// readScenario reads the file, unless somebody has.
func (o *runOptions) readScenario(path string, stdin io.Reader) (sim.Config, error) {
	if o.scenario != nil {
		return *o.scenario, nil
	}
	return readScenario(path, stdin)
}

// readScenario reads a YAML file, or stdin for "-".
func readScenario(path string, stdin io.Reader) (sim.Config, error) {
	b, err := scenarioText(path, stdin)
	if err != nil {
		return sim.Config{}, err
	}
	c, err := sim.ReadScenario(bytes.NewReader(b))
	if err != nil {
		return c, usagef("%s: %w", path, err)
	}
	return c, nil
}

// readScenarios reads a YAML file whose fields may have lists.
func readScenarios(path string, stdin io.Reader) ([]string, []sim.Variant, error) {
	b, err := scenarioText(path, stdin)
	if err != nil {
		return nil, nil, err
	}
	axes, all, err := sim.ReadScenarios(bytes.NewReader(b))
	if err != nil {
		return nil, nil, usagef("%s: %w", path, err)
	}
	return axes, all, nil
}

// scenarioText is the text of a scenario file.
func scenarioText(path string, stdin io.Reader) ([]byte, error) {
	b, err := readFile(path, stdin)
	if errors.Is(err, fs.ErrNotExist) {
		if _, isStream := keygen.Parse(path); isStream == nil {
			return nil, usagef("no file %s: a scenario file is wanted; did you mean --keys %s?", path, path)
		}
		if new(curveValue).Set(path) == nil {
			return nil, usagef("no file %s: a scenario file is wanted; did you mean --pool-curve=%s?", path, path)
		}
	}
	return b, err
}

// overriding are the flags of run that a scenario file leaves to the command line.
var overriding = []string{"pool", "server", "sample", "pages", "purge", "format", "output", "html", "quiet"}

// overridingToo are those of them that groups of options have.
var overridingToo = slices.Concat(ioFlags, engineFlags, judgeFlags)

// scenarioConfig is the run of a scenario file with what flags change.
func (o *runOptions) scenarioConfig(c *cobra.Command, path string, stdin io.Reader) (sim.Config, error) {
	config, err := o.readScenario(path, stdin)
	if err != nil {
		return config, err
	}
	var refused error
	c.Flags().Visit(func(f *pflag.Flag) {
		if refused == nil && !slices.Contains(overriding, f.Name) && !slices.Contains(overridingToo, f.Name) {
			refused = usagef("--%s: the scenario %s says that already; say it there", f.Name, path)
		}
	})
	if refused != nil {
		return sim.Config{}, refused
	}
	o.words = []string{path}
	if c.Flags().Changed("pool") {
		config.PoolBytes = int64(o.pool)
		o.words = append(o.words, "--pool", o.pool.String())
	}
	if c.Flags().Changed("sample") {
		config.SampleRows = int64(o.sample)
		o.words = append(o.words, "--sample", countText(int64(o.sample)))
	}
	if o.pages {
		config.Pages = true
		o.words = append(o.words, "--pages")
	}
	if c.Flags().Changed("purge") {
		if config.PurgeLag, err = sim.ParsePurge(o.later.purge); err != nil {
			return config, usagef("--purge %w", err)
		}
		o.words = append(o.words, "--purge", o.later.purge)
	}
	if o.later.server != "" {
		config.Server = o.later.server
		o.words = append(o.words, "--server", o.later.server)
	}
	return config, errors.Join(o.io.add(c, &config), o.engine.add(&config))
}
