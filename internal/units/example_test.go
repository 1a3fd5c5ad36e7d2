package units_test

import (
	"fmt"

	"github.com/pagesim/pagesim/internal/units"
)

func Example() {
	pool, err := units.ParseBytes("128M")
	fmt.Println(pool, err)
	fmt.Println(units.Bytes(pool), units.Count(1_000_000), units.Percent(0.934))
	_, err = units.ParseBytes("12Q")
	fmt.Println(err)
	// Output:
	// 134217728 <nil>
	// 128 MiB 1,000,000 93.4%
	// size "12Q": want a number with an optional unit K, M, G or T (powers of 1024), such as 128M
}
