// Package pace computes metrics for sports on foot: grade-adjusted pace, cadence in steps
// and running dynamics. It does not depend on thresholds or the athlete.
package pace

import (
	"cmp"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// Foot computes the metrics that only recordings on foot have, for the whole
// recording and for any stretch.
type Foot struct {
	view      *stream.View
	graded    *Graded // nil if it is unknown; whyNot is the reason
	whyNot    i18n.Sentence
	perCount  float64 // steps per count of cadence; 0 without cadence
	stiffness []float32
	hasSpeed  bool
	measured  bool // any channel of running dynamics was recorded
}

// NewFoot prepares a recording for computing the metrics. It returns nil for a sport that
// is not on foot.
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

// Put adds the values derived from the pace and cadence of a stretch, which v
// must already have. missing is the reason if there is no grade-adjusted pace.
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

// Whole adds the values of the whole recording to its summary, which must
// already have its efficiency factor or the reason for its absence. If a run has no
// grade-adjusted pace, it adds the reason to missing.
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
	if _, ok := v[training.MetricEfficiencyFactor]; !ok { // the reason for both is the one for heart rate
		missing[training.MetricGradedEfficiencyFactor] = cmp.Or(missing[training.MetricEfficiencyFactor], "there is no heart rate")
		return
	}
	v[training.MetricGradedEfficiencyFactor] = mps * 60 / v[training.MetricAvgHRBpm]
}

// DynamicsVersion is the version of the rules of cadence in steps and of
// running dynamics.
const DynamicsVersion = 2

const (
	// runningMMS is the speed in mm/s above which a row is running, not walking.
	runningMMS = 1500
	// mostStrides is the mean cadence above which a device must have counted both
	// feet, because nobody takes 120 strides, which are 240 steps, per minute for long.
	mostStrides = 120
)

// mean is a time-weighted mean.
type mean struct{ sum, weight float64 }

func (m *mean) add(x float64, weight int32) {
	m.sum += x * float64(weight)
	m.weight += float64(weight)
}

func (m *mean) put(v training.Values, k training.Metric, unit float64) {
	if m.weight > 0 {
		v[k] = m.sum / m.weight / unit
	}
}

// stepsPerCount returns 2 if the device counts strides of one leg, 1 if it
// counts both feet, and 0 if no cadence was recorded.
func stepsPerCount(v *stream.View) float64 {
	var m mean
	for i, w := range v.WeightS {
		if c, ok := v.At(training.Cadence, i); ok && c > 0 {
			m.add(float64(c), w)
		}
	}
	switch {
	case m.weight == 0:
		return 0
	case m.sum/m.weight > mostStrides*training.Cadence.Scale():
		return 1
	}
	return 2
}

// stiffness returns the column in which an app recorded leg stiffness in kN/m, or nil if
// there is none.
func stiffness(c *training.Columns) []float32 {
	for i := range c.Developer {
		if strings.EqualFold(c.Developer[i].Name, "Leg Spring Stiffness") {
			return c.Developer[i].Values
		}
	}
	return nil
}

// dynamics sets the means over the running rows of a span. A sensor's 0 does not
// count as a measurement, and walking is left out.
func (f *Foot) dynamics(v training.Values, span training.Span) {
	var rise, contact, left, step, ratio, stiff mean
	from, to := f.view.Rows(span)
	for i := from; i < to; i++ {
		w := f.view.WeightS[i]
		if w == 0 || !f.runs(i) {
			continue
		}
		up, hasUp := f.view.At(training.VerticalOscillation, i)
		if hasUp = hasUp && up > 0; hasUp {
			rise.add(float64(up), w)
		}
		if ms, ok := f.view.At(training.GroundContact, i); ok && ms > 0 {
			contact.add(float64(ms), w)
		}
		if share, ok := f.view.At(training.GroundContactBalance, i); ok && share > 0 {
			left.add(float64(share), w)
		}
		if mm, ok := f.view.At(training.StepLength, i); ok && mm > 0 {
			step.add(float64(mm), w)
			if hasUp {
				ratio.add(100*float64(up)/float64(mm), w)
			}
		}
		if i < len(f.stiffness) && f.stiffness[i] > 0 {
			stiff.add(float64(f.stiffness[i]), w)
		}
	}
	rise.put(v, training.MetricAvgVerticalOscillationMM, training.VerticalOscillation.Scale())
	contact.put(v, training.MetricAvgGroundContactMS, training.GroundContact.Scale())
	left.put(v, training.MetricAvgGroundContactBalancePct, training.GroundContactBalance.Scale())
	step.put(v, training.MetricAvgStepLengthCM, training.StepLength.Scale()*10)
	ratio.put(v, training.MetricAvgVerticalRatioPct, 1)
	stiff.put(v, training.MetricAvgLegStiffnessKNPerM, 1)
}

// runs reports whether the athlete runs in row i. If there is no speed, all rows count as running.
func (f *Foot) runs(i int) bool {
	mms, ok := f.view.At(training.Speed, i)
	return ok && mms > runningMMS || !ok && !f.hasSpeed
}

// cadence sets the cadence in steps, which is doubled if the device counts one leg.
func (f *Foot) cadence(v training.Values) {
	if c, ok := v[training.MetricAvgCadenceRPM]; ok && f.perCount > 0 {
		v[training.MetricAvgCadenceSPM] = c * f.perCount
	}
}

// Factor returns the equivalent distance on the flat of a stretch, divided by its
// actual distance, or the reason why it is unknown.
func (f *Foot) Factor(span training.Span) (factor float64, missing i18n.Sentence) {
	if f.graded == nil {
		return 0, f.whyNot
	}
	return f.graded.Factor(span)
}

// Graded does the same as [GradeWell] but grades the recording only once.
func (f *Foot) Graded() (*Graded, i18n.Sentence) {
	if f.graded == nil {
		return nil, f.whyNot
	}
	return f.graded, f.graded.thin()
}

// Version rises whenever the version of a rule in this package rises.
const Version = GradedVersion + DynamicsVersion
