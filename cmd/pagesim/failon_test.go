package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestConditionsWithoutAFigure: what was not counted, or counts something else, meets
// no condition.
func TestConditionsWithoutAFigure(t *testing.T) {
	for _, c := range []struct {
		args string
		code exitCode
		want string
	}{
		{"run --rows 2000 --policy none --fail-on reads_per_insert>5", exitFailed, "there is no reads_per_insert with --policy none"},
		{"run --rows 2000 --policy none --fail-on leaf_fill<1%", exitDone, ""},
		{"compare --keys uuidv4 --engine innodb,fractal --rows 2000 --fail-on leaf_pages>+5%", exitFailed, "leaf_pages of fractal are not those of innodb; want bytes"},
		{"compare --keys uuidv4 --engine innodb,fractal --rows 2000 --fail-on leaf_fill>+900%", exitDone, ""},
		{"run --fail-on leaf_fill<60", exitUsage, "leaf_fill is a share of 1: say 60%"},
		{"run --fail-on seconds>1k", exitUsage, "want seconds, or a time such as 90s or 1m30s"},
	} {
		o := command(t, append(strings.Fields(c.args), "-o", t.TempDir()+"/x")...)
		require.Equal(t, c.code, o.code, o.stderr)
		require.Contains(t, o.stderr, c.want)
		if c.want != "" {
			require.Equal(t, 1, strings.Count(o.stderr, "\n"), o.stderr)
		}
	}
}
