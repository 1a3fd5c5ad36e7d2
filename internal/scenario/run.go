package scenario

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/pagesim/pagesim/internal/golden"
)

// Run plays the file: do carries out each command, in order, and returns its
// output. The first output that differs from the file's fails t, which tells the
// place. If [golden.Rewriting], the outputs go into the file instead; prose and
// blank lines stay.
//
// A command that do does not know is do's to report, by [Command.Pos]. A do that
// keeps a structure should check the structure's invariants each time.
func Run(t *testing.T, path string, do func(t *testing.T, c *Command) string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("scenario: %v", err)
	}
	text, err := play(path, string(data), golden.Rewriting(), func(c *Command) string {
		t.Helper()
		return do(t, c)
	})
	if err != nil {
		t.Fatalf("scenario: %v", err)
	}
	if golden.Rewriting() && !t.Failed() {
		if err := golden.Write(path, []byte(text)); err != nil {
			t.Fatalf("scenario: %v", err)
		}
	}
}

// play runs a scenario and returns its text, with the actual outputs in place of
// the expected ones if rewrite.
func play(path, text string, rewrite bool, do func(*Command) string) (string, error) {
	f, err := parse(path, text)
	if err != nil {
		return "", err
	}
	for i := range f.stanzas {
		s := &f.stanzas[i]
		c, err := f.command(s)
		if err != nil {
			return "", err
		}
		got := strings.TrimSuffix(do(c), "\n")
		if err := c.done(); err != nil {
			return "", err
		}
		if err := f.settle(s, got, rewrite); err != nil {
			return "", fmt.Errorf("%w\n%s: %s", err, c.Pos, s.head[0])
		}
	}
	return f.format(), nil
}

// settle holds a stanza's output against the expected one, or puts it there.
func (f *file) settle(s *stanza, got string, rewrite bool) error {
	var lines []string
	if got != "" {
		lines = strings.Split(got, "\n")
	}
	if n := until(lines, isBlank); n < len(lines) {
		return fmt.Errorf("line %d of the output is blank, which a scenario cannot hold", n+1)
	}
	if rewrite {
		s.want = lines
		return nil
	}
	want, have := joined(s.want), joined(lines)
	if want == have {
		return nil
	}
	return errors.New(golden.Difference(f.path, s.start(), []byte(want), []byte(have)))
}

// joined makes lines text again.
func joined(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}
