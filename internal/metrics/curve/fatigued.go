package curve

import (
	"math"
	"slices"
	"sort"

	"lapkeep/internal/training"
)

// FatiguedVersion is the version of [FatigueLevelsKJ] and of the rule of [Fatigued].
const FatiguedVersion = 1

// joulesPerKJ converts kJ to J.
const joulesPerKJ = 1000

// FatigueLevelsKJ returns the amounts of work in kJ, ascending, after which
// fatigued curves are stored.
func FatigueLevelsKJ() []int32 {
	return []int32{500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 5000, 6000}
}

// Fatigued returns the power curves on [Coarse] after the work of each of
// [FatigueLevelsKJ]. Each curve is computed from the windows of a [PowerSeries] that
// begin after that work. There is one curve for each level that the ride reached.
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

// After returns the power curve for the given durations, from the windows of watts
// that begin after workJ joules of work. watts has one value per second. Starts are
// counted from the first second of the series.
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

// sumsOf returns the work in J before each second, and the total at the end.
func sumsOf(watts []int32) []int64 {
	sums := make([]int64, len(watts)+1)
	for i, w := range watts {
		sums[i+1] = sums[i] + int64(w)
	}
	return sums
}

// workDone returns the index of the first second before which workJ joules have been done.
func workDone(sums []int64, workJ int64) int {
	return sort.Search(len(sums), func(i int) bool { return sums[i] >= workJ })
}

// suffixes finds the curves of all levels in one scan per duration: a window
// that begins after a level also begins after all lower levels.
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

// bestFrom returns the highest sum of d values that begins in [from, end), and
// its start, which is -1 if the series is too short.
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

// Coarse returns the durations in s, ascending, at which fatigued, normalized
// power and pace curves are stored. All of them are on [Grid].
func Coarse() []int32 {
	return []int32{
		1, 2, 3, 5, 8, 10, 15, 20, 30, 45, 60, 90, 120, 150, 180, 240, 300, 360, 420, 480, 600, 720, 900, 1080,
		1200, 1500, 1800, 2400, 2700, 3000, 3600, 4500, 5400, 6300, 7200, 9000, 10800, 12600, 14400, 18000, 21600,
		28800, 36000, 43200, 86400,
	}
}

// coarseFrom returns the durations of [Coarse] that are at least leastS.
func coarseFrom(leastS int32) []int32 {
	all := Coarse()
	i, _ := slices.BinarySearch(all, leastS)
	return all[i:]
}

// ChangesVersion is the version of the rule in [Levels].
const ChangesVersion = 1

// Peak is the effort that implies the highest FTP in one week, with that FTP.
type Peak struct {
	Effort ThresholdEffort
	FTPW   float64
}

// Level is a period of weeks with the same FTP.
type Level struct {
	From, To training.Day // the days of the first and the last peak
	FTPW     float64
	Weeks    int
	// Support lists the peaks that support the level, sorted by day: those at most 2 %
	// below it or above it.
	Support []Peak
}

// These constants define the rule for change points. A peak above the level costs nine
// times as much as a peak equally far below it, because weeks without a hard effort are
// below the level and mean little. A change must save more than its price, which is in sums
// of relative watts. It must exceed 2 %, and needs two efforts that support the new level.
const (
	aboveCost   = 0.9
	changePrice = 0.12
	agreeing    = 0.02
	leastPeaks  = 2
)

// Levels divides weekly peaks, which must be sorted by day, at the points where FTP changed.
// The partition has the least asymmetric absolute deviation of log watts plus a price for
// each change. A rise is detected at its second effort, a decline only after months, because
// weeks without hard riding do not prove that the athlete could not ride hard.
func Levels(peaks []Peak) []Level {
	peaks = slices.DeleteFunc(slices.Clone(peaks), func(p Peak) bool { return !(p.FTPW > 0) || math.IsInf(p.FTPW, 0) })
	if len(peaks) == 0 {
		return nil
	}
	var out []Level
	for _, cut := range partition(peaks) {
		next := levelOf(peaks[cut[0]:cut[1]])
		if n := len(out); n > 0 && math.Abs(next.FTPW/out[n-1].FTPW-1) <= agreeing {
			from := cut[0] - out[n-1].Weeks
			out[n-1] = levelOf(peaks[from:cut[1]])
			continue
		}
		out = append(out, next)
	}
	return out
}

// partition returns the cheapest partition of the peaks, as bounds [from, to). Each
// stretch needs enough efforts that support its level, unless it covers all peaks.
func partition(peaks []Peak) [][2]int {
	n := len(peaks)
	best, from := make([]float64, n+1), make([]int, n+1)
	logs := make([]float64, 0, n) // logarithms of the stretch, ascending
	for to := 1; to <= n; to++ {
		best[to], logs = math.Inf(1), logs[:0]
		for start := to - 1; start >= 0; start-- {
			x := math.Log(peaks[start].FTPW)
			at, _ := slices.BinarySearch(logs, x)
			logs = slices.Insert(logs, at, x)
			cost, support := deviation(logs)
			if support < leastPeaks && to-start < n || math.IsInf(best[start], 1) {
				continue
			}
			if start > 0 {
				cost += best[start] + changePrice
			}
			if cost < best[to] {
				best[to], from[to] = cost, start
			}
		}
	}
	var cuts [][2]int
	for to := n; to > 0; to = from[to] {
		cuts = append(cuts, [2]int{from[to], to})
	}
	slices.Reverse(cuts)
	return cuts
}

// deviation returns the cost of a stretch at its best level and the number of peaks
// that support that level. logs are the logarithms of the peaks, ascending.
func deviation(logs []float64) (cost float64, support int) {
	level := quantile(logs)
	for _, x := range logs {
		cost += max(aboveCost*(x-level), (1-aboveCost)*(level-x))
		if x >= level+lnAgreeing {
			support++
		}
	}
	return cost, support
}

// lnAgreeing is ln(1 − agreeing).
const lnAgreeing = -0.020202707317519466

// quantile returns the level with the least cost, which is the one that nine tenths of
// the ascending values do not exceed.
func quantile(sorted []float64) float64 {
	return sorted[int(math.Ceil(aboveCost*float64(len(sorted))))-1]
}

func levelOf(peaks []Peak) Level {
	watts := make([]float64, len(peaks))
	for i, p := range peaks {
		watts[i] = p.FTPW
	}
	slices.Sort(watts)
	l := Level{
		From: peaks[0].Effort.Day, To: peaks[len(peaks)-1].Effort.Day, FTPW: quantile(watts), Weeks: len(peaks),
	}
	for _, p := range peaks {
		if p.FTPW >= l.FTPW*(1-agreeing) {
			l.Support = append(l.Support, p)
		}
	}
	return l
}
