package plan

import (
	"context"
	"slices"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/symptom"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Easing is how training begins again after a break. Its days are counted from the day after the break.
type Easing struct {
	Break calendar.Away
	// Days is the number of days with less training; the first half has the share First of what is planned,
	// the second half the share Second.
	Days          int
	First, Second float64
	// Easy is the number of days without hard or long sessions, and Rest that without any.
	Easy, Rest int
	Why        i18n.Sentence // the rule with its source
}

// These words in the name of an illness say which rule applies. They are not a diagnosis: the athlete chose them.
var (
	severe  = textclean.LazyRegexp(`(?i)flu\b|influenza|grippe|covid|corona|pneumon|bronch|mono\b|流感|新冠|肺炎|支气管`)
	stomach = textclean.LazyRegexp(`(?i)stomach|gastr|food poison|norovirus|diarrh|vomit|magen|durchfall|肠胃|腹泻|食物中毒`)
)

// These are the limits of easings in days. Where no source is named, they are custom.
const (
	shortestBreak = 7  // without illness: a week without training changes little
	longBreak     = 14 // from here on, fitness is clearly lower
	MostEasing    = 28 // days
)

// EasingAfter returns how training begins again after a break, or false if nothing has to change. The
// rules depend on the kind and the length of the break.
func EasingAfter(a calendar.Away) (Easing, bool) {
	n := a.Days().Days()
	e := Easing{Break: a, First: 0.5, Second: 0.75}
	within := func(least, most int) int { return max(least, min(n, most)) }
	switch {
	case !a.RulesOut:
		return e, false
	case a.Kind == calendar.AwaySick && (a.Fever || severe.Get().MatchString(a.Name) || symptom.Fever(a.Name)):
		e.Days, e.Rest = within(7, MostEasing), 1
		e.Why = "After an illness with fever or below the neck: a day of rest, then as many easy days as days of illness, at least 7, " +
			"beginning short and at half the usual amount (custom). With chest pain, a racing heart or shortness of breath, see a doctor " +
			"before training."
	case a.Kind == calendar.AwaySick && stomach.Get().MatchString(a.Name):
		e.Days = within(3, 7)
		e.Why = "After a stomach illness: 3 to 7 easy days, beginning at half the usual amount, once eating and drinking are normal (custom)."
	case a.Kind == calendar.AwaySick:
		e.Days = within(2, longBreak)
		e.Why = "After an illness: as many easy days as days of illness, at least 2 and at most 14, beginning at half the usual amount " +
			"(custom). After a fever, write it into the name of the illness: then a day of rest and at least 7 easy days are right. If " +
			"symptoms return, stop; if they last, see a doctor."
	case a.Kind == calendar.AwayInjured:
		e.Days = within(7, MostEasing)
		e.Why = "After an injury: as many easy days as days off, 7 to 28, beginning at half the usual amount (custom), and no run more than " +
			"10 % longer than the longest of the last 30 days (Frandsen 2025). Pain that changes how you move needs a doctor or physiotherapist."
	case n >= longBreak:
		e.Days = within(longBreak, MostEasing)
		e.Easy = 7
		e.Why = "After a long break: VO2max falls by 4 to 14 % within 4 weeks (Mujika & Padilla 2000), so training begins at half the usual " +
			"amount and without hard sessions for a week (custom)."
		return e, true
	case n >= shortestBreak:
		e.Days, e.First, e.Second = 7, 0.75, 0.75
		e.Why = "After a week or more without training: three quarters of the usual amount for a week (custom); hard sessions stay, because " +
			"intensity keeps fitness (Spiering 2021)."
		return e, true
	default:
		return e, false
	}
	e.Easy = e.Days
	return e, true
}

// Fevered marks the illnesses during which a note speaks of fever, as far as the reader may see the notes.
func Fevered(ctx context.Context, r store.Reader, s training.Scope, all []calendar.Away) error {
	for i := range all {
		a := &all[i]
		if a.Kind != calendar.AwaySick {
			continue
		}
		days, err := wellness.Days(ctx, r, s, a.Days())
		if err != nil {
			return err
		}
		a.Fever = slices.ContainsFunc(days, func(d training.WellnessDay) bool {
			return symptom.Fever(d.Words[training.WellnessComments].Text)
		})
	}
	return nil
}

// AwayIn returns the periods that overlap the given days, as [calendar.AwayIn] does, with the notes of fever.
func AwayIn(ctx context.Context, r store.Reader, s training.Scope, days training.DayRange) ([]calendar.Away, error) {
	all, err := calendar.AwayIn(ctx, r, s, days)
	if err != nil {
		return nil, err
	}
	return all, Fevered(ctx, r, s, all)
}

// Share returns the share of the planned amount on a day, and whether hard sessions are possible. It returns
// 1 and true outside of the easing.
func (e *Easing) Share(d training.Day) (share float64, hard bool) {
	after := int(d - e.Break.To)
	switch {
	case after <= 0 || after > e.Days:
		return 1, true
	case 2*after <= e.Days+1:
		return e.First, after > e.Easy
	}
	return e.Second, after > e.Easy
}

// firstShare returns the share of the usual time in the first week after the break.
func (e *Easing) firstShare() float64 {
	sum := 0.0
	for d := range training.Day(weekDays) {
		share, _ := e.Share(e.Break.To + 1 + d)
		sum += share
	}
	return max(breakShare, sum/weekDays)
}

// Back says since when the athlete is back, and until when training is easier.
func (e *Easing) Back() i18n.Sentence {
	return i18n.Sentencef("Back since %s; easier until %s. %s", e.Break.To+1, e.Last(), e.Why)
}

// Uneased reports whether a session to come is not easier yet although it is in the days after a break.
func (p *Plan) Uneased(e *Easing, today training.Day) bool {
	for s := range p.Sessions {
		if share, _ := e.Share(s.Day); share < 1 && s.Day >= today && s.Type != Rest && !s.Deleted && !s.races() && !s.eased() {
			return true
		}
	}
	return false
}

// Last returns the last day of the easing.
func (e *Easing) Last() training.Day { return e.Break.To + training.Day(e.Days) }
