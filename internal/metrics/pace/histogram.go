package pace

import (
	"cmp"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// HistogramVersion is the version of the rule of [Histogram].
const HistogramVersion = 1

// Histogram is the seconds of timer time at each speed on the flat, in bins
// of 1 mm/s, that the rows of a run are worth; missing says why there is none.
// As in [Graded.Normalized], a row whose grade is not known counts as level,
// which is why the grade has to be known for most of the distance.
func Histogram(v *stream.View) (h zones.Histogram, missing i18n.Sentence) {
	if !v.Has(training.Speed) {
		return h, cmp.Or(v.Silent[training.Speed], training.NoSpeed)
	}
	g, missing := GradeWell(v)
	if missing != "" {
		return h, missing
	}
	recorded := v.Columns.Data[training.Speed].Values
	flat := make([]int32, len(recorded))
	for i, mms := range recorded {
		flat[i] = g.flatMMS(i, mms)
	}
	return zones.OfValues(v, training.Speed, flat), ""
}
