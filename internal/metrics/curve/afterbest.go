package curve

import (
	"slices"

	"lapkeep/internal/metrics/stream"
)

// PowerEffortsS and HeartRateEffortsS are the durations in seconds of the best
// efforts of one recording.
func PowerEffortsS() []int32 {
	return []int32{1, 5, 15, 30, 60, 120, 300, 480, 600, 1200, 1800, 3600, 5400, 7200, 10800, 14400}
}

// HeartRateEffortsS is described at [PowerEffortsS].
func HeartRateEffortsS() []int32 { return []int32{60, 300, 600, 1200, 1800, 3600, 7200} }

// effortsAfterBest is how many efforts of a length are told after the best one.
const effortsAfterBest = 2

// AfterBest belongs to the best efforts of one recording: the distances that
// those over a duration covered, and the efforts that come after them.
type AfterBest struct{ Power, HeartRate, Distance []Length }

// Length is one duration or distance of efforts.
type Length struct {
	DurationS int32   // 0 where the length is the distance
	DistanceM float64 // of a duration what its best effort covered; negative where that is not known
	After     []Ranked
}

// Ranked is an effort that comes after the best of its length.
type Ranked struct {
	Value     float64 // W or bpm; over a distance the time in s
	DistanceM float64 // as [Length.DistanceM]
	StartS    float64 // seconds since the recording's start
}

// AfterBestOf finds them beside the best of power, heart rate and distance; the
// tracks are those of the recording.
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
			if p.Value <= 0 { // of power: that is no effort
				break
			}
			l.After = append(l.After, Ranked{Value: p.Value, DistanceM: t.coveredBy(p), StartS: float64(p.StartS)})
		}
		out = append(out, l)
	}
	return out
}

// coveredBy is the distance in m of an effort over a duration.
func (t Tracks) coveredBy(p Point) float64 {
	from := float64(p.StartS)
	m, ok := t.Covered(from, from+float64(p.DurationS))
	if !ok {
		return -1
	}
	return m
}
