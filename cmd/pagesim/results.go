package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/report"
)

// readResults reads the results that a file has, - being standard input.
func readResults(file string, stdin io.Reader) ([]pagesim.Result, error) {
	b, err := readFile(file, stdin)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, plainly(err))
	}
	results, err := report.ReadResults(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return results, nil
}
