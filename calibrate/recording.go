package calibrate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/sim"
)

// Recording is a scenario and what a server did with it: one JSON file. See
// testdata/PROVENANCE.md for how recordings are made.
type Recording struct {
	// File is the path that it was read from.
	File       string                     `json:"-"`
	Scenario   Scenario                   `json:"scenario"`
	Server     Variables                  `json:"server"`
	Metrics    map[string]int64           `json:"metrics"`
	Phases     []PhaseRecording           `json:"phases"`
	Indexes    map[string]IndexRecording  `json:"indexes"`
	IndexStats map[string]IndexStatistics `json:"index_stats"`
	Table      *TableStatistics           `json:"table_stats"`
	FileBytes  int64                      `json:"ibd_bytes"`
	// TableIO is performance_schema's count for the table's own file; absent in
	// some recordings.
	TableIO   *TableIO `json:"table_io,omitempty"`
	RowsFinal int64    `json:"rows_final"`
}

// Scenario is what was done.
type Scenario struct {
	Name    string                     `json:"name"`
	DDL     string                     `json:"ddl"`
	Payload map[string]json.RawMessage `json:"payload,omitempty"`
	Phases  []PhaseScenario            `json:"phases"`
	// Run is the whole scenario as a run, for recordings that package live makes;
	// of their phases the rest says only what was done.
	Run *sim.Config `json:"run,omitempty"`
	// Device is the volume of a run whose client went as fast as that let it; nil if
	// time is to be taken from the marks.
	Device *DeviceScenario `json:"device,omitempty"`
	Client ClientScenario  `json:"client,omitzero"`
	// Beside is a second table that gets a row with each row of the first.
	Beside *Scenario `json:"-"`
}

// DeviceScenario is a volume with a cap of reads and writes together.
type DeviceScenario struct {
	IOPS int64 `json:"iops"`
}

// ClientScenario is who sent the statements.
type ClientScenario struct {
	Threads int   `json:"threads"`
	Rows    int64 `json:"rows_per_statement"`
}

// Variables are server variables by name.
type Variables map[string]string

// UnmarshalJSON takes numbers as they are written.
func (v *Variables) UnmarshalJSON(b []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(b))
	decoder.UseNumber()
	var all map[string]any
	if err := decoder.Decode(&all); err != nil {
		return err
	}
	*v = Variables{}
	for name, value := range all {
		(*v)[name] = fmt.Sprint(value)
	}
	return nil
}

// Mark is what SHOW GLOBAL STATUS said when so many rows of a phase were done.
type Mark struct {
	Rows    int64   `json:"rows"`
	Seconds float64 `json:"seconds"`
	// PagesTotal is the number of frames.
	PagesTotal int64 `json:"Innodb_buffer_pool_pages_total"`
	pagesim.PoolState
}

// PhaseScenario is one step of a scenario. Keys maps a column to its generator,
// seed, encoding and parameters.
type PhaseScenario struct {
	Op   string                    `json:"op"`
	N    int64                     `json:"n,omitempty"`
	Skip int64                     `json:"skip,omitempty"`
	Keys map[string]map[string]any `json:"keys,omitempty"`
	// Of, First, Every, Limit, Order and Seed choose the rows of a delete or an
	// update; Set is the new length of columns; Rows and Seed are a replace's.
	Of    int            `json:"of,omitempty"`
	First int64          `json:"first,omitempty"`
	Every int64          `json:"every,omitempty"`
	Limit int64          `json:"limit,omitempty"`
	Order string         `json:"order,omitempty"`
	Seed  *uint64        `json:"seed,omitempty"`
	Set   map[string]int `json:"set,omitempty"`
	Rows  int64          `json:"rows,omitempty"`
	SQL   string         `json:"sql,omitempty"`
	// Batch is the rows of a statement, Rate the rows a second of a paced client.
	Batch int64   `json:"batch,omitempty"`
	Rate  float64 `json:"rate,omitempty"`
}

// PhaseRecording is what INNODB_METRICS counted during a phase.
type PhaseRecording struct {
	Op      string           `json:"op"`
	Metrics map[string]int64 `json:"metrics"`
	// Status is what SHOW GLOBAL STATUS counted, Marks the counts along the way,
	// Seconds how long it took.
	Status  pagesim.PoolState `json:"status"`
	Marks   []Mark            `json:"marks,omitempty"`
	Seconds float64           `json:"seconds"`
}

// IndexRecording is the pages of an index, leaf level first.
type IndexRecording struct {
	Levels []pagesim.Level `json:"levels,omitempty"`
	// PageRecords has, for each level, the number of records of each page in key
	// order, run-length coded: "147,295x338,143".
	PageRecords []string `json:"page_records_in_key_order,omitempty"`
	// Ascending is the same of all pages of all levels, in ascending order, and
	// DataBytes the bytes of their records: what INNODB_BUFFER_PAGE knows, in place of
	// levels.
	Ascending string `json:"page_records_ascending,omitempty"`
	DataBytes int64  `json:"data_bytes,omitempty"`
}

// IndexStatistics is what mysql.innodb_index_stats says, in pages.
type IndexStatistics struct {
	LeafPages int64 `json:"n_leaf_pages"`
	Size      int64 `json:"size"`
}

// TableStatistics is what information_schema.tables says, in bytes.
type TableStatistics struct {
	DataLength  int64 `json:"data_length"`
	IndexLength int64 `json:"index_length"`
	DataFree    int64 `json:"data_free"`
}

// TableIO is what file_summary_by_instance says of a table's file.
type TableIO struct {
	Reads  int64 `json:"reads"`
	Writes int64 `json:"writes"`
}

// Find lists the recordings that paths name: files as they are, folders with all
// .json files below them. It is an error if there are none.
func Find(paths ...string) ([]string, error) {
	var found []string
	for _, path := range paths {
		files, err := findIn(path)
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("%s: no recordings (.json files) in it", path)
		}
		found = append(found, files...)
	}
	return found, nil
}

func findIn(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	var files []string
	err = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(p) == ".json" {
			files = append(files, p)
		}
		return err
	})
	slices.Sort(files)
	return files, err
}

// Read reads a recording. It is an error if the file is no recording, or only
// part of one.
func Read(path string) (Recording, error) {
	r := Recording{File: path}
	b, err := os.ReadFile(path)
	if err != nil {
		return r, err
	}
	if isSeries(b) {
		return readSeries(path, b)
	}
	// Seeds have 64 bits, more than a float64 holds.
	decoder := json.NewDecoder(bytes.NewReader(b))
	decoder.UseNumber()
	if err := decoder.Decode(&r); err != nil {
		return r, fmt.Errorf("%s: not a whole recording: %w", path, err)
	}
	if err := r.validate(); err != nil {
		return r, fmt.Errorf("%s: not a whole recording: %w", path, err)
	}
	return r, nil
}

// isSeries reports whether a file is a run.json of a series.
func isSeries(b []byte) bool {
	var run seriesRun
	return json.Unmarshal(b, &run) == nil && run.TableDDL != nil
}

// validate looks for what a replay cannot do without.
func (r Recording) validate() error {
	switch {
	case r.Scenario.DDL == "":
		return errors.New("it has no scenario.ddl")
	case len(r.Scenario.Phases) == 0:
		return errors.New("it has no scenario.phases")
	case len(r.Indexes) == 0 && len(r.marks()) == 0:
		return errors.New("it has neither indexes nor marks")
	case len(r.Indexes) == 0:
		return r.validateMarks()
	case r.Metrics == nil || r.IndexStats == nil || r.Table == nil || r.FileBytes == 0:
		return errors.New("it lacks metrics, index_stats, table_stats or ibd_bytes")
	}
	for i, ph := range r.Scenario.Phases {
		if (ph.Op == "insert" || ph.Op == "replace") && ph.N < 1 {
			return fmt.Errorf("phase %d has n %d, want 1 or more", i+1, ph.N)
		}
	}
	for name, x := range r.Indexes {
		if x.Ascending != "" {
			if _, err := expand(x.Ascending); err != nil {
				return fmt.Errorf("index %s: %w", name, err)
			}
			continue
		}
		if len(x.Levels) == 0 || len(x.Levels) != len(x.PageRecords) {
			return fmt.Errorf("index %s has %d levels, but the pages of %d", name, len(x.Levels), len(x.PageRecords))
		}
		for level, runs := range x.PageRecords {
			pages, err := expand(runs)
			if err != nil {
				return fmt.Errorf("index %s, level %d: %w", name, level, err)
			}
			if int64(len(pages)) != x.Levels[level].Pages {
				return fmt.Errorf("index %s, level %d: %d pages are listed, %d counted", name, level, len(pages), x.Levels[level].Pages)
			}
		}
	}
	return nil
}

// validateMarks wants marks in the order of time, enough to measure a speed.
func (r Recording) validateMarks() error {
	marks := r.marks()
	if len(marks) < 3 {
		return fmt.Errorf("it has %d marks, want 3 or more", len(marks))
	}
	for i := 1; i < len(marks); i++ {
		if marks[i].Seconds <= marks[i-1].Seconds || marks[i].Rows < marks[i-1].Rows {
			return fmt.Errorf("mark %d is not after the one before", i+1)
		}
	}
	return nil
}

// marks are the marks of the last phase.
func (r Recording) marks() []Mark {
	if len(r.Phases) == 0 {
		return nil
	}
	return r.Phases[len(r.Phases)-1].Marks
}

// Write writes a recording, which Read reads.
func (r Recording) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(r)
}

// Runs codes a list of numbers as PageRecords has it.
func Runs(numbers []int) string {
	var b strings.Builder
	for i := 0; i < len(numbers); {
		n := 1
		for i+n < len(numbers) && numbers[i+n] == numbers[i] {
			n++
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(numbers[i]))
		if n > 1 {
			b.WriteString("x" + strconv.Itoa(n))
		}
		i += n
	}
	return b.String()
}

// expand decodes a run-length coded list of numbers.
func expand(runs string) ([]int, error) {
	var out []int
	for run := range strings.SplitSeq(runs, ",") {
		value, count, repeated := strings.Cut(run, "x")
		n := 1
		v, err := strconv.Atoi(value)
		if err == nil && repeated {
			n, err = strconv.Atoi(count)
		}
		if err != nil || v < 0 || n < 1 || n > maxRun {
			return nil, fmt.Errorf("page records %q: want numbers such as 147,295x338", run)
		}
		out = append(out, slices.Repeat([]int{v}, n)...)
	}
	return out, nil
}

// maxRun bounds the length of one run, against files that are no recordings.
const maxRun = 100_000_000
