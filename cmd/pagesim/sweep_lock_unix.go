//go:build !windows

package main

import (
	"errors"
	"os"
	"syscall"
)

// openAlone opens a file to read and to write it, and locks it until it is closed. A
// file system without locks goes without.
func openAlone(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, newFileMode)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return f, nil
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		_ = f.Close()
		return nil, errInUse
	}
	return f, nil
}
