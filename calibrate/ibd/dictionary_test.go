package ibd_test

import (
	"encoding/binary"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestADictionaryThatLoops has a record of the dictionary that follows itself 65,535
// times and a text whose pages are a ring: each is read once.
func TestADictionaryThatLoops(t *testing.T) {
	b := load(t, "mysql-9.7-long_sdi")
	want, err := read(b)
	require.NoError(t, err)
	looped(t, b)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f, err := read(b)
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20))
	require.Equal(t, want.Indexes[0].Root, f.Indexes[0].Root)
}

// looped makes the loops in a file with a text on pages of its own.
func looped(t *testing.T, b []byte) {
	t.Helper()
	const page, body = 16384, 38
	for at := 0; at < len(b); at += page {
		p := b[at : at+page]
		if binary.BigEndian.Uint16(p[24:]) != 17853 { // FIL_PAGE_SDI
			continue
		}
		for r := 120; r < page-64; r++ {
			number := int(binary.BigEndian.Uint32(p[r+37:]))
			if binary.BigEndian.Uint32(p[r:]) != 1 || p[r-6]&0xC0 != 0xC0 || number*page >= len(b) {
				continue
			}
			binary.BigEndian.PutUint16(p[97:], uint16(r-99)) // the first record
			binary.BigEndian.PutUint16(p[r-2:], 0)
			binary.BigEndian.PutUint16(p[body+16:], 65535)
			binary.BigEndian.PutUint16(p[body+4:], 1<<15|65535)
			binary.BigEndian.PutUint32(p[r+45:], 1<<31)
			unsign(p)
			text := b[number*page : (number+1)*page]
			binary.BigEndian.PutUint32(text[body+4:], uint32(number))
			unsign(text)
			return
		}
	}
	require.Fail(t, "no text has pages of its own")
}
