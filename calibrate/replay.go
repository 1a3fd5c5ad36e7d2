package calibrate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/sim"
)

// Replay plays a recording's scenario into the model and compares. An error means
// that the scenario itself is at fault, or that ctx was cancelled.
func Replay(ctx context.Context, r Recording) (pagesim.Validation, error) {
	report := comparison{pagesim.Validation{File: r.File, Name: r.Scenario.Name, Server: r.Server["version"]}}
	if op := r.Scenario.unmodelled(); op != "" {
		report.Status, report.Reason = pagesim.NotReplayed, op
		return report.Validation, nil
	}
	config, err := r.withPeriods().Config()
	if err != nil {
		return report.Validation, fmt.Errorf("%s: %w", r.File, err)
	}
	if len(r.marks()) > 0 {
		return report.replayMarks(ctx, r, config)
	}
	if r.Scenario.Run == nil {
		config.Server = r.profile()
	} else if err := serverConfig(&config, r); err != nil {
		return report.Validation, err
	}
	m, err := play(ctx, config)
	if err != nil {
		return report.failed(r, err)
	}
	late := m
	if r.Scenario.races() {
		config.PurgeLag = sim.AfterPhase
		if late, err = play(ctx, config); err != nil {
			return report.failed(r, err)
		}
	}
	report.compare(r, m, late)
	return report.Validation, nil
}

// withPeriods is the scenario with periods of seconds as periods of rows, at the
// recording's mean rate.
func (r Recording) withPeriods() Scenario {
	for i, ph := range r.Scenario.Phases {
		for _, fields := range ph.Keys {
			seconds, ok := fields["period_seconds"].(json.Number)
			if !ok || r.Phases[i].Seconds == 0 {
				continue
			}
			period, _ := seconds.Float64()
			fields["rows_per_period"] = json.Number(strconv.FormatInt(int64(float64(ph.N)/r.Phases[i].Seconds*period), 10))
			delete(fields, "period_seconds")
		}
	}
	return r.Scenario
}

// races reports whether what the scenario leaves as garbage depends on how soon
// purge removed what a phase deleted while that phase was inserting.
func (s Scenario) races() bool {
	return slices.ContainsFunc(s.Phases, func(ph PhaseScenario) bool { return ph.Op == "replace" || ph.Op == "update" })
}

// errUnmodelled marks what the model refuses before it plays.
type errUnmodelled struct{ error }

// play runs a config.
func play(ctx context.Context, c sim.Config) (*sim.Machine, error) {
	return playIn(ctx, c, sim.Env{})
}

func playIn(ctx context.Context, c sim.Config, env sim.Env) (*sim.Machine, error) {
	m, err := sim.New(c, env)
	if err != nil {
		return nil, errUnmodelled{err}
	}
	return m, m.Play(ctx)
}

// failed reports a scenario that the model refuses, or an error in one that it
// does not.
func (r *comparison) failed(rec Recording, err error) (pagesim.Validation, error) {
	var refused errUnmodelled
	if errors.As(err, &refused) {
		r.Status, r.Reason = pagesim.NotReplayed, refused.Error()
		return r.Validation, nil
	}
	return r.Validation, fmt.Errorf("%s: %w", rec.File, err)
}

// unmodelled names the first operation that the model lacks; "" if it has all.
func (s Scenario) unmodelled() string {
	for i, ph := range s.Phases {
		if !slices.ContainsFunc(sim.Ops(), func(o sim.Op) bool { return o.Name == ph.Op }) {
			return fmt.Sprintf("phase %d: %s is not modelled", i+1, ph.Op)
		}
	}
	return ""
}

// Config is the scenario as a run.
func (s Scenario) Config() (sim.Config, error) {
	if s.Run != nil {
		return *s.Run, nil
	}
	c := sim.Config{DDL: s.DDL}
	payload, err := s.payload()
	if err != nil {
		return c, err
	}
	for _, ph := range s.Phases {
		p := ph.phase(payload)
		for _, column := range slices.Sorted(maps.Keys(ph.Keys)) {
			stream, err := readStream(column, ph.Keys[column])
			if err != nil {
				return c, fmt.Errorf("column %s: %w", column, err)
			}
			p.Keys = append(p.Keys, stream)
		}
		c.Phases = append(c.Phases, p)
		if ph.Batch > 0 {
			c.Client.Batch = ph.Batch
		}
		if ph.Rate > 0 {
			c.Client.Rate = ph.Rate
		}
	}
	if s.Beside != nil {
		beside, err := s.Beside.Config()
		if err != nil {
			return c, err
		}
		c.Beside = &beside
	}
	return c, nil
}

// transactionRows is the statements that a recorder puts into a transaction when
// it deletes or updates rows.
const transactionRows = 1000

// transactionOf is the transaction of a recorder's operation; 0 is one row.
func transactionOf(op string) int64 {
	if op == "delete" || op == "update" {
		return transactionRows
	}
	return 0
}

// phase is a step of a scenario as a phase of a run, but for its key streams.
func (ph PhaseScenario) phase(payload []sim.Payload) sim.Phase {
	p := sim.Phase{
		Op: ph.Op, Rows: ph.N, Skip: ph.Skip, Of: ph.Of, First: ph.First, Every: ph.Every, Limit: ph.Limit,
		Order: ph.Order, SQL: ph.SQL,
	}
	if ph.Op == "replace" || ph.Op == "select" || ph.Order != "" {
		p.Seed = 1
		if ph.Seed != nil {
			p.Seed = *ph.Seed
		}
	}
	p.Transaction = transactionOf(ph.Op)
	if ph.Op == "replace" {
		p.Limit = ph.Rows
	}
	if ph.Op == "insert" || ph.Op == "replace" {
		p.Payload = payload
	}
	for _, column := range slices.Sorted(maps.Keys(ph.Set)) {
		p.Payload = append(p.Payload, sim.Payload{Column: column, Min: ph.Set[column], Max: ph.Set[column]})
	}
	return p
}

// readStream reads a generator, its seed, encoding and integer parameters.
func readStream(column string, fields map[string]any) (sim.Stream, error) {
	s := sim.Stream{Column: column, Seed: 1}
	generator, _ := fields["generator"].(string)
	encoding, _ := fields["encoding"].(string)
	if encoding == "" {
		encoding = "int"
	}
	params := map[string]int64{}
	var err error
	for name, v := range fields {
		number, _ := v.(json.Number)
		switch name {
		case "generator", "encoding":
		case "seed":
			s.Seed, err = strconv.ParseUint(number.String(), 10, 64)
		default:
			params[name], err = number.Int64()
		}
		if err != nil {
			return s, fmt.Errorf("parameter %s is %v, want a whole number", name, v)
		}
	}
	if s.Keys, err = keygen.New(generator, "", params); err == nil && s.Keys.EncodingName() != encoding {
		s.Keys, err = s.Keys.WithEncoding(encoding)
	}
	return s, err
}

// payload reads the filler of each column: a length, or a range of lengths.
func (s Scenario) payload() ([]sim.Payload, error) {
	var all []sim.Payload
	for _, column := range slices.Sorted(maps.Keys(s.Payload)) {
		p := sim.Payload{Column: column}
		length := 0
		if err := json.Unmarshal(s.Payload[column], &length); err == nil {
			p.Min, p.Max = length, length
		} else if err := json.Unmarshal(s.Payload[column], &p); err != nil {
			return nil, fmt.Errorf("payload of column %s: want a length, or min, max and seed: %w", column, err)
		}
		p.Column = column
		all = append(all, p)
	}
	return all, nil
}
