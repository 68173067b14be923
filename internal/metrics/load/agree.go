package load

import (
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
)

const (
	// apart is how many times the least load the most may be before they
	// contradict each other.
	apart = 4.0 / 3
	// leastTold is the load under which that does not matter.
	leastTold = 20
)

// Apart says in a sentence that the loads by power, pace and heart rate differ
// by more than a third; it is empty where they agree, or fewer than two are
// known.
func (r Rules) Apart(in Input, t training.Thresholds) phrase.Sentence {
	var told []phrase.Sentence
	least, most := 0.0, 0.0
	for _, by := range []struct {
		word    phrase.Word
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
			told = append(told, phrase.Sentencef("by %s %.0f", by.word, l.TSS))
			break
		}
	}
	if len(told) < 2 || most < leastTold || most <= apart*least {
		return ""
	}
	return phrase.Sentencef("The loads differ by more than a third: %s. A threshold may be out of date, or a sensor or the "+
		"altitude wrong.", phrase.Joined("%s, %s", told...))
}
