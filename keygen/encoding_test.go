package keygen

import (
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
)

// TestVectors holds encodings against values that others publish.
func TestVectors(t *testing.T) {
	for _, c := range []struct{ source, raw, encoding, want string }{
		{"MySQL 8.4 manual, UUID_TO_BIN", "6ccd780cbaba102695645b8c656024db", "swap", "1026baba6ccd780c95645b8c656024db"},
		{"MySQL 8.4 manual, BIN_TO_UUID", "6ccd780cbaba102695645b8c656024db", "hex36", "6ccd780c-baba-1026-9564-5b8c656024db"},
		{"counting digits", "00112233445566778899aabbccddeeff", "guid-le", "33221100554477668899aabbccddeeff"},
		{"largest ULID, ulid/spec", "ffffffffffffffffffffffffffffffff", "ulid26", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"},
		{"largest KSUID, segmentio/ksuid", strings.Repeat("ff", 20), "ksuid27", "aWgEPTl1tmebfsQzFP4bxwgy80V"},
		{"rs/xid, README", "4d88e15b60f486e428412dc9", "xid20", "9m4e2mr0ui3e8a215n4g"},
		{"RFC 4648 alphabet", "00000000000000000000000000000000", "base64", strings.Repeat("A", 22)},
		{"last character of the alphabet", "3fffffffffffffffffffffffffffffff", "nanoid21", strings.Repeat("-", 21)},
	} {
		row := encodings[slices.IndexFunc(encodings, func(e encodingRow) bool { return e.name == c.encoding })]
		require.Equal(t, c.want, Print(row.format, row.append(nil, rawValue(t, c.raw))), c.source)
	}
}

func rawValue(t *testing.T, digits string) value {
	b, err := hex.DecodeString(strings.Repeat("0", 40-len(digits)) + digits)
	require.NoError(t, err)
	return value{binary.BigEndian.Uint32(b), binary.BigEndian.Uint64(b[4:]), binary.BigEndian.Uint64(b[12:])}
}

func TestPrint(t *testing.T) {
	key := []byte("\x00\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00\x00\x00\x00\x00A")
	require.Equal(t, "1329227995784915872832030941219127361", Print(fixed(pagesim.Int, 16), key))
	require.Equal(t, "72057594037927935", Print(fixed(pagesim.Int, 8), key[:8]))
	require.Equal(t, "00ff", Print(fixed(pagesim.Binary, 2), key[:2]))
	require.Equal(t, "A", Print(fixed(pagesim.Text, 1), key[15:]))
}

// TestIncrementCarries steps monotonic values over the ends of their parts.
func TestIncrementCarries(t *testing.T) {
	const randB, variant = 1<<62 - 1, 1 << 63
	require.Equal(t, value{hi: 0x17002, lo: variant}, afterV7(value{hi: 0x17001, lo: variant | randB}))
	require.Equal(t, value{hi: 0x17000, lo: variant}, afterV7(value{hi: 0x17FFF, lo: variant | randB}))
	require.Equal(t, value{hi: 0x17001, lo: variant | 6}, afterV7(value{hi: 0x17001, lo: variant | 5}))
}

// TestClock compares the running fraction with the division it stands for.
func TestClock(t *testing.T) {
	for _, rate := range []uint64{1, 3, 7, 333, 1000, 1001, 20000, 999_999_937} {
		c := newClock(5, 1000, rate)
		for i := range uint64(10000) {
			require.Equal(t, 5+i*1000/rate, c.tick())
		}
	}
}
