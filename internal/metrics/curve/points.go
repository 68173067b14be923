package curve

import (
	"math"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// CurveVersion is the version of the grid and of the rules of [Power] and
// [HeartRate].
const CurveVersion = 1

// Point is one point of a curve.
type Point struct {
	DurationS int32
	Value     float64 // W, bpm, or a speed in 1/[PerMPS] m/s
	StartS    int32   // seconds since the start of the recording
}

const (
	// maxGapS is the longest time for which a heart rate is held until the next
	// one, unless rows are usually further apart.
	maxGapS = 10
	// maxGridS limits the scanned seconds, regardless of the times in the file: 24 days.
	maxGridS = 1 << 21
)

// Power returns the power curve on the grid, or the reason why there is none. It uses
// elapsed time: a second in a pause or without power counts as 0 W, so a rest in the middle
// of an effort is never cut out.
func Power(v *stream.View) (points []Point, missing i18n.Sentence) {
	watts, first, missing := PowerSeries(v)
	if missing != "" {
		return nil, missing
	}
	return PowerOf(watts, first, Grid()), ""
}

// PowerOf returns the power curve of a [PowerSeries] for the given ascending durations.
func PowerOf(watts []int32, firstS int32, durations []int32) []Point {
	return bestOf(durations, []piece{{first: firstS, values: watts}})
}

// HeartRate returns the heart rate curve on the grid, or the reason why there is
// none. A heart rate is held for at most 10 s, or for the view's CapS if that is longer.
// No window crosses a longer gap.
func HeartRate(v *stream.View) (points []Point, missing i18n.Sentence) {
	if !v.Has(training.HeartRate) {
		return nil, training.NoHeartRate
	}
	return HeartRateOf(v, Grid()), ""
}

// HeartRateOf does the same as [HeartRate] for other ascending durations.
func HeartRateOf(v *stream.View, durations []int32) []Point {
	return bestOf(durations, heartPieces(v))
}

// PowerSeries returns the power in every second from the first row to the last, and the
// time of the first row. The power curve is computed from this series.
func PowerSeries(v *stream.View) (watts []int32, firstS int32, missing i18n.Sentence) {
	times := v.Columns.TimeS
	if !v.Has(training.Power) {
		return nil, 0, training.NoPower
	}
	firstS = times[0]
	span := int64(times[len(times)-1]) - int64(firstS) + 1
	if span > maxGridS {
		return nil, 0, "the recording spans more than 24 days"
	}
	watts = make([]int32, span)
	for i, t := range times {
		w, ok := v.At(training.Power, i)
		if !ok {
			continue
		}
		at := t - firstS
		watts[at] = w
		if !v.Smart || v.WeightS[i] > v.HoldS {
			continue
		}
		for k := int32(1); k < v.WeightS[i] && int64(at+k) < span; k++ {
			watts[at+k] = w
		}
	}
	return watts, firstS, ""
}

// piece is a stretch of values, one per second.
type piece struct {
	first  int32
	values []int32
}

func heartPieces(v *stream.View) []piece {
	var out []piece
	gap := max(maxGapS, v.CapS)
	for i, t := range v.Columns.TimeS {
		h, ok := v.At(training.HeartRate, i)
		if !ok {
			continue
		}
		if len(out) == 0 || t-out[len(out)-1].end() > gap {
			out = append(out, piece{first: t})
		}
		p := &out[len(out)-1]
		if t < p.end() { // p already has a row for the same second
			p.values[len(p.values)-1] = h
			continue
		}
		for p.end() < t {
			p.values = append(p.values, p.values[len(p.values)-1])
		}
		p.values = append(p.values, h)
	}
	return out
}

// end returns the second after the last one of the piece.
func (p piece) end() int32 { return p.first + int32(len(p.values)) }

// bestOf returns the best of all pieces for every duration of an ascending grid.
func bestOf(grid []int32, pieces []piece) []Point {
	points := make([]Point, len(grid))
	for _, p := range pieces {
		scan(p.values, func(s scanner) {
			for i, d := range grid {
				if int(d) > len(p.values) {
					break
				}
				s.single(int(d))
				sum, start := s.best(int(d))
				mean := float64(sum) / float64(d)
				if points[i].DurationS == 0 || mean > points[i].Value {
					points[i] = Point{DurationS: d, Value: mean, StartS: p.first + start}
				}
			}
		})
	}
	n := 0
	for n < len(points) && points[n].DurationS != 0 {
		n++
	}
	return points[:n]
}

// PaceVersion is the version of the rule in [Pace].
const PaceVersion = 2

// LeastPaceS is the shortest time in s for which a speed is computed. Over less time,
// speed is mostly noise in the position.
const LeastPaceS = 30

// PerMPS is the number of units of speed in 1 m/s. The units are finer than the recorded
// distance, so that interpolation between rows is not rounded to the centimetre.
const PerMPS = 100_000

// Pace returns the highest mean speed of each duration of [Coarse], or the reason
// why there is none. It uses elapsed time, in which a pause covers no distance;
// between rows, distance is interpolated linearly. The track is cut at any step
// faster than the sport allows. A speed above the sport's records is rejected: its
// point has no speed. Points shorter than [LeastPaceS] limit the speed of longer ones.
func (t Tracks) Pace() (points []Point, missing i18n.Sentence) {
	if !t.recorded {
		return nil, training.NoDistance
	}
	points = t.PaceOf(Coarse())
	if !slices.ContainsFunc(points, func(p Point) bool { return p.Value > 0 && p.DurationS >= LeastPaceS }) {
		return nil, "too short, or faster than the sport's records"
	}
	return points, ""
}

// PaceOf does the same as [Tracks.Pace] for other ascending durations.
func (t Tracks) PaceOf(durations []int32) []Point {
	var pieces []piece
	for _, tr := range t.tracks {
		if p := tr.bySecond(); len(p.values) >= LeastPaceS {
			pieces = append(pieces, p)
		}
	}
	points := bestOf(durations, pieces)
	for i, p := range points {
		if s := float64(p.DurationS); s < fastest(t.sport, p.Value/PerMPS*s) {
			points[i].Value = 0
		}
	}
	return points
}

// bySecond returns the distance covered in each second of the track, in
// 1/[PerMPS] m.
func (tr track) bySecond() piece {
	n := len(tr.timeS)
	if n < 2 || tr.timeS[n-1]-tr.timeS[0] > maxGridS {
		return piece{}
	}
	first := int32(tr.timeS[0])
	p := piece{first: first, values: make([]int32, int32(tr.timeS[n-1])-first)}
	last := int64(tr.distM[0]*PerMPS + 0.5)
	for j := 1; j < n; j++ {
		from, to := tr.timeS[j-1], tr.timeS[j]
		perS := (tr.distM[j] - tr.distM[j-1]) / (to - from)
		for t := from + 1; t <= to; t++ {
			now := int64((tr.distM[j-1]+perS*(t-from))*PerMPS + 0.5)
			p.values[int32(t)-1-first] = int32(now - last)
			last = now
		}
	}
	return p
}

// NormalizedVersion is the version of the rule in [Normalized].
const NormalizedVersion = 1

// LeastNormalizedS is the shortest duration in s for which normalized power is computed.
const LeastNormalizedS = 300

// Normalized returns the highest normalized power of a [PowerSeries] for each
// duration of [Coarse] from 5 minutes on: the fourth root of the mean fourth
// power of the full 30 s means inside the window. Rests are not cut out, so it
// may differ from the NP of a whole activity.
func Normalized(watts []int32, firstS int32) (points []Point) {
	if len(watts) < LeastNormalizedS {
		return nil
	}
	fourths := fourthSums(watts)
	for _, d := range coarseFrom(LeastNormalizedS) {
		if int(d) > len(watts) {
			break
		}
		points = append(points, bestFourth(fourths, d, firstS))
	}
	return points
}

// NormalizedOf returns the highest normalized power of watts over one duration,
// and its start. watts has one value per second. It returns false if the series
// or the duration is too short.
func NormalizedOf(watts []int32, durationS int32) (Point, bool) {
	if durationS < LeastNormalizedS || int(durationS) > len(watts) {
		return Point{}, false
	}
	return bestFourth(fourthSums(watts), durationS, 0), true
}

// fourthSums returns, for each full 30 s mean, the sum of the fourth powers of all
// earlier means, and the total at the end. The first mean ends at second 29.
func fourthSums(watts []int32) []float64 {
	sums := make([]float64, len(watts)-power.WindowS+2)
	window := int64(0)
	for i, w := range watts {
		window += int64(w)
		if i >= power.WindowS {
			window -= int64(watts[i-power.WindowS])
		}
		if k := i - power.WindowS + 1; k >= 0 {
			mean := float64(window) / power.WindowS
			sums[k+1] = sums[k] + mean*mean*mean*mean
		}
	}
	return sums
}

func bestFourth(sums []float64, d, first int32) Point {
	windows := int(d) - power.WindowS + 1
	begins := sums[:len(sums)-windows]
	ends := sums[windows:]
	best, start := -1.0, 0
	for i, x := range begins {
		if s := ends[i] - x; s > best {
			best, start = s, i
		}
	}
	return Point{DurationS: d, Value: math.Sqrt(math.Sqrt(best / float64(windows))), StartS: first + int32(start)}
}

// PredictVersion is the version of the rules that predict races.
const PredictVersion = 1
