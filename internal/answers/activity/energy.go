package activity

import (
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
)

// energy adds what was burnt, estimated, where no device and nobody said it.
func (d *Detail) energy(sub *subject, values training.Values) {
	const m = training.MetricEstimatedCaloriesKcal
	if _, said := values[training.MetricCaloriesKcal]; said || sub.manual() || sub.deviceSaid(training.MetricCaloriesKcal) {
		return
	}
	_, whole := values[training.MetricAvgPowerW] // else power was there for less than half of the time
	if work := values[training.MetricWorkKJ]; work > 0 && whole && sub.row.Sport == training.Cycling {
		values[m] = load.FromWork(work)
		return
	}
	bpm, ok := values[training.MetricAvgHRBpm]
	if !ok {
		return // that there is no heart rate is said already
	}
	who := load.Person{Sex: sub.athlete.Sex, WeightKg: sub.thresholds.WeightKg, AgeYears: sub.ageYears()}
	kcal, why := load.FromHR(bpm, values[training.MetricDurationS], who)
	switch {
	case !sub.mayShowWeight(): // the estimate would tell it
		why = answers.HiddenWeight
	case who.WeightKg <= 0:
		why = noWeight
	}
	if why != "" {
		d.Missing = d.Missing.AddMetrics(values, why, m)
		return
	}
	values[m] = kcal
}

// deviceSaid reports a value that the device itself stored.
func (sub *subject) deviceSaid(m training.Metric) bool {
	_, ok := sub.primary().Recording.DeviceValues[m]
	return ok
}

// ageYears is the athlete's age in the activity's year, 0 if it is not known.
func (sub *subject) ageYears() float64 {
	if sub.athlete.BirthYear <= 0 {
		return 0
	}
	return float64(max(0, sub.row.LocalDay.Time(time.UTC).Year()-sub.athlete.BirthYear))
}
