package calendar

import (
	"cmp"
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// projector computes the effect of planned sessions.
type projector struct {
	courses *fitness.Courses
	frame   answers.Frame
	ahead   Ahead
	sports  []training.Discipline
}

func newProjector(courses *fitness.Courses, f answers.Frame, b *Agenda, sport training.Discipline, apart []Coming) *projector {
	p := &projector{courses: courses, frame: f, ahead: b.Ahead(sport, apart, f.Today+fitness.MaxProjectDays)}
	if !sport.IsZero() {
		p.sports = []training.Discipline{sport}
	}
	return p
}

// last returns the last day with a planned load, on or before the day to, or the zero day if
// there is none.
func (p *projector) last(to training.Day) training.Day {
	var last training.Day
	for d := range p.ahead.Loads {
		if d <= to {
			last = max(last, d)
		}
	}
	return last
}

// at returns the projection up to the given day.
func (p *projector) at(ctx context.Context, to training.Day) (*fitness.LoadView, error) {
	today := training.DayRange{From: p.frame.Today, To: p.frame.Today}
	return p.courses.TrainingLoad(ctx, fitness.LoadQuery{
		Days: today, Sports: p.sports, Calendar: p.ahead.upTo(to).Loads,
		ProjectDays: int(to - p.frame.Today),
	})
}

// tell adds the projection to an answer. It is separate from today's values.
func (p *projector) tell(ctx context.Context, v *View, to training.Day) error {
	load, err := p.at(ctx, to)
	if err != nil {
		return err
	}
	v.Today, v.Projected = load.Today, load.Project
	switch {
	case load.Project != nil:
	case load.Today == nil:
		v.Missing = v.Missing.Add("projected", "there are no activities yet, so fitness is not known")
		return nil
	default:
		v.Missing = v.Missing.Add("projected", unplanned(to))
		return nil
	}
	v.Notes = append(v.Notes, "The projection assumes that the plan is followed exactly; the values of today are what happened.")
	ahead := p.ahead.upTo(to)
	v.Notes = append(v.Notes, ahead.Notes()...)
	return nil
}

// longestGap is the maximum number of consecutive days without planned load before
// a race. After a longer gap, the projected form would only show unplanned rest.
const longestGap = 14

// reaches reports whether planned sessions continue up to the given day without too long a gap.
func (p *projector) reaches(to training.Day) bool {
	for last, day := p.frame.Today, p.frame.Today+1; day <= to; day++ {
		if p.ahead.Loads[day] > 0 {
			last = day
		}
		if day-last > longestGap {
			return false
		}
	}
	return true
}

// unplanned returns the reason why there is no projection if no load is planned.
func unplanned(to training.Day) i18n.Sentence {
	return i18n.Sentencef("no load is planned until %s; pass assumed_daily_load to analyze_training_load", to)
}

// race adds the projected form on the day of a race, or the reason why there is none.
func (p *projector) race(ctx context.Context, r *Race) error {
	if r.InDays < 1 {
		return nil
	}
	if len(p.ahead.Loads) == 0 {
		r.Missing = r.Missing.Add("projected_ctl", unplanned(r.Day))
		return nil
	}
	if r.InDays > fitness.MaxProjectDays || !p.reaches(r.Day) {
		r.Missing = r.Missing.Add("projected_ctl",
			i18n.Sentencef("the plan does not lead up to it: more than %d days in a row have no planned load", longestGap))
		return nil
	}
	load, err := p.at(ctx, r.Day)
	if err != nil || load.Project == nil {
		return err
	}
	last := len(load.Project.CTL) - 1
	r.CTL, r.ATL, r.TSB = &load.Project.CTL[last], &load.Project.ATL[last], &load.Project.TSB[last]
	r.Basis = load.Project.Basis
	return nil
}

// PlannedLoads returns the planned loads from tomorrow up to the given day, in one sport or
// in all. apart lists sessions that are not in the calendar but are included.
func PlannedLoads(
	ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, to training.Day, sport training.Discipline, apart []Coming,
) (Ahead, error) {
	if to <= f.Today {
		return Ahead{}, ctx.Err()
	}
	b, err := Open(ctx, r, s, f, training.DayRange{From: f.Today, To: to})
	if err != nil {
		return Ahead{}, err
	}
	return b.Ahead(sport, apart, to), nil
}

// Ahead holds the planned load on each day after today.
type Ahead struct {
	Loads map[training.Day]float64
	// Estimated is the number of sessions with an estimated load, Without the number of sessions that
	// count as rest, and Apart the number of sessions that are only in the text of a training plan.
	Estimated, Without, Apart int
	// Undone means that a session planned for today is not done yet, which is not in the loads.
	Undone bool

	sessions []Coming // all that are counted
}

func (a *Ahead) add(c Coming) {
	a.sessions = append(a.sessions, c)
	if c.apart {
		a.Apart++
	}
	switch {
	case c.Load == 0:
		a.Without++
		return
	case c.Estimated:
		a.Estimated++
	}
	a.Loads[c.Day] += c.Load
}

// upTo returns what is planned up to the given day.
func (a *Ahead) upTo(to training.Day) Ahead {
	out := Ahead{Loads: map[training.Day]float64{}, Undone: a.Undone}
	for _, c := range a.sessions {
		if c.Day <= to {
			out.add(c)
		}
	}
	return out
}

// Coming is a session on a day after today that has not been done early.
type Coming struct {
	Day       training.Day
	Of        training.Discipline
	Load      float64 // stated, computed from steps or estimated; 0 means none
	Estimated bool    // the load is based on the athlete's usual load

	apart bool // it is only in the text of a training plan
}

// Coming returns the upcoming sessions for which wanted returns true.
func (b *Agenda) Coming(wanted func(*Event) bool) (out []Coming) {
	for i := range b.events {
		e := &b.events[i]
		if !b.toCome(e) || !wanted(e) {
			continue
		}
		c := Coming{Day: e.Days.From, Of: e.Discipline(), Load: e.Figures().Load}
		if c.Load == 0 {
			c.Load, c.Estimated = b.usual.load(e), true
		}
		out = append(out, c)
	}
	return out
}

// Ahead returns the loads of upcoming sessions in one sport or in all, up to the given day. Sessions
// in apart count only on days without a session of their sport in the calendar.
func (b *Agenda) Ahead(sport training.Discipline, apart []Coming, to training.Day) Ahead {
	out := Ahead{Loads: map[training.Day]float64{}}
	for i := range b.events {
		e := &b.events[i]
		out.Undone = out.Undone || e.Days.From == b.today && b.open(e) && sport.Has(e.Discipline())
	}
	type place struct {
		training.Day
		training.Sport
	}
	taken := map[place]bool{}
	for _, c := range b.Coming(func(e *Event) bool { return e.Days.From <= to }) { // an agenda has a margin
		taken[place{c.Day, c.Of.Sport}] = true
		if sport.Has(c.Of) {
			out.add(c)
		}
	}
	for _, c := range apart {
		if c.Day <= to && !taken[place{c.Day, c.Of.Sport}] && sport.Has(c.Of) {
			c.apart = true
			out.add(c)
		}
	}
	return out
}

// toCome reports whether an event is a session on a day after today that has not been done early
// and is not excused.
func (b *Agenda) toCome(e *Event) bool { return e.Days.From > b.today && b.open(e) }

// open reports whether an event is a session that is neither done nor excused.
func (b *Agenda) open(e *Event) bool {
	_, done := b.pairs[e.ID]
	return e.Session() && !done && !b.excused(e)
}

// Notes explains in sentences what the loads are based on.
func (a *Ahead) Notes() (out []i18n.Sentence) {
	if n := a.Estimated; n > 0 {
		out = append(out, i18n.Sentencef(
			"%s no load: the athlete's usual load per hour or kilometre in the sport is used instead.",
			i18n.Numbered(n, "upcoming session has", "upcoming sessions have")))
	}
	if n := a.Apart; n > 0 {
		out = append(out, i18n.Sentencef("%s in the training plan but not in the calendar; they are counted too, and apply_training_plan adds "+
			"them to the calendar.",
			i18n.Numbered(n, "upcoming session is", "upcoming sessions are")))
	}
	if n := a.Without; n > 0 {
		out = append(out, i18n.Sentencef("%s no load, and none can be estimated: counted as rest in the projection.",
			i18n.Numbered(n, "upcoming session has", "upcoming sessions have")))
	}
	if a.Undone {
		out = append(out, "Sessions planned for today and not done yet are not in the projection, which begins tomorrow.")
	}
	return out
}

// usualDays is the number of days over which the usual load is averaged.
const usualDays = 84

// usual is the athlete's average load per hour and per kilometre in each sport,
// over all activities with a load.
type usual struct{ perHour, perKm map[training.Sport]float64 }

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

// load estimates the load of a session. It returns 0 if it cannot be estimated.
func (u usual) load(e *Event) float64 {
	f := e.Figures()
	return cmp.Or(u.perHour[e.Sport]*f.DurationS/3600, u.perKm[e.Sport]*f.DistanceKm)
}

// stepped compares activities with the steps of sessions.
type stepped struct {
	steps map[string][]training.WorkoutStep // by event
	days  *workouts.Days
}

// readStepped reads the intervals of activities. It returns nil if no session up to a week from today
// has steps.
func readStepped(
	ctx context.Context, r store.Reader, s training.Scope, events []Event, done []Activity, today training.Day,
) (*stepped, error) {
	out := &stepped{steps: map[string][]training.WorkoutStep{}}
	for i := range events {
		if e := &events[i]; e.Session() && e.Days.From <= today+weekDays && e.mayHaveSteps() {
			if steps := e.Steps(); len(steps) > 0 {
				out.steps[e.ID] = steps
			}
		}
	}
	if len(out.steps) == 0 {
		return nil, ctx.Err()
	}
	var err error
	if out.days, err = workouts.DaysOf(ctx, r, s); err != nil || len(done) == 0 {
		return out, err
	}
	return out, readIntervals(ctx, r, s, done)
}

// repeats counts the repeats of a session in an activity.
func (of *stepped) repeats(e *Event, a *Activity) Repeats {
	steps := of.steps[e.ID]
	if steps == nil || a.Intervals == nil {
		return Repeats{}
	}
	n, asked, work := workouts.Repeats(a.Intervals, steps, of.days.On(a.Day, a.Discipline().In(e.Indoor)))
	return Repeats{Done: n, Asked: asked, Work: work}
}

// intensities compares the intensity of each session that is done or missed with its plan. A race is
// not compared, because its result speaks for itself.
func (of *stepped) intensities(ctx context.Context, r store.Reader, s training.Scope, b *Agenda) error {
	b.intensity = map[string]workouts.Intensity{}
	for i := range b.events {
		e := &b.events[i]
		p, paired := b.pairs[e.ID]
		a := p.Activity
		if of == nil || of.steps[e.ID] == nil || e.Category.Race() || a == nil && (paired || b.State(e) != Missed) {
			continue
		}
		day, done := of.days.On(e.Days.From, e.Discipline()), (*workouts.Effort)(nil)
		if a != nil {
			day = of.days.On(a.Day, a.Discipline().In(e.Indoor))
			done = &workouts.Effort{Found: a.Intervals, Whole: a.Whole, DurationS: a.DurationS}
			done.Histogram = func(ch training.Channel) (zones.Histogram, error) { return histogram(ctx, r, s, a.ID, ch) }
		}
		var err error
		if b.intensity[e.ID], err = workouts.IntensityOf(of.steps[e.ID], day, done); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// histogram reads a stored histogram of an activity. It is empty if there is none that the audience may see.
func histogram(
	ctx context.Context, r store.Reader, s training.Scope, id training.ActivityID, ch training.Channel,
) (zones.Histogram, error) {
	kind := map[training.Channel]string{
		training.Power: derive.PowerHistogram, training.HeartRate: derive.HRHistogram, training.Speed: derive.SpeedHistogram,
	}[ch]
	p, err := r.Primitive(ctx, s, id, kind)
	if err != nil {
		return zones.Histogram{}, training.UnlessNotFound(err)
	}
	return derive.DecodeHistogram(p.Data)
}

// Intensity returns how the intensity of a session met that of its plan. It is zero if that is not known.
func (b *Agenda) Intensity(event string) workouts.Intensity { return b.intensity[event] }

// readIntervals fills in the intervals of activities.
func readIntervals(ctx context.Context, r store.Reader, s training.Scope, done []Activity) error {
	at := map[training.ActivityID]*Activity{}
	days := training.DayRange{From: done[0].Day, To: done[0].Day}
	for i := range done {
		a := &done[i]
		at[a.ID] = a
		days.From, days.To = min(days.From, a.Day), max(days.To, a.Day)
	}
	for p, err := range r.Primitives(ctx, s, derive.Intervals, days) {
		if err != nil {
			return err
		}
		a := at[p.Activity]
		if a == nil {
			continue
		}
		if a.Intervals, err = derive.DecodeIntervals(p.Data); err != nil {
			return err
		}
	}
	return nil
}
