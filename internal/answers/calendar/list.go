package calendar

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// These are the views of a calendar.
const (
	ViewAgenda   = "agenda"   // day by day, planned and completed
	ViewUpcoming = "upcoming" // upcoming sessions and races, and their projected effect
	ViewAnnual   = "annual"   // weeks, phases and races
)

// Views returns the names of all views.
func Views() []string { return []string{ViewAgenda, ViewUpcoming, ViewAnnual} }

const (
	// MaxRows is the maximum number of events in an answer.
	MaxRows = 60
	// MaxDays is the maximum number of days in one question.
	MaxDays = 400

	// listedRunes is the maximum length of a text in a list. get_event shows the whole text.
	listedRunes = 1000

	maxExtras = 30
	maxPhases = 40
	maxRaces  = 20
	// racesProjected is the maximum number of races with a projection.
	racesProjected = 3
	// raceDays is the number of days ahead in which races are searched for.
	raceDays = 365
)

// Query asks for a view of the calendar.
type Query struct {
	// Days is the range; nil means the default range of the view.
	Days       *training.DayRange
	View       string                   // empty means ViewAgenda
	Categories []training.EventCategory // categories of events to show; empty means all
	// States selects sessions by state; empty means all. If it is set, weeks are left
	// out, races are listed only with a projection, and steps only for upcoming sessions.
	States  []State
	Sport   training.Discipline // sport of sessions and activities; empty means all
	BySport bool                // split weeks by sport
	// ProjectTo is the last day of the projection from planned load; 0 means no projection.
	ProjectTo training.Day
	// Apart lists upcoming sessions that are not in the calendar. The projection includes them.
	Apart []Coming
	Limit int // 0 means MaxRows
}

// defaultDays returns the default range of a view.
func defaultDays(view string, f answers.Frame) training.DayRange {
	week := f.Today.WeekStart(f.Week)
	switch view {
	case ViewUpcoming:
		return training.DayRange{From: f.Today, To: f.Today + 29}
	case ViewAnnual:
		return training.DayRange{From: week, To: week + 52*7 - 1}
	}
	return training.DayRange{From: week, To: week + 2*7 - 1}
}

// List returns the view that q asks for.
func (l *Lister) List(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, q Query) (*View, error) {
	if q.View == "" {
		q.View = ViewAgenda
	}
	days := defaultDays(q.View, f)
	if q.Days != nil {
		days = *q.Days
	}
	if err := check(days, q, f); err != nil {
		return nil, err
	}
	v := &View{Heading: f.Heading(), Range: answers.SpanOf(days), View: q.View, Events: []EventRow{}}
	weeks := training.DayRange{From: days.From.WeekStart(f.Week), To: days.To.WeekStart(f.Week) + 6}
	b, ahead, err := l.agendas(ctx, r, s, f, weeks)
	if err != nil {
		return nil, err
	}
	v.tellRows(b, days, q)
	v.tellClashes(b, days)
	if q.View != ViewUpcoming && len(q.States) == 0 {
		v.tellWeeks(b, weeks, q)
	}
	if len(v.Events) > 0 && q.View != ViewAnnual {
		if v.Missing, err = tellHidden(ctx, r, s, v.Missing, "events.description"); err != nil {
			return nil, err
		}
	}
	if len(q.States) == 0 || q.ProjectTo != 0 {
		courses, err := l.load(ctx, r, s, f, q.Sport)
		if err != nil {
			return nil, err
		}
		if err := v.tellComing(ctx, newProjector(courses, f, ahead, q.Sport, q.Apart), ahead, q, days); err != nil {
			return nil, err
		}
	}
	v.fit()
	return v, ctx.Err()
}

// viewBytes is the maximum size of a view, so that an answer stays below 32 KB.
const viewBytes = 28_000

// textBytes is the maximum size of events that have texts and steps. The events of a week
// usually fit.
const textBytes = 16_000

// fit drops texts and rows from the ends of the lists until the answer fits.
func (v *View) fit() {
	size := answers.Size(v.Events)
	for i := len(v.Events) - 1; i > 0 && size > textBytes; i-- {
		e := &v.Events[i]
		if e.Text == "" && e.Steps == nil {
			continue
		}
		whole := answers.Size(e)
		e.Text, e.Steps = "", nil
		size -= whole - answers.Size(e)
		v.cut("Later events are shown without their texts and steps. Ask for fewer days.")
	}
	for answers.Size(v) > viewBytes {
		switch {
		case len(v.Events) > 1 && answers.Size(v.Events) >= answers.Size(v.Weeks):
			v.Events = v.Events[:len(v.Events)*3/4]
		case len(v.Weeks) > 1:
			v.Weeks = v.Weeks[:len(v.Weeks)*3/4]
		default:
			v.Unplanned, v.Phases = nil, nil
			v.cut("Ask for fewer days.")
			return
		}
		v.cut("Only the first rows are shown. Ask for fewer days, or only for certain categories.")
	}
}

func check(days training.DayRange, q Query, f answers.Frame) error {
	switch {
	case days.Days() == 0:
		return training.Errorf(training.KindInvalid, "The range %s ends before it begins.", days).WithFix("Put the earlier date first.")
	case days.Days() > MaxDays:
		return training.Errorf(training.KindTooLarge, "The range %s has %d days.", days,
			days.Days()).WithFix("Ask for at most %d at a time.", MaxDays)
	case q.View == ViewUpcoming && days.To < f.Today:
		return training.Errorf(training.KindInvalid, "The range %s is in the past.", days).WithFix("Use view agenda for days that are over.")
	case q.ProjectTo != 0 && (q.ProjectTo <= f.Today || q.ProjectTo > f.Today+fitness.MaxProjectDays):
		return training.Errorf(training.KindInvalid, "Nothing can be projected to %s.", q.ProjectTo).
			WithFix("Give project_to as a day from tomorrow up to %s.", f.Today+fitness.MaxProjectDays)
	}
	return nil
}

// tellRows adds the events in the range. Unless they are requested, the annual
// view leaves out sessions and targets, because its weeks contain them.
func (v *View) tellRows(b *Agenda, days training.DayRange, q Query) {
	if q.View == ViewUpcoming {
		days.From = max(days.From, b.today)
	}
	without := 0
	for i := range b.events {
		e := &b.events[i]
		if e.Days.To < days.From || e.Days.From > days.To || !q.shows(e) {
			continue
		}
		row, asked := b.listed(e, &q)
		if !asked {
			continue
		}
		if e.Session() && (row.Planned == nil || row.Planned.Load == 0) {
			without++
		}
		v.Events = append(v.Events, row)
	}
	if without > 0 {
		v.Missing = v.Missing.Add("planned.load", i18n.Sentencef(
			"%s without a load or a duration with an intensity_factor; set one with update_event",
			i18n.Numbered(without, "planned session", "planned sessions")))
	}
	limit := q.Limit
	if limit <= 0 || limit > MaxRows {
		limit = MaxRows
	}
	if len(v.Events) > limit {
		v.Events = v.Events[:limit]
		v.cut("Only the first events are shown. Ask for fewer days, or only for certain categories.")
	}
	if q.View == ViewAgenda && (len(q.Categories) == 0 || slices.Contains(q.Categories, training.EventWorkout)) && q.inState(Extra) {
		v.Unplanned = b.Unplanned(days, q.Sport)
		if n := len(v.Unplanned); n > maxExtras {
			v.Unplanned = v.Unplanned[n-maxExtras:]
			v.cut("Only the latest activities without a plan are shown; list_activities has them all.")
		}
	}
}

// inState reports whether the query selects sessions in the state s.
func (q *Query) inState(s State) bool { return len(q.States) == 0 || slices.Contains(q.States, s) }

// listed returns the row of an event, or false if the query does not select its state.
func (b *Agenda) listed(e *Event, q *Query) (EventRow, bool) {
	row := b.Row(e)
	if !q.inState(row.Status) {
		return row, false
	}
	if q.View != ViewAnnual && (len(q.States) == 0 || row.Status == Upcoming || row.Status == Changed) {
		row.tellOnce(e, listedRunes)
	}
	if q.View == ViewUpcoming {
		in := int(e.Days.From - b.today)
		row.InDays = &in
	}
	return row, true
}

func (v *View) cut(how i18n.Sentence) {
	v.Cut = true
	if v.Narrow == "" {
		v.Narrow = how
	}
}

// tellClashes adds warnings about upcoming sessions during an illness, an injury or time off.
func (v *View) tellClashes(b *Agenda, days training.DayRange) {
	var coming []*Event
	for i := range b.events {
		e := &b.events[i]
		if _, done := b.pairs[e.ID]; !done && e.Session() && e.Days.From >= b.today && days.Contains(e.Days.From) {
			coming = append(coming, e)
		}
	}
	v.Notes = append(v.Notes, Clashes(coming, b.events)...)
}

// shows reports whether the query selects an event.
func (q Query) shows(e *Event) bool {
	if e.Sport != "" && !q.Sport.Has(e.Discipline()) {
		return false
	}
	if len(q.Categories) > 0 {
		return slices.Contains(q.Categories, e.Category)
	}
	switch q.View {
	case ViewUpcoming:
		return e.Session()
	case ViewAnnual:
		return !stretch(e.Category) && e.Category != training.EventWorkout && e.Category != training.EventTarget &&
			e.Category != training.EventNote
	}
	return true
}

// stretch reports whether events of a category cover a period of time.
func stretch(c training.EventCategory) bool {
	return c == training.EventPlan || c == training.EventSeasonStart || c.Away()
}

// tellComing adds upcoming races, and the projection of the plan.
func (v *View) tellComing(ctx context.Context, p *projector, ahead *Agenda, q Query, days training.DayRange) error {
	if q.View == ViewUpcoming && q.ProjectTo == 0 {
		q.ProjectTo = p.last(days.To)
	}
	if q.ProjectTo > ahead.today {
		if err := p.tell(ctx, v, q.ProjectTo); err != nil {
			return err
		}
	}
	coming := races(ahead.events, ahead.today, q.Sport)
	if len(coming) > maxRaces {
		coming = coming[:maxRaces]
		v.cut("Only the next races are shown.")
	}
	for i, e := range coming {
		race := Race{
			ID: e.ID, Name: textclean.Line(e.Name, nameRunes), Category: e.Category, Sport: e.Sport, Day: e.Days.From,
			InDays: int(e.Days.From - ahead.today), DistanceKm: positive(e.DistanceKm, 3),
		}
		if i < racesProjected {
			if err := p.race(ctx, &race); err != nil {
				return err
			}
		}
		v.Races = append(v.Races, race)
	}
	return nil
}

// Lister lists calendars. It caches the events of the last few ranges of days, with their
// activities and computed values, and the load up to today, because reading these takes
// most of the time. It uses them until one of these changes. It is safe for concurrent use.
type Lister struct {
	opened  cache.Cache[agendaKey, *Agenda]
	courses cache.Cache[coursesKey, *fitness.Courses]
}

type agendaKey struct {
	training.Scope
	answers.Frame
	days training.DayRange
}

type coursesKey struct {
	training.Scope
	answers.Frame
	sport training.Discipline
}

// mostKept is the maximum number of cached ranges, each of a year or more. All
// views share one range, unless a query gives other days.
const mostKept = 2

// OnAgendas returns the kinds of changes on which an agenda depends, and more.
func OnAgendas(more ...ledger.ChangeKind) []ledger.ChangeKind {
	return ledger.OnActivities(append(more, document.Events.Changes(), ledger.ChangeSettings)...)
}

// NewLister returns a lister with empty caches.
func NewLister() *Lister {
	l := &Lister{}
	l.opened.Most, l.courses.Most = mostKept, mostKept
	l.opened.On, l.courses.On = OnAgendas(), ledger.OnActivities(ledger.ChangeSettings)
	return l
}

// recentDays is the number of days before the current week in the shared
// agenda. A monthly calendar always begins within them.
const recentDays = 6 * 7

// agendas returns the agenda for a query, and the agenda from today on.
func (l *Lister) agendas(
	ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, days training.DayRange,
) (of, ahead *Agenda, err error) {
	of, both, err := l.agenda(ctx, r, s, f, days)
	if err != nil || both {
		return of, of, err
	}
	ahead, _, err = l.agenda(ctx, r, s, f, training.DayRange{From: f.Today, To: f.Today})
	return of, ahead, err
}

// agenda returns an agenda with the weeks of the given days. One cached agenda covers the
// future and the weeks around today, which are all that most queries need; shared reports
// whether it is that one.
func (l *Lister) agenda(
	ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, days training.DayRange,
) (of *Agenda, shared bool, err error) {
	days = training.DayRange{From: days.From.WeekStart(f.Week), To: days.To.WeekStart(f.Week) + 6}
	coming := training.DayRange{From: f.Today.WeekStart(f.Week) - recentDays, To: f.Today + raceDays}
	if shared = days.To >= coming.From && days.From <= coming.To; shared {
		days = training.DayRange{From: min(days.From, coming.From), To: max(days.To, coming.To)}
	}
	of, err = l.open(ctx, r, s, f, days)
	return of, shared, err
}

// open returns an agenda from the cache. It must not be modified.
func (l *Lister) open(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, days training.DayRange) (*Agenda, error) {
	return l.opened.Get(ctx, r, agendaKey{s, f, days}, func() (*Agenda, error) { return Open(ctx, r, s, f, days) })
}

// load returns the data from which the load of a sport is projected.
func (l *Lister) load(
	ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, sport training.Discipline,
) (*fitness.Courses, error) {
	return l.courses.Get(ctx, r, coursesKey{s, f, sport}, func() (*fitness.Courses, error) { return fitness.NewCourses(r, s, f), nil })
}

// Clashes returns a sentence for each illness, injury or time off in which sessions are planned.
func Clashes(planned []*Event, stands []Event) []i18n.Sentence {
	var out []i18n.Sentence
	for i := range stands {
		off := &stands[i]
		if !off.RulesOut() {
			continue
		}
		var inside []string
		for _, e := range planned {
			if off.Days.Contains(e.Days.From) {
				inside = append(inside, e.Days.From.String()+" "+textclean.Line(e.Name, nameRunes))
			}
		}
		if len(inside) == 0 {
			continue
		}
		out = append(out, i18n.Sentencef("%s planned during %q (%s, %s): %s.", i18n.Numbered(len(inside), "session is", "sessions are"),
			textclean.Line(off.Name, nameRunes), off.Category, off.Days, strings.Join(inside[:min(len(inside), clashesNamed)], "; ")))
	}
	return out
}

// clashesNamed is the maximum number of sessions in a warning.
const clashesNamed = 5
