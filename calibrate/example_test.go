package calibrate_test

import (
	"context"
	"fmt"

	"github.com/pagesim/pagesim/calibrate"
)

func Example() {
	recording, err := calibrate.Read("../testdata/recordings/mysql-9.7/ulid-varchar26-100k.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := calibrate.Replay(context.Background(), recording)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.Name, v.Status, v.Pages, "pages")
	// Output: ulid-varchar26-100k exact 341 pages
}
