package report

import (
	"bytes"
	_ "embed"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/report/plot"
)

// HTML writes one page with all there is to say of one or more runs: configuration,
// tables, plots, and what the model leaves out. It is a file by itself, which loads nothing and
// runs no scripts.
func HTML(w io.Writer, runs ...Run) error {
	p, err := newPage(runs, labelsOf(runs))
	if err != nil {
		return err
	}
	if len(runs) > 1 {
		t := tableOf("The ratio is that of the last to the first", engineRows(runs))
		p.Compared = &t
	}
	return p.write(w)
}

// write fills the template, and writes it in one piece.
func (p htmlPage) write(w io.Writer) error {
	var b bytes.Buffer
	if err := page.Execute(&b, p); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

//go:embed page.html.tmpl
var pageText string

// page is the template of a htmlPage.
var page = template.Must(template.New("page").Parse(pageText))

// htmlPage is what the template shows.
type htmlPage struct {
	Title, Version string
	// Commands are those of the runs, each once.
	Commands []string
	Runs     []htmlRun
	Compared *htmlTable
	// Verdict is that of a comparison.
	Verdict []string
	Plots   []template.HTML
	// Missing are plots for which there is no data, and the flags that give it.
	Missing []htmlLine
	Notes   []htmlNote
}

// htmlRun is one run.
type htmlRun struct {
	Title, Model, DDL string
	Fed               []string
	Config            []htmlLine
	Lines             []htmlLine
	Tables, Details   []htmlTable
}

// htmlLine is a label and what is said of it.
type htmlLine struct{ Label, Text string }

// htmlTable is a table with a head.
type htmlTable struct {
	Caption string
	Head    []string
	Rows    [][]string
	Note    string
}

type htmlNote struct{ Text, Rules string }

// newPage is a page of runs under labels, without what sets them side by side.
func newPage(runs []Run, labels []string) (htmlPage, error) {
	sources := sourcesOf(runs)
	p := htmlPage{Title: strings.Join(labels, " / "), Version: runs[0].Result.Version}
	for i, r := range runs {
		p.Runs = append(p.Runs, newHTMLRun(labels[i], r))
		if c := CommandLine(r.Command); c != "" && !slices.Contains(p.Commands, c) {
			p.Commands = append(p.Commands, c)
		}
	}
	for _, n := range notesFor(runs) {
		p.Notes = append(p.Notes, htmlNote{n.text, n.rules})
	}
	for _, k := range plot.Kinds() {
		if !k.Draws(sources) {
			p.Missing = append(p.Missing, htmlLine{k.Doc, k.Needs()})
		}
	}
	var err error
	p.Plots, err = htmlPlots(sources, labels)
	return p, err
}

// htmlPlots draws each chart by itself, as SVG, with labels in place of plot's own.
func htmlPlots(sources []plot.Source, labels []string) ([]template.HTML, error) {
	var names []string
	for _, k := range plot.Kinds() {
		if k.Draws(sources) {
			names = append(names, k.Name)
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	picture, err := plot.New(sources, names...)
	if err != nil {
		return nil, err
	}
	var all []template.HTML
	for _, c := range picture.Charts {
		if i := slices.Index(picture.Labels, c.Note); i >= 0 {
			c.Note = labels[i]
		}
		svg, err := plot.Picture{Labels: labels, Charts: []plot.Chart{c}}.Inline()
		if err != nil {
			return nil, err
		}
		// The plot package escapes the labels, the only text that is not its own.
		all = append(all, template.HTML(svg))
	}
	return all, nil
}

// newHTMLRun has the tables of text output, but for the narrow ones all of their rows.
func newHTMLRun(label string, r Run) htmlRun {
	x := htmlRun{Title: label, DDL: strings.TrimSpace(r.Result.DDL), Fed: r.Fed}
	for _, row := range configRows(r.Result.Config) {
		x.Config = append(x.Config, htmlLine{row[0], row[1]})
	}
	if r.Result.Engine != "" {
		x.Model = fractalModel(r.Result.Version)
		x.Tables = []htmlTable{tableOf("Indexes", indexRowsOf(fractalLines, r.Result.Indexes))}
		if r.Result.Time != nil {
			x.Lines = []htmlLine{{"time", breakable(meanTimeText(*r.Result.Time))}}
		}
		return x
	}
	x.Model = innodbModel(r.Result.Version, r.Server)
	x.Tables = []htmlTable{tableOf("Indexes", indexRowsOf(linesFor(r.Result), r.Result.Indexes))}
	for _, l := range footLines(r.Result) {
		x.Lines = append(x.Lines, htmlLine{l[0], breakable(l[1])})
	}
	if len(r.Result.Phases) > 0 {
		x.Tables = append(x.Tables, tableOf("Phases, each from where the one before ended", phaseRows(r.Result.Phases)))
	}
	x.Details = detailsOf(r.Result)
	return x
}

// maxHTMLRows is how many rows a series has on a page: more are in json and csv.
const maxHTMLRows = 60

// detailsOf are the series of a result.
func detailsOf(r pagesim.Result) []htmlTable {
	var all []htmlTable
	if r.Time != nil && len(r.Time.Moments) > 1 {
		all = append(all, tableOf("Rates along the run, in virtual time", rateRows(*r.Time)))
	}
	if len(r.Curve) > 0 {
		t := tableOf("LRU pools of other sizes", curveRows(r.Curve))
		label, words := curveAnswer(r.Smallest)
		t.Note = breakable(label + words)
		all = append(all, t)
	}
	if len(r.Samples) > 0 {
		all = append(all, tableOf("Samples", sampleRows(r.Engine, thinned(r.Samples, maxHTMLRows))))
	}
	return all
}

// tableOf takes the first row as the head.
func tableOf(caption string, rows [][]string) htmlTable {
	return htmlTable{Caption: caption, Head: rows[0], Rows: rows[1:]}
}

// breakable has blanks where text output may not break a line: a page is narrower.
func breakable(words string) string { return strings.ReplaceAll(words, noBreak, " ") }
