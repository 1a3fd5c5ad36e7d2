package keygen

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/pagesim/pagesim"
)

// EncodingInfo describes an encoding.
type EncodingInfo struct {
	Name string
	// Doc is one line.
	Doc string
}

// encodingRow is a row of the table of encodings.
type encodingRow struct {
	name, doc string
	format    pagesim.Format
	// append is nil for what only key files have.
	append func(dst []byte, v value) []byte
}

// standard are the encodings of 128-bit numbers, and so of 64-bit ones.
var standard = []string{"int", "bin16", "hex32", "hex36", "base64", "ulid26", "guid-le", "swap"}

// intEncoding is the name of the one encoding whose length depends on the
// generator: 16 bytes if its numbers are wide. A key file has it too, and two of
// its own.
const (
	intEncoding  = "int"
	textEncoding = "text"
	hexEncoding  = "hex"
)

// encodings is the table of encodings.
var encodings = []encodingRow{
	{intEncoding, "unsigned integer of 8 bytes; 16 for 128-bit values", fixed(pagesim.Int, 8), appendInt64},
	{"bin16", "16 bytes, as BINARY(16)", fixed(pagesim.Binary, 16), appendBin16},
	{"hex32", "32 hex digits", fixed(pagesim.Text, 32), appendHex32},
	{"hex36", "hex digits in groups of 8-4-4-4-12, a UUID's text", fixed(pagesim.Text, 36), appendHex36},
	{"base64", "22 characters of base64 without padding", fixed(pagesim.Text, 22), appendBase64},
	{"ulid26", "26 characters of Crockford's base32, a ULID's text", fixed(pagesim.Text, 26), appendULID26},
	{"guid-le", "16 bytes, first three fields little-endian: .NET's Guid.ToByteArray", fixed(pagesim.Binary, 16), appendGUIDLE},
	{"swap", "16 bytes, time_hi and time_mid first: MySQL's UUID_TO_BIN(u, 1)", fixed(pagesim.Binary, 16), appendSwap},
	{"ksuid27", "27 characters of base62, a KSUID's text", fixed(pagesim.Text, 27), appendKSUID27},
	{"bin20", "20 bytes, as BINARY(20)", fixed(pagesim.Binary, 20), appendBin20},
	{"xid20", "20 characters of base32hex, an xid's text", fixed(pagesim.Text, 20), appendXID20},
	{"hex24", "24 hex digits, an ObjectId's text", fixed(pagesim.Text, 24), appendHex24},
	{"bin12", "12 bytes, as BINARY(12)", fixed(pagesim.Binary, 12), appendBin12},
	{"nanoid21", "21 characters of A-Z, a-z, 0-9, _ and -", fixed(pagesim.Text, 21), appendNanoID21},
	{textEncoding, "a key file's lines as they are", pagesim.Format{Kind: pagesim.Text}, nil},
	{hexEncoding, "the bytes of a key file's hex digits or UUIDs, 0x before them or not", pagesim.Format{Kind: pagesim.Binary}, nil},
}

func fixed(k pagesim.Kind, bytes int) pagesim.Format {
	return pagesim.Format{Kind: k, Bytes: bytes, Fixed: true}
}

// Encodings returns the encodings in the order of their table.
func Encodings() []EncodingInfo {
	infos := make([]EncodingInfo, len(encodings))
	for i, e := range encodings {
		infos[i] = EncodingInfo{e.name, e.doc}
	}
	return infos
}

// encodingOf returns the row of an encoding that fits the generator.
func (k *kind) encodingOf(name string) (encodingRow, error) {
	if !slices.Contains(k.encodings, name) {
		return encodingRow{}, k.errorf("encoding %q does not fit; allowed: %s", name, strings.Join(k.encodings, ", "))
	}
	e := encodings[slices.IndexFunc(encodings, func(e encodingRow) bool { return e.name == name })]
	if name == intEncoding && k.wide {
		e.format, e.append = fixed(pagesim.Int, 16), appendBin16
	}
	return e, nil
}

func appendInt64(dst []byte, v value) []byte {
	return binary.BigEndian.AppendUint64(dst, v.lo)
}

func appendBin16(dst []byte, v value) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(dst, v.hi), v.lo)
}

func appendBin12(dst []byte, v value) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(dst, uint32(v.hi)), v.lo)
}

func appendBin20(dst []byte, v value) []byte {
	return appendBin16(binary.BigEndian.AppendUint32(dst, v.top), v)
}

func appendHex32(dst []byte, v value) []byte {
	var b [16]byte
	return hex.AppendEncode(dst, appendBin16(b[:0], v))
}

func appendHex24(dst []byte, v value) []byte {
	var b [12]byte
	return hex.AppendEncode(dst, appendBin12(b[:0], v))
}

func appendHex36(dst []byte, v value) []byte {
	var b [16]byte
	appendBin16(b[:0], v)
	var t [36]byte
	hex.Encode(t[0:], b[0:4])
	hex.Encode(t[9:], b[4:6])
	hex.Encode(t[14:], b[6:8])
	hex.Encode(t[19:], b[8:10])
	hex.Encode(t[24:], b[10:16])
	t[8], t[13], t[18], t[23] = '-', '-', '-', '-'
	return append(dst, t[:]...)
}

func appendBase64(dst []byte, v value) []byte {
	var b [16]byte
	return base64.RawStdEncoding.AppendEncode(dst, appendBin16(b[:0], v))
}

// crockford is Douglas Crockford's base32 alphabet: no I, L, O, U.
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

func appendULID26(dst []byte, v value) []byte {
	var t [26]byte
	for i := len(t) - 1; i >= 0; i-- {
		t[i] = crockford[v.lo&31]
		v.lo = v.lo>>5 | v.hi<<59
		v.hi >>= 5
	}
	return append(dst, t[:]...)
}

func appendGUIDLE(dst []byte, v value) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(v.hi>>32))
	dst = binary.LittleEndian.AppendUint16(dst, uint16(v.hi>>16))
	dst = binary.LittleEndian.AppendUint16(dst, uint16(v.hi))
	return binary.BigEndian.AppendUint64(dst, v.lo)
}

func appendSwap(dst []byte, v value) []byte {
	v.hi = v.hi<<48 | v.hi>>16&0xFFFF<<32 | v.hi>>32
	return appendBin16(dst, v)
}

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// appendKSUID27 divides the 160 bits by 62^5 again and again, which leaves five
// characters each time.
func appendKSUID27(dst []byte, v value) []byte {
	const chunk = 62 * 62 * 62 * 62 * 62
	words := [5]uint64{uint64(v.top), v.hi >> 32, v.hi & 0xFFFFFFFF, v.lo >> 32, v.lo & 0xFFFFFFFF}
	var t [27]byte
	for i := len(t); i > 0; {
		rest := uint64(0)
		for w := range words {
			n := rest<<32 | words[w]
			words[w], rest = n/chunk, n%chunk
		}
		for range min(5, i) {
			i--
			t[i] = base62[rest%62]
			rest /= 62
		}
	}
	return append(dst, t[:]...)
}

// xidEncoding is RFC 4648's base32hex in lower case.
var xidEncoding = base32.NewEncoding("0123456789abcdefghijklmnopqrstuv").WithPadding(base32.NoPadding)

func appendXID20(dst []byte, v value) []byte {
	var b [12]byte
	return xidEncoding.AppendEncode(dst, appendBin12(b[:0], v))
}

const nanoAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"

func appendNanoID21(dst []byte, v value) []byte {
	var t [21]byte
	for i := len(t) - 1; i >= 0; i-- {
		t[i] = nanoAlphabet[v.lo&63]
		v.lo = v.lo>>6 | v.hi<<58
		v.hi >>= 6
	}
	return append(dst, t[:]...)
}
