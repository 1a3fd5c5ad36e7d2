package schema_test

import (
	"testing"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/schema"
)

func BenchmarkEncode(b *testing.B) {
	hex := []byte("0f0e0d0c-0b0a-0908-0706-050403020100")
	for _, r := range []struct {
		name, ddl string
		format    pagesim.Format
		key       []byte
		payload   map[string]schema.Length
	}{
		{"pk=binary16", "create table t(id binary(16) not null primary key, pad varbinary(100) not null)", bin16, hex[:16], map[string]schema.Length{"pad": {Min: 50}}},
		{"pk=bigint", "create table t(id bigint not null primary key, pad varchar(255) not null)", intKeys, []byte{7: 9}, map[string]schema.Length{"pad": {Min: 100}}},
		{"pk=varchar36", "create table t(id varchar(36) not null primary key, data varchar(255))", hex36, hex, map[string]schema.Length{"data": {Min: 4}}},
		{"pk=autoinc/key=crc32", "create table t(i int auto_increment primary key, id char(36) not null, h int unsigned as (crc32(id)) stored, key(h)) charset=latin1", hex36, hex, nil},
		{"pk=binary16/payload=varying", "create table t(id binary(16) not null primary key, body varchar(1000) not null)", bin16, hex[:16], map[string]schema.Length{"body": {Min: 10, Max: 400, Seed: 1}}},
	} {
		b.Run(r.name, func(b *testing.B) {
			e := encoder(b, r.ddl, schema.Input{Keys: []schema.Key{{Column: "id", Format: r.format}}, Payload: r.payload})
			keys, recs := [][]byte{r.key}, make([]pagesim.Record, len(e.Shapes()))
			b.ReportAllocs()
			for b.Loop() {
				if err := e.Encode(keys, recs); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, err := schema.Parse(recordings[0].ddl); err != nil {
			b.Fatal(err)
		}
	}
}
