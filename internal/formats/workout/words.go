package workout

import (
	"math"
	"strconv"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// KindWords is what a step is for in words.
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

// WrittenAs says as what a target is written, and by which threshold, if by any.
func WrittenAs(target, by i18n.Sentence) i18n.Sentence {
	if by == "" {
		return i18n.Sentencef("it is written as %s", target)
	}
	return i18n.Sentencef("it is written as %s by %s", target, by)
}

// Decimals is a number with so many decimals at most, without zeros behind.
func Decimals(x float64, most int) string {
	scale := math.Pow10(most)
	x = math.Round(x*scale) / scale
	if n := int64(x); float64(n) == x {
		return strconv.FormatInt(n, 10)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// NoteText is a target as a note tells it, where nothing around says what it
// is about: "RPE 7–8".
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

// Join puts texts into one line, those that are empty left out.
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

// stepName is a step in sentences about it.
func stepName(number int) i18n.Sentence { return i18n.Sentencef(numbered, number) }

// IsStep reports whether an operand of a sentence is the number of a step.
func IsStep(operand any) bool {
	s, ok := operand.(i18n.Sentence)
	format, _ := s.Parts()
	return ok && format == numbered
}
