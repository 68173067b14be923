package pace

import (
	"strings"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// DynamicsVersion is the version of the rules of cadence in steps and of
// running dynamics.
const DynamicsVersion = 2

const (
	// runningMMS is the speed in mm/s above which a row is run, not walked.
	runningMMS = 1500
	// mostStrides is the mean cadence above which a device counted both feet:
	// nobody takes 120 strides, which are 240 steps, a minute for long.
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

// stepsPerCount is 2 where the device counts strides of one leg, 1 where it
// counted both feet. 0 says that no cadence was recorded.
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

// stiffness is the column of an app that measures the leg's stiffness in
// kN/m, nil if there is none.
func stiffness(c *training.Columns) []float32 {
	for i := range c.Developer {
		if strings.EqualFold(c.Developer[i].Name, "Leg Spring Stiffness") {
			return c.Developer[i].Values
		}
	}
	return nil
}

// dynamics sets the means over the rows of a span that were run: a sensor's 0
// is no measurement, and walking is left out.
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

// runs says whether row i was run. Without any speed every row counts.
func (f *Foot) runs(i int) bool {
	mms, ok := f.view.At(training.Speed, i)
	return ok && mms > runningMMS || !ok && !f.hasSpeed
}

// cadence doubles the cadence where the device counts one leg.
func (f *Foot) cadence(v training.Values) {
	if c, ok := v[training.MetricAvgCadenceRPM]; ok && f.perCount > 0 {
		v[training.MetricAvgCadenceSPM] = c * f.perCount
	}
}
