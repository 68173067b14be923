package bysport

import (
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
)

// decoupling adds Pa:Hr of what was done on foot, as recorded and on the
// flat, or why it is not there.
func (a Addition) decoupling(res *summary.Result) {
	halves, missing := heart.HalvesOf(a.view)
	put := func(m training.Metric, pct float64, why phrase.Sentence) {
		if why == "" {
			res.Values[m] = pct
			return
		}
		res.Missing[m] = why
	}
	by := func(m training.Metric, worth func(training.Span) (float64, phrase.Sentence)) {
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
