package curves

import (
	"context"
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/training"
)

// races predicts times for distances in running or swimming.
func (a *asker) races(ctx context.Context) error {
	a.view.DistanceM = a.q.Targets
	points, found, err := a.efforts(ctx)
	if err != nil {
		return err
	}
	short, hard := a.split(found)
	if len(hard) == 0 {
		why := noTest(found.Why)
		switch {
		case len(found.Efforts) > 0:
			why = noTest("no maximal effort of 3½ minutes or more")
		case len(points) == 0:
			why = i18n.Sentencef("no activity in this period (%s) has a best effort of 3½ minutes or more", a.q.Sport)
		}
		help := i18n.Sentence("Record a race of 5 or 10 km, or 30 minutes alone at the hardest pace that you can hold; or pass " +
			"race_distance_m and race_time_s.")
		if a.q.Sport == training.Swimming {
			help = "Record 400 m and 1500 m all out; or pass race_distance_m and race_time_s."
		}
		a.refuse(why, help)
		return nil
	}
	if a.q.Sport == training.Running {
		a.fromOne(hard)
	}
	a.fromSeveral(hard, short)
	if len(a.view.Models) == 0 {
		a.refuse("no model is valid for these efforts", "Record hard efforts over two distances, one at least twice the other.")
		return nil
	}
	for _, m := range a.q.Targets {
		e, _ := curve.Nearest(hard, m)
		day := a.today
		for _, f := range found.Efforts {
			if f.DistanceM == e.DistanceM {
				day = f.Day
			}
		}
		a.trust(found, m/e.DistanceM, day)
	}
	// A time that was achieved for the same or a longer distance can be repeated.
	a.view.FastestS, a.view.SlowestS = a.span(func(m PredictModel) []*float64 { return m.TimeS }, func(m float64) (done float64) {
		for _, p := range points {
			if p.At >= m && (done == 0 || p.Value < done) {
				done = p.Value
			}
		}
		return done
	})
	if err := a.shape(ctx, hard); err != nil {
		return err
	}
	a.tellTimes()
	a.pace()
	if slices.Contains(a.view.Confidence, low) {
		a.view.Notes = append(a.view.Notes, "Low confidence: the nearest maximal effort is more than four times shorter or longer than the "+
			"race, or no heart rate near a known maximum shows that it was maximal.")
	}
	a.view.Notes = append(a.view.Notes,
		"For a flat course, mild weather and an even pace, trained for the distance. Efforts are best times by the "+
			"clock, pauses included, and few of them were races.")
	return nil
}

// efforts returns the bests by distance, and the maximal efforts among them. If
// the caller gives a race, that is the only one.
func (a *asker) efforts(ctx context.Context) ([]Point, curve.Found, error) {
	if r := a.q.Race; r != nil {
		e := curve.ThresholdEffort{Day: a.today, DurationS: r.TimeS, DistanceM: r.DistanceM, Value: r.Speed()}
		return []Point{{At: r.DistanceM, Value: r.TimeS}}, curve.Found{Efforts: []curve.ThresholdEffort{e}, Most: curve.High}, nil
	}
	span := answers.SpanOf(a.days)
	a.view.Range = &span
	return a.maximal(ctx, Distance)
}

// maximal returns the bests of a kind, and the maximal efforts among them.
func (a *asker) maximal(ctx context.Context, kind string) ([]Point, curve.Found, error) {
	points, _, err := a.bests.Series(ctx, a.scope, kind, a.days, []training.Sport{a.q.Sport})
	if err != nil {
		return nil, curve.Found{}, err
	}
	history, err := a.reader.History(ctx, a.scope)
	if err != nil {
		return nil, curve.Found{}, err
	}
	p := proof{c: a.bests, scope: a.scope, kind: kind, sport: a.q.Sport, days: a.days, timeline: fitness.NewTimeline(history)}
	bests := points
	if kind == Power {
		bests = looked(points)
	}
	found, err := p.find(ctx, bests)
	return points, found, err
}

// split returns all efforts, and those that are long enough for endurance. It
// adds the long ones to the view.
func (a *asker) split(found curve.Found) (all, hard []curve.PredictEffort) {
	for _, f := range found.Efforts {
		e := curve.PredictEffort{DistanceM: f.DistanceM, TimeS: f.DurationS}
		all = append(all, e)
		if f.DurationS < curve.LeastEffortS {
			continue
		}
		hard = append(hard, e)
		shown := Effort{DistanceM: answers.Round(e.DistanceM, 1), DurationS: answers.Round(e.TimeS, 2)}
		if f.Activity != "" {
			shown.ActivityID, shown.LocalDate = f.Activity, f.Day.String()
		}
		a.view.Efforts = append(a.view.Efforts, shown)
	}
	return all, hard
}

// fromOne adds the models that use, for each race, the nearest maximal effort.
func (a *asker) fromOne(hard []curve.PredictEffort) {
	best := 0.0
	for _, e := range hard {
		best = max(best, curve.VDOT(e))
	}
	vdot := answers.Round(best, 1)
	a.view.VDOT = &vdot
	one := func(name string, assumes i18n.Sentence, time func(e curve.PredictEffort, m float64) (float64, bool)) {
		a.add(PredictModel{Name: name, Assumes: assumes}, func(m float64) (float64, bool) {
			e, _ := curve.Nearest(hard, m)
			return time(e, m)
		})
	}
	one("riegel", "t·(d2/d1)^1.06 from the nearest maximal effort: endurance of an average runner; intended for 3½ minutes to 4 hours",
		func(e curve.PredictEffort, m float64) (float64, bool) { return curve.Riegel(e, m), true })
	one("cameron", "fitted to records of 400 m to 80 km, from the nearest maximal effort",
		func(e curve.PredictEffort, m float64) (float64, bool) {
			return curve.Cameron(e, m), m >= cameronFromM && m <= cameronToM
		})
	one("vdot", "Daniels' formulas for oxygen cost and its decline over time, from the nearest maximal effort; assumes endurance to match "+
		"the distance",
		func(e curve.PredictEffort, m float64) (float64, bool) { return curve.VDOTTime(curve.VDOT(e), m) })
}

const cameronFromM, cameronToM = 400, 80_500

// beyond is the maximum ratio between a race and the longest effort for which a fitted law is used.
const beyond = 4

// fromSeveral adds the models that are fitted to several efforts. The model of critical
// speed also uses short efforts.
func (a *asker) fromSeveral(hard, short []curve.PredictEffort) {
	law, ok := curve.FitPowerLaw(hard)
	if ok {
		parameters := map[string]float64{"exponent": answers.Round(law.Exponent, 4)}
		if law.SEELog > 0 {
			parameters["standard_error_pct"] = answers.Round(100*math.Expm1(law.SEELog), 2)
		}
		longest := 0.0
		for _, e := range hard {
			longest = max(longest, e.DistanceM)
		}
		a.add(PredictModel{
			Name: "power_law", Assumes: "your own exponent fitted to all maximal efforts; extended to four times the longest of them",
			Parameters: parameters,
		}, func(m float64) (float64, bool) { return law.Time(m), m <= beyond*longest })
	} else {
		a.view.Missing = a.view.Missing.Add("power_law",
			"it needs maximal efforts over two distances, one at least twice the other, with an exponent of at most 1.2")
	}
	cs, ok := curve.FitCriticalSpeed(short)
	if !ok {
		a.view.Missing = a.view.Missing.Add("critical_speed",
			"it needs maximal efforts of 2 to 40 minutes over two distances, one at least twice the other")
		return
	}
	parameters := map[string]float64{"critical_speed_mps": answers.Round(cs.MPS, 3), "d_prime_m": answers.Round(cs.DPrimeM, 0)}
	if cs.MPSSE > 0 {
		parameters["critical_speed_se_mps"] = answers.Round(cs.MPSSE, 3)
	}
	a.add(PredictModel{
		Name:    "critical_speed",
		Assumes: "d = CS·t + D′ fitted to efforts of 2 to 40 minutes; valid only for such races", Parameters: parameters,
	}, cs.Time)
}

// add adds a model with its times, unless it is not valid for any target.
func (a *asker) add(m PredictModel, at func(target float64) (float64, bool)) {
	found := false
	values := make([]*float64, len(a.q.Targets))
	for i, target := range a.q.Targets {
		if v, ok := at(target); ok && v > 0 && answers.Finite(v) {
			v = answers.Round(v, 0)
			values[i], found = &v, true
		}
	}
	if !found {
		a.view.Missing = a.view.Missing.Add(m.Name, "it is not valid for any of these races")
		return
	}
	if a.q.Sport == training.Cycling {
		m.PowerW = values
	} else {
		m.TimeS = values
	}
	a.view.Models = append(a.view.Models, m)
}

// shape adds marathon shape if the targets include at least a half marathon.
func (a *asker) shape(ctx context.Context, hard []curve.PredictEffort) error {
	longest := 0.0
	for _, m := range a.q.Targets {
		longest = max(longest, m)
	}
	if a.q.Sport != training.Running || longest < halfM {
		return nil
	}
	days := training.DayRange{From: a.today - curve.ShapeDays + 1, To: a.today}
	inputs, err := a.reader.LoadInputs(ctx, a.scope, days)
	if err != nil {
		return err
	}
	var runs []curve.PredictRun
	for i := range inputs {
		if in := &inputs[i]; in.Sport == training.Running && in.DistanceM > 0 {
			runs = append(runs, curve.PredictRun{KM: in.DistanceM / 1000, DaysAgo: int(a.today - in.Day)})
		}
	}
	if len(runs) == 0 {
		a.view.Missing = a.view.Missing.Add("marathon_shape_pct", "no runs in the last 182 days")
		return nil
	}
	vdot := 0.0
	for _, e := range hard {
		vdot = max(vdot, curve.VDOT(e))
	}
	shape := math.Round(curve.MarathonShape(vdot, runs))
	a.view.MarathonShapePct = &shape
	if shape < fullShape {
		a.view.Notes = append(a.view.Notes, i18n.Sentencef(
			"Marathon shape is %.0f %%: weekly distance and long runs are below what a marathon at this speed requires, so a time at the slow "+
				"end of the range, or even slower, is more likely.", shape))
	}
	return nil
}

const fullShape = 90
