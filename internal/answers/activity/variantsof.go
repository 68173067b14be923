package activity

import (
	"math"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// found are the variants of one activity so far.
type found struct {
	FactsRow
	missing answers.Missing
}

// VariantsOf computes them from an activity's rows, the thresholds of its day and what
// its summary has. Missing names those that there are not, with the reason.
func VariantsOf(v *stream.View, t training.Thresholds, whole training.Values) (FactsRow, answers.Missing) {
	f := found{FactsRow: FactsRow{"active_time_sauce_s": stream.ActiveS(v.Columns.TimeS)}}
	if v.Has(training.Power) {
		f.power(v)
		f.balance(v, t)
	} else {
		f.lacks("normalized_power_w", training.NoPower)
	}
	f.gainByStep(v)
	if v.Recording.Sport == training.Running {
		f.graded(v, whole)
	}
	return f.FactsRow, f.missing
}

func (f *found) lacks(key string, why i18n.Sentence) { f.missing = f.missing.Add(key, why) }

// put adds a value to a digit behind the point.
func (f *found) put(key string, x float64, has bool, why i18n.Sentence) {
	if !has || !answers.Finite(x) {
		f.lacks(key, why)
		return
	}
	f.FactsRow[key] = answers.Round(x, 1)
}

func (f *found) power(v *stream.View) {
	for _, variant := range power.Variants() {
		if variant == power.Canonical {
			continue // which the summary has
		}
		np, ok := power.Of(v, variant)
		if variant == power.Garmin {
			np.Watts = math.Floor(np.Watts + 0.5)
		}
		f.put("normalized_power_"+string(variant)+"_w", np.Watts, ok, "by this rule no 30 s of power are complete")
	}
	f.peaks(v)
}

// peaks adds the bests of the usual durations.
func (f *found) peaks(v *stream.View) {
	var times, watts []int32
	for i, t := range v.Columns.TimeS {
		if w, ok := v.At(training.Power, i); ok {
			times, watts = append(times, t), append(watts, w)
		}
	}
	var peaks []FactsRow
	for _, seconds := range []int32{5, 60, 300, 1200} {
		if x, ok := curve.Backward(times, watts, seconds); ok {
			peaks = append(peaks, FactsRow{"duration_s": seconds, "avg_power_w": answers.Round(x, 1)})
		}
	}
	if len(peaks) == 0 {
		f.lacks("peak_sauce_w", "the recording is shorter than 5 s")
		return
	}
	f.FactsRow["peak_sauce_w"] = peaks
}

func (f *found) balance(v *stream.View, t training.Thresholds) {
	m := curve.WBalModel{CPW: t.CPW, WPrimeJ: t.WPrimeJ}
	for _, form := range curve.Variants() {
		if form == curve.Differential {
			continue // which the summary has
		}
		series, why := []float64(nil), i18n.Sentence(answers.NoCP)
		if m.Possible() {
			series, _, why = curve.WBalBy(v, m, form)
		}
		low, _, ok := curve.Lowest(series)
		f.put("w_prime_balance_min_"+string(form)+"_j", low, ok, why)
	}
}

// stepM is the height that GoldenCheetah's gain leaves out if nobody sets it.
const stepM = 3

func (f *found) gainByStep(v *stream.View) {
	var metres []float64
	for i := range v.Columns.Len() {
		if x, ok := v.At(training.Altitude, i); ok {
			metres = append(metres, float64(x)/training.Altitude.Scale())
		}
	}
	f.put("elevation_gain_step_m", route.StepRule(metres, stepM), len(metres) > 0, training.NoAltitude)
}

// graded adds the average graded pace by other models.
func (f *found) graded(v *stream.View, whole training.Values) {
	secondsPerKM, hasPace := whole[training.MetricPaceSPerKM]
	for _, model := range pace.Models() {
		if model == pace.Canonical {
			continue // which the summary has
		}
		factor := 0.0
		graded, why := pace.Grade(v, model)
		if why == "" {
			factor, why = graded.Factor(route.Whole(v))
		}
		if why == "" && !hasPace {
			why = "there is no pace"
		}
		f.put("gap_"+string(model)+"_s_per_km", secondsPerKM/factor, why == "", why)
	}
}
