package report

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/pagesim/pagesim"
)

// writeJSON writes the whole result, or a list of them. The order of the fields is that
// of their declaration, so the same result gives the same bytes.
func writeJSON(w io.Writer, runs ...Run) error {
	if len(runs) == 1 {
		return encodeJSON(w, runs[0].Result)
	}
	var all []pagesim.Result
	for _, r := range runs {
		all = append(all, r.Result)
	}
	return encodeJSON(w, all)
}

// encodeJSON writes indented JSON in one piece, with < and > as they are.
func encodeJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}
