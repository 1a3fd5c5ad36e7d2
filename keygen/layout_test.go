package keygen_test

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"
	"github.com/stretchr/testify/require"
)

var (
	start   = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	nameDNS = uuid.NameSpaceDNS
)

// born is the time of row i at 300 rows a second.
func born(i int) time.Time {
	return start.Add(time.Duration(i) * time.Second / 300)
}

func TestUUIDLayout(t *testing.T) {
	for name, version := range map[string]uuid.Version{
		"uuidv4": 4, "prefixed": 4, "uuidv3": 3, "uuidv5": 5,
		"uuidv1:rate=300": 1, "uuidv6:rate=300": 6, "uuidv7:rate=300": 7,
		"uuidv7:rate=300,nodes=3,monotonic=1": 7,
	} {
		text, err := parse(t, name).WithEncoding("hex36")
		require.NoError(t, err)
		raw, err := parse(t, name).WithEncoding("bin16")
		require.NoError(t, err)
		texts := take(t, text, 9, 1000)
		for i, key := range take(t, raw, 9, 1000) {
			u := uuid.UUID(key)
			require.Equal(t, version, u.Version(), name)
			require.Equal(t, uuid.RFC4122, u.Variant(), name)
			require.Equal(t, u.String(), string(texts[i]))
			if version == 1 || version == 6 || version == 7 {
				checkTime(t, u, i)
			}
		}
	}
}

func checkTime(t *testing.T, u uuid.UUID, i int) {
	ticks := u.Time()
	if u.Version() == 6 { // google/uuid 1.6.0 leaves the version in the time
		hi := binary.BigEndian.Uint64(u[:])
		ticks = uuid.Time(hi>>16<<12 | hi&0xFFF)
	}
	got := time.Unix(ticks.UnixTime()).UTC()
	unit := 100 * time.Nanosecond
	if u.Version() == 7 {
		unit = time.Millisecond
	}
	require.Equal(t, born(i).Truncate(unit), got)
	if u.Version() != 7 {
		require.EqualValues(t, 1, u.NodeID()[0]&1, "multicast bit")
	}
}

func TestNamedUUIDs(t *testing.T) {
	v3, v5 := take(t, parse(t, "uuidv3"), 1, 1200), take(t, parse(t, "uuidv5"), 1, 1200)
	for i := range v3 {
		name := fmt.Appendf(nil, "pagesim-%d", i)
		require.Equal(t, uuid.NewMD5(nameDNS, name), uuid.UUID(v3[i]))
		require.Equal(t, uuid.NewSHA1(nameDNS, name), uuid.UUID(v5[i]))
	}
}

func TestSwap(t *testing.T) {
	for _, params := range []string{"rate=200", "rate=7,nodes=3,skew=1s,jitter=2s"} {
		require.Equal(t,
			take(t, parse(t, "uuidv1swap:"+params), 4, 1000),
			take(t, parse(t, "uuidv1:encoding=swap,"+params), 4, 1000))
	}
}

func TestGUIDLE(t *testing.T) {
	le := take(t, parse(t, "uuidv4:encoding=guid-le"), 1, 100)
	for i, b := range take(t, parse(t, "uuidv4"), 1, 100) {
		slices.Reverse(b[0:4])
		slices.Reverse(b[4:6])
		slices.Reverse(b[6:8])
		require.Equal(t, b, le[i])
	}
}

func TestULIDLayout(t *testing.T) {
	binary := take(t, parse(t, "ulid:rate=300,encoding=bin16"), 2, 1000)
	for i, text := range take(t, parse(t, "ulid:rate=300"), 2, 1000) {
		id, err := ulid.ParseStrict(string(text))
		require.NoError(t, err)
		require.Equal(t, ulid.Timestamp(born(i)), id.Time())
		require.Equal(t, binary[i], id.Bytes())
	}
}

func TestKSUIDLayout(t *testing.T) {
	binary := take(t, parse(t, "ksuid:rate=300,encoding=bin20"), 2, 1000)
	for i, text := range take(t, parse(t, "ksuid:rate=300"), 2, 1000) {
		id, err := ksuid.Parse(string(text))
		require.NoError(t, err)
		require.Equal(t, born(i).Truncate(time.Second), id.Time().UTC())
		require.Equal(t, binary[i], id.Bytes())
	}
}

func TestXIDLayout(t *testing.T) {
	binary := take(t, parse(t, "xid:rate=300,encoding=bin12"), 2, 1000)
	var first xid.ID
	for i, text := range take(t, parse(t, "xid:rate=300"), 2, 1000) {
		id, err := xid.FromString(string(text))
		require.NoError(t, err)
		if i == 0 {
			first = id
		}
		require.Equal(t, born(i).Truncate(time.Second), id.Time().UTC())
		require.Equal(t, (first.Counter()+int32(i))&0xFFFFFF, id.Counter())
		require.Equal(t, first.Machine(), id.Machine())
		require.Equal(t, first.Pid(), id.Pid())
		require.Equal(t, binary[i], id.Bytes())
	}
}

// TestObjectIDLayout follows MongoDB's manual: 4 bytes of seconds, 5 of the
// process, 3 of a counter that goes up by one.
func TestObjectIDLayout(t *testing.T) {
	var process string
	var counter uint64
	for i, text := range take(t, parse(t, "objectid:rate=300"), 2, 1000) {
		id, err := hex.DecodeString(string(text))
		require.NoError(t, err)
		require.EqualValues(t, born(i).Unix(), binary.BigEndian.Uint32(id))
		if i == 0 {
			process, counter = string(id[4:9]), low24(id)
		}
		require.Equal(t, process, string(id[4:9]))
		require.Equal(t, (counter+uint64(i))&0xFFFFFF, low24(id))
	}
}

func low24(id []byte) uint64 {
	return uint64(id[9])<<16 | uint64(id[10])<<8 | uint64(id[11])
}

func TestUUIDShortLayout(t *testing.T) {
	for i, key := range take(t, parse(t, "uuidshort"), 1, 100) {
		want := uint64(1)<<56 + uint64(start.Unix())<<24 + uint64(i)
		require.Equal(t, want, binary.BigEndian.Uint64(key))
	}
}
