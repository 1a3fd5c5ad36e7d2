package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"syscall"

	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/report"
	"github.com/pagesim/pagesim/sim"
)

// exitCode is what the process ends with. Root help shows this table.
type exitCode int

const (
	exitDone exitCode = 0
	// exitFailed: a file cannot be read or written, a key repeats or does not fit
	// its column, a recording is not reproduced.
	exitFailed exitCode = 1
	// exitUsage: the command line or the DDL is not understood, or asks for what
	// cannot be or is not modelled. Nothing was run.
	exitUsage exitCode = 2
	// exitInvariant: the model found itself in a state that cannot be.
	exitInvariant exitCode = 3
	// exitCondition: a condition of --fail-on holds. The output was written.
	exitCondition exitCode = 4
	// exitInterrupted: a signal of endings. Nothing was written.
	exitInterrupted exitCode = 130
)

const exitHelp = `Exit codes:
    0  done
    1  failed: a file cannot be read or written, a key repeats or does not fit
       its column, or a recording is not exact
    2  wrong usage: the command line or the DDL is not understood, or asks for
       what cannot be or is not modelled; nothing was run
    3  an invariant of the model is violated: a bug in pagesim, please report
    4  a condition of --fail-on holds; the output was written
  130  interrupted; no output was written, but what a sweep had done`

// usageError is an error of the command line or of the DDL.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// asUsage makes an error one of usage; nil stays nil.
func asUsage(err error) error {
	if err == nil {
		return nil
	}
	return usageError{err}
}

// beforeRows makes an error that came before the first row one of usage, unless it
// is a key file's.
func beforeRows(err error) error {
	var file *keygen.FileError
	if errors.As(err, &file) {
		return err
	}
	return asUsage(err)
}

// bug is a panic inside the model.
type bug struct{ cause any }

func (b bug) Error() string {
	return fmt.Sprintf("a bug in pagesim, please report: %v", b.cause)
}

// errToldAlready ends a command whose output says why it failed.
var errToldAlready = errors.New("failed; the output says why")

// execute runs a command line and prints its error.
func execute(ctx context.Context, e env) exitCode {
	err := guarded(func() error { return runRoot(ctx, e) })
	code := codeOf(err)
	if code != exitDone && !errors.Is(err, errToldAlready) {
		printError(e.stderr, message(e, err))
	}
	return code
}

// guarded turns a panic into a bug.
func guarded(f func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = bug{cause}
		}
	}()
	return f()
}

func codeOf(err error) exitCode {
	var usage usageError
	var violated bug
	var held conditionError
	switch {
	case err == nil || errors.Is(err, syscall.EPIPE): // the reader has seen enough
		return exitDone
	case errors.As(err, &violated):
		return exitInvariant
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.As(err, &usage):
		return exitUsage
	case errors.As(err, &held):
		return exitCondition
	}
	return exitFailed
}

// message is the text of an error; that of a bug comes with what to report.
func message(e env, err error) string {
	switch codeOf(err) {
	case exitInterrupted:
		var left stopped
		if errors.As(err, &left) {
			return left.note
		}
		return "interrupted"
	case exitInvariant:
		return fmt.Sprintf("%v (model %s: pagesim %s)", err, sim.Version, report.CommandLine(e.args))
	}
	return err.Error()
}

// dsnPassword is what follows the user in a DSN up to the last @ before the server: of
// one word, with blanks if quotes surround it, or of a DSN that is not whole.
var dsnPassword = regexp.MustCompile(`:(?:[^\s'"]\S*@(?:tcp|unix)\(|[^\s'"()][^'"()]*@(?:tcp|unix)\(|\S+@)`)

// masked is a message without the passwords of servers; that of the help stays.
func masked(message string) string {
	return dsnPassword.ReplaceAllStringFunc(message, func(found string) string {
		if strings.HasPrefix(found, ":password@") {
			return found
		}
		return ":***" + found[strings.LastIndexByte(found, '@'):]
	})
}

// printError prints an error on one line, without passwords of servers and without
// the name of the package that reads streams.
func printError(w io.Writer, message string) {
	message = masked(strings.ReplaceAll(message, "keygen: ", ""))
	var parts []string
	for line := range strings.Lines(message) {
		if line = strings.TrimSpace(line); line != "" {
			parts = append(parts, line)
		}
	}
	// Nobody is left to tell if this fails.
	_, _ = fmt.Fprintln(w, "pagesim: "+strings.Join(parts, "; "))
}
