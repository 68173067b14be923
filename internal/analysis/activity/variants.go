package activity

import (
	"context"
	"math"

	"lapkeep/internal/analysis"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/pace"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/terrain"
	"lapkeep/internal/metrics/wbal"
	"lapkeep/internal/training"
)

// variants fills in what other programs and devices compute of the same rows,
// for comparing with them. None of it enters another number.
func (d *Detail) variants(ctx context.Context, sub *subject) error {
	v, err := sub.open(ctx)
	if err != nil {
		return err
	}
	d.Variants = Facts{"active_time_sauce_s": stream.ActiveS(v.Columns.TimeS)}
	if v.Has(training.Power) {
		d.powerVariants(v)
		d.balanceVariants(v, sub.thresholds)
	} else {
		d.noVariant("normalized_power_w", training.NoPower)
	}
	d.gainByStep(v)
	if v.Recording.Sport == training.Running {
		if _, err := sub.findings(ctx); err != nil { // which the pace rests on
			return err
		}
		d.gradedVariants(v, sub.row.Summary.Values)
	}
	return nil
}

func (d *Detail) noVariant(key, why string) { d.Missing = d.Missing.Add("variants."+key, why) }

// putVariant adds a value to a digit behind the point.
func (d *Detail) putVariant(key string, x float64, has bool, why string) {
	if !has || !analysis.Finite(x) {
		d.noVariant(key, why)
		return
	}
	d.Variants[key] = analysis.Round(x, 1)
}

func (d *Detail) powerVariants(v *stream.View) {
	for _, variant := range power.Variants() {
		if variant == power.Canonical {
			continue // which the summary has
		}
		np, ok := power.Of(v, variant)
		if variant == power.Garmin {
			np.Watts = math.Floor(np.Watts + 0.5)
		}
		d.putVariant("normalized_power_"+string(variant)+"_w", np.Watts, ok, "by this rule no 30 s of power are complete")
	}
	d.peakVariants(v)
}

// peakVariants adds the bests of the usual durations.
func (d *Detail) peakVariants(v *stream.View) {
	var times, watts []int32
	for i, t := range v.Columns.TimeS {
		if w, ok := v.At(training.Power, i); ok {
			times, watts = append(times, t), append(watts, w)
		}
	}
	var peaks []Facts
	for _, seconds := range []int32{5, 60, 300, 1200} {
		if x, ok := curve.Backward(times, watts, seconds); ok {
			peaks = append(peaks, Facts{"duration_s": seconds, "avg_power_w": analysis.Round(x, 1)})
		}
	}
	if len(peaks) == 0 {
		d.noVariant("peak_sauce_w", "the recording is shorter than 5 s")
		return
	}
	d.Variants["peak_sauce_w"] = peaks
}

func (d *Detail) balanceVariants(v *stream.View, t training.Thresholds) {
	m := wbal.Model{CPW: t.CPW, WPrimeJ: t.WPrimeJ}
	for _, form := range wbal.Variants() {
		if form == wbal.Differential {
			continue // which the summary has
		}
		series, why := []float64(nil), NoCP
		if m.Possible() {
			series, _, why = wbal.By(v, m, form)
		}
		low, _, ok := wbal.Lowest(series)
		d.putVariant("w_prime_balance_min_"+string(form)+"_j", low, ok, why)
	}
}

// stepM is the height that GoldenCheetah's gain leaves out if nobody sets it.
const stepM = 3

func (d *Detail) gainByStep(v *stream.View) {
	var metres []float64
	for i := range v.Columns.Len() {
		if x, ok := v.At(training.Altitude, i); ok {
			metres = append(metres, float64(x)/training.Altitude.Scale())
		}
	}
	d.putVariant("elevation_gain_step_m", terrain.StepRule(metres, stepM), len(metres) > 0, training.NoAltitude)
}

// gradedVariants are the average graded pace by other models.
func (d *Detail) gradedVariants(v *stream.View, whole training.Values) {
	secondsPerKM, hasPace := whole[training.MetricPaceSPerKM]
	for _, model := range pace.Models() {
		if model == pace.Canonical {
			continue // which the summary has
		}
		factor := 0.0
		graded, why := pace.Grade(v, model)
		if why == "" {
			factor, why = graded.Factor(terrain.Whole(v))
		}
		if why == "" && !hasPace {
			why = "there is no pace"
		}
		d.putVariant("gap_"+string(model)+"_s_per_km", secondsPerKM/factor, why == "", why)
	}
}
