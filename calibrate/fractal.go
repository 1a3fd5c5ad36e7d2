package calibrate

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/fractal"
)

// ReplayFile reads a recording of either engine, replays it and compares. An error
// means that the file is no recording, that its scenario is at fault, or that ctx was
// cancelled.
func ReplayFile(ctx context.Context, path string) (pagesim.Validation, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return pagesim.Validation{File: path}, err
	}
	if isFractal(b) {
		return replayFractal(path, b)
	}
	rec, err := Read(path)
	if err != nil {
		return pagesim.Validation{File: path}, err
	}
	return Replay(ctx, rec)
}

// isFractal reports whether a file is a recording of a fractal tree.
func isFractal(b []byte) bool {
	var head struct {
		Parameters json.RawMessage `json:"parameters"`
		Summary    json.RawMessage `json:"summary"`
	}
	return json.Unmarshal(b, &head) == nil && head.Parameters != nil && head.Summary != nil
}

// replayFractal replays a recording of a fractal tree.
func replayFractal(path string, b []byte) (pagesim.Validation, error) {
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	v := pagesim.Validation{File: path, Name: name, Server: "PerconaFT"}
	rec, err := fractal.LoadRecording(bytes.NewReader(b))
	if err != nil {
		return v, fmt.Errorf("%s: not a whole recording: %w", path, err)
	}
	got, err := fractal.Replay(rec)
	if err != nil {
		return v, fmt.Errorf("%s: %w", path, err)
	}
	r := comparison{v}
	r.Status = pagesim.Exact
	for _, row := range fractal.Compare(rec, got) {
		f := pagesim.Figure{
			Name: row.Phase + ": " + row.Name, Recorded: row.Recorded, Predicted: row.Predicted,
			Bar: fractalBar(row.Band), OK: row.OK,
		}
		f.ErrorPercent = errorPercent(f)
		if row.Band != fractal.Informational && row.Recorded != row.Predicted && r.Status == pagesim.Exact {
			r.Status = pagesim.Within
		}
		r.Figures = append(r.Figures, f)
	}
	for _, n := range got.Structure.Nodes {
		r.Pages += n
	}
	if r.missed() {
		r.Status = pagesim.Differs
	}
	return r.Validation, nil
}

// fractalBar is a band in words.
func fractalBar(band float64) string {
	switch band {
	case 0:
		return "exact"
	case fractal.Informational:
		return "none"
	}
	return fmt.Sprintf("%g %%", 100*band)
}
