package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// leaveTime is how long putting a server back may take.
const leaveTime = 2 * time.Minute

// leftBehind is what could not be put back.
type leftBehind struct {
	address    string
	statements []string
	cause      error
}

func (l *leftBehind) Error() string {
	return fmt.Sprintf("%s is not as it was (%v); run there: %s", l.address, l.cause, strings.Join(l.statements, "; "))
}

// change changes the server and remembers how to undo that, the last first. A statement that the
// server refused changed nothing; of any other error nobody knows.
func (r *recorder) change(ctx context.Context, do string, undo ...string) error {
	err := r.s.exec(ctx, do)
	if !isRefusal(err) {
		r.undo = append(r.undo, undo...)
	}
	return err
}

// leave puts the server back and ends the session. After an error that session may be
// of no use, or busy: another one does it.
func (r *recorder) leave(ctx context.Context, failed error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveTime)
	defer cancel()
	s, undo := r.s, slices.Clone(r.undo)
	slices.Reverse(undo)
	if failed != nil {
		_ = s.close()
		if len(undo) == 0 {
			return nil
		}
		again, err := r.open(ctx)
		if err != nil {
			return &leftBehind{r.address, undo, err}
		}
		s = again
		// What the session was doing may go on, and hold the table. A refusal says
		// that it is gone.
		_ = s.exec(ctx, "kill "+r.id)
	}
	var left []string
	var causes []error
	for _, statement := range undo {
		if err := s.exec(ctx, statement); err != nil {
			left, causes = append(left, statement), append(causes, err)
		}
	}
	_ = s.close()
	if len(left) > 0 {
		return &leftBehind{r.address, left, errors.Join(causes...)}
	}
	return nil
}
