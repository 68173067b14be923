package curve

import "sort"

// FatiguedVersion is the version of the levels and of the rule of [Fatigued].
const FatiguedVersion = 1

// joulesPerKJ is also how many levels' kJ make the work they stand for.
const joulesPerKJ = 1000

// FatigueLevelsKJ is the work in kJ, ascending, after which fatigued curves
// are stored.
func FatigueLevelsKJ() []int32 {
	return []int32{500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 5000, 6000}
}

// Fatigued is the power curve on [Coarse] of the windows of a [PowerSeries]
// that begin once the work of each of [FatigueLevelsKJ] has been done, as far
// as it goes: it is empty if there is less work than the first.
func Fatigued(watts []int32, firstS int32) (byLevel [][]Point) {
	sums := sumsOf(watts)
	var froms []int
	for _, kj := range FatigueLevelsKJ() {
		from := workDone(sums, int64(kj)*joulesPerKJ)
		if from >= len(watts) {
			break
		}
		froms = append(froms, from)
	}
	return suffixes(sums, froms, firstS)
}

// After is the power curve on some durations of the windows of watts, one a
// second, that begin once work in J has been done. Starts count from the
// series' first second.
func After(watts []int32, workJ int64, durations []int32) []Point {
	sums := sumsOf(watts)
	from := workDone(sums, workJ)
	var out []Point
	for _, d := range durations {
		if best, start := bestFrom(sums, from, len(sums), int(d)); start >= 0 {
			out = append(out, Point{DurationS: d, Value: float64(best) / float64(d), StartS: int32(start)})
		}
	}
	return out
}

// sumsOf is the work in J done before each second, and after the last.
func sumsOf(watts []int32) []int64 {
	sums := make([]int64, len(watts)+1)
	for i, w := range watts {
		sums[i+1] = sums[i] + int64(w)
	}
	return sums
}

// workDone is the first second before which workJ has been done.
func workDone(sums []int64, workJ int64) int {
	return sort.Search(len(sums), func(i int) bool { return sums[i] >= workJ })
}

// suffixes finds the curves of all levels in one scan a duration: a window
// that begins after a level began after all lower ones.
func suffixes(sums []int64, froms []int, first int32) [][]Point {
	out := make([][]Point, len(froms))
	for _, d := range Coarse() {
		best, start := int64(-1), -1
		for k := len(froms) - 1; k >= 0; k-- {
			end := len(sums)
			if k+1 < len(froms) {
				end = froms[k+1]
			}
			if b, s := bestFrom(sums, froms[k], end, int(d)); s >= 0 && b > best {
				best, start = b, s
			}
			if start >= 0 {
				out[k] = append(out[k], Point{DurationS: d, Value: float64(best) / float64(d), StartS: first + int32(start)})
			}
		}
	}
	for len(out) > 0 && len(out[len(out)-1]) == 0 {
		out = out[:len(out)-1]
	}
	return out
}

// bestFrom is the highest sum of d values whose first lies in [from, end),
// and where it begins: -1 if the series is too short.
func bestFrom(sums []int64, from, end, d int) (best int64, start int) {
	end = min(end, len(sums)-d)
	if from >= end {
		return 0, -1
	}
	begins := sums[from:end]
	ends := sums[from+d : end+d]
	best, start = -1, 0
	for i, x := range begins {
		if s := ends[i] - x; s > best {
			best, start = s, i
		}
	}
	return best, from + start
}
