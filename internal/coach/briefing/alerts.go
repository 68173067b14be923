package briefing

import (
	"context"
	"math"
	"slices"
	"strings"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/coach/bodymap"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// The names of alerts beside those of the load.
const (
	alertRedFlag  = "red_flag"
	alertInjury   = "injury"
	alertMissed   = "missed_session"
	alertOverdue  = "overdue_fact"
	alertStrained = "strained"
	ofLoad        = "load_" // and what is unusual
	ofPlan        = "plan_"
)

// What makes a mark on the body a red flag, and how far back a missed session
// is told. None of them is a diagnosis: they say when somebody else has to look.
const (
	flagPain    = 7  // of 10
	flagDays    = 21 // that a pain lasts
	lastingPain = 4
	missedDays  = 14
)

// flagKinds are kinds of marks that a coach refers out whatever the pain.
func flagKinds() []string { return []string{"numbness", "weakness"} }

func (m *maker) alert(a Alert) {
	if m.q.wants(Alerts) {
		m.view.Alerts = append(m.view.Alerts, a)
	}
}

// readBody tells where it hurts, red flags first, and puts the alerts in order.
func (m *maker) readBody(ctx context.Context) error {
	if !m.q.wants(Alerts) {
		return nil
	}
	body, err := bodymap.Read(ctx, m.r, m.s, m.f, bodymap.Asked{})
	if err != nil {
		return err
	}
	for i := range body.Marks {
		k := &body.Marks[i]
		a := Alert{Name: alertInjury, Region: k.Region, Pain: k.Pain, Kind: k.Kind, By: k.By, Since: k.Since, Said: clip(k.Note, saidRunes)}
		if why := m.redFlag(k); why != "" {
			a.Name, a.Why = alertRedFlag, why
		} else {
			a.Why = i18n.Sentencef("Marked since %s: ask whether it is better, the same or worse.", *k.Since)
		}
		m.alert(a)
	}
	slices.SortStableFunc(m.view.Alerts, func(a, b Alert) int { return urgency(a.Name) - urgency(b.Name) })
	return nil
}

// urgency orders alerts: where there is little room, the first ones stay.
func urgency(name string) int {
	for i, prefix := range []string{alertRedFlag, alertInjury, alertStrained, ofLoad, alertMissed, ofPlan} {
		if strings.HasPrefix(name, prefix) {
			return i
		}
	}
	return math.MaxInt8
}

// redFlag says why a mark is for others to look at; empty for one that is not.
func (m *maker) redFlag(k *bodymap.Mark) i18n.Sentence {
	switch pain := k.Pain; {
	case slices.Contains(flagKinds(), k.Kind):
		return "Red flag: numbness or weakness is for a doctor or physiotherapist to look at before more training."
	case pain != nil && *pain >= flagPain:
		return i18n.Sentencef("Red flag: pain of %d of 10. No training on it; refer the athlete to a doctor or physiotherapist.", *pain)
	case pain != nil && *pain >= lastingPain && m.f.Today-*k.Since >= flagDays:
		return i18n.Sentencef("Red flag: pain of %d of 10 that lasts for %d days. Refer the athlete to a doctor or physiotherapist.",
			*pain, int(m.f.Today-*k.Since))
	}
	return ""
}

// easyTypes are sessions that a plan does not hang on.
func easyTypes() []plan.Type {
	return []plan.Type{
		plan.Easy, plan.Recovery, plan.Shakeout, plan.Rest, plan.Gym, plan.CrossTraining, plan.Strength, "mobility", "other", "",
	}
}

// tellMissed tells of a session that the plan hangs on and that was not done.
func (m *maker) tellMissed(s *plan.AdherenceSession) {
	if s.Status != calendar.Missed || s.Day < m.f.Today-missedDays || slices.Contains(easyTypes(), plan.Type(s.Type)) {
		return
	}
	day := s.Day
	m.alert(Alert{
		Name: alertMissed, Week: s.Week, Session: s.ID, Since: &day, Said: clip(s.Name, nameRunes),
		Why: i18n.Sentencef("A key session of %s was not done: agree on what becomes of it, without making it up in a hurry.", s.Day),
	})
}

// wellnessDays are those whose remarks are told.
const wellnessDays = 7

// readWellness tells how the athlete slept and recovered.
func (m *maker) readWellness(ctx context.Context) error {
	if !m.q.wants(Wellness) && !m.q.wants(Alerts) || m.q.Wellness == nil {
		return nil
	}
	v, err := m.q.Wellness.Answer(ctx, m.s, m.f, wellness.Query{
		Days: training.DayRange{From: m.f.Today - wellnessDays + 1, To: m.f.Today}, Resolution: "day",
	})
	if err != nil {
		return err
	}
	if r := v.Readiness; r != nil && r.State == alertStrained {
		m.alert(Alert{Name: alertStrained, Why: r.Meaning})
	}
	if !m.q.wants(Wellness) {
		return nil
	}
	if v.Readiness == nil && v.Trends == nil && len(v.Words) == 0 {
		m.view.miss(Wellness, "nothing is known of sleep and recovery in the last days")
		return nil
	}
	m.view.Wellness = &Wellbeing{
		HRV: v.HRV, RestingHR: v.RestingHR, Weight: v.Weight, Trends: v.Trends, Scales: v.Scales,
		Said: v.Words, Missing: v.Missing,
	}
	if r := v.Readiness; r != nil {
		m.view.Wellness.Readiness = &Readiness{r.State, r.Meaning, r.Because}
	}
	return nil
}
