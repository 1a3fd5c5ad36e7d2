package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/pagesim/pagesim/calibrate"
	"github.com/pagesim/pagesim/calibrate/live"
	"github.com/pagesim/pagesim/sim"
	"github.com/spf13/cobra"
)

// Environment variables, so that passwords need not be in a command line, which others
// can see.
const (
	dsnVariable      = "PAGESIM_DSN"
	passwordVariable = "MYSQL_PWD"
)

// liveOptions say which server is recorded.
type liveOptions struct {
	dsn     string
	dataDir string
	yes     bool
}

func (o *liveOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.dsn, "dsn", "", "`server`, user:password@tcp(host:port)/, default\n$"+dsnVariable+"; without a password that of $"+passwordVariable)
	f.StringVar(&o.dataDir, "datadir", "", "`folder` where the server's data directory is seen\nfrom here (default where the server has it)")
	f.BoolVarP(&o.yes, "yes", "y", false, "do not ask before something is created")
}

// target is the server that is meant. Nothing that the user gave is in the error.
func (o *liveOptions) target(e env) (live.Target, error) {
	dsn := o.dsn
	if dsn == "" {
		dsn = e.variable(dsnVariable)
	}
	if dsn == "" {
		return live.Target{}, usagef("no server: want --dsn or $%s, user:password@tcp(host:port)/", dsnVariable)
	}
	t, err := live.ParseTarget(dsn, e.variable(passwordVariable))
	if err != nil {
		return t, usagef("--dsn or $%s: %w", dsnVariable, err)
	}
	if !o.yes && !e.canAsk {
		return t, usagef("%s: this creates a database there and drops it; say --yes, as nobody can be asked here", t)
	}
	return t, nil
}

// record plays a config into the server.
func (o *liveOptions) record(ctx context.Context, e env, t live.Target, c sim.Config, name string, quiet bool) (calibrate.Recording, error) {
	for _, ph := range c.Phases {
		if slices.ContainsFunc(ph.Keys, func(s sim.Stream) bool { return s.Keys.File == stdoutPath }) {
			return calibrate.Recording{}, usagef("keys from standard input: they are read twice, so give a file")
		}
	}
	script, err := sim.NewScript(c, sim.Env{})
	if err != nil {
		return calibrate.Recording{}, beforeRows(err)
	}
	ctx, stop := holdingSignals(ctx)
	defer stop()
	bar := progress{w: e.stderr, hidden: !e.isTerminal || quiet}
	defer bar.clear()
	return live.Record(ctx, t, script, live.Options{
		Name: name, DataDir: o.dataDir, Now: time.Now, Progress: bar.update,
		Approve: func(p live.Plan) error { return o.approve(e, p) },
		Note: func(text string) {
			bar.clear()
			printError(e.stderr, text)
		},
	})
}

// holdingSignals keeps a second signal from ending the process before the server is as
// it was; the first cancels the context.
func holdingSignals(ctx context.Context) (context.Context, func()) {
	return signal.NotifyContext(ctx, endings()...)
}

// errDeclined ends a recording that somebody did not want.
var errDeclined = errors.New("nothing was done")

// approve says what is going to be done and asks for it unless that was said already.
func (o *liveOptions) approve(e env, p live.Plan) error {
	printError(e.stderr, p.String())
	if o.yes {
		return nil
	}
	if _, err := fmt.Fprint(e.stderr, "Go on? [y/N] "); err != nil {
		return err
	}
	answer, err := bufio.NewReader(e.stdin).ReadString('\n')
	if err != nil {
		_, _ = fmt.Fprintln(e.stderr) // nobody ended the line
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	}
	return errDeclined
}
