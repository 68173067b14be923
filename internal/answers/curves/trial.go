package curves

import (
	"context"
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// trialEffortsS are the durations of bests that the models of a time trial
// are fitted to.
var trialEffortsS = []float64{5, 180, 300, 480, 720, 1200, 1800, 2700, 3600, 5400, 7200}

const (
	trialFromS = 180 // shorter bests tell of sprints
	// The times in s of races that the two-parameter model holds for.
	cpFromS, cpToS = 120, 2400
)

// trials predicts the power of time trials on the bike.
func (a *asker) trials(ctx context.Context) error {
	a.view.DurationS = a.q.Targets
	span := answers.SpanOf(a.days)
	a.view.Range = &span
	points, _, err := a.bests.Series(ctx, a.scope, Power, a.days, []training.Sport{training.Cycling})
	if err != nil {
		return err
	}
	all, refs := powers(points)
	hard := dropPieces(maximal(all), func(e curve.PowerModelEffort) best { return best{refs[e].Ref.ID, e.DurationS, e.PowerW} }, pieceFall)
	for _, e := range hard {
		p := refs[e]
		a.view.Efforts = append(a.view.Efforts, Effort{
			ActivityID: p.Ref.ID, LocalDate: p.Ref.Day.String(), DurationS: p.At, PowerW: answers.Round(p.Value, 2),
		})
	}
	if len(hard) < 3 {
		a.refuse("these days have fewer than three maximal efforts with power between 3 minutes and 2 hours",
			"Record some with a power meter, ask for more days, or call get_status to see what there is.")
		return nil
	}
	a.critical(all)
	a.law(hard)
	sprints := slices.DeleteFunc(all, func(e curve.PowerModelEffort) bool { return e.DurationS >= trialFromS })
	if omni, ok := curve.FitOmni(append(sprints, hard...)); ok {
		a.add(PredictModel{
			Name: "omnidomain", Assumes: "Puchowicz 2020 through the bests of sprints to hours, those above the model weighing more",
			Parameters: map[string]float64{"critical_power_w": answers.Round(omni.CPW, 1), "w_prime_j": answers.Round(omni.WPrimeJ, 0)},
		}, func(s float64) (float64, bool) { return omni.Power(s), s <= beyond*hard[len(hard)-1].DurationS })
	} else {
		a.view.Missing = a.view.Missing.Add("omnidomain", "it needs maximal bests of seconds, of minutes and of more than 40 minutes")
	}
	if len(a.view.Models) == 0 {
		a.refuse("no model holds for these efforts", "Record hard efforts of about 3, 6, 12 and 30 minutes.")
		return nil
	}
	a.judge(hard, points, refs)
	a.tellPowers()
	a.view.Notes = append(a.view.Notes,
		"Power, not time: the time over a distance depends on air, weight and course. Fresh legs and an even effort are assumed.")
	return nil
}

// judge says how sure each power is and gives its range: what was held for as
// long, or for longer, can be held.
func (a *asker) judge(hard []curve.PowerModelEffort, points []Point, refs map[curve.PowerModelEffort]Point) {
	for _, s := range a.q.Targets {
		near := hard[0]
		for _, e := range hard {
			if math.Abs(math.Log(e.DurationS/s)) < math.Abs(math.Log(near.DurationS/s)) {
				near = e
			}
		}
		a.view.Confidence = append(a.view.Confidence, confidence(s/near.DurationS, int(a.today-refs[near].Ref.Day)))
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

// powers are the bests that are kept at the durations of the models.
func powers(points []Point) ([]curve.PowerModelEffort, map[curve.PowerModelEffort]Point) {
	var out []curve.PowerModelEffort
	refs := map[curve.PowerModelEffort]Point{}
	for _, p := range points {
		if slices.Contains(trialEffortsS, p.At) {
			e := curve.PowerModelEffort{DurationS: p.At, PowerW: p.Value}
			out = append(out, e)
			refs[e] = p
		}
	}
	return out, refs
}

// What makes a best look maximal. Up to 20 minutes it comes near the best power
// index; beyond, it falls from the one before by no steeper exponent than
// tired riders' best hours do.
const (
	maximalShare = 0.93
	longFromS    = 1200
	longFall     = -0.12
)

// maximal are the efforts of three minutes or more that look maximal, in order
// of duration, as all are.
func maximal(all []curve.PowerModelEffort) (out []curve.PowerModelEffort) {
	best := 0.0
	for _, e := range all {
		if e.DurationS >= trialFromS && e.DurationS <= longFromS {
			best = max(best, curve.PowerIndex(e))
		}
	}
	for _, e := range all {
		switch n := len(out); {
		case e.DurationS < trialFromS:
		case e.DurationS <= longFromS:
			if curve.PowerIndex(e) >= maximalShare*best {
				out = append(out, e)
			}
		case n > 0 && e.PowerW >= out[n-1].PowerW*math.Pow(e.DurationS/out[n-1].DurationS, longFall):
			out = append(out, e)
		}
	}
	return out
}

// critical is the critical power that estimate_thresholds finds in these days.
func (a *asker) critical(all []curve.PowerModelEffort) {
	var in curve.Input
	for _, e := range all {
		in.Power = append(in.Power, curve.ThresholdEffort{DurationS: e.DurationS, Value: e.PowerW})
	}
	fit, why := curve.CriticalPower(in)
	if why != "" {
		a.view.Missing = a.view.Missing.Add("critical_power", why)
		return
	}
	a.add(PredictModel{
		Name:       "critical_power",
		Assumes:    "P = W′/t + CP through the bests of 3 to 20 minutes that lie on their upper hull; holds for 2 to 40 minutes",
		Parameters: map[string]float64{"critical_power_w": answers.Round(fit.CPW, 1), "w_prime_j": answers.Round(fit.WPrimeJ, 0)},
	}, func(s float64) (float64, bool) { return fit.Power(s), s >= cpFromS && s <= cpToS })
}

// law is power falling as a power of time.
func (a *asker) law(hard []curve.PowerModelEffort) {
	var x, y []float64
	for _, e := range hard {
		x, y = append(x, math.Log(e.DurationS)), append(y, math.Log(e.PowerW))
	}
	l, ok := stream.Least(x, y)
	if !ok || l.Slope >= 0 || l.Slope < steepestFall {
		a.view.Missing = a.view.Missing.Add("power_law", "the bests of 3 minutes to 2 hours do not fall as maximal efforts do")
		return
	}
	a.add(PredictModel{
		Name: "power_law", Assumes: "your own exponent through the bests of 3 minutes to 2 hours; followed to four times the longest",
		Parameters: map[string]float64{"exponent": answers.Round(l.Slope, 4)},
	}, func(s float64) (float64, bool) {
		return math.Exp(l.Intercept + l.Slope*math.Log(s)), s <= beyond*hard[len(hard)-1].DurationS
	})
}

// steepestFall is the exponent below which the long efforts were not maximal.
const steepestFall = -0.25
