package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/term"
)

// env is the world around a command, real or a test's.
type env struct {
	args           []string
	stdin          io.Reader
	stdout, stderr io.Writer
	// isTerminal says that somebody watches stderr on a terminal that can draw, canAsk that they can answer too.
	isTerminal, canAsk bool
	// getenv reads the environment; nil if there is none.
	getenv func(string) string
}

// variable is a variable of the environment, "" if it is not set.
func (e env) variable(name string) string {
	if e.getenv == nil {
		return ""
	}
	return e.getenv(name)
}

// dumb is the TERM of a terminal that knows no escape sequences.
const dumb = "dumb"

// isTerminal reports whether a file is a terminal on which a progress bar can be drawn.
// There is nothing to do for NO_COLOR: no output has colours.
func isTerminal(f *os.File, kind string) bool { return kind != dumb && term.IsTerminal(int(f.Fd())) }

// endings are the signals that end a command: also that of a terminal that is closed,
// unless nohup has it ignored.
func endings() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// untilInterrupted returns a context that the signals of endings cancel, and stdin
// as it is until then; a second signal ends the process at once. A write to a
// closed pipe becomes an error of the write in place of a signal.
func untilInterrupted(stdin io.Reader) (context.Context, io.Reader, func()) {
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	context.AfterFunc(ctx, stop)
	return ctx, interruptible{ctx, stdin}, stop
}

// interruptible is a reader that does not wait for input once its context has
// been cancelled: nobody may ever type it.
type interruptible struct {
	ctx context.Context
	r   io.Reader
}

func (i interruptible) Read(p []byte) (int, error) {
	type outcome struct {
		n   int
		err error
	}
	// The goroutine of a cancelled read may go on and so has a buffer of its own.
	buffer, done := make([]byte, len(p)), make(chan outcome, 1)
	go func() {
		n, err := i.r.Read(buffer)
		done <- outcome{n, err}
	}()
	select {
	case <-i.ctx.Done():
		return 0, i.ctx.Err()
	case o := <-done:
		return copy(p, buffer[:o.n]), o.err
	}
}
