package activity

import (
	"context"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Planner finds the planned workout that an activity followed, or returns nil if
// there is none. The workout has no steps if its text could not be parsed.
type Planner interface {
	PlanOf(ctx context.Context, s training.Scope, id training.ActivityID, day training.Day) (*workouts.CompliancePlan, error)
}

// drawnKey is the key under which missing explains why a service's intervals could not be read.
const drawnKey = "drawn_intervals"

// drawnAt returns the intervals that services have for the activity: stored
// ones, and current ones from services whose intervals are not stored.
func (d *Detail) drawnAt(ctx context.Context, sub *subject, remote servicevalues.Remote) ([]training.Drawn, error) {
	if sub.drawn != nil {
		return *sub.drawn, nil
	}
	kept, err := servicevalues.Drawn(ctx, sub.reader, sub.scope, sub.row.ExternalIDs)
	if err != nil {
		return nil, err
	}
	now, unheard, err := remote.Intervals(ctx, sub.scope, &sub.row.Activity, kept)
	if err != nil {
		return nil, err
	}
	for _, why := range unheard {
		d.Missing = d.Missing.Add(drawnKey, why)
	}
	all := slices.Concat(kept, now)
	sub.drawn = &all
	return all, nil
}

// intervals fills in the work intervals, classified by the day's thresholds, the
// intervals of services, and how closely the planned workout was followed.
func (d *Detail) intervals(ctx context.Context, sub *subject, q *DetailQuery) error {
	all, err := d.drawnAt(ctx, sub, q.Services)
	if err != nil {
		return err
	}
	d.Drawn = structure.DrawnOf(all, sub.row.Sport, false)
	if err := d.marked(ctx, sub); err != nil {
		return err
	}
	s, why, err := sub.session(ctx)
	switch {
	case err != nil:
		return err
	case why != "":
		d.Missing = d.Missing.Add(string(SectionIntervals), why)
		return d.planned(ctx, sub, nil, q.Plans)
	}
	d.Intervals = structure.Of(s, sub.row.Sport, sub.thresholds)
	return d.planned(ctx, sub, s, q.Plans)
}

// intervalValues fills in all values of the intervals that services have,
// including W/kg if weight is shared.
func (d *Detail) intervalValues(ctx context.Context, sub *subject, q *DetailQuery) error {
	all, err := d.drawnAt(ctx, sub, q.Services)
	if err != nil {
		return err
	}
	d.Drawn = structure.DrawnOf(all, sub.row.Sport, true)
	if len(d.Drawn) == 0 {
		d.Missing = d.Missing.Add(string(SectionMore), "no connected service has intervals for it")
	}
	if sub.shown().Weight {
		for i := range d.Drawn {
			d.Drawn[i].PerKg(sub.thresholds.WeightKg)
		}
	}
	return d.marked(ctx, sub)
}

// marked adds the intervals that the athlete marked in Lapkeep.
func (d *Detail) marked(ctx context.Context, sub *subject) error {
	if len(sub.row.Marked) == 0 {
		return nil
	}
	v, err := sub.open(ctx)
	if err != nil {
		return err
	}
	s := efforts.Marked(v, sub.row.Marked)
	d.Drawn = append(d.Drawn, structure.MarkedOf(&s, sub.row.Marked, sub.row.Sport, sub.thresholds))
	return nil
}

// noSteps is the reason why an activity is not compared with its planned workout.
const noSteps = "the planned workout has no steps: no service has turned its text into steps"

// planned compares the intervals with the workout in the calendar, or else with
// the workout that was loaded on the device. s is nil if no interval stands out.
func (d *Detail) planned(ctx context.Context, sub *subject, s *efforts.Session, plans Planner) error {
	var plan *workouts.CompliancePlan
	if plans != nil {
		var err error
		if plan, err = plans.PlanOf(ctx, sub.scope, sub.row.ID, sub.row.LocalDay); err != nil {
			return err
		}
	}
	if plan == nil || len(plan.Steps) == 0 {
		if r := &sub.primary().Recording; len(r.Workout) > 0 {
			plan = &workouts.CompliancePlan{Name: r.Name, Source: workouts.SourceRecording, Steps: r.Workout, Laps: r.Laps}
		}
	}
	if plan == nil || s == nil && len(plan.Steps) == 0 {
		return nil
	}
	if s == nil {
		d.Intervals = structure.None()
	}
	why := i18n.Sentence(noSteps)
	if len(plan.Steps) > 0 {
		var err error
		if d.Intervals.Planned, why, err = sub.followed(ctx, s, plan); err != nil {
			return err
		}
	}
	if why != "" {
		d.Intervals.Missing = d.Intervals.Missing.Add("planned", why)
	}
	return nil
}

// followed compares the activity with the steps of a plan. s is nil if no interval stands out; the whole
// activity is then compared with the work.
func (sub *subject) followed(ctx context.Context, s *efforts.Session, plan *workouts.CompliancePlan) (
	*workouts.ComplianceView, i18n.Sentence, error,
) {
	v, err := sub.open(ctx)
	if err != nil {
		return nil, "", err
	}
	if _, err := sub.findings(ctx); err != nil { // this completes the summary
		return nil, "", err
	}
	day, values := efforts.Day{Sport: sub.row.Sport, Thresholds: sub.thresholds}, sub.row.Summary.Values
	done := workouts.Effort{
		Found: s, DurationS: values[training.MetricDurationS], Whole: efforts.Means{
			PowerW: values[training.MetricNormalizedPowerW], HRBpm: values[training.MetricAvgHRBpm],
			SpeedMPS: values[training.MetricAvgSpeedKMH] / 3.6, DistanceM: values[training.MetricDistanceKM] * 1000,
		},
		Histogram: func(ch training.Channel) (zones.Histogram, error) {
			h, _, err := sub.histogram(ctx, ch, "")
			return h, err
		},
	}
	if s == nil {
		s = efforts.WholeOf(efforts.PlannedBasis(plan.Steps), done.Whole, v.Recording.ElapsedS)
	}
	plan.Streams = v
	view, why := workouts.ComplianceOf(s, *plan, day)
	if view == nil || sub.row.Race { // the result of a race speaks for itself
		return view, why, nil
	}
	in, err := workouts.IntensityOf(plan.Steps, day, &done)
	view.Rate(in)
	return view, why, err
}

// These are the reasons why values about food or drink are missing.
const (
	notEaten  = "no carbohydrate intake was entered; set carbs_g with update_activity"
	notDrunk  = "no fluid intake was entered; set fluid_ml with update_activity"
	noTime    = "the activity is shorter than half an hour, or its duration is not known"
	notUsed   = "no connected service reports the carbohydrate burnt, and Lapkeep does not compute it"
	noKcal    = "neither a device nor a service provides it, and it cannot be estimated"
	unplanned = "no event paired with the activity has a fuelling plan; set carbs_g_per_h and fluid_ml_per_h in more with update_event"
)

// fuelled is one of the two things that an athlete takes in during an activity:
// carbohydrate or fluid.
type fuelled struct {
	metric  training.Metric
	taken   float64
	rate    string // name of the amount per hour
	perHour float64
	why     string
}

// fuel fills in food and drink, with the energy used, the planned amounts, and
// amounts from the literature. It does not rate the amounts.
func (d *Detail) fuel(ctx context.Context, sub *subject, plans Planner) error {
	if !sub.manual() {
		if _, err := sub.findings(ctx); err != nil { // this completes the summary
			return err
		}
	}
	values, _, _ := valuesAt(&sub.row, sub.loads)
	seconds := values[training.MetricDurationS]
	both := []fuelled{
		{training.MetricCarbsG, sub.row.CarbsG, "carbs_g_per_h", 0, notEaten},
		{training.MetricFluidML, sub.row.FluidML, "fluid_ml_per_h", 0, notDrunk},
	}
	d.Fuel = Facts{"literature": literature(seconds)}
	for i := range both {
		d.taken(&both[i], seconds)
	}
	if _, why := load.CarbRange(seconds); why != "" {
		d.lacks("literature.carbs_g_per_h", why)
	}
	if err := d.burnt(ctx, sub, values); err != nil {
		return err
	}
	return d.fuelPlan(ctx, sub, plans, both)
}

func (d *Detail) lacks(name, why string) {
	d.Missing = d.Missing.Add(string(SectionFuel)+"."+name, i18n.Sentence(why))
}

// taken adds an amount, and the amount per hour.
func (d *Detail) taken(f *fuelled, seconds float64) {
	if f.taken <= 0 {
		d.lacks(string(f.metric), f.why)
		return
	}
	d.Fuel[string(f.metric)] = answers.Round(f.taken, 0)
	rate, ok := load.PerHour(f.taken, seconds)
	if !ok {
		d.lacks(f.rate, noTime)
		return
	}
	f.perHour = rate
	d.Fuel[f.rate] = answers.Round(rate, 0)
}

// burnt adds the work, the energy, and the burnt carbohydrate that a service reports.
func (d *Detail) burnt(ctx context.Context, sub *subject, values training.Values) error {
	if !sub.manual() {
		d.energy(sub, values)
	}
	for _, m := range []training.Metric{
		training.MetricDurationS, training.MetricWorkKJ, training.MetricCaloriesKcal, training.MetricEstimatedCaloriesKcal,
	} {
		if x, ok := values[m]; ok && answers.Finite(x) {
			d.Fuel[string(m)] = answers.Round(x, answers.Decimals(m))
		}
	}
	_, said := values[training.MetricCaloriesKcal]
	_, estimated := values[training.MetricEstimatedCaloriesKcal]
	if !said && !estimated && d.Missing[string(training.MetricEstimatedCaloriesKcal)] == "" {
		d.lacks(string(training.MetricCaloriesKcal), noKcal)
	}
	all, err := servicevalues.Ratings(ctx, sub.reader, sub.scope, sub.row.ExternalIDs)
	for _, r := range all {
		if r.CarbsUsedG > 0 {
			d.Fuel["carbs_used_g"], d.Fuel["carbs_used_from"] = answers.Round(r.CarbsUsedG, 0), r.Source
			return err
		}
	}
	d.lacks("carbs_used_g", notUsed)
	return err
}

// literature returns published ranges of intake for an activity of this
// duration, with their sources.
func literature(seconds float64) []Facts {
	row := func(of string, r load.Range, source string) Facts {
		return Facts{"of": of, "low": r.LowPerH, "high": r.HighPerH, "source": source}
	}
	out := []Facts{row("fluid_ml_per_h", load.FluidRange(), load.FluidSource)}
	if r, why := load.CarbRange(seconds); why == "" {
		out = append(out, row("carbs_g_per_h", r, load.CarbsSource))
	}
	return out
}

// fuelPlan adds the amounts planned in the event with which the activity is paired.
func (d *Detail) fuelPlan(ctx context.Context, sub *subject, plans Planner, both []fuelled) error {
	if plans == nil {
		return nil
	}
	plan, err := plans.PlanOf(ctx, sub.scope, sub.row.ID, sub.row.LocalDay)
	if err != nil {
		return err
	}
	if plan == nil || plan.Fuel == nil {
		d.lacks("planned", unplanned)
		return nil
	}
	p := Facts{"event_id": plan.EventID}
	p.Put("name", textclean.Line(plan.Name, listNameRunes))
	if plan.Fuel.DurationS > 0 {
		p[string(training.MetricDurationS)] = answers.Round(plan.Fuel.DurationS, 0)
	}
	for i, rate := range []float64{plan.Fuel.CarbsGPerH, plan.Fuel.FluidMLPerH} {
		f := &both[i]
		if rate <= 0 {
			continue
		}
		p[f.rate] = answers.Round(rate, 0)
		if s := plan.Fuel.DurationS; s > 0 {
			p[string(f.metric)] = answers.Round(rate*s/3600, 0)
		}
		if f.perHour > 0 {
			p[f.rate+"_taken_pct"] = answers.Round(100*f.perHour/rate, 0)
		}
	}
	d.Fuel["planned"] = p
	return nil
}
