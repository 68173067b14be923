package wellness

import (
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/training"
)

// Rule is how the words of readiness are found.
const Rule = "HRV: mean ln rMSSD of 7 days against mean ± 0.5 standard deviations of the 60 days before (Plews " +
	"2014); resting heart rate by the same rule. " +
	"strained: HRV below and resting heart rate above; mixed: one of the two; as_usual: neither. A description of " +
	"trends, no medical statement."

var meanings = map[string]i18n.Sentence{
	"as_usual": "recovery looks as it usually does",
	"mixed":    "one sign of strain; look at sleep, feel and the last days' load before something hard",
	"strained": "both signs of strain; an easy day or rest is the careful choice",
}

// The days that trends look at.
const (
	aWeek  = 7
	aWhile = 28
)

// trends fills in the means of every field.
func (v *View) trends(t *table, q Query) {
	since := q.Days.To - aWhile + 1
	for _, f := range t.fields(since) {
		if !q.wants(f) {
			continue
		}
		var latest float64
		var on training.Day
		t.each(f, since, func(d training.Day, value float64, _ uint8) { latest, on = value, d })
		if v.Trends == nil {
			v.Trends = &Trends{}
		}
		v.Trends.add(t, f, q.Days.To, answers.Round(latest, decimals(f)), on)
	}
	if v.Trends == nil {
		v.Missing = v.Missing.Add(string(SectionTrends), "the last 28 days have no values")
	}
}

func (o *Trends) add(t *table, f training.WellnessField, today training.Day, latest float64, on training.Day) {
	o.Field, o.Latest, o.On = append(o.Field, string(f)), append(o.Latest, latest), append(o.On, on)
	mean, n := t.mean(f, today-aWeek+1)
	o.Mean7, o.Days7 = append(o.Mean7, mean), append(o.Days7, n)
	mean, n = t.mean(f, today-aWhile+1)
	o.Mean28, o.Days28 = append(o.Mean28, mean), append(o.Days28, n)
}

// mean is that of the days from first on that have a value.
func (t *table) mean(f training.WellnessField, first training.Day) (*float64, int) {
	sum, n := 0.0, 0
	t.each(f, first, func(_ training.Day, value float64, _ uint8) {
		sum += value
		n++
	})
	if n == 0 {
		return nil, 0
	}
	x := answers.Round(sum/float64(n), decimals(f))
	return &x, n
}

// readiness fills in the bands of the week that ends on a day, and what they
// say together.
func (v *View) readiness(t *table, today training.Day) {
	mornings, rests := t.mornings(), t.rests()
	variability, noHRV := heart.Readiness(mornings, today)
	resting, noHR := heart.RestingHR(rests, today)
	if noHRV != "" && len(mornings) == 0 && slices.Contains(t.fields(t.days.From), training.WellnessHRVSdnnMs) {
		noHRV = "only SDNN was measured, which is not rMSSD and is never mixed with it"
	}
	v.HRV = v.band("hrv_band", "ln ms", 3, variability, noHRV)
	if b := v.HRV; b != nil {
		b.MeanMs, b.LowMs, b.HighMs = new(ms(variability.Mean)), new(ms(variability.Low)), new(ms(variability.High))
	}
	v.RestingHR = v.band("resting_hr_band", "bpm", 1, resting, noHR)
	v.judge(variability.State, resting.State)
	v.weight(t, today)
}

func (v *View) band(field, unit string, digits int, b heart.Band, why i18n.Sentence) *Band {
	if why != "" {
		v.Missing = v.Missing.Add(field, why)
		return nil
	}
	r := func(x float64) float64 { return answers.Round(x, digits) }
	return &Band{
		Unit: unit, Mean: r(b.Mean), Low: r(b.Low), High: r(b.High), State: string(b.State), CVPct: answers.Round(b.CVPct, 1),
		Days: b.Days, Baseline: b.Baseline,
	}
}

// judge finds the words; both bands must be known.
func (v *View) judge(variability, resting heart.HRVState) {
	if variability == "" || resting == "" {
		v.Missing = v.Missing.Add(string(SectionReadiness), "it needs both bands: of HRV (rMSSD) and of resting heart rate")
		return
	}
	state, signs := "as_usual", 0
	if variability == heart.Below {
		signs++
	}
	if resting == heart.Above {
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
		Because: []i18n.Sentence{
			i18n.Sentencef("HRV is %s its usual band.", i18n.Word(variability)),
			i18n.Sentencef("Resting heart rate is %s its usual band.", i18n.Word(resting)),
		},
	}
}

// emaDays is the time constant of the smoothed weight.
const emaDays = 7

// weight fills in the smoothed weight.
func (v *View) weight(t *table, today training.Day) {
	var w Weight
	var before *float64
	have := false
	t.each(training.WellnessWeightKg, t.days.From, func(d training.Day, value float64, _ uint8) {
		w.EMAKg = smooth(w.EMAKg, value, d-w.On, have)
		w.LatestKg, w.On, have = value, d, true
		if d <= today-aWhile {
			x := w.EMAKg
			before = &x
		}
	})
	if !have {
		v.Missing = v.Missing.Add("weight", "no weight was measured in these days")
		return
	}
	if before != nil {
		c := answers.Round(w.EMAKg-*before, 2)
		w.Change28Kg = &c
	}
	w.EMAKg, w.LatestKg = answers.Round(w.EMAKg, 2), answers.Round(w.LatestKg, 2)
	v.Weight = &w
}
