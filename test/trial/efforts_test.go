//go:build e2e

package trial

import (
	"math"

	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// topped puts down bests and the days on which they were set.
func (b *book) topped() {
	rides, before := b.those(year, b.today, training.Cycling), b.those(earlierYear, year-1, training.Cycling)
	var gain []float64
	for _, s := range []int{5, 60, 300, 1200} {
		gain = append(gain, bestPower(rides, s)-bestPower(before, s))
	}
	b.put("power_gain", gain)
	var withPower []*outing
	for _, o := range rides {
		if o.series(training.Power) != nil {
			withPower = append(withPower, o)
		}
	}
	b.put("best_5min_wkg_year", highest(withPower, func(o *outing) float64 {
		return o.bestMean(training.Power, 300) / b.threshold(training.KeyWeight, "", o.Day)
	}).value)
	b.put("durable_5min", highest(withPower, tired).value)
	np := highest(withPower, func(o *outing) float64 {
		watts, _ := naive.NPGarmin(o.series(training.Power), nil)
		return watts
	})
	b.put("top_np_w", np.value)
	b.put("top_np_day", np.day)
	test := highest(b.those(0, b.today, training.Cycling), func(o *outing) float64 { return o.bestMean(training.Power, 1200) })
	b.put("best_20min_day", test.day)
	heart := highest(b.all, func(o *outing) float64 { return o.top(training.HeartRate) })
	b.put("top_hr_ever", heart.value)
	b.put("top_hr_ever_day", heart.day)
	five := highest(b.those(0, b.today, training.Running), func(o *outing) float64 { return -o.bestTime(5000) })
	b.put("best_5k_day", five.day)
	b.put("best_1k_year", b.fastest(1000, year))
	b.put("half_riegel", naive.Riegel(b.fastest(10000, b.today-119), 10000, 21097.5))
	b.put("vo2max", math.Max(naive.VDOT(5000, b.fastest(5000, b.today-89)/60), naive.VDOT(10000, b.fastest(10000, b.today-89)/60)))
}

// record is the highest value of some outings, and the day of the first that
// reached it.
type record struct {
	value float64
	day   string
}

func highest(of []*outing, what func(*outing) float64) record {
	best := record{value: math.Inf(-1)}
	for _, o := range of {
		if v := what(o); v > best.value { // a NaN is none
			best = record{v, o.Day.String()}
		}
	}
	return best
}

// tired returns the best five minutes after 1500 kJ.
func tired(o *outing) float64 {
	curve := naive.MeanMaxAfter(filled(o), 1_500_000)
	if len(curve) < 300 {
		return math.NaN()
	}
	return curve[299]
}

// filled returns the power of every second of the clock, 0 where there is none.
func filled(o *outing) []float64 {
	times := o.rec.Columns.TimeS
	out := make([]float64, int(times[len(times)-1])+1)
	for i, w := range o.series(training.Power) {
		if !math.IsNaN(w) {
			out[int(times[i])] = w
		}
	}
	return out
}

// spent puts down time in zones.
func (b *book) spent() {
	power := b.zones(b.those(june, july-1, training.Cycling), training.Power, b.powerBounds)
	b.put("power_z5_up_june", power[4]+power[5]+power[6])
	b.put("run_hr_zones_year", b.zones(b.those(year, b.today, training.Running), training.HeartRate, b.hrBounds))
	b.put("run_hr_z2_30d", b.zones(b.those(b.today-29, b.today, training.Running), training.HeartRate, b.hrBounds)[1]/3600)
	b.put("tri_run_zones", b.zones([]*outing{b.of(triathlonDay, training.Running)}, training.HeartRate, b.hrBounds))
	z := b.zones(b.those(b.today-55, b.today, training.Running), training.HeartRate, b.hrBounds)
	parts := []float64{z[0] + z[1], z[2] + z[3], z[4] + z[5] + z[6]}
	sum := parts[0] + parts[1] + parts[2]
	b.put("run_shares_8w", []float64{100 * parts[0] / sum, 100 * parts[1] / sum, 100 * parts[2] / sum})
	b.put("run_hr_bounds", beats(runningShares, b.threshold(training.KeyLTHR, training.Running, b.today)))
}

// repeated puts down what single sessions were made of.
func (b *book) repeated() {
	tempo, vo2, sat := b.of(tempoDay, training.Running), b.of(vo2Day, training.Cycling), b.of(saturday, training.Cycling)
	b.put("tempo_split_second", split(tempo, 2))
	b.put("tempo_split_fastest", split(tempo, 7))
	b.put("tempo_split_last_full", split(tempo, 12))
	var watts []float64
	for _, l := range vo2.rec.Laps {
		if l.Intensity == "active" && l.TimerS == 300 {
			watts = append(watts, lapMean(vo2, l, training.Power))
		}
	}
	b.put("vo2_repeat_w", watts)
	b.put("vo2_done", float64(len(watts)))
	planned, hard := 0.0, 0.0
	for _, e := range b.plan.Events() {
		if e.Start.Day() == vo2Day {
			for _, l := range legs(e.Description) {
				if planned += l.seconds; l.seconds == 300 && l.from > 1 {
					hard++
				}
			}
		}
	}
	b.put("vo2_asked", hard)
	b.put("vo2_duration_pct", 100*vo2.rec.TimerS/planned)
	np, _ := naive.NPGarmin(sat.series(training.Power), nil)
	b.put("saturday_vi", np/sat.mean(training.Power))
	b.put("saturday_ef", np/sat.mean(training.HeartRate))
	b.put("saturday_max_w", sat.top(training.Power))
	b.put("saturday_cadence", pedalled(sat))
	var tests []float64
	for _, o := range newest(b.those(0, b.today, training.Cycling)) {
		if o.Name == "FTP test" && len(tests) < 2 {
			test, _ := naive.NPGarmin(o.series(training.Power), nil)
			tests = append(tests, test)
		}
	}
	b.put("ftp_tests_np", tests)
}

// pedalled returns the mean cadence of the seconds in which the athlete pedalled.
func pedalled(o *outing) float64 {
	var turning []float64
	for _, c := range o.series(training.Cadence) {
		if c > 0 {
			turning = append(turning, c)
		}
	}
	return naive.Mean(turning)
}

// drifted puts down how heart rate rose in long runs, and the cadence of runs.
func (b *book) drifted() {
	var drift, steps []float64
	for _, o := range newest(b.those(june, b.today, training.Running)) {
		if o.km >= 20 {
			drift = append(drift, naive.Decoupling(o.series(training.Speed), o.series(training.HeartRate), nil))
		}
		if o.Day >= august {
			steps = append(steps, 2*o.mean(training.Cadence))
		}
	}
	b.put("long_run_drift", drift)
	b.put("cadence_august", steps)
}

// swum puts down the pool and the open water.
func (b *book) swum() {
	pool := b.of(poolDay, training.Swimming)
	moving, resting := 0.0, 0.0
	for _, l := range pool.rec.Lengths {
		if l.Active {
			moving += l.TimerS
		} else {
			resting += l.TimerS
		}
	}
	b.put("pool_swim_s", moving)
	b.put("pool_rest_s", resting)
	var open []*outing
	for _, o := range b.those(year, b.today, training.Swimming) {
		if o.rec.SubSport == training.SubOpenWater {
			open = append(open, o)
		}
	}
	b.put("open_water_km_year", total(open, km))
	b.put("open_water_swims_year", float64(len(open)))
	var lakes []float64
	for _, from := range []training.Day{june, july, august} {
		var in []*outing
		for _, o := range open {
			if o.Day >= from && o.Day < from+31 && o.Day.String()[:7] == from.String()[:7] {
				in = append(in, o)
			}
		}
		lakes = append(lakes, total(in, hours)*360/total(in, km))
	}
	b.put("lake_pace_months", lakes)
}

// legsOfRace puts down the parts of the triathlon, and the half marathon.
func (b *book) legsOfRace() {
	var between []float64
	whole := 0.0
	for _, o := range newest(b.those(triathlonDay, triathlonDay, "")) {
		whole += o.rec.TimerS
		if o.sport == training.Transition {
			between = append(between, o.rec.TimerS)
		}
	}
	bike := b.of(triathlonDay, training.Cycling)
	b.put("transitions_s", between)
	b.put("tri_total_s", whole)
	b.put("tri_bike_w", bike.mean(training.Power))
	b.put("tri_bike_hr", bike.mean(training.HeartRate))
	for _, o := range b.all {
		if o.Name == "Half marathon" {
			b.put("half_pace", pace(o))
			b.put("half_hr", o.mean(training.HeartRate))
		}
	}
}
