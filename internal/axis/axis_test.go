package axis_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/internal/axis"
)

func TestExpand(t *testing.T) {
	for _, c := range []struct {
		text string
		n    axis.Notation
		want string
	}{
		{"64M..1G:x2", axis.Sizes, "64M 128M 256M 512M 1G"},
		{"64M..100M:+16M", axis.Sizes, "64M 80M 96M"},
		{"1M..5M:+1M", axis.Counts, "1M 2M 3M 4M 5M"},
		{"1M..2M:+500k", axis.Counts, "1M 1500k 2M"},
		{"100..800:x2", axis.Plain, "100 200 400 800"},
		{"0.1..0.3:+0.1", axis.Plain, "0.1 0.2 0.3"},
		{"500iops..4000iops:x2", axis.Plain, "500iops 1000iops 2000iops 4000iops"},
		{"1ms..5ms:+2", axis.Plain, "1ms 3ms 5ms"},
		{"uuidv7:rate=1000..4000:x2,nodes=4", axis.Plain, "uuidv7:rate=1000,nodes=4 uuidv7:rate=2000,nodes=4 uuidv7:rate=4000,nodes=4"},
		{"id=uuidv7:rate=10..20:+10,skew=1ms..2ms:x2", axis.Plain, "id=uuidv7:rate=10,skew=1ms id=uuidv7:rate=10,skew=2ms id=uuidv7:rate=20,skew=1ms id=uuidv7:rate=20,skew=2ms"},
		{"7", axis.Plain, "7"},
		{"10..400", axis.Counts, "10..400"},
		{"note=10..400", axis.Plain, "note=10..400"},
		{"5..5:x2", axis.Plain, "5"},
	} {
		got, err := axis.Expand(c.text, c.n)
		require.NoError(t, err, c.text)
		require.Equal(t, strings.Fields(c.want), got, c.text)
	}
}

// TestExpandIsQuick: exact products of this range have 300,000 digits.
func TestExpandIsQuick(t *testing.T) {
	got, err := axis.Expand("uuidv7:rate=1..1000:x1.0001", axis.Plain)
	require.NoError(t, err)
	require.Len(t, got, 69082)
	require.Equal(t, "uuidv7:rate=1.00030003", got[3][:len("uuidv7:rate=1.00030003")])
}

func TestNotationOf(t *testing.T) {
	require.Equal(t, axis.Sizes, axis.NotationOf("pool"))
	require.Equal(t, axis.Counts, axis.NotationOf("rows"))
	require.Equal(t, axis.Plain, axis.NotationOf("seed"))
}

func TestExpandRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"4..2:x2":        "smaller end first",
		"1..2:x1":        "leads on",
		"0..2:x2":        "leads on",
		"1..2:+0":        "leads on",
		"1ms..2s:+1":     "same unit",
		"1..1000000:+1":  "at most 100,000 values",
		"1..9q.:x2":      "want a number",
		"rate=4..2.5:x2": "smaller end first",

		"1..1000:x1.00001":                 "at most 100,000 values",
		"1..2:x1.00000000000000000001":     "at most 100,000 values",
		"1..2:+0.00000000000001":           "at most 100,000 values",
		"0.000000000001..1:x1.1":           "more than 12 decimals",
		"rate=1..1000:+1,nodes=1..1000:+1": "at most 100,000 values",
	} {
		_, err := axis.Expand(text, axis.Plain)
		require.ErrorContains(t, err, want, text)
	}
	_, err := axis.Expand("64M..1Q:x2", axis.Sizes)
	require.ErrorContains(t, err, `size "1Q"`)
	_, err = axis.Expand("1..2:x1.5", axis.Sizes)
	require.ErrorContains(t, err, "whole")
	require.True(t, axis.IsRange("64M..1G"))
	require.False(t, axis.IsRange("64M..1G:x2"))
}
