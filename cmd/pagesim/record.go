package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
)

const recordHelp = `Play a scenario into a running MySQL (5.7 to 9.7) or MariaDB server and record
what InnoDB made of it, page by page, for pagesim validate. The server's own
settings count, not the scenario's pool, server, device and purge.

It works in a database of its own, pagesim_record, says what it will do before
it does, and leaves nothing behind, also after an interrupt. The user needs
CREATE, DROP, ALTER, INDEX, INSERT, SELECT, UPDATE, DELETE, LOCK TABLES, RELOAD
and PROCESS, and to switch counters on the right to set global variables. The
server should have nothing else to do.

Pages are read from the table's file in the server's data directory, in key
order; where that cannot be read from INNODB_BUFFER_PAGE, without their order,
and only if all of them are in the pool. Passwords are in no output; give them
in the environment, as others can see a command line.`

const recordExample = `  pagesim record --dsn 'me:secret@tcp(127.0.0.1:3306)/' migrate.yaml -o rec.json
  PAGESIM_DSN='me:secret@unix(/run/mysqld/mysqld.sock)/' \
      pagesim record --yes examples/fifo-queue.yaml -o rec.json
  pagesim validate -v rec.json`

// recordOptions are the flags of record.
type recordOptions struct {
	live   liveOptions
	output string
	quiet  bool
}

func newRecordCommand(e env) *cobra.Command {
	var o recordOptions
	c := &cobra.Command{
		Use:     "record scenario.yaml",
		Short:   "Record what a running server does with a scenario",
		Long:    recordHelp,
		Example: recordExample,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("%d scenarios: want one, a YAML file", len(args))
			}
			return nil
		},
	}
	f := c.Flags()
	f.SortFlags = false
	o.live.addFlags(c)
	f.StringVarP(&o.output, "output", "o", "", "`file` to write, whole or not at all (default stdout)")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "no progress bar")
	c.RunE = func(c *cobra.Command, args []string) error { return runRecord(c.Context(), e, o, args[0]) }
	return c
}

func runRecord(ctx context.Context, e env, o recordOptions, path string) error {
	config, name, err := anyScenario(path, e.stdin)
	if err != nil {
		return err
	}
	target, err := o.live.target(e)
	if err != nil {
		return err
	}
	out, err := openOutput(o.output, e.stdout, append(keyFiles(config), path)...)
	if err != nil {
		return err
	}
	defer out.discard()
	rec, err := o.live.record(ctx, e, target, config, name, o.quiet)
	if err != nil {
		return err
	}
	if err := rec.Write(out); err != nil {
		return err
	}
	return out.commit()
}
