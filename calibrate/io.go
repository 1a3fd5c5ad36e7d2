package calibrate

import (
	"context"
	"fmt"
	"slices"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/sim"
)

// Bars for reads and writes along a run, as shares of the recorded count. Before so
// many reads the difference in pages counts instead.
const (
	readsBar, readsBarAtEnd = 0.05, 0.03
	writesBar               = 0.05
	writesBarDefault        = 0.10
	fileWritesBar           = 0.15
	firstReads              = 10_000
	firstPages              = 1_500
)

// replayMarks replays a recording that has reads and writes along the way.
func (r *comparison) replayMarks(ctx context.Context, rec Recording, config sim.Config) (pagesim.Validation, error) {
	if err := serverConfig(&config, rec); err != nil {
		return r.Validation, err
	}
	if rec.Scenario.Device != nil {
		return r.replayCapped(ctx, rec, config)
	}
	t := timelineOf(rec, evenly)
	if config.Own == nil && len(rec.Phases) == 1 {
		own, err := ownPages(ctx, rec, config, t)
		if err != nil {
			return r.failed(rec, err)
		}
		config.Own = own
	}
	m, err := playIn(ctx, config, sim.Env{Clock: t.at, Marks: t.rows[1:]})
	if err != nil {
		return r.failed(rec, err)
	}
	if len(rec.Phases[0].Marks) == 0 {
		t = timelineOf(rec, byReads(m.Result().Samples))
		if m, err = playIn(ctx, config, sim.Env{Clock: t.at, Marks: t.rows[1:]}); err != nil {
			return r.failed(rec, err)
		}
	}
	if len(rec.Indexes) > 0 {
		r.compare(rec, m, m)
	}
	r.compareMarks(rec, m.Result())
	r.judge(rec)
	return r.Validation, nil
}

// judge gives a recording of reads and writes its status.
func (r *comparison) judge(rec Recording) {
	for i := range r.Figures {
		r.Figures[i].ErrorPercent = errorPercent(r.Figures[i])
	}
	r.Marks = len(rec.marks())
	r.Status = pagesim.Within
	if r.missed() {
		r.Status = pagesim.Differs
	}
}

// started is the status at the start of a phase: its last mark less what the phase
// did.
func started(ph PhaseRecording) pagesim.PoolState {
	last := ph.Marks[len(ph.Marks)-1]
	return pagesim.PoolState{
		PoolCounters: pagesim.PoolCounters{
			PagesRead:    last.PagesRead - ph.Status.PagesRead,
			PagesWritten: last.PagesWritten - ph.Status.PagesWritten,
		},
		BufferPoolReads: last.BufferPoolReads - ph.Status.BufferPoolReads,
		PagesCreated:    last.PagesCreated - ph.Status.PagesCreated,
	}
}

// ownPages finds out what the server had in its pool at the start from the gauges at
// the first mark, less what the rows until then brought in. If fewer pages were
// created than table and undo logs need, the undo logs were there before.
func ownPages(ctx context.Context, rec Recording, c sim.Config, t timeline) (*sim.OwnPages, error) {
	first, start := rec.Phases[0].Marks[0], started(rec.Phases[0])
	c.Phases = slices.Clone(c.Phases[:1])
	c.Phases[0].Rows = first.Rows
	c.Own = &sim.OwnPages{Undo: true}
	m, err := playIn(ctx, c, sim.Env{Clock: t.at})
	if err != nil {
		return nil, err
	}
	table := m.Result().Pool.IO.Created
	segments := m.UndoPages()
	used := min(segments, first.Rows/max(1, c.Client.Batch))
	created := first.PagesCreated - start.PagesCreated
	own := &sim.OwnPages{Undo: created < table+used/2, Used: start.PagesRead+start.PagesCreated > first.PagesTotal}
	if !own.Undo {
		used, segments = 0, 0
	}
	own.Dirty = max(0, first.PagesDirty-created-used+first.PagesWritten-start.PagesWritten)
	own.Clean = max(0, first.PagesData-created-(first.PagesRead-start.PagesRead)-own.Dirty-segments)
	return own, nil
}

// rowSeconds is what a row takes that waits for no page: fitted on the first marks
// of the recordings of mysql-9.7-io, 100 rows a statement.
const rowSeconds = 6.7e-6

// byReads spreads the time of a phase without marks: a part evenly, the rest by the
// pages that the model read.
func byReads(samples []pagesim.Sample) func(from, to int64, seconds float64) timeline {
	return func(from, to int64, seconds float64) timeline {
		var some []pagesim.Sample
		for _, s := range samples {
			if s.Rows > from && s.Rows <= to {
				some = append(some, s)
			}
		}
		var t timeline
		reads := int64(0)
		if len(some) > 0 {
			reads = some[len(some)-1].Pool.PagesRead
		}
		base := min(rowSeconds*float64(to-from), seconds)
		for _, s := range some {
			at := base * float64(s.Rows-from) / float64(to-from)
			at += (seconds - base) * float64(s.Pool.PagesRead) / float64(max(1, reads))
			t.rows = append(t.rows, s.Rows)
			t.seconds = append(t.seconds, at)
		}
		return t
	}
}

// compareMarks compares reads and writes at every mark and shows the worst one and
// the last.
func (r *comparison) compareMarks(rec Recording, result pagesim.Result) {
	byRows := map[int64]pagesim.Sample{}
	for _, s := range result.Samples {
		byRows[s.Rows] = s
	}
	row := int64(0)
	var before pagesim.PoolState
	for i, ph := range rec.Phases {
		if len(ph.Marks) > 0 {
			r.compareTrajectory(rec, ph, func(rows int64) pagesim.PoolState { return byRows[row+rows].Pool }, before)
		}
		row += rec.Scenario.Phases[i].N - rec.Scenario.Phases[i].Skip
		before = byRows[row].Pool
	}
	if rec.TableIO != nil {
		bar := "none"
		ok := true
		if rec.paced() {
			bar, ok = "15 %", within(rec.TableIO.Writes, result.Pool.FileWrites, fileWritesBar)
		}
		r.Figures = append(r.Figures,
			pagesim.Figure{Name: "table file reads", Recorded: rec.TableIO.Reads, Predicted: result.Pool.IO.Reads, Bar: "none", OK: true},
			pagesim.Figure{Name: "io_write_requests", Recorded: rec.TableIO.Writes, Predicted: result.Pool.FileWrites, Bar: bar, OK: ok})
	}
}

// paced reports whether the client was.
func (r Recording) paced() bool { return r.Scenario.Phases[len(r.Phases)-1].Rate > 0 }

// compareTrajectory compares the marks of a phase.
func (r *comparison) compareTrajectory(rec Recording, ph PhaseRecording, at func(rows int64) pagesim.PoolState, before pagesim.PoolState) {
	start := started(ph)
	writes, writesAtEnd := writesBar, readsBarAtEnd
	readsAtEnd := readsBarAtEnd
	if rec.Server["innodb_adaptive_flushing"] != "OFF" {
		writes, writesAtEnd, readsAtEnd = writesBarDefault, writesBarDefault, readsBar
	}
	reads := trajectory{name: "Innodb_buffer_pool_reads", bar: readsBar, barAtEnd: readsAtEnd, judged: !rec.paced()}
	written := trajectory{name: "Innodb_pages_written", bar: writes, barAtEnd: writesAtEnd, judged: !rec.paced()}
	for _, m := range ph.Marks {
		p := at(m.Rows)
		recordedReads := m.BufferPoolReads - start.BufferPoolReads
		early := recordedReads < firstReads
		reads.add(m.Rows, early, recordedReads, p.BufferPoolReads-before.BufferPoolReads)
		written.add(m.Rows, early, m.PagesWritten-start.PagesWritten, p.PagesWritten-before.PagesWritten)
	}
	r.Figures = append(r.Figures, reads.figures()...)
	r.Figures = append(r.Figures, written.figures()...)
}

// trajectory is a count at every mark.
type trajectory struct {
	name          string
	bar, barAtEnd float64
	judged        bool
	worst, last   point
}

// point is a mark's count; excess is its error as a multiple of the bar.
type point struct {
	rows                int64
	early               bool
	recorded, predicted int64
	excess              float64
}

func (t *trajectory) add(rows int64, early bool, recorded, predicted int64) {
	p := point{rows: rows, early: early, recorded: recorded, predicted: predicted}
	p.excess = excess(p, t.bar)
	if p.excess >= t.worst.excess {
		t.worst = p
	}
	t.last = p
}

// excess is the error of a point as a multiple of the bar.
func excess(p point, bar float64) float64 {
	difference := float64(max(p.recorded-p.predicted, p.predicted-p.recorded))
	if p.early {
		return difference / firstPages
	}
	return difference / (bar * float64(max(1, p.recorded)))
}

// figures are the worst mark and the last one.
func (t *trajectory) figures() []pagesim.Figure {
	figure := func(what string, p point, bar float64) pagesim.Figure {
		f := pagesim.Figure{
			Name: fmt.Sprintf("%s, %s (%d rows)", t.name, what, p.rows), Recorded: p.recorded, Predicted: p.predicted,
			Bar: fmt.Sprintf("%g %%", 100*bar), OK: excess(p, bar) <= 1,
		}
		if p.early {
			f.Bar = fmt.Sprintf("%d pages", firstPages)
		}
		if !t.judged {
			f.Bar, f.OK = "none", true
		}
		return f
	}
	return []pagesim.Figure{figure("worst mark", t.worst, t.bar), figure("last mark", t.last, t.barAtEnd)}
}

// within reports whether a prediction is off by at most a share of what was
// recorded.
func within(recorded, predicted int64, share float64) bool {
	return float64(max(recorded-predicted, predicted-recorded)) <= share*float64(recorded)
}
