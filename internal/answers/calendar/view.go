package calendar

import (
	"cmp"
	"context"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// View shows the calendar. Projected values are only under projected and in the
// fields of races whose names begin with projected.
type View struct {
	answers.Heading
	Range     answers.Span        `json:"range"`
	View      string              `json:"view"`
	Events    []EventRow          `json:"events"`
	Unplanned []Unplanned         `json:"unplanned,omitempty"`
	Weeks     []Week              `json:"weeks,omitempty"`
	Phases    []Phase             `json:"phases,omitempty"`
	Races     []Race              `json:"races,omitempty"`
	Today     *fitness.LoadToday  `json:"today,omitempty"`
	Projected *fitness.Projection `json:"projected,omitempty"`
	Help      i18n.Sentence       `json:"help,omitempty"`
	Notes     []i18n.Sentence     `json:"notes,omitempty"`
	Missing   answers.Missing     `json:"missing,omitempty"`
	Cut       bool                `json:"truncated,omitempty"`
	Narrow    i18n.Sentence       `json:"narrow,omitempty"`
}

// Unplanned is an activity that was not planned.
type Unplanned struct {
	ActivityID training.ActivityID `json:"activity_id"`
	Day        training.Day        `json:"local_date"`
	Sport      training.Sport      `json:"sport"`
	training.Refinement
	Status State `json:"status"` // always extra
	Amounts
}

// Week is a whole week. It begins on the athlete's first day of the week.
type Week struct {
	Start training.Day `json:"week_start"`
	// Days is the number of days of the current week that have begun.
	Days    int      `json:"days_so_far,omitempty"`
	Phase   string   `json:"phase,omitempty"`
	Note    string   `json:"note,omitempty"` // the plan's note on this week
	Targets *Targets `json:"targets,omitempty"`
	Planned *Sum     `json:"planned,omitempty"`
	Done    *Sum     `json:"done,omitempty"` // all sessions, planned or not
	// Completed is the number of planned sessions that were done, and Missed
	// the number of those before today that were not.
	Completed int `json:"completed,omitempty"`
	Missed    int `json:"missed,omitempty"`
	// Excused is the number of sessions during an illness, an injury or other time off.
	Excused int `json:"excused,omitempty"`
	// Percent is the completed share of the plan, without excused sessions and sports that were not
	// planned; only for past weeks. Band is green only if duration, distance and intensity were as planned.
	Percent map[string]float64 `json:"compliance_pct,omitempty"`
	Band    efforts.Band       `json:"band,omitempty"`
	BySport []SportWeek        `json:"by_sport,omitempty"`
}

// SportWeek is the sessions of one sport in a week.
type SportWeek struct {
	Sport   training.Sport `json:"sport"`
	Planned *Sum           `json:"planned,omitempty"`
	Done    *Sum           `json:"done,omitempty"`
}

// Sum holds totals over sessions. WithoutLoad is the number of sessions without a load.
type Sum struct {
	Sessions    int     `json:"sessions"`
	DurationS   float64 `json:"duration_s,omitempty"`
	DistanceKm  float64 `json:"distance_km,omitempty"`
	Load        float64 `json:"load,omitempty"`
	WithoutLoad int     `json:"without_load,omitempty"`
	// WithoutDistance is the number of planned sessions in sports with distance whose
	// distance is unknown.
	WithoutDistance int `json:"without_distance,omitempty"`
	// GainM is present only for the completed part of a week in one sport.
	GainM float64 `json:"elevation_gain_m,omitempty"`
}

func (s *Sum) add(a Amounts) {
	s.Sessions++
	s.DurationS += a.DurationS
	s.DistanceKm += a.DistanceKm
	s.Load += a.Load
	if a.Load == 0 {
		s.WithoutLoad++
	}
}

// Shown returns the sum rounded for display, or nil if it is empty.
func (s *Sum) Shown() *Sum {
	if s.Sessions == 0 {
		return nil
	}
	s.DurationS = answers.Round(s.DurationS, 0)
	s.DistanceKm, s.Load, s.GainM = answers.Round(s.DistanceKm, 3), answers.Round(s.Load, 1), answers.Round(s.GainM, 0)
	return s
}

// Phase is a period such as a phase of a plan, time off, or an illness.
type Phase struct {
	ID       string                 `json:"id"`
	Category training.EventCategory `json:"category"`
	Name     string                 `json:"name"`
	From     training.Day           `json:"start_date"`
	To       training.Day           `json:"end_date"`
	Tags     []string               `json:"tags,omitempty"`
	Text     string                 `json:"description,omitempty"`
	Current  bool                   `json:"current,omitempty"`
}

// Race is an upcoming race.
type Race struct {
	ID         string                 `json:"id"`
	Name       string                 `json:"name"`
	Category   training.EventCategory `json:"category"`
	Sport      training.Sport         `json:"sport,omitempty"`
	Day        training.Day           `json:"local_date"`
	InDays     int                    `json:"in_days"`
	DistanceKm float64                `json:"distance_km,omitempty"`
	// These are the values projected for the day of the race if the plan is followed, and
	// what they are based on.
	CTL     *float64        `json:"projected_ctl,omitempty"`
	ATL     *float64        `json:"projected_atl,omitempty"`
	TSB     *float64        `json:"projected_tsb,omitempty"`
	Basis   i18n.Sentence   `json:"projected_basis,omitempty"`
	Missing answers.Missing `json:"missing,omitempty"`
}

const weekDays = 7

// weekRunes is the maximum length of a text that is shown.
const weekRunes = 200

// tellWeeks adds the totals of planned and completed sessions for whole weeks.
func (v *View) tellWeeks(b *Agenda, days training.DayRange, q Query) {
	for start := days.From; start <= days.To; start += weekDays {
		whole := training.DayRange{From: start, To: start + weekDays - 1}
		if w := b.week(whole, q.Sport); !w.empty() {
			if q.BySport {
				w.BySport = b.sportWeeks(whole, q.Sport)
			}
			v.Weeks = append(v.Weeks, w)
		}
	}
	if v.View != ViewAnnual {
		return
	}
	for i := range b.events {
		e := &b.events[i]
		if !stretch(e.Category) || e.Days.To < days.From || e.Days.From > days.To {
			continue
		}
		if len(v.Phases) == maxPhases {
			v.cut("Only the first phases are shown. Ask for fewer days.")
			break
		}
		v.Phases = append(v.Phases, Phase{
			ID: e.ID, Category: e.Category, Name: textclean.Line(e.Name, nameRunes), From: e.Days.From, To: e.Days.To,
			Tags: lines(e.Tags, maxTags), Text: textclean.Text(e.Description, weekRunes), Current: e.Days.Contains(b.today),
		})
	}
}

// empty reports whether a week has neither a plan nor targets nor activities.
func (w *Week) empty() bool {
	return w.Phase == "" && w.Note == "" && w.Targets == nil && w.Planned == nil && w.Done == nil
}

// week returns one week of the agenda.
func (b *Agenda) week(days training.DayRange, sport training.Discipline) Week {
	w := Week{Start: days.From}
	if days.From <= b.today && days.To > b.today {
		w.Days = int(b.today-days.From) + 1
	}
	var plan, possible, done, counted Tally
	var sports []training.Sport
	var targets Targets
	for i := range b.events {
		e := &b.events[i]
		w.tell(e, days)
		if !days.Contains(e.Days.From) || e.Sport != "" && !sport.Has(e.Discipline()) {
			continue
		}
		t := targetsOf(e)
		targets.Load += t.Load
		targets.TimeS += t.TimeS
		targets.DistanceKm += t.DistanceKm
		if !e.Session() {
			continue
		}
		plan.plan(e)
		switch b.State(e) {
		case Excused:
			w.Excused++
			continue
		case Done, Partly, Moved:
			w.Completed++
		case Missed:
			w.Missed++
		}
		possible.plan(e)
		possible.Rate(b.intensity[e.ID])
		sports = append(sports, e.Sport)
	}
	for i := range b.done {
		if a := &b.done[i]; days.Contains(a.Day) && sport.Has(a.Discipline()) {
			done.Add(recorded(a))
			if Planned(sports, a.Sport) {
				counted.Add(recorded(a))
			}
		}
	}
	if !targets.empty() {
		w.Targets = &targets
	}
	w.Planned, w.Done = plan.Shown(), done.Shown()
	if days.To < b.today && w.Planned != nil {
		w.Percent = Share(possible, counted)
		w.Band = BandOf(possible, w.Percent)
	}
	return w
}

// Planned reports whether an activity of a sport counts for a plan with sessions in the given sports.
func Planned(sports []training.Sport, done training.Sport) bool {
	return slices.ContainsFunc(sports, func(s training.Sport) bool { return sameSport(s, done) })
}

// sportWeeks splits a week by sport. A planned session without a sport belongs to none.
func (b *Agenda) sportWeeks(days training.DayRange, only training.Discipline) (out []SportWeek) {
	planning, doing := map[training.Sport]*Tally{}, map[training.Sport]*Tally{}
	of := func(all map[training.Sport]*Tally, s training.Sport) *Tally {
		if all[s] == nil {
			all[s] = &Tally{}
		}
		return all[s]
	}
	for i := range b.events {
		if e := &b.events[i]; e.Session() && days.Contains(e.Days.From) && only.Has(e.Discipline()) {
			of(planning, e.Sport).plan(e)
		}
	}
	for i := range b.done {
		if a := &b.done[i]; days.Contains(a.Day) && only.Has(a.Discipline()) {
			t := of(doing, a.Sport)
			t.Add(recorded(a))
			t.GainM += a.GainM
		}
	}
	for _, s := range training.Sports() {
		w := SportWeek{Sport: s, Planned: of(planning, s).Shown(), Done: of(doing, s).Shown()}
		if w.Planned != nil || w.Done != nil {
			out = append(out, w)
		}
	}
	return out
}

// tell sets the phase of the week to the one that began last, and its note to the first
// note of the plan.
func (w *Week) tell(e *Event, days training.DayRange) {
	switch {
	case e.Category == training.EventPlan && e.Days.Contains(days.From):
		w.Phase = textclean.Line(e.Name, nameRunes)
	case e.Category == training.EventNote && !e.Plan.Applied.IsZero() && e.Days.From <= days.To && e.Days.To >= days.From && w.Note == "":
		w.Note = textclean.Text(cmp.Or(e.Description, e.Name), weekRunes)
	}
}

// Tally is a sum that also counts the sessions with a duration and those with a distance.
type Tally struct {
	Sum
	timed, measured int
	// hard and easy are the intensity of planned sessions; easy ones are apart, because they are much longer.
	hard, easy efforts.Aim
}

// Rate adds the intensity of a planned session, done or missed.
func (t *Tally) Rate(in workouts.Intensity) {
	if in.Easy {
		t.easy.Add(in.Aim)
	} else {
		t.hard.Add(in.Aim)
	}
}

// plan adds one planned session.
func (t *Tally) plan(e *Event) {
	f := e.Figures()
	t.Add(Amounts{DurationS: f.DurationS, DistanceKm: f.DistanceKm, Load: f.Load})
	if f.DistanceKm <= 0 && !e.Indoor && !slices.Contains(still, e.Sport) {
		t.WithoutDistance++
	}
}

// still lists the sports in which no distance is covered.
var still = []training.Sport{training.Strength, training.Yoga, training.Fitness, training.Diving}

// Add adds one session.
func (t *Tally) Add(a Amounts) {
	a.DurationS, a.DistanceKm, a.Load = sane(a.DurationS), sane(a.DistanceKm), sane(a.Load)
	t.add(a)
	if a.DurationS > 0 {
		t.timed++
	}
	if a.DistanceKm > 0 {
		t.measured++
	}
}

// Merge adds the totals of another tally.
func (t *Tally) Merge(o *Tally) {
	t.Sessions, t.WithoutLoad = t.Sessions+o.Sessions, t.WithoutLoad+o.WithoutLoad
	t.DurationS, t.DistanceKm, t.Load, t.GainM = t.DurationS+o.DurationS, t.DistanceKm+o.DistanceKm, t.Load+o.Load, t.GainM+o.GainM
	t.timed, t.measured = t.timed+o.timed, t.measured+o.measured
	t.WithoutDistance += o.WithoutDistance
	t.hard.Add(o.hard)
	t.easy.Add(o.easy)
}

// Share returns the completed share of the plan for each value. It leaves out a value if the
// two totals would not cover the same sessions. Load is left out if any session has none.
// Any other value is left out if some sessions were planned without it and more sessions
// were done with it than planned with it. Of the intensity, only hard work counts.
func Share(planned, done Tally) map[string]float64 {
	out := map[string]float64{}
	for name, v := range map[string][2]float64{
		byDuration: {planned.DurationS, done.DurationS}, byDistance: {planned.DistanceKm, done.DistanceKm}, byLoad: {planned.Load, done.Load},
	} {
		if uneven := map[string]bool{
			byLoad:     planned.WithoutLoad+done.WithoutLoad > 0,
			byDuration: planned.timed < planned.Sessions && done.timed > planned.timed,
			byDistance: planned.measured < planned.Sessions && done.measured > planned.measured,
		}; uneven[name] {
			continue
		}
		if p, ok := efforts.Percent(v[0], v[1]); ok {
			out[name] = p
		}
	}
	if p, ok := planned.hard.Percent(); ok {
		out[byIntensity] = p
	}
	return out
}

// Sheet holds the planned and completed sessions of whole weeks. Its size is not limited,
// because it is meant for printing.
type Sheet struct {
	answers.Frame
	Days      training.DayRange
	Events    []EventRow
	Unplanned []Unplanned
	Weeks     []Week
}

// SheetOf returns the sheet for the weeks that overlap the given days, which
// must be at most [MaxDays].
func SheetOf(ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, days training.DayRange) (*Sheet, error) {
	if err := check(days, Query{}, f); err != nil {
		return nil, err
	}
	days = training.DayRange{From: days.From.WeekStart(f.Week), To: days.To.WeekStart(f.Week) + weekDays - 1}
	b, err := Open(ctx, r, s, f, days)
	if err != nil {
		return nil, err
	}
	out := &Sheet{Frame: f, Days: days, Unplanned: b.Unplanned(days, training.Discipline{})}
	for i := range b.events {
		if e := &b.events[i]; e.Days.To >= days.From && e.Days.From <= days.To && !e.HideFromAthlete {
			out.Events = append(out.Events, b.Row(e))
		}
	}
	for start := days.From; start <= days.To; start += weekDays {
		out.Weeks = append(out.Weeks, b.week(training.DayRange{From: start, To: start + weekDays - 1}, training.Discipline{}))
	}
	return out, ctx.Err()
}

// Day is one day of a sheet.
type Day struct {
	Day       training.Day
	Events    []*EventRow
	Unplanned []*Unplanned
}

// On returns everything on one day. An event that lasts several days is on each of them.
func (s *Sheet) On(d training.Day) Day {
	out := Day{Day: d}
	for i := range s.Events {
		e := &s.Events[i]
		if e.Day == d || e.To != nil && e.Day <= d && d <= *e.To {
			out.Events = append(out.Events, e)
		}
	}
	for i := range s.Unplanned {
		if s.Unplanned[i].Day == d {
			out.Unplanned = append(out.Unplanned, &s.Unplanned[i])
		}
	}
	return out
}
