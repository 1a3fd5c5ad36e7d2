package schema_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/schema"
)

func textKeys(n int, fixed bool) pagesim.Format {
	return pagesim.Format{Kind: pagesim.Text, Bytes: n, Fixed: fixed}
}

// TestTypeSizes has the bytes that each type adds to a clustered leaf record of
// an auto_increment int: 5 + 4 + 6 + 7 = 22 without it.
func TestTypeSizes(t *testing.T) {
	for _, r := range []struct {
		column  string
		payload int
		want    int
	}{
		{"tinyint not null default 1", -1, 1},
		{"bool not null default true", -1, 1},
		{"smallint not null default 1", -1, 2},
		{"mediumint unsigned not null default 1", -1, 3},
		{"int not null default 1", -1, 4},
		{"bigint not null default -1", -1, 8},
		{"float not null default 1", -1, 4},
		{"float(53) not null default 1", -1, 8},
		{"double not null default 1.5", -1, 8},
		{"decimal not null default 1", -1, 5},
		{"decimal(10,2) not null default 1.25", -1, 5},
		{"decimal(18,9) not null default 1.25", -1, 8},
		{"decimal(65,30) not null default 1", -1, 30},
		{"decimal(7,0) not null default -1", -1, 4},
		{"date not null default '2026-01-01'", -1, 3},
		{"time not null default '00:00:00'", -1, 3},
		{"time(6) not null default '00:00:00'", -1, 6},
		{"datetime not null default current_timestamp", -1, 5},
		{"datetime(1) not null default current_timestamp(1)", -1, 6},
		{"datetime(4) not null default now(4)", -1, 7},
		{"timestamp not null default current_timestamp", -1, 4},
		{"timestamp(6) not null default current_timestamp(6)", -1, 7},
		{"year not null default 2026", -1, 1},
		{"bit not null default b'1'", -1, 1},
		{"bit(9) not null default b'1'", -1, 2},
		{"bit(64) not null default b'1'", -1, 8},
		{"enum('a','b') not null", -1, 1},
		{"set('a','b') not null default 'a'", -1, 1},
		{"set('a','b','c','d','e','f','g','h','i') not null default 'a'", -1, 2},
		{"char(10) character set latin1 not null", 3, 10},
		{"char(10) not null", 3, 1 + 10},
		{"char(64) not null", 64, 1 + 64},
		{"char(200) not null", 3, 2 + 200},
		{"char not null", 1, 1 + 1},
		{"binary(10) not null", 3, 10},
		{"varchar(63) not null", 63, 1 + 63},
		{"varchar(64) not null", 64, 1 + 64},
		{"varchar(255) character set latin1 not null", 200, 1 + 200},
		{"varchar(256) character set latin1 not null", 127, 1 + 127},
		{"varchar(256) character set latin1 not null", 128, 2 + 128},
		{"varchar(200) not null", 128, 2 + 128},
		{"varchar(85) character set utf8mb3 not null", 85, 1 + 85},
		{"varbinary(255) not null", 255, 1 + 255},
		{"varbinary(256) not null", 255, 2 + 255},
		{"tinytext not null", 127, 1 + 127},
		{"tinytext not null", 128, 2 + 128},
		{"text not null", 0, 1},
		{"text(100) not null", 400, 2 + 400},
		{"mediumtext not null", 5000, 2 + 5000},
		{"longtext not null", 12, 1 + 12},
		{"tinyblob not null", 200, 2 + 200},
		{"blob not null", 200, 2 + 200},
		{"json not null", 30, 1 + 30},
		{"varchar(10)", -1, 1},
		{"varchar(10)", 4, 1 + 1 + 4},
		{"int", -1, 1},
	} {
		t.Run(r.column, func(t *testing.T) {
			in := schema.Input{}
			if r.payload >= 0 {
				in.Payload = map[string]schema.Length{"c": {Min: r.payload}}
			}
			e := encoder(t, "create table t(id int auto_increment primary key, c "+r.column+")", in)
			if got := encode(t, e)[0].LeafBytes - 22; got != r.want {
				t.Errorf("%d bytes, want %d", got, r.want)
			}
		})
	}
}

// TestIndexContents has the sizes of records of secondary indexes and of tables
// without a primary key (section 2.2 of the specification).
func TestIndexContents(t *testing.T) {
	for _, r := range []struct {
		name, ddl string
		want      sizes
	}{
		{"no key: the rows are clustered by DB_ROW_ID",
			"create table t(a int default 1, b int default 1, key(a))", sizes{{5 + 1 + 6 + 6 + 7 + 8, 5 + 1 + 6 + 4}, {5 + 1 + 4 + 6, 5 + 1 + 4 + 6 + 4}}},
		{"a unique key of NOT NULL columns clusters",
			"create table t(a int, b int auto_increment, key(a), unique key(b))", sizes{{5 + 1 + 4 + 13, 5 + 1 + 4 + 4}, {5 + 1 + 4, 5 + 1 + 4 + 4}}},
		{"primary key columns in the key are not repeated",
			"create table t(a int auto_increment, b int not null default 1, primary key(a,b), key k(b))", sizes{{5 + 8 + 13, 5 + 8 + 4}, {5 + 8, 5 + 8 + 4}}},
		{"a primary key column of which the key has a prefix is repeated",
			"create table t(a int auto_increment, b varchar(20) not null default 'abcdef', primary key(a, b), key k(b(3)))", sizes{{5 + 11 + 13, 5 + 11 + 4}, {5 + 4 + 11, 5 + 4 + 11 + 4}}},
		{"a prefix of CHAR of one byte a character has no length byte",
			"create table t(id int auto_increment primary key, a char(36) charset latin1 not null default 'abc', key k(a(10)))", sizes{{5 + 4 + 13 + 36, 13}, {5 + 10 + 4, 5 + 10 + 4 + 4}}},
		{"a prefix of CHAR in utf8mb4 has one",
			"create table t(id int auto_increment primary key, a char(36) not null default 'abc', key k(a(10)))", sizes{{5 + 4 + 13 + 1 + 36, 13}, {5 + 1 + 10 + 4, 5 + 1 + 10 + 4 + 4}}},
		{"NULL takes no bytes",
			"create table t(id int auto_increment primary key, a varchar(10), b int, key k(a,b))", sizes{{5 + 1 + 4 + 13, 5 + 1 + 4 + 4}, {5 + 1 + 4, 5 + 1 + 4 + 4}}},
		{"nine nullable columns take two bytes of bitmap, in node pointers too",
			"create table t(id int auto_increment primary key, a int, b int, c int, d int, e int, f int, g int, h int, i int)", sizes{{5 + 2 + 4 + 13, 5 + 2 + 4 + 4}}},
		{"a virtual column is in its index only",
			"create table t(id int auto_increment primary key, a char(3) not null default 'abc', h int unsigned as (crc32(a)) virtual not null, key(h))", sizes{{5 + 4 + 13 + 1 + 3, 13}, {5 + 4 + 4, 5 + 4 + 4 + 4}}},
	} {
		t.Run(r.name, func(t *testing.T) {
			for i, rec := range encode(t, encoder(t, r.ddl)) {
				if got := [2]int{rec.LeafBytes, rec.PointerBytes}; got != r.want[i] {
					t.Errorf("index %d: leaf and pointer %v, want %v", i, got, r.want[i])
				}
			}
		})
	}
}

func TestIndexesComeInTheOrderOfTheServer(t *testing.T) {
	tab := table(t, `create table t(a int not null, b int, c int not null, d varchar(9) not null, key x(b),
		unique key n(b), unique key p(d(3)), unique key v(c), primary key(a))`)
	var names []string
	for _, x := range tab.Indexes {
		names = append(names, x.Name)
	}
	if got := strings.Join(names, " "); got != "PRIMARY v p n x" {
		t.Error(got)
	}
}

func TestMergeThreshold(t *testing.T) {
	tab := table(t, "create table t(a int primary key, b int, key x(b) comment 'MERGE_THRESHOLD=45', key y(b)) comment='MERGE_THRESHOLD=40'")
	for i, want := range []int{40, 45, 40} {
		if got := tab.Indexes[i].MergeThreshold; got != want {
			t.Errorf("%s: %d, want %d", tab.Indexes[i].Name, got, want)
		}
	}
}

// TestVaryingPayload holds the lengths against those of lab/record.py: min + next()
// % (max-min+1), first three outputs of SplitMix64(32), from lab/keys.py.
func TestVaryingPayload(t *testing.T) {
	ddl := "create table t(id binary(16) not null primary key, body varchar(1000) not null) charset=latin1"
	length := schema.Length{Min: 10, Max: 400, Seed: 32}
	in := schema.Input{Keys: []schema.Key{{Column: "id", Format: bin16}}, Payload: map[string]schema.Length{"body": length}}
	skipped := in
	skipped.Skip = 2
	e := encoder(t, ddl, in, skipped)
	if s := e.Shapes()[0]; s.LeafBytes != 0 || s.PointerBytes != 25 {
		t.Errorf("shape %+v", s)
	}
	var got []int
	for range 3 {
		got = append(got, encode(t, e, make([]byte, 16))[0].LeafBytes)
	}
	want := varyingLeaf
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("leaf bytes %v, want %v", got, want)
	}
	if err := e.Begin(1); err != nil {
		t.Fatal(err)
	}
	if n := encode(t, e, make([]byte, 16))[0].LeafBytes; n != want[2] {
		t.Errorf("after skipping 2: %d, want %d", n, want[2])
	}
}

func TestCountersGoOnFromPhaseToPhase(t *testing.T) {
	in := schema.Input{Keys: []schema.Key{{Column: "id", Format: intKeys}}}
	e := encoder(t, "create table t(id int auto_increment primary key)", schema.Input{}, in, schema.Input{})
	id := func() uint32 { return binary.BigEndian.Uint32(encode(t, e)[0].Key) ^ 1<<31 }
	first, second := id(), id()
	if err := e.Begin(1); err != nil {
		t.Fatal(err)
	}
	encode(t, e, integer(7))
	if err := e.Begin(2); err != nil {
		t.Fatal(err)
	}
	if third := id(); first != 1 || second != 2 || third != 8 {
		t.Errorf("%d %d %d, want 1 2 8", first, second, third)
	}
}

func TestUniqueBytes(t *testing.T) {
	ddl := "create table t(id int auto_increment primary key, a int, b int not null, key k(b), unique key u(a,b))"
	given := schema.Input{Keys: []schema.Key{{Column: "b", Format: intKeys}, {Column: "a", Format: intKeys}}}
	null := schema.Input{Keys: []schema.Key{{Column: "b", Format: intKeys}}}
	e := encoder(t, ddl, given, null)
	recs := encode(t, e, integer(1), integer(1))
	// The key of u: a marker, a, b and the primary key.
	if recs[0].UniqueBytes != 8 || recs[1].UniqueBytes != 9 || recs[2].UniqueBytes != 0 {
		t.Errorf("%+v", recs)
	}
	if err := e.Begin(1); err != nil {
		t.Fatal(err)
	}
	if n := encode(t, e, integer(1))[1].UniqueBytes; n != 0 {
		t.Errorf("a NULL part allows duplicates, got %d", n)
	}
}

// TestKeyBytes keeps comparable keys short: as wide as what feeds them, no bytes
// for what never changes.
func TestKeyBytes(t *testing.T) {
	for _, r := range []struct {
		ddl    string
		format pagesim.Format
		want   int
	}{
		{"create table t(id varchar(255) primary key)", hex36, 40},
		{"create table t(id varchar(255) primary key)", textKeys(40, false), 40},
		{"create table t(id varbinary(255) primary key)", bin16, 16},
		{"create table t(id varbinary(255) primary key)", pagesim.Format{Kind: pagesim.Binary, Bytes: 16}, 24},
		{"create table t(id bigint primary key)", intKeys, 8},
		{"create table t(id int, b int not null default 0, primary key(id, b))", intKeys, 8},
		{"create table t(id varchar(40) collate utf8mb4_0900_as_cs primary key)", hex36, 72},
		{"create table t(id varchar(40), primary key(id(4)))", hex36, 8},
	} {
		e := encoder(t, r.ddl, schema.Input{Keys: []schema.Key{{Column: "id", Format: r.format}}})
		if got := e.Shapes()[0].KeyBytes; got != r.want {
			t.Errorf("%s fed by %+v: %d bytes, want %d", r.ddl, r.format, got, r.want)
		}
	}
}

func TestGeneratedColumnIsCRC32OfTheText(t *testing.T) {
	e := encoder(t, "create table t(id int auto_increment primary key, u char(36) not null, h int unsigned as (crc32(u)) stored not null, key(h))",
		schema.Input{Keys: []schema.Key{{Column: "u", Format: textKeys(36, false)}}})
	// crc32('123456789') is the check value of CRC-32.
	got := binary.BigEndian.Uint32(encode(t, e, []byte("123456789"))[1].Key)
	if got != 0xCBF43926 {
		t.Errorf("%x", got)
	}
}

func TestClockAdvances(t *testing.T) {
	e := encoder(t, "create table t(id int auto_increment primary key, at timestamp(3) null default current_timestamp(3), key(at))",
		schema.Input{RowsPerSecond: 500})
	first, second := encode(t, e)[1].Key, encode(t, e)[1].Key
	if d := binary.BigEndian.Uint64(second) - binary.BigEndian.Uint64(first); d != 2 {
		t.Errorf("%d ms between rows, want 2", d)
	}
}

// integer is a value of an integer key stream.
func integer(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

var varyingLeaf = []int{246, 293, 276}
