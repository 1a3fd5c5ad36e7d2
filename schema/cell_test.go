package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/schema"
)

// TestHexFeedsBinary holds the hex of a value against its bytes: as UUID_TO_BIN and
// UNHEX, they give the same record.
func TestHexFeedsBinary(t *testing.T) {
	const uuid = "019b76da-a800-7cc1-beeb-8da1658eec67"
	digits := strings.ReplaceAll(uuid, "-", "")
	raw := "\x01\x9b\x76\xda\xa8\x00\x7c\xc1\xbe\xeb\x8d\xa1\x65\x8e\xec\x67"
	for _, c := range []struct {
		column, value string
		format        pagesim.Format
	}{
		{"binary(16)", raw, bin16},
		{"binary(16)", uuid, hex36},
		{"binary(16)", strings.ToUpper(uuid), textKeys(36, false)},
		{"binary(16)", digits, textKeys(32, true)},
		{"varbinary(16)", digits, textKeys(32, true)},
	} {
		e := encoder(t, fmt.Sprintf("create table t(id %s primary key)", c.column),
			schema.Input{Keys: []schema.Key{{Column: "id", Format: c.format}}})
		records := make([]pagesim.Record, 1)
		require.NoError(t, e.Encode([][]byte{[]byte(c.value)}, records))
		require.Equal(t, raw, string(records[0].Key[:16]))
		require.Equal(t, 5+16+6+7+strings.Count(c.column, "var"), records[0].LeafBytes, c.column)
	}
}

// TestTextThatFitsIsNoHex: only what is too long for a column is read as hex.
func TestTextThatFitsIsNoHex(t *testing.T) {
	e := encoder(t, "create table t(id binary(36) primary key)",
		schema.Input{Keys: []schema.Key{{Column: "id", Format: textKeys(36, false)}}})
	records := make([]pagesim.Record, 1)
	require.NoError(t, e.Encode([][]byte{[]byte("00ff")}, records))
	require.Equal(t, "00ff\x00", string(records[0].Key[:5]))
}
