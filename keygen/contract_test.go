package keygen_test

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/keygen"
)

// sameForEverySeed are the generators without random outputs.
var sameForEverySeed = []string{"autoinc", "descending", "snowflake", "uuidv3", "uuidv5", "uuidshort"}

// repeating are the generators whose keys are not unique.
var repeating = []string{"zipf"}

func TestKinds(t *testing.T) {
	for _, k := range generators() {
		t.Run(k.Name, func(t *testing.T) {
			checkDescription(t, k)
			for _, text := range []string{k.Name, crowded(k)} {
				checkForms(t, parse(t, text))
				checkKeys(t, k.Name, parse(t, text))
			}
			for _, encoding := range k.Encodings {
				spec, err := parse(t, k.Name).WithEncoding(encoding)
				require.NoError(t, err)
				checkForms(t, spec)
				checkFormat(t, spec)
			}
		})
	}
}

func checkDescription(t *testing.T, k keygen.KindInfo) {
	require.Contains(t, k.Encodings, k.Encoding)
	plain := printed(t, parse(t, k.Name), 1, 50)
	for _, p := range k.Params {
		require.NotEmpty(t, p.Doc)
		spelled := parse(t, k.Name+":"+p.Name+"="+p.Default)
		require.Equal(t, plain, printed(t, spelled, 1, 50), "default of %s", p.Name)
		if p.Alias != "" {
			require.Equal(t, spelled, parse(t, k.Name+":"+p.Alias+"="+p.Default))
		}
	}
}

// checkForms checks that all written forms of a Spec are read back as it.
func checkForms(t *testing.T, spec keygen.Spec) {
	require.Equal(t, spec, parse(t, spec.String()))
	b, err := json.Marshal(spec)
	require.NoError(t, err)
	require.Equal(t, `"`+spec.String()+`"`, string(b))
	var read keygen.Spec
	require.NoError(t, json.Unmarshal(b, &read))
	require.Equal(t, spec, read)
	params := map[string]int64{}
	for _, p := range spec.Params {
		params[p.Name] = p.Value
	}
	built, err := keygen.New(spec.Generator, spec.Encoding, params)
	require.NoError(t, err)
	require.Equal(t, spec, built)
}

func checkKeys(t *testing.T, name string, spec keygen.Spec) {
	const n = 3000
	keys := printed(t, spec, 1, n)
	require.Equal(t, keys, printed(t, spec, 1, n), "not a function of the seed")
	if slices.Contains(sameForEverySeed, name) && spec.Encoding == "" {
		require.Equal(t, keys, printed(t, spec, 2, n))
	} else if !slices.Contains(sameForEverySeed, name) {
		require.NotEqual(t, keys, printed(t, spec, 2, n))
	}
	if slices.Contains(repeating, name) || spec.String() != name && name == "randint" {
		return
	}
	seen := map[string]int{}
	for i, key := range keys {
		before, repeats := seen[key]
		require.False(t, repeats, "row %d repeats row %d: %s", i, before, key)
		seen[key] = i
	}
}

func checkFormat(t *testing.T, spec keygen.Spec) {
	format, err := spec.Format()
	require.NoError(t, err)
	require.True(t, format.Fixed)
	for _, key := range take(t, spec, 1, 100) {
		require.Len(t, key, format.Bytes)
		for _, c := range key {
			require.False(t, format.Kind == pagesim.Text && (c <= ' ' || c >= 0x7f), "%q", key)
		}
	}
}

func TestEncodings(t *testing.T) {
	used := map[string]bool{}
	for _, k := range keygen.Kinds() {
		require.Regexp(t, `^[^\n]+$`, k.Doc)
		for _, e := range k.Encodings {
			used[e] = true
		}
	}
	for _, e := range keygen.Encodings() {
		require.Regexp(t, `^[^\n]+$`, e.Doc)
		require.True(t, used[e.Name], "no generator allows %s", e.Name)
	}
	require.Len(t, keygen.Encodings(), len(used))
}

func TestNextAppends(t *testing.T) {
	for _, k := range generators() {
		stream, err := parse(t, k.Name).Open(1, 10, nil)
		require.NoError(t, err)
		key, err := stream.Next([]byte("before"))
		require.NoError(t, err)
		require.Equal(t, append([]byte("before"), take(t, parse(t, k.Name), 1, 10)[0]...), key, k.Name)
	}
}

func TestDescendingEnds(t *testing.T) {
	stream, err := parse(t, "descending").Open(1, 2, nil)
	require.NoError(t, err)
	rows, known := stream.(keygen.Finite).Rows()
	require.True(t, known)
	require.EqualValues(t, 2, rows)
	require.Equal(t, pagesim.Format{Kind: pagesim.Int, Bytes: 8, Fixed: true}, stream.(keygen.Finite).Format())
	for want := byte(2); want > 0; want-- {
		key, err := stream.Next(nil)
		require.NoError(t, err)
		require.Equal(t, want, key[7])
	}
	_, err = stream.Next(nil)
	require.True(t, errors.Is(err, io.EOF))
}
