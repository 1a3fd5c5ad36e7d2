package pagesim

import "slices"

// Fill is a distribution of fill factors, each between 0 and 1.
type Fill struct {
	Mean float64 `json:"mean"`
	P10  float64 `json:"p10"`
	P50  float64 `json:"p50"`
	P90  float64 `json:"p90"`
}

// FillBins is the number of bins of a histogram of fill factors.
const FillBins = 20

// FillOf describes fill factors, which it sorts, and counts them in bins. There is at
// least one: an empty tree has a page. What is fuller than a page is in the last bin.
func FillOf(fills []float64) (fill Fill, histogram [FillBins]int64) {
	sum := 0.0
	for _, f := range fills {
		sum += f
		histogram[min(int(f*FillBins), FillBins-1)]++
	}
	slices.Sort(fills)
	at := func(percent int) float64 { return fills[(len(fills)-1)*percent/100] }
	return Fill{Mean: sum / float64(len(fills)), P10: at(10), P50: at(50), P90: at(90)}, histogram
}
