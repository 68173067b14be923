package workout

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
)

// TargetText is a target as a workout has it: "95–105 % FTP", "zone 2 hr";
// empty for none. A ramp begins with the bound that it starts from.
func TargetText(t training.StepTarget) string { return targetText(fmt.Sprintf, t) }

// Say says a format with its operands in the language of a person.
type Say = func(format string, args ...any) string

func targetText(say Say, t training.StepTarget) string {
	low, high := t.Low, t.High
	if ramps(t) && t.Ramp == training.RampDown {
		low, high = high, low
	}
	switch t.Unit {
	case "":
		return ""
	case training.TargetZone:
		return zones(low, high, say, "zone %s %s", phrase.Word(t.Of))
	case training.TargetOwnZone:
		return zones(low, high, say, "own zone %s")
	case training.TargetBest:
		return between(low, high, short, say, "%s %% of the best %s", phrase.Clock(t.OverS))
	case training.TargetFTP:
		return between(low, high, short, say, "%s %% FTP")
	case training.TargetLTHR:
		return between(low, high, short, say, "%s %% LTHR")
	case training.TargetMaxHR:
		return between(low, high, short, say, "%s %% max HR")
	case training.TargetPacePct:
		return between(low, high, short, say, "%s %% threshold pace")
	}
	return boundsText(say, t.Of, low, high, t.Per)
}

// RampedText is [TargetText] that says of a ramp that it is one.
func RampedText(t training.StepTarget) string { return RampedTextIn(fmt.Sprintf, t) }

// RampedTextIn is [RampedText] in the words of say.
func RampedTextIn(say Say, t training.StepTarget) string {
	if t.Ramp != "" {
		return say("ramp %s", targetText(say, t))
	}
	return targetText(say, t)
}

// ramps reports a ramp that has both of its ends.
func ramps(t training.StepTarget) bool { return t.Ramp != "" && t.Low > 0 && t.High > 0 }

// BoundsText writes bounds in W, bpm, m/s, rpm or, of exertion, from 1 to 10,
// as [planned.Day.Bounds] gives them. 0 is no bound, and empty is returned for
// two of it. A pace is told for the distance, per km without one.
func BoundsText(of training.TargetOf, low, high float64, per training.PaceDistance) string {
	return boundsText(fmt.Sprintf, of, low, high, per)
}

func boundsText(say Say, of training.TargetOf, low, high float64, per training.PaceDistance) string {
	switch of {
	case training.TargetPower:
		return between(low, high, whole, say, "%s W")
	case training.TargetHR:
		return between(low, high, whole, say, "%s bpm")
	case training.TargetCadence:
		return between(low, high, whole, say, "%s rpm")
	case training.TargetSpeed:
		return between(low*KmhPerMPS, high*KmhPerMPS, short, say, "%s km/h")
	case training.TargetRPE:
		return between(low, high, short, say, "%s of 10")
	}
	per = cmp.Or(per, training.PerKm)
	return between(low, high, clockOver(per.Metres()), say, "%s/%s", string(per))
}

// KmhPerMPS is a speed of 1 m/s in km/h.
const KmhPerMPS = 3.6

// slowest is the slowest pace in s that is shown; beyond it nothing moves.
const slowest = 36_000

// PaceS is a speed as the time in s for so many metres.
func PaceS(metres, mps float64) float64 { return min(slowest, metres/mps) }

func clockOver(metres float64) func(float64) string {
	return func(mps float64) string { return phrase.Clock(PaceS(metres, mps)) }
}

func whole(x float64) string { return strconv.FormatFloat(math.Round(x), 'f', 0, 64) }

// short has a decimal only where it says something: half a point of exertion.
func short(x float64) string { return Decimals(x, 1) }

// zones are "zone 2–3 hr", and of one bound "from zone 2 hr".
func zones(low, high float64, say Say, format string, args ...any) string {
	if low > 0 && high > 0 {
		return between(low, high, short, say, format, args...)
	}
	return between(low, high, func(x float64) string { return say(format, append([]any{short(x)}, args...)...) }, say, "%s")
}

// between is a range in words, which the format takes before its operands; one
// of its bounds may be 0, which is none.
func between(low, high float64, number func(float64) string, say Say, format string, args ...any) string {
	text := ""
	switch {
	case low <= 0 && high <= 0:
		return ""
	case low <= 0:
		text = say("up to %s", number(high))
	case high <= 0:
		text = say("from %s", number(low))
	default:
		from, to := number(low), number(high)
		if text = from; from != to {
			text += "–" + to
		}
	}
	return say(format, append([]any{text}, args...)...)
}
