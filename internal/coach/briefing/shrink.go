package briefing

import (
	"slices"

	"lapkeep/internal/coach/memory"
)

// Each of these functions leaves out the least important remaining item of a part, and
// notes this. It returns false if nothing is left to leave out.

func (m *maker) fewerAlerts(p *piece) bool {
	v := m.view
	var said []*string
	for i := range v.Alerts {
		said = append(said, &v.Alerts[i].Said)
	}
	switch {
	case shorter(said):
		return p.left("later parts of the athlete's words")
	case len(v.Alerts) > 0:
		v.Alerts = fewer(v.Alerts)
		return p.left("the last alerts")
	}
	return false
}

func (m *maker) lessAway(p *piece) bool {
	if len(m.view.Availability) == 0 {
		return false
	}
	m.view.Availability = fewer(m.view.Availability)
	return p.left("later time off")
}

func (m *maker) lessMemory(p *piece) bool {
	v := m.view.Memory
	if v == nil {
		return false
	}
	if i := slices.IndexFunc(v.Sections, func(s Section) bool { return s.Key == memory.SessionHistory }); i >= 0 {
		v.Sections = slices.Delete(v.Sections, i, i+1)
		return p.left("history of sessions")
	}
	var texts []*string
	for i := range v.Sections {
		texts = append(texts, &v.Sections[i].Text)
	}
	switch {
	case shorter(texts):
		return p.left("later parts of sections")
	case len(v.Sections) > 0:
		v.Sections = fewer(v.Sections)
		return p.left("sections", "later parts of sections", "history of sessions")
	case v.plain():
		return p.left("authors and dates of facts")
	case len(v.Facts) > 0:
		v.Facts = fewer(v.Facts)
		return p.left("facts")
	}
	m.view.Memory = nil
	return true
}

// plain removes the authors and dates of facts. It returns false if there were none.
func (v *Remembered) plain() bool {
	had := false
	for i := range v.Facts {
		f := &v.Facts[i]
		had = had || f.Author != "" || f.Date != nil
		f.Author, f.Date = "", nil
	}
	return had
}

func (m *maker) fewerEvents(p *piece) bool {
	if len(m.view.Events) == 0 {
		return false
	}
	m.view.Events = fewer(m.view.Events)
	return p.left("events")
}

func (m *maker) lessTraining(p *piece) bool {
	v := m.view.Training
	if v == nil {
		return false
	}
	full := -1 // the oldest week with activities
	for i := range v.Weeks {
		if len(v.Weeks[i].Done) > 0 {
			full = i
		}
	}
	switch {
	case v.without(func(d *Done) *string { return &d.Said }):
		return p.left("descriptions")
	case v.Weeks != nil && len(v.Weeks) > fullWeeks+lineWeeks/2:
		v.Weeks = fewer(v.Weeks)
		return p.left("oldest weeks")
	case v.without(func(d *Done) *string { return &d.Name }):
		return p.left("names")
	case v.Earlier != nil:
		v.Earlier = nil
		return p.left("sum of earlier weeks")
	case full > 0:
		v.Weeks[full].Done = nil
		return p.left("activities of earlier weeks", "descriptions", "names")
	case len(v.Weeks) > 1:
		v.Weeks = fewer(v.Weeks)
		return p.left("oldest weeks")
	case full == 0:
		v.Weeks[0].Done = v.Weeks[0].Done[:len(v.Weeks[0].Done)/2]
		return p.left("activities")
	}
	m.view.Training = nil
	return p.left("training")
}

// without removes a text from the activities of the oldest week that still has
// it. It returns false if there is none.
func (v *Trained) without(text func(*Done) *string) bool {
	for i := range slices.Backward(v.Weeks) {
		had := false
		for j := range v.Weeks[i].Done {
			t := text(&v.Weeks[i].Done[j])
			had = had || *t != ""
			*t = ""
		}
		if had {
			return true
		}
	}
	return false
}

func (m *maker) lessWellness(p *piece) bool {
	v := m.view.Wellness
	switch {
	case v == nil:
		return false
	case v.Trends != nil:
		v.Trends, v.Scales = nil, ""
		return p.left("trends")
	case len(v.Said) > 0:
		v.Said = fewer(v.Said)
		return p.left("remarks")
	case v.HRV != nil || v.RestingHR != nil || v.Weight != nil || v.Missing != nil:
		v.HRV, v.RestingHR, v.Weight, v.Missing = nil, nil, nil, nil
		return p.left("bands")
	}
	if r := v.Readiness; r != nil && len(r.Because) > 0 {
		r.Because = nil
		return p.left("reasons for the readiness")
	}
	m.view.Wellness = nil
	return p.left("wellness", "trends", "remarks", "bands", "reasons for the readiness")
}

func (m *maker) fewerLogs(p *piece) bool {
	v := m.view
	var texts []*string
	for i := range v.Logs {
		texts = append(texts, &v.Logs[i].Text)
	}
	switch {
	case shorter(texts):
		return p.left("later parts of logs")
	case len(v.Logs) > 0:
		v.Logs = fewer(v.Logs)
		return p.left("logs", "later parts of logs")
	}
	return false
}

func (m *maker) lessPersona(p *piece) bool {
	v := m.view.Persona
	switch {
	case v == nil:
		return false
	case v.Text != "":
		v.Text = ""
		return p.left("persona text")
	case v.Health != "":
		v.Health = ""
		return p.left("health rules")
	case len(v.Choose) > 0:
		v.Choose = fewer(v.Choose)
		return p.left("personas")
	case v.About != "" || v.Tone != "":
		v.About, v.Tone = "", ""
		return p.left("tone")
	}
	m.view.Persona = nil
	return true
}

func (m *maker) fewerNotes(p *piece) bool {
	if len(m.view.Notes) == 0 {
		return false
	}
	m.view.Notes = fewer(m.view.Notes)
	return p.left("notes")
}

func (m *maker) lessPlan(p *piece) bool {
	v := m.view.Plan
	if v == nil {
		return false
	}
	if m.lessAround(p) {
		return true
	}
	var texts []*string
	for i := range v.Weeks {
		for j := range v.Weeks[i].Sessions {
			texts = append(texts, &v.Weeks[i].Sessions[j].Structure)
		}
	}
	switch {
	case shorter(texts):
		return p.left("later parts of structures")
	case v.bare():
		return p.left("comments")
	case v.onlyCurrent():
		return p.left("sessions of other weeks")
	}
	return m.lessCurrent(p, v)
}

// onlyCurrent removes the sessions of one of the weeks other than the current one. It
// returns false if there are none left.
func (v *Planned) onlyCurrent() bool {
	for i := range v.Weeks {
		if w := &v.Weeks[i]; !w.Current && len(w.Sessions) > 0 && v.Week != 0 {
			w.Sessions = nil
			return true
		}
	}
	return false
}

// lessCurrent removes the least useful parts of the plan. These are, in this order,
// the structures of sessions, past sessions, the other weeks, and the last sessions.
func (m *maker) lessCurrent(p *piece, v *Planned) bool {
	had, over := false, 0
	var now *PlanWeek
	for i := range v.Weeks {
		w := &v.Weeks[i]
		for j := range w.Sessions {
			s := &w.Sessions[j]
			had = had || s.Structure != ""
			if s.Structure = ""; s.Day != 0 && s.Day < m.f.Today {
				over++
			}
		}
		if len(w.Sessions) > 0 {
			now = w
		}
	}
	switch {
	case had:
		return p.left("structures", "later parts of structures")
	case over > 0:
		for i := range v.Weeks {
			w := &v.Weeks[i]
			w.Sessions = slices.DeleteFunc(w.Sessions, func(s PlanSession) bool { return s.Day != 0 && s.Day < m.f.Today })
		}
		return p.left("past sessions")
	case len(v.Weeks) > 1 && now != nil:
		v.Weeks = []PlanWeek{*now}
		return p.left("other weeks", "weeks far from today", "sessions of other weeks")
	case now != nil:
		now.Sessions = fewer(now.Sessions)
		return p.left("last sessions")
	case len(v.Weeks) > 0:
		v.Weeks = fewer(v.Weeks)
		return p.left("weeks of the plan")
	}
	m.view.Plan = nil
	return p.left("the plan")
}

// lessAround removes weeks without listed sessions: about the quarter that is farthest from today.
func (m *maker) lessAround(p *piece) bool {
	v := m.view.Plan
	at := m.around(m.plan.kept)
	if at < 0 {
		return false
	}
	number := m.plan.kept.Weeks[at].Number
	far := func(w *PlanWeek) int { return max(w.Number-number, number-w.Number) }
	farthest, plain := 0, 0
	for i := range v.Weeks {
		if w := &v.Weeks[i]; len(w.Sessions) == 0 {
			plain++
			farthest = max(farthest, far(w))
		}
	}
	if plain <= 1 || farthest <= 1 {
		return false
	}
	v.Weeks = slices.DeleteFunc(v.Weeks, func(w PlanWeek) bool { return len(w.Sessions) == 0 && far(&w) > farthest*3/4 })
	return p.left("weeks far from today")
}

// bare removes the comments. It returns false if there are none.
func (v *Planned) bare() bool {
	had := len(v.Comments) > 0
	v.Comments = nil
	for i := range v.Weeks {
		w := &v.Weeks[i]
		had = had || len(w.Comments) > 0
		w.Comments = nil
		for j := range w.Sessions {
			had = had || len(w.Sessions[j].Comments) > 0
			w.Sessions[j].Comments = nil
		}
	}
	return had
}
