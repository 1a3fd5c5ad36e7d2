package report

import (
	"bytes"
	"encoding/json"
	"io"
)

// writeJSON writes the whole result. The order of the fields is that of their
// declaration, so the same result gives the same bytes.
func writeJSON(w io.Writer, r Run) error { return encodeJSON(w, r.Result) }

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
