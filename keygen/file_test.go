package keygen_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/keygen"
)

// openKeys opens the text as a regular file and as standard input.
func openKeys(t *testing.T, text string) map[string]func() (keygen.Stream, error) {
	path := filepath.Join(t.TempDir(), "keys.txt")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	return map[string]func() (keygen.Stream, error){
		path: func() (keygen.Stream, error) { return parse(t, "file:"+path).Open(1, 0, nil) },
		"standard input": func() (keygen.Stream, error) {
			return parse(t, "file:-").Open(1, 0, strings.NewReader(text))
		},
	}
}

func readAll(t *testing.T, s keygen.Stream) (keys []string) {
	for {
		key, err := s.Next(nil)
		if errors.Is(err, io.EOF) {
			_, err = s.Next(nil)
			require.ErrorIs(t, err, io.EOF, "a stream has one end")
			return keys
		}
		require.NoError(t, err)
		keys = append(keys, string(key))
	}
}

func TestFile(t *testing.T) {
	long := strings.Repeat("k", 3072)
	for text, want := range map[string]struct {
		keys   []string
		format pagesim.Format
	}{
		"b\na\n":             {[]string{"b", "a"}, pagesim.Format{Kind: pagesim.Text, Bytes: 1, Fixed: true}},
		"b\r\nabc\r\nno end": {[]string{"b", "abc", "no end"}, pagesim.Format{Kind: pagesim.Text, Bytes: 6}},
		long + "\r\n":        {[]string{long}, pagesim.Format{Kind: pagesim.Text, Bytes: 3072, Fixed: true}},
	} {
		for _, open := range openKeys(t, text) {
			stream, err := open()
			require.NoError(t, err)
			rows, known := stream.(keygen.Finite).Rows()
			require.True(t, known)
			require.EqualValues(t, len(want.keys), rows)
			require.Equal(t, want.format, stream.(keygen.Finite).Format())
			require.Equal(t, want.keys, readAll(t, stream))
		}
	}
}

// encoded opens the lines of a file in an encoding; none lets the lines decide.
func encoded(t *testing.T, text, encoding string) (keygen.Stream, error) {
	spec, err := parse(t, "file:-").WithEncoding(encoding)
	require.NoError(t, err)
	return spec.Open(1, 0, strings.NewReader(text))
}

func TestFileEncodings(t *testing.T) {
	integers := pagesim.Format{Kind: pagesim.Int, Bytes: 8, Fixed: true}
	text := func(n int) pagesim.Format { return pagesim.Format{Kind: pagesim.Text, Bytes: n} }
	for _, c := range []struct {
		text, encoding string
		format         pagesim.Format
		keys           []string
	}{
		{"7\n0\n18446744073709551615\n", "", integers, []string{"7", "0", "18446744073709551615"}},
		{"7\n10\n", "int", integers, []string{"7", "10"}},
		{"7\n10\n", "text", text(2), []string{"7", "10"}},
		{"7\n08\n", "", text(2), []string{"7", "08"}},
		{"7\n-8\n", "", text(2), []string{"7", "-8"}},
		{"7\n18446744073709551616\n", "", text(20), []string{"7", "18446744073709551616"}},
		{"\uFEFF7\n10\n", "", integers, []string{"7", "10"}},
		{
			"019b76da-a800-7cc1-beeb-8da1658eec67\n0x019B76DAA802755EB1C18690EE42C90B\n", "hex",
			pagesim.Format{Kind: pagesim.Binary, Bytes: 16, Fixed: true},
			[]string{"019b76daa8007cc1beeb8da1658eec67", "019b76daa802755eb1c18690ee42c90b"},
		},
		{"ff\n0a0b\n", "hex", pagesim.Format{Kind: pagesim.Binary, Bytes: 2}, []string{"ff", "0a0b"}},
	} {
		stream, err := encoded(t, c.text, c.encoding)
		require.NoError(t, err)
		require.Equal(t, c.format, stream.(keygen.Finite).Format(), c.text)
		var keys []string
		for _, key := range readAll(t, stream) {
			keys = append(keys, keygen.Print(c.format, []byte(key)))
		}
		require.Equal(t, c.keys, keys)
	}
}

func TestFileEncodingErrors(t *testing.T) {
	for _, c := range []struct{ text, encoding, want string }{
		{"7\n-8\n", "int", `:2: "-8" is not an integer from 0 to 18446744073709551615 without sign and leading zeros`},
		{"7\n08\n", "int", `:2: "08" is not an integer`},
		{"18446744073709551616", "int", `:1: "18446744073709551616" is not an integer`},
		{"ab\nabc\n", "hex", `:2: "abc" is neither an even number of hex digits nor a UUID`},
		{"0x\n", "hex", `:1: "0x" is neither`},
	} {
		_, err := encoded(t, c.text, c.encoding)
		require.ErrorContains(t, err, "keygen: standard input"+c.want)
		var file *keygen.FileError
		require.ErrorAs(t, err, &file)
	}
}

func TestFileErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                ": no keys; at least one line is needed",
		"a\n\nb\n":                        ":2: the line is empty; each line is a key",
		"a\nb\n\r\n":                      ":3: the line is empty; each line is a key",
		"a\n" + strings.Repeat("k", 3073): ":2: the key is longer than 3072 bytes",
		strings.Repeat("k", 1<<20):        ":1: the key is longer than 3072 bytes",
		"a\nkäse\n":                       ":2: byte 2 of the key is not ASCII",
	} {
		for name, open := range openKeys(t, text) {
			_, err := open()
			require.EqualError(t, err, "keygen: "+name+want)
		}
	}
}

func TestFileFormat(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys.txt")
	require.NoError(t, os.WriteFile(path, []byte("a\nabc\n"), 0o666))
	format, err := parse(t, "file:"+path).Format()
	require.NoError(t, err)
	require.Equal(t, pagesim.Format{Kind: pagesim.Text, Bytes: 3}, format)

	for spec, want := range map[string]string{
		"file:-":                 "keygen: file:-: the keys are not known before standard input is read",
		"file:" + t.TempDir():    "not a regular file",
		"file:" + path + ".none": "no such file or directory",
	} {
		_, err := parse(t, spec).Format()
		require.ErrorContains(t, err, want)
	}
	_, err = parse(t, "file:-").Open(1, 0, nil)
	require.ErrorContains(t, err, "needs a standard input")
}
