package activity

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Why there is nothing to eat or drink in an answer.
const (
	notEaten  = "nobody said what was eaten; update_activity takes carbs_g"
	notDrunk  = "nobody said what was drunk; update_activity takes fluid_ml"
	noTime    = "the activity is shorter than half an hour, or its duration is not known"
	notUsed   = "no service that was read says how much carbohydrate was burnt, and nothing here computes it"
	noKcal    = "neither a device nor a service says it, and it cannot be estimated"
	unplanned = "no event that the activity is paired with says what to eat or drink; update_event takes both in more"
)

// fuelled is one of the two things that are taken on the way.
type fuelled struct {
	metric  training.Metric
	taken   float64
	rate    string // its name
	perHour float64
	why     string
}

// fuel fills in what was eaten and drunk beside what was burnt and planned, and
// what the literature gives. It judges nothing.
func (d *Detail) fuel(ctx context.Context, sub *subject, plans Planner) error {
	if !sub.manual() {
		if _, err := sub.findings(ctx); err != nil { // by which the summary is whole
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

// taken puts an amount and its rate.
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

// burnt puts the work, the energy, and the carbohydrate of it by a service.
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
	all, err := serviced.Ratings(ctx, sub.reader, sub.scope, sub.row.ExternalIDs)
	for _, r := range all {
		if r.CarbsUsedG > 0 {
			d.Fuel["carbs_used_g"], d.Fuel["carbs_used_from"] = answers.Round(r.CarbsUsedG, 0), r.Source
			return err
		}
	}
	d.lacks("carbs_used_g", notUsed)
	return err
}

// literature is what is published for so long, with who published it.
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

// fuelPlan puts what the event says that the activity is paired with.
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
