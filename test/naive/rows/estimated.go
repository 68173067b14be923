package rows

import "math"

// Cyclist holds what the estimate of a ride's power is made from: kg, m², no
// unit, °C. The wind is none.
type Cyclist struct{ Kg, DragM2, Rolling, TempC float64 }

// The rule of the estimated power, in s, W and shares.
const (
	meanSpeedS, meanPowerS = 2, 5
	stands                 = 0.5 // m/s
	steepDown              = -0.03
	mostEstimatedW         = 2000
)

// Estimated is the estimated power of every row in W, NaN where there is none:
// the formula of Martin et al. 1998, written term by term as it is printed, of the mean speed
// within 2 s and the grade, then the mean within 5 s.
func (r *Recording) Estimated(who Cyclist) []float64 {
	wide := func(s float64) float64 { return math.Max(s, r.Cap()) }
	mps := r.within(r.speeds(), wide(meanSpeedS))
	grades, altitudes := r.grades(), r.AltitudeM
	watts := make([]float64, len(r.TimeS))
	for i := range watts {
		watts[i] = math.NaN()
		switch {
		case math.IsNaN(mps[i]) || !r.runs(i):
		case mps[i] < stands:
			watts[i] = 0
		case !math.IsNaN(grades[i]) && grades[i] >= steepDown:
			watts[i] = who.watts(mps[i], grades[i], r.faster(mps, i, wide(meanSpeedS)), altitudes[i])
		}
	}
	out := r.within(watts, wide(meanPowerS))
	for i, w := range out {
		if out[i] = math.Max(0, w); math.IsNaN(watts[i]) || w > mostEstimatedW {
			out[i] = math.NaN()
		}
	}
	return out
}

// watts is the printed formula.
func (c Cyclist) watts(v, gr, a, altitude float64) float64 {
	kelvin := c.TempC + 273.15
	rho := 101325 * math.Pow(1-0.0065*altitude/288.15, 5.25588) / 287.05 / kelvin
	at := v * v * v * rho / 2 * (c.DragM2 + 0.0044)
	rr := v * math.Cos(math.Atan(gr)) * c.Rolling * c.Kg * 9.81
	wb := v * (91 + 8.7*v) * 1e-3
	pe := v * c.Kg * 9.81 * math.Sin(math.Atan(gr))
	ke := (c.Kg + 0.14/(0.311*0.311)) * v * a
	return (at + rr + wb + pe + ke) / 0.97698
}

// within is the mean of the known values within some seconds of each row that
// has one.
func (r *Recording) within(x []float64, seconds float64) []float64 {
	out := make([]float64, len(x))
	for i := range x {
		out[i] = math.NaN()
		if math.IsNaN(x[i]) {
			continue
		}
		sum, n := 0.0, 0.0
		for j := range x {
			if math.Abs(r.TimeS[j]-r.TimeS[i]) <= seconds && !math.IsNaN(x[j]) {
				sum, n = sum+x[j], n+1
			}
		}
		out[i] = sum / n
	}
	return out
}

// faster is how much faster a ride gets in a second, over the rows within some
// seconds of one that no pause and no lost speed cuts off.
func (r *Recording) faster(mps []float64, i int, seconds float64) float64 {
	end := func(way int) int {
		at := i
		for n := i + way; n >= 0 && n < len(mps) && math.Abs(r.TimeS[n]-r.TimeS[i]) <= seconds; n += way {
			if math.IsNaN(mps[n]) || r.pausedBetween(r.TimeS[at], r.TimeS[n]) {
				break
			}
			at = n
		}
		return at
	}
	a, b := end(-1), end(1)
	if a == b || r.TimeS[a] == r.TimeS[b] {
		return 0
	}
	return (mps[b] - mps[a]) / (r.TimeS[b] - r.TimeS[a])
}
