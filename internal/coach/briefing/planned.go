package briefing

import (
	"context"
	"math"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/bodymap"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

type planned struct {
	kept     *plan.Kept      // nil if there is none
	others   []i18n.Sentence // ids of other plans that are not over
	followed *plan.AdherenceView
	states   map[string]*plan.AdherenceSession
}

// These are limits on what a briefing lists: days of a calendar, events, and comments on one
// item.
const (
	longPast     = 28 // number of days after its end for which a plan is still reported
	eventDays    = 14
	mostEvents   = 20
	mostComments = 10
)

// readPlan reads the plan. Other parts need the plan for the week numbers.
func (m *maker) readPlan(ctx context.Context) error {
	found, err := kept(ctx, m, &m.q.Cache.plans, planKey{m.s, m.f}, func() (plans, error) { return findPlans(ctx, m.r, m.s, m.f.Today) })
	switch {
	case err != nil:
		return err
	case found.active == nil:
		if m.q.wants(Plan) {
			m.view.miss(Plan, "there is no training plan; create one with create_training_plan")
		}
	default:
		m.plan.kept, m.plan.others = found.active, found.others
		if err := m.follow(ctx, found.active); err != nil {
			return err
		}
	}
	switch k := m.plan.kept; {
	case k == nil, !m.q.wants(Plan):
	case k.Status(m.f.Today) == plan.Past && m.f.Today-k.Days().To > longPast:
		m.view.miss(Plan, i18n.Sentencef("the last training plan, %s, ended on %s; get_training_plan reads it", k.ID, k.Days().To))
	default:
		m.tellPlan()
	}
	if !m.q.wants(Plan) && !m.q.wants(Alerts) {
		return nil
	}
	return m.readEvents(ctx)
}

// plans holds the active plan, as it is in the calendar, and the ids of the others that are not over.
type plans struct {
	active *plan.Kept // nil if there is none
	others []i18n.Sentence
}

func findPlans(ctx context.Context, r store.Reader, s training.Scope, today training.Day) (out plans, err error) {
	all, err := plan.NewCache().All(ctx, r, s)
	at := plan.Active(all, today)
	if err != nil || at < 0 {
		return out, err
	}
	k := &all[at]
	for i := range all {
		if o := &all[i]; o.ID != k.ID && !o.Template && o.Days().To >= today {
			out.others = append(out.others, i18n.Name(o.ID))
		}
	}
	there, err := k.InCalendar(ctx, r, s, k.ID)
	if err == nil {
		k.Plan = *there
	}
	out.active = k
	return out, err
}

// follow fills in the adherence to the plan, if the plan has dates.
func (m *maker) follow(ctx context.Context, k *plan.Kept) error {
	if !m.q.wants(Plan) && !m.q.wants(Alerts) || k.Days().From == 0 {
		return nil
	}
	monday := m.week(m.f.Today)
	days := training.DayRange{From: min(monday-weekDays, m.f.Today-missedDays), To: monday + 2*weekDays - 1}
	for i, at := 0, m.around(k); i < len(k.Weeks); i++ { // weeks with listed sessions
		if w := &k.Weeks[i]; nearWeek(i, at) && w.Start != 0 {
			days.From, days.To = min(days.From, w.Start), max(days.To, w.Start+weekDays-1)
		}
	}
	v, err := m.adherence(ctx, k, plan.Query{Days: &days})
	if err != nil {
		return err
	}
	recorded, any, err := m.r.DaySpan(ctx, m.s)
	if err != nil {
		return err
	}
	m.plan.followed, m.plan.states = v, map[string]*plan.AdherenceSession{}
	for i := range v.Sessions {
		s := &v.Sessions[i]
		m.plan.states[s.ID] = s
		if any && s.Day >= recorded.From { // before the first activity, nothing is known
			m.tellMissed(s)
		}
	}
	for i := range v.Alerts {
		al := &v.Alerts[i]
		if w := k.Week(al.Week); w.Start <= m.f.Today+weekDays && m.f.Today < w.Start+weekDays { // this week or the next
			m.alert(Alert{Name: ofPlan + al.Name, Week: al.Week, Value: &al.Value, Why: i18n.Capital(al.Rule)})
		}
	}
	return nil
}

// adherence compares a plan with the completed activities. If texts were edited
// in files, it caches nothing, because those edits are not in the change log.
func (m *maker) adherence(ctx context.Context, k *plan.Kept, q plan.Query) (*plan.AdherenceView, error) {
	if len(m.q.Edited) > 0 {
		return plan.AdherenceOf(ctx, m.r, m.s, m.f, k.ID, &k.Plan, q)
	}
	return m.q.Cache.followed.Of(ctx, m.r, m.s, m.f, k, q)
}

func (m *maker) tellPlan() {
	k := m.plan.kept
	out := &Planned{
		ID: k.ID, Name: clip(k.Name, nameRunes), Status: k.Status(m.f.Today), Week: m.number(m.f.Today), Of: len(k.Weeks),
		Goal: clip(k.Goal, saidRunes), GoalPace: pace(k.Race.GoalPaceSPerKm, 0), Comments: comments(k.Comments),
	}
	if k.Race.GoalTimeS > 0 {
		out.GoalTime = i18n.Clock(k.Race.GoalTimeS)
	}
	shares := map[int]*float64{}
	if f := m.plan.followed; f != nil {
		out.Race, out.Adherence = f.Race, f.Whole.Adherence
		for i := range f.Weeks {
			shares[f.Weeks[i].Number] = f.Weeks[i].Adherence
		}
	}
	at := m.around(k)
	for i := range k.Weeks {
		out.Weeks = append(out.Weeks, m.planWeek(k, &k.Weeks[i], nearWeek(i, at), shares[k.Weeks[i].Number]))
	}
	m.view.Plan = out
	if len(m.plan.others) > 0 {
		m.view.Notes = append(m.view.Notes, i18n.Sentencef(
			"There are other training plans that are not over: %s. get_training_plan with the id reads them.",
			i18n.Joined("%s, %s", m.plan.others...)))
	}
	if n := len(k.Problems); n > 0 {
		m.view.Notes = append(m.view.Notes, i18n.Sentencef("The text of the plan has %s; get_training_plan with part problems lists them.",
			i18n.Numbered(n, "problem", "problems")))
	}
	if n := k.Text.Note(); n != "" {
		m.view.Notes = append(m.view.Notes, n)
	}
}

// nearWeek reports whether the sessions of a week are listed: those of the
// current week (see [maker.around]) and of the weeks before and after it.
func nearWeek(i, current int) bool { return current-1 <= i && i <= current+1 }

// around returns the index of the current week, or else of the next to begin, or else of the last.
func (m *maker) around(k *plan.Kept) int {
	for i := range k.Weeks {
		if s := k.Weeks[i].Start; s != 0 && s+weekDays > m.f.Today {
			return i
		}
	}
	return len(k.Weeks) - 1
}

func (m *maker) planWeek(k *plan.Kept, w *plan.Week, near bool, share *float64) PlanWeek {
	t := k.Total(w)
	out := PlanWeek{
		Number: w.Number, Start: w.Start, Current: w.Start != 0 && w.Start <= m.f.Today && m.f.Today < w.Start+weekDays,
		Phase: clip(w.Phase, nameRunes), Focus: clip(w.Focus, nameRunes), Planned: t.Sessions, Adherence: share,
		DistanceKm: answers.Round(t.DistanceKm, 3), DurationS: answers.Round(t.DurationS, 0), Load: answers.Round(t.Load, 1),
	}
	if !near {
		return out
	}
	out.Comments = comments(w.Comments)
	for i := range w.Sessions {
		out.Sessions = append(out.Sessions, m.planSession(&w.Sessions[i]))
	}
	return out
}

func (m *maker) planSession(s *plan.Session) PlanSession {
	out := PlanSession{
		ID: s.ID, Day: s.Day, PlanDay: s.Moved(), Type: clip(string(s.Type), nameRunes), Name: clip(s.Title(), nameRunes),
		DistanceKm: answers.Round(s.DistanceKm, 3), DurationS: answers.Round(s.DurationS, 0),
		Pace: pace(s.PaceSPerKm, s.PaceToSPerKm), Structure: clip(s.Text(), structureRunes), Comments: comments(s.Comments),
	}
	if s.Withheld {
		out.Missing = out.Missing.Add("structure", answers.HiddenNotes)
	}
	if f := m.plan.states[s.ID]; f != nil {
		if out.Status = f.Status; f.Done != nil {
			out.ActivityID, out.DoneOn = f.Done.ActivityID, f.Done.Day
		}
		if f.Compliance.Off() {
			out.Intensity = f.Compliance.Intensity
		}
	}
	return out
}

// pace formats a target pace, such as "4:05/km" or "4:05-4:15/km".
func pace(from, to float64) i18n.Sentence {
	if from <= 0 {
		return ""
	}
	unit := i18n.PacePerKm()
	mi := unit.Miles // 0 stays 0
	return i18n.InUnits(paces(from, to)+unit.Shown, paces(mi.Of(from), mi.Of(to))+mi.Shown)
}

func paces(from, to float64) string {
	if a, b := i18n.Clock(from), i18n.Clock(to); to > 0 && a != b {
		return a + "-" + b
	}
	return i18n.Clock(from)
}

func comments(all []string) []string {
	var out []string
	for _, c := range all[:min(len(all), mostComments)] {
		out = append(out, clip(c, saidRunes))
	}
	return out
}

// readEvents adds the calendar events that are not sessions of the plan, and
// alerts for events that rule out training today.
func (m *maker) readEvents(ctx context.Context) error {
	days := training.DayRange{From: m.f.Today, To: m.f.Today + eventDays - 1}
	agenda, err := kept(ctx, m, &m.q.Cache.agendas, planKey{m.s, m.f}, func() (*calendar.Agenda, error) {
		return calendar.Open(ctx, m.r, m.s, m.f, days)
	})
	if err != nil {
		return err
	}
	ofPlan := map[string]bool{}
	if m.plan.kept != nil {
		for s := range m.plan.kept.Sessions {
			if s.Event != nil {
				ofPlan[s.Event.ID] = true
			}
		}
	}
	all := agenda.Events()
	away := calendar.AwayOf(all)
	if err := plan.Fevered(ctx, m.r, m.s, away); err != nil {
		return err
	}
	m.tellAway(away, days)
	if why := plan.TooSoon(agenda, away, m.f.Today); why != "" {
		m.alert(Alert{Name: alertTooSoon, Why: why})
	}
	for i := range all {
		e := &all[i]
		if e.Days.To < days.From || e.Days.From > days.To {
			continue
		}
		if m.q.wants(Plan) && !ofPlan[e.ID] && len(m.view.Events) < mostEvents {
			m.view.Events = append(m.view.Events, eventOf(agenda.Row(e)))
		}
	}
	return nil
}

// mostAway limits the number of periods in which the athlete cannot train as usual.
const mostAway = 4

// tellAway adds the periods in which the athlete cannot train as usual, and an alert for each of today.
func (m *maker) tellAway(all []calendar.Away, days training.DayRange) {
	for _, a := range all {
		if e, ok := plan.EasingAfter(a); ok && a.To < m.f.Today && m.f.Today <= e.Last() {
			since := a.To + 1
			why := []i18n.Sentence{e.Back()}
			if k := m.plan.kept; k != nil && k.Uneased(&e, m.f.Today) {
				why = append(why, "edit_training_plan with replan (lapkeep plan replan) proposes the changes to the plan.")
			}
			m.alert(Alert{Name: alertReturning, Since: &since, Said: clip(a.Name, nameRunes), Why: i18n.InARow(why...)})
		}
		if a.To < days.From || a.From > days.To || len(m.view.Availability) == mostAway {
			continue
		}
		if m.q.wants(Plan) || m.q.wants(Alerts) {
			m.view.Availability = append(m.view.Availability, a)
		}
		if a.Days().Contains(m.f.Today) {
			from := a.From
			m.alert(Alert{Name: string(a.Kind), Since: &from, Said: clip(a.Name, nameRunes), Why: a.Sentence()})
		}
	}
}

func eventOf(r calendar.EventRow) Event {
	out := Event{ID: r.ID, Day: r.Day, To: r.To, Clock: r.Time, Category: r.Category, Name: r.Name, Sport: r.Sport, Status: r.Status}
	if p := r.Planned; p != nil {
		out.DurationS, out.DistanceKm, out.Load = p.DurationS, p.DistanceKm, p.Load
	}
	return out
}

// These are the names of alerts, except those about load.
const (
	alertRedFlag   = "red_flag"
	alertInjury    = "injury"
	alertSick      = string(calendar.AwaySick)
	alertMissed    = "missed_session"
	alertReturning = "returning"
	alertTooSoon   = "returning_too_soon"
	alertOverdue   = "overdue_fact"
	alertStrained  = "strained"
	ofLoad         = "load_" // followed by the name of the unusual value
	ofPlan         = "plan_"
)

// missedDays is the age up to which missed sessions are reported.
const missedDays = 14

func (m *maker) alert(a Alert) {
	if m.q.wants(Alerts) {
		m.view.Alerts = append(m.view.Alerts, a)
	}
}

// readBody adds alerts for marks on the body, and sorts all alerts by urgency.
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
		if f := k.RedFlag(m.f.Today); f != nil {
			a.Name, a.Why = alertRedFlag, f.Why()
		} else {
			a.Why = i18n.Sentencef("Marked since %s: ask whether it is better, the same or worse.", *k.Since)
		}
		m.alert(a)
	}
	slices.SortStableFunc(m.view.Alerts, func(a, b Alert) int { return a.Urgency() - b.Urgency() })
	return nil
}

// RedFlag reports whether a doctor should look at what the alert is about.
func (a *Alert) RedFlag() bool { return a.Name == alertRedFlag }

// Urgency returns the rank by which alerts are sorted, most urgent first.
// If there is little room, the last alerts are left out.
func (a *Alert) Urgency() int { return urgency(a.Name) }

// CanWait returns the lowest rank of the alerts that need not be looked at today.
func CanWait() int { return urgency(alertReturning) }

func urgency(name string) int {
	for i, prefix := range []string{alertRedFlag, alertInjury, alertSick, alertReturning, alertStrained, ofLoad, alertMissed, ofPlan} {
		if strings.HasPrefix(name, prefix) {
			return i
		}
	}
	return math.MaxInt8
}

// easyTypes returns the types of sessions that can be missed without harming the plan.
func easyTypes() []plan.Type {
	return []plan.Type{
		plan.Easy, plan.Recovery, plan.Shakeout, plan.Rest, plan.Gym, plan.CrossTraining, plan.Strength, "mobility", "other", "",
	}
}

func (m *maker) tellMissed(s *plan.AdherenceSession) {
	if s.Status != calendar.Missed || s.Day < m.f.Today-missedDays || slices.Contains(easyTypes(), plan.Type(s.Type)) {
		return
	}
	day := s.Day
	m.alert(Alert{
		Name: alertMissed, Week: s.Week, Session: s.ID, Since: &day, Said: clip(s.Name, nameRunes),
		Why: i18n.Sentencef("A key session on %s was not done: agree on what to do about it, without rushing to make it up.", s.Day),
	})
}

// wellnessDays is the number of days whose comments are listed.
const wellnessDays = 7

// readWellness adds how the athlete slept and recovered.
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
	if r := v.Readiness; r != nil && (r.State == alertStrained || r.Noticed) {
		name := alertStrained
		if r.State == alertRedFlag { // in a note
			name = alertRedFlag
		}
		m.alert(Alert{Name: name, Why: r.Meaning})
	}
	if !m.q.wants(Wellness) {
		return nil
	}
	if v.Readiness == nil && v.Trends == nil && len(v.Words) == 0 {
		m.view.miss(Wellness, "nothing is known about sleep and recovery in the last few days")
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
