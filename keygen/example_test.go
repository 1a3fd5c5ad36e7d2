package keygen_test

import (
	"fmt"

	"github.com/pagesim/pagesim/keygen"
)

func ExampleParse() {
	spec, err := keygen.Parse("uuidv7:skew=20,rate=20000,nodes=4")
	fmt.Println(spec, err)

	_, err = keygen.Parse("uuidv7:rate=0")
	fmt.Println(err)
	// Output:
	// uuidv7:rate=20000,nodes=4,skew=20ms <nil>
	// keygen: uuidv7: rate=0 is out of range: 1 to 1000000000
}

func ExampleSpec_Open() {
	spec, err := keygen.Parse("uuidv7:encoding=hex36")
	if err != nil {
		fmt.Println(err)
		return
	}
	keys, err := spec.Open(1, 0, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	var key []byte
	for range 3 {
		key, _ = keys.Next(key[:0])
		fmt.Printf("%s\n", key)
	}
	// Output:
	// 019b76da-a800-7cc1-beeb-8da1658eec67
	// 019b76da-a801-755e-b1c1-8690ee42c90b
	// 019b76da-a802-75b9-834d-0bff90150280
}

func ExampleKinds() {
	for _, k := range keygen.Kinds()[:3] {
		fmt.Printf("%s: %s\n", k.Name, k.Doc)
		for _, p := range k.Params {
			fmt.Printf("  %s=%s: %s\n", p.Name, p.Default, p.Doc)
		}
	}
	// Output:
	// autoinc: 1, 2, 3 ...
	// descending: n, n-1 ... 1, where n is the number of rows
	// randint: uniform random integers of 63 bits
	//   shift=1: keys are uniform over 64-shift bits
}
