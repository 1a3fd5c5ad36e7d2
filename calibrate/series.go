package calibrate

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// seriesRun is a run.json: a run that maps UUIDs to integers in a table of their own,
// beside one that has the integers. Its status is in a series.csv beside it, a row a
// second.
type seriesRun struct {
	Run       string            `json:"run"`
	TableDDL  map[string]string `json:"table_ddl"`
	Variables Variables         `json:"variables"`
}

// markSeconds is the number of seconds between the marks that are taken from a
// series.
const markSeconds = 10

// readSeries reads a run.json and the series.csv beside it as a recording: the
// table with an AUTO_INCREMENT column gets a UUID, the other one the integer that
// this made.
func readSeries(path string, b []byte) (Recording, error) {
	var run seriesRun
	if err := json.Unmarshal(b, &run); err != nil {
		return Recording{}, err
	}
	marks, err := readMarks(filepath.Join(filepath.Dir(path), "series.csv"))
	if err != nil {
		return Recording{}, err
	}
	last := marks[len(marks)-1]
	r := Recording{File: path, Server: run.Variables}
	insert := func(column, generator string) []PhaseScenario {
		return []PhaseScenario{{Op: "insert", N: last.Rows, Keys: map[string]map[string]any{
			column: {"generator": generator, "encoding": map[string]string{"autoinc": "int"}[generator]},
		}}}
	}
	mapping, numbers := run.TableDDL["uuid_to_id"], run.TableDDL["data_uuid"]
	if mapping == "" || numbers == "" {
		return r, fmt.Errorf("%s: table_ddl has no uuid_to_id and data_uuid", path)
	}
	r.Scenario = Scenario{
		Name: run.Run, DDL: mapping, Phases: insert("uuid", "uuidv4"),
		Device: &DeviceScenario{IOPS: seriesIOPS}, Client: ClientScenario{Threads: 1, Rows: 1},
		Beside: &Scenario{DDL: numbers, Phases: insert("id", "autoinc")},
	}
	r.Scenario.Phases[0].Keys["uuid"]["encoding"] = "hex36"
	r.Phases = []PhaseRecording{{Op: "insert", Seconds: last.Seconds, Marks: marks}}
	return r, nil
}

// seriesIOPS is the volume of the runs of Percona's UUID benchmark of 2019.
const seriesIOPS = 500

// readMarks reads each tenth row of a series.csv.
func readMarks(path string) ([]Mark, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(rows) < 3 {
		return nil, fmt.Errorf("%s: want a header and at least two rows", path)
	}
	var marks []Mark
	for i, row := range rows[1:] {
		if i%markSeconds != 0 && i != len(rows)-2 {
			continue
		}
		m, err := readMark(rows[0], row)
		if err != nil {
			return nil, fmt.Errorf("%s: row %d: %w", path, i+2, err)
		}
		if len(marks) == 0 || m.Rows > marks[len(marks)-1].Rows {
			marks = append(marks, m)
		}
	}
	return marks, nil
}

// readMark reads the columns of a row that marks have, under the names that they
// have there.
func readMark(header, row []string) (Mark, error) {
	fields := map[string]int64{}
	for i, name := range header {
		n, err := strconv.ParseInt(row[i], 10, 64)
		if err != nil {
			return Mark{}, fmt.Errorf("%s is %q, want a whole number", name, row[i])
		}
		fields[name] = n
	}
	for _, name := range []string{"t_s", "rows_inserted", "Innodb_pages_read", "Innodb_pages_written"} {
		if !slices.Contains(header, name) {
			return Mark{}, fmt.Errorf("it has no column %s", name)
		}
	}
	b, err := json.Marshal(fields)
	if err != nil {
		return Mark{}, err
	}
	m := Mark{}
	err = json.Unmarshal(b, &m)
	m.Rows, m.Seconds = fields["rows_inserted"], float64(fields["t_s"])
	return m, err
}
