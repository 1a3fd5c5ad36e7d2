package schema_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/schema"
)

func TestParseRefusesByName(t *testing.T) {
	for _, r := range []struct{ ddl, want string }{
		{"create table t(\n a int,\n g geometry)", `line 3: spatial type or index "geometry" is not modelled`},
		{"create table t(a int,\n spatial index(a))", `line 2: spatial type or index "spatial" is not modelled`},
		{"create table t(a int, b text,\n fulltext key f(b))", "line 2: fulltext index is not modelled"},
		{"create table t(a int,\n v vector(3))", "line 2: column v: type vector is not modelled"},
		{"create table t(a int)\nengine=myisam", "line 2: ENGINE = myisam is not modelled"},
		{"create table t(a int)\nrow_format=compressed", "line 2: ROW_FORMAT = COMPRESSED is not modelled"},
		{"create table t(a int)\nrow_format=redundant", "line 2: ROW_FORMAT = REDUNDANT is not modelled"},
		{"create table t(a int)\nkey_block_size=8", "line 2: KEY_BLOCK_SIZE = 8 is not modelled"},
		{"create table t(a int)\ncompression='zlib'", "line 2: COMPRESSION = 'zlib' is not modelled"},
		{"create table t(a int primary key)\npartition by hash(a) partitions 4", "line 2: partitions are not modelled"},
		{"create table t(a int primary key)\n/*!50100 PARTITION BY HASH(a) */", "line 2: partitions are not modelled"},
		{"create temporary table t(a int)", "line 1: TEMPORARY tables are not modelled"},
		{"create table t like u", "line 1: CREATE TABLE ... LIKE and ... SELECT are not modelled"},
		{"create table t as select 1", "line 1: CREATE TABLE ... LIKE and ... SELECT are not modelled"},
		{"create table t(a int,\n b int as (a+1))", "line 2: column b: generated column a+1 is not modelled: only crc32(column) is"},
		{"create table t(a int,\n b int as (crc32(a)))", "line 2: column b: crc32 of column a is not modelled"},
		{"create table t(a int,\n key k((a+1)))", "line 2: functional key part (a+1) is not modelled"},
		{"create table t(a char(3)\n character set utf16)", "line 2: unknown character set: 'utf16'"},
		{"create table t(\na char(3) character set gbk)", "line 2: column a: character set gbk is not modelled"},
		{"create table t(\na char(3) collate utf8mb4_da_0900_ai_ci)", "line 2: column a: collation utf8mb4_da_0900_ai_ci is not modelled"},
		{"create table t(\na char(3) charset latin1 collate utf8mb4_bin)", "line 2: column a: collation utf8mb4_bin is not one of character set latin1"},
		{"create table t(\na nchar(3))", "line 1: NATIONAL character types are not modelled"},
		{"create table t(a int,\nforeign key (b) references u(a))", "line 2: index on column b, which the table does not have"},
		{"create table t(\na text references u(a))", "line 2: column a of type text needs the length of a prefix"},
		{"create table t(a int,\nb int invisible)", "line 2: INVISIBLE columns are not modelled: leave the word out"},
		{"create table t(a int,\nb int /*!80023 INVISIBLE */)", "line 2: INVISIBLE columns are not modelled"},
		{"set @a = 1;\n\ncreate table t(a int);\nselect 1", "line 4: not a CREATE TABLE statement"},
		{"create table t(a int);\nalter table t add key (a)", "line 2: not a CREATE TABLE statement"},
		{"create table t(a int);\ncreate table u(a int)", "line 2: a second CREATE TABLE, of u after t: give one table"},
		{"set @a = 1;\n\ncreate table t(a int,\na int)", "line 3: column a is named twice"},
		{"use x;\n\n-- the table\ncreate table t(a int primary key, b int, primary key(b))", "line 4: more than one primary key"},
		{"create table t(\na int default 'x')", `line 2: column a: default: value "x" is not an integer`},
		{"create table t(\na binary(2) default 'abcd')", "line 2: column a: default: value 61626364: a value of 4 characters is too long for binary(2)"},
		{"create table t(\na varchar(20000))", "line 2: column a: varchar(20000) may take 80000 bytes, at most 65535"},
		{"create table t(\na char(256))", "line 2: column a: char(256) is too long, at most 255"},
		{"create table t(a varchar(9000), b varchar(9000))", "line 1: the columns declare rows of 72005 bytes, at most 65535"},
		{"create table t(a varchar(769),\nkey k(a))", "line 2: index k: key of 3076 bytes, at most 3072 for row format dynamic"},
		{"create table t(a varchar(192),\nkey k(a)) row_format=compact", "line 2: index k: key of 768 bytes, at most 767 for row format compact"},
		{"create table t(a varchar(500), b varchar(500),\nkey k(a,b))", "line 2: index k: key of 4000 bytes, at most 3072 in all its parts"},
		{"create table t(a text,\nkey k(a))", "line 2: column a of type text needs the length of a prefix"},
		{"create table t(a int,\nkey k(b))", "line 2: index on column b, which the table does not have"},
		{"create table t(a json,\nkey k(a))", "line 2: index on column a of type json"},
		{"create table t(\na int auto_increment)", "line 2: column a: a table has one auto_increment column"},
		{"create table t(a int,\na int)", "column a is named twice"},
		{"create table t(a int primary key, b int, primary key(b))", "line 1: more than one primary key"},
		{"create table t(" + strings.Repeat("a,", 17) + "b int)", "line 1: syntax error near"},
		{"create table t(id int", "line 1: the statement ends too early"},
		{"create table t(id int,\n", "line 2: the statement ends too early"},
		{"select 1", "line 1: not a CREATE TABLE statement"},
		{"", "no CREATE TABLE statement"},
		{"use x", "no CREATE TABLE statement"},
		{manyColumns(1018), "line 1: 1018 columns, between 1 and 1017 are allowed"},
		{"create table t(c1 int" + strings.Repeat(", key(c1)", 65) + ")", "line 1: 65 secondary indexes, at most 64"},
		{"create table t(a int, key k(" + strings.TrimSuffix(strings.Repeat("a,", 17), ",") + "))", "line 1: index k has 17 key parts, at most 16"},
	} {
		_, err := schema.Parse(r.ddl)
		if err == nil || !strings.HasPrefix(err.Error(), r.want) && !strings.Contains(err.Error(), r.want) {
			t.Errorf("%.80q:\n got %v\nwant %s", r.ddl, err, r.want)
		}
	}
}

// dump is what mysqldump writes around a table.
const dump = "\uFEFF-- MySQL dump 10.13\n" + `
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!50503 SET NAMES utf8mb4 */;
SET @@GLOBAL.GTID_PURGED=/*!80000 '+'*/ '';
CREATE DATABASE /*!32312 IF NOT EXISTS*/ shop /*!40100 DEFAULT CHARACTER SET utf8mb4 */;
USE shop;
DROP TABLE IF EXISTS t;
CREATE TABLE t (
  id int NOT NULL,
  KEY k (id) /*!80000 INVISIBLE */
) ENGINE=InnoDB;
LOCK TABLES t WRITE;
/*!40000 ALTER TABLE t DISABLE KEYS */;
INSERT INTO t VALUES (1),(2);
/*!40000 ALTER TABLE t ENABLE KEYS */;
UNLOCK TABLES;
-- Dump completed
`

func TestParseTakesTheTableOutOfADump(t *testing.T) {
	tab, err := schema.Parse(dump)
	require.NoError(t, err)
	require.Equal(t, "t", tab.Name)
	require.Len(t, tab.Indexes, 2)
	require.Equal(t, "CREATE TABLE t (\n  id int NOT NULL,\n  KEY k (id) /*!80000 INVISIBLE */\n) ENGINE=InnoDB;", tab.DDL)
	again, err := schema.Parse(tab.DDL)
	require.NoError(t, err)
	require.Equal(t, tab, again)
}

// TestForeignKeysAreIndexes: the server makes an index of the columns of a foreign
// key, unless another one begins with them.
func TestForeignKeysAreIndexes(t *testing.T) {
	const references = " references u(x)"
	for _, c := range []struct {
		lines string
		want  []string
	}{
		{"foreign key (a)" + references, []string{"a"}},
		{"constraint fk foreign key (a)" + references, []string{"fk"}},
		{"constraint fk foreign key k (a)" + references, []string{"fk"}},
		{"foreign key k (a)" + references, []string{"k"}},
		{"key k (a), constraint fk foreign key (a)" + references, []string{"k"}},
		{"constraint fk foreign key (a)" + references + ", key k (a, b)", []string{"k"}},
		{"constraint fk foreign key (a, b)" + references + ", key k (a)", []string{"fk", "k"}},
		{"constraint fk foreign key (a)" + references + ", key k (b, a)", []string{"fk", "k"}},
		{"constraint one foreign key (a)" + references + ", constraint two foreign key (a)" + references, []string{"two"}},
		{"constraint one foreign key (a, b)" + references + ", constraint two foreign key (a)" + references, []string{"one"}},
		{"constraint fk foreign key (id)" + references, nil},
		{"c int" + references, []string{"c"}},
	} {
		var names []string
		for _, x := range table(t, "create table t(id int primary key, a int, b int, "+c.lines+")").Indexes[1:] {
			names = append(names, x.Name)
			require.False(t, x.Unique)
		}
		require.Equal(t, c.want, names, c.lines)
	}
}

func manyColumns(n int) string {
	var b strings.Builder
	b.WriteString("create table t(")
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("c" + strings.Repeat("x", i%50) + string(rune('a'+i/50%26)) + " int")
	}
	return b.String() + ")"
}

func TestEncoderRefusesByName(t *testing.T) {
	key := func(f pagesim.Format) schema.Input {
		return schema.Input{Keys: []schema.Key{{Column: "a", Format: f}}}
	}
	pay := func(n int) schema.Input { return schema.Input{Payload: map[string]schema.Length{"a": {Min: n}}} }
	for _, r := range []struct {
		columns string
		in      schema.Input
		want    string
	}{
		{"a int not null", schema.Input{}, "column a has no value: give it a key stream, a payload or a default"},
		{"b int", key(intKeys), "column a is fed, but table t does not have it"},
		{"a date", key(textKeys(10, true)), "column a: type date cannot be fed by keys"},
		{"a int", key(bin16), "column a: binary keys cannot feed int"},
		{"a char(16)", key(bin16), "column a: binary keys cannot feed char(16)"},
		{"a binary(16)", key(textKeys(26, true)), "column a: a value of 26 characters is too long for binary(16): it takes as many bytes, or their 32 hex digits"},
		{"a binary(15)", key(hex36), "column a: a value of 36 characters is too long for binary(15): it takes as many bytes, or their 30 hex digits"},
		{"a char(36) not null default (uuid())", schema.Input{}, "column a has default UUID(), which is not modelled: give it a key stream"},
		{"a varchar(10)", pay(11), "column a: a value of 11 characters is too long for varchar(10)"},
		{"a int", pay(4), "column a: type int takes no payload"},
		{"a int as (crc32(b)), b char(3)", key(intKeys), "column a is generated"},
		{"a int not null default 1, unique key u(a)", schema.Input{}, "unique index u: no key stream feeds it"},
	} {
		_, err := table(t, "create table t("+r.columns+", id int auto_increment primary key)").Encoder(r.in)
		if err == nil || !strings.HasPrefix(err.Error(), r.want) {
			t.Errorf("%s:\n got %v\nwant %s", r.columns, err, r.want)
		}
	}
}

func TestEncodeRefusesByName(t *testing.T) {
	for _, r := range []struct {
		column string
		format pagesim.Format
		value  string
		want   string
	}{
		{"int", intKeys, "\x00\x00\x00\x00\x80\x00\x00\x00", "column a: value 2147483648 is out of range of int, -2147483648 to 2147483647"},
		{"int unsigned", textKeys(9, false), "-1", "column a: value -1 is out of range of int unsigned, 0 to 4294967295"},
		{"bigint", bigIntKeys, strings.Repeat("\xff", 16), "column a: value 340282366920938463463374607431768211455 is out of range of bigint"},
		{"int", textKeys(9, false), "12a", `column a: value "12a" is not an integer`},
		{"decimal(4,2)", textKeys(9, false), "100", "column a: value 100 is out of range of decimal(4,2)"},
		{"decimal(4,2)", textKeys(9, false), "1e2", `column a: value "1e2" is not a decimal`},
		{"varchar(9)", textKeys(9, false), "é", `column a: value "é": only ASCII text is modelled`},
		{"varchar(3)", textKeys(9, false), "abcd", `column a: value "abcd": a value of 4 characters is too long for varchar(3)`},
		{"binary(16)", hex36, "019b76da-a800-7cc1-beeb-8da1658eec6x", `column a: value "019b76da-a800-7cc1-beeb-8da1658eec6x" is not 16 bytes in hex`},
		{"varbinary(2)", textKeys(9, false), "wxyz", `column a: value "wxyz" is not 2 bytes in hex`},
		{"varchar(36)", hex36, "abcd", "column a: value of 4 bytes from a key stream of 36"},
	} {
		e := encoder(t, "create table t(a "+r.column+", id int auto_increment primary key)", schema.Input{Keys: []schema.Key{{Column: "a", Format: r.format}}})
		err := e.Encode([][]byte{[]byte(r.value)}, make([]pagesim.Record, 1))
		if err == nil || !strings.HasPrefix(err.Error(), r.want) {
			t.Errorf("%s:\n got %v\nwant %s", r.column, err, r.want)
		}
	}
}

var bigIntKeys = pagesim.Format{Kind: pagesim.Int, Bytes: 16, Fixed: true}

func FuzzParse(f *testing.F) {
	for _, r := range recordings {
		f.Add(r.ddl)
	}
	f.Add("create table t(a int,\n b varchar(3) default 'x' comment 'y', key (a desc)) -- end")
	f.Add("create table t(a text, fulltext(a)) comment='MERGE_THRESHOLD=40' row_format=compact")
	f.Add("create table `a``b`(`c` decimal(3,2) unsigned, h int as (crc32(c)) virtual)")
	f.Fuzz(func(t *testing.T, ddl string) {
		tab, err := schema.Parse(ddl)
		if err != nil {
			return
		}
		if e, err := tab.Encoder(); err == nil {
			_ = e.Encode(nil, make([]pagesim.Record, len(e.Shapes())))
			e.Explain()
		}
	})
}
