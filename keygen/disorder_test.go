package keygen_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/keygen"
)

func TestDisorder(t *testing.T) {
	for text, want := range map[string]string{
		"autoinc":                            "",
		"descending":                         "",
		"uuidv4":                             "each key may be anywhere",
		"uuidv7":                             "",
		"uuidv7:rate=20000,nodes=4":          "the 20 keys of one millisecond arrive in random order",
		"uuidv7:rate=20000,monotonic=1":      "",
		"ulid:rate=9000,monotonic=1,nodes=2": "the nodes' keys of one millisecond are interleaved",
		"uuidv7:nodes=4,skew=20ms":           "the clocks of 4 nodes are up to 20ms apart",
		"uuidv7:rate=5000,jitter=2s":         "the 5 keys of one millisecond arrive in random order and keys arrive up to 2s late",
		"uuidv7:skew=20ms":                   "",
		"ksuid:rate=500":                     "the 500 keys of one second arrive in random order",
		"objectid":                           "",
		"objectid:nodes=3":                   "the nodes' keys of one second are interleaved",
		"snowflake:workers=4":                "",
		"device:devices=3":                   "the devices' keys of one second are interleaved",
		"file:ids.txt":                       "",
	} {
		s, err := keygen.Parse(text)
		require.NoError(t, err)
		require.Equal(t, want, s.Disorder(), text)
	}
}

func TestDescription(t *testing.T) {
	for text, want := range map[string]string{
		"uuidv4:encoding=hex36":              "uuidv4",
		"uuidv7:rate=20000,nodes=4,skew=9ms": "uuidv7 at 20,000 keys/s from 4 nodes",
		"snowflake:workers=16":               "snowflake from 16 workers",
	} {
		s, err := keygen.Parse(text)
		require.NoError(t, err)
		require.Equal(t, want, s.Description(), text)
	}
}

// TestStreamsTellColumnsFromParameters: lists of streams take a value that is a
// generator for a column's stream.
func TestStreamsTellColumnsFromParameters(t *testing.T) {
	for _, k := range keygen.Kinds() {
		for _, e := range keygen.Encodings() {
			require.NotEqual(t, k.Name, e.Name)
		}
	}
}
