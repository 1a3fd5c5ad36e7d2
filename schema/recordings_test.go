package schema_test

import (
	"testing"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/schema"
)

// Formats of the encodings of the recordings' key streams (lab/keys.py).
var (
	intKeys = pagesim.Format{Kind: pagesim.Int, Bytes: 8, Fixed: true}
	bin16   = pagesim.Format{Kind: pagesim.Binary, Bytes: 16, Fixed: true}
	hex36   = pagesim.Format{Kind: pagesim.Text, Bytes: 36, Fixed: true}
	base64  = pagesim.Format{Kind: pagesim.Text, Bytes: 22, Fixed: true}
	ulid26  = pagesim.Format{Kind: pagesim.Text, Bytes: 26, Fixed: true}
)

// sizes are leaf and pointer bytes, one pair an index.
type sizes [][2]int

// recordings are the insert-only recordings of MySQL 9.7.4 without varying
// payload (recordings/mysql-9.7/<name>.json): scenario.ddl, payload and keys, and
// data_bytes / records of levels 0 and 1 of each index. One row stands for all
// recordings of the same table.
var recordings = []struct {
	name, ddl string
	keys      []schema.Key
	payload   map[string]int
	want      sizes
}{
	{"uuid-varchar36-100k-s1", "create table uuid_table(id varchar(36) not null primary key, data varchar(255))",
		[]schema.Key{{Column: "id", Format: hex36}}, map[string]int{"data": 4}, sizes{{61, 47}}},
	{"ulid-varchar26-100k", "create table ulid_table(id varchar(26) not null primary key, data varchar(255))",
		[]schema.Key{{Column: "id", Format: ulid26}}, map[string]int{"data": 4}, sizes{{51, 37}}},
	{"secondary-uuid-100k", "create table event_outbox(id bigint not null auto_increment primary key, event_id varchar(36) not null, data varchar(255), key idx_event(event_id))",
		[]schema.Key{{Column: "event_id", Format: hex36}}, map[string]int{"data": 97}, sizes{{162, 18}, {50, 54}}},
	{"secondary-ulid-100k", "create table event_outbox(id bigint not null auto_increment primary key, event_id varchar(26) not null, data varchar(255), key idx_event(event_id))",
		[]schema.Key{{Column: "event_id", Format: ulid26}}, map[string]int{"data": 97}, sizes{{152, 18}, {40, 44}}},
	{"heavy-ulid-pk-100k", "create table heavy_ulid_pk(id varchar(26) not null primary key, content varchar(2000), created_at timestamp null default current_timestamp)",
		[]schema.Key{{Column: "id", Format: ulid26}}, map[string]int{"content": 908}, sizes{{960, 37}}},
	{"heavy-ulid-sec-100k", "create table heavy_ulid_sec(id bigint not null auto_increment primary key, sub_id varchar(26) not null, content varchar(2000), created_at timestamp null default current_timestamp, key idx_ulid(sub_id))",
		[]schema.Key{{Column: "sub_id", Format: ulid26}}, map[string]int{"content": 908}, sizes{{968, 18}, {40, 44}}},
	{"char36-latin1-uuidv4-300k", "create table data_uuid(id char(36) not null, primary key(id)) engine=innodb default charset=latin1",
		[]schema.Key{{Column: "id", Format: hex36}}, nil, sizes{{54, 45}}},
	{"char22-latin1-base64-300k", "create table data_uuid(id char(22) character set latin1 collate latin1_bin not null, primary key(id)) engine=innodb default charset=latin1",
		[]schema.Key{{Column: "id", Format: base64}}, nil, sizes{{40, 31}}},
	{"binary16-uuidv4-300k", "create table data_uuid(id binary(16) not null, primary key(id)) engine=innodb default charset=latin1",
		[]schema.Key{{Column: "id", Format: bin16}}, nil, sizes{{34, 25}}},
	{"uuid-to-id-mapping-300k", "create table uuid_to_id(id int unsigned not null auto_increment, uuid char(36) not null, uuid_hash int unsigned generated always as (crc32(uuid)) stored not null, primary key(id), key idx_hash(uuid_hash)) engine=innodb default charset=latin1",
		[]schema.Key{{Column: "uuid", Format: hex36}}, nil, sizes{{62, 13}, {13, 17}}},
	{"bigint-autoinc-200k", "create table t(id bigint not null primary key, pad varchar(255) not null) engine=innodb default charset=latin1",
		[]schema.Key{{Column: "id", Format: intKeys}}, map[string]int{"pad": 100}, sizes{{127, 17}}},
	{"binary16-uuidv7-1kps-200k", "create table t(id binary(16) not null primary key, pad varbinary(100) not null)",
		[]schema.Key{{Column: "id", Format: bin16}}, map[string]int{"pad": 50}, sizes{{85, 25}}},
	{"utf8mb4-char36-uuidv4-200k", "create table t(id char(36) not null primary key, note char(20)) default charset=utf8mb4",
		[]schema.Key{{Column: "id", Format: hex36}}, map[string]int{"note": 7}, sizes{{77, 47}}},
	{"wide-3000-uuidv4-40k", "create table t(id binary(16) not null primary key, body varchar(8000) not null) engine=innodb default charset=latin1",
		[]schema.Key{{Column: "id", Format: bin16}}, map[string]int{"body": 3000}, sizes{{3036, 25}}},
	{"wide-7900-autoinc-20k", "create table t(id bigint not null primary key, body varchar(16000) not null) engine=innodb default charset=latin1",
		[]schema.Key{{Column: "id", Format: intKeys}}, map[string]int{"body": 7900}, sizes{{7928, 17}}},
	{"nullable-six-columns-uuidv4-150k", "create table t(id binary(16) not null primary key, a int, b int not null, c varchar(50), d varchar(500), e datetime(6)) ",
		[]schema.Key{{Column: "id", Format: bin16}, {Column: "b", Format: intKeys}}, map[string]int{"c": 12, "d": 150}, sizes{{204, 26}}},
	{"feed-composite-secondaries-200k", "create table feed(feedid bigint not null auto_increment, userid int not null, typeid int not null, dataid int not null, invalid int not null default 0, primary key(feedid), unique key dataid_typeid(dataid,typeid), key userid_t_i(userid,typeid,invalid))",
		[]schema.Key{{Column: "userid", Format: intKeys}, {Column: "typeid", Format: intKeys}, {Column: "dataid", Format: intKeys}}, nil, sizes{{42, 17}, {21, 25}, {25, 29}}},
	{"sbtest-prepare-200k", "create table sbtest(id int not null auto_increment, k int not null default 0, c char(120) not null default '', pad char(60) not null default '', primary key(id), key k_1(k)) engine=innodb default charset=latin1",
		[]schema.Key{{Column: "k", Format: intKeys}}, map[string]int{"c": 119, "pad": 59}, sizes{{206, 13}, {13, 17}}},
}

func TestRecordSizesAreThoseOfRecordings(t *testing.T) {
	for _, r := range recordings {
		t.Run(r.name, func(t *testing.T) {
			in := schema.Input{Keys: r.keys, Payload: map[string]schema.Length{}}
			for column, n := range r.payload {
				in.Payload[column] = schema.Length{Min: n}
			}
			e := encoder(t, r.ddl, in)
			row := make([][]byte, len(r.keys))
			for i, k := range r.keys {
				row[i] = make([]byte, k.Format.Bytes)
				if k.Format.Kind == pagesim.Text {
					copy(row[i], "000102030405060708090a0b0c0d0e0f1011")
				}
			}
			recs := encode(t, e, row...)
			for i, s := range e.Shapes() {
				if got := [2]int{recs[i].LeafBytes, recs[i].PointerBytes}; got != r.want[i] {
					t.Errorf("%s: leaf and pointer %v, recorded %v", s.Name, got, r.want[i])
				}
				if got := [2]int{s.LeafBytes, s.PointerBytes}; got != r.want[i] {
					t.Errorf("%s: shape %v, recorded %v", s.Name, got, r.want[i])
				}
			}
		})
	}
}

// table parses a statement that is right.
func table(t testing.TB, ddl string) *schema.Table {
	t.Helper()
	tab, err := schema.Parse(ddl)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// encoder makes the encoder of a table.
func encoder(t testing.TB, ddl string, phases ...schema.Input) *schema.Encoder {
	t.Helper()
	e, err := table(t, ddl).Encoder(phases...)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// encode makes the records of a row; their keys are copies.
func encode(t testing.TB, e *schema.Encoder, row ...[]byte) []pagesim.Record {
	t.Helper()
	recs := make([]pagesim.Record, len(e.Shapes()))
	if err := e.Encode(row, recs); err != nil {
		t.Fatal(err)
	}
	for i := range recs {
		recs[i].Key = append([]byte(nil), recs[i].Key...)
	}
	return recs
}

// TestVaryingRowsAddUpToTheRecording has data_bytes of level 0 of
// recordings/mysql-9.7/variable-rows-uuidv4-150k.json and -autoinc-150k.json.
func TestVaryingRowsAddUpToTheRecording(t *testing.T) {
	for _, r := range []struct {
		column string
		format pagesim.Format
		seed   uint64
		want   int
	}{
		{"binary(16)", bin16, 32, 36070543},
		{"bigint", intKeys, 33, 34810164},
	} {
		e := encoder(t, "create table t(id "+r.column+" not null primary key, body varchar(1000) not null) engine=innodb default charset=latin1",
			schema.Input{Keys: []schema.Key{{Column: "id", Format: r.format}}, Payload: map[string]schema.Length{"body": {Min: 10, Max: 400, Seed: r.seed}}})
		keys, recs, sum := [][]byte{make([]byte, r.format.Bytes)}, make([]pagesim.Record, 1), 0
		for range 150000 {
			if err := e.Encode(keys, recs); err != nil {
				t.Fatal(err)
			}
			sum += recs[0].LeafBytes
		}
		if sum != r.want {
			t.Errorf("%s: %d bytes, recorded %d", r.column, sum, r.want)
		}
	}
}
