package curve

// Exact holds the highest sum for every duration of a series, and where it begins.
type Exact struct {
	Sums   []int64 // Sums[d-1] is the highest sum of d values in a row
	Starts []int32 // index of the first of them
}

// Mean returns the highest mean of d values.
func (e Exact) Mean(d int) float64 { return float64(e.Sums[d-1]) / float64(d) }

// MeanMax scans every duration, as curves scan those of their grid.
func MeanMax(values []int32) Exact {
	e := Exact{Sums: make([]int64, len(values)), Starts: make([]int32, len(values))}
	scan(values, func(s scanner) {
		for d := 1; d <= len(values); d++ {
			s.single(d)
			e.Sums[d-1], e.Starts[d-1] = s.best(d)
		}
	})
	return e
}
