package zones

import "math"

// DistributionVersion is the version of the rules in this file.
const DistributionVersion = 1

// Thirds is time or sessions in the three intensities: below the first
// threshold, between the two, and above the second.
type Thirds [3]float64

// Total is the sum of the three.
func (t Thirds) Total() float64 { return t[0] + t[1] + t[2] }

// Shares are the three as shares of their sum; false if that is nothing.
func (t Thirds) Shares() (Thirds, bool) {
	total := t.Total()
	if total <= 0 {
		return Thirds{}, false
	}
	return Thirds{t[0] / total, t[1] / total, t[2] / total}, true
}

// Group puts the time in zones into the three intensities: three zones as
// they are, five and more as 1–2, 3–4 and those above, as Coggan's and
// Friel's thresholds lie. False for other numbers of zones.
func Group(seconds []float64) (Thirds, bool) {
	var t Thirds
	switch n := len(seconds); {
	case n == len(t):
		copy(t[:], seconds)
	case n >= 5:
		for i, s := range seconds {
			t[min(i/2, 2)] += s
		}
	default:
		return Thirds{}, false
	}
	return t, true
}

// polarizedIndex is the index above which Treff and others call a
// distribution polarized.
const polarizedIndex = 2

// noMiddle stands in for a middle share of nothing.
const noMiddle = 0.01

// Polarization is Treff's index (2019), log10(z1/z2·z3·100) of shares, and
// whether the distribution is polarized: more easy than hard than middle, and
// an index above 2. Without hard time it is 0; a middle of nothing counts as
// 0.01 taken from the hard. False where the index is not defined: nothing at
// all, nothing easy, or no more than that 0.01 of hard.
func (t Thirds) Polarization() (index float64, polarized, ok bool) {
	z, ok := t.Shares()
	if !ok {
		return 0, false, false
	}
	if z[2] == 0 {
		return 0, false, true
	}
	shape := z[0] > z[2] && z[2] > z[1]
	if z[1] == 0 {
		z[1], z[2] = noMiddle, z[2]-noMiddle
	}
	if z[0] <= 0 || z[2] <= 0 {
		return 0, false, false
	}
	index = math.Log10(z[0] / z[1] * z[2] * 100)
	return index, shape && index > polarizedIndex, true
}

// The shapes of a distribution.
const (
	ShapePolarized = "polarized" // more easy than hard than middle, index above 2
	ShapePyramidal = "pyramidal" // more easy than middle than hard
	ShapeThreshold = "threshold" // most in the middle
	ShapeHard      = "high intensity"
	ShapeUnclear   = "unclear"
)

// Shape names the distribution as Treff and others do.
func (t Thirds) Shape() string {
	_, polarized, _ := t.Polarization()
	switch {
	case t.Total() <= 0:
		return ShapeUnclear
	case polarized:
		return ShapePolarized
	case t[0] > t[1] && t[1] >= t[2]:
		return ShapePyramidal
	case t[1] > t[0] && t[1] > t[2]:
		return ShapeThreshold
	case t[2] > t[0] && t[2] > t[1]:
		return ShapeHard
	}
	return ShapeUnclear
}

// From these on, in seconds and as shares, a session is meant to be hard or
// at threshold.
const (
	hardS, hardShare       = 4 * 60, 0.10
	thresholdS, aboveShare = 15 * 60, 0.25
)

// Session is the intensity that a session was for, 0 to 2, by its time in
// the three: hard with 4 minutes or a tenth above the second threshold, else
// at threshold with 15 minutes or a quarter above the first, else easy. It
// stands in for the goal that an athlete had in mind (Seiler and Kjerland
// 2006) where no plan says it.
func (t Thirds) Session() int {
	total := t.Total()
	if total <= 0 {
		return 0
	}
	above := t[1] + t[2]
	switch {
	case t[2] >= hardS || t[2] >= hardShare*total:
		return 2
	case above >= thresholdS || above >= aboveShare*total:
		return 1
	}
	return 0
}
