package workout

import (
	"math"
	"strconv"
	"strings"

	"lapkeep/internal/training"
)

// KindWords is what a step is for in words.
func KindWords(k training.StepKind) string {
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
func NoteText(t training.StepTarget) string {
	if t.Of == training.TargetRPE {
		return "RPE " + strings.TrimSuffix(RampedText(t), " of 10")
	}
	return RampedText(t)
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
