package sim_test

import (
	"context"
	"fmt"
	"log"

	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/sim"
)

// The README shows this file as a program.
func Example_library() {
	keys, err := keygen.Parse("uuidv7:rate=20000")
	if err != nil {
		log.Fatal(err)
	}
	result, err := sim.Run(context.Background(), sim.Config{
		Phases: []sim.Phase{{
			Rows:    100_000,
			Keys:    []sim.Stream{{Column: "id", Keys: keys, Seed: 1}},
			Payload: []sim.Payload{{Column: "payload", Min: 100, Max: 100}},
		}},
		PoolBytes: 128 << 20,
	}, sim.Env{})
	if err != nil {
		log.Fatal(err)
	}
	x := result.Indexes[0]
	fmt.Println(x.LeafPages, "leaf pages,", x.Counters.PageSplits, "splits")
	// Output: 1284 leaf pages, 1286 splits
}
