package briefing

import "slices"

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
		return p.left("ends of structures")
	case v.bare():
		return p.left("comments")
	case v.onlyCurrent():
		return p.left("sessions of other weeks")
	}
	return m.lessCurrent(p, v)
}

// onlyCurrent takes out the sessions of one week that is not the current one;
// false where there is none.
func (v *Planned) onlyCurrent() bool {
	for i := range v.Weeks {
		if w := &v.Weeks[i]; !w.Current && len(w.Sessions) > 0 && v.Week != 0 {
			w.Sessions = nil
			return true
		}
	}
	return false
}

// lessCurrent leaves out of the current week what is least of use: how sessions
// are built, those that are over, the other weeks, then the latest sessions.
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
		return p.left("structures", "ends of structures")
	case over > 0:
		for i := range v.Weeks {
			w := &v.Weeks[i]
			w.Sessions = slices.DeleteFunc(w.Sessions, func(s PlanSession) bool { return s.Day != 0 && s.Day < m.f.Today })
		}
		return p.left("sessions that are over")
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
	return p.left("weeks far from today")
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
