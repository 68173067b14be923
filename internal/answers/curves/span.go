package curves

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/training"
)

// The levels of confidence, by how near the nearest maximal effort is to the
// race, as a ratio, and how old.
const (
	high, medium, low   = "high", "medium", "low"
	nearRatio, farRatio = 1.5, 4.0
	freshDays           = 42
)

func confidence(ratio float64, old int) string {
	ratio = max(ratio, 1/ratio)
	switch {
	case ratio <= nearRatio && old <= freshDays:
		return high
	case ratio <= farRatio:
		return medium
	}
	return low
}

// margin is the share by which a range reaches beyond the models at each
// level: they agree best where they know least of the day. It is a rule of
// thumb.
var margin = map[string]float64{high: 0.01, medium: 0.02, low: 0.04}

// span is the range over the models with its margin. Done is what the athlete
// has done already, 0 if nothing: no model makes them worse than that.
func (a *asker) span(of func(PredictModel) []*float64, done func(target float64) float64) (least, most []*float64) {
	n := len(a.q.Targets)
	least, most = make([]*float64, n), make([]*float64, n)
	for i := range n {
		from, to := 0.0, 0.0
		for _, m := range a.view.Models {
			if v := of(m)[i]; v != nil {
				if to == 0 {
					from = *v
				}
				from, to = min(from, *v), max(to, *v)
			}
		}
		if to == 0 {
			a.view.Confidence[i] = ""
			continue
		}
		if did := done(a.q.Targets[i]); did > 0 && a.q.Sport == training.Cycling {
			from, to = max(from, did), max(to, did)
		} else if did > 0 {
			from, to = min(from, did), min(to, did)
		}
		by := margin[a.view.Confidence[i]]
		from, to = answers.Round(from*(1-by), 0), answers.Round(to*(1+by), 0)
		least[i], most[i] = &from, &to
	}
	return least, most
}
