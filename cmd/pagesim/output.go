package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
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

// openOutput opens path, stdout if it is empty. A regular file is written under
// another name beside it and then renamed; what is there stays until then.
func openOutput(path string, stdout io.Writer) (output, error) {
	if path == "" {
		return output{stdout, func() error { return nil }, func() {}}, nil
	}
	target, mode, err := resolve(path)
	if err != nil {
		return output{}, fmt.Errorf("--output: %w", err)
	}
	if mode.IsRegular() {
		return openBeside(target, mode.Perm())
	}
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return output{}, fmt.Errorf("--output: %w", err)
	}
	return output{f, f.Close, func() {}}, nil
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
		return "", 0, fmt.Errorf("%s is a directory", path)
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
		return output{}, fmt.Errorf("--output %s: %w", target, err)
	}
	commit := func() error {
		if err := errors.Join(f.Sync(), f.Close()); err != nil {
			return fmt.Errorf("--output: %w", err)
		}
		if err := os.Rename(name, target); err != nil {
			return fmt.Errorf("--output: %w", err)
		}
		return nil
	}
	discard := func() {
		_ = f.Close()
		_ = os.Remove(name)
	}
	return output{f, commit, discard}, nil
}
