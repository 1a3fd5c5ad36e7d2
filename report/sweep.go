package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/metric"
)

// SweepRow is a run of a sweep.
type SweepRow struct {
	SweepMark
	// Axes are the values of the axes, in the order of their names.
	Axes []string
	// Command is the words of the command line that gives the same result.
	Command []string
	Result  pagesim.Result
}

// SweepMark says which run of which sweep a row is.
type SweepMark struct {
	// Sweep tells a sweep from all others: a digest of what it runs.
	Sweep string
	// Run counts from 1 to Runs.
	Run, Runs int
}

// SweepColumns are the columns of a sweep beside those that all have.
type SweepColumns struct {
	// Axes are the names of what differs.
	Axes    []string
	Metrics []metric.Metric
}

// SweepFormat writes and reads rows. A row is a line.
type SweepFormat struct {
	// Head is what comes before the rows.
	Head func(c SweepColumns) ([]byte, error)
	// Row is a row with its newline.
	Row func(c SweepColumns, r SweepRow) ([]byte, error)
	// Mark reads which row a line of so many columns is, and its first columns: those
	// of the axes come after three others.
	Mark func(line []byte, columns int) (SweepMark, []string, error)
}

// Sweeps returns the formats of a sweep in the order of help.
func Sweeps() []Format[SweepFormat] {
	return []Format[SweepFormat]{
		{"csv", "a row a run: its axes, its metrics, its command", SweepFormat{csvHead, csvRow, csvMark}},
		{"ndjson", "the same as an object a line", SweepFormat{noHead, ndjsonRow, ndjsonMark}},
	}
}

// firstColumns and lastColumns are those that all sweeps have.
var (
	firstColumns = []string{"sweep", "run", "runs"}
	lastColumns  = []string{"version", "command"}
)

// Names are the names of all columns.
func (c SweepColumns) Names() []string {
	names := slices.Concat(firstColumns, c.Axes)
	for _, m := range c.Metrics {
		names = append(names, m.Name)
	}
	return append(names, lastColumns...)
}

// values are the values of the columns.
func (c SweepColumns) values(r SweepRow) []string {
	values := append([]string{r.Sweep, strconv.Itoa(r.Run), strconv.Itoa(r.Runs)}, r.Axes...)
	for _, m := range c.Metrics {
		values = append(values, figure(m.Of(r.Result)))
	}
	return append(values, r.Result.Version, CommandLine(r.Command))
}

func csvHead(c SweepColumns) ([]byte, error) { return csvLine(c.Names()) }

func csvRow(c SweepColumns, r SweepRow) ([]byte, error) { return csvLine(c.values(r)) }

// csvLine is a record on one line.
func csvLine(cells []string) ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	if err := w.Write(cells); err != nil {
		return nil, err
	}
	w.Flush()
	if bytes.Count(b.Bytes(), []byte("\n")) != 1 {
		return nil, fmt.Errorf("%q: a row of a sweep is a line; leave line breaks out", cells)
	}
	return b.Bytes(), w.Error()
}

func csvMark(line []byte, columns int) (SweepMark, []string, error) {
	cells, err := csv.NewReader(bytes.NewReader(line)).Read()
	if err != nil || len(cells) != columns || columns < len(firstColumns) {
		return SweepMark{}, nil, errNoSweep
	}
	run, err := strconv.Atoi(cells[1])
	runs, err2 := strconv.Atoi(cells[2])
	if err != nil || err2 != nil {
		return SweepMark{}, nil, errNoSweep
	}
	return SweepMark{Sweep: cells[0], Run: run, Runs: runs}, cells, nil
}

var errNoSweep = errors.New("not a row of a sweep")

func noHead(SweepColumns) ([]byte, error) { return nil, nil }

// ndjsonRow is an object with the columns of CSV in their order.
func ndjsonRow(c SweepColumns, r SweepRow) ([]byte, error) {
	var b bytes.Buffer
	put := func(name string, v any) error {
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		var key, text bytes.Buffer
		if err := errors.Join(compactJSON(&key, name), compactJSON(&text, v)); err != nil {
			return err
		}
		b.Write(key.Bytes())
		b.WriteByte(':')
		b.Write(text.Bytes())
		return nil
	}
	err := errors.Join(put("sweep", r.Sweep), put("run", r.Run), put("runs", r.Runs))
	for i, name := range c.Axes {
		err = errors.Join(err, put(name, r.Axes[i]))
	}
	for _, m := range c.Metrics {
		err = errors.Join(err, put(m.Name, number(m.Of(r.Result))))
	}
	err = errors.Join(err, put("version", r.Result.Version), put("command", CommandLine(r.Command)))
	return slices.Concat([]byte("{"), b.Bytes(), []byte("}\n")), err
}

// compactJSON writes a value with < and > as they are.
func compactJSON(b *bytes.Buffer, v any) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	b.Truncate(max(b.Len()-1, 0))
	return err
}

func ndjsonMark(line []byte, columns int) (SweepMark, []string, error) {
	d := json.NewDecoder(bytes.NewReader(line))
	var tokens []any
	for {
		t, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return SweepMark{}, nil, errNoSweep
		}
		tokens = append(tokens, t)
	}
	// An object is its braces, and a name and a value for each column.
	if len(tokens) != 2+2*columns || columns < len(firstColumns) {
		return SweepMark{}, nil, errNoSweep
	}
	var values []string
	for i := range columns {
		values = append(values, fmt.Sprint(tokens[2+2*i]))
	}
	run, isRun := tokens[4].(float64)
	runs, isRuns := tokens[6].(float64)
	if tokens[1] != firstColumns[0] || !isRun || !isRuns {
		return SweepMark{}, nil, errNoSweep
	}
	return SweepMark{Sweep: values[0], Run: int(run), Runs: int(runs)}, values, nil
}

// SweepOf finds the format of a file of rows by its first line, and the number of its
// columns.
func SweepOf(line []byte) (f SweepFormat, columns int, err error) {
	var object map[string]any
	if json.Unmarshal(line, &object) == nil && object[firstColumns[0]] != nil {
		return Sweeps()[1].Make, len(object), nil
	}
	cells, err := csv.NewReader(bytes.NewReader(line)).Read()
	n := len(cells)
	if err == nil && n >= len(firstColumns)+len(lastColumns) &&
		slices.Equal(cells[:len(firstColumns)], firstColumns) && slices.Equal(cells[n-len(lastColumns):], lastColumns) {
		return Sweeps()[0].Make, n, nil
	}
	return SweepFormat{}, 0, errNoSweep
}
