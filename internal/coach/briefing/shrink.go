package briefing

import (
	"slices"

	"lapkeep/internal/coach/memory"
)

// Each of these leaves out the next least thing of a part, and says so; false
// where nothing of it is left.

func (m *maker) fewerAlerts(p *piece) bool {
	v := m.view
	var said []*string
	for i := range v.Alerts {
		said = append(said, &v.Alerts[i].Said)
	}
	switch {
	case shorter(said):
		return p.left("words of alerts shortened")
	case len(v.Alerts) > 0:
		v.Alerts = fewer(v.Alerts)
		return p.left("the last alerts")
	}
	return false
}

func (m *maker) lessMemory(p *piece) bool {
	v := m.view.Memory
	if v == nil {
		return false
	}
	if i := slices.IndexFunc(v.Sections, func(s Section) bool { return s.Key == memory.SessionHistory }); i >= 0 {
		v.Sections = slices.Delete(v.Sections, i, i+1)
		return p.left("the history of sessions")
	}
	var texts []*string
	for i := range v.Sections {
		texts = append(texts, &v.Sections[i].Text)
	}
	switch {
	case shorter(texts):
		return p.left("sections shortened")
	case len(v.Sections) > 0:
		v.Sections = fewer(v.Sections)
		return p.left("sections of the memory")
	case len(v.Facts) > 0:
		v.Facts = fewer(v.Facts)
		return p.left("facts of the memory")
	}
	m.view.Memory = nil
	return true
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
	near, sessions := -1, 0
	for i := range v.Weeks {
		w := &v.Weeks[i]
		for j := range w.Sessions {
			texts = append(texts, &w.Sessions[j].Structure)
		}
		if sessions += len(w.Sessions); len(w.Sessions) > 0 && (near < 0 || !w.Current) {
			near = i // the next week before the current one
		}
	}
	switch {
	case shorter(texts):
		return p.left("structure of sessions shortened")
	case near >= 0 && v.bare():
		return p.left("comments of the plan")
	case near >= 0:
		v.Weeks[near].Sessions = nil
		return p.left("sessions of weeks")
	case len(v.Weeks) > 0:
		v.Weeks = fewer(v.Weeks)
		return p.left("weeks of the plan")
	}
	m.view.Plan = nil
	return p.left("the plan")
}

// lessAround leaves out of the weeks without sessions those that are farthest
// from today, a quarter at a time.
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
	return p.left("weeks of the plan far from today")
}

// bare takes the comments out; false where there are none.
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

func (m *maker) fewerEvents(p *piece) bool {
	if len(m.view.Events) == 0 {
		return false
	}
	m.view.Events = fewer(m.view.Events)
	return p.left("the last events of two weeks")
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
		return p.left("what was said of activities")
	case v.Weeks != nil && len(v.Weeks) > fullWeeks+lineWeeks/2:
		v.Weeks = fewer(v.Weeks)
		return p.left("the oldest weeks")
	case v.without(func(d *Done) *string { return &d.Name }):
		return p.left("names of activities")
	case v.Earlier != nil:
		v.Earlier = nil
		return p.left("the sum of earlier weeks")
	case full > 0:
		v.Weeks[full].Done = nil
		return p.left("activities of weeks before the current one")
	case len(v.Weeks) > 1:
		v.Weeks = fewer(v.Weeks)
		return p.left("the oldest weeks")
	case full == 0:
		v.Weeks[0].Done = v.Weeks[0].Done[:len(v.Weeks[0].Done)/2]
		return p.left("activities of the current week")
	}
	m.view.Training = nil
	return p.left("the training")
}

// without takes a text from the activities of the oldest week that has one;
// false where none does.
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
		return p.left("means of 7 and 28 days")
	case len(v.Said) > 0:
		v.Said = fewer(v.Said)
		return p.left("remarks on days")
	case v.HRV != nil || v.RestingHR != nil || v.Weight != nil || v.Missing != nil:
		v.HRV, v.RestingHR, v.Weight, v.Missing = nil, nil, nil, nil
		return p.left("bands and weight")
	}
	m.view.Wellness = nil
	return p.left("readiness")
}

func (m *maker) fewerLogs(p *piece) bool {
	v := m.view
	var texts []*string
	for i := range v.Logs {
		texts = append(texts, &v.Logs[i].Text)
	}
	switch {
	case shorter(texts):
		return p.left("session logs shortened")
	case len(v.Logs) > 0:
		v.Logs = fewer(v.Logs)
		return p.left("session logs")
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
		return p.left("the text of the persona")
	case v.Health != "":
		v.Health = ""
		return p.left("the health rules")
	case len(v.Choose) > 0:
		v.Choose = fewer(v.Choose)
		return p.left("personas to choose from")
	case v.About != "" || v.Tone != "":
		v.About, v.Tone = "", ""
		return p.left("how the persona speaks")
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
