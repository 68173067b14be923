package training

import (
	"slices"
	"strings"
)

// Digest is a line about an activity that somebody wrote in place of the one
// that follows from its data.
type Digest struct {
	Line string `json:"line"`
	// By says who wrote it: a model, or the athlete.
	By string `json:"by"`
}

// DigestTag is what an activity was to the athlete.
type DigestTag string

// The tags; answers/digest has the rules.
const (
	DigestEasy        DigestTag = "easy"
	DigestRecovery    DigestTag = "recovery"
	DigestLong        DigestTag = "long"
	DigestLongWorkout DigestTag = "long-workout"
	DigestWorkout     DigestTag = "workout"
	DigestProgression DigestTag = "progression"
	DigestRace        DigestTag = "race"
	DigestShakeout    DigestTag = "shakeout"
)

// DigestTags lists them all.
func DigestTags() []DigestTag {
	return []DigestTag{
		DigestEasy, DigestRecovery, DigestLong, DigestLongWorkout, DigestWorkout, DigestProgression, DigestRace, DigestShakeout,
	}
}

// MaxDigestRunes is how long a line is at most.
const MaxDigestRunes = 240

// Tag is the tag that the line ends with, empty without a known one.
func (d Digest) Tag() DigestTag {
	at := strings.LastIndexByte(d.Line, '[')
	tag, ok := strings.CutSuffix(d.Line[at+1:], "]")
	if at < 0 || !ok || !slices.Contains(DigestTags(), DigestTag(tag)) {
		return ""
	}
	return DigestTag(tag)
}

// Check refuses what is not one line of numbers and words with a known tag at
// its end.
func (d Digest) Check() error {
	words := make([]string, 0, len(DigestTags()))
	for _, t := range DigestTags() {
		words = append(words, string(t))
	}
	switch {
	case strings.TrimSpace(d.Line) == "":
		return Errorf(KindInvalid, "A digest needs a line.").WithFix("Write what was done in one line.")
	case strings.ContainsAny(d.Line, "\n\r"):
		return Errorf(KindInvalid, "A digest is one line, and this has several.").WithFix("Separate its parts by \" | \".")
	case len([]rune(d.Line)) > MaxDigestRunes:
		return Errorf(KindInvalid, "A digest has at most %d characters, and this has %d.", MaxDigestRunes, len([]rune(d.Line))).
			WithFix("Leave out what matters least.")
	case strings.Count(d.Line, "[") != 1 || d.Tag() == "":
		return Errorf(KindInvalid, "A digest ends with one tag in brackets, and this has no known one.").
			WithFix("End it with one of [%s].", strings.Join(words, "], ["))
	}
	return nil
}
