package wellness

import (
	"math"
	"slices"

	"lapkeep/internal/analysis"
	"lapkeep/internal/metrics/hrv"
	"lapkeep/internal/training"
)

// Rule is how the words of readiness are found.
const Rule = "HRV: mean ln rMSSD of 7 days against mean ± 0.5 standard deviations of the 60 days before (Plews 2014); resting heart rate by the same rule. " +
	"strained: HRV below and resting heart rate above; mixed: one of the two; as_usual: neither. A description of trends, no medical statement."

var meanings = map[string]string{
	"as_usual": "recovery looks as it usually does",
	"mixed":    "one sign of strain; look at sleep, feel and the last days' load before something hard",
	"strained": "both signs of strain; an easy day or rest is the careful choice",
}

// trends fills in the means of every field.
func (v *View) trends(days []training.WellnessDay, q Query) {
	v.Trends = map[string]Trend{}
	for _, d := range days {
		for f, n := range d.Numbers {
			if !q.wants(f) || d.Day <= q.Days.To-28 {
				continue
			}
			t, known := v.Trends[string(f)]
			if !known {
				t.Mean7, t.Days7 = mean(days, f, q.Days.To-6)
				t.Mean28, t.Days28 = mean(days, f, q.Days.To-27)
			}
			t.Latest, t.On = analysis.Round(n.Value, decimals(f)), d.Day
			if from := sourceName(n.Source); !slices.Contains(t.Sources, from) {
				t.Sources = append(t.Sources, from)
			}
			v.Trends[string(f)] = t
		}
	}
	if len(v.Trends) == 0 {
		v.Trends = nil
		v.Missing = v.Missing.Add(string(SectionTrends), "the last 28 days have no values")
	}
}

// mean is that of the days from first on that have a value.
func mean(days []training.WellnessDay, f training.WellnessField, first training.Day) (*float64, int) {
	sum, n := 0.0, 0
	for _, d := range days {
		if x, ok := d.Numbers[f]; ok && d.Day >= first {
			sum += x.Value
			n++
		}
	}
	if n == 0 {
		return nil, 0
	}
	x := analysis.Round(sum/float64(n), decimals(f))
	return &x, n
}

// readiness fills in the bands of the week that ends on a day, and what they
// say together.
func (v *View) readiness(days []training.WellnessDay, today training.Day) {
	var mornings []hrv.Morning
	var rests []hrv.Resting
	for _, d := range days {
		if n, ok := d.Numbers[training.WellnessHRVRmssdMs]; ok {
			mornings = append(mornings, hrv.Morning{Day: d.Day, RMSSD: n.Value})
		}
		if n, ok := d.Numbers[training.WellnessRestingHRBpm]; ok {
			rests = append(rests, hrv.Resting{Day: d.Day, Bpm: n.Value})
		}
	}
	variability, noHRV := hrv.Readiness(mornings, today)
	resting, noHR := hrv.RestingHR(rests, today)
	if noHRV != "" && len(mornings) == 0 && v.hasSDNN(days) {
		noHRV = "only SDNN was measured, which is no rMSSD and is never mixed with it"
	}
	v.HRV = v.band("hrv_band", "ln ms", 3, variability, noHRV)
	v.RestingHR = v.band("resting_hr_band", "bpm", 1, resting, noHR)
	v.judge(variability.State, resting.State)
	v.weight(days, today)
}

func (v *View) hasSDNN(days []training.WellnessDay) bool {
	return slices.ContainsFunc(days, func(d training.WellnessDay) bool {
		_, ok := d.Numbers[training.WellnessHRVSdnnMs]
		return ok
	})
}

func (v *View) band(field, unit string, digits int, b hrv.Band, why string) *Band {
	if why != "" {
		v.Missing = v.Missing.Add(field, why)
		return nil
	}
	r := func(x float64) float64 { return analysis.Round(x, digits) }
	return &Band{
		Unit: unit, Mean: r(b.Mean), Low: r(b.Low), High: r(b.High), State: string(b.State), CVPct: analysis.Round(b.CVPct, 1),
		Days: b.Days, Baseline: b.Baseline,
	}
}

// judge finds the words; both bands must be known.
func (v *View) judge(variability, resting hrv.State) {
	if variability == "" || resting == "" {
		v.Missing = v.Missing.Add(string(SectionReadiness), "it takes both bands, of HRV (rMSSD) and of resting heart rate")
		return
	}
	state, signs := "as_usual", 0
	if variability == hrv.Below {
		signs++
	}
	if resting == hrv.Above {
		signs++
	}
	switch signs {
	case 1:
		state = "mixed"
	case 2:
		state = "strained"
	}
	v.Readiness = &Readiness{
		State: state, Meaning: meanings[state], Rule: Rule,
		Because: []string{"HRV is " + string(variability) + " its usual band.", "Resting heart rate is " + string(resting) + " its usual band."},
	}
}

// emaDays is the time constant of the smoothed weight.
const emaDays = 7

// weight fills in the smoothed weight.
func (v *View) weight(days []training.WellnessDay, today training.Day) {
	var w Weight
	var before *float64
	have := false
	for _, d := range days {
		n, ok := d.Numbers[training.WellnessWeightKg]
		if !ok || d.Day > today {
			continue
		}
		if have {
			w.EMAKg += (1 - math.Exp(-float64(d.Day-w.On)/emaDays)) * (n.Value - w.EMAKg)
		} else {
			w.EMAKg, have = n.Value, true
		}
		w.LatestKg, w.On = n.Value, d.Day
		if d.Day <= today-28 {
			x := w.EMAKg
			before = &x
		}
	}
	if !have {
		v.Missing = v.Missing.Add("weight", "no weight was measured in these days")
		return
	}
	if before != nil {
		c := analysis.Round(w.EMAKg-*before, 2)
		w.Change28Kg = &c
	}
	w.EMAKg, w.LatestKg = analysis.Round(w.EMAKg, 2), analysis.Round(w.LatestKg, 2)
	v.Weight = &w
}
