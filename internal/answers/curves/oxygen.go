package curves

import (
	"context"
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Oxygen is an estimated range of VO2max in ml/kg/min, or the latest value
// reported by a device, a service or the athlete.
type Oxygen struct {
	Method string `json:"method"`
	// Counts marks the preferred one of several values.
	Counts    bool          `json:"counts,omitempty"`
	LocalDate *training.Day `json:"local_date,omitempty"` // day of a reported value
	Source    string        `json:"source,omitempty"`
	Low       float64       `json:"low"`
	Estimate  float64       `json:"estimate"`
	High      float64       `json:"high"`
	Evidence  []Evidence    `json:"evidence,omitempty"` // in W; for runs in m/s
}

// fiveMinutesS is the duration of the effort for the cycling equation.
const fiveMinutesS = 300

// noWeight is the reason why a value that needs a weight is missing.
const noWeight = "no weight is set, or the athlete does not share it with assistants"

// oxygenFromPower adds VO2max based on a maximal effort of five minutes and the weight on that day.
func (e *estimator) oxygenFromPower(hard curve.Found) {
	const key = "vo2max_acsm"
	for _, effort := range hard.Efforts {
		if effort.DurationS != fiveMinutesS {
			continue
		}
		x, ok := curve.VO2MaxFromPower(effort.Value, e.timeline.At(training.Cycling.Plain(), effort.Day).WeightKg)
		if !ok {
			e.view.Missing = e.view.Missing.Add(key, noWeight)
			return
		}
		e.oxygen(key, x, effort)
		return
	}
	e.view.Missing = e.view.Missing.Add(key, "no ride in this period has five minutes of all-out power")
}

// vdotShare is half the width of the range around VDOT, as a share of VDOT.
const vdotShare = 0.05

// oxygenFromRuns adds the oxygen uptake in the best maximal run.
func (e *estimator) oxygenFromRuns(hard curve.Found) {
	most, from := 0.0, curve.ThresholdEffort{}
	for _, effort := range hard.Efforts {
		if v := curve.VDOT(curve.PredictEffort{DistanceM: effort.DistanceM, TimeS: effort.DurationS}); v > most {
			most, from = v, effort
		}
	}
	m := answers.Round(from.DistanceM, 1)
	e.view.VO2Max = append(e.view.VO2Max, Oxygen{
		Method: "vo2max_vdot", Estimate: answers.Round(most, 1),
		Low: answers.Round(most*(1-vdotShare), 1), High: answers.Round(most*(1+vdotShare), 1),
		Evidence: []Evidence{{
			ActivityID: from.Activity, LocalDate: from.Day, DurationS: answers.Round(from.DurationS, 2), DistanceM: &m,
			Value: answers.Round(from.Value, 2),
		}},
	})
}

// uth is the method for a value from heart rate only.
const uth = "vo2max_uth"

// oxygenFromHR adds VO2max based on maximum and resting heart rate.
func (e *estimator) oxygenFromHR(sport training.Sport) {
	t := e.timeline.At(sport.Plain(), e.today)
	if x, ok := curve.VO2MaxFromHR(t.MaxHRBpm, t.RestHRBpm); ok {
		e.oxygen(uth, x)
		return
	}
	why := i18n.Sentence("max_hr_bpm and resting_hr_bpm are not both set; set them with update_athlete_settings")
	switch {
	case t.MaxHRBpm > 0 && t.RestHRBpm > 0:
		why = i18n.Sentencef(
			"max_hr_bpm (%g) is not above resting_hr_bpm (%g); correct them with update_athlete_settings",
			t.MaxHRBpm,
			t.RestHRBpm,
		)
	case t.MaxHRBpm > 0:
		why = "resting_hr_bpm is not set; set it with update_athlete_settings"
	case t.RestHRBpm > 0:
		why = "max_hr_bpm is not set; set it with update_athlete_settings"
	}
	e.view.Missing = e.view.Missing.Add(uth, why)
}

func (e *estimator) oxygen(method string, x curve.VO2Max, by ...curve.ThresholdEffort) {
	out := Oxygen{Method: method, Low: answers.Round(x.Low, 1), Estimate: answers.Round(x.Estimate, 1), High: answers.Round(x.High, 1)}
	for _, effort := range by {
		out.Evidence = append(out.Evidence, evidenceOf(effort))
	}
	e.view.VO2Max = append(e.view.VO2Max, out)
}

// reported is the method for a value that was not computed here.
const reported = "reported"

// reportedDays is the maximum age of a reported value in days. Fitness changes within weeks.
const reportedDays = 90

// reportedOxygen adds the latest VO2max that a device, a service or the athlete reported.
func (e *estimator) reportedOxygen(ctx context.Context) error {
	days, err := wellness.Days(ctx, e.source, e.scope, training.DayRange{From: e.today - reportedDays + 1, To: e.today})
	if err != nil {
		return err
	}
	for _, d := range slices.Backward(days) {
		if n, ok := d.Numbers[training.WellnessVO2Max]; ok {
			x := answers.Round(n.Value, 1)
			e.view.VO2Max = append(e.view.VO2Max, Oxygen{Method: reported, Low: x, Estimate: x, High: x, LocalDate: &d.Day, Source: n.Source})
			break
		}
	}
	return nil
}

// tellOxygen marks the preferred value if there are several. A reported value is preferred,
// because it is based on every session. Next comes the estimate from the latest maximal
// effort. The estimate from resting and maximum heart rate is the least exact.
func (e *estimator) tellOxygen() {
	all := e.view.VO2Max
	if len(all) < 2 {
		return
	}
	best := 0
	for i := range all {
		if all[i].Method == reported || all[best].Method != reported && all[i].day() > all[best].day() {
			best = i
		}
	}
	all[best].Counts = true
	why := i18n.Sentence("from the newest maximal effort; vo2max_uth, from heart rate only, is the roughest, and no device value is available")
	switch all[best].Method {
	case uth:
		why = "from heart rate only, which is the roughest; no maximal effort and no device value is available"
	case reported:
		why = i18n.Sentencef("%g by %s on %s, because it is based on many sessions. The others are based on one effort each, or on heart rate "+
			"only",
			all[best].Estimate, all[best].Source, all[best].LocalDate)
	}
	e.view.Words = append(e.view.Words, i18n.Sentencef("The VO2max used is %s: %s.", all[best].Method, why))
}

// day returns the day of the effort on which the value is based, or 0 if there is none.
func (o *Oxygen) day() training.Day {
	if len(o.Evidence) == 0 {
		return 0
	}
	return o.Evidence[0].LocalDate
}

// The confidence in a prediction depends on the nearest maximal effort: on its
// ratio to the race, and on its age.
const (
	high, medium, low   = "high", "medium", "low"
	nearRatio, farRatio = 1.5, 4.0
	freshDays           = 42
)

// trust adds the confidence in the prediction for a race. It depends on the
// nearest effort, and is never higher than the confidence in the efforts.
func (a *asker) trust(found curve.Found, ratio float64, day training.Day) {
	c := curve.Confidence(confidence(ratio, int(a.today-day)))
	a.view.Confidence = append(a.view.Confidence, string(c.Least(found.Most)))
}

func confidence(ratio float64, old int) string {
	ratio = max(ratio, 1/ratio)
	switch {
	case ratio <= nearRatio && old <= freshDays:
		return high
	case ratio <= farRatio:
		return medium
	}
	return low
}

// margin is the share by which the predicted range extends beyond the models,
// for each level of confidence. It is a rule of thumb.
var margin = map[string]float64{high: 0.01, medium: 0.02, low: 0.04}

// span returns the range of the models extended by the margin. done returns what the athlete
// has already achieved, or 0. Before the margin is added, the range is never worse than that.
func (a *asker) span(of func(PredictModel) []*float64, done func(target float64) float64) (least, most []*float64) {
	n := len(a.q.Targets)
	least, most = make([]*float64, n), make([]*float64, n)
	for i := range n {
		from, to := 0.0, 0.0
		for _, m := range a.view.Models {
			if v := of(m)[i]; v != nil {
				if to == 0 {
					from = *v
				}
				from, to = min(from, *v), max(to, *v)
			}
		}
		if to == 0 {
			a.view.Confidence[i] = ""
			continue
		}
		if did := done(a.q.Targets[i]); did > 0 && a.q.Sport == training.Cycling {
			from, to = max(from, did), max(to, did)
		} else if did > 0 {
			from, to = min(from, did), min(to, did)
		}
		by := margin[a.view.Confidence[i]]
		from, to = answers.Round(from*(1-by), 0), answers.Round(to*(1+by), 0)
		least[i], most[i] = &from, &to
	}
	return least, most
}

// sprintS is the duration in s of the best effort that represents sprints.
const sprintS = 5

// These are the shortest and longest durations in s for which the two-parameter model is valid.
const cpFromS, cpToS = 120, 2400

// trials predicts power in time trials on the bike.
func (a *asker) trials(ctx context.Context) error {
	a.view.DurationS = a.q.Targets
	span := answers.SpanOf(a.days)
	a.view.Range = &span
	points, found, err := a.maximal(ctx, Power)
	if err != nil {
		return err
	}
	var hard, sprints []curve.PowerModelEffort
	for _, e := range found.Efforts {
		hard = append(hard, curve.PowerModelEffort{DurationS: e.DurationS, PowerW: e.Value})
		a.view.Efforts = append(a.view.Efforts, Effort{
			ActivityID: e.Activity, LocalDate: e.Day.String(), DurationS: e.DurationS, PowerW: answers.Round(e.Value, 2),
		})
	}
	if len(found.Efforts) < 2 {
		why := i18n.Sentence("this period has fewer than two maximal efforts with power between 3 minutes and 2 hours")
		if len(found.Efforts) == 0 {
			why = noTest(found.Why)
		}
		a.refuse(why, "Record tests of 3 and 12 minutes all out with a power meter, and one of 20 to 60 minutes; or ask for more days.")
		return nil
	}
	for _, p := range points {
		if p.At == sprintS {
			sprints = append(sprints, curve.PowerModelEffort{DurationS: p.At, PowerW: p.Value})
		}
	}
	a.critical(found)
	a.law(hard)
	if omni, ok := curve.FitOmni(append(sprints, hard...)); ok {
		a.add(PredictModel{
			Name: "omnidomain", Assumes: "Puchowicz 2020, fitted to the bests from sprints to efforts of hours; bests above the model " +
				"curve count more",
			Parameters: map[string]float64{"critical_power_w": answers.Round(omni.CPW, 1), "w_prime_j": answers.Round(omni.WPrimeJ, 0)},
		}, func(s float64) (float64, bool) { return omni.Power(s), s <= beyond*hard[len(hard)-1].DurationS })
	} else {
		a.view.Missing = a.view.Missing.Add("omnidomain", "it needs maximal efforts of a few seconds, of a few minutes and of more than 40 "+
			"minutes")
	}
	if len(a.view.Models) == 0 {
		a.refuse("no model is valid for these efforts", "Record hard efforts of about 3, 6, 12 and 30 minutes.")
		return nil
	}
	a.judge(found, points)
	a.tellPowers()
	a.view.Notes = append(a.view.Notes,
		"Power, not time: the time over a distance depends on air, weight and course. Fresh legs and an even effort are assumed.")
	return nil
}

// judge adds the confidence and the range for each power. An athlete can hold
// any power that they have held for at least that long.
func (a *asker) judge(found curve.Found, points []Point) {
	for _, s := range a.q.Targets {
		near := found.Efforts[0]
		for _, e := range found.Efforts {
			if math.Abs(math.Log(e.DurationS/s)) < math.Abs(math.Log(near.DurationS/s)) {
				near = e
			}
		}
		a.trust(found, s/near.DurationS, near.Day)
	}
	a.view.LowestW, a.view.HighestW = a.span(func(m PredictModel) []*float64 { return m.PowerW }, func(s float64) (done float64) {
		for _, p := range points {
			if p.At >= s {
				done = max(done, p.Value)
			}
		}
		return done
	})
}

// critical adds the critical power that estimate_thresholds would find on these days.
func (a *asker) critical(found curve.Found) {
	fit, why := curve.CriticalPower(curve.Input{Power: found.Efforts})
	if why != "" {
		a.view.Missing = a.view.Missing.Add("critical_power", why)
		return
	}
	a.add(PredictModel{
		Name:    "critical_power",
		Assumes: "P = W′/t + CP through maximal efforts of 3 to 20 minutes that lie on their upper hull; holds for 2 to 40 minutes",
		Parameters: map[string]float64{
			"critical_power_w": answers.Round(fit.CPW, 1), "critical_power_se_w": answers.Round(fit.CPSE, 1),
			"w_prime_j": answers.Round(fit.WPrimeJ, 0), "w_prime_se_j": answers.Round(fit.WPrimeSE, 0),
		},
	}, func(s float64) (float64, bool) { return fit.Power(s), s >= cpFromS && s <= cpToS })
}

// law adds the model in which power is a power law of time.
func (a *asker) law(hard []curve.PowerModelEffort) {
	var x, y []float64
	for _, e := range hard {
		x, y = append(x, math.Log(e.DurationS)), append(y, math.Log(e.PowerW))
	}
	l, ok := stream.Least(x, y)
	if !ok || l.Slope >= 0 || l.Slope < steepestFall {
		a.view.Missing = a.view.Missing.Add("power_law", "your best efforts from 3 minutes to 2 hours do not fall off with duration as "+
			"maximal efforts would")
		return
	}
	a.add(PredictModel{
		Name: "power_law", Assumes: "your own exponent fitted to the bests from 3 minutes to 2 hours; extended to four times the longest",
		Parameters: map[string]float64{"exponent": answers.Round(l.Slope, 4)},
	}, func(s float64) (float64, bool) {
		return math.Exp(l.Intercept + l.Slope*math.Log(s)), s <= beyond*hard[len(hard)-1].DurationS
	})
}

// steepestFall is the exponent below which the long efforts are unlikely to have been maximal.
const steepestFall = -0.25
