package curves

import (
	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// biggest lists the metrics by which an activity can be the biggest.
var biggest = [...]training.Metric{
	training.MetricDistanceKM, training.MetricMovingTimeS,
	training.MetricElevationGainM, training.MetricWorkKJ,
}

// count is how many activities there are, what measured them, and which have
// the most of those that a person can do.
type count struct {
	n       int
	sensors fitness.Sensors
	most    [len(biggest)]float64
	whose   [len(biggest)]int // its place among the inputs, where there is one
}

// add counts the activity in a place of the inputs.
func (c *count) add(all []store.LoadInput, place int) {
	const metresPerKM, joulesPerKJ = 1000, 1000
	in := &all[place]
	c.n++
	c.sensors.Add(in)
	values := [...]float64{in.DistanceM / metresPerKM, in.MovingS, in.GainM, in.WorkJ / joulesPerKJ}
	more := false
	for m, v := range values {
		more = more || v > c.most[m]
	}
	// Few have more than all before them, so that of few it is asked.
	if !more || answers.LoadInput(in).Session().Speed() != "" {
		return
	}
	for m, v := range values {
		if v > c.most[m] {
			c.most[m], c.whose[m] = v, place
		}
	}
}

// join adds later activities.
func (c *count) join(later *count) {
	c.n += later.n
	c.sensors.Join(later.sensors)
	for m, v := range later.most {
		if v > c.most[m] {
			c.most[m], c.whose[m] = v, later.whose[m]
		}
	}
}

func (c *count) biggest(all []store.LoadInput) (out []Biggest) {
	for m, v := range c.most {
		if v > 0 {
			in := &all[c.whose[m]]
			out = append(out, Biggest{biggest[m], answers.Round(v, answers.Decimals(biggest[m])), in.ID, in.Day})
		}
	}
	return out
}
