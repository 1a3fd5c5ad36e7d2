package calibrate

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"github.com/pagesim/pagesim"
	"github.com/pagesim/pagesim/sim"
)

// The keys of these recordings are of a known kind but were not recorded, so that the
// model plays cappedSeeds streams of them.
const cappedSeeds = 10

// Bars for runs on a capped volume, for the mean over all seeds.
const (
	cappedReadsBar  = 0.05
	cappedWritesBar = 0.10
	cappedRateBar   = 0.10
	poolBar         = 0.02
	beginBar        = 0.05
	// readsBegin is the number of reads at which reading counts as begun.
	readsBegin = 1_000
)

// replayCapped replays a run on a volume with a cap, where the client went as fast
// as that let it. Its clock is the model's own; only the client's speed from memory
// is measured, on the recording's first minute.
func (r *comparison) replayCapped(ctx context.Context, rec Recording, config sim.Config) (pagesim.Validation, error) {
	marks := rec.marks()
	config.Device = fmt.Sprintf("%diops", rec.Scenario.Device.IOPS)
	config.Own = &sim.OwnPages{Clean: marks[0].PagesData, Undo: true, Used: true}
	config.Client = sim.Client{
		RowsPerSecond: speedFromMemory(marks), Threads: rec.Scenario.Client.Threads, Batch: rec.Scenario.Client.Rows,
	}
	var rows []int64
	for _, m := range marks[1:] {
		rows = append(rows, m.Rows)
	}
	runs, err := playSeeds(ctx, config, rows)
	if err != nil {
		return r.failed(rec, err)
	}
	r.compareCapped(marks, runs)
	r.judge(rec)
	return r.Validation, nil
}

// playSeeds plays a config with each of the seeds, a core each, and returns the
// samples at the given rows, with an empty one for the start.
func playSeeds(ctx context.Context, c sim.Config, rows []int64) ([][]pagesim.Sample, error) {
	runs := make([][]pagesim.Sample, cappedSeeds)
	errs := make([]error, cappedSeeds)
	var wait sync.WaitGroup
	cores := make(chan struct{}, runtime.NumCPU())
	for i := range runs {
		cores <- struct{}{}
		wait.Go(func() {
			defer func() { <-cores }()
			m, err := playIn(ctx, seeded(c, uint64(i)+1), sim.Env{Marks: rows})
			if errs[i] = err; err == nil {
				runs[i] = append([]pagesim.Sample{{}}, m.Result().Samples...)
			}
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return runs, nil
}

// seeded is a config with another seed for all its streams.
func seeded(c sim.Config, seed uint64) sim.Config {
	reseed := func(phases []sim.Phase) []sim.Phase {
		out := append([]sim.Phase(nil), phases...)
		for i := range out {
			out[i].Keys = append([]sim.Stream(nil), out[i].Keys...)
			for j := range out[i].Keys {
				out[i].Keys[j].Seed = seed
			}
		}
		return out
	}
	c.Phases = reseed(c.Phases)
	if c.Beside != nil {
		b := *c.Beside
		b.Phases = reseed(b.Phases)
		c.Beside = &b
	}
	return c
}

// speedFromMemory is the rows a second of the first minute but for its first mark, as
// long as it reads nothing.
func speedFromMemory(marks []Mark) float64 {
	const minute = 60
	last := 1
	for last+1 < len(marks) && marks[last+1].Seconds <= minute && marks[last+1].PagesRead < readsBegin {
		last++
	}
	first := 1
	if last == 1 {
		first = 0
	}
	return float64(marks[last].Rows-marks[first].Rows) / (marks[last].Seconds - marks[first].Seconds)
}

// compareCapped compares the marks with the samples of all runs at the same rows.
func (r *comparison) compareCapped(marks []Mark, runs [][]pagesim.Sample) {
	end := len(marks) - 1
	from := 0
	for from < end && marks[from].PagesRead < readsBegin {
		from++
	}
	if from == end {
		from = end / 2
	} else {
		r.band("rows when reads begin", begin(recordedReads(marks)), each(runs, func(s []pagesim.Sample) float64 { return begin(sampledReads(s)) }), beginBar)
		r.band("Innodb_pages_read from then on", float64(marks[end].PagesRead-marks[from].PagesRead),
			each(runs, func(s []pagesim.Sample) float64 { return float64(s[end].Pool.PagesRead - s[from].Pool.PagesRead) }), cappedReadsBar)
	}
	r.band("Innodb_pages_written from then on", float64(marks[end].PagesWritten-marks[from].PagesWritten),
		each(runs, func(s []pagesim.Sample) float64 { return float64(s[end].Pool.PagesWritten - s[from].Pool.PagesWritten) }), cappedWritesBar)
	r.band("rows a second from then on", float64(marks[end].Rows-marks[from].Rows)/(marks[end].Seconds-marks[from].Seconds),
		each(runs, func(s []pagesim.Sample) float64 {
			return float64(s[end].Rows-s[from].Rows) / (s[end].Seconds - s[from].Seconds)
		}), cappedRateBar)
	half := from + (end-from)/2
	last := max(1, end-half)
	r.band("Innodb_pages_read in the last half of that", float64(marks[end].PagesRead-marks[half].PagesRead),
		each(runs, func(s []pagesim.Sample) float64 { return float64(s[end].Pool.PagesRead - s[half].Pool.PagesRead) }), none)
	r.band("rows a second in the last half of that", float64(marks[end].Rows-marks[half].Rows)/(marks[end].Seconds-marks[half].Seconds),
		each(runs, func(s []pagesim.Sample) float64 {
			return float64(s[end].Rows-s[half].Rows) / (s[end].Seconds - s[half].Seconds)
		}), cappedRateBar)
	sum := func(at func(i int) int64) float64 {
		n := int64(0)
		for i := half + 1; i <= end; i++ {
			n += at(i)
		}
		return float64(n) / float64(last)
	}
	r.band("Innodb_buffer_pool_pages_data, mean of the last half", sum(func(i int) int64 { return marks[i].PagesData }),
		each(runs, func(s []pagesim.Sample) float64 { return sum(func(i int) int64 { return s[i].Pool.PagesData }) }), poolBar)
}

// none is the bar of a figure that is shown and not judged.
const none = 0

// begin is the number of rows at which a count reaches readsBegin, in proportion
// between two marks.
func begin(rows, reads []int64) float64 {
	for i := 1; i < len(rows); i++ {
		if reads[i] >= readsBegin {
			share := float64(readsBegin-reads[i-1]) / float64(reads[i]-reads[i-1])
			return float64(rows[i-1]) + share*float64(rows[i]-rows[i-1])
		}
	}
	return float64(rows[len(rows)-1])
}

func recordedReads(marks []Mark) (rows, reads []int64) {
	for _, m := range marks {
		rows, reads = append(rows, m.Rows), append(reads, m.PagesRead)
	}
	return rows, reads
}

func sampledReads(samples []pagesim.Sample) (rows, reads []int64) {
	for _, s := range samples {
		rows, reads = append(rows, s.Rows), append(reads, s.Pool.PagesRead)
	}
	return rows, reads
}

func each(runs [][]pagesim.Sample, f func([]pagesim.Sample) float64) []float64 {
	var all []float64
	for _, samples := range runs {
		all = append(all, f(samples))
	}
	return all
}

// band adds a figure whose prediction is the mean over all seeds; the note has the
// least and the greatest.
func (r *comparison) band(name string, recorded float64, predicted []float64, bar float64) {
	least, greatest, sum := predicted[0], predicted[0], 0.0
	for _, p := range predicted {
		least, greatest, sum = min(least, p), max(greatest, p), sum+p
	}
	f := pagesim.Figure{
		Name: name, Recorded: int64(recorded + 0.5), Predicted: int64(sum/float64(len(predicted)) + 0.5),
		Bar: fmt.Sprintf("%g %%", 100*bar),
	}
	f.Note = fmt.Sprintf("%.0f to %.0f over %d seeds", least, greatest, len(predicted))
	f.OK = within(f.Recorded, f.Predicted, bar)
	if bar == none {
		f.Bar, f.OK = "none", true
	}
	r.Figures = append(r.Figures, f)
}
