package keygen

import (
	"crypto/md5"
	"crypto/sha1"
	"encoding/binary"
	"hash/crc32"
	"strconv"
)

// uuid sets the version and the variant of RFC 9562 in 128 bits.
func uuid(hi, lo, version uint64) value {
	return value{
		hi: hi&^0xF000 | version<<12,
		lo: lo&0x3FFFFFFFFFFFFFFF | 0x8000000000000000,
	}
}

// uuidv4 takes two outputs a key: the high half, the low half.
func uuidv4(_ args, rng *SplitMix64) source {
	return func() value {
		hi, lo := rng.pair()
		return uuid(hi, lo, 4)
	}
}

// prefixed is Percona's pseudo-random order: the first 16 bits are the first
// four hex digits of md5(decimal period number), where period =
// i / rows_per_period; the rest is as uuidv4, with the same two outputs.
func prefixed(a args, rng *SplitMix64) source {
	perPeriod := a.count("rows_per_period")
	var period, inPeriod uint64
	prefix := periodPrefix(0)
	return func() value {
		if inPeriod == perPeriod {
			period, inPeriod = period+1, 0
			prefix = periodPrefix(period)
		}
		inPeriod++
		hi, lo := rng.pair()
		return uuid(prefix|hi&0xFFFFFFFFFFFF, lo, 4)
	}
}

func periodPrefix(period uint64) uint64 {
	sum := md5.Sum(strconv.AppendUint(nil, period, 10))
	return uint64(binary.BigEndian.Uint16(sum[:])) << 48
}

// crc32uuid yields the crc32 (IEEE) of the 36-character text of a uuidv4, with
// the same two outputs.
func crc32uuid(a args, rng *SplitMix64) source {
	next := uuidv4(a, rng)
	text := make([]byte, 0, 36)
	return func() value {
		text = appendHex36(text[:0], next())
		return value{lo: uint64(crc32.ChecksumIEEE(text))}
	}
}

// namespaceDNS is the name space ID for domain names, RFC 9562 section 6.6.
const namespaceDNS = "\x6b\xa7\xb8\x10\x9d\xad\x11\xd1\x80\xb4\x00\xc0\x4f\xd4\x30\xc8"

// uuidv3 yields the MD5 UUIDs of the names "pagesim-<i>" for i from 0, in the
// name space of DNS. It takes no outputs.
func uuidv3(args, *SplitMix64) source {
	return named(3, func(b []byte) [16]byte { return md5.Sum(b) })
}

// uuidv5 is uuidv3 with SHA-1.
func uuidv5(args, *SplitMix64) source {
	return named(5, func(b []byte) [16]byte {
		sum := sha1.Sum(b)
		return [16]byte(sum[:])
	})
}

func named(version uint64, hash func([]byte) [16]byte) source {
	i := uint64(0)
	name := []byte(namespaceDNS + "pagesim-")
	prefix := len(name)
	return func() value {
		name = strconv.AppendUint(name[:prefix], i, 10)
		i++
		sum := hash(name)
		return uuid(binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:]), version)
	}
}

// nanoid yields 126 random bits, six for each of 21 characters. Two outputs a
// key: the high 62 bits (the low end of the first), the low 64 bits.
func nanoid(_ args, rng *SplitMix64) source {
	return func() value {
		hi, lo := rng.pair()
		return value{hi: hi & (1<<62 - 1), lo: lo}
	}
}
