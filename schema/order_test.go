package schema_test

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/schema"
)

// inOrder checks that the clustered keys of the values ascend; values joined by
// "=" are equal.
func inOrder(t *testing.T, column string, f pagesim.Format, values ...string) {
	t.Helper()
	e := encoder(t, "create table t(k "+column+" not null, primary key(k))", schema.Input{Keys: []schema.Key{{Column: "k", Format: f}}})
	var last []byte
	for i, group := range values {
		for j, v := range strings.Split(group, "=") {
			key := encode(t, e, []byte(v))[0].Key
			want := 1
			if j > 0 {
				want = 0
			}
			if got := bytes.Compare(key, last); i+j > 0 && got != want {
				t.Errorf("%s: %q compares %d, want %d", column, v, got, want)
			}
			last = key
		}
	}
}

func TestCollationOrder(t *testing.T) {
	for _, r := range []struct {
		collation string
		values    []string
	}{
		// allkeys.txt of UCA 9.0.0: primary weights 0201 to 1F21.
		{"utf8mb4_0900_ai_ci", strings.Split("| |_|-|,|;|:|!|?|.|'|\"|(|)|[|]|{|}|@|*|/|\\|&|#|%|`|^|+|<|>|~|$|0|9|a=A|b=B|z=Z", "|")},
		{"utf8mb4_0900_ai_ci", []string{"", "a", "a ", "a b", "a0", "aa=AA=aA"}},
		{"utf8mb4_0900_as_cs", []string{"", "a", "A", "aa", "aA", "Aa", "AA", "ab", "b"}},
		// UCA 4.0.0 has ` and ^ before _.
		{"utf8mb4_unicode_ci", strings.Split("|`|^|_|-|,|;|~|$|0|9|a=A=a |z=Z", "|")},
		{"utf8mb4_unicode_520_ci", strings.Split("|_|-|%|`|^|+|0|a=A=a ", "|")},
		{"utf8mb4_general_ci", strings.Split("|!|-|0|9|<|A=a=a |Z=z|[|_|`|{", "|")},
		{"utf8mb4_bin", []string{"a\x01", "a=a ", "aA", "aB", "aZ", "a_", "aa"}},
		{"utf8mb4_0900_bin", []string{"", "A", "Z", "a", "a\x01", "a ", "aA"}},
		{"latin1_swedish_ci", strings.Split("|-|0|A=a|Z=z|[|_|{", "|")},
		{"latin1_bin", strings.Split("|+|-|/|0|A|Z|_|a|z", "|")},
		{"ascii_general_ci", []string{"a=A", "B=b"}},
		{"utf8mb3_general_ci", []string{"a=A", "B=b", "_"}},
	} {
		t.Run(r.collation, func(t *testing.T) {
			inOrder(t, "varchar(9) collate "+r.collation, textKeys(9, false), r.values...)
		})
	}
	for _, name := range schema.Collations() {
		inOrder(t, "char(9) collate "+name, textKeys(9, false), "=  ", "0", "9 =9", "a", "b")
	}
}

func TestNumberOrder(t *testing.T) {
	inOrder(t, "tinyint", textKeys(9, false), "-128", "-1", "0=-0", "1", "127")
	inOrder(t, "bigint", textKeys(30, false), "-9223372036854775808", "-1", "0", "9223372036854775807")
	inOrder(t, "bigint unsigned", textKeys(30, false), "0", "9223372036854775808", "18446744073709551615")
	inOrder(t, "decimal(20,5)", textKeys(30, false), "-123456789012345.5", "-10", "-9.99999", "-0.00001", "0=-0=0.000", "0.00001", "9.9", "10=010.0", "123456789012345")
	inOrder(t, "varbinary(9)", pagesim.Format{Kind: pagesim.Binary, Bytes: 9}, "", "\x00", "\x00\x00", "\x00\x01", "\x01", "\xff")
	inOrder(t, "binary(9)", pagesim.Format{Kind: pagesim.Binary, Bytes: 9}, "=\x00=\x00\x00", "\x00\x01", "\x01=\x01\x00", "\xff")
}

// TestIntegersInText has the server's decimal text: 10 before 9.
func TestIntegersInText(t *testing.T) {
	wide := pagesim.Format{Kind: pagesim.Int, Bytes: 16, Fixed: true}
	e := encoder(t, "create table t(k varchar(50) primary key) charset=latin1", schema.Input{Keys: []schema.Key{{Column: "k", Format: wide}}})
	max := encode(t, e, bytes.Repeat([]byte{0xFF}, 16))[0]
	if digits := len("340282366920938463463374607431768211455"); max.LeafBytes != 5+1+digits+13 {
		t.Errorf("leaf %d", max.LeafBytes)
	}
	nine := encode(t, e, binary.BigEndian.AppendUint64(make([]byte, 8), 9))[0]
	ten := encode(t, e, binary.BigEndian.AppendUint64(make([]byte, 8), 10))[0]
	if bytes.Compare(ten.Key, nine.Key) >= 0 || ten.LeafBytes != nine.LeafBytes+1 {
		t.Error("10 sorts before 9 as text and is a byte longer")
	}
}

func TestDescendingAndNull(t *testing.T) {
	ddl := "create table t(id int auto_increment primary key, a int, key up(a), key down(a desc))"
	e := encoder(t, ddl, schema.Input{}, schema.Input{Keys: []schema.Key{{Column: "a", Format: intKeys}}})
	null := encode(t, e)
	if err := e.Begin(1); err != nil {
		t.Fatal(err)
	}
	one, two := encode(t, e, integer(1)), encode(t, e, integer(2))
	for i, want := range []int{0, -1, 1} {
		if i > 0 && (bytes.Compare(null[i].Key, one[i].Key) != want || bytes.Compare(one[i].Key, two[i].Key) != want) {
			t.Errorf("index %d: %x %x %x", i, null[i].Key, one[i].Key, two[i].Key)
		}
	}
}

// TestCompositeKeys compares keys of three parts with the parts themselves.
func TestCompositeKeys(t *testing.T) {
	type row struct {
		s string
		b []byte
		n int64
	}
	r := rand.New(rand.NewPCG(1, 1))
	random := func(alphabet string) string {
		s := make([]byte, r.IntN(4))
		for i := range s {
			s[i] = alphabet[r.IntN(len(alphabet))]
		}
		return string(s)
	}
	e := encoder(t, "create table t(s varchar(4) collate utf8mb4_0900_bin, b varbinary(4), n bigint, primary key(s,b,n))",
		schema.Input{Keys: []schema.Key{{Column: "s", Format: textKeys(4, false)}, {Column: "b", Format: pagesim.Format{Kind: pagesim.Binary, Bytes: 4}}, {Column: "n", Format: textKeys(20, false)}}})
	var lastRow row
	var lastKey []byte
	for i := range 20000 {
		x := row{random("aA z"), []byte(random("\x00\x01\xff")), int64(r.IntN(5)) - 2}
		key := encode(t, e, []byte(x.s), x.b, fmt.Append(nil, x.n))[0].Key
		want := cmp.Or(cmp.Compare(lastRow.s, x.s), bytes.Compare(lastRow.b, x.b), cmp.Compare(lastRow.n, x.n))
		if got := bytes.Compare(lastKey, key); i > 0 && got != want {
			t.Fatalf("seed 1: %v and %v compare %d, want %d", lastRow, x, got, want)
		}
		lastRow, lastKey = x, key
	}
}

func FuzzEncode(f *testing.F) {
	f.Add([]byte("a"), []byte("a\x00"), uint64(1), uint64(1)<<63)
	f.Add([]byte(""), []byte("zz"), uint64(0), uint64(9))
	f.Fuzz(func(t *testing.T, a, b []byte, m, n uint64) {
		check := func(column string, format pagesim.Format, x, y []byte, want int) {
			e := encoder(t, "create table t(k "+column+" primary key)", schema.Input{Keys: []schema.Key{{Column: "k", Format: format}}})
			recs := make([]pagesim.Record, 1)
			if e.Encode([][]byte{x}, recs) != nil {
				return
			}
			first := slices.Clone(recs[0].Key)
			if e.Encode([][]byte{y}, recs) != nil {
				return
			}
			if got := bytes.Compare(first, recs[0].Key); got != want {
				t.Errorf("%s: %q and %q compare %d, want %d", column, x, y, got, want)
			}
		}
		check("bigint unsigned", intKeys, integer(m), integer(n), cmp.Compare(m, n))
		check("bigint", textKeys(20, false), fmt.Append(nil, int64(m)), fmt.Append(nil, int64(n)), cmp.Compare(int64(m), int64(n)))
		check("varbinary(50)", pagesim.Format{Kind: pagesim.Binary, Bytes: 50}, a, b, bytes.Compare(a, b))
		check("varchar(50) collate utf8mb4_0900_bin", textKeys(50, false), a, b, bytes.Compare(a, b))
	})
}
