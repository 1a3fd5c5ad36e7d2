package live

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/pagesim/pagesim/calibrate"
	"github.com/pagesim/pagesim/sim"
)

// Options say how to record.
type Options struct {
	// Name is the scenario's.
	Name string
	// DataDir is where the server's data directory is seen from here; "" means where
	// the server has it. If the table's file is not readable there the pages are read
	// from INNODB_BUFFER_PAGE, unless DataDir was given.
	DataDir string
	// Now is the clock, which paces a scenario with a rate.
	Now func() time.Time
	// Approve is asked before anything is created; its error ends the recording.
	Approve func(Plan) error
	// Progress, if given, is called now and then with the rows done and all rows.
	Progress func(done, rows int64)
	// Note, if given, is told what people should know and is no error.
	Note func(string)
}

// Record plays a script into a server and records the pages that its table has then.
// What it created and changed is gone when it returns, whatever the error; if that
// fails the error says what is left. A cancelled context ends it with the context's
// error.
func Record(ctx context.Context, t Target, script *sim.Script, o Options) (calibrate.Recording, error) {
	r := &recorder{Options: o, script: script, address: t.String(), open: t.open, now: o.Now, sleep: sleep}
	return r.record(ctx)
}

// recorder is a recording under way.
type recorder struct {
	Options
	script  *sim.Script
	address string
	open    func(context.Context) (session, error)
	now     func() time.Time
	sleep   func(context.Context, time.Duration) error

	s      session
	server server
	// id is the session's in the server.
	id string
	// undo is what puts the server back, the last first.
	undo []string
	done int64
}

func (r *recorder) record(ctx context.Context) (rec calibrate.Recording, err error) {
	if r.s, err = r.open(ctx); err != nil {
		return rec, interrupted(ctx, err)
	}
	defer func() {
		err = interrupted(ctx, errors.Join(err, r.leave(ctx, err)))
	}()
	id, err := number(ctx, r.s, "select connection_id()")
	if err != nil {
		return rec, err
	}
	r.id = strconv.FormatInt(id, 10)
	if r.server, err = ask(ctx, r.s); err != nil {
		return rec, err
	}
	if err = r.refuse(); err != nil {
		return rec, err
	}
	off, err := r.plan(ctx)
	if err != nil {
		return rec, err
	}
	return r.play(ctx, off)
}

// interrupted is the context's error if there is one: it came first. What could not
// be put back is told all the same.
func interrupted(ctx context.Context, err error) error {
	var left *leftBehind
	switch {
	case err == nil || ctx.Err() == nil:
		return err
	case errors.As(err, &left):
		return left
	}
	return ctx.Err()
}

// refuse refuses what the server would not do as the model does.
func (r *recorder) refuse() error {
	for i := range r.script.Table().Columns {
		if c := &r.script.Table().Columns[i]; r.server.maria && c.IsJSON() {
			return fmt.Errorf("column %s: MariaDB keeps JSON as text: declare it so", c.Name)
		}
	}
	return nil
}

// plan tells what is about to be done and returns the counters to switch on.
func (r *recorder) plan(ctx context.Context) ([]string, error) {
	exists, err := number(ctx, r.s, "select count(*) from information_schema.schemata where schema_name = '"+database+"'")
	if err != nil {
		return nil, err
	}
	if exists > 0 {
		return nil, fmt.Errorf("%s: database %s exists already: another recording is under way, or one was killed; drop it if not", r.address, database)
	}
	off, err := r.switchedOff(ctx)
	if err != nil {
		return nil, err
	}
	return off, r.Approve(Plan{
		Server: r.server.String() + " at " + r.address, Table: r.script.Table().Name,
		Phases: len(r.script.Config().Phases), Rows: r.script.Rows(), Counters: len(off),
	})
}

// play creates the table, plays the phases and reads what there is then.
func (r *recorder) play(ctx context.Context, off []string) (rec calibrate.Recording, err error) {
	if err = settle(ctx, r.s); err != nil {
		return rec, err
	}
	if err = r.switchOn(ctx, off); err != nil {
		return rec, err
	}
	if err = r.change(ctx, "create database "+database+" character set utf8mb4", "drop database if exists "+database); err != nil {
		return rec, err
	}
	for _, statement := range []string{"use " + database, r.script.DDL()} {
		if err = r.s.exec(ctx, statement); err != nil {
			return rec, err
		}
	}
	rec = calibrate.Recording{Scenario: r.scenario(), Server: r.server.variables}
	before, err := r.read(ctx)
	if err != nil {
		return rec, err
	}
	for i := range rec.Scenario.Phases {
		phase, err := r.playPhase(ctx, i, rec.Scenario.Phases[i].Op)
		if err != nil {
			return rec, inPhase(i, phase.Op, err)
		}
		rec.Phases = append(rec.Phases, phase)
	}
	after, err := r.read(ctx)
	if err != nil {
		return rec, err
	}
	if rec.Metrics, _, err = after.since(before); err != nil {
		return rec, err
	}
	return rec, r.readTable(ctx, &rec)
}

// scenario is what a recording says of the scenario: the run, without what the
// server itself decides.
func (r *recorder) scenario() calibrate.Scenario {
	c := r.script.Config()
	run := sim.Config{DDL: c.DDL, Phases: c.Phases, Client: c.Client}
	s := calibrate.Scenario{Name: r.Name, DDL: c.DDL, Run: &run}
	for _, ph := range c.Phases {
		if ph.Op == "" {
			ph.Op = sim.Ops()[0].Name
		}
		s.Phases = append(s.Phases, calibrate.PhaseScenario{Op: ph.Op, N: ph.Rows, SQL: ph.SQL})
	}
	return s
}

// playPhase sends the statements of a phase and waits until purge has seen to them.
func (r *recorder) playPhase(ctx context.Context, i int, op string) (calibrate.PhaseRecording, error) {
	phase := calibrate.PhaseRecording{Op: op}
	before, err := r.read(ctx)
	if err != nil {
		return phase, err
	}
	start, first, rate := r.now(), r.done, r.script.Config().Client.Rate
	err = r.script.Phase(ctx, i, func(x sim.Statement) error {
		if err := r.send(ctx, x.SQL, op); err != nil {
			return err
		}
		r.done += x.Rows
		if r.Progress != nil {
			r.Progress(r.done, r.script.Rows())
		}
		if rate > 0 {
			return r.pace(ctx, start, r.done-first, rate)
		}
		return nil
	})
	if err != nil {
		return phase, err
	}
	phase.Seconds = seconds(r.now().Sub(start))
	if op != "insert" && op != "select" {
		if err := r.waitForPurge(ctx); err != nil {
			return phase, err
		}
	}
	after, err := r.read(ctx)
	if err != nil {
		return phase, err
	}
	phase.Metrics, phase.Status, err = after.since(before)
	return phase, err
}

// send sends a statement. OPTIMIZE TABLE, as SELECT, answers with rows, which say
// whether it failed.
func (r *recorder) send(ctx context.Context, statement, op string) error {
	if op != "sql" && op != "select" {
		return r.s.exec(ctx, statement)
	}
	rows, err := r.s.query(ctx, statement)
	for _, row := range rows {
		if err == nil && len(row) == 4 && row[2] == "Error" {
			err = errors.New(row[3])
		}
	}
	return err
}
