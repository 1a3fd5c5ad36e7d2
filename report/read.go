package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/pagesim/pagesim"
)

// ReadResults reads the results that format json wrote: one, a list, or several
// one after the other. It returns at least one, or an error that says at which byte
// the text is something else. The configs are maps: a Result can show them, not run
// them.
func ReadResults(r io.Reader) ([]pagesim.Result, error) {
	var all []pagesim.Result
	d := json.NewDecoder(r)
	for {
		var raw json.RawMessage
		err := d.Decode(&raw)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("byte %d: not JSON: %w", d.InputOffset(), err)
		}
		some, err := asResults(raw)
		if err != nil {
			return nil, fmt.Errorf("byte %d: %w", d.InputOffset(), err)
		}
		all = append(all, some...)
	}
	if len(all) == 0 {
		return nil, errNoResult
	}
	return all, nil
}

var errNoResult = errors.New("no result of pagesim run --format json")

// asResults is a result or a list of them.
func asResults(raw json.RawMessage) ([]pagesim.Result, error) {
	var list []pagesim.Result
	if raw[0] != '[' {
		list = make([]pagesim.Result, 1)
		if err := json.Unmarshal(raw, &list[0]); err != nil {
			return nil, fmt.Errorf("%w: %w", errNoResult, err)
		}
	} else if err := json.Unmarshal(raw, &list); err != nil {
		return nil, fmt.Errorf("%w: %w", errNoResult, err)
	}
	for _, r := range list {
		if r.Version == "" || len(r.Indexes) == 0 {
			return nil, errNoResult
		}
	}
	return list, nil
}
