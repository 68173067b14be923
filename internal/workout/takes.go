package workout

import (
	"fmt"
	"math"

	"lapkeep/internal/metrics/efforts/planned"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/training"
)

// Takes is what a workout takes as planned. What is not known is 0, and
// Missing says why by the name that results have for it.
type Takes struct {
	// DurationS is in s with rests, DistanceM in m.
	DurationS, DistanceM float64
	WorkKJ               float64
	NormalizedPowerW     float64
	// Intensity is the share of the threshold, where the load's method has one.
	Intensity, Load float64
	Method          load.Method
	Missing         map[string]string
}

// Takes computes what a workout takes by the thresholds of a day. A range
// counts at its middle, a ramp in a straight line, a zone at the middle of its
// bounds, a step without power at 0 W where others have it; normalized power is that of the planned power by seconds, and the
// load that of an activity with these values.
func (w *Workout) Takes(day planned.Day, rules load.Rules) Takes {
	legs := Legs(w, day)
	t := Takes{Missing: map[string]string{}}
	in := load.Input{Sport: w.Sport}
	sums, unknown := sums{}, ""
	for i := range legs {
		l := &legs[i]
		if l.Seconds <= 0 && unknown == "" {
			unknown = l.noDuration()
		}
		if sums.seconds+l.Seconds+l.RestS > maxTakesS {
			unknown = "the workout is longer than a week"
			break
		}
		if l.Lacks != "" && t.Missing["load"] == "" {
			t.Missing["load"] = fmt.Sprintf("step %d needs %s, which is not set", l.Number, l.Lacks)
		}
		sums.add(l)
	}
	if !sums.unmeasured { // a part of it would be taken for the whole
		t.DistanceM = sums.metres
	}
	if len(legs) == 0 {
		unknown = "the workout has no steps"
	}
	if unknown != "" {
		for _, field := range []string{"duration_s", "load"} {
			t.Missing[field] = unknown
		}
		return t
	}
	t.DurationS = math.Round(sums.seconds)
	if t.Missing["load"] != "" {
		return t
	}
	if np, ok := sums.power(); ok {
		in.NPW, in.NPWindows = np.Watts, np.Windows
		t.NormalizedPowerW, t.WorkKJ = np.Watts, sums.joules/1000
	}
	sums.into(&in)
	l, why := rules.Of(in, day.Thresholds)
	if t.Load, t.Intensity, t.Method = l.TSS, l.IntensityFactor, l.Method; why != "" {
		t.Missing["load"] = why
	}
	return t
}

// noDuration says why nobody knows how long a leg is.
func (l *Leg) noDuration() string {
	switch {
	case l.Step.Open:
		return fmt.Sprintf("step %d lasts until the lap button", l.Number)
	case l.Metres > 0 && l.Lacks != "":
		return fmt.Sprintf("step %d has a distance, and %s is not set", l.Number, l.Lacks)
	case l.Metres > 0:
		return fmt.Sprintf("step %d has a distance and no pace", l.Number)
	}
	return fmt.Sprintf("step %d has no duration", l.Number)
}

// sums are legs added up.
type sums struct {
	seconds, metres float64
	// unmeasured is a leg whose distance is not known.
	unmeasured bool
	// watts are samples of one second in hundredths of W, since planned power
	// is no whole number of watts.
	watts   []int32
	powered bool
	joules  float64
	// moving is the time of legs with a speed, beats and exertion sums over
	// the time of legs that ask for them.
	moving, movedM, beats, beatS, exertion, exertionS float64
}

const (
	hundredths = 100
	// maxTakesS bounds what is added up by seconds.
	maxTakesS = 7 * 86400
)

func (s *sums) add(l *Leg) {
	seconds := l.Seconds
	s.metres += l.Metres
	s.unmeasured = s.unmeasured || l.Metres == 0
	if mps := l.speed(); mps > 0 {
		s.moving, s.movedM = s.moving+seconds, s.movedM+l.Metres
	}
	mean := (l.From + l.To) / 2
	switch {
	case l.Target.Of == training.TargetPower && l.From > 0:
		s.powered = true
		s.joules += seconds * mean
	case l.Target.Of == training.TargetHR && mean > 0:
		s.beats, s.beatS = s.beats+seconds*mean, s.beatS+seconds
	case l.Target.Of == training.TargetRPE && mean > 0:
		s.exertion, s.exertionS = s.exertion+seconds*mean, s.exertionS+seconds
	}
	first := int(math.Round(s.seconds))
	s.seconds += seconds
	last := int(math.Round(s.seconds))
	for i := first; i < last; i++ {
		w := 0.0
		if l.Target.Of == training.TargetPower {
			w = l.From + (l.To-l.From)*(float64(i-first)+0.5)/float64(last-first)
		}
		s.watts = append(s.watts, int32(math.Round(w*hundredths)))
	}
	s.seconds += l.RestS
	for range int(math.Round(s.seconds)) - last {
		s.watts = append(s.watts, 0)
	}
}

// power is the normalized power of the plan; false without any power.
func (s *sums) power() (power.NP, bool) {
	if !s.powered {
		return power.NP{}, false
	}
	np, ok := power.Normalized(s.watts)
	np.Watts /= hundredths
	return np, ok
}

// into gives what a load follows from, as an activity would have it.
func (s *sums) into(in *load.Input) {
	in.TimerS, in.DistanceM = s.seconds, s.movedM
	if s.moving > 0 {
		in.AvgMPS = s.movedM / s.moving
		if in.Sport == training.Swimming {
			in.TimerS = s.moving
		}
	}
	if s.beatS > 0 {
		in.AvgHRBpm, in.HRSeconds = s.beats/s.beatS, s.beatS
	}
	if s.exertionS >= load.MinHRShare*s.seconds {
		in.Exertion = s.exertion / s.exertionS
	}
}
