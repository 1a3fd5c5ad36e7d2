package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/pagesim/pagesim/docs"
	"github.com/pagesim/pagesim/sim"
	"github.com/spf13/cobra"
)

func newVersionCommand(e env) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of the model and of the program",
		Long: `Print the version of the program; that of the model, which changes when a number
changes that the same command line prints; and how many rules docs/MODEL.md has
that are exact, simplified or not modelled.`,
		Example: "  pagesim version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := io.WriteString(e.stdout, versionText())
			return err
		},
	}
}

// versionText is what version prints, and --version.
func versionText() string {
	return fmt.Sprintf("pagesim %s\nmodel %s, InnoDB of MySQL 9.7\n%d rules: %d exact, %d simplified, %d not modelled\n%s %s/%s\n",
		buildVersion(), sim.Version,
		len(docs.Rules()), docs.Count(docs.Exact), docs.Count(docs.Simplified), docs.Count(docs.NotModelled),
		runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// buildVersion is what the build knows of itself.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(unknown build)"
	}
	return info.Main.Version
}
