package heart

import (
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// ReadinessVersion is the version of the rule of [Readiness].
const ReadinessVersion = 1

const (
	recentDays   = 7
	minRecent    = 3 // valid days of a week (Plews 2014)
	baselineDays = 60
	minBaseline  = 25
	// bandSD is the smallest change that is worth the name, in standard
	// deviations of the baseline.
	bandSD = 0.5
)

// HRVState says where a week lies against the band.
type HRVState string

// The states.
const (
	Below  HRVState = "below"
	Within HRVState = "within"
	Above  HRVState = "above"
)

// Morning is one day's rMSSD in ms.
type Morning struct {
	Day   training.Day
	RMSSD float64
}

// Resting is one day's resting heart rate.
type Resting struct {
	Day training.Day
	Bpm float64
}

// Band is the mean of 7 days against its usual range: the mean of the 60 days
// before them ± half their standard deviation; of ln rMSSD, or of resting
// heart rate in bpm.
type Band struct {
	Mean, Low, High float64
	State           HRVState
	// CVPct is the coefficient of variation of the 7 days in percent.
	CVPct          float64
	Days, Baseline int // days with a value in each
}

// Readiness is the band of ln rMSSD of the week that ends on today, or why
// there is none: it takes 3 days of the week and 25 of the 60 before. The
// order of mornings does not matter; of several on one day the last in the
// list counts.
func Readiness(mornings []Morning, today training.Day) (Band, i18n.Sentence) {
	return band(logs(mornings), today)
}

// ReadinessAlong are the bands of [Readiness] of the weeks that end on days; nil where
// there is none.
func ReadinessAlong(mornings []Morning, days []training.Day) []*Band {
	return bandsOn(logs(mornings), days)
}

// RestingAlong are those of [RestingHR].
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

// RestingHR is the band of resting heart rate, by the same rule as [Readiness].
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
	m, sd := hrvMean(recent), deviation(recent)
	base, width := hrvMean(before), bandSD*deviation(before)
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

// valuesOf is the values of some days in their order.
func valuesOf(byDay map[training.Day]float64, from, to training.Day) []float64 {
	var out []float64
	for d := from; d <= to; d++ {
		if x, ok := byDay[d]; ok {
			out = append(out, x)
		}
	}
	return out
}

// deviation is the standard deviation over n−1.
func deviation(x []float64) float64 {
	m, squares := hrvMean(x), 0.0
	for _, v := range x {
		squares += (v - m) * (v - m)
	}
	return math.Sqrt(squares / float64(len(x)-1))
}
