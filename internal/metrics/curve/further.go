package curve

import (
	"cmp"
	"math"
	"slices"

	"lapkeep/internal/metrics/stream"
)

// FurtherVersion is the version of the rules in [Series.Further],
// [Tracks.Further] and [AfterBestOf].
const FurtherVersion = 3

// Series holds values per second in stretches without gaps, for [Series.Further].
type Series struct{ stretches []stretch }

// stretch is a stretch without gaps. sums[i] is the sum of its first i values.
type stretch struct {
	first int32
	sums  []int64
}

// PowerSeconds returns the series of the power curve. It is empty if there is none.
func PowerSeconds(v *stream.View) Series {
	watts, first, missing := PowerSeries(v)
	if missing != "" {
		return Series{}
	}
	return seriesOf([]piece{{first, watts}})
}

// HeartRateSeconds returns the series of the heart rate curve.
func HeartRateSeconds(v *stream.View) Series { return seriesOf(heartPieces(v)) }

func seriesOf(pieces []piece) (s Series) {
	for _, p := range pieces {
		sums := make([]int64, len(p.values)+1)
		for i, x := range p.values {
			sums[i+1] = sums[i] + int64(x)
		}
		s.stretches = append(s.stretches, stretch{p.first, sums})
	}
	return s
}

// Further returns up to n more efforts of the same duration as best. Each has the highest
// mean of all efforts that do not share a second with the previous ones, like the best
// efforts in Intervals.icu. If several are equal, the earliest comes first.
func (s Series) Further(best Point, n int) []Point {
	var out []Point
	taken := []Point{best}
	for len(out) < n {
		p, ok := s.next(best.DurationS, taken)
		if !ok {
			break
		}
		out, taken = append(out, p), append(taken, p)
		slices.SortFunc(taken, func(a, b Point) int { return cmp.Compare(a.StartS, b.StartS) })
	}
	return out
}

// next returns the best window of d seconds outside taken, which is ascending.
// It returns false if there is no room for one.
func (s Series) next(d int32, taken []Point) (p Point, ok bool) {
	most := int64(math.MinInt64)
	for _, st := range s.stretches {
		from, end := 0, len(st.sums)-1
		look := func(to int) {
			sum, start := st.best(max(from, 0), min(to, end), int(d))
			if start >= 0 && sum > most {
				most, ok = sum, true
				p = Point{DurationS: d, Value: float64(sum) / float64(d), StartS: st.first + int32(start)}
			}
		}
		for _, t := range taken {
			look(int(t.StartS - st.first))
			from = int(t.StartS + d - st.first)
		}
		look(end)
	}
	return p, ok
}

// best returns the highest sum of d consecutive values of [from, to), and its start, which
// is the earliest if several are equal. start is negative if there are fewer values.
func (st stretch) best(from, to, d int) (sum int64, start int) {
	if to-from < d {
		return 0, -1
	}
	ends := st.sums[from+d : to+1]
	begins := st.sums[from:][:len(ends)]
	sum = ends[0] - begins[0]
	for i, x := range begins {
		if s := ends[i] - x; s > sum {
			sum, start = s, i
		}
	}
	return sum, from + start
}

// Further returns up to n more efforts over the distance of the best one. Each has
// the shortest time of all efforts that do not overlap with the previous ones. There are
// none if the best effort is rejected.
func (t Tracks) Further(distanceM float64, n int) []Effort {
	all, whole := t.whole(), 0.0
	for _, tr := range all {
		if last := len(tr.distM) - 1; last >= 0 {
			whole += tr.distM[last] - tr.distM[0]
		}
	}
	if whole < 2*distanceM-1 {
		return nil // there is no room for two
	}
	left := make([]track, 0, len(all)+n)
	for _, tr := range all {
		if len(tr.distM) > 0 {
			left = append(left, track{slices.Clone(tr.timeS), slices.Clone(tr.distM)}) // a copy, because it will be cut
		}
	}
	var out []Effort
	for len(out) <= n {
		best, in := Effort{DistanceM: distanceM}, 0
		for i, tr := range left {
			before := best.TimeS
			if tr.shortest(&best); best.TimeS != before {
				in = i
			}
		}
		if best.TimeS == 0 || best.TimeS < fastest(t.sport, distanceM) {
			break
		}
		if out = append(out, best); len(out) > n {
			break
		}
		before, after := left[in].around(best.StartS, best.StartS+best.TimeS)
		left[in] = before
		left = append(left, after)
	}
	for i := range out {
		out[i].StartS = max(0, out[i].StartS)
	}
	return out[min(1, len(out)):]
}

// around cuts a stretch out of the track and returns both ends. It changes tr in place if
// the stretch has rows for both new ends.
func (tr track) around(from, to float64) (before, after track) {
	i, _ := slices.BinarySearch(tr.timeS, from)
	j, at := slices.BinarySearch(tr.timeS, to)
	if at {
		j++
	}
	left, right := tr.metresAt(from), tr.metresAt(to)
	if j-i < 2 {
		before = track{append(slices.Clone(tr.timeS[:i]), from), append(slices.Clone(tr.distM[:i]), left)}
		after = track{append([]float64{to}, tr.timeS[j:]...), append([]float64{right}, tr.distM[j:]...)}
		return before, after
	}
	before, after = track{tr.timeS[:i+1], tr.distM[:i+1]}, track{tr.timeS[j-1:], tr.distM[j-1:]}
	before.timeS[i], before.distM[i] = from, left
	after.timeS[0], after.distM[0] = to, right
	return before, after
}

// metresAt returns the distance in m at a moment within the track.
func (tr track) metresAt(at float64) float64 {
	j, row := slices.BinarySearch(tr.timeS, at)
	last := len(tr.timeS) - 1
	switch {
	case row || j == 0:
		return tr.distM[j]
	case j > last: // can happen because sums are rounded
		return tr.distM[last]
	}
	share := (at - tr.timeS[j-1]) / (tr.timeS[j] - tr.timeS[j-1])
	return tr.distM[j-1] + share*(tr.distM[j]-tr.distM[j-1])
}

// Covered returns the distance in m between two moments; between rows, it
// interpolates linearly. It returns false before the first row with a distance and
// where the track is cut. It adds no distance for the second after the last row.
func (t Tracks) Covered(fromS, toS float64) (metres float64, ok bool) {
	for i, tr := range t.tracks {
		if len(tr.timeS) == 0 {
			continue
		}
		first, end := tr.timeS[0], tr.timeS[len(tr.timeS)-1]
		if i == len(t.tracks)-1 && toS == end+1 {
			toS = end
		}
		if first <= fromS && fromS < toS && toS <= end {
			return tr.metresAt(toS) - tr.metresAt(fromS), true
		}
	}
	return 0, false
}

// PowerEffortsS returns the durations in s of the listed best power efforts of
// a recording.
func PowerEffortsS() []int32 {
	return []int32{1, 5, 15, 30, 60, 120, 300, 480, 600, 1200, 1800, 3600, 5400, 7200, 10800, 14400}
}

// HeartRateEffortsS returns the durations in s of the listed best heart rate efforts.
func HeartRateEffortsS() []int32 { return []int32{60, 300, 600, 1200, 1800, 3600, 7200} }

// effortsAfterBest is the number of listed efforts after the best one of the
// same length.
const effortsAfterBest = 2

// AfterBest holds the efforts of a recording that follow its best ones, and the
// distances covered by the efforts over a duration.
type AfterBest struct{ Power, HeartRate, Distance []Length }

// Length is a duration or a distance of efforts.
type Length struct {
	DurationS int32   // 0 if the length is a distance
	DistanceM float64 // for a duration, the distance of its best effort; negative if unknown
	After     []Ranked
}

// Ranked is an effort that ranks below the best one of its length.
type Ranked struct {
	Value     float64 // W or bpm; over a distance, the time in s
	DistanceM float64 // as in [Length.DistanceM]
	StartS    float64 // seconds since the start of the recording
}

// AfterBestOf returns the next efforts after the best of power, heart rate and
// distance. tracks must be those of v.
func AfterBestOf(v *stream.View, tracks Tracks, power, hr []Point, distances []Effort) (out AfterBest) {
	out.Power = tracks.overDurations(PowerEffortsS(), power, func() Series { return PowerSeconds(v) })
	out.HeartRate = tracks.overDurations(HeartRateEffortsS(), hr, func() Series { return HeartRateSeconds(v) })
	for _, best := range distances {
		l := Length{DistanceM: best.DistanceM}
		if best.Believed() {
			for _, e := range tracks.Further(best.DistanceM, effortsAfterBest) {
				l.After = append(l.After, Ranked{Value: e.Rounded().TimeS, DistanceM: e.DistanceM, StartS: e.StartS})
			}
		}
		out.Distance = append(out.Distance, l)
	}
	return out
}

func (t Tracks) overDurations(durations []int32, best []Point, series func() Series) (out []Length) {
	if len(best) == 0 {
		return nil
	}
	s := series()
	for _, b := range best {
		if !slices.Contains(durations, b.DurationS) {
			continue
		}
		l := Length{DurationS: b.DurationS, DistanceM: t.coveredBy(b)}
		for _, p := range s.Further(b, effortsAfterBest) {
			if p.Value <= 0 { // without power there was no effort
				break
			}
			l.After = append(l.After, Ranked{Value: p.Value, DistanceM: t.coveredBy(p), StartS: float64(p.StartS)})
		}
		out = append(out, l)
	}
	return out
}

// coveredBy returns the distance in m of an effort over a duration, or -1 if unknown.
func (t Tracks) coveredBy(p Point) float64 {
	from := float64(p.StartS)
	m, ok := t.Covered(from, from+float64(p.DurationS))
	if !ok {
		return -1
	}
	return m
}

// BackwardVersion is the version of the rule in [Backward].
const BackwardVersion = 2

// filledSteps is the longest gap between rows, in usual steps, that Sauce for
// Strava fills with the value after the gap; longer gaps are filled with zeros.
const filledSteps = 4

// mostBackwardS limits the time that is filled, regardless of the times in the file: 24 days.
const mostBackwardS = 1 << 21

// Backward returns the highest mean over a stretch of at least leastS seconds, as
// Sauce for Strava computes it: a value covers the time since the previous row, so
// the first value covers none, and gaps are filled in usual steps. Times must be
// ascending. It returns false if the rows span less than leastS.
func Backward(timeS, values []int32, leastS int32) (mean float64, ok bool) {
	if n := len(timeS); n == 0 || timeS[n-1]-timeS[0] > mostBackwardS {
		return 0, false
	}
	timeS, values = filled(timeS, values)
	from, sum := 0, 0.0 // sum of the rows after from
	for i := 1; i < len(timeS); i++ {
		sum += float64(values[i]) * float64(timeS[i]-timeS[i-1])
		for from+1 < i && timeS[i]-timeS[from+1] >= leastS {
			from++
			sum -= float64(values[from]) * float64(timeS[from]-timeS[from-1])
		}
		span := timeS[i] - timeS[from]
		if span < leastS || span <= 0 {
			continue
		}
		if m := sum / float64(span); !ok || m > mean {
			mean, ok = m, true
		}
	}
	return mean, ok
}

// filled returns the rows, with more rows added so that none are more than a
// usual step apart.
func filled(timeS, values []int32) (times, with []int32) {
	step, most := usualStep(timeS)
	for i, at := range timeS {
		if i > 0 {
			fill := values[i]
			if at-timeS[i-1] > most {
				fill = 0
			}
			for t := timeS[i-1] + step; t < at; t += step {
				times, with = append(times, t), append(with, fill)
			}
		}
		times, with = append(times, at), append(with, values[i])
	}
	return times, with
}

// usualStep returns the most frequent step between rows in s (the shortest if there
// are several), and the longest gap that is not a break.
func usualStep(timeS []int32) (step, most int32) {
	steps := make([]int32, 0, len(timeS))
	for i := 1; i < len(timeS); i++ {
		steps = append(steps, timeS[i]-timeS[i-1])
	}
	if len(steps) == 0 {
		return 1, filledSteps
	}
	slices.Sort(steps)
	often := 0
	for from := 0; from < len(steps); {
		to := from
		for to < len(steps) && steps[to] == steps[from] {
			to++
		}
		if to-from > often {
			often, step = to-from, steps[from]
		}
		from = to
	}
	step = max(step, 1)
	middle := float64(steps[len(steps)/2]+steps[(len(steps)-1)/2]) / 2
	return step, filledSteps * max(step, int32(middle+0.5))
}
