package report

import (
	"fmt"
	"github.com/pagesim/pagesim"
	"io"

	"github.com/jedib0t/go-pretty/v6/text"
)

// Failed is the status of a recording that could not be read or played. Its
// reason is an error, for which stdout is not the place: text leaves it out.
const Failed pagesim.Status = "failed"

// Validation writes the reports of replayed recordings as they come.
type Validation interface {
	// Add writes the next report.
	Add(r pagesim.Validation) error
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
	exact, within, differs, notReplayed, failed int
}

func (t *tally) add(s pagesim.Status) {
	switch s {
	case pagesim.Exact:
		t.exact++
	case pagesim.Within:
		t.within++
	case pagesim.Differs:
		t.differs++
	case pagesim.NotReplayed:
		t.notReplayed++
	case Failed:
		t.failed++
	}
}

func (t tally) all() int { return t.exact + t.within + t.differs + t.notReplayed + t.failed }

// String is "45 of 47 exact, 2 not replayed".
func (t tally) String() string {
	s := fmt.Sprintf("%d of %d exact", t.exact, t.all())
	for _, part := range []struct {
		n    int
		what string
	}{{t.within, "within their bars"}, {t.differs, "differ"}, {t.notReplayed, "not replayed"}, {t.failed, "failed"}} {
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

func (v *textValidation) Add(r pagesim.Validation) error {
	v.tally.add(r.Status)
	if r.Status == Failed {
		return nil
	}
	s := fmt.Sprintf("%-12s  %s  (%s)\n", r.Status, r.Name, remark(r))
	if d := r.Difference; d != nil {
		s += indent(labelled("first difference: ", differenceText(*d)), "    ")
	}
	if r.Status == pagesim.Differs && r.Reason != "" {
		s += indent(labelled("note: ", r.Reason), "    ")
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
func remark(r pagesim.Validation) string {
	if r.Status == pagesim.NotReplayed {
		return r.Reason
	}
	switch {
	case r.Unordered:
		return counted(r.Pages, "page") + " in no order"
	case r.Marks == 0:
		return counted(r.Pages, "page")
	case r.Pages == 0:
		return counted(int64(r.Marks), "mark")
	}
	return counted(r.Pages, "page") + ", " + counted(int64(r.Marks), "mark")
}

func differenceText(d pagesim.Difference) string {
	side := func(records int) string {
		if records < 0 {
			return "no such page"
		}
		return counted(int64(records), "record")
	}
	if d.Level == pagesim.AnyLevel {
		return fmt.Sprintf("%s, page %s in the order of their records: %s recorded, %s predicted",
			d.Index, count(int64(d.Page)), side(d.Recorded), side(d.Predicted))
	}
	return fmt.Sprintf("%s level %d, page %s: %s recorded, %s predicted",
		d.Index, d.Level, count(int64(d.Page)), side(d.Recorded), side(d.Predicted))
}

// figures are those to show.
func (v *textValidation) figures(all []pagesim.Figure) []pagesim.Figure {
	if v.verbose {
		return all
	}
	var missed []pagesim.Figure
	for _, f := range all {
		if !f.OK {
			missed = append(missed, f)
		}
	}
	return missed
}

// counted is 1 page, 2 pages.
func counted(n int64, what string) string {
	if n != 1 {
		what += "s"
	}
	return count(n) + " " + what
}

func figureTable(figures []pagesim.Figure) string {
	rows := [][]string{{"metric", "recorded", "predicted", "error", "bar", ""}}
	for _, f := range figures {
		verdict := ""
		if !f.OK {
			verdict = "missed"
		}
		rows = append(rows, []string{f.Name, count(f.Recorded), count(f.Predicted), relative(f), f.Bar, verdict})
	}
	return grid(text.AlignLeft, rows)
}

// relative is the error of a figure, if there is something to relate it to.
func relative(f pagesim.Figure) string {
	switch f.Recorded {
	case f.Predicted:
		return "0"
	case 0:
		return "n/a"
	}
	return fmt.Sprintf("%+.2f%%", f.ErrorPercent)
}

// jsonValidation is for programs: one document at the end.
type jsonValidation struct {
	w       io.Writer
	reports []pagesim.Validation
	tally   tally
}

func newJSONValidation(w io.Writer, _ bool) Validation {
	return &jsonValidation{w: w, reports: []pagesim.Validation{}}
}

func (v *jsonValidation) Add(r pagesim.Validation) error {
	v.tally.add(r.Status)
	v.reports = append(v.reports, r)
	return nil
}

func (v *jsonValidation) End() error {
	return encodeJSON(v.w, struct {
		All         int                  `json:"all"`
		Exact       int                  `json:"exact"`
		Within      int                  `json:"within"`
		Differs     int                  `json:"differs"`
		NotReplayed int                  `json:"not_replayed"`
		Failed      int                  `json:"failed"`
		Recordings  []pagesim.Validation `json:"recordings"`
	}{v.tally.all(), v.tally.exact, v.tally.within, v.tally.differs, v.tally.notReplayed, v.tally.failed, v.reports})
}
