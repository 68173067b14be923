package curve

import (
	"lapkeep/internal/i18n"
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
	StartS    int32   // seconds since the recording's start
}

const (
	// maxGapS is how long a heart rate holds until the next one, unless rows
	// are far apart as a rule.
	maxGapS = 10
	// maxGridS bounds the seconds scanned, whatever times a file claims: 24 days.
	maxGridS = 1 << 21
)

// Power is the power curve on the grid, or the reason why there is none. It
// runs on elapsed time: a second in a pause or without power counts as 0 W,
// so that a rest in the middle of an effort is never cut out of it.
func Power(v *stream.View) (points []Point, missing i18n.Sentence) {
	watts, first, missing := PowerSeries(v)
	if missing != "" {
		return nil, missing
	}
	return PowerOf(watts, first), ""
}

// PowerOf is the power curve on the grid of what [PowerSeries] gives.
func PowerOf(watts []int32, firstS int32) []Point {
	return bestOf(Grid(), []piece{{first: firstS, values: watts}})
}

// HeartRate is the heart rate curve on the grid, or the reason why there is
// none. A heart rate holds for at most 10 s, or as long as a row stands for; no
// window crosses a longer gap.
func HeartRate(v *stream.View) (points []Point, missing i18n.Sentence) {
	if !v.Has(training.HeartRate) {
		return nil, training.NoHeartRate
	}
	return HeartRateOf(v, Grid()), ""
}

// HeartRateOf is [HeartRate] on other durations, ascending.
func HeartRateOf(v *stream.View, durations []int32) []Point {
	return bestOf(durations, heartPieces(v))
}

// PowerSeries is power at every second from the first row to the last, with
// the time of the first; it is what the power curve is taken from.
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

// piece is a stretch of values, one a second.
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
		if t < p.end() { // a second row in the same second
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

// end is the second after the piece's last.
func (p piece) end() int32 { return p.first + int32(len(p.values)) }

// bestOf takes for every duration of an ascending grid the best of all pieces.
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
