package followed

import (
	"cmp"
	"fmt"

	"lapkeep/internal/analysis"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/efforts/planned"
	"lapkeep/internal/training"
)

// target gives the bounds of a step by the thresholds of the day, or as the
// plan has them where one is not set; empty for none.
func target(s *planned.Step, basis efforts.Basis) string {
	if s.Low <= 0 && s.High <= 0 {
		return Written(s.Target)
	}
	by := basis
	if s.Of != "" {
		by = s.Of
	}
	switch by {
	case efforts.ByPower:
		return between(s.Low, s.High, plain, " W")
	case efforts.ByHR:
		return between(s.Low, s.High, plain, " bpm")
	case efforts.ByLengths:
		return between(s.Low, s.High, clockOver(100), "/100m")
	}
	return between(s.Low, s.High, clockOver(1000), "/km")
}

// Written is a target as a plan has it: "95–105 % FTP", "zone 2 hr"; empty for
// none.
func Written(t training.StepTarget) string {
	low, high := t.Low, t.High
	if t.Ramp == training.RampDown {
		low, high = high, low
	}
	switch t.Unit {
	case "":
		return ""
	case training.TargetZone:
		return "zone " + between(low, high, plain, " "+string(t.Of))
	case training.TargetMPS:
		if t.Of == training.TargetSpeed {
			return between(low*kmh, high*kmh, plain, " km/h")
		}
		per := cmp.Or(t.Per, training.PerKm)
		return between(low, high, clockOver(per.Metres()), "/"+string(per))
	case training.TargetBest:
		return between(low, high, plain, " % of the best "+analysis.Clock(t.OverS))
	case training.TargetOwnZone:
		return "own zone " + between(low, high, plain, "")
	}
	return between(low, high, plain, map[training.TargetUnit]string{
		training.TargetW: " W", training.TargetFTP: " % FTP", training.TargetBpm: " bpm", training.TargetLTHR: " % LTHR",
		training.TargetMaxHR: " % max HR", training.TargetPacePct: " % threshold pace", training.TargetRPM: " rpm", training.TargetOf10: " of 10",
	}[t.Unit])
}

// kmh is a speed of 1 m/s in km/h.
const kmh = 3.6

func plain(x float64) string { return fmt.Sprintf("%.0f", x) }

// slowest is the slowest pace in s that is shown; beyond it nothing moves.
const slowest = 36_000

func paceS(metres, mps float64) float64 { return min(slowest, metres/mps) }

// clockOver is a speed as the time for so many metres.
func clockOver(metres float64) func(float64) string {
	return func(mps float64) string { return analysis.Clock(paceS(metres, mps)) }
}

// between is a range in words; one of its bounds may be 0, which is none.
func between(low, high float64, number func(float64) string, unit string) string {
	switch {
	case low <= 0:
		return "up to " + number(high) + unit
	case high <= 0:
		return "from " + number(low) + unit
	case number(low) == number(high):
		return number(low) + unit
	}
	return number(low) + "–" + number(high) + unit
}
