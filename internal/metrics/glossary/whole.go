package glossary

import (
	"cmp"
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/training"
)

// Version is that of all rules that [Whole] goes by.
func Version() int {
	versions := []int{summary.Version(), summary.SportVersion()}
	for _, e := range Entries() {
		if e.Of != nil {
			versions = append(versions, e.Version)
		}
	}
	return stream.RulesetVersion(versions...)
}

// Of is [Whole] of a recording by itself.
func Of(v *stream.View) summary.Result { return Whole(summary.NewStretches(v), summary.SportOf(v)) }

// Whole is every scalar of a recording that no threshold enters: its summary,
// what its sport adds, what entries compute by a function of their own, and for
// what is missing the reason.
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

// nameMissing gives the metrics of a column that have neither value nor reason
// a reason.
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

// there is why a metric is missing although its column is there; empty if the
// column is not.
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
