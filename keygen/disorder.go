package keygen

import (
	"fmt"
	"strings"

	"github.com/pagesim/pagesim/internal/units"
)

// Description is the stream in words: uuidv7 at 20,000 keys/s from 4 nodes. It has
// the parameters that were given and say how keys are born.
func (s Spec) Description() string {
	text := s.Generator
	a := args{params: s.Params}
	if rate, ok := a.find(rate.name); ok {
		text += " at " + units.Count(rate).String() + " keys/s"
	}
	for _, p := range []param{nodes, workers, devices} {
		if n, ok := a.find(p.name); ok && n > 1 {
			text += fmt.Sprintf(" from %d %s", n, p.name)
		}
	}
	return text
}

// Disorder says why keys do not arrive in their order, as the end of a sentence;
// it is empty for those that do, and for key files.
func (s Spec) Disorder() string {
	k, err := kindOf(s.Generator)
	if err != nil || k.disorder == nil {
		return ""
	}
	return k.disorder(k.args(s.Params, 0))
}

// disorder is a row's way to say why keys do not arrive in their order.
type disorder func(a args) string

// because is a reason that no parameter changes.
func because(reason string) disorder { return func(args) string { return reason } }

// random is the reason of most streams that are not made of a time.
var random = because("each key may be anywhere")

// joinedReasons are reasons in one sentence.
func joinedReasons(reasons ...string) string {
	var some []string
	for _, r := range reasons {
		if r != "" {
			some = append(some, r)
		}
	}
	return strings.Join(some, " and ")
}

// late is what jitter and clocks do.
func late(a args, writers string) string {
	var delayed, apart string
	if ms, _ := a.find(delay.name); ms > 0 {
		delayed = "keys arrive up to " + formatDuration(ms) + " late"
	}
	if n := a.get(writers); n > 1 && a.get(skew.name) > 0 {
		apart = fmt.Sprintf("the clocks of %d %s are up to %s apart", n, writers, formatDuration(a.get(skew.name)))
	}
	return joinedReasons(apart, delayed)
}

// withinMillis is the disorder of keys of a millisecond and random bits.
func withinMillis(a args) string {
	ties := ""
	if perMilli := a.get(rate.name) / 1000; perMilli > 1 {
		mono, _ := a.find(monotonic.name)
		switch {
		case mono == 0:
			ties = fmt.Sprintf("the %s keys of one millisecond arrive in random order", units.Count(perMilli))
		case a.get(nodes.name) > 1:
			ties = "the nodes' keys of one millisecond are interleaved"
		}
	}
	return joinedReasons(ties, late(a, nodes.name))
}

// withinSecond is the disorder of keys of a second and random bits.
func withinSecond(a args) string {
	ties := ""
	if a.get(rate.name) > 1 {
		ties = fmt.Sprintf("the %s keys of one second arrive in random order", units.Count(a.get(rate.name)))
	}
	return joinedReasons(ties, late(a, nodes.name))
}

// countedBy is the disorder of keys of a second with a counter of each writer.
func countedBy(writers string) disorder {
	return func(a args) string {
		ties := ""
		if a.get(writers) > 1 {
			ties = "the " + writers + "' keys of one second are interleaved"
		}
		return joinedReasons(ties, late(a, writers))
	}
}

// clockOf is the disorder of keys of a finer time.
func clockOf(writers string) disorder { return func(a args) string { return late(a, writers) } }
