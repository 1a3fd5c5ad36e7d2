package live

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	// purgePoll is the time between two looks at the history list. It has no work left
	// when nothing has moved for purgeQuiet, or for purgeEmpty where it is empty; some
	// servers keep a few entries for ever.
	purgePoll  = 200 * time.Millisecond
	purgeQuiet = 5 * time.Second
	purgeEmpty = time.Second
	// purgeLimit is how long that may take.
	purgeLimit = 15 * time.Minute
)

var errPurge = errors.New("the server still purges after 15 minutes: does another client hold a transaction open?")

// waitForPurge waits until purge has done its work.
func (r *recorder) waitForPurge(ctx context.Context) error {
	var last [3]int64
	quiet := time.Duration(0)
	for waited := time.Duration(0); waited < purgeLimit; waited += purgePoll {
		now, err := r.history(ctx)
		if err != nil {
			return err
		}
		if now != last {
			last, quiet = now, 0
		}
		if quiet >= purgeQuiet || now[0] == 0 && quiet >= purgeEmpty {
			return nil
		}
		if err := r.sleep(ctx, purgePoll); err != nil {
			return err
		}
		quiet += purgePoll
	}
	return errPurge
}

// history is the length of the history list and how far purge has come with pages.
func (r *recorder) history(ctx context.Context) ([3]int64, error) {
	m, err := counts(ctx, r.s, `select name, count from information_schema.innodb_metrics
		where name in ('trx_rseg_history_len', 'index_page_merge_attempts', 'index_page_discards')`)
	if err != nil {
		return [3]int64{}, err
	}
	length := m["trx_rseg_history_len"]
	if r.server.maria {
		status, err := counts(ctx, r.s, "show global status like 'Innodb_history_list_length'")
		if err != nil {
			return [3]int64{}, err
		}
		length = status["Innodb_history_list_length"]
	}
	return [3]int64{length, m["index_page_merge_attempts"], m["index_page_discards"]}, nil
}

// sleep waits, or ends with the context.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// pace waits until so many rows of a phase that began at start are due.
func (r *recorder) pace(ctx context.Context, start time.Time, rows int64, rate float64) error {
	due := time.Duration(float64(rows) / rate * float64(time.Second))
	if d := due - r.now().Sub(start); d > 0 {
		return r.sleep(ctx, d)
	}
	return nil
}

func isRefusal(err error) bool {
	var answer refusal
	return errors.As(err, &answer)
}

// seconds rounds a duration to milliseconds.
func seconds(d time.Duration) float64 { return float64(d.Milliseconds()) / 1000 }

// inPhase adds to an error in which phase it came.
func inPhase(i int, op string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("phase %d, %s: %w", i+1, op, err)
}
