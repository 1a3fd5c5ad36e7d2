package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pagesim/pagesim/report"
)

// output is where a result goes: nowhere before commit, there as a whole after
// it.
type output struct {
	io.Writer
	// commit puts the file in place; nil for what is written to directly.
	commit func() error
	// discard removes what is unfinished; after commit it does nothing.
	discard func()
}

// stdoutPath is the path that stands for standard output.
const stdoutPath = "-"

// openOutput opens path, stdout if it is empty or "-". A regular file is written
// under another name beside it and then renamed; what is there stays until then.
// Inputs are files that it must not be. Errors tell the path as it was given.
func openOutput(path string, stdout io.Writer, inputs ...string) (output, error) {
	if err := distinct(inputs, destination{"--output", path}); err != nil {
		return output{}, err
	}
	return openFor("--output", path, stdout)
}

// destination is a file that a flag names to be written.
type destination struct{ flag, path string }

// distinct refuses an output that is an input too, or another output, by whatever name.
func distinct(inputs []string, outputs ...destination) error {
	for i, out := range outputs {
		for _, input := range inputs {
			if sameFile(out.path, input) {
				return usagef("%s %s: want another file than the input %s", out.flag, out.path, input)
			}
		}
		for _, other := range outputs[:i] {
			if sameFile(out.path, other.path) {
				return usagef("%s and %s: both are %s", other.flag, out.flag, out.path)
			}
		}
	}
	return nil
}

// sameFile reports whether two paths lead to one regular file, which need not be there
// yet.
func sameFile(a, b string) bool {
	if a == "" || b == "" || a == stdoutPath || b == stdoutPath {
		return false
	}
	of, err := os.Stat(a)
	with, missing := os.Stat(b)
	if err == nil && missing == nil {
		return of.Mode().IsRegular() && os.SameFile(of, with)
	}
	return err != nil && missing != nil && placeOf(a) == placeOf(b)
}

// placeOf is the path of a file that is not there, without links in its folder.
func placeOf(path string) string {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return path
	}
	return filepath.Join(folder, filepath.Base(path))
}

// formatFor is the format that was asked for, in words or by the suffix of the output;
// without either it is text.
func formatFor(asked, path string, names []string) string {
	suffix := strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
	switch {
	case asked != "":
		return asked
	case slices.Contains(names, suffix):
		return suffix
	}
	return "text"
}

// openFor is openOutput for another flag, which errors name.
func openFor(flag, path string, stdout io.Writer) (output, error) {
	if path == "" || path == stdoutPath {
		return output{stdout, func() error { return nil }, func() {}}, nil
	}
	out, err := openFile(path)
	if err != nil {
		return output{}, outputError(flag, path, err)
	}
	write, commit := out.Write, out.commit
	out.Writer = writer(func(p []byte) (int, error) {
		n, err := write(p)
		return n, outputError(flag, path, err)
	})
	out.commit = func() error { return outputError(flag, path, commit()) }
	return out, nil
}

// openPage opens the file of --html, which is no standard output; without the flag
// nothing.
func openPage(path string) (output, error) {
	switch path {
	case "":
		return openFor("--html", stdoutPath, io.Discard)
	case stdoutPath:
		return output{}, usagef("--html -: want a file; standard output has the report")
	}
	return openFor("--html", path, io.Discard)
}

// writePage writes results as the page of --html, if there is one.
func writePage(path string, page output, runs []report.Run) error {
	if path == "" {
		return nil
	}
	return report.HTML(page, runs...)
}

// writer is a function as a writer.
type writer func(p []byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }

// outputError says what is wrong with an output, without the names of files that
// it has on the way; nil stays nil.
func outputError(flag, path string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %s: %w", flag, path, plainly(err))
}

// plainly is an error without the names of files.
func plainly(err error) error {
	var ofPath *fs.PathError
	var ofLink *os.LinkError
	switch {
	case errors.As(err, &ofPath):
		return ofPath.Err
	case errors.As(err, &ofLink):
		return ofLink.Err
	}
	return err
}

// openFile opens a file by what it is.
func openFile(path string) (output, error) {
	target, mode, err := resolve(path)
	if err != nil {
		return output{}, err
	}
	if mode.IsRegular() {
		return openBeside(target, mode.Perm())
	}
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	return output{f, f.Close, func() {}}, err
}

// newFileMode is the mode of a new file before the umask.
const newFileMode = 0o666

// resolve follows links to the file that is to be written and returns its mode.
func resolve(path string) (string, fs.FileMode, error) {
	target, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return path, newFileMode, nil
	}
	if err != nil {
		return "", 0, err
	}
	info, err := os.Stat(target)
	switch {
	case err != nil:
		return "", 0, err
	case info.IsDir():
		return "", 0, errors.New("is a directory")
	case info.Mode().IsRegular():
		err = writable(target)
	}
	return target, info.Mode(), err
}

// writable opens a file for writing, and closes it as it is.
func writable(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// openBeside opens a temporary file in the directory of its target.
func openBeside(target string, perm fs.FileMode) (output, error) {
	name := filepath.Join(filepath.Dir(target), fmt.Sprintf(".%s.pagesim-%d", filepath.Base(target), os.Getpid()))
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return output{}, err
	}
	commit := func() error {
		if err := errors.Join(f.Sync(), f.Close()); err != nil {
			return err
		}
		return os.Rename(name, target)
	}
	discard := func() {
		_ = f.Close()
		_ = os.Remove(name)
	}
	return output{f, commit, discard}, nil
}
