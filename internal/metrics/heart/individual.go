package heart

import (
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// Step is one step of a lactate test.
type Step struct{ Bpm, MmolL float64 }

// minSteps is how many steps a lactate curve takes: an exponential goes
// through any two.
const minSteps = 3

// Individual are the athlete's own TRIMP constants (Manzi and others 2009):
// lactate against the share of heart rate reserve as A·e^(B·x), by least
// squares on its logarithm. They weigh a minute as x·A·e^(B·x), as
// Banister's do.
func Individual(steps []Step, t training.Thresholds) (Banister, i18n.Sentence) {
	if t.RestHRBpm <= 0 || t.MaxHRBpm <= t.RestHRBpm {
		return Banister{}, "resting and maximum heart rate are not set"
	}
	var x, y []float64
	for _, s := range steps {
		if s.Bpm > 0 && s.MmolL > 0 {
			x = append(x, (s.Bpm-t.RestHRBpm)/(t.MaxHRBpm-t.RestHRBpm))
			y = append(y, math.Log(s.MmolL))
		}
	}
	if len(x) < minSteps {
		return Banister{}, "a lactate test needs three steps"
	}
	fit, ok := stream.Least(x, y)
	if !ok || fit.Slope <= 0 {
		return Banister{}, "lactate does not rise with heart rate"
	}
	return Banister{A: math.Exp(fit.Intercept), B: fit.Slope}, ""
}

// Own are the athlete's constants as the thresholds of a day have them: given,
// or fitted to a lactate test.
func Own(t training.Thresholds) (Banister, i18n.Sentence) {
	v := t.LactateTest
	switch {
	case len(v) == 0:
		return Banister{}, "no lactate test is set"
	case len(v) == 2:
		return Banister{A: v[0], B: v[1]}, ""
	}
	steps := make([]Step, len(v)/2)
	for i := range steps {
		steps[i] = Step{Bpm: v[2*i], MmolL: v[2*i+1]}
	}
	return Individual(steps, t)
}

// TRIMPBy is [TRIMP] with constants of the caller's choice.
func TRIMPBy(b Banister, h zones.Histogram, t training.Thresholds) (float64, i18n.Sentence) {
	r, missing := reserveBy(b, t)
	switch {
	case h.TotalS() == 0:
		return 0, training.NoHeartRate
	case missing != "":
		return 0, missing
	}
	return r.over(h), ""
}
