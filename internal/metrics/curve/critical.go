package curve

import (
	"cmp"
	"math"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
)

// CriticalVersion is the version of the rule of [Method.Fit].
const CriticalVersion = 1

// Method names a regression of the two-parameter model. If the efforts do not
// fit the model exactly, the regressions give different answers, since each
// attributes the error to another quantity.
type Method string

// The regressions. [WorkTime] is the canonical one: it is linear, and gives
// most weight to the long efforts, which determine critical power.
const (
	WorkTime    Method = "work_time"    // work = CP·t + W′, the error in joules
	InverseTime Method = "inverse_time" // P = W′·(1/t) + CP, the error in watts
	Hyperbola   Method = "time"         // t = W′/(P − CP), the error in seconds
)

// Critical is the two-parameter model P = W′/t + CP (Monod and Scherrer 1965)
// with standard errors, which are 0 if there are only two efforts.
type Critical struct {
	CPW, WPrimeJ   float64
	CPSE, WPrimeSE float64 // W, J
	// SEE is the standard error of the estimate in the regression's own unit:
	// J for work, W for 1/t, s for time.
	SEE float64
}

// Power returns the model's power in W for a time in s.
func (c Critical) Power(seconds float64) float64 { return c.WPrimeJ/seconds + c.CPW }

// Fit fits the model to the efforts by the method. It returns false with fewer
// than two different durations, or without a critical power and W′ above zero.
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

// byTime searches for the critical power below the lowest effort that has the
// least squares of time. The best W′ for a critical power is known.
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

// wPrimeAt returns the W′ in J that has the least squares of time for a
// critical power.
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
	var aa, ab, bb float64 // JᵀJ, a for CP and b for W′
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

// CPVersion is the version of the rule of [CriticalPower].
const CPVersion = 2 + HullVersion

// CPFit is a critical power with the efforts that it was fitted to. Its standard
// errors are those of [Critical.Spread], not those of the regression alone.
type CPFit struct {
	Critical
	Points []ThresholdEffort
	Spread Spread
	// Slack counts the omitted bests: see [Hull].
	Slack int
}

// The durations in s of the efforts used in a fit: the three to twenty minutes
// for which the model holds.
const cpLeastS, cpMostS = 180, 1200

// The limits of W′ outside which the bests were not maximal.
const (
	minWPrimeJ = 3_000
	maxWPrimeJ = 60_000
)

// notMaximal is the reason why the bests give no fit although there are enough.
const notMaximal = "the best powers between 3 and 20 minutes do not look maximal"

const (
	// leastPoints is the least number of efforts from which the quality of a fit
	// can be judged.
	leastPoints = 3
	// twoPointRatio is the least ratio of the durations of two efforts at which
	// the line between them is meaningful.
	twoPointRatio = 3
)

// CriticalPower estimates critical power and W′ from those best powers over 3,
// 5, 8, 12 and 20 minutes that lie on their upper hull, or returns why it cannot.
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
	// repeatShare is how closely an athlete repeats a maximal effort, as a share
	// of its power (Hopkins, Schabort and Hawley 2001, Sports Med 31:211), and
	// repeatWeight the degrees of freedom that it gets beside those of the fit.
	repeatShare  = 0.02
	repeatWeight = 4
)

// Spread holds standard errors, and half the width of the 95 % intervals.
type Spread struct{ CPSE, WPrimeSE, CPHalfW, WPrimeHalfJ float64 }

// Spread returns the uncertainty of a fit. The error of each effort, as a share
// of its power, is pooled from the known error of maximal efforts and the
// residuals, and carried through the regression of work on time. The residuals
// alone would call two efforts exact.
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
// within 0.5 %, by the expansion of Abramowitz and Stegun, 26.7.5.
func student95(freedom float64) float64 {
	const z = 1.959964
	z3, z5 := z*z*z, z*z*z*z*z
	return z + (z3+z)/(4*freedom) + (5*z5+16*z3+3*z)/(96*freedom*freedom)
}

// apart returns the difference of two values as a share of the second.
func apart(a, b float64) float64 { return math.Abs(a-b) / b }

// PowerModelEffort is a mean power held for a time.
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

// HullVersion is the version of the rule of [Hull].
const HullVersion = 2

// hullShare is the share of the work on the hull that counts as on the hull.
const hullShare = 0.99

// Hull returns the efforts on the upper convex hull of work over time, or
// within 1 % of it, sorted by duration. If the model holds, an effort further
// below the line between two others was not maximal. The shortest and the
// longest effort are always kept.
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

// ReferenceVersion is the version of the rules of [PowerIndex] and [OneEffort].
const ReferenceVersion = 1

// reference is the athlete that GoldenCheetah compares all efforts with:
// critical power 261 W, W′ 15.5 kJ, Pmax 1100 W.
var reference = Morton{CPW: 261, WPrimeJ: 15_500, PMaxW: 1100}

// PowerIndex returns a power in percent of the reference athlete's power for
// the same time. It separates an athlete's maximal efforts from the others
// without knowing the athlete.
func PowerIndex(e PowerModelEffort) float64 { return 100 * e.PowerW / reference.Power(e.DurationS) }

// The shortest and the longest effort in s that indicate an hour's power;
// shorter ones are sprints.
const (
	OneEffortLeastS = 180
	OneEffortMostS  = 3600
)

// OneEffort returns the power in W for an hour that one maximal effort implies: the
// power of the best effort of 3 to 60 minutes, divided by the ratio of the
// reference athlete's power for its time to that for an hour. Other tools that use
// one effort do not publish their curve; this one is documented. OneEffort also
// returns the effort with the highest result, and false if there is no such effort.
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
