package curve

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// LeastCoverage is the share of timer time that power has to cover: seconds
// without power recover, so that fewer would make W′bal too high.
const LeastCoverage = 0.8

// WBalOf is W′bal of a recording in the canonical form, a value a second from
// firstS on, or the reason why there is none. It runs on elapsed time: pauses
// recover.
func WBalOf(v *stream.View, m WBalModel) (joules []float64, firstS int32, missing i18n.Sentence) {
	return WBalBy(v, m, Differential)
}

// WBalBy is [Of] in another form.
func WBalBy(v *stream.View, m WBalModel, form Variant) (joules []float64, firstS int32, missing i18n.Sentence) {
	watts, firstS, missing := PowerSeries(v)
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
