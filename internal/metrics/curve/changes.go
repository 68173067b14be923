package curve

import (
	"math"
	"slices"

	"lapkeep/internal/training"
)

// ChangesVersion is the version of the rule of [Levels].
const ChangesVersion = 1

// Peak is the most that the efforts of one week say of FTP: FTPW by the
// effort that says it.
type Peak struct {
	Effort ThresholdEffort
	FTPW   float64
}

// Level is a stretch of weeks over which FTP looks the same.
type Level struct {
	From, To training.Day // of its first and last peak
	FTPW     float64
	Weeks    int
	// Support are the peaks within 2 % of the level or above it, by day: those
	// that it rests on.
	Support []Peak
}

// The rule of change points. A peak above the level costs nine times what one
// as far below it costs: weeks without a hard effort lie below and say
// little. A change has to be worth more than the price, in sums of relative
// watts, and to be of over 2 % with two efforts on its side.
const (
	aboveCost   = 0.9
	changePrice = 0.12
	agreeing    = 0.02
	leastPeaks  = 2
)

// Levels cuts weekly peaks, which must be in order of day, where FTP changed:
// the partition with the least asymmetric absolute deviation of log watts plus
// a price for each change. A rise shows at its second effort, a decline only
// after months: that nobody rode hard is no proof that nobody could.
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

// partition is the cheapest way to cut the peaks, as bounds [from, to). Only
// stretches with enough efforts on their side count, but for the whole.
func partition(peaks []Peak) [][2]int {
	n := len(peaks)
	best, from := make([]float64, n+1), make([]int, n+1)
	logs := make([]float64, 0, n) // of the stretch, ascending
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

// deviation returns the cost of a stretch at its best level, and how many peaks
// support that level. It takes the logs of its peaks, ascending.
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

// quantile is the level with the least cost: nine tenths of the values, which
// ascend, lie at or below it.
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
