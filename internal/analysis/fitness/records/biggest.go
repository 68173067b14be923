package records

import (
	"lapkeep/internal/analysis"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// biggest are what the biggest activities have the most of.
var biggest = [...]training.Metric{training.MetricDistanceKM, training.MetricMovingTimeS, training.MetricElevationGainM, training.MetricWorkKJ}

// count counts the activities of some days and finds which have the most of
// those that a person can do.
type count struct {
	days  training.DayRange
	n     int
	most  [len(biggest)]float64
	whose [len(biggest)]*store.LoadInput
}

func (c *count) add(in *store.LoadInput) {
	const metresPerKM, joulesPerKJ = 1000, 1000
	if !c.days.Contains(in.Day) {
		return
	}
	c.n++
	values := [...]float64{in.DistanceM / metresPerKM, in.MovingS, in.GainM, in.WorkJ / joulesPerKJ}
	more := false
	for m, v := range values {
		more = more || v > c.most[m]
	}
	// Few have more than all before them, so that of few it is asked.
	if !more || analysis.LoadInput(in).Session().Speed() != "" {
		return
	}
	for m, v := range values {
		if v > c.most[m] {
			c.most[m], c.whose[m] = v, in
		}
	}
}

func (c *count) biggest() (out []Biggest) {
	for m, in := range c.whose {
		if in != nil {
			out = append(out, Biggest{biggest[m], analysis.Round(c.most[m], analysis.Decimals(biggest[m])), in.ID, in.Day})
		}
	}
	return out
}
