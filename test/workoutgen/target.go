package workoutgen

import (
	"slices"

	"pgregory.net/rapid"

	"lapkeep/internal/training"
)

// steering draws what a step is done by.
func (d drawer) steering(s *training.WorkoutStep) {
	switch {
	case d.once(d.can.MaxEffort, 10, "maximal"):
		s.MaxEffort = true
		return
	case d.once(d.can.Free, 8, "free"):
		s.Free = true
	case d.once(!d.can.Steered, 8, "untargeted"):
		return
	}
	kinds := d.kinds()
	if s.Free {
		kinds = slices.DeleteFunc(kinds, func(of training.TargetOf) bool { return of == training.TargetPower || !d.can.FreeSteered })
	}
	if len(kinds) > 0 && !d.once(s.Free, 2, "free alone") {
		kinds = rapid.Permutation(kinds).Draw(d.T, "targets")
		n := 1
		if d.once(d.can.Several && len(kinds) > 1, 5, "several") {
			n = 2
		}
		for _, of := range kinds[:n] {
			s.Targets = append(s.Targets, d.target(of))
		}
	}
	pedals := d.sport != training.Swimming && d.sport != training.Strength
	if d.once(d.can.Cadence && pedals && (len(s.Targets) > 0 || d.can.CadenceAlone), 4, "cadence") {
		s.Targets = append(s.Targets, d.target(training.TargetCadence))
	}
}

// kinds are the targets that a sport has, of those that may be.
func (d drawer) kinds() []training.TargetOf {
	var out []training.TargetOf
	add := func(of training.TargetOf, may bool, no ...training.Sport) {
		if may && !slices.Contains(no, d.sport) {
			out = append(out, of)
		}
	}
	add(training.TargetPower, len(d.can.Power) > 0, training.Swimming, training.Walking, training.Strength)
	add(training.TargetHR, len(d.can.HR) > 0)
	add(training.TargetPace, len(d.can.Pace) > 0, training.Cycling, training.Strength)
	add(training.TargetSpeed, d.can.Speed, training.Swimming, training.Strength)
	add(training.TargetRPE, d.can.RPE)
	return out
}

// scale is which numbers a target has: from low to high, one of so many parts.
type scale struct{ low, high, parts int }

func (d drawer) target(of training.TargetOf) training.StepTarget {
	x := training.StepTarget{Of: of, Unit: d.unit(of)}
	if x.Unit == training.TargetBest {
		x.OverS = float64(rapid.SampledFrom([]int{5, 60, 180, 300, 1200}).Draw(d.T, "over"))
	}
	if of == training.TargetPace && x.Unit == training.TargetMPS {
		d.pace(&x)
		return x
	}
	s := scales(of, x.Unit)
	if s.parts == 10 && d.once(true, 2, "whole") {
		s = scale{s.low / 10, s.high / 10, 1}
	}
	low, high := d.bounds(&x, s.low, s.high)
	x.Low, x.High = float64(max(low, 0))/float64(s.parts), float64(max(high, 0))/float64(s.parts)
	return x
}

// pace draws whole seconds for a distance, and keeps them as speed.
func (d drawer) pace(x *training.StepTarget) {
	x.Per = rapid.SampledFrom(append([]training.PaceDistance{""}, d.can.Per...)).Draw(d.T, "per")
	metres := x.Per.Metres()
	if x.Per == "" {
		metres = training.PaceOf(d.sport).Metres()
	}
	slowest, fastest := 1.0, 7.0 // m/s
	if d.sport == training.Swimming {
		slowest, fastest = 0.5, 2
	}
	quick, slow := int(metres/fastest)+1, int(metres/slowest)
	low, high := d.bounds(x, 0, slow-quick) // of the seconds faster than the slowest
	speed := func(faster int) float64 {
		if faster < 0 {
			return 0
		}
		return metres / float64(slow-faster)
	}
	x.Low, x.High = speed(low), speed(high)
}

func (d drawer) unit(of training.TargetOf) training.TargetUnit {
	switch of {
	case training.TargetPower:
		return rapid.SampledFrom(d.can.Power).Draw(d.T, "power")
	case training.TargetHR:
		return rapid.SampledFrom(d.can.HR).Draw(d.T, "heart rate")
	case training.TargetPace:
		return rapid.SampledFrom(d.can.Pace).Draw(d.T, "pace")
	case training.TargetSpeed:
		return training.TargetMPS
	case training.TargetRPE:
		return training.TargetOf10
	}
	return training.TargetRPM
}

func scales(of training.TargetOf, unit training.TargetUnit) scale {
	switch unit {
	case training.TargetW:
		return scale{40, 900, 1}
	case training.TargetFTP:
		return scale{300, 2000, 10}
	case training.TargetBest:
		return scale{300, 1100, 10}
	case training.TargetBpm:
		return scale{80, 200, 1}
	case training.TargetLTHR:
		return scale{500, 1150, 10}
	case training.TargetMaxHR:
		return scale{400, 1000, 10}
	case training.TargetPacePct:
		return scale{500, 1300, 10}
	case training.TargetMPS:
		return scale{1000, 16000, 1000}
	case training.TargetOf10:
		return scale{1, 10, 1}
	case training.TargetRPM:
		return scale{40, 130, 1}
	}
	if of == training.TargetPower {
		return scale{1, 7, 1}
	}
	return scale{1, 5, 1} // zones of heart rate and pace
}

// bounds draws a single value, a range, a ramp or one bound; the other is then
// -1, for none.
func (d drawer) bounds(x *training.StepTarget, least, most int) (low, high int) {
	zone := x.Unit == training.TargetZone || x.Unit == training.TargetOwnZone
	low = d.from(least, most, "low")
	switch {
	case low < most && !zone && d.once(slices.Contains(d.can.Ramps, x.Of), 4, "ramp"):
		x.Ramp = rapid.SampledFrom([]training.RampWay{training.RampUp, training.RampDown}).Draw(d.T, "way")
		return low, d.from(low+1, most, "high")
	case d.once(d.can.OneSided, 8, "one-sided"):
		if d.once(true, 2, "at most") {
			return -1, low
		}
		return low, -1
	case low < most && d.once(d.can.Ranges && !zone || d.can.ZoneRanges && zone, 2, "range"):
		return low, d.from(low+1, most, "high")
	}
	return low, low
}
