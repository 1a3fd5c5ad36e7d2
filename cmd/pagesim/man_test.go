package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/internal/golden"
)

// pages are the manual pages that a command line writes, by their names.
func pages(t *testing.T) map[string]string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "man1")
	o := command(t, "man", "-o", folder)
	require.Equal(t, outcome{}, o)
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	all := map[string]string{}
	for _, entry := range entries {
		b, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		require.NoError(t, err)
		all[entry.Name()] = string(b)
	}
	return all
}

func TestManual(t *testing.T) {
	all := pages(t)
	require.Equal(t, all, pages(t), "the same bytes each time")
	for _, c := range newRootCommand(env{}).Commands() {
		name := "pagesim-" + c.Name() + ".1"
		if c.Hidden {
			require.NotContains(t, all, name)
			continue
		}
		require.Contains(t, all, name)
		require.Contains(t, all[name], ".SH EXIT STATUS")
		require.Contains(t, all[name], "130  interrupted")
		require.Equal(t, strings.Count(all[name], ".EX"), strings.Count(all[name], ".EE"))
	}
	require.Contains(t, all["pagesim-run.1"], "<n>iops")
	golden.Check(t, "testdata/pagesim.1", []byte(all["pagesim.1"]))
}

func TestManualNeedsAFolder(t *testing.T) {
	o := command(t, "man")
	require.Equal(t, outcome{"", "pagesim: no folder: want one, as pagesim man -o man1\n", exitUsage}, o)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	o = command(t, "man", "-o", file)
	require.Equal(t, exitFailed, o.code)
	require.Equal(t, "pagesim: --output "+file+": not a directory\n", o.stderr)
}

// TestEachFlagIsCompleted: a flag completes to a list of values, to files, or to
// nothing, but never to files that it cannot read.
func TestEachFlagIsCompleted(t *testing.T) {
	for _, c := range newRootCommand(env{}).Commands() {
		c.InitDefaultHelpFlag()
		if c.Name() == "completion" || c.Name() == "help" {
			continue
		}
		o := command(t, "__complete", c.Name(), "--")
		require.Equal(t, exitDone, o.code)
		for line := range strings.Lines(o.stdout) {
			flag, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			if !strings.HasPrefix(flag, "--") || flag == "--help" {
				continue
			}
			o := command(t, "__complete", c.Name(), flag, "")
			isFile := strings.Contains(o.stdout, ":0\n")
			f := c.Flags().Lookup(strings.TrimPrefix(flag, "--"))
			if f.Value.Type() == "bool" {
				continue
			}
			require.Equal(t, strings.Contains(f.Usage, "`file`"), isFile, "%s %s: %s", c.Name(), flag, o.stdout)
		}
	}
}
