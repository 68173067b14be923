package curve

import (
	"cmp"
	"math"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
)

// CriticalVersion is the version of the rule in [Method.Fit].
const CriticalVersion = 1

// Method identifies a regression of the two-parameter model. If the efforts do not fit the
// model exactly, the regressions give different results, because each assumes that the error
// is in a different quantity.
type Method string

// These are the regressions. [WorkTime] is the canonical one: it is linear, and gives the
// most weight to the long efforts, which determine critical power.
const (
	WorkTime    Method = "work_time"    // work = CP·t + W′; the error is in joules
	InverseTime Method = "inverse_time" // P = W′·(1/t) + CP, the error is in watts
	Hyperbola   Method = "time"         // t = W′/(P − CP), the error is in seconds
)

// Critical is the two-parameter model P = W′/t + CP (Monod and Scherrer 1965)
// with standard errors, which are 0 if there are only two efforts.
type Critical struct {
	CPW, WPrimeJ   float64
	CPSE, WPrimeSE float64 // W, J
	// SEE is the standard error of the estimate in the unit of the regression: J
	// for WorkTime, W for InverseTime, s for Hyperbola.
	SEE float64
}

// Power returns the power in W that the model predicts for a duration in s.
func (c Critical) Power(seconds float64) float64 { return c.WPrimeJ/seconds + c.CPW }

// Fit fits the model to the efforts by the method. It returns false if there are fewer
// than two different durations, or if critical power or W′ is not above zero.
func (m Method) Fit(efforts []PowerModelEffort) (Critical, bool) {
	efforts = usable(efforts)
	if len(efforts) < 2 {
		return Critical{}, false
	}
	var c Critical
	ok := false
	switch m {
	case WorkTime:
		c, ok = byWork(efforts)
	case InverseTime:
		c, ok = byInverse(efforts)
	case Hyperbola:
		c, ok = byTime(efforts)
	}
	return c, ok && c.CPW > 0 && c.WPrimeJ > 0
}

func byWork(efforts []PowerModelEffort) (Critical, bool) {
	seconds, joules := columns(efforts)
	for i := range joules {
		joules[i] *= seconds[i]
	}
	l, ok := stream.Least(seconds, joules)
	return Critical{l.Slope, l.Intercept, l.SlopeSE, l.InterceptSE, l.SEE}, ok
}

func byInverse(efforts []PowerModelEffort) (Critical, bool) {
	inverse, watts := columns(efforts)
	for i := range inverse {
		inverse[i] = 1 / inverse[i]
	}
	l, ok := stream.Least(inverse, watts)
	return Critical{l.Intercept, l.Slope, l.InterceptSE, l.SlopeSE, l.SEE}, ok
}

// byTime searches below the lowest effort for the critical power with the least
// squared errors of time. For each critical power, the best W′ has a closed form.
func byTime(efforts []PowerModelEffort) (Critical, bool) {
	seconds, watts := columns(efforts)
	loss := func(cp float64) float64 {
		w, sum := wPrimeAt(seconds, watts, cp), 0.0
		for i := range seconds {
			e := seconds[i] - w/(watts[i]-cp)
			sum += e * e
		}
		return sum
	}
	cp, ok := leastBelow(loss, least(watts))
	if !ok {
		return Critical{}, false
	}
	c := Critical{CPW: cp, WPrimeJ: wPrimeAt(seconds, watts, cp)}
	n := float64(len(efforts))
	if n <= 2 {
		return c, true
	}
	c.SEE = math.Sqrt(loss(cp) / (n - 2))
	c.CPSE, c.WPrimeSE = timeErrors(watts, c)
	return c, true
}

// wPrimeAt returns the W′ in J that has the least squared errors of time for a critical
// power.
func wPrimeAt(seconds, watts []float64, cp float64) float64 {
	var tx, xx float64
	for i := range seconds {
		x := 1 / (watts[i] - cp)
		tx, xx = tx+seconds[i]*x, xx+x*x
	}
	return tx / xx
}

// timeErrors returns the standard errors of the model linearised at the
// solution, or 0 if they are undefined.
func timeErrors(watts []float64, c Critical) (cpSE, wPrimeSE float64) {
	var aa, ab, bb float64 // JᵀJ, with a for CP and b for W′
	for _, p := range watts {
		b := 1 / (p - c.CPW)
		a := c.WPrimeJ * b * b
		aa, ab, bb = aa+a*a, ab+a*b, bb+b*b
	}
	det := aa*bb - ab*ab
	if det <= 0 {
		return 0, 0
	}
	return c.SEE * math.Sqrt(bb/det), c.SEE * math.Sqrt(aa/det)
}

// CPVersion is the version of the rule in [CriticalPower].
const CPVersion = 2 + HullVersion

// CPFit is a critical power with the efforts to which it was fitted. Its standard
// errors are those of [Critical.Spread], not those of the regression alone.
type CPFit struct {
	Critical
	Points []ThresholdEffort
	Spread Spread
	// Slack is the number of bests that were left out; see [Hull].
	Slack int
}

// These are the minimum and maximum duration in s of the efforts used in a fit: the model
// holds for three to twenty minutes.
const cpLeastS, cpMostS = 180, 1200

// These are the limits of W′. If W′ is outside them, the bests were not maximal.
const (
	minWPrimeJ = 3_000
	maxWPrimeJ = 60_000
)

// notMaximal is the reason why there is no fit although there are enough bests.
const notMaximal = "the best powers between 3 and 20 minutes do not look maximal"

const (
	// leastPoints is the minimum number of efforts from which the quality of a fit
	// can be judged.
	leastPoints = 3
	// twoPointRatio is the minimum ratio of the durations of two efforts for the line
	// between them to be meaningful.
	twoPointRatio = 3
)

// CriticalPower estimates critical power and W′ from the best powers over 3, 5, 8, 12 and
// 20 minutes, using only those on the upper hull, or returns the reason why it cannot.
func CriticalPower(in Input) (CPFit, i18n.Sentence) {
	byDuration := map[float64]ThresholdEffort{}
	var efforts []PowerModelEffort
	for _, d := range TrialsS() {
		e, ok := at(in.Power, float64(d))
		if ok && d >= cpLeastS && d <= cpMostS {
			byDuration[e.DurationS] = e
			efforts = append(efforts, PowerModelEffort{DurationS: e.DurationS, PowerW: e.Value})
		}
	}
	n := len(efforts)
	if n < 2 || n < leastPoints && efforts[1].DurationS < twoPointRatio*efforts[0].DurationS {
		return CPFit{}, "fewer than three best powers between 3 and 20 minutes"
	}
	hull := Hull(efforts)
	fit, ok := WorkTime.Fit(hull)
	if !ok || len(hull) < min(n, leastPoints) || fit.WPrimeJ < minWPrimeJ || fit.WPrimeJ > maxWPrimeJ {
		return CPFit{}, notMaximal
	}
	out := CPFit{Critical: fit, Spread: fit.Spread(hull), Slack: n - len(hull)}
	out.CPSE, out.WPrimeSE = out.Spread.CPSE, out.Spread.WPrimeSE
	for _, e := range hull {
		out.Points = append(out.Points, byDuration[e.DurationS])
	}
	return out, ""
}

const (
	// repeatShare is the variation between repeated maximal efforts of an athlete, as a
	// fraction of power (Hopkins, Schabort and Hawley 2001, Sports Med 31:211).
	// repeatWeight is the number of degrees of freedom that this variation adds to those
	// of the fit.
	repeatShare  = 0.02
	repeatWeight = 4
)

// Spread holds standard errors, and half the widths of the 95 % intervals.
type Spread struct{ CPSE, WPrimeSE, CPHalfW, WPrimeHalfJ float64 }

// Spread returns the uncertainty of a fit. The error of each effort, as a fraction
// of its power, is pooled from the known error of maximal efforts and from the
// residuals, and propagated through the regression of work on time. With the
// residuals alone, a fit to two efforts would count as exact.
func (c Critical) Spread(efforts []PowerModelEffort) Spread {
	seconds, _ := columns(efforts)
	n, mean := float64(len(efforts)), stream.Mean(seconds)
	squares, around := repeatWeight*repeatShare*repeatShare, 0.0
	for _, e := range efforts {
		off := (e.PowerW - c.Power(e.DurationS)) / e.PowerW
		squares += off * off
		around += (e.DurationS - mean) * (e.DurationS - mean)
	}
	freedom := repeatWeight + n - 2
	share := math.Sqrt(squares / freedom)
	cp, wPrime := 0.0, 0.0
	for _, e := range efforts {
		ofCP := (e.DurationS - mean) / around
		ofW := 1/n - mean*ofCP
		joules := share * e.work()
		cp, wPrime = cp+ofCP*ofCP*joules*joules, wPrime+ofW*ofW*joules*joules
	}
	out := Spread{CPSE: math.Sqrt(cp), WPrimeSE: math.Sqrt(wPrime)}
	t := student95(freedom)
	out.CPHalfW, out.WPrimeHalfJ = t*out.CPSE, t*out.WPrimeSE
	return out
}

// student95 returns Student's t at 95 % for 4 or more degrees of freedom,
// within 0.5 %, using the expansion in Abramowitz and Stegun, 26.7.5.
func student95(freedom float64) float64 {
	const z = 1.959964
	z3, z5 := z*z*z, z*z*z*z*z
	return z + (z3+z)/(4*freedom) + (5*z5+16*z3+3*z)/(96*freedom*freedom)
}

// apart returns the difference of two values as a fraction of the second.
func apart(a, b float64) float64 { return math.Abs(a-b) / b }

// PowerModelEffort is a mean power and the duration for which it was held.
type PowerModelEffort struct {
	DurationS float64
	PowerW    float64
}

// usable returns the efforts with a finite duration and power above 0, sorted
// by duration. For each duration it keeps the best.
func usable(efforts []PowerModelEffort) []PowerModelEffort {
	var out []PowerModelEffort
	for _, e := range efforts {
		if e.DurationS > 0 && e.PowerW > 0 && !math.IsInf(e.DurationS, 0) && !math.IsInf(e.PowerW, 0) {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b PowerModelEffort) int {
		return cmp.Or(cmp.Compare(a.DurationS, b.DurationS), cmp.Compare(b.PowerW, a.PowerW))
	})
	return slices.CompactFunc(out, func(a, b PowerModelEffort) bool { return a.DurationS == b.DurationS })
}

func columns(efforts []PowerModelEffort) (seconds, watts []float64) {
	for _, e := range efforts {
		seconds, watts = append(seconds, e.DurationS), append(watts, e.PowerW)
	}
	return seconds, watts
}

// Residuals returns the power of each effort minus that of the model in W, and
// the root mean square of these differences.
func Residuals(efforts []PowerModelEffort, power func(seconds float64) float64) (watts []float64, rms float64) {
	sum := 0.0
	for _, e := range efforts {
		r := e.PowerW - power(e.DurationS)
		watts, sum = append(watts, r), sum+r*r
	}
	if len(efforts) == 0 {
		return nil, 0
	}
	return watts, math.Sqrt(sum / float64(len(efforts)))
}

// HullVersion is the version of the rule in [Hull].
const HullVersion = 2

// hullShare is the minimum work of an effort on the hull, as a fraction of the hull's
// work at that duration.
const hullShare = 0.99

// Hull returns the efforts on the upper convex hull of work over time, or within 1 % of it,
// sorted by duration. If the model holds, an effort further below the line between two
// other efforts was not maximal. The shortest and the longest effort are always kept.
func Hull(efforts []PowerModelEffort) []PowerModelEffort {
	efforts = usable(efforts)
	bends := corners(efforts)
	var out []PowerModelEffort
	at := 0
	for _, e := range efforts {
		for at+2 < len(bends) && bends[at+1].DurationS < e.DurationS {
			at++
		}
		if len(bends) < 2 || e.work() >= hullShare*line(bends[at], bends[at+1], e.DurationS) {
			out = append(out, e)
		}
	}
	return out
}

// corners returns the efforts at which the upper hull of work over time bends,
// sorted by duration.
func corners(efforts []PowerModelEffort) []PowerModelEffort {
	var out []PowerModelEffort
	for _, e := range efforts {
		for n := len(out); n >= 2 && out[n-1].work() < line(out[n-2], e, out[n-1].DurationS); n-- {
			out = out[:n-1]
		}
		out = append(out, e)
	}
	return out
}

// line returns the work in J at a time in s on the line from one effort to a
// longer one.
func line(from, to PowerModelEffort, seconds float64) float64 {
	return from.work() + (to.work()-from.work())*(seconds-from.DurationS)/(to.DurationS-from.DurationS)
}

func (e PowerModelEffort) work() float64 { return e.DurationS * e.PowerW }

// ReferenceVersion is the version of the rules in [PowerIndex] and [OneEffort].
const ReferenceVersion = 1

// reference is the athlete with whom GoldenCheetah compares all efforts: critical power
// 261 W, W′ 15.5 kJ, Pmax 1100 W.
var reference = Morton{CPW: 261, WPrimeJ: 15_500, PMaxW: 1100}

// PowerIndex returns a power as a percentage of the reference athlete's power for
// the same time. It distinguishes an athlete's maximal efforts from others without any
// data about the athlete.
func PowerIndex(e PowerModelEffort) float64 { return 100 * e.PowerW / reference.Power(e.DurationS) }

// These are the durations in s of the shortest and the longest effort that indicate the
// power for an hour; shorter efforts are sprints.
const (
	OneEffortLeastS = 180
	OneEffortMostS  = 3600
)

// OneEffort returns the hour power in W that one maximal effort implies: the power
// of the best effort of 3 to 60 minutes, divided by the ratio of the reference
// athlete's power for that duration to that for an hour. Other tools that use a single
// effort do not publish their curve, but this one is documented. OneEffort also returns
// the effort with the highest result, and false if there is no such effort.
func OneEffort(efforts []PowerModelEffort) (hourW float64, from PowerModelEffort, ok bool) {
	hour := reference.Power(3600)
	for _, e := range usable(efforts) {
		if e.DurationS < OneEffortLeastS || e.DurationS > OneEffortMostS {
			continue
		}
		if w := e.PowerW * hour / reference.Power(e.DurationS); w > hourW {
			hourW, from, ok = w, e, true
		}
	}
	return hourW, from, ok
}
