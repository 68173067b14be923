package wbal

import (
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
)

// LeastCoverage is the share of timer time that power has to cover: seconds
// without power recover, so that fewer would make W′bal too high.
const LeastCoverage = 0.8

// Of is W′bal of a recording in the canonical form, a value a second from
// firstS on, or the reason why there is none. It runs on elapsed time: pauses
// recover.
func Of(v *stream.View, m Model) (joules []float64, firstS int32, missing phrase.Sentence) {
	return By(v, m, Differential)
}

// By is [Of] in another form.
func By(v *stream.View, m Model, form Variant) (joules []float64, firstS int32, missing phrase.Sentence) {
	watts, firstS, missing := curve.PowerSeries(v)
	switch {
	case missing != "":
		return nil, 0, missing
	case !m.Possible():
		return nil, 0, "critical power and W′ are not both above zero"
	case v.Coverage(training.Power) < LeastCoverage:
		return nil, 0, "power covers less than 80 % of the time, and the rest of the time would count as recovery"
	}
	return m.Series(form, watts), firstS, ""
}
