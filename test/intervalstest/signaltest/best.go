package signaltest

import (
	"math"
	"slices"
)

// Effort is the best stretch of a stream: from one index to before another.
type Effort struct {
	Start, End        int
	Average, Distance float64
	Seconds           int
}

// Best is the highest average over so many samples, none of which taken counts;
// false if the stream is too short. What is missing counts as nothing.
func Best(data []any, samples int, taken func(i int) bool) (e Effort, ok bool) {
	if samples <= 0 {
		return e, false
	}
	best, sum, blocked := math.Inf(-1), 0.0, 0
	value := func(i int) float64 { n, _ := data[i].(float64); return n }
	for i := range data {
		sum += value(i)
		if taken(i) {
			blocked++
		}
		if j := i - samples; j >= 0 {
			sum -= value(j)
			if taken(j) {
				blocked--
			}
		}
		if i+1 >= samples && blocked == 0 && sum > best {
			best = sum
			e = Effort{Start: i + 1 - samples, End: i + 1, Average: sum / float64(samples), Seconds: samples}
		}
	}
	return e, !math.IsInf(best, -1)
}

// Fastest is the shortest time over a distance; false if it was not covered.
func (all Streams) Fastest(metres float64, taken func(i int) bool) (e Effort, ok bool) {
	way, clock := all["distance"].Data, all["time"].Data
	at := func(data []any, i int) float64 { n, _ := data[i].(float64); return n }
	best, from := math.Inf(1), 0
	for i := range way {
		if taken(i) {
			from = i + 1
		}
		for from < i && at(way, i)-at(way, from+1) >= metres {
			from++
		}
		if t := at(clock, i) - at(clock, min(from, i)); from < i && at(way, i)-at(way, from) >= metres && t < best {
			best = t
			e = Effort{Start: from, End: i + 1, Average: metres / max(t, 1), Seconds: int(t), Distance: metres}
		}
	}
	return e, !math.IsInf(best, 1)
}

// Several are the best efforts that do not overlap, the best first.
func Several(count int, next func(taken func(i int) bool) (Effort, bool)) []Effort {
	var all []Effort
	for len(all) < count {
		e, ok := next(func(i int) bool {
			return slices.ContainsFunc(all, func(e Effort) bool { return i >= e.Start && i < e.End })
		})
		if !ok {
			break
		}
		all = append(all, e)
	}
	return all
}

// Bin is the time spent between two values.
type Bin struct {
	Min, Max float64
	Secs     int
}

// Histogram counts samples by value in bins of a width, from the lowest that
// is not empty.
func Histogram(data []any, width float64) []Bin {
	count := map[int]int{}
	for _, v := range data {
		if n, ok := v.(float64); ok {
			count[int(math.Floor(n/width))]++
		}
	}
	var bins []Bin
	for k, n := range count {
		bins = append(bins, Bin{float64(k) * width, float64(k+1) * width, n})
	}
	slices.SortFunc(bins, func(a, b Bin) int { return int(math.Copysign(1, a.Min-b.Min)) })
	return bins
}
