package training

import "slices"

// StepTarget is a range to stay in. Low and High are the bounds, equal for a
// single value; 0 is no bound.
type StepTarget struct {
	Of   TargetOf   `json:"of"`
	Unit TargetUnit `json:"unit"`
	Low  float64    `json:"low,omitempty"`
	High float64    `json:"high,omitempty"`
	// Ramp goes from one bound to the other: up or down.
	Ramp RampWay `json:"ramp,omitempty"`
	// Per is the distance that a pace is told for; empty is the sport's own.
	Per PaceDistance `json:"per,omitempty"`
	// OverS is the time of [TargetBest] in seconds.
	OverS float64 `json:"over_s,omitempty"`
}

// TargetOf names the measure that a target sets.
type TargetOf string

// What targets are about. Pace is kept as speed, so that more is harder.
const (
	TargetPower   TargetOf = "power"
	TargetHR      TargetOf = "hr"
	TargetPace    TargetOf = "pace"
	TargetSpeed   TargetOf = "speed"
	TargetRPE     TargetOf = "rpe"
	TargetCadence TargetOf = "cadence"
)

// TargetUnit is the unit of a target.
type TargetUnit string

// The units of targets. A zone is that of what the target is about.
const (
	TargetW       TargetUnit = "w"
	TargetFTP     TargetUnit = "pct_ftp"
	TargetBest    TargetUnit = "pct_best_power" // of the best power over OverS
	TargetBpm     TargetUnit = "bpm"
	TargetLTHR    TargetUnit = "pct_lthr"
	TargetMaxHR   TargetUnit = "pct_max_hr"
	TargetMPS     TargetUnit = "mps"
	TargetPacePct TargetUnit = "pct_threshold_pace"
	TargetZone    TargetUnit = "zone"
	TargetOwnZone TargetUnit = "own_zone" // of zones that the athlete made at a service
	TargetOf10    TargetUnit = "of_10"
	TargetRPM     TargetUnit = "rpm"
)

// RampWay is the direction of a ramp.
type RampWay string

// The directions of ramps.
const (
	RampUp   RampWay = "up"
	RampDown RampWay = "down"
)

// PaceDistance is a distance that paces are told for.
type PaceDistance string

// The distances of paces.
const (
	PerKm   PaceDistance = "km"
	PerMile PaceDistance = "mi"
	Per100M PaceDistance = "100m"
	Per100Y PaceDistance = "100y"
	Per250M PaceDistance = "250m"
	Per400M PaceDistance = "400m"
	Per500M PaceDistance = "500m"
)

// Metres is the length of the distance, 0 of one that is not known.
func (p PaceDistance) Metres() float64 {
	return map[PaceDistance]float64{
		PerKm: 1000, PerMile: 1609.344, Per100M: 100, Per100Y: 91.44, Per250M: 250, Per400M: 400, Per500M: 500,
	}[p]
}

// PaceOf is the distance that the paces of a sport are told for where nobody
// says another.
func PaceOf(s Sport) PaceDistance {
	switch s {
	case Swimming:
		return Per100M
	case Rowing:
		return Per500M
	}
	return PerKm
}

// targetUnits are the units that each target can have.
func targetUnits(of TargetOf) []TargetUnit {
	switch of {
	case TargetPower:
		return []TargetUnit{TargetW, TargetFTP, TargetBest, TargetZone, TargetOwnZone}
	case TargetHR:
		return []TargetUnit{TargetBpm, TargetLTHR, TargetMaxHR, TargetZone}
	case TargetPace:
		return []TargetUnit{TargetMPS, TargetPacePct, TargetZone}
	case TargetSpeed:
		return []TargetUnit{TargetMPS}
	case TargetRPE:
		return []TargetUnit{TargetOf10}
	case TargetCadence:
		return []TargetUnit{TargetRPM}
	}
	return nil
}

// Sound reports a target that means something: a unit of its kind and bounds
// in order, one of them at least.
func (t StepTarget) Sound() bool {
	return slices.Contains(targetUnits(t.Of), t.Unit) && amount(t.Low) && amount(t.High) && t.Low+t.High > 0 &&
		(t.High == 0 || t.Low <= t.High) && (t.Ramp == "" || t.Ramp == RampUp || t.Ramp == RampDown) &&
		(t.Per == "" || t.Of == TargetPace && t.Per.Metres() > 0) && amount(t.OverS) && (t.Unit == TargetBest) == (t.OverS > 0)
}

// amount reports a number that is not below zero and no more than any plan asks for.
func amount(x float64) bool { return x >= 0 && x <= 1e6 }

// Ends are the values at the start and at the end of a step: of a ramp its
// bounds, else the middle of the range or its one bound twice.
func (t StepTarget) Ends() (start, end float64) {
	switch {
	case t.Ramp == RampUp && t.Low > 0 && t.High > 0:
		return t.Low, t.High
	case t.Ramp == RampDown && t.Low > 0 && t.High > 0:
		return t.High, t.Low
	case t.Low > 0 && t.High > 0:
		return (t.Low + t.High) / 2, (t.Low + t.High) / 2
	}
	return max(t.Low, t.High), max(t.Low, t.High)
}

// Target is the first target about one thing.
func (s *WorkoutStep) Target(of TargetOf) (StepTarget, bool) {
	for _, t := range s.Targets {
		if t.Of == of {
			return t, true
		}
	}
	return StepTarget{}, false
}

// Leading is the first target that is not about cadence, as what a step is
// done by; false without any.
func (s *WorkoutStep) Leading() (StepTarget, bool) {
	for _, t := range s.Targets {
		if t.Of != TargetCadence {
			return t, true
		}
	}
	return StepTarget{}, false
}
