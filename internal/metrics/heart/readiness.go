package heart

import (
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// ReadinessVersion is the version of the rule in [Readiness].
const ReadinessVersion = 1

const (
	recentDays   = 7
	minRecent    = 3 // valid days per week (Plews 2014)
	baselineDays = 60
	minBaseline  = 25
	// bandSD is the smallest worthwhile change, in standard deviations of the baseline.
	bandSD = 0.5
)

// HRVState is the position of a week relative to the band.
type HRVState string

// These are the states.
const (
	Below  HRVState = "below"
	Within HRVState = "within"
	Above  HRVState = "above"
)

// Morning is the rMSSD of one day in ms.
type Morning struct {
	Day   training.Day
	RMSSD float64
}

// Resting is the resting heart rate of one day.
type Resting struct {
	Day training.Day
	Bpm float64
}

// Band compares the mean of 7 days with its usual range, which is the mean of the
// 60 days before ± half their standard deviation. Values are ln rMSSD (with rMSSD in ms),
// or resting heart rate in bpm.
type Band struct {
	Mean, Low, High float64
	State           HRVState
	// CVPct is the coefficient of variation of the 7 days in percent.
	CVPct          float64
	Days, Baseline int // numbers of days with a value in each period
}

// Readiness returns the band of ln rMSSD for the week that ends today, or the reason why
// there is none. It needs values on 3 days of the week and on 25 of the 60 days before. The
// order of mornings does not matter; if a day has several, the last one is used.
func Readiness(mornings []Morning, today training.Day) (Band, i18n.Sentence) {
	return band(logs(mornings), today)
}

// ReadinessAlong returns the bands of [Readiness] for the weeks that end on
// days; an item is nil if there is no band.
func ReadinessAlong(mornings []Morning, days []training.Day) []*Band {
	return bandsOn(logs(mornings), days)
}

// RestingAlong returns the bands of [RestingHR] for the weeks that end on the given days.
func RestingAlong(rests []Resting, days []training.Day) []*Band { return bandsOn(beats(rests), days) }

func bandsOn(byDay map[training.Day]float64, days []training.Day) []*Band {
	out := make([]*Band, len(days))
	for i, d := range days {
		if b, why := band(byDay, d); why == "" {
			out[i] = &b
		}
	}
	return out
}

func logs(mornings []Morning) map[training.Day]float64 {
	byDay := map[training.Day]float64{}
	for _, m := range mornings {
		if m.RMSSD > 0 {
			byDay[m.Day] = math.Log(m.RMSSD)
		}
	}
	return byDay
}

// RestingHR returns the band of resting heart rate, by the same rule as
// [Readiness].
func RestingHR(days []Resting, today training.Day) (Band, i18n.Sentence) {
	return band(beats(days), today)
}

func beats(days []Resting) map[training.Day]float64 {
	byDay := map[training.Day]float64{}
	for _, d := range days {
		if d.Bpm > 0 {
			byDay[d.Day] = d.Bpm
		}
	}
	return byDay
}

func band(byDay map[training.Day]float64, today training.Day) (Band, i18n.Sentence) {
	recent := valuesOf(byDay, today-recentDays+1, today)
	before := valuesOf(byDay, today-recentDays-baselineDays+1, today-recentDays)
	switch {
	case len(recent) < minRecent:
		return Band{}, "fewer than 3 of the last 7 days have a value"
	case len(before) < minBaseline:
		return Band{}, "fewer than 25 of the 60 days before have a value"
	}
	m, sd := stream.Mean(recent), deviation(recent)
	base, width := stream.Mean(before), bandSD*deviation(before)
	b := Band{Mean: m, Low: base - width, High: base + width, State: Within, Days: len(recent), Baseline: len(before)}
	if m > 0 {
		b.CVPct = sd / m * 100
	}
	switch {
	case m < b.Low:
		b.State = Below
	case m > b.High:
		b.State = Above
	}
	return b, ""
}

// valuesOf returns the known values on the days [from, to], in order.
func valuesOf(byDay map[training.Day]float64, from, to training.Day) []float64 {
	var out []float64
	for d := from; d <= to; d++ {
		if x, ok := byDay[d]; ok {
			out = append(out, x)
		}
	}
	return out
}

// deviation returns the sample standard deviation (n − 1).
func deviation(x []float64) float64 {
	m, squares := stream.Mean(x), 0.0
	for _, v := range x {
		squares += (v - m) * (v - m)
	}
	return math.Sqrt(squares / float64(len(x)-1))
}

// RecoveryVersion is the version of the rule in [Recovery].
const RecoveryVersion = 2

const (
	// recoveryS is the time in s over which recovery is measured.
	recoveryS = 60
	// meanS is the number of seconds averaged at either end, so that a single odd
	// beat does not count as recovery.
	meanS = 5
	// holdS is the maximum time in s for which a heart rate is held while rows are missing.
	holdS = 10
)

// Fall is the greatest fall of heart rate within 60 s.
type Fall struct {
	Bpm     float64 // how far it fell
	FromBpm float64
	AtS     int32 // start, in seconds since the start of the recording
}

// Recovery returns the greatest fall of heart rate from one moment to 60 s later,
// each taken as the mean of the 5 s before it. It uses recording time, because
// hearts also recover during pauses. missing is the reason if there is none: heart
// rate was not recorded for long enough, never fell, or fell implausibly far.
func Recovery(v *stream.View) (f Fall, missing i18n.Sentence) {
	bpm := everySecond(v)
	var best Fall
	sum, valid := make([]int32, len(bpm)+1), make([]int32, len(bpm)+1)
	for i, x := range bpm {
		sum[i+1], valid[i+1] = sum[i]+int32(x), valid[i]
		if x > 0 {
			valid[i+1]++
		}
	}
	for end := meanS; end+recoveryS < len(sum); end++ {
		later := end + recoveryS
		if valid[end]-valid[end-meanS] < meanS || valid[later]-valid[later-meanS] < meanS {
			continue
		}
		before, after := sum[end]-sum[end-meanS], sum[later]-sum[later-meanS]
		if fall := float64(before-after) / meanS; fall > best.Bpm {
			best = Fall{Bpm: fall, FromBpm: float64(before) / meanS, AtS: int32(end)}
		}
	}
	switch {
	case best.Bpm <= 0:
		return Fall{}, "heart rate never fell within a minute"
	case best.Bpm > believedFall:
		return Fall{}, i18n.Sentencef("heart rate falls by %.0f within a minute, which is not possible: the sensor lost the signal", best.Bpm)
	}
	return best, ""
}

// believedFall is the greatest fall in bpm that does not count as a sensor error.
// After a maximal effort, heart rate falls by 50 to 70 bpm.
const believedFall = 100

// maxSeconds limits the memory that is used for a recording whose clock jumped.
const maxSeconds = 14 * 86400

// everySecond returns the heart rate of each second, or 0 if there is none.
func everySecond(v *stream.View) []int16 {
	times, col := v.Columns.TimeS, v.Columns.Data[training.HeartRate]
	if len(times) == 0 || !v.Has(training.HeartRate) || times[len(times)-1] > maxSeconds || times[0] < 0 {
		return nil
	}
	out := make([]int16, times[len(times)-1]+1)
	for i, t := range times {
		x := col.Values[i]
		if !col.Valid.Get(i) || x <= 0 || x > believedBpm {
			continue
		}
		end := t + holdS
		if i+1 < len(times) {
			end = min(end, times[i+1])
		}
		for s := t; s < min(end, int32(len(out))); s++ {
			out[s] = int16(x)
		}
		out[t] = int16(x)
	}
	return out
}

// believedBpm is the highest heart rate in bpm that does not count as an error.
const believedBpm = 240
