package generate

import (
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Rating says how a plan relates to its race.
type Rating string

// The ratings, best first.
const (
	Feasible     Rating = "feasible"
	Ambitious    Rating = "ambitious"
	NotAdvisable Rating = "not_advisable"
)

// Verdict says whether the plan prepares for its race, with the numbers behind it.
type Verdict struct {
	Rating Rating `json:"rating"`
	// Percent is the smallest share of what the race asks for that the plan reaches.
	Percent float64         `json:"percent"`
	Reasons []i18n.Sentence `json:"reasons"`
}

// Title returns the rating in words.
func (r Rating) Title() i18n.Sentence {
	switch r {
	case Feasible:
		return "The plan is feasible."
	case Ambitious:
		return "The plan is ambitious."
	}
	return "The plan is not advisable."
}

// These shares divide the ratings (custom).
const (
	enough = 0.85
	little = 0.6
)

func (v *Verdict) add(share float64, reason i18n.Sentence) {
	r := Feasible
	switch {
	case share < little:
		r = NotAdvisable
	case share < enough:
		r = Ambitious
	}
	if v.Rating == "" || rank(r) > rank(v.Rating) {
		v.Rating = r
	}
	if v.Percent == 0 || 100*share < v.Percent {
		v.Percent = math.Round(100 * share)
	}
	v.Reasons = append(v.Reasons, reason)
}

// Words returns the reasons as one text.
func (v *Verdict) Words() i18n.Sentence { return i18n.InARow(v.Reasons...) }

// Sentence returns the rating with its reasons.
func (v *Verdict) Sentence() i18n.Sentence { return i18n.InARow(v.Rating.Title(), v.Words()) }

func rank(r Rating) int { return map[Rating]int{Feasible: 0, Ambitious: 1, NotAdvisable: 2}[r] }

// longWords returns the reason of a longest session.
func longWords(s training.Sport, got, want float64) i18n.Sentence {
	switch s {
	case training.Cycling:
		return i18n.Sentencef("The longest ride is %.0f min; this goal asks for %.0f min.", got, want)
	case training.Swimming:
		return i18n.Sentencef("The longest swim is %.0f min; this goal asks for %.0f min.", got, want)
	}
	return i18n.Sentencef("The longest run is %.0f min; this goal asks for %.0f min.", got, want)
}

// judge compares the plan with the demand of its race.
func (m *maker) judge() Verdict {
	var v Verdict
	least := 1.0
	if m.Level == Beginner && m.demand.least > 0 {
		least = m.demand.least
	}
	for _, s := range []training.Sport{training.Running, training.Cycling, training.Swimming} {
		want := least * float64(m.demand.longest(s))
		if want == 0 || s == training.Swimming && m.Sport == Triathlon {
			continue
		}
		got := m.longestDone(s)
		v.add(min(1, got/want), longWords(s, got, want))
	}
	hours := m.demand.hours * least
	v.add(min(1, m.fullest/60/hours), i18n.Sentencef("The biggest week is %.1f h; this goal asks for %.1f h.", m.fullest/60, hours))
	m.judgeTime(&v)
	if m.Unloaded > 0 {
		v.Reasons = append(v.Reasons, i18n.Sentencef("Fitness is estimated from time, because %s. Set thresholds for a better plan.",
			i18n.Numbered(m.Unloaded, "activity of the last six weeks has no load", "activities of the last six weeks have no load")))
	}
	switch {
	case v.Rating != NotAdvisable:
	case m.Race == 0:
		v.Reasons = append(v.Reasons, "That is not enough: choose another goal, more weeks, or more hours a week.")
	default:
		v.Reasons = append(v.Reasons, "That is not enough: choose a later or a shorter race, or give more hours a week.")
	}
	return v
}

// These are the exponent of Riegel (1981), and the gains of 12 weeks up to which a goal time is
// feasible and ambitious (custom).
const (
	riegel        = 1.06
	feasibleGain  = 0.03
	ambitiousGain = 0.07
	gainWeeks     = 12
)

// judgeTime compares the goal time of a run with the one that today's threshold pace predicts.
func (m *maker) judgeTime(v *Verdict) {
	mps := m.Speeds[training.Running]
	if m.GoalTimeS == 0 || m.RaceKm == 0 || mps == 0 || m.Sport != string(training.Running) || m.Goal == "trail" {
		return
	}
	hour := mps * 3600 / 1000
	predicted := 3600 * math.Pow(m.RaceKm/hour, riegel)
	gain := predicted/m.GoalTimeS - 1
	per := min(1.5, max(0.25, float64(m.Weeks)/gainWeeks))
	share := 1.0
	switch {
	case gain > ambitiousGain*per:
		share = 0.5
	case gain > feasibleGain*per:
		share = 0.7
	}
	if gain <= 0 {
		v.add(1, i18n.Sentencef("Today's threshold pace predicts %s, and the goal is %s.",
			i18n.Name(i18n.Clock(math.Round(predicted))), i18n.Name(i18n.Clock(m.GoalTimeS))))
		return
	}
	v.add(share, i18n.Sentencef("Today's threshold pace predicts %s; the goal of %s is %.1f %% faster.",
		i18n.Name(i18n.Clock(math.Round(predicted))), i18n.Name(i18n.Clock(m.GoalTimeS)), 100*gain))
}
