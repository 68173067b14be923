package load

import (
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/training"
)

// Method is a method for computing load.
type Method string

// These are the methods.
const (
	MethodManual    Method = "manual"
	MethodPower     Method = "power_tss"
	MethodGraded    Method = "rtss_ngp"   // running, from normalized graded speed
	MethodSpeed     Method = "rtss_speed" // running, without a known grade
	MethodSwim      Method = "stss"
	MethodHeartRate Method = heart.MethodHRTSS
	MethodReserve   Method = heart.MethodReserve
	MethodHRSS      Method = heart.MethodHRSSAvg
	MethodExertion  Method = "rpe_tss"
)

// Methods returns all methods of load.
func Methods() []Method {
	return []Method{
		MethodManual, MethodPower, MethodGraded, MethodSpeed, MethodSwim,
		MethodHeartRate, MethodReserve, MethodHRSS, MethodExertion,
	}
}

// Fits reports whether a method applies to a sport.
func (m Method) Fits(sport training.Sport) bool {
	switch m {
	case MethodGraded, MethodSpeed:
		return sport == training.Running
	case MethodSwim:
		return sport == training.Swimming
	}
	return true
}

// These are the words in an order. A word stands for several methods, best first.
const (
	WordManual   = "manual"
	WordPower    = "power"
	WordPace     = "pace"
	WordHR       = "hr"
	WordExertion = "rpe"
)

// Words returns the words that an order may contain in addition to single methods.
func Words() []string { return []string{WordManual, WordPower, WordPace, WordHR, WordExertion} }

// Word returns the word that includes a method.
func (m Method) Word() string {
	switch m {
	case MethodManual:
		return WordManual
	case MethodPower:
		return WordPower
	case MethodGraded, MethodSpeed, MethodSwim:
		return WordPace
	case MethodExertion:
		return WordExertion
	}
	return WordHR
}

// methodsOf returns the methods that a word stands for, or false for an unknown word.
func methodsOf(word string) ([]Method, bool) {
	switch word {
	case WordPower:
		return []Method{MethodPower}, true
	case WordPace:
		return []Method{MethodGraded, MethodSpeed, MethodSwim}, true
	case WordHR:
		return []Method{MethodHeartRate}, true
	case WordExertion:
		return []Method{MethodExertion}, true
	}
	m := Method(word)
	return []Method{m}, slices.Contains(Methods(), m)
}

// defaultOrder begins with the load entered by the athlete, followed by methods that
// measure work, those that measure the body's response, and perceived exertion.
var defaultOrder = [...]Method{
	MethodManual, MethodPower, MethodGraded, MethodSpeed, MethodSwim, MethodHeartRate, MethodExertion,
}

// ParseOrder parses an athlete's stored order of methods: words and methods,
// best first, separated by commas. An empty text is the default.
func ParseOrder(text string) ([]Method, error) {
	if strings.TrimSpace(text) == "" {
		return defaultOrder[:], nil
	}
	var out []Method
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		methods, ok := methodsOf(word)
		if !ok {
			return nil, training.Errorf(training.KindInvalid, "%q is not a way to compute load.", word).
				WithFix("Use %s, %s or %s; best first.", strings.Join(Words(), ", "), MethodReserve, MethodHRSS)
		}
		for _, m := range methods {
			if slices.Contains(out, m) {
				return nil, training.Errorf(training.KindInvalid, "%q appears twice in the order.", word).WithFix("Name each method once, best first.")
			}
			out = append(out, m)
		}
	}
	return out, nil
}

const (
	// apart is the ratio of the largest to the smallest load above which loads
	// count as contradictory.
	apart = 4.0 / 3
	// leastTold is the load below which such a difference is ignored.
	leastTold = 20
)

// Apart returns a sentence if the loads by power, pace and heart rate differ by
// more than a third, or "" if they agree or fewer than two are known.
func (r Rules) Apart(in Input, t training.Thresholds) i18n.Sentence {
	var told []i18n.Sentence
	least, most := 0.0, 0.0
	for _, by := range []struct {
		word    i18n.Word
		methods []Method
	}{
		{"power", []Method{MethodPower}},
		{"pace", []Method{MethodGraded, MethodSpeed, MethodSwim}},
		{"heart rate", []Method{MethodHeartRate}},
	} {
		for _, m := range by.methods {
			l, missing := r.By(m, in, t)
			if missing != "" || !(l.TSS > 0) {
				continue
			}
			if len(told) == 0 {
				least = l.TSS
			}
			least, most = min(least, l.TSS), max(most, l.TSS)
			told = append(told, i18n.Sentencef("by %s %.0f", by.word, l.TSS))
			break
		}
	}
	if len(told) < 2 || most < leastTold || most <= apart*least {
		return ""
	}
	return i18n.Sentencef("The loads differ by more than a third: %s. A threshold may be out of date, or a sensor or the "+
		"altitude wrong.", i18n.Joined("%s, %s", told...))
}
