package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A saved result says what the run said, but for the command.
func TestReport(t *testing.T) {
	flags := "--rows 5k --keys uuidv7 --server mariadb-10.11 --sample 1k"
	file := filepath.Join(t.TempDir(), "a.json")
	require.Equal(t, outcome{}, command(t, strings.Fields("run --format json -o "+file+" "+flags)...))
	said := command(t, strings.Fields("run --device nvme "+flags)...).stdout
	again := command(t, "report", file)
	require.Equal(t, exitDone, again.code, again.stderr)
	_, want, _ := strings.Cut(said, "\nmodel ")
	_, got, _ := strings.Cut(again.stdout, "\nmodel ")
	require.Equal(t, want, got)
	require.Contains(t, got, "MariaDB 10.11")

	saved, err := os.ReadFile(file)
	require.NoError(t, err)
	require.JSONEq(t, string(saved), command(t, "report", file, "--format", "json").stdout)

	page := filepath.Join(t.TempDir(), "a.HTML")
	require.Equal(t, outcome{}, command(t, "report", file, file, "-o", page))
	b, err := os.ReadFile(page)
	require.NoError(t, err)
	require.Contains(t, string(b), "<!DOCTYPE html>")
}

// Results of other keys have other names in all formats.
func TestReportTellsKeysApart(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, keys := range []string{"uuidv4", "uuidv7"} {
		require.Equal(t, outcome{}, command(t, strings.Fields("run --rows 2k --format json --keys "+keys+" -o "+keys+".json")...))
	}
	o := command(t, "report", "uuidv4.json", "uuidv7.json")
	require.Equal(t, exitDone, o.code, o.stderr)
	require.Regexp(t, `(?m)^ +uuidv4 +uuidv7 +ratio$`, o.stdout)
}

func TestReportErrors(t *testing.T) {
	for args, want := range map[string]string{
		"":                            "no results: want files that pagesim run --format json wrote",
		"testdata/ids.keys":           "testdata/ids.keys: byte",
		"missing.json":                "missing.json: no such file",
		"testdata/a.json --format md": `--format: unknown format "md"; allowed: text`,
	} {
		o := command(t, append([]string{"report"}, strings.Fields(args)...)...)
		require.NotEqual(t, exitDone, o.code)
		require.Empty(t, o.stdout)
		require.Contains(t, o.stderr, "pagesim: "+want)
	}
}
