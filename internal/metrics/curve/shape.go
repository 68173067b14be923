package curve

import "math"

// PredictRun is a run by its distance and how many days ago it was.
type PredictRun struct {
	KM      float64
	DaysAgo int
}

// The days over which marathon shape looks, and its weights, as Runalyze sets
// them.
const (
	ShapeDays               = 182
	longRunDays             = 70
	leastLongRunKM          = 13.0
	leastVO2Max             = 25.0
	weeklyWeight, runWeight = 0.67, 0.33
)

// MarathonNeeds is the km a week and the km of a long run that a marathon
// asks of an oxygen uptake in ml/kg/min, which counts as 25 at least.
func MarathonNeeds(vo2max float64) (weeklyKM, longRunKM float64) {
	v := max(leastVO2Max, vo2max)
	return math.Pow(v, 1.135), 12 * math.Log(v/4)
}

// MarathonShape is how much of the endurance that a marathon asks for is
// there, in percent: 67 % for the distance a week over 182 days (over those
// since the first run, at least 70), 33 % for the runs of more than 13 km of
// the last 70 days, recent ones and long ones more. It can exceed 100.
func MarathonShape(vo2max float64, runs []PredictRun) float64 {
	weekly, long := MarathonNeeds(vo2max)
	total, days, longRuns := 0.0, longRunDays, 0.0
	for _, r := range runs {
		if r.DaysAgo < 0 || r.DaysAgo >= ShapeDays || r.KM <= 0 {
			continue
		}
		total += r.KM
		days = max(days, r.DaysAgo+1)
		if r.DaysAgo < longRunDays && r.KM > leastLongRunKM {
			share := (r.KM - leastLongRunKM) / (long - leastLongRunKM)
			longRuns += (2 - 2*float64(r.DaysAgo)/longRunDays) * share * share
		}
	}
	return 100 * (weeklyWeight*total*7/float64(days)/weekly + runWeight*longRuns*7/longRunDays)
}
