package pace

import (
	"cmp"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Foot computes what a recording on foot has beyond other sports, for the
// whole of it and for any stretch.
type Foot struct {
	view      *stream.View
	graded    *Graded // nil where whyNot says why there is none
	whyNot    i18n.Sentence
	perCount  float64 // steps of one count of cadence, 0 without cadence
	stiffness []float32
	hasSpeed  bool
	measured  bool // any channel of running dynamics is there
}

// NewFoot prepares a recording; nil for a sport that is not on foot.
func NewFoot(v *stream.View) *Foot {
	switch v.Recording.Sport {
	case training.Running, training.Walking, training.Hiking:
	default:
		return nil
	}
	f := &Foot{view: v, perCount: stepsPerCount(v)}
	if v.Recording.Sport != training.Running {
		return f
	}
	f.graded, f.whyNot = Grade(v, Canonical)
	f.stiffness, f.hasSpeed = stiffness(v.Columns), v.Has(training.Speed)
	f.measured = f.stiffness != nil || v.Has(training.VerticalOscillation) || v.Has(training.GroundContact) || v.Has(training.StepLength) ||
		v.Has(training.GroundContactBalance)
	return f
}

// Put adds to the values of a stretch what follows from its pace and cadence,
// which must be there already. The reason says why it has no graded pace.
func (f *Foot) Put(v training.Values, span training.Span) (missing i18n.Sentence) {
	f.cadence(v)
	if f.measured {
		f.dynamics(v, span)
	}
	if f.graded == nil {
		return f.whyNot
	}
	factor, missing := f.graded.Factor(span)
	if missing != "" {
		return missing
	}
	pace, ok := v[training.MetricPaceSPerKM]
	if !ok {
		return "there is no pace"
	}
	v[training.MetricGAPSPerKM] = pace / factor
	return ""
}

// Whole adds what follows from all of the recording to its summary, which has
// its efficiency factor or why not. A run that lacks graded pace gets the
// reason in missing.
func (f *Foot) Whole(v training.Values, missing map[training.Metric]i18n.Sentence, span training.Span) {
	why := f.Put(v, span)
	if f.view.Recording.Sport != training.Running {
		return
	}
	if why != "" {
		missing[training.MetricGAPSPerKM], missing[training.MetricNGPSPerKM], missing[training.MetricGradedEfficiencyFactor] = why, why, why
		return
	}
	mps, why := f.graded.Normalized()
	if why != "" {
		missing[training.MetricNGPSPerKM], missing[training.MetricGradedEfficiencyFactor] = why, why
		return
	}
	v[training.MetricNGPSPerKM] = 1000 / mps
	if _, ok := v[training.MetricEfficiencyFactor]; !ok { // heart rate says why, and holds for both
		missing[training.MetricGradedEfficiencyFactor] = cmp.Or(missing[training.MetricEfficiencyFactor], "there is no heart rate")
		return
	}
	v[training.MetricGradedEfficiencyFactor] = mps * 60 / v[training.MetricAvgHRBpm]
}
