package units_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagesim/pagesim/internal/units"
)

func TestParseBytes(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "100": 100, "100B": 100, "0x": -1, "16k": 16384, "16K": 16384, "16kb": 16384,
		"128M": 128 << 20, "128MB": 128 << 20, "128MiB": 128 << 20, "128 MiB": 128 << 20, "128m": 128 << 20,
		"1G": 1 << 30, "1.5G": 3 << 29, "2T": 2 << 40, "1_024": 1024, "1e3": 1000,
		"9223372036854775807": math.MaxInt64, "007": 7,
		"": -1, "M": -1, "12Q": -1, "-1": -1, "-5M": -1, "+5": -1, "1__0": -1, "_1": -1, "1_": -1, "1,000": -1,
		"9223372036854775808": -1, "8388608T": -1, "0.3": -1, "1e99T": -1, "1e100": -1, "1e-3": -1,
		".5G": -1, "1.": -1, "1  M": -1, " 1M": -1, "1M\n": -1, "Inf": -1, "NaN": -1, "1/2": -1, "128Mi": -1,
	} {
		got, err := units.ParseBytes(text)
		if want < 0 {
			require.Error(t, err, "%q is %d", text, got)
			require.NotContains(t, err.Error(), "\n", "%q", text)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, want, got, "%q", text)
	}
}

func TestParseCount(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "10M": 10_000_000, "200k": 200_000, "200K": 200_000, "1G": 1_000_000_000, "1.5M": 1_500_000,
		"1_000_000": 1_000_000, "1e6": 1_000_000, "2.5E3": 2500, "1e+6": 1_000_000, "3 M": 3_000_000,
		"": -1, "1T": -1, "10MB": -1, "10Mi": -1, "1,000,000": -1, "-1": -1, "1.5": -1, "1e19": -1, "10G G": -1,
	} {
		got, err := units.ParseCount(text)
		if want < 0 {
			require.Error(t, err, "%q is %d", text, got)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, want, got, "%q", text)
	}
}

func TestErrorsSayWhatIsWanted(t *testing.T) {
	parse := func(f func(string) (int64, error), text string) error {
		_, err := f(text)
		return err
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{parse(units.ParseBytes, "12Q"), `size "12Q": want a number with an optional unit K, M, G or T (powers of 1024), such as 128M`},
		{parse(units.ParseBytes, "-1"), `size "-1": want a number with an optional unit K, M, G or T (powers of 1024), such as 128M`},
		{parse(units.ParseBytes, "0.3"), `size "0.3": want a whole number of bytes`},
		{parse(units.ParseBytes, "9e18K"), `size "9e18K": want fewer than 2^63 bytes`},
		{parse(units.ParseCount, "ten"), `count "ten": want a number with an optional unit K, M or G (powers of 1000), such as 10M`},
		{parse(units.ParseCount, "1.5"), `count "1.5": want a whole number of items`},
	} {
		require.EqualError(t, c.err, c.want)
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 1: "1 B", 999: "999 B", 1023: "1023 B", 1024: "1 KiB", 1536: "1.5 KiB", 1537: "1.50 KiB",
		16384: "16 KiB", 10_000: "9.77 KiB", 100_000: "97.7 KiB", 1_000_000: "977 KiB",
		1<<20 - 1: "1.00 MiB", 1 << 20: "1 MiB", 128 << 20: "128 MiB", 1000 << 20: "1000 MiB",
		1023<<20 + 1<<18: "1023 MiB", 1<<30 - 1<<10: "1.00 GiB", 3 << 29: "1.5 GiB", 1<<40 + 1: "1.00 TiB",
		math.MaxInt64: "8.00 EiB", math.MinInt64: "-8 EiB", -1536: "-1.5 KiB",
	} {
		require.Equal(t, want, units.Bytes(n), "%d", n)
	}
}

func TestCountSeparatesThousands(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 999: "999", 1000: "1,000", 123456: "123,456", 1_000_000: "1,000,000", -1234: "-1,234",
		math.MaxInt64: "9,223,372,036,854,775,807", math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		require.Equal(t, want, units.Count(n).String())
	}
}

func TestPercent(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0.0%", 1: "100.0%", 0.934: "93.4%", 0.5: "50.0%", 0.9999: "99.99%", 0.99951: "99.95%",
		0.0001: "0.01%", 1e-12: "0.000000%", 1.25: "125.0%", -0.5: "-50.0%", 0.1: "10.0%",
		math.Inf(1): "n/a",
	} {
		require.Equal(t, want, units.Percent(f), "%g", f)
	}
	require.Equal(t, "n/a", units.Percent(math.NaN()))
}

func TestFlagValues(t *testing.T) {
	var size units.ByteSize
	var count units.Count
	for _, v := range []interface {
		String() string
		Set(string) error
		Type() string
	}{&size, &count} {
		require.NoError(t, v.Set("16K"))
		require.Error(t, v.Set("16Q"), "a failed Set changes nothing")
		require.NotEmpty(t, v.Type())
	}
	require.Equal(t, units.ByteSize(16384), size)
	require.Equal(t, units.Count(16000), count)
	require.Equal(t, "16K", size.String())
	require.Equal(t, "16,000", count.String())
	require.Equal(t, "16k", count.Short())
	require.Equal(t, "1500k", units.Count(1_500_000).Short())
	require.Equal(t, "0", units.Count(0).Short())
	require.Equal(t, "0", units.ByteSize(0).String())
	require.Equal(t, "1025", units.ByteSize(1025).String())
	require.Equal(t, "1024T", units.ByteSize(1<<50).String())

	data, err := json.Marshal(struct {
		Size  units.ByteSize
		Count units.Count
	}{size, count})
	require.NoError(t, err)
	require.JSONEq(t, `{"Size":16384,"Count":16000}`, string(data))
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"128M", "1.5 GiB", "1_000e12K", "9e99T", "-0", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, parse := range []func(string) (int64, error){units.ParseBytes, units.ParseCount} {
			n, err := parse(text)
			if err != nil {
				require.False(t, strings.Contains(err.Error(), "\n"))
				continue
			}
			require.GreaterOrEqual(t, n, int64(0))
			var again units.ByteSize
			require.NoError(t, again.Set(units.ByteSize(n).String()))
			require.Equal(t, units.ByteSize(n), again)
		}
	})
}
