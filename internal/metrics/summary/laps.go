package summary

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// LapVersion is the version of this package's own rules.
const LapVersion = 4

// LapsVersion is that of all rules that laps are made by.
func LapsVersion() int {
	return stream.RulesetVersion(LapVersion, Version(), PoolVersion, route.SplitsVersion)
}

// Lap is one lap with what we compute and, beside it, what the device did.
type Lap struct {
	Index     int // from 0
	StartS    float64
	EndS      float64
	Trigger   string
	Intensity string
	Values    training.Values
	Device    training.Values
}

// LapsOf computes the laps that the device cut. A lap holds the rows from its
// start up to the next lap's start. Its normalized power is over the windows
// that end in it, which reach back before it as the device's do.
func LapsOf(v *stream.View) []Lap { return LapsIn(NewStretches(v)) }

// LapsIn is [Of] where the stretches of the recording are at hand.
func LapsIn(s *Stretches) []Lap {
	v := s.View()
	out := make([]Lap, 0, len(v.Recording.Laps))
	whole, _ := PoolOf(v.Recording)
	pool := whole.DistanceM > 0
	for i, l := range v.Recording.Laps {
		span := LapSpan(v, i)
		timer, elapsed := l.TimerS, l.ElapsedS
		if timer <= 0 {
			timer = v.TimerIn(training.Span{FromS: l.StartS, ToS: l.EndS})
		}
		if elapsed <= 0 {
			elapsed = l.EndS - l.StartS
		}
		values := s.Values(span, timer)
		s.AveragePower(values, l.Device, span, timer, i)
		putTimes(values, timer, elapsed)
		lap := func(x training.Length) bool { return x.Lap == i }
		if p, missing := PoolIn(v.Recording, lap); missing == "" {
			p.Put(values, timer)
		} else if pool {
			rest(values)
		}
		out = append(out, Lap{
			Index: i, StartS: l.StartS, EndS: l.EndS, Trigger: l.Trigger, Intensity: l.Intensity,
			Values: values, Device: l.Device,
		})
	}
	return out
}

// Stretch is the lap that a device would have cut from one second to another, the
// end not included and not later than the recording's, or the reason why there is
// none.
func Stretch(v *stream.View, span training.Span) (lap Lap, missing i18n.Sentence) {
	times := v.Columns.TimeS
	if len(times) == 0 {
		return Lap{}, "there are no stream records"
	}
	if span.ToS = min(span.ToS, max(float64(times[len(times)-1])+1, v.Recording.ElapsedS)); span.ToS <= span.FromS {
		return Lap{}, "it begins after the end of the recording"
	}
	s := NewStretches(v)
	timer := v.TimerIn(span)
	values := s.Values(span, timer)
	s.AveragePower(values, nil, span, timer, WholeStretch)
	putTimes(values, timer, span.ToS-span.FromS)
	in := func(x training.Length) bool { return x.StartS >= span.FromS && x.StartS < span.ToS }
	if p, missing := PoolIn(v.Recording, in); missing == "" {
		p.Put(values, timer)
	} else if whole, _ := PoolOf(v.Recording); whole.DistanceM > 0 {
		rest(values)
	}
	return Lap{StartS: span.FromS, EndS: span.ToS, Values: values}, ""
}

// rest takes from a lap at the wall what the distance column makes of it: in a
// pool the lengths say what was swum, and rows catch up only after a length.
func rest(values training.Values) {
	for _, m := range []training.Metric{
		training.MetricDistanceKM, training.MetricAvgSpeedKMH, training.MetricMaxSpeedKMH, training.MetricPaceSPerKM,
	} {
		delete(values, m)
	}
}

func putTimes(values training.Values, timer, elapsed float64) {
	if timer > 0 {
		values[training.MetricDurationS] = timer
	}
	if elapsed > 0 {
		values[training.MetricElapsedTimeS] = elapsed
	}
}

// Splits computes laps of equal distance (1000 m, or a mile), or the reason
// why there are none.
func Splits(v *stream.View, lengthM float64) (splits []Lap, missing i18n.Sentence) {
	return SplitsIn(NewStretches(v), lengthM)
}

// SplitsIn is [Splits] where the stretches of the recording are at hand.
func SplitsIn(s *Stretches, lengthM float64) (splits []Lap, missing i18n.Sentence) {
	cuts, missing := route.Splits(s.View(), lengthM)
	if missing != "" {
		return nil, missing
	}
	splits = make([]Lap, 0, len(cuts))
	for i, c := range cuts {
		values := s.Values(c.Span, c.TimerS)
		putTimes(values, c.TimerS, c.Span.ToS-c.Span.FromS)
		values[training.MetricDistanceKM] = c.DistanceM / 1000
		splits = append(splits, Lap{
			Index: i, StartS: c.Span.FromS, EndS: c.Span.ToS, Trigger: "distance", Values: values,
		})
	}
	return splits, ""
}
