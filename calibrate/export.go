package calibrate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/pagesim/pagesim/schema"
	"github.com/pagesim/pagesim/sim"
)

// Config is the recording's scenario as a run on the profile of its server.
func (r Recording) Config() (sim.Config, error) {
	c, err := r.Scenario.Config()
	c.Server = r.profile()
	return c, err
}

// ReadScenario reads the scenario of a JSON file: a recording, or the scenario alone.
func ReadScenario(path string) (Recording, error) {
	r := Recording{File: path}
	b, err := os.ReadFile(path)
	if err != nil {
		return r, err
	}
	decode := func(into any) error {
		decoder := json.NewDecoder(bytes.NewReader(b))
		decoder.UseNumber()
		return decoder.Decode(into)
	}
	err = decode(&r)
	if err == nil && r.Scenario.DDL == "" {
		err = decode(&r.Scenario)
	}
	if err == nil && r.Scenario.DDL == "" {
		err = errors.New("it has no ddl")
	}
	if err != nil {
		return r, fmt.Errorf("%s: not a whole scenario: %w", path, err)
	}
	return r, nil
}

// scenarioOut is a scenario with its fields in the order in which people read
// them, for a recorder to play.
type scenarioOut struct {
	Name    string         `json:"name"`
	DDL     string         `json:"ddl"`
	Payload map[string]any `json:"payload"`
	Phases  []any          `json:"phases"`
	PK      []string       `json:"pk,omitempty"`
	Table   string         `json:"table"`
}

// insertOut, chooseOut, replaceOut and sqlOut are the phases of a scenarioOut.
type (
	insertOut struct {
		Op   string                    `json:"op"`
		N    int64                     `json:"n"`
		Skip int64                     `json:"skip,omitempty"`
		Keys map[string]map[string]any `json:"keys"`
		// Batch and Rate are the client's, if the scenario has one.
		Batch int64   `json:"batch,omitempty"`
		Rate  float64 `json:"rate,omitempty"`
	}
	selectOut struct {
		Op   string `json:"op"`
		Of   int    `json:"of"`
		N    int64  `json:"n"`
		Seed uint64 `json:"seed"`
	}
	chooseOut struct {
		Op    string         `json:"op"`
		Of    int            `json:"of"`
		First int64          `json:"first,omitempty"`
		Every int64          `json:"every,omitempty"`
		Limit int64          `json:"limit,omitempty"`
		Order string         `json:"order,omitempty"`
		Seed  *uint64        `json:"seed,omitempty"`
		Set   map[string]int `json:"set,omitempty"`
	}
	replaceOut struct {
		Op   string                    `json:"op"`
		N    int64                     `json:"n"`
		Rows int64                     `json:"rows"`
		Seed uint64                    `json:"seed"`
		Keys map[string]map[string]any `json:"keys"`
	}
	sqlOut struct {
		Op  string `json:"op"`
		SQL string `json:"sql"`
	}
)

// Export writes a config as the scenario that a recorder plays into a server. It is
// an error if the config has what a recorder cannot do.
func Export(c sim.Config, name string) ([]byte, error) {
	m, err := sim.New(c, sim.Env{})
	if err != nil {
		return nil, err
	}
	// The config as it is played: with rows counted and columns filled.
	result := m.Result()
	settled, _ := result.Config.(sim.Config)
	settled.Client = c.Client
	table, err := schema.Parse(result.DDL)
	if err != nil {
		return nil, err
	}
	out := scenarioOut{Name: name, DDL: result.DDL, Payload: map[string]any{}, Table: table.Name}
	if err := out.addPayload(settled); err != nil {
		return nil, err
	}
	for i, ph := range settled.Phases {
		p, err := phaseOut(settled, ph)
		if err != nil {
			return nil, fmt.Errorf("phase %d: %w", i+1, err)
		}
		out.Phases = append(out.Phases, p)
		out.needsKey(ph, table)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err = e.Encode(out)
	return b.Bytes(), err
}

// needsKey names the primary key, by which a recorder finds rows.
func (s *scenarioOut) needsKey(ph sim.Phase, t *schema.Table) {
	if s.PK != nil || ph.Op == "" || ph.Op == "insert" || ph.Op == "sql" {
		return
	}
	for _, part := range t.Indexes[0].Parts {
		s.PK = append(s.PK, t.Columns[part.Column].Name)
	}
}

// addPayload writes the filler, which is the same in all phases of a scenario.
func (s *scenarioOut) addPayload(c sim.Config) error {
	for i, ph := range c.Phases {
		if !inserts(ph) && ph.Op != "replace" {
			continue
		}
		if !slices.Equal(ph.Payload, c.Phases[0].Payload) {
			return fmt.Errorf("phase %d: a recorder has the same payload in all phases", i+1)
		}
	}
	for _, p := range c.Phases[0].Payload {
		if p.Min == p.Max && p.Seed == 0 {
			s.Payload[p.Column] = p.Min
			continue
		}
		s.Payload[p.Column] = struct {
			Min  int    `json:"min"`
			Max  int    `json:"max"`
			Seed uint64 `json:"seed"`
		}{p.Min, p.Max, p.Seed}
	}
	return nil
}

func inserts(ph sim.Phase) bool { return ph.Op == "" || ph.Op == "insert" }

// phaseOut writes a phase.
func phaseOut(c sim.Config, ph sim.Phase) (any, error) {
	keys, err := keysOut(ph.Keys)
	if err != nil {
		return nil, err
	}
	switch {
	case inserts(ph):
		return insertOut{"insert", ph.Rows, ph.Skip, keys, c.Client.Batch, c.Client.Rate}, nil
	case ph.Op == "select":
		return selectOut{ph.Op, ph.Of, ph.Rows, ph.Seed}, nil
	case ph.Op == "sql":
		return sqlOut{ph.Op, ph.SQL}, nil
	case ph.Transaction != transactionOf(ph.Op):
		return nil, fmt.Errorf("transactions of %d rows: a recorder has %d", max(1, ph.Transaction), max(1, transactionOf(ph.Op)))
	case ph.Op == "replace":
		rows := ph.Limit
		if rows == 0 {
			rows = c.Phases[ph.Of].Rows - c.Phases[ph.Of].Skip
		}
		if ph.Of != 0 {
			return nil, errors.New("a recorder replaces rows of the first phase only")
		}
		return replaceOut{ph.Op, ph.Rows, rows, ph.Seed, keys}, nil
	case len(keys) > 0:
		return nil, fmt.Errorf("a recorder's %s has no keys", ph.Op)
	}
	return chosenOut(ph)
}

// chosenOut writes a delete or an update.
func chosenOut(ph sim.Phase) (any, error) {
	p := chooseOut{Op: ph.Op, Of: ph.Of, First: ph.First, Every: ph.Every, Limit: ph.Limit, Order: ph.Order}
	if ph.Order != "" {
		p.Seed = &ph.Seed
	}
	for _, f := range ph.Payload {
		if f.Min != f.Max {
			return nil, fmt.Errorf("set %s to %d..%d bytes: a recorder sets one length", f.Column, f.Min, f.Max)
		}
		if p.Set == nil {
			p.Set = map[string]int{}
		}
		p.Set[f.Column] = f.Min
	}
	return p, nil
}

// keysOut writes key streams.
func keysOut(streams []sim.Stream) (map[string]map[string]any, error) {
	all := map[string]map[string]any{}
	for _, k := range streams {
		if k.Keys.File != "" {
			return nil, fmt.Errorf("column %s: a recorder reads no key files", k.Column)
		}
		fields := map[string]any{"generator": k.Keys.Generator, "seed": k.Seed, "encoding": k.Keys.EncodingName()}
		for _, p := range k.Keys.Params {
			fields[p.Name] = p.Value
		}
		all[k.Column] = fields
	}
	return all, nil
}
