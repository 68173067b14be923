package fitness

import (
	"cmp"
	"context"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// LoadQuery asks how load led to fitness and fatigue in a range of days.
type LoadQuery struct {
	Days   training.DayRange
	Sports []training.Discipline // empty means all
	// Model holds the constants and conventions; zero fields are the defaults.
	Model load.Model
	// Method is one of [LoadMethods], which restricts load to the methods that it covers.
	// Empty means all methods, in the athlete's order.
	Method string
	// Resolution is day, week, month or auto (empty).
	Resolution string
	// Sections are the parts of the answer; empty means the series and alerts.
	Sections []string
	// Planned holds the load of future days, as given in the query. Calendar holds the
	// load planned in the athlete's calendar for days that Planned does not contain.
	Planned, Calendar map[training.Day]float64
	// Off lists days without training, regardless of plans and assumptions.
	Off []training.Day
	// Assumed is the load of every other future day. If TargetCTL is set, Assumed
	// is set to the load that leads to it.
	Assumed, TargetCTL *float64
	// ProjectDays is the number of projected days after today; 0 projects to the
	// end of Days or Planned.
	ProjectDays int
	// Rested means that the athlete is off or returning, so that a high form is the effect of rest.
	Rested bool
}

const narrowSeries = "Only the latest part is shown. Ask for fewer days, or a coarser resolution."

const (
	// MaxProjectDays is the maximum length of a projection.
	MaxProjectDays = 365
	// settleFactor is the number of time constants after which a load has no visible
	// effect: e^-20 of a load is less than the last digit of any answer.
	settleFactor = 20
	// seedFactor is the number of time constants after which less than a twentieth
	// of an activity's effect on fitness remains.
	seedFactor = 3
	rampDays   = 7
)

// loadCourse holds the state of each day from begin on. begin is so far before
// the range that earlier load has no visible effect.
type loadCourse struct {
	model    load.Model
	first    training.Day // the athlete's first activity
	begin    training.Day
	stated   training.Day // last day for which the athlete stated their fitness, or the zero day
	loads    []float64
	states   []load.State
	actual   training.DayRange // past part of the range
	coverage LoadCoverage
	services []servicevalues.Fitness // fitness from services on the last past day
	// unseen counts the activities before the range that a service withholds. They
	// are missing from the fitness at the start of the range.
	unseen int
	// lacking counts the activities without a load by day. estimated lists the days
	// with an estimated load, by method. Both cover the actual days.
	lacking   map[training.Day]int
	estimated map[string][]training.Day
	// bySport holds the load on each of the actual days, for sports that have any load.
	bySport map[training.Sport][]float64
}

func (c *loadCourse) at(d training.Day) (float64, load.State) {
	i := int(d - c.begin)
	return c.loads[i], c.states[i]
}

// anyLoad reports whether fitness on a day has any basis: a load on or before that day,
// or the model's initial values.
func (c *loadCourse) anyLoad(d training.Day) bool {
	_, st := c.at(d)
	return st.CTL != 0 || st.ATL != 0
}

func (c *loadCourse) ramp(d training.Day) float64 {
	i := int(d - c.begin)
	if r, ok := load.Ramp(c.states, i); ok {
		return r
	}
	return c.states[i].CTL - c.model.Seed.CTL
}

// readLoad reads the loads of the range and, if a projection follows, those up to today.
func readLoad(
	ctx context.Context, r store.Reader, s training.Scope, f answers.Frame, q LoadQuery, m load.Model, span training.DayRange,
	end training.Day,
) (*loadCourse, error) {
	settle := training.Day(settleFactor * max(m.CTLDays, m.ATLDays))
	c := &loadCourse{model: m, first: span.From, begin: max(span.From, min(q.Days.From, end)-settle)}
	c.begin = min(c.begin, end)
	stated, err := c.statedFitness(ctx, r, s, q, end)
	if err != nil {
		return nil, err
	}
	read := training.DayRange{From: c.begin, To: end}
	w, err := readWork(ctx, r, s, read, q.Sports, q.Method)
	if err != nil {
		return nil, err
	}
	c.loads, c.lacking, c.bySport = make([]float64, read.Days()), map[training.Day]int{}, map[training.Sport][]float64{}
	c.actual = training.DayRange{From: max(q.Days.From, span.From), To: min(q.Days.To, f.Today)}
	var cov coverage
	for i := range w.rated {
		in, l, why := w.rated[i].LoadInput, w.rated[i].load, w.rated[i].why
		c.loads[in.Day-c.begin] += l.TSS
		if c.actual.Contains(in.Day) {
			cov.add(in, l, why)
			c.addOf(in.Sport, in.Day, l.TSS)
			if why != "" {
				c.lacking[in.Day]++
			}
			if l.Method == load.MethodPower && in.Indoor && w.At(in).IndoorFTPW > 0 {
				cov.view.ByIndoorFTP++
			}
		}
	}
	hidden, err := r.WithheldActivities(ctx, s, c.actual)
	if err != nil {
		return nil, err
	}
	cov.withheldUnder(len(q.Sports) == 0, hidden)
	if len(q.Sports) == 0 {
		for _, x := range hidden {
			c.lacking[x.Day]++
		}
	}
	if q.Method == "" {
		c.estimated = w.estimated(c.actual)
	}
	earlier, err := r.WithheldActivities(ctx, s,
		training.DayRange{From: c.actual.From - training.Day(seedFactor*m.CTLDays), To: c.actual.From - 1})
	if err != nil {
		return nil, err
	}
	c.unseen = len(earlier)
	c.states, c.coverage = m.SeriesFrom(c.loads, c.places(stated)), cov.result()
	if c.actual.Days() > 0 && len(q.Sports) == 0 {
		c.services, err = servicevalues.FitnessOn(ctx, r, s, c.actual.To)
	}
	if err == nil && q.wants(SectionSeries) && resolutionFor(q.Resolution, c.actual.Days()) == ByDay {
		days := training.DayRange{From: max(c.actual.From, c.actual.To-dailyPoints+1), To: c.actual.To}
		if c.actual.To == f.Today {
			days.To = max(days.To, min(q.ProjectedTo(f.Today), f.Today+dailyPoints))
		}
		err = servicevalues.ByDay(ctx, r, s, days, f.Today, c.services)
	}
	return c, err
}

// places converts days to indices in the course.
func (c *loadCourse) places(of map[training.Day]float64) map[int]float64 {
	out := make(map[int]float64, len(of))
	for day, value := range of {
		out[int(day-c.begin)] = value
	}
	return out
}

// statedFitness returns the fitness that the athlete stated for days up to end, and makes
// the course begin on the first of these days at the latest. Stated fitness applies only to
// all sports and methods together.
func (c *loadCourse) statedFitness(
	ctx context.Context, r store.Reader, s training.Scope, q LoadQuery, end training.Day,
) (map[training.Day]float64, error) {
	history, err := r.History(ctx, s)
	if err != nil || len(q.Sports) > 0 || q.Method != "" {
		return nil, err
	}
	settled := min(q.Days.From, end) - training.Day(settleFactor*max(c.model.CTLDays, c.model.ATLDays))
	stated := map[training.Day]float64{}
	for _, e := range history {
		if e.Key == training.KeyFitness && e.From <= end && e.From >= settled && len(e.Values) > 0 {
			stated[e.From] = e.Values[0]
			c.begin = min(c.begin, e.From)
			c.stated = max(c.stated, e.From)
		}
	}
	return stated, nil
}

func (v *LoadView) empty() {
	v.Missing = v.Missing.Add("actual", "there are no activities yet").Add("today", "there are no activities yet")
	v.Narrow = "Import recordings first (lapkeep import PATH, or import_files), then ask again."
}

// tellUnloaded adds the reason why there is no fitness, so that the answer does not show
// a fitness of zero.
func (v *LoadView) tellUnloaded(c *loadCourse, projected bool) {
	v.Coverage = c.coverage
	why := i18n.Sentencef("no activity from %s to %s has a load", c.begin, c.actual.To)
	v.Missing = v.Missing.Add("actual", why).Add("today", why)
	if projected {
		v.Missing = v.Missing.Add("projected", "the projection needs today's fitness, which is not known")
	}
	v.tellServices(c.services, v.Coverage.Withheld+c.unseen)
	v.Notes = append(v.tellMethod(), c.coverage.tellUnknownSport()...)
	v.tellWithout()
	v.Narrow = "Load needs a threshold: FTP, threshold heart rate or threshold pace. estimate_thresholds suggests them, " +
		"update_athlete_settings sets them; then ask again."
}

// tellWithout counts the activities without a load.
func (v *LoadView) tellWithout() {
	if g := v.Coverage.Activities - v.Coverage.WithLoad; g > 0 {
		v.Words = append(v.Words, i18n.Sentencef("%d of %d activities have no load and count as rest here; coverage says why.",
			g, v.Coverage.Activities))
	}
}

// tellActual fills in the past days.
func (v *LoadView) tellActual(c *loadCourse, f answers.Frame, q LoadQuery) {
	v.Coverage = c.coverage
	if q.wants(SectionSeries) {
		v.Actual, v.Cut = actualSeries(c, q, f)
	}
	if v.Cut {
		v.Narrow = narrowSeries
	}
	v.tellPeaks(c, f)
	last := c.actual.To
	l, st := c.at(last)
	ramp := c.ramp(last)
	form, rampBand := formBands.of(st.TSB), rampBands.of(ramp)
	if q.Rested && st.TSB >= formFresh {
		form.Name, form.Meaning = "rested", "load is below your usual because of the time off, which does not make you ready to race"
	}
	v.Form, v.Ramp = &form, &rampBand
	if last == f.Today {
		v.Today = &LoadToday{Date: last, Load: one(l), CTL: one(st.CTL), ATL: one(st.ATL), TSB: one(st.TSB), Ramp: one(ramp)}
		v.Notes = append(v.Notes, "Today counts what is recorded so far.")
	} else {
		v.Missing = v.Missing.Add("today", "the range ends before today")
	}
	v.Words = append(v.Words,
		i18n.Sentencef("On %s fitness (CTL) is %g, %s in %d days: %s (%s).", last, one(st.CTL), signed(ramp), rampDays,
			rampBand.Name, rampBand.Range),
		i18n.Sentencef("Fatigue (ATL) is %g and form (TSB) %s: %s (%s), %s.", one(st.ATL), signed(st.TSB), form.Name, form.Range, form.Meaning))
	v.tellServices(c.services, v.Coverage.Withheld+c.unseen)
	if c.unseen > 0 {
		v.Notes = append(v.Notes, i18n.Sentencef("%s withheld by the service in the %g days before the range: fitness (CTL) starts too low.",
			i18n.Counted(c.unseen, "activity is", "activities are"), seedFactor*c.model.CTLDays))
	}
	v.Notes = append(v.Notes, c.coverage.tellUnknownSport()...)
	v.tellWithout()
}

// tellServices adds the fitness from services. If Lapkeep's fitness lacks activities that a
// service counts, a sentence about this comes first.
func (v *LoadView) tellServices(all []servicevalues.Fitness, lacking int) {
	for _, x := range all {
		x.Load, x.CTL, x.ATL, x.Form, x.Ramp = one(x.Load), one(x.CTL), one(x.ATL), one(x.Form), one(x.Ramp)
		v.Services = append(v.Services, x)
		if lacking > 0 {
			v.Words = slices.Insert(v.Words, 0, i18n.Sentencef(
				"%s withholds %s. It counts their load but Lapkeep cannot, so the values here are too low. By its own calculation, fitness (CTL) on "+
					"%s is %g, fatigue (ATL) %g, form %s.",
				x.Service, i18n.Counted(lacking, "activity", "activities"), x.Date, x.CTL, x.ATL, signed(x.Form)))
		}
	}
}

func withDefaults(m load.Model) load.Model {
	if m.CTLDays == 0 {
		m.CTLDays = 42
	}
	if m.ATLDays == 0 {
		m.ATLDays = 7
	}
	if m.Weighting == "" {
		m.Weighting = load.Exponential
	}
	return m
}

func modelView(m load.Model, method string) LoadModel {
	v := LoadModel{
		CTLDays: m.CTLDays, ATLDays: m.ATLDays, Alpha: string(m.Weighting), TSB: TSBPreviousDay, Method: cmp.Or(method, MethodAuto),
	}
	if m.SameDayForm {
		v.TSB = TSBSameDay
	}
	return v
}

// These are the conventions for computing form.
const (
	TSBPreviousDay = "previous_day"
	TSBSameDay     = "same_day"
)

func checkLoadQuery(q LoadQuery, m load.Model) error {
	switch {
	case q.Days.Days() == 0:
		return training.Errorf(training.KindInvalid, "The range %s ends before it begins.", q.Days).WithFix("Put the earlier date first.")
	case m.CTLDays < 1 || m.ATLDays < 1:
		return training.Errorf(training.KindInvalid,
			"A time constant below one day has no meaning.").WithFix("Give ctl_days and atl_days of at least 1.")
	case m.ATLDays >= m.CTLDays:
		return training.Errorf(training.KindInvalid, "atl_days (%g) is not shorter than ctl_days (%g).", m.ATLDays, m.CTLDays).
			WithFix("Fatigue fades faster than fitness: the usual values are 7 and 42.")
	case q.Assumed != nil && q.TargetCTL != nil:
		return training.Errorf(training.KindInvalid, "target_ctl computes the load that assumed_daily_load would "+
			"set.").WithFix("Give one of them.")
	case q.Assumed != nil && *q.Assumed < 0:
		return training.Errorf(training.KindInvalid, "A load cannot be negative.").WithFix("Give assumed_daily_load of 0 or more.")
	}
	return knownSections(q.Sections, LoadSections())
}

// one rounds to one decimal, as all answers about load do.
func one(v float64) float64 { return answers.Round(v, 1) }

// These are the bounds of the alerts. They show that something is unusual; none
// of them is a medical limit.
const (
	alertRamp     = 8.0  // CTL in 7 days
	alertForm     = -30  // TSB
	alertMonotony = 2.0  // Foster's monotony, in a week with at least the usual load
	alertJump     = 1.5  // load of the last 7 days relative to a usual 7 days
	alertNoRest   = 14   // days in a row with load
	alertIdle     = 7    // days without load
	alertUnknown  = 20.0 // percent of activities without a load
	usualDays     = 28
)

// alertsOf returns alerts for unusual values on the last day of a course.
func alertsOf(c *loadCourse, f answers.Frame) []LoadAlert {
	out := []LoadAlert{} // an empty list is shown, too
	add := func(name string, value float64, rule i18n.Sentence) {
		out = append(out, LoadAlert{Name: name, Value: value, Rule: rule})
	}
	last := c.actual.To
	_, st := c.at(last)
	if ramp := c.ramp(last); ramp > alertRamp {
		add("ramp", one(ramp), i18n.Sentencef("CTL rose by more than %g in %d days", alertRamp, rampDays))
	}
	if st.TSB < alertForm {
		add("form", one(st.TSB), i18n.Sentencef("TSB is below %d", alertForm))
	}
	c.alertWeek(add)
	if n := c.daysWith(true); n >= alertNoRest {
		add("no_rest", float64(n), i18n.Sentencef("%d or more days in a row have a load", alertNoRest))
	}
	if n := c.daysWith(false); n >= alertIdle && last == f.Today {
		add("no_training", float64(n), i18n.Sentencef("%d or more days up to today have no load", alertIdle))
	}
	if cov := c.coverage; cov.Activities > 0 {
		if pct := float64(cov.Activities-cov.WithLoad) / float64(cov.Activities) * 100; pct > alertUnknown {
			add("load_unknown", one(pct),
				i18n.Sentencef("more than %g %% of the activities have no load, so every number here is too low", alertUnknown))
		}
	}
	return out
}

// alertWeek compares the last 7 days with the 28 days before them. All of these
// days must come after the first activity.
func (c *loadCourse) alertWeek(add func(name string, value float64, rule i18n.Sentence)) {
	last := c.actual.To
	if last-c.first < weekDays+usualDays-1 {
		return
	}
	week := c.days(last-weekDays+1, last)
	sum, usual := 0.0, 0.0
	for _, l := range week {
		sum += l
	}
	for _, l := range c.days(last-weekDays-usualDays+1, last-weekDays) {
		usual += l * weekDays / usualDays
	}
	if m, ok := load.Monotony(week); ok && m > alertMonotony && sum >= usual {
		add("monotony", answers.Round(m, 2),
			i18n.Sentencef("monotony of the last 7 days is above %g while their load is not below the usual week's", alertMonotony))
	}
	if usual > 0 && sum > alertJump*usual {
		add("jump", answers.Round(sum/usual, 2),
			i18n.Sentencef("the last 7 days have more than %g times the usual week of the 28 days before; it does not predict injury", alertJump))
	}
}

// daysWith counts the days at the end of the course that all have a load, or
// that all have none.
func (c *loadCourse) daysWith(any bool) int {
	n := 0
	for d := c.actual.To; d >= c.begin; d-- {
		if l, _ := c.at(d); (l > 0) != any {
			break
		}
		n++
	}
	return n
}
