package workout

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/training"
)

// TargetText returns a target as stated in a workout: "95–105 % FTP", "zone 2
// hr". It returns "" if there is none. A ramp begins with its starting bound.
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

// RampedText does the same as [TargetText], with the word "ramp" before a ramp.
func RampedText(t training.StepTarget) i18n.Sentence {
	if t.Ramp != "" {
		return i18n.Sentencef("ramp %s", TargetText(t))
	}
	return TargetText(t)
}

// ramps reports whether a ramp has both of its ends.
func ramps(t training.StepTarget) bool { return t.Ramp != "" && t.Low > 0 && t.High > 0 }

// BoundsText formats bounds for people. They are in W, bpm, m/s or rpm, or from 1 to 10 for
// exertion, as in [efforts.Day.Bounds]. A bound of 0 means none; if there are none, the text
// is "". A pace refers to the distance per if it is set, and otherwise to 1 km.
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
	return between(low, high, clockOver(per.Metres()), "%s/%s", string(per)) // rowers and track runners use these, whatever their units
}

// told returns the bounds of a speed in m/s in the units of the reader.
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

// ranged returns two numbers as a range, or one number if both look the same.
func ranged(from, to float64, number func(float64) string) string {
	if a, b := number(from), number(to); a != b {
		return a + "–" + b
	}
	return number(from)
}

// KmhPerMPS is 1 m/s in km/h.
const KmhPerMPS = 3.6

// slowest is the slowest displayed pace in s; anything slower counts as standing still.
const slowest = 36_000

// PaceS returns the time in s for a distance in m at a speed in m/s, up to a
// limit.
func PaceS(metres, mps float64) float64 { return min(slowest, metres/mps) }

func clockOver(metres float64) func(float64) string {
	return func(mps float64) string { return i18n.Clock(PaceS(metres, mps)) }
}

func whole(x float64) string { return strconv.FormatFloat(math.Round(x), 'f', 0, 64) }

// short returns a number with at most one decimal, such as half a point of
// exertion.
func short(x float64) string { return Decimals(x, 1) }

// workoutZones returns "zone 2–3 hr", or for a single bound "from zone 2 hr".
func workoutZones(low, high float64, format string, args ...any) i18n.Sentence {
	if low > 0 && high > 0 {
		return between(low, high, short, format, args...)
	}
	return bound(low, high, func(x float64) i18n.Sentence { return i18n.Sentencef(format, append([]any{short(x)}, args...)...) })
}

// between formats a range for people. The range is the first operand of format, before args.
// One of the bounds may be 0, which means none.
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

// bound formats a single bound for people; it returns "" if there is none or there are two.
func bound(low, high float64, number func(float64) i18n.Sentence) i18n.Sentence {
	switch {
	case low <= 0 && high > 0:
		return i18n.Sentencef("up to %s", number(high))
	case high <= 0 && low > 0:
		return i18n.Sentencef("from %s", number(low))
	}
	return ""
}

// KindWords returns the purpose of a step in words.
func KindWords(k training.StepKind) i18n.Word {
	switch k {
	case training.StepWarmup:
		return "a warm-up"
	case training.StepCooldown:
		return "a cool-down"
	case training.StepRest:
		return "rest"
	}
	return "work"
}

// WrittenAs returns a phrase about the written form of a target, with the threshold
// that was used, unless by is "".
func WrittenAs(target, by i18n.Sentence) i18n.Sentence {
	if by == "" {
		return i18n.Sentencef("it is written as %s", target)
	}
	return i18n.Sentencef("it is written as %s at %s", target, by)
}

// Decimals returns a number with up to the given number of decimals, without trailing zeros.
func Decimals(x float64, most int) string {
	scale := math.Pow10(most)
	x = math.Round(x*scale) / scale
	if n := int64(x); float64(n) == x {
		return strconv.FormatInt(n, 10)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// NoteText returns a target for a note that gives no context, so it includes its measure:
// "RPE 7–8".
func NoteText(t training.StepTarget) i18n.Sentence {
	if t.Of != training.TargetRPE {
		return RampedText(t)
	}
	low, high := t.Low, t.High
	if ramps(t) && t.Ramp == training.RampDown {
		low, high = high, low
	}
	if t.Ramp != "" {
		return between(low, high, short, "RPE ramp %s")
	}
	return between(low, high, short, "RPE %s")
}

// Join joins texts into one line, and skips empty ones.
func Join(texts ...string) string {
	var out []string
	for _, s := range texts {
		if s = strings.Join(strings.Fields(s), " "); s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, ". ")
}

const numbered = "step %d"

// stepName returns the name of a step in sentences.
func stepName(number int) i18n.Sentence { return i18n.Sentencef(numbered, number) }

// IsStep reports whether an operand of a sentence is the number of a step.
func IsStep(operand any) bool {
	s, ok := operand.(i18n.Sentence)
	format, _ := s.Parts()
	return ok && format == numbered
}

// Absolute returns the target in W, bpm, m/s or rpm, or from 1 to 10, using the thresholds
// of a day. If a threshold that it needs is missing, the error mentions it.
func Absolute(day efforts.Day, step int, t training.StepTarget) (training.StepTarget, error) {
	if err := Plausible(step, t); err != nil {
		return t, err
	}
	low, high, lacks := day.Bounds(t)
	if lacks != "" {
		return t, Lacking(step, t, lacks)
	}
	t.Low, t.High, t.OverS = low, high, 0
	t.Unit = AbsoluteUnit(t.Of)
	return t, Plausible(step, t)
}

// AbsoluteUnit returns the unit of a measure for which no threshold is needed.
func AbsoluteUnit(of training.TargetOf) training.TargetUnit {
	switch of {
	case training.TargetPower:
		return training.TargetW
	case training.TargetHR:
		return training.TargetBpm
	case training.TargetCadence:
		return training.TargetRPM
	case training.TargetRPE:
		return training.TargetOf10
	}
	return training.TargetMPS
}

// Percent returns the target as a percentage of FTP or of threshold pace, using the
// thresholds of a day. If a threshold that it needs is missing, the error mentions it.
func Percent(day efforts.Day, step int, t training.StepTarget, unit training.TargetUnit) (training.StepTarget, error) {
	if t.Unit == unit {
		return t, nil
	}
	out, err := Absolute(day, step, t)
	if err != nil {
		return t, err
	}
	full, lacks := day.Thresholds.FTPW, efforts.LacksFTP
	if unit == training.TargetPacePct {
		out.Of, full, lacks = training.TargetPace, day.Thresholds.ThresholdMPS, efforts.LacksThresholdPace
	}
	if full <= 0 {
		return t, Lacking(step, t, lacks)
	}
	out.Unit, out.Per, out.Low, out.High = unit, "", 100*out.Low/full, 100*out.High/full
	return out, nil
}

// Lacking returns the error for a target that needs a missing threshold.
func Lacking(step int, t training.StepTarget, lacks string) error {
	name, fix := lackWords(lacks)
	return training.Errorf(training.KindInvalid, "Step %d asks for %s, and %s is not known for the day.",
		step, RampedText(t), name).
		WithFix("%s, or give the target in %s.", fix, absoluteWords(t.Of))
}

// LackName returns the missing threshold of a target in words: "the FTP".
func LackName(lacks string) i18n.Word {
	name, _ := lackWords(lacks)
	return name
}

func lackWords(lacks string) (name, fix i18n.Word) {
	switch lacks {
	case efforts.LacksFTP:
		return "the FTP", "Set ftp_w"
	case efforts.LacksLTHR:
		return "the lactate threshold heart rate", "Set lthr_bpm"
	case efforts.LacksMaxHR:
		return "the maximum heart rate", "Set max_hr_bpm"
	case efforts.LacksThresholdPace:
		return "the threshold pace", "Set threshold_speed_mps"
	case efforts.LacksBestPower:
		return "the best power over that time", "Give a percentage of FTP"
	}
	return "the athlete's own zones", "Give a zone"
}

func absoluteWords(of training.TargetOf) i18n.Word {
	switch of {
	case training.TargetPower:
		return "W"
	case training.TargetHR:
		return "bpm"
	}
	return "time per distance"
}

// DayText returns a target according to the thresholds of a day, and a ramp in its
// direction: "220–235 W". It returns "" if a threshold is missing.
func DayText(day efforts.Day, t training.StepTarget) i18n.Sentence {
	low, high, lacks := day.Bounds(t)
	if lacks != "" {
		return ""
	}
	if t.Ramp == training.RampDown && low > 0 && high > 0 {
		low, high = high, low
	}
	return BoundsText(t.Of, low, high, cmp.Or(t.Per, training.PaceOf(day.Sport)))
}

// By returns the threshold by which a target was converted: "an FTP of 250 W",
// or "" if it depends on none.
func By(day efforts.Day, t training.StepTarget) i18n.Sentence {
	th := &day.Thresholds
	switch t.Unit {
	case training.TargetFTP:
		return i18n.Sentencef("an FTP of %s W", Decimals(th.FTPW, 1))
	case training.TargetLTHR:
		return i18n.Sentencef("an LTHR of %s bpm", Decimals(th.LTHRBpm, 1))
	case training.TargetMaxHR:
		return i18n.Sentencef("a maximum heart rate of %s bpm", Decimals(th.MaxHRBpm, 1))
	case training.TargetPacePct:
		pace := BoundsText(training.TargetPace, th.ThresholdMPS, th.ThresholdMPS, training.PaceOf(day.Sport))
		return i18n.Sentencef("a threshold pace of %s", pace)
	case training.TargetZone:
		return "the zones of the day"
	}
	return ""
}

// Plausible returns an error for a target beyond the limits of its unit, which
// was probably meant in another unit.
func Plausible(step int, t training.StepTarget) error {
	_, most := Limits(t.Of, t.Unit)
	if t.Low <= most && t.High <= most {
		return nil
	}
	return training.Errorf(training.KindInvalid, "Step %d asks for %s.", step, RampedText(t)).
		WithFix("Give at most %s.", RampedText(training.StepTarget{Of: t.Of, Unit: t.Unit, Low: most, High: most, Per: t.Per, OverS: t.OverS}))
}
