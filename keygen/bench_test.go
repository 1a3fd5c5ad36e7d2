package keygen_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func BenchmarkNext(b *testing.B) {
	for _, c := range [][2]string{
		{"autoinc", "int"}, {"randint", "int"},
		{"uuidv4", "bin16"}, {"uuidv4", "hex36"}, {"uuidv4", "base64"},
		{"uuidv1", "bin16"}, {"uuidv7", "bin16"}, {"ulid", "ulid26"},
		{"snowflake", "int"}, {"ksuid", "ksuid27"}, {"prefixed", "hex36"},
		{"zipf", "int"}, {"uuidv7:rate=20000,nodes=4,skew=20ms,jitter=20ms", "bin16"},
	} {
		b.Run(fmt.Sprintf("keys=%s/encoding=%s", c[0], c[1]), func(b *testing.B) {
			spec, err := parse(b, c[0]).WithEncoding(c[1])
			require.NoError(b, err)
			stream, err := spec.Open(1, 0, nil)
			require.NoError(b, err)
			var key []byte
			for b.Loop() {
				key, _ = stream.Next(key[:0])
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "keys/s")
		})
	}
}
