package glossary

import (
	"cmp"
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
)

// Version returns one version for all rules of [Whole].
func Version() int {
	versions := []int{summary.Version(), summary.SportVersion()}
	for _, e := range Entries() {
		if e.Of != nil {
			versions = append(versions, e.Version)
		}
	}
	return stream.RulesetVersion(versions...)
}

// Of returns [Whole] for a recording.
func Of(v *stream.View) summary.Result { return Whole(summary.NewStretches(v), summary.SportOf(v)) }

// Whole returns every scalar of a recording that needs no threshold: its summary,
// the values for its sport, those of the entries with [Entry.Of], and the reasons
// for missing values.
func Whole(s *summary.Stretches, sport summary.Addition) summary.Result {
	r := s.Whole()
	sport.Whole(&r)
	for _, e := range Entries() {
		if e.Of == nil {
			continue
		}
		x, missing := e.Of(s.View())
		switch {
		case missing != "":
			r.Missing[training.Metric(e.Key)] = missing
		case !math.IsNaN(x) && !math.IsInf(x, 0):
			r.Values[training.Metric(e.Key)] = x
		}
	}
	nameMissing(s.View(), &r)
	return r
}

// nameMissing adds a reason for each metric with a column that has neither a value nor a
// reason yet.
func nameMissing(v *stream.View, r *summary.Result) {
	for _, e := range Entries() {
		if e.Column == nil {
			continue
		}
		m := training.Metric(e.Key)
		_, has := r.Values[m]
		if _, named := r.Missing[m]; !has && !named {
			r.Missing[m] = cmp.Or(there(m, r.Values), v.Silent[e.Column.Channel], e.Column.Absent)
		}
	}
}

// there returns the reason why a metric is missing although its column was
// recorded, or "" if the column was not recorded.
func there(m training.Metric, have training.Values) i18n.Sentence {
	switch m {
	case training.MetricAvgSpeedKMH, training.MetricPaceSPerKM:
		if _, ok := have[training.MetricDistanceKM]; ok {
			return "no distance was covered"
		}
	case training.MetricMaxSpeedKMH:
		if _, ok := have[training.MetricDistanceKM]; ok {
			return training.NoSpeed
		}
	case training.MetricAvgCadenceRPM:
		if _, ok := have[training.MetricMaxCadenceRPM]; ok {
			return "cadence was always zero"
		}
	}
	return ""
}
