package fitness

import (
	"math"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
)

// MethodAuto is every method, in the athlete's order.
const MethodAuto = "auto"

// LoadMethods are the words of the methods that a question may count alone.
func LoadMethods() []string {
	return []string{load.WordPower, load.WordPace, load.WordHR, load.WordExertion}
}

// methodNames are the words as people say them.
var methodNames = map[string]i18n.Word{
	load.WordPower: "power", load.WordPace: "pace", load.WordHR: "heart rate", load.WordExertion: "perceived exertion",
}

// tellMethod says what it means that one method counts alone.
func (v *LoadView) tellMethod() []i18n.Sentence {
	var out []i18n.Sentence
	if name, ok := methodNames[v.Model.Method]; ok {
		out = append(out, i18n.Sentencef("Only load by %s counts, so these values are not those by all methods.", name))
		if v.Project != nil {
			out = append(out, "Load that is to come counts as it is planned, by whatever method.")
		}
	}
	if v.Actual != nil && len(v.Actual.Estimated) > 0 {
		out = append(out, "The load of some days is estimated by heart rate or feel, in a sport whose load power or pace measures on other days.")
	}
	return out
}

// bestShare is the part of a sport's loads that is by a kind of method for the
// sport to be measured so: a few tries with a sensor do not make the rest worse.
const bestShare = 0.1

// kinds of method: what measures work, what the body answered, how it felt. The
// athlete's own load is of none.
const (
	byWork = iota
	byHeart
	byFeel
	numKinds
	ofNoKind = -1
)

func kindOf(m load.Method) int {
	switch m.Word() {
	case load.WordPower, load.WordPace:
		return byWork
	case load.WordHR:
		return byHeart
	case load.WordExertion:
		return byFeel
	}
	return ofNoKind
}

// ranks are the places of the kinds in an order of methods, the best first.
func ranks(order []load.Method) (out [numKinds]int) {
	for k := range out {
		out[k] = slices.IndexFunc(order, func(m load.Method) bool { return kindOf(m) == k })
		if out[k] < 0 {
			out[k] = math.MaxInt
		}
	}
	return out
}

// bestOf is the rank of the best kind that enough of the loads of each sport are of.
func (w *work) bestOf(ranks [numKinds]int) map[training.Sport]int {
	counts := map[training.Sport]*[numKinds]int{}
	for i := range w.rated {
		r := &w.rated[i]
		k := kindOf(r.load.Method)
		if r.why != "" || k == ofNoKind {
			continue
		}
		if counts[r.Sport] == nil {
			counts[r.Sport] = &[numKinds]int{}
		}
		counts[r.Sport][k]++
	}
	out := make(map[training.Sport]int, len(counts))
	for sport, n := range counts {
		all := n[byWork] + n[byHeart] + n[byFeel]
		best := math.MaxInt
		for k, of := range n {
			if float64(of) >= bestShare*float64(all) {
				best = min(best, ranks[k])
			}
		}
		out[sport] = best
	}
	return out
}

// estimated are the days with a load by heart rate or feel that is behind the
// best kind of its sport, by the method of that load.
func (w *work) estimated(days training.DayRange) map[string][]training.Day {
	ranks := ranks(w.Rules.Order)
	best := w.bestOf(ranks)
	out := map[string][]training.Day{}
	for _, r := range within(w.rated, days) {
		k := kindOf(r.load.Method)
		if r.why != "" || k == ofNoKind || k == byWork || ranks[k] <= best[r.Sport] {
			continue
		}
		m := string(r.load.Method)
		if of := out[m]; len(of) == 0 || of[len(of)-1] != r.Day {
			out[m] = append(of, r.Day)
		}
	}
	return out
}

// since is what of estimated days a series with these dates shows; nil is none.
func since(estimated map[string][]training.Day, dates []training.Day) map[string][]training.Day {
	var out map[string][]training.Day
	for m, days := range estimated {
		if i, _ := slices.BinarySearch(days, dates[0]); i < len(days) {
			if out == nil {
				out = map[string][]training.Day{}
			}
			out[m] = days[i:]
		}
	}
	return out
}
