package load

import (
	"lapkeep/internal/i18n"
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
