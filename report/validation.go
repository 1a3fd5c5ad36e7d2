package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/pagesim/pagesim/calibrate"
)

// Failed is the status of a recording that could not be read or played. Its
// reason is an error, for which stdout is not the place: text leaves it out.
const Failed calibrate.Status = "failed"

// Validation writes the reports of replayed recordings as they come.
type Validation interface {
	// Add writes the next report.
	Add(r calibrate.Report) error
	// End writes the summary.
	End() error
}

// NewValidation starts a validation; verbose shows all figures, not only those
// that miss.
type NewValidation func(w io.Writer, verbose bool) Validation

// Validations returns the formats of a validation in the order of help.
func Validations() []Format[NewValidation] {
	return []Format[NewValidation]{
		{"text", "a line a recording, as it is done, and the figures that miss", newTextValidation},
		{"json", "all figures of all recordings, at the end", newJSONValidation},
	}
}

// tally counts reports by status.
type tally struct {
	exact, differs, notReplayed, failed int
}

func (t *tally) add(s calibrate.Status) {
	switch s {
	case calibrate.Exact:
		t.exact++
	case calibrate.Differs:
		t.differs++
	case calibrate.NotReplayed:
		t.notReplayed++
	case Failed:
		t.failed++
	}
}

func (t tally) all() int { return t.exact + t.differs + t.notReplayed + t.failed }

// String is "45 of 47 exact, 2 not replayed".
func (t tally) String() string {
	s := fmt.Sprintf("%d of %d exact", t.exact, t.all())
	for _, part := range []struct {
		n    int
		what string
	}{{t.differs, "differ"}, {t.notReplayed, "not replayed"}, {t.failed, "failed"}} {
		if part.n > 0 {
			s += fmt.Sprintf(", %d %s", part.n, part.what)
		}
	}
	return s
}

// textValidation is for people.
type textValidation struct {
	w       io.Writer
	verbose bool
	tally   tally
}

func newTextValidation(w io.Writer, verbose bool) Validation {
	return &textValidation{w: w, verbose: verbose}
}

func (v *textValidation) Add(r calibrate.Report) error {
	v.tally.add(r.Status)
	if r.Status == Failed {
		return nil
	}
	s := fmt.Sprintf("%-12s  %s  (%s)\n", r.Status, r.Name, remark(r))
	if d := r.Difference; d != nil {
		s += indent(labelled("first difference: ", differenceText(*d)), "    ")
	}
	if figures := v.figures(r.Figures); len(figures) > 0 {
		s += indent(figureTable(figures), "    ")
	}
	_, err := io.WriteString(v.w, s)
	return err
}

// End writes nothing if there is nothing but failures.
func (v *textValidation) End() error {
	if v.tally.failed == v.tally.all() {
		return nil
	}
	_, err := fmt.Fprintln(v.w, v.tally)
	return err
}

// remark is what stands behind a recording's name.
func remark(r calibrate.Report) string {
	if r.Status == calibrate.NotReplayed {
		return r.Reason
	}
	return count(pages(r.Figures)) + " pages"
}

// pages is the recorded pages of all levels and indexes.
func pages(figures []calibrate.Figure) int64 {
	n := int64(0)
	for _, f := range figures {
		if strings.HasSuffix(f.Name, " pages") {
			n += f.Recorded
		}
	}
	return n
}

func differenceText(d calibrate.Difference) string {
	side := func(records int) string {
		if records < 0 {
			return "no such page"
		}
		return count(int64(records)) + " records"
	}
	return fmt.Sprintf("%s level %d, page %s: %s recorded, %s predicted",
		d.Index, d.Level, count(int64(d.Page)), side(d.Recorded), side(d.Predicted))
}

// figures are those to show.
func (v *textValidation) figures(all []calibrate.Figure) []calibrate.Figure {
	if v.verbose {
		return all
	}
	var missed []calibrate.Figure
	for _, f := range all {
		if !f.OK {
			missed = append(missed, f)
		}
	}
	return missed
}

func figureTable(figures []calibrate.Figure) string {
	rows := [][]string{{"metric", "recorded", "predicted", "error", "bar", ""}}
	for _, f := range figures {
		verdict := "ok"
		if !f.OK {
			verdict = "missed"
		}
		rows = append(rows, []string{
			f.Name, count(f.Recorded), count(f.Predicted), fmt.Sprintf("%+.2f%%", f.Error()), f.Bar, verdict,
		})
	}
	return grid(text.AlignLeft, rows)
}

// jsonValidation is for programs: one document at the end.
type jsonValidation struct {
	w       io.Writer
	reports []calibrate.Report
	tally   tally
}

func newJSONValidation(w io.Writer, _ bool) Validation {
	return &jsonValidation{w: w, reports: []calibrate.Report{}}
}

func (v *jsonValidation) Add(r calibrate.Report) error {
	v.tally.add(r.Status)
	v.reports = append(v.reports, r)
	return nil
}

func (v *jsonValidation) End() error {
	return encodeJSON(v.w, struct {
		All         int                `json:"all"`
		Exact       int                `json:"exact"`
		Differs     int                `json:"differs"`
		NotReplayed int                `json:"not_replayed"`
		Failed      int                `json:"failed"`
		Recordings  []calibrate.Report `json:"recordings"`
	}{v.tally.all(), v.tally.exact, v.tally.differs, v.tally.notReplayed, v.tally.failed, v.reports})
}
