package heart

import (
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// TRIMPVersion is the version of the rules in [TRIMP] and [TRIMPFromAverage].
const TRIMPVersion = 1

// Banister holds the constants of Banister's TRIMP: minutes · x · A · e^(B·x), where x is
// the fraction of heart rate reserve (Banister; Morton, Fitz-Clarke and Banister 1990).
type Banister struct{ A, B float64 }

// BanisterFor returns the constants for a sex, or false if it is unknown.
func BanisterFor(s training.Sex) (Banister, bool) {
	switch s {
	case training.Male:
		return Banister{A: 0.64, B: 1.92}, true
	case training.Female:
		return Banister{A: 0.86, B: 1.67}, true
	default:
		return Banister{}, false
	}
}

// of returns the impulse of the given minutes at a fraction x of heart rate reserve.
func (b Banister) of(minutes, x float64) float64 {
	x = max(0, x)
	return minutes * x * b.A * math.Exp(b.B*x)
}

// reserve holds the resting heart rate, the heart rate reserve and the constants.
type reserve struct {
	Banister
	rest, span float64
}

func reserveOf(t training.Thresholds, s training.Sex) (reserve, i18n.Sentence) {
	b, ok := BanisterFor(s)
	if !ok {
		return reserve{}, "the athlete's sex is not set"
	}
	return reserveBy(b, t)
}

func reserveBy(b Banister, t training.Thresholds) (reserve, i18n.Sentence) {
	switch {
	case t.RestHRBpm <= 0:
		return reserve{}, "no resting heart rate is set"
	case t.MaxHRBpm <= 0:
		return reserve{}, "no maximum heart rate is set"
	case t.MaxHRBpm <= t.RestHRBpm:
		return reserve{}, "the maximum heart rate is not above the resting one"
	}
	return reserve{Banister: b, rest: t.RestHRBpm, span: t.MaxHRBpm - t.RestHRBpm}, ""
}

// over returns the sum of the impulses for the seconds at each heart rate.
func (r reserve) over(h zones.Histogram) float64 {
	sum := 0.0
	for i, n := range h.Seconds {
		if n > 0 {
			bpm := float64(h.First+int32(i)) * float64(h.Width)
			sum += r.of(float64(n)/60, (bpm-r.rest)/r.span)
		}
	}
	return sum
}

// TRIMP returns Banister's training impulse from the seconds at each heart rate (in bins of 1
// bpm), or the reason why it is unknown. Heart rates below the resting heart rate add nothing.
func TRIMP(h zones.Histogram, t training.Thresholds, s training.Sex) (float64, i18n.Sentence) {
	if h.TotalS() == 0 {
		return 0, training.NoHeartRate
	}
	r, missing := reserveOf(t, s)
	if missing != "" {
		return 0, missing
	}
	return r.over(h), ""
}

// TRIMPFromAverage does the same as [TRIMP] with one average heart rate over the given
// seconds. If heart rate varied, the result is lower than the sum over samples.
func TRIMPFromAverage(avgBpm, seconds float64, t training.Thresholds, s training.Sex) (float64, i18n.Sentence) {
	if avgBpm <= 0 || seconds <= 0 {
		return 0, training.NoHeartRate
	}
	r, missing := reserveOf(t, s)
	if missing != "" {
		return 0, missing
	}
	return r.of(seconds/60, (avgBpm-r.rest)/r.span), ""
}

// Step is one step of a lactate test.
type Step struct{ Bpm, MmolL float64 }

// minSteps is the minimum number of steps of a lactate curve, because any two points
// determine an exponential.
const minSteps = 3

// Individual returns the athlete's own TRIMP constants (Manzi et al. 2009): lactate as a
// function of the fraction x of heart rate reserve is fitted to A·e^(B·x), by least squares
// of its logarithm. As with Banister's constants, the weight of a minute is x·A·e^(B·x).
func Individual(steps []Step, t training.Thresholds) (Banister, i18n.Sentence) {
	if t.RestHRBpm <= 0 || t.MaxHRBpm <= t.RestHRBpm {
		return Banister{}, "resting and maximum heart rate are not set"
	}
	var x, y []float64
	for _, s := range steps {
		if s.Bpm > 0 && s.MmolL > 0 {
			x = append(x, (s.Bpm-t.RestHRBpm)/(t.MaxHRBpm-t.RestHRBpm))
			y = append(y, math.Log(s.MmolL))
		}
	}
	if len(x) < minSteps {
		return Banister{}, "a lactate test needs three steps"
	}
	fit, ok := stream.Least(x, y)
	if !ok || fit.Slope <= 0 {
		return Banister{}, "lactate does not rise with heart rate"
	}
	return Banister{A: math.Exp(fit.Intercept), B: fit.Slope}, ""
}

// Own returns the athlete's own constants from the thresholds of a day. They were either
// entered directly, or are fitted to a lactate test.
func Own(t training.Thresholds) (Banister, i18n.Sentence) {
	v := t.LactateTest
	switch {
	case len(v) == 0:
		return Banister{}, "no lactate test is set"
	case len(v) == 2:
		return Banister{A: v[0], B: v[1]}, ""
	}
	steps := make([]Step, len(v)/2)
	for i := range steps {
		steps[i] = Step{Bpm: v[2*i], MmolL: v[2*i+1]}
	}
	return Individual(steps, t)
}

// TRIMPBy does the same as [TRIMP] with given constants.
func TRIMPBy(b Banister, h zones.Histogram, t training.Thresholds) (float64, i18n.Sentence) {
	r, missing := reserveBy(b, t)
	switch {
	case h.TotalS() == 0:
		return 0, training.NoHeartRate
	case missing != "":
		return 0, missing
	}
	return r.over(h), ""
}

// ScoreVersion is the version of the rules in [HRTSS], [HRSS], [ReserveTSS] and
// [FrielTSS].
const ScoreVersion = 2

// These are the ids of the training stress scores from heart rate: by the ratio of the
// average to LTHR, by the fraction of heart rate reserve at the average, by TRIMP from
// samples or from the average, and by points per hour in Friel's zones.
const (
	MethodHRTSS   = "hrtss_avg_lthr"
	MethodReserve = "hrtss_reserve"
	MethodHRSS    = "hrss_trimp"
	MethodHRSSAvg = "hrss_avg"
	MethodFriel   = "hrtss_friel"
)

// HRTSS returns hours · (average HR / LTHR)² · 100, a training stress score
// estimated from heart rate, or false if an input is missing.
func HRTSS(avgBpm, lthrBpm, seconds float64) (float64, bool) {
	if avgBpm <= 0 || lthrBpm <= 0 || seconds <= 0 {
		return 0, false
	}
	share := avgBpm / lthrBpm
	return seconds / 3600 * share * share * 100, true
}

// HRSS returns 100 times the ratio of a TRIMP to the TRIMP of an hour at threshold
// heart rate, as Elevate, Sauce and GoldenCheetah do, or the reason why it is unknown.
func HRSS(trimp float64, t training.Thresholds, s training.Sex) (float64, i18n.Sentence) {
	if t.LTHRBpm <= 0 {
		return 0, "no threshold heart rate is set"
	}
	hour, missing := TRIMPFromAverage(t.LTHRBpm, 3600, t, s)
	switch {
	case missing != "":
		return 0, missing
	case hour <= 0:
		return 0, "the threshold heart rate is not above the resting one"
	}
	return trimp / hour * 100, ""
}

// thresholdReserve is the fraction of heart rate reserve that [ReserveTSS] assumes at
// everyone's threshold, so that it needs no threshold.
const thresholdReserve = 0.83

// ReserveTSS returns hours · (fraction of reserve / 0.83)² · 100 from one average heart rate
// over the given seconds. If it is at or below the resting heart rate, the result is 0.
func ReserveTSS(avgBpm, seconds float64, t training.Thresholds) (float64, i18n.Sentence) {
	r, missing := reserveBy(Banister{}, t)
	switch {
	case avgBpm <= 0 || seconds <= 0:
		return 0, training.NoHeartRate
	case missing != "":
		return 0, missing
	}
	share := max(0, avgBpm-r.rest) / r.span / thresholdReserve
	return seconds / 3600 * share * share * 100, ""
}

// frielPoints holds Friel's points per hour in his seven zones. For zones 1 and 2, he
// gives ranges (20 to 40, 50 to 60); the values here are the middles of these ranges.
var frielPoints = [...]float64{30, 55, 70, 80, 100, 120, 140}

// FrielTSS returns Friel's points for the time in his heart rate zones for a sport.
func FrielTSS(h zones.Histogram, sport training.Sport, lthrBpm float64) (float64, i18n.Sentence) {
	hours, missing := HoursOf(h, sport, lthrBpm)
	return Points(frielPoints).Of(hours), missing
}

// LearnedVersion is the version of the rule in [Learn].
const LearnedVersion = 1

// MethodLearned is the id of the training stress score from heart rate that uses
// points fitted to the athlete's own rides or runs with power.
const MethodLearned = "hrtss_learned"

// FrielZones is the number of zones in Friel's scheme.
const FrielZones = len(frielPoints)

// ZoneHours holds the hours in each of Friel's heart rate zones.
type ZoneHours [FrielZones]float64

// HoursOf returns the hours of a histogram in Friel's zones for a sport, or the reason
// why they are unknown.
func HoursOf(h zones.Histogram, sport training.Sport, lthrBpm float64) (hours ZoneHours, missing i18n.Sentence) {
	if h.TotalS() == 0 {
		return hours, training.NoHeartRate
	}
	scheme, missing := zones.For(training.ZonesHR, sport, training.Thresholds{LTHRBpm: lthrBpm})
	if missing != "" {
		return hours, missing
	}
	for i, s := range scheme.TimeIn(h) {
		hours[i] = s / 3600
	}
	return hours, ""
}

// Example is an activity with both heart rate and a load from power.
type Example struct {
	Hours ZoneHours
	TSS   float64
}

// Points holds training stress points per hour in each of Friel's zones.
type Points [FrielZones]float64

// Of returns the score of the hours in the zones.
func (p Points) Of(hours ZoneHours) float64 {
	sum := 0.0
	for z, h := range hours {
		sum += p[z] * h
	}
	return sum
}

// LeastExamples is the minimum number of activities to learn from.
const LeastExamples = 10

// Learn fits the points per hour to the loads of examples by least squares. Friel's
// points are added as one hour in each zone, so that a zone with little time keeps
// nearly his points. No zone gets fewer points than the zone below it.
func Learn(examples []Example) (Points, i18n.Sentence) {
	if len(examples) < LeastExamples {
		return Points{}, i18n.Sentencef("only %d of the %d activities needed have both heart rate and a load by power",
			len(examples), LeastExamples)
	}
	var a [FrielZones][FrielZones]float64
	b := frielPoints
	for z := range a {
		a[z][z] = 1
	}
	for _, e := range examples {
		for i, hi := range e.Hours {
			b[i] += hi * e.TSS
			for j, hj := range e.Hours {
				a[i][j] += hi * hj
			}
		}
	}
	p := Points(solve(a, b))
	least := 0.0
	for z := range p {
		p[z] = max(p[z], least)
		least = p[z]
	}
	return p, ""
}

// solve solves a·x = b for a symmetric positive-definite matrix a by elimination. Such
// matrices need no pivoting.
func solve(a [FrielZones][FrielZones]float64, b [FrielZones]float64) (x [FrielZones]float64) {
	for i := range a {
		for j := i + 1; j < len(a); j++ {
			f := a[j][i] / a[i][i]
			for k := i; k < len(a); k++ {
				a[j][k] -= f * a[i][k]
			}
			b[j] -= f * b[i]
		}
	}
	for i := len(a) - 1; i >= 0; i-- {
		x[i] = b[i]
		for k := i + 1; k < len(a); k++ {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}

// RateVersion is the version of the rule in [Of].
const RateVersion = 1

// Rate summarizes the heart rate of a recording.
type Rate struct {
	AvgBpm  float64 // time-weighted
	MaxBpm  float64
	Seconds float64 // timer time with a valid heart rate
}

// Of returns the averages of a recording. As devices do, it weights each row by the
// seconds to the next row if these are fewer than 30. It returns false if there is no
// heart rate.
func Of(v *stream.View) (Rate, bool) {
	return In(v, training.Span{FromS: math.Inf(-1), ToS: math.Inf(1)})
}

// In does the same as [Of] for the rows of a span.
func In(v *stream.View, span training.Span) (Rate, bool) {
	avg, seconds, ok := v.MeanIn(training.HeartRate, span)
	if !ok {
		return Rate{}, false
	}
	top, _ := v.MaxIn(training.HeartRate, span)
	return Rate{AvgBpm: avg, MaxBpm: float64(top), Seconds: seconds}, true
}
