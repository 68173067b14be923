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
	"lapkeep/internal/training"
)

// Query asks how a plan is followed.
type Query struct {
	// Days are those whose sessions are shown; nil is from the week before the
	// current one to the week after it.
	Days *training.DayRange
}

// Bounds of an answer.
const (
	adherenceMaxSessions = 60
	maxExtra             = 20
	adherenceMaxWeeks    = 60
	adherenceMaxProblems = 5
	weekDays             = 7
)

// check is one plan with what was done.
type check struct {
	id     string
	plan   *Plan
	frame  answers.Frame
	days   training.DayRange // of the plan, in whole weeks
	book   *calendar.Book
	course *fitness.Course
	// states are those of sessions by their id.
	states map[string]*AdherenceSession
	// stands are the events in the calendar of sessions, by their ids.
	stands map[string]string
	usual  usual
}

// AdherenceOf answers how the plan of an id is followed.
func AdherenceOf(
	ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, id string, p *Plan, q Query,
) (*AdherenceView, error) {
	c, err := checked(ctx, r, s, f, id, p)
	if err != nil {
		return nil, err
	}
	return c.view(ctx, q)
}

// checked compares a plan with what was done.
func checked(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, id string, p *Plan) (*check, error) {
	days := p.Days()
	if days.From == 0 {
		return nil, training.Errorf(training.KindInvalid, "The training plan %q has no date.", id).
			WithFix("Give it a plan_start_date, or its weeks a week_start_date.")
	}
	days = training.DayRange{From: days.From.WeekStart(f.Week), To: days.To.WeekStart(f.Week) + weekDays - 1}
	c := &check{id: id, plan: p, frame: f, days: days, states: map[string]*AdherenceSession{}}
	if err := c.read(ctx, r, s); err != nil {
		return nil, err
	}
	c.judge()
	return c, nil
}

// view answers from what was held against each other, and changes nothing of it.
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

// read pairs the sessions with what was done, and follows the load.
func (c *check) read(ctx context.Context, r store.Reader, s training.Scope) error {
	events, stands, err := sessionEvents(ctx, r, s, c.id, c.plan, c.days)
	if err != nil {
		return err
	}
	c.stands = stands
	if err := calendar.Figure(ctx, r, s, events); err != nil {
		return err
	}
	if c.book, err = calendar.Pair(ctx, r, s, c.frame, c.days, events); err != nil {
		return err
	}
	if c.usual, err = usually(ctx, r, s, c.frame.Today); err != nil {
		return err
	}
	to := min(max(c.days.To, c.plan.Race.Day), c.frame.Today+fitness.MaxProjectDays)
	c.course, err = fitness.NewCourses(r, s, c.frame).Course(ctx, training.DayRange{From: c.days.From - weekDays, To: to}, c.ahead())
	return err
}

// sessionEvents returns the sessions of a plan over some days as events. A
// session that is in the calendar has the pairing made there by the athlete or
// a service, and other planned events of the calendar are included, so that an
// activity belongs to one event only. Stands maps ids of sessions to those in
// the calendar.
func sessionEvents(
	ctx context.Context, r store.Reader, s training.Scope, id string, p *Plan, days training.DayRange,
) (out []calendar.Event, stands map[string]string, err error) {
	there, err := calendar.In(ctx, r, s, days)
	if err != nil {
		return nil, nil, err
	}
	out, stands = p.Events(id, days), map[string]string{}
	at := map[string]int{}
	for i := range out {
		at[out[i].ID] = i
	}
	var others []calendar.Event
	for i := range there {
		e := &there[i]
		if e.Plan.ID != id {
			others = append(others, *e)
			continue
		}
		if k, ok := at[EventID(id, e.Plan.Workout)]; ok {
			stands[e.Plan.Workout] = e.ID
			out[k].DoneBy, out[k].Own = e.DoneBy, e.Own
		}
	}
	if len(stands) > 0 {
		out = append(out, others...)
	}
	return out, stands, nil
}

// ahead returns the loads of future sessions by day: as stated or computed from
// steps, or else the athlete's usual load.
func (c *check) ahead() map[training.Day]float64 {
	loads := map[training.Day]float64{}
	events := c.book.Events()
	for i := range events {
		e := &events[i]
		if _, done := c.book.Paired(e.ID); done || !e.Session() || e.Days.From <= c.frame.Today {
			continue
		}
		loads[e.Days.From] += c.usual.load(e)
	}
	return loads
}

// judge determines the status of each session.
func (c *check) judge() {
	events := c.book.Events()
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
			Name: textclean.Line(s.Title(), textclean.NameRunes), Sport: s.Sport, Status: calendar.Rest, Event: c.stands[s.ID],
		}
		if e := of[EventID(c.id, s.ID)]; e != nil {
			row := c.book.Row(e)
			out.Status, out.Planned, out.Done, out.Compliance, out.Repeats = row.Status, row.Planned, row.Done, row.Compliance, row.Repeats
		}
		c.states[s.ID] = out
	}
}

// tellSessions shows the sessions of the days that are asked about, and what
// was done beside them.
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
	if q.Days == nil { // what was done before the plan is not beside it
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
	for _, u := range c.book.Unplanned(days, training.Discipline{}) {
		v.Extra = append(v.Extra, Extra{Week: c.number(u.Day), Unplanned: u})
	}
	if n := len(v.Extra); n > maxExtra {
		v.Extra = v.Extra[n-maxExtra:]
		v.cut()
	}
}

// number returns the number of a day's week, 0 for none.
func (c *check) number(d training.Day) int {
	if w := c.plan.WeekOf(d); w != nil {
		return w.Number
	}
	return 0
}

// tellUnknown adds notes on how many sessions were counted at the usual load,
// and how many have none.
func (c *check) tellUnknown(v *AdherenceView) {
	if n := c.usual.estimated; n > 0 {
		v.Notes = append(v.Notes, i18n.Sentencef(
			"%s no load: the athlete's usual load of the sport by the hour or the kilometre stands in.",
			i18n.Numbered(n, "session to come states", "sessions to come state")))
	}
	if n := c.usual.without; n > 0 {
		v.Missing = v.Missing.Add("planned.load", i18n.Sentencef(
			"%s no load, and none can be estimated: that is rest in the projection",
			i18n.Numbered(n, "session to come states", "sessions to come state")))
	}
}

func (v *AdherenceView) cut() {
	v.Cut, v.Narrow = true, "Only a part is shown. Ask for fewer weeks."
}

// viewBytes bounds an answer.
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

// TellProblems adds the problems of the plan's text.
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

// AdherenceBook keeps what plans were held against, until anything in the store
// changes: who asks for other weeks of a plan is answered from it. It is safe
// for concurrent use.
type AdherenceBook struct {
	checks cache.Cache[checkKey, *check]
}

// adherenceMostKept is how many plans are kept.
const adherenceMostKept = 4

type checkKey struct {
	training.Scope
	answers.Frame
	id      string
	version int
}

// NewAdherenceBook makes an empty book.
func NewAdherenceBook() *AdherenceBook {
	b := &AdherenceBook{}
	b.checks.Most = adherenceMostKept
	return b
}

// Of answers as [Of] does how a plan is followed.
func (b *AdherenceBook) Of(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, k *Kept,
	q Query,
) (*AdherenceView, error) {
	c, err := b.checks.Get(ctx, r, checkKey{s, f, k.ID, k.Text.Version}, func() (*check, error) {
		return checked(ctx, r, s, f, k.ID, &k.Plan)
	})
	if err != nil {
		return nil, err
	}
	return c.view(ctx, q)
}

// usualDays is how far back it is looked for what an athlete usually does.
const usualDays = 84

// usual is what an athlete has of a sport by the hour and by the kilometre,
// over all that has a load.
type usual struct {
	perHour, perKm map[training.Sport]float64
	// estimated and without count the sessions that were asked for.
	estimated, without int
}

func usually(ctx context.Context, r store.Reader, s training.Scope, today training.Day) (usual, error) {
	u := usual{perHour: map[training.Sport]float64{}, perKm: map[training.Sport]float64{}}
	inputs, err := r.LoadInputs(ctx, s, training.DayRange{From: today - usualDays, To: today})
	if err != nil || len(inputs) == 0 {
		return u, err
	}
	loads, err := fitness.ReadLoads(ctx, r, s)
	if err != nil {
		return u, err
	}
	hours, km, ofKm := map[training.Sport]float64{}, map[training.Sport]float64{}, map[training.Sport]float64{}
	for i := range inputs {
		in := &inputs[i]
		tss, why := loads.Of(in)
		if why != "" {
			continue
		}
		u.perHour[in.Sport] += tss.TSS
		hours[in.Sport] += in.TimerS / 3600
		if in.DistanceM > 0 {
			ofKm[in.Sport] += tss.TSS
			km[in.Sport] += in.DistanceM / 1000
		}
	}
	for sport, h := range hours {
		u.perHour[sport] = ratio(u.perHour[sport], h)
		u.perKm[sport] = ratio(ofKm[sport], km[sport])
	}
	return u, nil
}

func ratio(a, b float64) float64 {
	if b <= 0 {
		return 0
	}
	return a / b
}

// load returns the load of a session, estimated if it states none; 0 if that is
// not possible.
func (u *usual) load(e *calendar.Event) float64 {
	f := e.Figures()
	if f.Load > 0 {
		return f.Load
	}
	tss := u.perHour[e.Sport] * f.DurationS / 3600
	if tss == 0 {
		tss = u.perKm[e.Sport] * f.DistanceKm
	}
	if tss == 0 {
		u.without++
		return 0
	}
	u.estimated++
	return tss
}
