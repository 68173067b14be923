package rows

import (
	"math"
	"slices"

	"lapkeep/test/naive"
)

// How an altitude was measured.
const (
	barometric = iota
	satellite
	virtual
)

// The rule of altitude; m and m/s.
const (
	lowest, highest, highestAnywhere = -500, 9000, 20_000

	mostVertical, mostVerticalSki = 5, 40
	strayM, strayWithin           = 30, 30 // rows
	noisyOf                       = 500    // rows per leap
	fewLeaps                      = 3
	leastRows                     = 300 // to estimate noise

	bodyM, roadPerM = 0.55, 0.0008 // the bend of a barometer and a road
)

// altitudes are the plausible altitudes.
type altitudes struct {
	rows   []int
	m      []float64       // by row, without changes that are no climb
	smooth map[int]float64 // by row
	kind   int
}

// altitudes returns the altitudes without changes during a pause or faster than
// anybody climbs. Such changes stay if they are common.
func (r *Recording) altitudes() altitudes {
	a, leaps := r.follow(true)
	if leaps > fewLeaps && len(a.rows) >= leastRows && leaps*noisyOf > len(a.rows) {
		a, _ = r.follow(false)
	}
	a.kind = r.kindOf(a)
	a.smooth = map[int]float64{}
	for i, row := range a.rows {
		sum, n := 0.0, 0.0
		for j := i; j >= 0 && r.TimeS[a.rows[j]] >= r.TimeS[row]-2; j-- {
			sum, n = sum+a.m[j], n+1
		}
		for j := i + 1; j < len(a.rows) && r.TimeS[a.rows[j]] <= r.TimeS[row]+2; j++ {
			sum, n = sum+a.m[j], n+1
		}
		a.smooth[row] = sum / n
		if a.kind == virtual {
			a.smooth[row] = a.m[i]
		}
	}
	return a
}

func (r *Recording) follow(withoutLeaps bool) (a altitudes, leaps int) {
	off, last := 0.0, -1
	for _, i := range r.ofEarth() {
		if last >= 0 {
			step := r.AltitudeM[i] - r.AltitudeM[last]
			leap := math.Abs(step) > r.mostVertical()*math.Max(1, r.TimeS[i]-r.TimeS[last])+1e-9
			if leap {
				leaps++
			}
			if leap && withoutLeaps || r.pausedBetween(r.TimeS[last], r.TimeS[i]) {
				off -= step
			}
		}
		a.rows, a.m, last = append(a.rows, i), append(a.m, r.AltitudeM[i]+off), i
	}
	return a, leaps
}

func (r *Recording) mostVertical() float64 {
	if r.Sport == "alpine_skiing" {
		return mostVerticalSki
	}
	return mostVertical
}

// ofEarth returns the rows with a plausible altitude recorded while the timer
// ran, without those that jump away and come back within 30 rows.
func (r *Recording) ofEarth() (out []int) {
	if zeros(r.AltitudeM) {
		return nil
	}
	top := float64(highest)
	if SpeedLimit(r.Sport) == 100 {
		top = highestAnywhere
	}
	far := func(i, j int) bool {
		return math.Abs(r.AltitudeM[j]-r.AltitudeM[i]) > r.mostVertical()*math.Max(1, r.TimeS[j]-r.TimeS[i])+strayM+1e-9
	}
	var all []int
	for i, m := range r.AltitudeM {
		if m >= lowest && m <= top {
			all = append(all, i)
		}
	}
	for k := 0; k < len(all); k++ {
		if n := len(out); n > 0 && far(out[n-1], all[k]) {
			for j := k + 1; j < min(len(all), k+1+strayWithin); j++ {
				if far(all[j-1], all[j]) && !far(out[n-1], all[j]) {
					k = j
					break
				}
			}
		}
		out = append(out, all[k])
	}
	return slices.DeleteFunc(out, func(i int) bool { return !r.runs(i) })
}

// kindOf decides by the device, or else by the roughness of the altitude at the
// speed.
func (r *Recording) kindOf(a altitudes) int {
	switch {
	case r.Virtual:
		return virtual
	case r.WithoutBarometer:
		return satellite
	}
	way := 5 * r.meanSpeed(a)
	if bend := r.bend(a, 5); math.Sqrt(bend) > bodyM+roadPerM*way*way { // false for NaN
		return satellite
	}
	return barometric
}

// meanSpeed returns the mean speed of the moving rows that have an altitude.
func (r *Recording) meanSpeed(a altitudes) float64 {
	sum, n := 0.0, 0.0
	speeds := r.speeds()
	for _, row := range a.rows {
		if v := speeds[row]; v > 0 {
			sum, n = sum+v, n+1
		}
	}
	return sum / math.Max(1, n)
}

// bend returns the mean square of the altitude some seconds before plus the one
// after minus twice the current one, interpolated between rows; NaN for fewer
// than 300 values.
func (r *Recording) bend(a altitudes, seconds float64) float64 {
	if len(a.rows) < leastRows {
		return math.NaN()
	}
	times := make([]float64, len(a.rows))
	for i, row := range a.rows {
		times[i] = r.TimeS[row]
	}
	line := func(t float64) float64 {
		i, _ := slices.BinarySearch(times, t)
		if times[i] == t {
			return a.m[i]
		}
		return a.m[i-1] + (a.m[i]-a.m[i-1])*(t-times[i-1])/(times[i]-times[i-1])
	}
	sum, n := 0.0, 0
	for i, t := range times {
		if t-seconds >= times[0] && t+seconds <= times[len(times)-1] {
			sum, n = sum+math.Pow(line(t-seconds)+line(t+seconds)-2*a.m[i], 2), n+1
		}
	}
	if n < leastRows {
		return math.NaN()
	}
	return sum / float64(n)
}

// drift returns the mean square of the change of noise over some seconds, for
// noise with a correlation of k over 5 s. k is computed from the bends over 5
// and 20 s.
func (r *Recording) drift(a altitudes, seconds float64) float64 {
	short, long := r.bend(a, 5), r.bend(a, 20)
	if math.IsNaN(long) || short == 0 {
		return 0
	}
	bends := func(k float64) float64 { return 2 * (1 - k) * (3 - k) } // of noise of variance 1
	k := 0.0
	for n := 1; n < 1000 && bends(math.Pow(k, 4))/bends(k) < long/short; n++ {
		k = float64(n) / 1000
	}
	return short / bends(k) * 2 * (1 - math.Pow(k, seconds/5))
}

// The rule of graded pace; lengths in m.
const (
	halfWindow     = 20
	leastCovered   = 10
	satelliteTimes = 5 // how much longer the distance for a grade is with GPS
	mostGradedMPS  = 8
	knownShare     = 0.8 // of the distance
	noiseTimes     = 1.3
)

// Graded returns the track with each step converted to level ground: its metres
// times the cost of its grade over the cost of level ground. It is nil if the
// grade is known for less than 80 % of the distance.
func (r *Recording) Graded() Track {
	all := r.points()
	if len(all) == 0 || zeros(r.AltitudeM) {
		return nil
	}
	grades, speeds := r.grades(), r.speeds()
	out := make([]point, len(all))
	known, covered := 0.0, 0.0
	for i, p := range all {
		out[i] = p
		if i == 0 {
			continue
		}
		step, grade := p.m-all[i-1].m, grades[p.row]
		if !r.breaks(all[i-1], p) && !r.pausedBetween(all[i-1].s, p.s) {
			covered += step
			if !math.IsNaN(grade) {
				known += step
			}
		}
		out[i].m = out[i-1].m + step*worth(grade, speeds[p.row])
	}
	if covered == 0 || known < knownShare*covered {
		return nil
	}
	return cutWhere(out, func(i int) bool { return r.breaks(all[i-1], all[i]) })
}

// worth returns the flat equivalent of a metre. A climb never makes the
// equivalent speed exceed 8 m/s.
func worth(grade, mps float64) float64 {
	if math.IsNaN(grade) {
		return 1
	}
	factor := naive.MinettiCost(grade) / naive.MinettiCost(0)
	if mps > 0 {
		factor = math.Min(factor, math.Max(1, mostGradedMPS/mps))
	}
	return factor
}

// grades returns the grade at every row, NaN if unknown: the rise over the
// distance from the first row within 20 m before it to the first row 20 m or
// more after it, using rows with an altitude and a distance that does not fall.
func (r *Recording) grades() []float64 {
	out := make([]float64, len(r.TimeS))
	for i := range out {
		out[i] = math.NaN()
	}
	a := r.altitudes()
	ways := r.ways(a)
	half, least, share := float64(halfWindow), float64(leastCovered), 1.0
	if a.kind == satellite {
		half, least = satelliteTimes*half, satelliteTimes*least
		share = r.signal(a, ways, half)
	}
	for i, w := range ways {
		if from, to := around(ways, i, half); to.m-from.m >= least {
			out[w.row] = math.Max(-0.45, math.Min(0.45, share*(to.alt-from.alt)/(to.m-from.m)))
		}
	}
	return out
}

// way is a row with both a distance and an altitude.
type way struct {
	row    int
	m, alt float64
}

func (r *Recording) ways(a altitudes) (out []way) {
	for i, m := range r.metres() {
		h, ok := a.smooth[i]
		if ok && !math.IsNaN(m) && (len(out) == 0 || m >= out[len(out)-1].m) {
			out = append(out, way{i, m, h})
		}
	}
	return out
}

// metres returns the plausible distance of every row.
func (r *Recording) metres() []float64 {
	out := make([]float64, len(r.TimeS))
	for i := range out {
		out[i] = math.NaN()
	}
	for _, p := range r.points() {
		out[p.row] = p.m
	}
	return out
}

// around returns the first row within half m before row i, and the first row
// half m or more after it, or else the last row.
func around(ways []way, i int, half float64) (from, to way) {
	a, b := i, i
	for a > 0 && ways[a-1].m >= ways[i].m-half {
		a--
	}
	for b+1 < len(ways) && ways[b].m < ways[i].m+half {
		b++
	}
	return ways[a], ways[b]
}

// signal returns the share of the rises that is not noise: the root of one minus
// 1.3 times the mean square of noise over the same distance, relative to that
// of the rises.
func (r *Recording) signal(a altitudes, ways []way, half float64) float64 {
	sum, n := 0.0, 0.0
	for i := range ways {
		if from, to := around(ways, i, half); to.m-from.m >= half {
			rise := to.alt - from.alt
			sum, n = sum+rise*rise, n+1
		}
	}
	mps := r.meanSpeed(a)
	if sum == 0 || mps == 0 {
		return 0
	}
	return math.Sqrt(math.Max(0, 1-noiseTimes*r.drift(a, 2*half/mps)/(sum/n)))
}

// speeds returns the plausible speed in m/s of every row. If there is none, it
// is the distance over the time from the last row within 2 s before to the
// first within 2 s after, or the next row if none is that near.
func (r *Recording) speeds() []float64 {
	if v := r.believed(r.SpeedMPS, 0, SpeedLimit(r.Sport)); v != nil {
		return v
	}
	out := make([]float64, len(r.TimeS))
	metres := r.metres()
	for i := range out {
		out[i] = math.NaN()
		a, b := r.near(i, -1), r.near(i, 1)
		s, m := r.TimeS[b]-r.TimeS[a], metres[b]-metres[a]
		if s > 0 && m >= 0 && s <= math.Max(smartS, 2*r.Cap()) {
			out[i] = m / s
		}
	}
	return out
}

// near returns the furthest row within 2 s of row i in a direction, but at
// least the next row; it returns i if a pause or the end lies between.
func (r *Recording) near(i, way int) int {
	at := i
	for n := i + way; n >= 0 && n < len(r.TimeS) && r.runs(n) && !r.pausedBetween(r.TimeS[at], r.TimeS[n]); n += way {
		if at != i && math.Abs(r.TimeS[n]-r.TimeS[i]) > 2 {
			break
		}
		at = n
	}
	return at
}

// pausedBetween reports whether the timer was paused between two times.
func (r *Recording) pausedBetween(a, b float64) bool {
	a, b = math.Min(a, b), math.Max(a, b)
	for _, p := range r.Pauses {
		if p.FromS < b && p.ToS > a && p.FromS < p.ToS {
			return true
		}
	}
	return false
}
