package main

import (
	"slices"
	"strings"

	"github.com/pagesim/pagesim/report"
	"github.com/pagesim/pagesim/sim"
	"github.com/spf13/cobra"
)

const explainHelp = `Show what the records of a table are made of: the bytes of each field in leaf
records and node pointers, records a page, fan-out, and the height of the trees.
Nothing is inserted. The flags describe the table and its rows as those of run.`

const explainExample = `  pagesim explain --keys uuidv4 --encoding hex36
  pagesim explain --keys autoinc --index mail=ksuid --payload 10..400
  pagesim explain --ddl orders.sql --keys ulid --format json`

// explainOptions are the flags of explain.
type explainOptions struct {
	table  tableOptions
	format string
}

func newExplainCommand(e env) *cobra.Command {
	var o explainOptions
	c := &cobra.Command{
		Use:     "explain",
		Short:   "Show the bytes of each record, records a page and tree heights",
		Long:    explainHelp,
		Example: explainExample,
		Args:    cobra.NoArgs,

		ValidArgsFunction: cobra.NoFileCompletions,
	}
	o.addFlags(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		config, write, err := o.validate(c, e)
		if err != nil {
			return err
		}
		return runExplain(e, o, config, write)
	}
	return c
}

func (o *explainOptions) addFlags(c *cobra.Command) {
	o.table.addFlags(c)
	c.Flags().StringVar(&o.format, "format", "text", "output `format`: "+strings.Join(report.Names(report.Explanations()), ", "))
	complete(c, "format", report.Names(report.Explanations()))
}

// validate reads the flags as a run and a way to write its explanation.
func (o *explainOptions) validate(c *cobra.Command, e env) (sim.Config, report.ExplanationWriter, error) {
	write, err := report.Find(report.Explanations(), o.format)
	if err != nil {
		return sim.Config{}, nil, usagef("--format: %w", err)
	}
	config, err := o.table.config(c, e.stdin)
	return config, write, err
}

// runExplain prepares a run, and asks it for its records. One row shows them, where
// nobody says how many there are.
func runExplain(e env, o explainOptions, config sim.Config, write report.ExplanationWriter) error {
	first := config
	first.Phases = slices.Clone(config.Phases)
	first.Phases[0].Rows = max(config.Phases[0].Rows, 1)
	m, err := sim.New(first, sim.Env{Stdin: e.stdin})
	if err != nil {
		return beforeRows(err)
	}
	words := append([]string{"pagesim", "explain"}, o.table.commandLine(config)...)
	return write(e.stdout, report.Explanation{
		Command: words, Fed: fed(config, m.Result().Config), Version: sim.Version, DDL: m.Result().DDL, Indexes: m.Encoder().Explain(),
	})
}
