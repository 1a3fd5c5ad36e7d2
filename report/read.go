package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

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

// isWhole says whether an index has what every result has.
func isWhole(r pagesim.Result, x pagesim.IndexResult) bool {
	l := x.Leaves
	return len(x.Levels) > 0 && (r.Engine == "") == (x.Fractal == nil) &&
		(l == nil || len(l.Fill) > 0 && len(l.Fill) == len(l.PageNumbers) && len(l.Fill) == len(l.Records))
}

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
		if r.Version == "" || len(r.Indexes) == 0 || slices.ContainsFunc(r.Indexes, func(x pagesim.IndexResult) bool { return !isWhole(r, x) }) {
			return nil, errNoResult
		}
	}
	return list, nil
}
