package workout

import (
	"cmp"
	"math"
	"strconv"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// TargetText is a target as a workout has it: "95–105 % FTP", "zone 2 hr";
// empty for none. A ramp begins with the bound that it starts from.
func TargetText(t training.StepTarget) i18n.Sentence {
	low, high := t.Low, t.High
	if ramps(t) && t.Ramp == training.RampDown {
		low, high = high, low
	}
	switch t.Unit {
	case "":
		return ""
	case training.TargetZone:
		return workoutZones(low, high, "zone %s %s", i18n.Word(t.Of))
	case training.TargetOwnZone:
		return workoutZones(low, high, "own zone %s")
	case training.TargetBest:
		return between(low, high, short, "%s %% of the best %s", i18n.Clock(t.OverS))
	case training.TargetFTP:
		return between(low, high, short, "%s %% FTP")
	case training.TargetLTHR:
		return between(low, high, short, "%s %% LTHR")
	case training.TargetMaxHR:
		return between(low, high, short, "%s %% max HR")
	case training.TargetPacePct:
		return between(low, high, short, "%s %% threshold pace")
	}
	return BoundsText(t.Of, low, high, t.Per)
}

// RampedText is [TargetText] that says of a ramp that it is one.
func RampedText(t training.StepTarget) i18n.Sentence {
	if t.Ramp != "" {
		return i18n.Sentencef("ramp %s", TargetText(t))
	}
	return TargetText(t)
}

// ramps reports a ramp that has both of its ends.
func ramps(t training.StepTarget) bool { return t.Ramp != "" && t.Low > 0 && t.High > 0 }

// BoundsText writes bounds in W, bpm, m/s, rpm or, of exertion, from 1 to 10,
// as [efforts.Day.Bounds] gives them. 0 is no bound, and empty is returned for
// two of it. A pace is told for the distance, per km without one.
func BoundsText(of training.TargetOf, low, high float64, per training.PaceDistance) i18n.Sentence {
	switch of {
	case training.TargetPower:
		return between(low, high, whole, "%s W")
	case training.TargetHR:
		return between(low, high, whole, "%s bpm")
	case training.TargetCadence:
		return between(low, high, whole, "%s rpm")
	case training.TargetSpeed:
		return told(low, high, speeds)
	case training.TargetRPE:
		return between(low, high, short, "%s of 10")
	}
	switch per = cmp.Or(per, training.PerKm); per {
	case training.PerKm:
		return told(low, high, paces)
	case training.Per100M:
		return told(low, high, swimPaces)
	}
	return between(low, high, clockOver(per.Metres()), "%s/%s", string(per)) // of rowers and of a track, whoever reads
}

// told are bounds of a speed in m/s in the units of who reads.
func told(low, high float64, said func(from, to float64) i18n.Sentence) i18n.Sentence {
	if low > 0 && high > 0 {
		return said(low, high)
	}
	return bound(low, high, func(mps float64) i18n.Sentence { return said(mps, mps) })
}

func paces(from, to float64) i18n.Sentence {
	const kilometre = 1000
	return i18n.Sentencef("%s", i18n.Paces(PaceS(kilometre, from), PaceS(kilometre, to)))
}

func swimPaces(from, to float64) i18n.Sentence {
	m, y := training.Per100M, training.Per100Y
	return i18n.InUnits(ranged(from, to, clockOver(m.Metres()))+"/"+string(m), ranged(from, to, clockOver(y.Metres()))+"/100yd")
}

func speeds(from, to float64) i18n.Sentence {
	kmh := i18n.KilometresPerHour()
	const mphPerMPS = KmhPerMPS / i18n.KmPerMile
	return i18n.InUnits(ranged(from*KmhPerMPS, to*KmhPerMPS, short)+" "+kmh.Shown,
		ranged(from*mphPerMPS, to*mphPerMPS, short)+" "+kmh.Miles.Shown)
}

// ranged are two numbers, told as one where they read alike.
func ranged(from, to float64, number func(float64) string) string {
	if a, b := number(from), number(to); a != b {
		return a + "–" + b
	}
	return number(from)
}

// KmhPerMPS is a speed of 1 m/s in km/h.
const KmhPerMPS = 3.6

// slowest is the slowest pace in s that is shown; beyond it nothing moves.
const slowest = 36_000

// PaceS is a speed as the time in s for so many metres.
func PaceS(metres, mps float64) float64 { return min(slowest, metres/mps) }

func clockOver(metres float64) func(float64) string {
	return func(mps float64) string { return i18n.Clock(PaceS(metres, mps)) }
}

func whole(x float64) string { return strconv.FormatFloat(math.Round(x), 'f', 0, 64) }

// short has a decimal only where it says something: half a point of exertion.
func short(x float64) string { return Decimals(x, 1) }

// workoutZones are "zone 2–3 hr", and of one bound "from zone 2 hr".
func workoutZones(low, high float64, format string, args ...any) i18n.Sentence {
	if low > 0 && high > 0 {
		return between(low, high, short, format, args...)
	}
	return bound(low, high, func(x float64) i18n.Sentence { return i18n.Sentencef(format, append([]any{short(x)}, args...)...) })
}

// between is a range in words, which the format takes before its operands; one
// of its bounds may be 0, which is none.
func between(low, high float64, number func(float64) string, format string, args ...any) i18n.Sentence {
	text := bound(low, high, func(x float64) i18n.Sentence { return i18n.Sentence(number(x)) })
	if low > 0 && high > 0 {
		text = i18n.Sentence(ranged(low, high, number))
	}
	if text == "" {
		return ""
	}
	return i18n.Sentencef(format, append([]any{text}, args...)...)
}

// bound is one bound in words; empty for none and for two.
func bound(low, high float64, number func(float64) i18n.Sentence) i18n.Sentence {
	switch {
	case low <= 0 && high > 0:
		return i18n.Sentencef("up to %s", number(high))
	case high <= 0 && low > 0:
		return i18n.Sentencef("from %s", number(low))
	}
	return ""
}
