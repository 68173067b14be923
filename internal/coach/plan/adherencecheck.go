package plan

import (
	"context"

	"lapkeep/internal/store"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Query asks for the adherence to a plan.
type Query struct {
	// Days are the days whose sessions are shown. nil means three weeks: the
	// previous, the current and the next.
	Days *training.DayRange
}

const (
	adherenceMaxSessions = 60
	maxExtra             = 20
	adherenceMaxWeeks    = 60
	adherenceMaxProblems = 5
	weekDays             = 7
)

// check compares one plan with the completed activities.
type check struct {
	id     string
	plan   *Plan
	frame  answers.Frame
	days   training.DayRange // days of the plan, extended to whole weeks
	agenda *calendar.Agenda
	course *fitness.Course
	// states holds the sessions with their states, by id.
	states map[string]*AdherenceSession
	sports []training.Sport // of the sessions
	ahead  calendar.Ahead
	// apart holds the upcoming sessions that are missing from the calendar.
	apart []calendar.Coming
}

// AdherenceOf returns the adherence to the plan p with the given id.
func AdherenceOf(
	ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, id string, p *Plan, q Query,
) (*AdherenceView, error) {
	c, err := checked(ctx, r, s, f, id, p)
	if err != nil {
		return nil, err
	}
	return c.view(ctx, q)
}

// checked compares the plan with the completed activities.
func checked(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, id string, p *Plan) (*check, error) {
	p, err := p.InCalendar(ctx, r, s, id)
	if err != nil {
		return nil, err
	}
	days := p.Days()
	if days.From == 0 {
		return nil, training.Errorf(training.KindInvalid, "The training plan %q has no date.", id).
			WithFix("Give it a plan_start_date, or its weeks a week_start_date.")
	}
	for s := range p.Sessions {
		if s.Day != 0 { // the session may have been moved outside its weeks
			days.From, days.To = min(days.From, s.Day), max(days.To, s.Day)
		}
	}
	days = training.DayRange{From: days.From.WeekStart(f.Week), To: days.To.WeekStart(f.Week) + weekDays - 1}
	c := &check{id: id, plan: p, frame: f, days: days, states: map[string]*AdherenceSession{}}
	if err := c.pair(ctx, r, s); err != nil {
		return nil, err
	}
	if err := c.project(ctx, r, s); err != nil {
		return nil, err
	}
	c.judge()
	return c, nil
}

// view returns an answer made from the comparison. It does not modify the comparison.
func (c *check) view(ctx context.Context, q Query) (*AdherenceView, error) {
	v := &AdherenceView{
		Heading: c.frame.Heading(), PlanID: c.id, Name: textclean.Line(c.plan.Name, textclean.NameRunes),
		Sessions: []AdherenceSession{}, Weeks: []AdherenceWeek{}, Week: c.number(c.frame.Today),
	}
	c.tellWeeks(v)
	c.tellSessions(v, q)
	c.tellRace(v)
	c.tellUnknown(v)
	v.fit()
	return v, ctx.Err()
}

// pair pairs the sessions with the completed activities.
func (c *check) pair(ctx context.Context, r store.Reader, s training.Scope) error {
	events, err := c.events(ctx, r, s)
	if err != nil {
		return err
	}
	if err := calendar.Figure(ctx, r, s, events); err != nil {
		return err
	}
	if c.agenda, err = calendar.Pair(ctx, r, s, c.frame, c.days, events); err != nil {
		return err
	}
	apart := map[string]bool{}
	for s := range c.plan.Sessions {
		apart[EventID(c.id, s.ID)] = s.Event == nil
	}
	c.apart = c.agenda.Coming(func(e *calendar.Event) bool { return apart[e.ID] })
	return nil
}

// project computes the upcoming loads and the projected fitness.
func (c *check) project(ctx context.Context, r store.Reader, s training.Scope) (err error) {
	to := min(max(c.days.To, c.plan.Race.Day), c.frame.Today+fitness.MaxProjectDays)
	if c.ahead, err = calendar.PlannedLoads(ctx, r, s, c.frame, to, training.Discipline{}, c.apart); err != nil {
		return err
	}
	c.course, err = fitness.NewCourses(r, s, c.frame).Course(ctx, training.DayRange{From: c.days.From - weekDays, To: to}, c.ahead.Loads)
	return err
}

// events returns the sessions of the plan as events, together with other
// calendar events, so that no activity is paired twice. For a published plan, it includes
// all other events; otherwise, only time off.
func (c *check) events(ctx context.Context, r store.Reader, s training.Scope) ([]calendar.Event, error) {
	wide := training.DayRange{From: c.days.From - 2*weekDays, To: c.days.To + 2*weekDays}
	there, err := calendar.In(ctx, r, s, wide)
	if err != nil {
		return nil, err
	}
	out := c.plan.Events(c.id, wide)
	of := map[string]bool{}
	for i := range out {
		of[out[i].ID] = true
	}
	for i := range there {
		if e := &there[i]; !of[e.ID] && (c.plan.published || e.Away() != "") {
			out = append(out, *e)
		}
	}
	return out, nil
}

// judge determines the status of each session.
func (c *check) judge() {
	events := c.agenda.Events()
	of := map[string]*calendar.Event{}
	for i := range events {
		of[events[i].ID] = &events[i]
	}
	for s := range c.plan.Sessions {
		if s.Day == 0 {
			continue
		}
		out := &AdherenceSession{
			ID: s.ID, Week: s.Week, Day: s.Day, Type: textclean.Line(string(s.Type), textclean.NameRunes),
			Name: textclean.Line(s.Title(), textclean.NameRunes), Sport: s.Sport, Status: calendar.Rest, PlanDay: s.Moved(),
		}
		if s.Deleted {
			out.Status = calendar.Deleted
		}
		if s.Event != nil {
			out.Event = s.Event.ID
		}
		if made, ok := c.plan.Event(c.id, s); ok && of[made.ID] != nil {
			e := of[made.ID]
			row := c.agenda.Row(e)
			out.Status, out.Planned, out.Done, out.Compliance, out.Repeats = row.Status, row.Planned, row.Done, row.Compliance, row.Repeats
			f := e.Figures()
			out.aim = c.agenda.Intensity(e.ID)
			out.asks = calendar.Amounts{DurationS: f.DurationS, DistanceKm: f.DistanceKm, Load: f.Load}
		}
		if out.Status != calendar.Rest && out.Status != calendar.Deleted {
			c.sports = append(c.sports, s.Sport)
		}
		c.states[s.ID] = out
	}
}

// tellSessions adds the sessions of the requested days, and unplanned activities.
func (c *check) tellSessions(v *AdherenceView, q Query) {
	days := training.DayRange{From: c.frame.Today.WeekStart(c.frame.Week) - weekDays}
	days.To = days.From + 3*weekDays - 1
	switch {
	case q.Days != nil:
		days = *q.Days
	case days.From > c.days.To:
		days = training.DayRange{From: c.days.To - 2*weekDays + 1, To: c.days.To}
	case days.To < c.days.From:
		days = training.DayRange{From: c.days.From, To: c.days.From + 2*weekDays - 1}
	}
	if q.Days == nil { // activities outside the plan are not extra
		days = training.DayRange{From: max(days.From, c.days.From), To: min(days.To, c.days.To)}
	}
	v.Range = answers.SpanOf(days)
	for s := range c.plan.Sessions {
		if judged := c.states[s.ID]; judged != nil && days.Contains(s.Day) {
			v.Sessions = append(v.Sessions, *judged)
		}
	}
	if len(v.Sessions) > adherenceMaxSessions {
		v.Sessions = v.Sessions[:adherenceMaxSessions]
		v.cut()
	}
	for _, u := range c.agenda.Unplanned(days, training.Discipline{}) {
		v.Extra = append(v.Extra, Extra{Week: c.number(u.Day), Unplanned: u})
	}
	if n := len(v.Extra); n > maxExtra {
		v.Extra = v.Extra[n-maxExtra:]
		v.cut()
	}
}

func (c *check) number(d training.Day) int {
	if w := c.plan.WeekOf(d); w != nil {
		return w.Number
	}
	return 0
}

// tellUnknown adds notes with the numbers of sessions that have a usual load instead of a
// planned one, that have no load, or that are not in the calendar.
func (c *check) tellUnknown(v *AdherenceView) {
	v.Notes = append(v.Notes, c.ahead.Notes()...)
	if n := c.ahead.Without; n > 0 {
		v.Missing = v.Missing.Add("planned.load", i18n.Sentencef(
			"%s no load, and none can be estimated: counted as rest in the projection",
			i18n.Numbered(n, "upcoming session has", "upcoming sessions have")))
	}
}

func (v *AdherenceView) cut() {
	v.Cut, v.Narrow = true, "Only a part is shown. Ask for fewer weeks."
}

const viewBytes = 28_000

func (v *AdherenceView) fit() {
	for answers.Size(v) > viewBytes {
		switch {
		case len(v.Sessions) > 1:
			v.Sessions = v.Sessions[:len(v.Sessions)*3/4]
		case len(v.Extra) > 1:
			v.Extra = v.Extra[:len(v.Extra)/2]
		case len(v.Weeks) > 1:
			v.Weeks = v.Weeks[:len(v.Weeks)*3/4]
		default:
			return
		}
		v.cut()
	}
}

// TellProblems adds the problems found in the plan's text.
func (v *AdherenceView) TellProblems(all []Problem) {
	for _, p := range all {
		if p.Warning {
			continue
		}
		if len(v.Problems) == adherenceMaxProblems {
			v.cut()
			return
		}
		v.Problems = append(v.Problems, p.Sentence())
	}
}

// AdherenceCache keeps comparisons of plans with activities until something that they compare changes.
// Queries about different weeks of a plan share one comparison. It is safe for concurrent use.
type AdherenceCache struct {
	checks cache.Cache[checkKey, *check]
	apart  cache.Cache[apartKey, []calendar.Coming]
	loads  cache.Cache[loadKey, *Load]
	plans  *Cache
}

const adherenceMostKept = 4

type checkKey struct {
	training.Scope
	answers.Frame
	id      string
	version int
}

type apartKey struct {
	training.Scope
	answers.Frame
}

type loadKey struct {
	training.Scope
	answers.Frame
	last training.Day
}

// NewAdherenceCache returns an empty cache.
func NewAdherenceCache() *AdherenceCache {
	b := &AdherenceCache{plans: NewCache()}
	b.checks.Most, b.apart.Most, b.loads.Most = adherenceMostKept, adherenceMostKept, adherenceMostKept
	b.checks.On = calendar.OnAgendas(OnPlans()...)
	b.apart.On, b.loads.On = b.checks.On, append(OnPlans(), calendar.OnAgendas(document.BodyMarks.Changes())...)
	return b
}

// Load returns the training of the last weeks and all sessions of the calendar up to a day. It is a cached [ReadLoad].
func (b *AdherenceCache) Load(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, last training.Day) (*Load, error) {
	return b.loads.Get(ctx, r, loadKey{s, f, last}, func() (*Load, error) {
		return ReadLoad(ctx, r, s, f, b.plans, last, func(*calendar.Event) bool { return true })
	})
}

// Find returns the same as the function [Find], but does not parse a text again that is in the cache.
func (b *AdherenceCache) Find(ctx context.Context, r store.Reader, s training.Scope, id string, today training.Day) (Kept, error) {
	return b.plans.Find(ctx, r, s, id, today)
}

// Of returns the adherence to a plan. It is a cached [AdherenceOf].
func (b *AdherenceCache) Of(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, k *Kept,
	q Query,
) (*AdherenceView, error) {
	c, err := b.check(ctx, r, s, f, k)
	if err != nil {
		return nil, err
	}
	return c.view(ctx, q)
}

func (b *AdherenceCache) check(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, k *Kept) (*check, error) {
	return b.checks.Get(ctx, r, checkKey{s, f, k.ID, k.Text.Version}, func() (*check, error) {
		return checked(ctx, r, s, f, k.ID, &k.Plan)
	})
}

// Stands returns a plan with the values in the calendar, and the state of each dated session.
func (b *AdherenceCache) Stands(
	ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, k *Kept,
) (*Plan, map[string]*AdherenceSession, error) {
	if k.Days().From == 0 {
		return &k.Plan, nil, ctx.Err()
	}
	c, err := b.check(ctx, r, s, f, k)
	if err != nil {
		return nil, nil, err
	}
	return c.plan, c.states, nil
}

// Apart returns the upcoming sessions of the active plan that are not in the
// calendar. Projections include them.
func (b *AdherenceCache) Apart(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame) ([]calendar.Coming, error) {
	return b.apart.Get(ctx, r, apartKey{s, f}, func() ([]calendar.Coming, error) {
		k, err := b.plans.Find(ctx, r, s, "", f.Today)
		if err != nil || k.Days().From == 0 || k.Days().To <= f.Today {
			return nil, training.UnlessNotFound(err)
		}
		there, err := k.InCalendar(ctx, r, s, k.ID)
		if err != nil {
			return nil, err
		}
		c := &check{id: k.ID, plan: there, frame: f, days: training.DayRange{From: f.Today, To: f.Today}}
		for one := range there.Sessions {
			if one.Event == nil && !one.Deleted && one.Type != Rest {
				c.days.To = max(c.days.To, one.Day)
			}
		}
		if c.days.To == f.Today {
			return nil, nil
		}
		err = c.pair(ctx, r, s)
		return c.apart, err
	})
}
