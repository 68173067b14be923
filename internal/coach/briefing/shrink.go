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
		return p.left("ends of words")
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
		return p.left("history of sessions")
	}
	var texts []*string
	for i := range v.Sections {
		texts = append(texts, &v.Sections[i].Text)
	}
	switch {
	case shorter(texts):
		return p.left("ends of sections")
	case len(v.Sections) > 0:
		v.Sections = fewer(v.Sections)
		return p.left("sections", "ends of sections", "history of sessions")
	case v.plain():
		return p.left("authors and dates of facts")
	case len(v.Facts) > 0:
		v.Facts = fewer(v.Facts)
		return p.left("facts")
	}
	m.view.Memory = nil
	return true
}

// plain takes out who noted the facts and when; false where nothing says so.
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
		return p.left("activities of weeks before", "descriptions", "names")
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
		return p.left("reasons of readiness")
	}
	m.view.Wellness = nil
	return p.left("wellness", "trends", "remarks", "bands", "reasons of readiness")
}

func (m *maker) fewerLogs(p *piece) bool {
	v := m.view
	var texts []*string
	for i := range v.Logs {
		texts = append(texts, &v.Logs[i].Text)
	}
	switch {
	case shorter(texts):
		return p.left("ends of logs")
	case len(v.Logs) > 0:
		v.Logs = fewer(v.Logs)
		return p.left("logs", "ends of logs")
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
