package summary

import (
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/training"
)

// decoupling adds Pa:Hr of what was done on foot, as recorded and on the
// flat, or why it is not there.
func (a Addition) decoupling(res *Result) {
	halves, missing := heart.HalvesOf(a.view)
	put := func(m training.Metric, pct float64, why i18n.Sentence) {
		if why == "" {
			res.Values[m] = pct
			return
		}
		res.Missing[m] = why
	}
	by := func(m training.Metric, worth func(training.Span) (float64, i18n.Sentence)) {
		if missing != "" {
			put(m, 0, missing)
			return
		}
		pct, why := halves.PaceDecoupling(worth)
		put(m, pct, why)
	}
	by(training.MetricPaceDecouplingPct, nil)
	if a.recording.Sport == training.Running {
		by(training.MetricGAPDecouplingPct, a.foot.Factor)
	}
}
