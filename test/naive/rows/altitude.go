package rows

import (
	"math"
	"slices"
)

// What an altitude was measured by.
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
	noisyOf                       = 500    // rows to a leap
	fewLeaps                      = 3
	leastRows                     = 300 // for noise to be judged

	bodyM, roadPerM = 0.55, 0.0008 // what a barometer and a road bend
)

// altitudes are those that are believed.
type altitudes struct {
	rows   []int
	m      []float64       // at rows, with what is no climb taken out
	smooth map[int]float64 // at a row
	kind   int
}

// altitudes has what changes over a pause, or faster than anybody climbs, taken
// out of all that follows; leaps stay where they are common.
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

// ofEarth are the rows of altitudes that are somewhere on earth while the timer
// ran, without those that are off and come back within 30 rows.
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

// kindOf goes by the device, else by how rough the altitude is for the speed.
func (r *Recording) kindOf(a altitudes) int {
	switch {
	case r.Virtual:
		return virtual
	case r.WithoutBarometer:
		return satellite
	}
	way := 5 * r.meanSpeed(a)
	if bend := r.bend(a, 5); math.Sqrt(bend) > bodyM+roadPerM*way*way { // not so of NaN
		return satellite
	}
	return barometric
}

// meanSpeed is that of the rows that move, of those with an altitude.
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

// bend is the mean square of altitude some seconds before, and after, less twice
// that of now, at straight lines between rows; NaN of fewer than 300 of them.
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

// drift is the mean square of how far noise goes in so many seconds: of noise
// whose correlation over 5 s is k, which the bends over 5 and 20 s tell.
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
