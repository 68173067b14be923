package curve

import "math"

// MeanMaxVersion is the version of the rule of [MeanMax].
const MeanMaxVersion = 1

// Exact is the highest sum for every duration of a series of one value a
// second, with where it begins.
type Exact struct {
	Sums   []int64 // Sums[d-1] is the highest sum of d values in a row
	Starts []int32 // index of the first of them
}

// Mean is the highest mean of d values, 1 <= d <= len(e.Sums).
func (e Exact) Mean(d int) float64 { return float64(e.Sums[d-1]) / float64(d) }

// MeanMax scans every duration from one second to the whole series. Where
// several windows are equally good, Starts holds one of them.
func MeanMax(values []int32) Exact {
	e := Exact{Sums: make([]int64, len(values)), Starts: make([]int32, len(values))}
	scan(values, func(s scanner) {
		for d := 1; d <= len(values); d += blockLen {
			s.batch(d, min(d+blockLen, len(values)+1))
		}
		for d := 1; d <= len(values); d++ {
			e.Sums[d-1], e.Starts[d-1] = s.best(d)
		}
	})
	return e
}

// scanner finds the best windows of one series.
type scanner interface {
	// batch finds the best windows of the durations [from, to), at most
	// blockLen of them, from a multiple of blockLen plus one.
	batch(from, to int)
	// single finds the best window of one duration.
	single(d int)
	best(d int) (sum int64, start int32)
}

// scan gives use a scanner with 32-bit sums where they cannot overflow, which
// is every power recording up to a day, and with 64-bit sums otherwise.
func scan(values []int32, use func(scanner)) {
	if len(values) == 0 {
		return
	}
	total, size := int64(0), int64(0)
	for _, v := range values {
		total += int64(v)
		size += max(int64(v), -int64(v))
	}
	level := total / int64(len(values))
	if size+max(level, -level)*int64(len(values)) < math.MaxInt32/2 {
		use(newTilted[int32](values, level))
	} else {
		use(newTilted[int64](values, level))
	}
}
