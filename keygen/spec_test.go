package keygen_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/keygen"
)

func TestParse(t *testing.T) {
	for text, canonical := range map[string]string{
		"uuidv7:skew=20,nodes=4,rate=20000":      "uuidv7:rate=20000,nodes=4,skew=20ms",
		"uuidv7:skew=1.5s":                       "uuidv7:skew=1.5s",
		"uuidv4:encoding=hex36":                  "uuidv4:encoding=hex36",
		"snowflake:nodes=4":                      "snowflake:workers=4",
		"zipf:theta=0.5,keys=10":                 "zipf:keys=10,theta=0.5",
		"file:a,b=c:d.txt":                       "file:a,b=c:d.txt",
		"file:-":                                 "file:-",
		"file:a:b,encoding=hex":                  "file:a:b,encoding=hex",
		"file:a,encoding=text,encoding=int":      "file:a,encoding=text,encoding=int",
		"uuidv1:encoding=hex32,rate=200,nodes=1": "uuidv1:rate=200,nodes=1,encoding=hex32",
	} {
		require.Equal(t, canonical, parse(t, text).String())
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                               `keygen: unknown generator ""; allowed: autoinc, descending,`,
		"uuidv8":                         `keygen: unknown generator "uuidv8"; did you mean uuidv4? allowed: autoinc, descending,`,
		"uuid7":                          `keygen: unknown generator "uuid7"; did you mean uuidv7? allowed: autoinc,`,
		"snowflakes:workers=2":           `keygen: unknown generator "snowflakes"; did you mean snowflake? allowed: autoinc,`,
		"file:x,encoding=bin16":          `keygen: file: encoding "bin16" does not fit; allowed: text, int, hex`,
		"uuidv4:":                        `keygen: uuidv4: "" is not of the form name=value`,
		"uuidv4:rate=5":                  `keygen: uuidv4: unknown parameter "rate"; allowed: encoding`,
		"tenant:devices=5":               `keygen: tenant: unknown parameter "devices"; allowed: tenants, encoding`,
		"uuidv7:rate=fast":               `keygen: uuidv7: rate="fast" is not a whole number`,
		"uuidv7:rate=0":                  `keygen: uuidv7: rate=0 is out of range: 1 to 1000000000`,
		"uuidv7:nodes=0":                 `keygen: uuidv7: nodes=0 is out of range: 1 to 65536`,
		"uuidv7:skew=-5ms":               `keygen: uuidv7: skew=-5ms is out of range: 0s to 8784h0m0s`,
		"uuidv7:skew=5us":                `keygen: uuidv7: skew="5us" is not a duration in whole milliseconds, such as 20ms or 1.5s`,
		"uuidv7:rate=1,rate=1":           `keygen: uuidv7: rate is given twice`,
		"snowflake:nodes=1,workers=1":    `keygen: snowflake: workers is given twice`,
		"uuidv7:encoding=ksuid27":        `keygen: uuidv7: encoding "ksuid27" does not fit; allowed: int, bin16,`,
		"ksuid:encoding=bin16":           `keygen: ksuid: encoding "bin16" does not fit; allowed: ksuid27, bin20`,
		"uuidv4:encoding=":               `keygen: uuidv4: encoding needs one value; allowed: int, bin16,`,
		"zipf:theta=1":                   `keygen: zipf: theta=1 is out of range: 0.001 to 0.999`,
		"zipf:theta=0.12345":             `keygen: zipf: theta="0.12345" is not a number with at most three decimals`,
		"zipf:theta=NaN":                 `keygen: zipf: theta="NaN" is not a number`,
		"uuidv1:rate=10000001":           `keygen: uuidv1: rate=10000001 is out of range: 1 to 10000000`,
		"file":                           `keygen: file: needs a path: file:PATH, or file:- for standard input`,
		"xid:jitter=5ms,rate=1000000000": `keygen: xid: jitter=5ms at rate=1000000000 keeps too many keys waiting`,
		"xid:jitter=1h,rate=10000":       `keygen: xid: jitter=1h0m0s at rate=10000 keeps too many keys waiting; allowed: 4194304`,
	} {
		_, err := keygen.Parse(text)
		require.ErrorContains(t, err, want)
		require.NotContains(t, err.Error(), "\n")
	}
}

func TestNewErrors(t *testing.T) {
	for want, build := range map[string]func() (keygen.Spec, error){
		`keygen: uuidv4: unknown parameter "rows"; allowed: encoding`: func() (keygen.Spec, error) {
			return keygen.New("uuidv4", "", map[string]int64{"rows": 1})
		},
		`keygen: autoinc: encoding "utf8" does not fit`: func() (keygen.Spec, error) {
			return keygen.New("autoinc", "utf8", nil)
		},
		`keygen: file: encoding "hex36" does not fit; allowed: text, int, hex`: func() (keygen.Spec, error) {
			return parse(t, "file:x").WithEncoding("hex36")
		},
		`keygen: file: unknown parameter "rate"`: func() (keygen.Spec, error) {
			return keygen.New("file", "", map[string]int64{"rate": 1})
		},
	} {
		_, err := build()
		require.ErrorContains(t, err, want)
	}
}

func TestHandMadeSpecsAreChecked(t *testing.T) {
	for _, spec := range []keygen.Spec{
		{},
		{Generator: "uuidv4", File: "x"},
		{Generator: "uuidv7", Params: []keygen.Param{{Name: "rate", Value: 0}}},
		{Generator: "uuidv7", Encoding: "nanoid21"},
	} {
		_, err := spec.Open(1, 1, nil)
		require.Error(t, err)
		_, err = spec.Format()
		require.Error(t, err)
	}
}

func TestDescendingNeedsRows(t *testing.T) {
	_, err := parse(t, "descending").Open(1, 0, nil)
	require.EqualError(t, err, "keygen: descending: counts down from the number of rows, which is 0 here; at least 1 is needed")
}

func TestIntFormat(t *testing.T) {
	for text, bytes := range map[string]int{"autoinc": 8, "uuidv4:encoding=int": 16, "crc32uuid": 8} {
		format, err := parse(t, text).Format()
		require.NoError(t, err)
		require.Equal(t, pagesim.Format{Kind: pagesim.Int, Bytes: bytes, Fixed: true}, format)
	}
}

func FuzzParse(f *testing.F) {
	for _, k := range generators() {
		f.Add(k.Name)
		f.Add(crowded(k))
	}
	for _, text := range []string{"file:a:b,c", "file:a,encoding=hex", "uuidv7:skew=9223372036854775807", "zipf:theta=1e-3", "x:=,=:"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		spec, err := keygen.Parse(text)
		if err != nil {
			require.True(t, strings.HasPrefix(err.Error(), "keygen: "))
			return
		}
		again, err := keygen.Parse(spec.String())
		require.NoError(t, err)
		require.Equal(t, spec, again)
	})
}
