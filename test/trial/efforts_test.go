package trial

import (
	"math"
	"time"

	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

func (b *book) bests() {
	first := b.plan.Days.From
	b.put("best_20min_year", b.power(1200, year))
	b.put("best_5min_year", b.power(300, year))
	b.put("best_1min_year", b.power(60, year))
	b.put("best_5s_year", b.power(5, year))
	b.put("best_60min_year", b.power(3600, year))
	b.put("best_5min_ever", b.power(300, first))
	b.put("best_1min_90d", b.power(60, b.today-89))
	b.put("best_20min_42d", b.power(1200, b.today-41))
	lastYear := b.those(training.NewDay(2025, time.January, 1), year-1, training.Cycling)
	b.put("best_20min_last_year", bestPower(lastYear, 1200))
	b.put("best_20min_wkg_year", b.perKilo())
	b.put("best_5k_ever", b.fastest(5000, first))
	b.put("best_10k_ever", b.fastest(10000, first))
	b.put("best_half_ever", b.fastest(21097.5, first))
	b.put("best_5k_year", b.fastest(5000, year))
	b.put("best_10k_year", b.fastest(10000, year))
	b.put("longest_run_km", most(b.those(first, b.today, training.Running), km).km)
	top := 0.0
	for _, o := range b.those(year, b.today, training.Cycling) {
		top = math.Max(top, o.top(training.HeartRate)) // a NaN is none
	}
	b.put("top_hr_ride_year", top)
}

// bestPower is the best mean over so many seconds of any of the rides.
func bestPower(of []*outing, seconds int) float64 {
	best := 0.0
	for _, o := range of {
		if p := o.bestMean(training.Power, seconds); p > best {
			best = p
		}
	}
	return best
}

func (b *book) power(seconds int, from training.Day) float64 {
	return bestPower(b.those(from, b.today, training.Cycling), seconds)
}

func (b *book) perKilo() float64 {
	best := 0.0
	for _, o := range b.those(year, b.today, training.Cycling) {
		if p := o.bestMean(training.Power, 1200) / b.threshold(training.KeyWeight, "", o.Day); p > best {
			best = p
		}
	}
	return best
}

func (b *book) fastest(metres float64, from training.Day) float64 {
	best := math.Inf(1)
	for _, o := range b.those(from, b.today, training.Running) {
		best = math.Min(best, o.bestTime(metres))
	}
	return best
}

// estimates follow from the bests by the documented rules; models differ, so
// that their answers are only near these.
func (b *book) estimates() {
	const days = 90
	from := b.today - days + 1
	var seconds, watts []float64
	for _, s := range []int{180, 300, 480, 720, 1200} {
		seconds, watts = append(seconds, float64(s)), append(watts, b.power(s, from))
	}
	cp, _ := naive.CriticalPower(seconds, watts)
	b.put("cp", cp)
	b.put("ftp_estimate", math.Max(0.95*b.power(1200, from), b.power(3600, from)))
	marathon := math.Inf(1) // by the effort that promises most, as only that one was hard
	for _, metres := range []float64{5000, 10000, 21097.5} {
		marathon = math.Min(marathon, naive.Riegel(b.fastest(metres, from), metres, 42195))
	}
	b.put("marathon_s", marathon)
}

func (b *book) settings() {
	now := b.today
	ftp := b.threshold(training.KeyFTP, training.Cycling, now)
	b.put("ftp", ftp)
	b.put("ftp_january", b.threshold(training.KeyFTP, training.Cycling, day(time.January, 15)))
	var history []string
	for _, e := range b.plan.Thresholds {
		if e.Key == training.KeyFTP && e.Sport == training.Cycling {
			history = append(history, e.From.String())
		}
	}
	b.put("ftp_history", newest(history))
	b.put("max_hr", b.threshold(training.KeyMaxHR, "", now))
	b.put("run_lthr", b.threshold(training.KeyLTHR, training.Running, now))
	b.put("threshold_pace", 1000/b.threshold(training.KeyThresholdPace, training.Running, now))
	b.put("css_pace", 100/b.threshold(training.KeyThresholdPace, training.Swimming, now))
	b.put("weight_january", b.threshold(training.KeyWeight, "", day(time.January, 1)))
	b.put("power_bounds", naive.Bounds(naive.CogganShares, ftp))
	b.put("hr_bounds", beats(cyclingShares, b.threshold(training.KeyLTHR, training.Cycling, now)))
}

// Friel's lower bounds of heart rate zones 2 and up, in percent of LTHR.
var (
	cyclingShares = []float64{81, 90, 94, 100, 103, 107}
	runningShares = []float64{85, 90, 95, 100, 103, 107}
)

// beats are bounds in whole beats: a beat below a bound is not in the zone.
func beats(shares []float64, lthr float64) []float64 {
	out := naive.Bounds(shares, lthr)
	for i, v := range out {
		out[i] = math.Ceil(v)
	}
	return out
}
