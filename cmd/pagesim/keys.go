package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/internal/units"
	"github.com/pagesim/pagesim/keygen"
	"github.com/spf13/cobra"
)

const keysHelp = `Print the first keys of a stream, one a line: integers in decimal, binary in
hex, text as it is. pagesim list keys shows the streams and their parameters.`

const keysExample = `  pagesim keys uuidv7:rate=20000,nodes=4,skew=20ms
  pagesim keys ulid -n 1M --seed 7 > ulids.txt
  pagesim keys uuidv4 --encoding hex36 -n 3`

// defaultPrinted is how many keys are printed if nothing is said.
const defaultPrinted = 10

// keysOptions are the flags of keys.
type keysOptions struct {
	n        units.Count
	rows     units.Count
	seed     seed
	encoding string
}

func newKeysCommand(e env) *cobra.Command {
	o := keysOptions{n: defaultPrinted}
	c := &cobra.Command{
		Use:               "keys stream",
		Short:             "Print the first keys of a stream",
		Long:              keysHelp,
		Example:           keysExample,
		Args:              oneStream,
		ValidArgsFunction: cobra.FixedCompletions(keyNames, cobra.ShellCompDirectiveNoFileComp),
	}
	o.addFlags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		spec, err := o.validate(args[0])
		if err != nil {
			return err
		}
		return runKeys(c.Context(), e, o, spec)
	}
	return c
}

func oneStream(_ *cobra.Command, args []string) error {
	switch len(args) {
	case 0:
		return errors.New("no stream: want one, as pagesim keys uuidv7:rate=20000")
	case 1:
		return nil
	}
	return fmt.Errorf("%d streams %q: want one", len(args), args)
}

func (o *keysOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	f.VarP(&o.n, "number", "n", "how many keys")
	f.Var(&o.rows, "rows", "rows of the run, for descending (default as --number)")
	f.Lookup("rows").DefValue = "0"
	o.seed.add(c, "seed of the stream")
	f.StringVar(&o.encoding, "encoding", "", "`name` of an encoding; see pagesim list encodings")
	complete(c, "encoding", encodingNames)
}

func (o *keysOptions) validate(text string) (keygen.Spec, error) {
	if o.rows == 0 {
		o.rows = max(o.n, 1)
	}
	return parseStream(text, o.encoding)
}

func runKeys(ctx context.Context, e env, o keysOptions, spec keygen.Spec) error {
	s, err := spec.Open(uint64(o.seed), int64(o.rows), e.stdin)
	if err != nil {
		return beforeRows(err)
	}
	format, err := formatOf(spec, s)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(e.stdout)
	err = printKeys(ctx, w, s, format, int64(o.n))
	if flushed := w.Flush(); !errors.Is(err, flushed) {
		err = errors.Join(err, flushed)
	}
	return err
}

// formatOf asks an open stream for its format where only that knows it.
func formatOf(spec keygen.Spec, s keygen.Stream) (pagesim.Format, error) {
	if f, ok := s.(keygen.Finite); ok {
		return f.Format(), nil
	}
	return spec.Format()
}

// printKeys prints at most n keys.
func printKeys(ctx context.Context, w io.Writer, s keygen.Stream, format pagesim.Format, n int64) error {
	var key []byte
	for range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		var err error
		if key, err = s.Next(key[:0]); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w, keygen.Print(format, key)); err != nil {
			return err
		}
	}
	return nil
}
