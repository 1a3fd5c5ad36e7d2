package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestListsFitAScreen(t *testing.T) {
	names := []string{""}
	for _, l := range lists {
		names = append(names, l.name)
	}
	for _, name := range names {
		o := command(t, strings.Fields("list "+name)...)
		require.Equal(t, exitDone, o.code)
		for line := range strings.Lines(o.stdout) {
			require.LessOrEqual(t, len(strings.TrimSuffix(line, "\n")), listWidth, line)
		}
	}
}

func TestFolds(t *testing.T) {
	require.Equal(t, []string{"  a bc", "  def"}, folds("  a bc def", 6))
	require.Equal(t, []string{"too-long-a-word", "b"}, folds("too-long-a-word b", 6))
	require.Equal(t, []string{""}, folds("", 6))
}
