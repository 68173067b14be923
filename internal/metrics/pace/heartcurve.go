package pace

import "sort"

// point is one reading of the curve: a grade in percent and its factor.
type point struct{ pct, factor float64 }

// heartCurve are readings of the published curve, in order of grade. It has
// no formula.
var heartCurve = [...]point{
	{-40, 1.937},
	{-34, 1.665},
	{-32, 1.59},
	{-30, 1.49},
	{-28, 1.4},
	{-26, 1.315},
	{-24, 1.24},
	{-22, 1.16},
	{-20, 1.085},
	{-18, 1.02},
	{-16, 0.965},
	{-14, 0.92},
	{-12, 0.885},
	{-10, 0.875},
	{-9, 0.875},
	{-8, 0.875},
	{-7, 0.875},
	{-6, 0.885},
	{-5, 0.9},
	{-4, 0.91},
	{-3, 0.935},
	{-2, 0.95},
	{-1, 0.98},
	{0, 1},
	{1, 1.02},
	{2, 1.05},
	{3, 1.1},
	{4, 1.14},
	{5, 1.19},
	{6, 1.24},
	{7, 1.29},
	{8, 1.35},
	{9, 1.41},
	{10, 1.48},
	{12, 1.6},
	{14, 1.77},
	{16, 1.93},
	{18, 2.11},
	{20, 2.28},
	{22, 2.47},
	{24, 2.645},
	{26, 2.82},
	{28, 2.985},
	{30, 3.16},
	{32, 3.32},
	{34, 3.47},
	{40, 3.739},
}

// tabled is the factor on the straight lines through the readings; beyond
// them that of the nearest.
func tabled(pct float64) float64 {
	i := sort.Search(len(heartCurve), func(i int) bool { return heartCurve[i].pct >= pct })
	switch i {
	case 0:
		return heartCurve[0].factor
	case len(heartCurve):
		return heartCurve[i-1].factor
	}
	a, b := heartCurve[i-1], heartCurve[i]
	return a.factor + (b.factor-a.factor)*(pct-a.pct)/(b.pct-a.pct)
}
