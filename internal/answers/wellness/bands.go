package wellness

import (
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/training"
)

// Bands are the weeks that end on days of the range against what was usual then,
// by the rule of [Readiness], and the smoothed weight; on the index of the days.
// HRV is told in ms: what the band of ln rMSSD is when its logarithm is undone.
type Bands struct {
	Dates    []training.Day `json:"dates"`
	HRVMean  []*float64     `json:"hrv_mean_7d_ms,omitempty"`
	HRVLow   []*float64     `json:"hrv_usual_from_ms,omitempty"`
	HRVHigh  []*float64     `json:"hrv_usual_to_ms,omitempty"`
	RestMean []*float64     `json:"resting_hr_mean_7d_bpm,omitempty"`
	RestLow  []*float64     `json:"resting_hr_usual_from_bpm,omitempty"`
	RestHigh []*float64     `json:"resting_hr_usual_to_bpm,omitempty"`
	Weight   []*float64     `json:"weight_ema_kg,omitempty"`
}

// bands fills them in for the last day of each bucket of the columns, for who
// asks for them.
func (v *View) bands(t *table, q Query) {
	if !slices.Contains(q.Sections, SectionBands) {
		return
	}
	resolution := q.Resolution
	if v.Days != nil {
		resolution = v.Days.Resolution
	} else if resolution == "" {
		resolution = q.finest(1)
	}
	b := &Bands{Dates: q.index(resolution)}
	if v.Days != nil {
		b.Dates = v.Days.Dates
	}
	ends := make([]training.Day, len(b.Dates))
	for i, d := range b.Dates {
		ends[i] = min(q.after(d, resolution)-1, q.Days.To)
	}
	variability, resting := heart.ReadinessAlong(t.mornings(), ends), heart.RestingAlong(t.rests(), ends)
	b.HRVMean, b.HRVLow, b.HRVHigh = columnsOf(variability, ms)
	b.RestMean, b.RestLow, b.RestHigh = columnsOf(resting, func(x float64) float64 { return answers.Round(x, 1) })
	b.Weight = t.smoothed(ends)
	v.Bands = b
}

// ms is HRV of which x is the logarithm.
func ms(x float64) float64 { return answers.Round(math.Exp(x), 1) }

// columnsOf are the means and the ends of bands; none where there is no band at all.
func columnsOf(all []*heart.Band, shown func(float64) float64) (mean, low, high []*float64) {
	some := false
	mean, low, high = make([]*float64, len(all)), make([]*float64, len(all)), make([]*float64, len(all))
	for i, b := range all {
		if b != nil {
			some = true
			mean[i], low[i], high[i] = new(shown(b.Mean)), new(shown(b.Low)), new(shown(b.High))
		}
	}
	if !some {
		return nil, nil, nil
	}
	return mean, low, high
}

func (t *table) mornings() []heart.Morning {
	var out []heart.Morning
	t.each(training.WellnessHRVRmssdMs, t.days.From, func(d training.Day, value float64, _ uint8) {
		out = append(out, heart.Morning{Day: d, RMSSD: value})
	})
	return out
}

func (t *table) rests() []heart.Resting {
	var out []heart.Resting
	t.each(training.WellnessRestingHRBpm, t.days.From, func(d training.Day, value float64, _ uint8) {
		out = append(out, heart.Resting{Day: d, Bpm: value})
	})
	return out
}

// heldDays is for how long a smoothed weight stands without a new one.
const heldDays = 14

// smoothed is the smoothed weight on days, which are in order; a gap after
// heldDays without a weight.
func (t *table) smoothed(ends []training.Day) []*float64 {
	out, some, next := make([]*float64, len(ends)), false, 0
	ema, on, have := 0.0, training.Day(0), false
	until := func(d training.Day) {
		for ; next < len(ends) && ends[next] < d; next++ {
			if have && ends[next]-on <= heldDays {
				out[next], some = new(answers.Round(ema, 2)), true
			}
		}
	}
	t.each(training.WellnessWeightKg, t.days.From, func(d training.Day, value float64, _ uint8) {
		until(d)
		ema = smooth(ema, value, d-on, have)
		on, have = d, true
	})
	until(math.MaxInt32)
	if !some {
		return nil
	}
	return out
}

// smooth is a smoothed weight with one more, so many days later.
func smooth(ema, value float64, after training.Day, have bool) float64 {
	if !have {
		return value
	}
	return ema + (1-math.Exp(-float64(after)/emaDays))*(value-ema)
}
