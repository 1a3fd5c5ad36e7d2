package metric

import (
	"math"

	"github.com/pagesim/pagesim"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Sample is a metric of several runs that differ in their seed only.
type Sample struct {
	// N is the number of runs.
	N    int
	Mean float64
	// SD is the standard deviation of a run, with N-1 below the line; 0 for one run.
	SD float64
}

// Sample is the sample of a metric; its mean is NaN if a result has no such figure.
func (m Metric) Sample(results []pagesim.Result) Sample {
	values := make([]float64, len(results))
	for i, r := range results {
		values[i] = m.Of(r)
	}
	if len(values) == 1 {
		return Sample{N: 1, Mean: values[0]}
	}
	mean, sd := stat.MeanStdDev(values, nil)
	return Sample{N: len(values), Mean: mean, SD: sd}
}

// Ratio is s as a multiple of base; NaN if there is nothing to divide by.
func (s Sample) Ratio(base Sample) float64 {
	if base.Mean == 0 {
		return math.NaN()
	}
	return s.Mean / base.Mean
}

// Significance is the p below which a difference is held to be more than noise.
const Significance = 0.05

// P is the two-sided p of Welch's t-test: how probable a difference of the means at
// least as large is if there is none. It is NaN where that cannot be said: with one
// run of either, or if neither varies. (B. L. Welch, Biometrika 34, 1947.)
func (s Sample) P(base Sample) float64 {
	if s.N < 2 || base.N < 2 || math.IsNaN(s.Mean) || math.IsNaN(base.Mean) {
		return math.NaN()
	}
	a, b := s.SD*s.SD/float64(s.N), base.SD*base.SD/float64(base.N)
	if a+b == 0 {
		return math.NaN()
	}
	freedom := (a + b) * (a + b) / (a*a/float64(s.N-1) + b*b/float64(base.N-1))
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}
	return 2 * t.CDF(-math.Abs(s.Mean-base.Mean)/math.Sqrt(a+b))
}

// IsNoise reports whether the difference to base is within noise.
func (s Sample) IsNoise(base Sample) bool { return s.P(base) >= Significance }
