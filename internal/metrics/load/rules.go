package load

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/training"
)

// Rules say how an athlete's loads are computed.
type Rules struct {
	// Order is the methods, best first; nil is the default.
	Order []Method
	// Sex chooses the constants of methods by TRIMP.
	Sex training.Sex
	// alone is the one word that counts, if any.
	alone string
}

// RulesOf are an athlete's rules. An order that cannot be read, as after a
// change by another version, is the default.
func RulesOf(a *training.Athlete) Rules {
	order, err := ParseOrder(a.LoadOrder)
	if err != nil {
		order = defaultOrder[:]
	}
	return Rules{Order: order, Sex: a.Sex}
}

// Only are the rules by the methods of one word: those of the athlete's order,
// else those that the word stands for.
func (r Rules) Only(word string) Rules {
	own := r.order()
	r.Order, r.alone = nil, word
	for _, m := range own {
		if m.Word() == word {
			r.Order = append(r.Order, m)
		}
	}
	if len(r.Order) == 0 {
		r.Order, _ = methodsOf(word)
	}
	return r
}

func (r Rules) order() []Method {
	if r.Order == nil {
		return defaultOrder[:]
	}
	return r.Order
}

// Of computes a load by the first method of the order that the inputs and
// thresholds allow, or says in one phrase why there is none. A method that
// gives nothing is passed over, so that no load is ever zero; power that
// covers less than half of the time is taken only if nothing else is there.
func (r Rules) Of(in Input, t training.Thresholds) (Load, i18n.Sentence) {
	var partial Load
	for _, m := range r.order() {
		// Most methods lack something, which is found sooner than a doubt is.
		l, missing := r.by(m, &in, &t)
		if missing != "" || !(l.TSS > 0) || in.doubt(m) != "" {
			continue
		}
		if m == MethodPower && float64(in.NPWindows+power.WindowS-1) < minPowerShare*in.TimerS {
			partial = l
			continue
		}
		return l, ""
	}
	if partial.TSS > 0 {
		return partial, ""
	}
	if r.alone != "" {
		return Load{}, r.lacks(&in, &t)
	}
	return Load{}, missing(&in, &t)
}

// lacks says why no method of the one word gives a load.
func (r Rules) lacks(in *Input, t *training.Thresholds) i18n.Sentence {
	why := notByPace
	for _, m := range r.Order {
		if !m.Fits(in.Sport) {
			continue
		}
		if _, why = r.By(m, *in, *t); why == "" {
			why = NoImpulse
		}
	}
	return why
}

// NoImpulse says why a load is none that lacks nothing.
const NoImpulse i18n.Sentence = "it comes to nothing: too short, or heart rate at rest"
