package calibrate_test

import (
	"context"
	"testing"

	"github.com/pagesim/pagesim/calibrate"
)

func TestAll(t *testing.T) {
	files, _ := calibrate.Find("../../shared/recordings/mysql-9.7")
	for _, f := range files {
		rec, err := calibrate.Read(f)
		if err != nil {
			t.Fatal(err)
		}
		rep, err := calibrate.Replay(context.Background(), rec)
		t.Log(rep.Name, rep.Status, rep.Reason, rep.Difference, err)
		for _, f := range rep.Figures {
			if !f.OK {
				t.Logf("   %+v", f)
			}
		}
	}
}
