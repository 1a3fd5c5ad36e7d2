package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"
)

const rootHelp = `pagesim predicts what InnoDB's index pages do with a stream of keys: splits,
fill, sizes, reads and writes, without a database.

Output has no colours, with or without NO_COLOR. A terminal sees a progress bar,
unless TERM is dumb or --quiet is given.

` + exitHelp

const rootExample = `  pagesim run --keys uuidv4 --rows 10M --pool 1G
  pagesim run --keys uuidv7:rate=20000,nodes=4,skew=20ms --format json
  pagesim run --ddl orders.sql --keys id=ulid --keys user_id=zipf
  pagesim run examples/migrate-v4-to-v7.yaml
  pagesim compare --keys autoinc,uuidv7,ulid,uuidv4 --rows 10M --pool 1G
  pagesim sweep --keys uuidv4 --pool 64M..4G:x2 -o pools.csv
  pagesim explain --keys uuidv4 --encoding hex36
  pagesim inspect orders.ibd
  pagesim validate testdata/recordings
  pagesim record --dsn 'me:secret@tcp(127.0.0.1:3306)/' queue.yaml -o rec.json`

// runRoot parses a command line and runs its command.
func runRoot(ctx context.Context, e env) error {
	understood := false
	root := newRootCommand(e)
	root.PersistentPreRun = func(*cobra.Command, []string) { understood = true }
	command, err := root.ExecuteContextC(ctx)
	if err != nil && !understood {
		return usagef("%w; see %s --help", err, command.CommandPath())
	}
	return err
}

func newRootCommand(e env) *cobra.Command {
	root := &cobra.Command{
		Use:                "pagesim",
		Short:              "Predict what InnoDB's index pages do with a stream of keys",
		Long:               rootHelp,
		Example:            rootExample,
		SilenceErrors:      true,
		SilenceUsage:       true,
		DisableSuggestions: true,
		Version:            buildVersion(),
	}
	root.SetVersionTemplate(versionText())
	root.SetHelpCommand(newHelpCommand())
	root.SetArgs(e.args)
	root.SetIn(e.stdin)
	root.SetOut(e.stdout)
	root.SetErr(e.stderr)
	root.AddCommand(
		newRunCommand(e),
		newCompareCommand(e),
		newSweepCommand(e),
		newMergeCommand(e),
		newPlotCommand(e),
		newReportCommand(e),
		newExplainCommand(e),
		newRecordCommand(e),
		newValidateCommand(e),
		newInspectCommand(e),
		newScenarioCommand(e),
		newKeysCommand(e),
		newListCommand(e),
		newVersionCommand(e),
		newManCommand(e),
	)
	completeRest(root)
	refuseOtherShells(root)
	return root
}

// refuseOtherShells makes completion for a shell that is not there an error; cobra
// would print help.
func refuseOtherShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Example = "  source <(pagesim completion bash)\n  pagesim completion fish > ~/.config/fish/completions/pagesim.fish"
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		}
	}
}

// newHelpCommand is cobra's, but what it does not know is an error.
func newHelpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Help about any command",
		RunE: func(c *cobra.Command, args []string) error {
			found, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return usagef("unknown command %q; see pagesim --help", strings.Join(args, " "))
			}
			found.InitDefaultHelpFlag()
			found.InitDefaultVersionFlag()
			return found.Help()
		},
	}
}
