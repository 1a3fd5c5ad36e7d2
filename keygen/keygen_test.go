package keygen_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/keygen"
)

// parse is keygen.Parse of a spec that is known to be good.
func parse(t testing.TB, text string) keygen.Spec {
	t.Helper()
	spec, err := keygen.Parse(text)
	require.NoError(t, err)
	return spec
}

// take returns the first n raw keys of a stream of as many rows.
func take(t testing.TB, spec keygen.Spec, seed uint64, n int) [][]byte {
	t.Helper()
	stream, err := spec.Open(seed, int64(n), nil)
	require.NoError(t, err)
	keys := make([][]byte, n)
	for i := range keys {
		keys[i], err = stream.Next(nil)
		require.NoError(t, err)
	}
	return keys
}

// printed is take for people.
func printed(t testing.TB, spec keygen.Spec, seed uint64, n int) []string {
	t.Helper()
	format, err := spec.Format()
	require.NoError(t, err)
	var out []string
	for _, key := range take(t, spec, seed, n) {
		out = append(out, keygen.Print(format, key))
	}
	return out
}

// generators returns all kinds but the one that needs a file.
func generators() []keygen.KindInfo {
	kinds := keygen.Kinds()
	return kinds[:len(kinds)-1]
}

func TestReference(t *testing.T) {
	var cases []struct {
		Generator, Encoding string
		Seed                uint64
		Params              map[string]int64
		Rows                int
		First               []string
		SHA256              string
	}
	b, err := os.ReadFile("testdata/reference.golden.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &cases))
	for _, c := range cases {
		spec, err := keygen.New(c.Generator, c.Encoding, c.Params)
		require.NoError(t, err)
		t.Run(spec.String(), func(t *testing.T) {
			keys := printed(t, spec, c.Seed, c.Rows)
			require.Equal(t, c.First, keys[:len(c.First)])
			sum := sha256.Sum256([]byte(strings.Join(keys, "\n")))
			require.Equal(t, c.SHA256, hex.EncodeToString(sum[:]))
		})
	}
}

// TestFirstKeys pins every generator, plain and with several late nodes.
func TestFirstKeys(t *testing.T) {
	const path = "testdata/first.golden"
	var b strings.Builder
	for _, k := range generators() {
		for _, spec := range []string{k.Name, crowded(k)} {
			fmt.Fprintf(&b, "%s\n\t%s\n", spec, strings.Join(printed(t, parse(t, spec), 1, 8), "\n\t"))
		}
	}
	if os.Getenv("PAGESIM_REWRITE") != "" {
		require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o666))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String())
}

// crowded gives a kind every parameter a value that is not its default.
func crowded(k keygen.KindInfo) string {
	var pairs []string
	for _, p := range k.Params {
		value := "3"
		switch p.Unit {
		case "keys/s":
			value = "3000"
		case "ms":
			value = "15ms"
		case "0 or 1":
			value = "1"
		case "":
			value = "0.5"
		}
		pairs = append(pairs, p.Name+"="+value)
	}
	pairs = append(pairs, "encoding="+k.Encodings[len(k.Encodings)-1])
	return k.Name + ":" + strings.Join(pairs, ",")
}
