package curve

import (
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// PredictEffort is a distance and its time. Both are above zero.
type PredictEffort struct{ DistanceM, TimeS float64 }

// Speed returns the mean speed of the effort in m/s.
func (e PredictEffort) Speed() float64 { return e.DistanceM / e.TimeS }

// riegelExponent is the exponent of time over distance for runners of all ages
// (Riegel 1981, American Scientist 69:285).
const riegelExponent = 1.06

// Riegel returns the time in s for a distance in m, t·(d₂/d₁)^1.06.
func Riegel(e PredictEffort, distanceM float64) float64 {
	return e.TimeS * math.Pow(distanceM/e.DistanceM, riegelExponent)
}

// Cameron returns the time in s for a distance in m using the factors that Cameron fitted
// to the records of 1998, from 400 m to 50 miles.
func Cameron(e PredictEffort, distanceM float64) float64 {
	return e.TimeS * distanceM / e.DistanceM * cameronFactor(e.DistanceM) / cameronFactor(distanceM)
}

func cameronFactor(m float64) float64 {
	return 13.49681 - 0.000030363*m + 835.7114/math.Pow(m, 0.7905)
}

// VDOT returns the oxygen uptake in ml/kg/min that a race implies (Daniels and
// Gilbert 1979): the oxygen cost of its speed, divided by the fraction of maximal uptake
// that can be held for its duration.
func VDOT(e PredictEffort) float64 {
	minutes := e.TimeS / 60
	v := e.DistanceM / minutes
	share := 0.8 + 0.1894393*math.Exp(-0.012778*minutes) + 0.2989558*math.Exp(-0.1932605*minutes)
	return (-4.60 + 0.182258*v + 0.000104*v*v) / share
}

// These are the speeds in m/s between which the search for a time takes place.
const slowestMPS, fastestMPS = 0.8, 12.0

// VDOTTime returns the time in s for a distance in m at a given VDOT. It returns false if the
// speed would be outside a runner's range. It is the inverse of [VDOT], accurate to a millisecond.
func VDOTTime(vdot, distanceM float64) (float64, bool) {
	low, high := distanceM/fastestMPS, distanceM/slowestMPS
	at := func(t float64) float64 { return VDOT(PredictEffort{distanceM, t}) }
	if !(at(low) >= vdot && vdot >= at(high)) {
		return 0, false
	}
	for high-low > 1e-3 {
		if mid := (low + high) / 2; at(mid) >= vdot {
			low = mid
		} else {
			high = mid
		}
	}
	return (low + high) / 2, true
}

// LeastEffortS is the duration in s below which an effort indicates speed rather than
// endurance: Riegel's and Daniels' formulas begin at 3½ minutes.
const LeastEffortS = 210

// Nearest returns the effort whose distance is nearest to the given one, by ratio.
// It returns false if there is none.
func Nearest(efforts []PredictEffort, distanceM float64) (best PredictEffort, ok bool) {
	far := math.Inf(1)
	for _, e := range efforts {
		if d := math.Abs(math.Log(e.DistanceM / distanceM)); d < far {
			best, far, ok = e, d, true
		}
	}
	return best, ok
}

// PowerLaw is t = a·d^b through several efforts. With two efforts, it goes through both.
type PowerLaw struct {
	Exponent float64
	logA     float64
	// SEELog is the standard error of the estimate in the logarithm of time, or 0
	// if there are only two efforts.
	SEELog float64
}

// These are the limits of the exponent: time never grows more slowly than distance, and
// beyond 1.2 the longer effort was not maximal.
const leastExponent, mostExponent = 1.0, 1.2

// leastRatio is the minimum ratio of the longest to the shortest distance in a fit.
const leastRatio = 2

// FitPowerLaw fits the logarithms by least squares. It returns false if the distances of
// the efforts span less than a factor of two, or if the exponent is outside 1 to 1.2.
func FitPowerLaw(efforts []PredictEffort) (PowerLaw, bool) {
	if !predictSpread(efforts) {
		return PowerLaw{}, false
	}
	var x, y []float64
	for _, e := range efforts {
		x, y = append(x, math.Log(e.DistanceM)), append(y, math.Log(e.TimeS))
	}
	l, ok := stream.Least(x, y)
	if !ok || l.Slope < leastExponent || l.Slope > mostExponent {
		return PowerLaw{}, false
	}
	return PowerLaw{Exponent: l.Slope, logA: l.Intercept, SEELog: l.SEE}, true
}

// Time returns the time in s that the law predicts for a distance in m.
func (p PowerLaw) Time(distanceM float64) float64 {
	return math.Exp(p.logA + p.Exponent*math.Log(distanceM))
}

func predictSpread(efforts []PredictEffort) bool {
	least, most := math.Inf(1), 0.0
	for _, e := range efforts {
		least, most = min(least, e.DistanceM), max(most, e.DistanceM)
	}
	return most >= leastRatio*least
}

// CriticalSpeed is d = CS·t + D′ with a standard error, which is 0 if there are
// only two efforts (Hughson 1984, after Monod and Scherrer).
type CriticalSpeed struct{ MPS, DPrimeM, MPSSE float64 }

// CriticalFromS is the shortest time in s of efforts and races for which the
// model holds, and criticalToS the longest.
const (
	CriticalFromS = 120
	criticalToS   = 2400
)

// FitCriticalSpeed fits distance as a function of time, by least squares, to the efforts
// of 2 to 40 minutes. It returns false if no two efforts differ by a factor of two, or if
// speed or D′ is not above zero.
func FitCriticalSpeed(efforts []PredictEffort) (CriticalSpeed, bool) {
	var x, y []float64
	var in []PredictEffort
	for _, e := range efforts {
		if e.TimeS >= CriticalFromS && e.TimeS <= criticalToS {
			in, x, y = append(in, e), append(x, e.TimeS), append(y, e.DistanceM)
		}
	}
	l, ok := stream.Least(x, y)
	if !ok || !predictSpread(in) || l.Slope <= 0 || l.Intercept <= 0 {
		return CriticalSpeed{}, false
	}
	return CriticalSpeed{MPS: l.Slope, DPrimeM: l.Intercept, MPSSE: l.SlopeSE}, true
}

// Time returns the time in s for a distance in m. It returns false outside the
// times for which the model holds.
func (c CriticalSpeed) Time(distanceM float64) (float64, bool) {
	t := (distanceM - c.DPrimeM) / c.MPS
	return t, t >= CriticalFromS && t <= criticalToS
}

// LTHRVersion is the version of the rules in [LTHR] and [FindFieldTest].
const LTHRVersion = 2

// FieldTest is the part of an activity that looks like Friel's test: 30 minutes,
// ridden or run hard and alone. AvgLast20Bpm is the result of the test.
type FieldTest struct {
	Activity     training.ActivityID
	Day          training.Day
	StartS       float64
	AvgLast20Bpm float64
	AvgWholeBpm  float64
}

const (
	testS    = 30 * 60
	testRunS = 20 * 60
	// leadShare is the minimum heart rate in the first ten minutes, and holdShare the
	// minimum in the last twenty, both as fractions of the average of the last twenty.
	leadShare = 0.88
	holdShare = 0.90
	// agreeBpm is the maximum difference at which two tests confirm each other.
	agreeBpm = 3
)

// FindFieldTest returns a hard half-hour of a recording: the 30 minutes with the
// highest heart rate in their last 20, if the first 10 were already hard and the
// rest remained hard. It returns false if there is none. A recording cannot show
// whether this was the athlete's limit.
func FindFieldTest(v *stream.View) (FieldTest, bool) {
	var best FieldTest
	for _, p := range heartRuns(v) {
		for i := 0; i+testS <= len(p.bpm); i++ {
			lead := p.mean(i, i+testS-testRunS)
			last := p.mean(i+testS-testRunS, i+testS)
			if last > best.AvgLast20Bpm && lead >= leadShare*last && p.held(i+testS-testRunS, i+testS, holdShare*last) {
				best.AvgLast20Bpm, best.AvgWholeBpm = last, p.mean(i, i+testS)
				best.StartS = float64(p.firstS + i)
			}
		}
	}
	return best, best.AvgLast20Bpm > 0
}

// heartRun is a stretch of heart rates without a gap, with one value per second.
type heartRun struct {
	firstS int
	bpm    []int32
	sums   []int64 // prefix sums; one element more than bpm
}

func (r heartRun) mean(from, to int) float64 {
	return float64(r.sums[to]-r.sums[from]) / float64(to-from)
}

// held reports whether the 30 s means of [from, to) stay at or above the given value.
func (r heartRun) held(from, to int, least float64) bool {
	const step = 30
	for i := from; i+step <= to; i += step {
		if r.mean(i, i+step) < least {
			return false
		}
	}
	return true
}

// maxHoldS is the longest time in s for which a heart rate is held until the next one.
const maxHoldS = 10

func heartRuns(v *stream.View) []heartRun {
	var out []heartRun
	for i, t := range v.Columns.TimeS {
		bpm, ok := v.At(training.HeartRate, i)
		if !ok {
			continue
		}
		now := int(t)
		if len(out) == 0 || now-out[len(out)-1].endS() > maxHoldS {
			out = append(out, heartRun{firstS: now})
		}
		r := &out[len(out)-1]
		for r.endS() < now {
			r.bpm = append(r.bpm, r.bpm[len(r.bpm)-1])
		}
		if r.endS() == now {
			r.bpm = append(r.bpm, bpm)
		}
	}
	for k := range out {
		out[k].sums = make([]int64, len(out[k].bpm)+1)
		for i, b := range out[k].bpm {
			out[k].sums[i+1] = out[k].sums[i] + int64(b)
		}
	}
	return out
}

func (r heartRun) endS() int { return r.firstS + len(r.bpm) }

// LTHR estimates heart rate at lactate threshold, or returns the reason why it cannot. It is the
// average over the last 20 minutes of the hardest half-hour that looks like Friel's test, or else
// over the best 20 minutes.
//
// The confidence is high if another test is within 3 bpm, medium for a single test, and low for the
// best 20 minutes. It is never above in.Most, and one level lower with fewer than three activities.
func LTHR(in Input) (Estimate, i18n.Sentence) {
	e := Estimate{
		Key: training.KeyLTHR,
		Advice: "Confirm it with a 30-minute solo test at the hardest even effort that you can hold: use the average heart rate of the last " +
			"20 minutes.",
	}
	if t, ok := hardest(in.FieldTests); ok {
		e.Value, e.Method, e.Confidence = t.AvgLast20Bpm, "friel_30min", Medium
		e.Evidence = []ThresholdEffort{{Activity: t.Activity, Day: t.Day, DurationS: testRunS, Value: t.AvgLast20Bpm}}
		e.agree(t, in.FieldTests)
	} else if best, ok := at(in.HR, testRunS); ok {
		e.Value, e.Method, e.Confidence = best.Value, "best_20min_hr", Low
		e.Evidence = []ThresholdEffort{best}
		e.note(false, "No half-hour was hard throughout; the best 20 minutes may be below or above threshold.")
	} else {
		return Estimate{}, "no 20 minutes of uninterrupted heart rate"
	}
	e.judge(in)
	return e, ""
}

func hardest(tests []FieldTest) (FieldTest, bool) {
	var best FieldTest
	for _, t := range tests {
		if t.AvgLast20Bpm > best.AvgLast20Bpm {
			best = t
		}
	}
	return best, best.AvgLast20Bpm > 0
}

// agree raises the confidence if another activity's test is near the best one.
func (e *Estimate) agree(best FieldTest, tests []FieldTest) {
	for _, t := range tests {
		if t.Activity == best.Activity || best.AvgLast20Bpm-t.AvgLast20Bpm > agreeBpm {
			continue
		}
		e.Confidence = High
		e.Evidence = append(e.Evidence, ThresholdEffort{Activity: t.Activity, Day: t.Day, DurationS: testRunS, Value: t.AvgLast20Bpm})
		e.note(false, i18n.Sentencef("A second hard half-hour averaged %.0f bpm.", t.AvgLast20Bpm))
		return
	}
}
