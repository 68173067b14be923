package calendar

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// These are the values that are compared between plan and activity, most important first.
const (
	byDuration = "duration"
	byDistance = "distance"
	byLoad     = "load"
	// byIntensity is the share of the work that was on target.
	byIntensity = "intensity"
)

// nameRunes is the maximum length of a name or key that is shown.
const nameRunes = 100

// EventRow is an event in a list.
type EventRow struct {
	ID         string                 `json:"id"`
	Day        training.Day           `json:"local_date"`
	To         *training.Day          `json:"end_date,omitempty"` // last day, if the event lasts several days
	Time       string                 `json:"start_time,omitempty"`
	Category   training.EventCategory `json:"category"`
	Name       string                 `json:"name"`
	Sport      training.Sport         `json:"sport,omitempty"`
	SubSport   string                 `json:"sub_sport,omitempty"`
	Tags       []string               `json:"tags,omitempty"`
	Flags      []string               `json:"flags,omitempty"`
	Status     State                  `json:"status,omitempty"`
	InDays     *int                   `json:"in_days,omitempty"`
	Planned    *Amounts               `json:"planned,omitempty"`
	Done       *DoneBy                `json:"done,omitempty"`
	Compliance *Compliance            `json:"compliance,omitempty"`
	Repeats    *Repeats               `json:"repeats,omitempty"`

	// Text is the description by the athlete or a coach. For a workout, it contains the
	// steps as they were written; Steps holds the parsed steps.
	Text  string                 `json:"description,omitempty"`
	Steps *workouts.WorkoutSteps `json:"steps,omitempty"`

	Targets      *Targets              `json:"targets,omitempty"`
	Availability training.Availability `json:"training_availability,omitempty"`
	ExternalID   string                `json:"external_id,omitempty"`
	Sources      []string              `json:"sources,omitempty"`
}

// Amounts holds the duration, distance and load of a session.
type Amounts struct {
	DurationS  float64                `json:"duration_s,omitempty"`
	DistanceKm float64                `json:"distance_km,omitempty"`
	Load       float64                `json:"load,omitempty"`
	LoadRule   efforts.ComplianceRule `json:"load_rule,omitempty"`
	Intensity  float64                `json:"intensity_factor,omitempty"`
}

// DoneBy is the activity that completed a session.
type DoneBy struct {
	ActivityID training.ActivityID `json:"activity_id,omitempty"`
	Day        *training.Day       `json:"local_date,omitempty"` // set if it differs from the planned day
	By         string              `json:"paired_by"`
	Amounts
	Missing answers.Missing `json:"missing,omitempty"`
}

// Compliance is the completed share of a plan, for each value that both the plan and the
// activity have, and the share of the intensity that was as planned. Band rates the worse of the
// first of duration, distance and load, and of the intensity.
type Compliance struct {
	Percent map[string]float64 `json:"compliance_pct,omitempty"`
	By      string             `json:"by,omitempty"`
	Band    efforts.Band       `json:"band,omitempty"`
	// Intensity says how well the intensity matched the plan, or why that is not known.
	Intensity i18n.Sentence `json:"intensity,omitempty"`
}

// Off reports whether less than half of the planned intensity was done.
func (c *Compliance) Off() bool {
	if c == nil {
		return false
	}
	pct, ok := c.Percent[byIntensity]
	return ok && pct < 100 && efforts.BandOf(pct) == efforts.Red
}

// Targets holds the planned totals of a week or day.
type Targets struct {
	Load       float64 `json:"load_target,omitempty"`
	TimeS      float64 `json:"time_target_s,omitempty"`
	DistanceKm float64 `json:"distance_target_km,omitempty"`
}

func (t Targets) empty() bool { return t == Targets{} }

func targetsOf(e *Event) Targets {
	return Targets{Load: e.LoadTarget, TimeS: e.TimeTargetS, DistanceKm: e.DistanceTargetKm}
}

// Row returns an event and, for a session, how it was done.
func (b *Agenda) Row(e *Event) EventRow {
	r := EventRow{
		ID: e.ID, Day: e.Days.From, Time: clock(e.Start), Category: e.Category, Name: textclean.Line(e.Name, nameRunes),
		Sport: e.Sport, Availability: e.Availability, ExternalID: textclean.Line(e.ExternalID, nameRunes), Sources: e.Sources,
		SubSport: textclean.Line(e.SubSport, textclean.NameRunes), Tags: lines(e.Tags, maxTags), Flags: flags(e),
	}
	if e.Days.To > e.Days.From {
		to := e.Days.To
		r.To = &to
	}
	if t := targetsOf(e); !t.empty() {
		r.Targets = &t
	}
	if !e.Session() {
		return r
	}
	if a := planned(e); a != (Amounts{}) {
		r.Planned = &a
	}
	p := b.pairs[e.ID]
	r.Status = b.State(e)
	switch r.Status {
	case Missed:
		r.Compliance = &Compliance{Band: efforts.Red}
	case Done, Partly, Moved:
		r.Done, r.Compliance = doneBy(e, p), rated(comply(e, p.Activity), b.intensity[e.ID])
		if p.Repeats.Asked > 0 {
			r.Repeats = &p.Repeats
		}
	}
	return r
}

// tellText adds the text and the steps of an event.
func (r *EventRow) tellText(e *Event, runes int) {
	r.Text, r.Steps = textclean.Text(e.Description, runes), workouts.StepsOf(e.Steps())
}

// tellOnce adds the steps of an event, and its text without the part in which the steps are written.
func (r *EventRow) tellOnce(e *Event, runes int) {
	r.tellText(e, runes)
	if prose, ok := workouts.Prose(e.Description, e.Sport, e.Steps()); ok && r.Steps != nil {
		r.Text = textclean.Text(prose, runes)
	}
}

// planned returns the planned amounts of an event.
func planned(e *Event) Amounts {
	f := e.Figures()
	a := rounded(Amounts{DurationS: f.DurationS, DistanceKm: f.DistanceKm, Intensity: f.Intensity, Load: f.Load})
	if a.Load > 0 {
		a.LoadRule = f.Rule
	}
	return a
}

// rounded rounds amounts for display. Sums must be computed beforehand, so that they are
// rounded only once.
func rounded(a Amounts) Amounts {
	return Amounts{
		DurationS: positive(a.DurationS, 0), DistanceKm: positive(a.DistanceKm, 3), Intensity: positive(a.Intensity, 3),
		Load: positive(a.Load, 1),
	}
}

// sane returns v, or 0 if it is negative or not finite.
func sane(v float64) float64 {
	if v > 0 && answers.Finite(v) {
		return v
	}
	return 0
}

// positive rounds v. It returns 0 if v is negative or not finite; a 0 is left out of the answer.
func positive(v float64, decimals int) float64 {
	return answers.Round(sane(v), decimals)
}

func amounts(a *Activity) Amounts {
	return rounded(recorded(a))
}

func recorded(a *Activity) Amounts {
	return Amounts{DurationS: a.DurationS, DistanceKm: a.DistanceKm, Load: a.Load}
}

func doneBy(e *Event, p Pairing) *DoneBy {
	d := &DoneBy{By: p.By}
	if p.Activity == nil {
		d.Missing = d.Missing.Add("activity_id", "the activity paired with it in the calendar is not here")
		return d
	}
	d.ActivityID, d.Amounts = p.Activity.ID, amounts(p.Activity)
	if day := p.Activity.Day; day != e.Days.From {
		d.Day = &day
	}
	return d
}

// comply compares an event with its activity. It returns nil if nothing can be compared.
func comply(e *Event, a *Activity) *Compliance {
	if a == nil {
		return nil
	}
	var c *Compliance
	shares(e, a, func(name string, planned, done float64) {
		p, ok := efforts.Percent(planned, done)
		if !ok {
			return
		}
		if c == nil {
			c = &Compliance{By: name, Band: efforts.BandOf(p), Percent: map[string]float64{}}
		}
		c.Percent[name] = p
	})
	return c
}

// rated adds the intensity to the compliance with a plan.
func rated(c *Compliance, in workouts.Intensity) *Compliance {
	if in.Words == "" {
		return c
	}
	if c == nil {
		c = &Compliance{Percent: map[string]float64{}}
	}
	c.Intensity, c.Band = in.Words, efforts.Worse(c.Band, in.Band())
	if p, ok := in.Percent(); ok {
		c.Percent[byIntensity] = p
	}
	return c
}

// BandOf returns the band of a week, given the planned sessions and the completed shares: the worst of the
// bands for duration and distance, or the band for load if there is neither, and of the intensity.
func BandOf(planned Tally, pct map[string]float64) efforts.Band {
	var out efforts.Band
	for _, by := range []string{byDuration, byDistance, byLoad} {
		if p, ok := pct[by]; ok && (by != byLoad || out == "") {
			out = efforts.Worse(out, efforts.BandOf(p))
		}
	}
	return efforts.Worse(efforts.Worse(out, planned.hard.Band()), planned.easy.Band())
}

// State is the result of a planned session. Extra is the state of an unplanned activity.
type State string

// These are the states of sessions and activities.
const (
	Upcoming State = "upcoming" // its day is not over
	Changed  State = "changed"  // upcoming, but different from what the training plan published
	Done     State = "done"     // done on its day, and enough of it
	Partly   State = "partly"   // done on its day, but not enough of it
	Moved    State = "moved"    // done on another day
	Missed   State = "missed"   // not done, and the day is over
	Excused  State = "excused"  // not done or upcoming, during an illness, an injury or other time off
	Deleted  State = "deleted"  // in a training plan, but deleted in the calendar
	Extra    State = "extra"    // done, but not planned
	Rest     State = "rest"     // nothing was planned
)

// States returns the states of sessions in the calendar, and of the activities listed with them.
func States() []State { return []State{Upcoming, Changed, Done, Partly, Moved, Missed, Excused, Extra} }

// State returns the state of a session. Nothing else determines states.
func (b *Agenda) State(e *Event) State {
	p, paired := b.pairs[e.ID]
	switch {
	case !paired && b.excused(e):
		return Excused
	case !paired && e.Days.To >= b.today && e.changed():
		return Changed
	case !paired && e.Days.To >= b.today:
		return Upcoming
	case !paired:
		return Missed
	case p.Activity == nil:
		return Done
	case p.Activity.Day < e.Days.From || p.Activity.Day > e.Days.To:
		return Moved
	}
	if pct, ok := percent(e, p.Activity); ok && pct < enoughPct {
		return Partly
	}
	if p.Repeats.Asked > 0 && 100*p.Repeats.share() < enoughPct {
		return Partly
	}
	return Done
}

// excused reports whether a session that was not done does not have to be done. Before its day is
// over, only a time without any training excuses a session, and never a race: the athlete may still start.
func (b *Agenda) excused(e *Event) bool {
	return slices.ContainsFunc(b.away, func(o *Event) bool {
		return o.excuses(e) && (e.Days.To < b.today || o.RulesOut() && !e.Category.Race())
	})
}

// changed reports whether a session differs from what its training plan published.
func (e *Event) changed() bool {
	return e.Plan.Asked != "" && e.Plan.Asked != Asked(&e.CalendarEvent) || e.Reworded()
}

// Reworded reports whether the text of a session has changed since its plan
// published it. Events published by earlier versions have no such mark.
func (e *Event) Reworded() bool { return e.Plan.Words != "" && e.Plan.Words != e.WordsMark() }

// WordsMark returns the mark of the event's text. It works even if the reader may not read the text.
func (e *Event) WordsMark() string {
	return cmp.Or(e.Document.Words, training.WordsMark(e.Description))
}

// Withheld reports whether the event has a text that the reader may not read.
func (e *Event) Withheld() bool {
	return e.Description == "" && e.WordsMark() != training.WordsMark("")
}

// Asked returns a fingerprint of the requirements of a session. It does not
// depend on the text and its steps, which some readers may not see.
func Asked(e *training.CalendarEvent) string {
	b, err := json.Marshal(training.CalendarEvent{
		Category: e.Category, Name: e.Name, Start: e.Start, End: e.End, Sport: e.Sport, SubSport: e.SubSport, Indoor: e.Indoor,
		MovingTimeS: e.MovingTimeS, DistanceKm: e.DistanceKm, Load: e.Load,
	})
	if err != nil {
		return ""
	}
	return training.Fingerprint(b)
}

// writer writes the texts that Markdown and HTML have in common.
type writer struct {
	*strings.Builder
	say   workout.Say
	sheet *Sheet
	// title is the heading of the document.
	title string
}

// PrintedState returns the state of a session in the reader's language.
func PrintedState(say workout.Say, s State) string {
	switch s {
	case Done:
		return say("done")
	case Partly:
		return say("partly done")
	case Moved:
		return say("moved")
	case Missed:
		return say("missed")
	case Changed:
		return say("changed")
	case Excused:
		return say("excused")
	case Deleted:
		return say("deleted")
	case Extra:
		return say("extra")
	case Rest:
		return say("rest")
	}
	return say("planned")
}

// PrintedAmounts returns the amounts of a session in the reader's language and units.
func PrintedAmounts(say workout.Say, a *Amounts) string { return (&writer{say: say}).amounts(a) }

// PrintedOutcome returns how a session was done, compared with the plan.
func PrintedOutcome(say workout.Say, e *EventRow) string { return (&writer{say: say}).outcome(e) }

// PrintedDay returns a day with its weekday.
func PrintedDay(say workout.Say, d training.Day) string { return (&writer{say: say}).dated(d) }

func (w *writer) state(s State) string { return PrintedState(w.say, s) }

// legend returns an explanation of each state.
func (w *writer) legend() [][2]string {
	return [][2]string{
		{string(Done), w.say("done: at least 80 %% of it, on its day")},
		{string(Partly), w.say("partly done: less than 80 %% of it, or of its repeats")},
		{string(Moved), w.say("moved: done on another day")},
		{string(Missed), w.say("missed: its day is over and no activity matches it")},
		{string(Excused), w.say("excused: not done because of illness, injury or time off")},
		{string(Extra), w.say("extra: done but not planned")},
		{string(Upcoming), w.say("planned: its day is not over")},
		{string(Changed), w.say("changed: upcoming, but no longer as in the training plan")},
	}
}

// amounts formats the amounts of a session, as in "1:10:00, 12 km, 60 TSS".
func (w *writer) amounts(a *Amounts) string {
	if a == nil {
		return ""
	}
	var parts []string
	if a.DurationS > 0 {
		parts = append(parts, i18n.Clock(a.DurationS))
	}
	if a.DistanceKm > 0 {
		format := "%.1f "
		if math.Mod(math.Round(10*a.DistanceKm), 10) == 0 {
			format = "%.0f " // the value stays exact, for readers who use miles
		}
		parts = append(parts, w.say("%s", i18n.Measured(format, a.DistanceKm, i18n.Kilometres())))
	}
	if a.Load > 0 {
		parts = append(parts, workout.Decimals(a.Load, 0)+" TSS")
	}
	return strings.Join(parts, ", ")
}

// outcome describes how a session was done compared with the plan.
func (w *writer) outcome(e *EventRow) string {
	if e.Done == nil {
		return ""
	}
	var parts []string
	if done := w.amounts(&e.Done.Amounts); done != "" {
		parts = append(parts, done)
	}
	if c := e.Compliance; c != nil && c.By != "" {
		parts = append(parts, workout.Decimals(c.Percent[c.By], 0)+" %")
	}
	if c := e.Compliance; c != nil && c.Intensity != "" {
		parts = append(parts, w.say("%s", c.Intensity)) // it counts the repeats, too
	} else if r := e.Repeats; r != nil {
		parts = append(parts, w.say("%d of %d repeats done", r.Done, r.Asked))
	}
	if e.Done.Day != nil {
		parts = append(parts, w.say("on %s", e.Done.Day.String()))
	}
	return strings.Join(parts, ", ")
}

// sum formats the planned or completed total of a week.
func (w *writer) sum(s *Sum) string {
	if s == nil {
		return ""
	}
	return w.amounts(&Amounts{DurationS: s.DurationS, DistanceKm: s.DistanceKm, Load: s.Load})
}

// weekday returns the name of a weekday.
func (w *writer) weekday(d time.Weekday) string {
	return [...]string{
		w.say("Sunday"), w.say("Monday"), w.say("Tuesday"), w.say("Wednesday"), w.say("Thursday"), w.say("Friday"), w.say("Saturday"),
	}[d]
}

// dated formats a day with the name of its weekday.
func (w *writer) dated(d training.Day) string {
	return w.say("%s, %s", w.weekday(d.Weekday()), d.String())
}

// month formats the month and year of a day.
func (w *writer) month(d training.Day) string {
	at := d.Time(time.UTC)
	name := [...]string{
		w.say("January"), w.say("February"), w.say("March"), w.say("April"), w.say("May"), w.say("June"), w.say("July"), w.say("August"),
		w.say("September"), w.say("October"), w.say("November"), w.say("December"),
	}[at.Month()-1]
	return w.say("%s %d", name, at.Year())
}

// category returns the name of an event's category, such as "race" or "holiday".
func (w *writer) category(c training.EventCategory) string {
	return strings.ReplaceAll(string(c), "_", " ")
}
