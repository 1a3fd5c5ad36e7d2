package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pagesim/pagesim/sim"
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
)

const manHelp = `Write the manual pages of all commands, those of man 1: pagesim.1,
pagesim-run.1 ... The same program writes the same bytes.`

// manDate is the date that manual pages bear: that of the model's version.
var manDate = time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)

func newManCommand(e env) *cobra.Command {
	var folder string
	c := &cobra.Command{
		Use:     "man",
		Short:   "Write the manual pages",
		Long:    manHelp,
		Example: "  pagesim man -o share/man/man1\n  pagesim man -o . && man ./pagesim-run.1",
		Args:    cobra.NoArgs,
		Hidden:  true,

		ValidArgsFunction: cobra.NoFileCompletions,
	}
	c.Flags().StringVarP(&folder, "output", "o", "", "`folder` to write to; it is made if need be")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if folder == "" {
			return usagef("no folder: want one, as pagesim man -o man1")
		}
		return writeManual(e, c.Root(), folder)
	}
	return c
}

// writeManual writes the page of a command and those of the commands below it.
func writeManual(e env, c *cobra.Command, folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return outputError("--output", folder, err)
	}
	for _, below := range c.Commands() {
		if !below.IsAvailableCommand() || below.IsAdditionalHelpTopicCommand() {
			continue
		}
		if err := writeManual(e, below, folder); err != nil {
			return err
		}
	}
	page, err := manual(c)
	if err != nil {
		return err
	}
	name := strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1"
	out, err := openOutput(filepath.Join(folder, name), e.stdout)
	if err != nil {
		return err
	}
	defer out.discard()
	if _, err := out.Write(page); err != nil {
		return err
	}
	return out.commit()
}

// manualText is the long help of a command with a section of exit codes, which all
// commands share, as Markdown: the table keeps its lines.
func manualText(long string) string {
	var b strings.Builder
	b.WriteString(strings.TrimSuffix(long, exitHelp) + "\n\n# EXIT STATUS\n\n")
	_, table, _ := strings.Cut(exitHelp, "\n")
	for line := range strings.Lines(table) {
		b.WriteString("    " + line)
	}
	return b.String()
}

// markup keeps what Markdown would take for HTML.
var markup = strings.NewReplacer("<", `\<`, ">", `\>`)

// manual is the manual page of a command.
func manual(c *cobra.Command) ([]byte, error) {
	c.InitDefaultHelpFlag()
	c.DisableAutoGenTag = true
	c.Long = manualText(c.Long)
	c.Flags().VisitAll(func(f *pflag.Flag) { f.Usage = markup.Replace(f.Usage) })
	var b bytes.Buffer
	date := manDate
	err := doc.GenMan(c, &doc.GenManHeader{
		Section: "1", Date: &date, Source: "pagesim, model " + sim.Version, Manual: "pagesim",
	}, &b)
	if err != nil {
		return nil, fmt.Errorf("manual of %s: %w", c.CommandPath(), err)
	}
	return b.Bytes(), nil
}
