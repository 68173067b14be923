package curve

import (
	"math"

	"lapkeep/internal/metrics/stream"
)

// OmniVersion is the version of the rule in [FitOmni].
const OmniVersion = 1

// OmniFromS is the time in s after which the model lowers power.
const OmniFromS = 1800

// Omni is the OmniDomain model (Puchowicz 2020): P = W′/t·(1 −
// e^(−t·(Pmax − CP)/W′)) + CP, minus A·ln(t/1800) beyond half an hour.
type Omni struct{ CPW, WPrimeJ, PMaxW, AW float64 }

// Power returns the power in W that the model predicts for a duration in s.
func (o Omni) Power(seconds float64) float64 {
	p := -o.WPrimeJ/seconds*math.Expm1(-seconds*(o.PMaxW-o.CPW)/o.WPrimeJ) + o.CPW
	if seconds > OmniFromS {
		p -= o.AW * math.Log(seconds/OmniFromS)
	}
	return p
}

// These are the weights of a best above the model and of one below it. Bests are often
// less than maximal, but never more.
const (
	aboveWeight = 0.9
	belowWeight = 0.1
)

// FitOmni fits by least squares of watts. Each effort is weighted by its share of the
// logarithmic time axis, and an effort above the model has nine times the weight of one
// below. It needs at least five efforts, including some under 10 s, some of 2 to 20
// minutes and some over 40 minutes. It returns false if these are missing, or if there is
// no humanly possible solution.
func FitOmni(efforts []PowerModelEffort) (Omni, bool) {
	efforts = usable(efforts)
	start, ok := omniStart(efforts)
	if !ok {
		return Omni{}, false
	}
	weights := logTime(efforts)
	residuals := func(p []float64) []float64 {
		model := omniOf(p)
		out := make([]float64, len(efforts))
		for i, e := range efforts {
			r, w := e.PowerW-model.Power(e.DurationS), weights[i]*belowWeight
			if r > 0 {
				w = weights[i] * aboveWeight
			}
			out[i] = r * math.Sqrt(w)
		}
		return out
	}
	o := omniOf(descend(residuals, start))
	return o, o.possible()
}

// omniOf returns the model for the values of a search. Its parameters cannot become negative.
func omniOf(p []float64) Omni {
	cp := math.Exp(p[0])
	return Omni{CPW: cp, WPrimeJ: math.Exp(p[1]), PMaxW: cp + math.Exp(p[2]), AW: p[3] * p[3]}
}

// These are the limits of the parameters. If a parameter is outside them, the efforts do
// not determine all parts of the model.
const (
	leastWPrimeJ = 1000
	mostWPrimeJ  = 80_000
)

func (o Omni) possible() bool {
	return o.CPW > 0 && o.PMaxW < mostPMaxW && o.WPrimeJ > leastWPrimeJ && o.WPrimeJ < mostWPrimeJ && o.AW < o.CPW
}

// omniStart returns the starting point of the search: critical power from the
// middle efforts, Pmax from the shortest one. It returns false if the efforts
// do not span the durations of the model.
func omniStart(efforts []PowerModelEffort) ([]float64, bool) {
	const least, sprintS, longS = 5, 10, 2400
	if len(efforts) < least || efforts[0].DurationS >= sprintS || efforts[len(efforts)-1].DurationS <= longS {
		return nil, false
	}
	var middle []PowerModelEffort
	for _, e := range efforts {
		if e.DurationS >= 120 && e.DurationS <= MortonMostS {
			middle = append(middle, e)
		}
	}
	c, ok := InverseTime.Fit(middle)
	sprint := efforts[0].PowerW - c.CPW
	if !ok || sprint <= 0 {
		return nil, false
	}
	return []float64{math.Log(c.CPW), math.Log(c.WPrimeJ), math.Log(sprint), math.Sqrt(c.CPW * 0.1)}, true
}

// logTime returns the share of the logarithmic time axis that each effort represents.
func logTime(efforts []PowerModelEffort) []float64 {
	n := len(efforts)
	out := make([]float64, n)
	for i := range out {
		from, to := efforts[max(i-1, 0)].DurationS, efforts[min(i+1, n-1)].DurationS
		out[i] = math.Log(to / from)
	}
	return out
}

// MortonVersion is the version of the rule in [FitMorton].
const MortonVersion = 2

// MortonMostS is the duration in s of the longest effort for which the
// three-parameter model was made.
const MortonMostS = 1200

// Morton is the three-parameter model (Morton 1996): t = W′/(P − CP) + W′/(CP − Pmax), so
// power at time zero is Pmax instead of infinite.
type Morton struct {
	CPW, WPrimeJ, PMaxW float64
}

// Power returns the power in W that the model predicts for a duration in s.
func (m Morton) Power(seconds float64) float64 {
	return m.WPrimeJ/(seconds+m.WPrimeJ/(m.PMaxW-m.CPW)) + m.CPW
}

// FitMorton fits the model by least squares of watts: for each W′/(Pmax − CP), CP and W′ are those
// of a line. It returns false if there are fewer than three different durations, or no solution
// with CP and W′ above zero.
func FitMorton(efforts []PowerModelEffort) (Morton, bool) {
	efforts = usable(efforts)
	if len(efforts) < 3 {
		return Morton{}, false
	}
	seconds, watts := columns(efforts)
	x := make([]float64, len(watts))
	line := func(k float64) (stream.Line, float64) {
		for i, t := range seconds {
			x[i] = 1 / (t + k)
		}
		l, ok := stream.Least(x, watts)
		if !ok {
			return l, inf
		}
		sum := 0.0
		for i := range x {
			e := watts[i] - l.Slope*x[i] - l.Intercept
			sum += e * e
		}
		return l, sum
	}
	k, ok := leastBelow(func(k float64) float64 { _, sum := line(k); return sum }, mostMortonS)
	if !ok {
		return Morton{}, false
	}
	l, _ := line(k)
	m := Morton{CPW: l.Intercept, WPrimeJ: l.Slope, PMaxW: l.Intercept + l.Slope/k}
	return m, m.CPW > 0 && m.WPrimeJ > 0 && m.PMaxW < mostPMaxW
}

// mostMortonS is the highest W′/(Pmax − CP) in s that is tried; in athletes it is 10 to 50 s.
const mostMortonS = 300

// mostPMaxW is the highest accepted Pmax. A higher value only shows that the curve does
// not bend at short efforts.
const mostPMaxW = 3000

// These constants limit the Levenberg-Marquardt search.
const (
	mostRounds = 400
	firstDamp  = 1e-3
	mostDamp   = 1e12
	leastGain  = 1e-15
)

// descend returns the parameters near start with the least sum of squared
// residuals.
func descend(residuals func(p []float64) []float64, start []float64) []float64 {
	p, damp := start, firstDamp
	r := residuals(p)
	loss := squares(r)
	for range mostRounds {
		normal, slope := normalOf(residuals, p, r)
		better := false
		for ; damp < mostDamp; damp *= 8 {
			next, ok := step(normal, slope, p, damp)
			if !ok {
				continue
			}
			rn := residuals(next)
			ln := squares(rn)
			if ln < loss { // also false if ln is NaN
				better = loss-ln > leastGain*loss
				p, r, loss = next, rn, ln
				damp = max(damp/16, 1e-12)
				break
			}
		}
		if !better {
			return p
		}
	}
	return p
}

func squares(r []float64) float64 {
	sum := 0.0
	for _, x := range r {
		sum += x * x
	}
	return sum
}

// normalOf returns JᵀJ and −Jᵀr, with slopes from central differences.
func normalOf(residuals func(p []float64) []float64, p, r []float64) ([][]float64, []float64) {
	n := len(p)
	jacobian := make([][]float64, n)
	for k := range n {
		h := 1e-6 * max(1, math.Abs(p[k]))
		up, down := append([]float64(nil), p...), append([]float64(nil), p...)
		up[k], down[k] = p[k]+h, p[k]-h
		a, b := residuals(up), residuals(down)
		jacobian[k] = make([]float64, len(r))
		for i := range r {
			jacobian[k][i] = (a[i] - b[i]) / (2 * h)
		}
	}
	normal, slope := make([][]float64, n), make([]float64, n)
	for k := range n {
		normal[k] = make([]float64, n)
		for l := range n {
			for i := range r {
				normal[k][l] += jacobian[k][i] * jacobian[l][i]
			}
		}
		for i := range r {
			slope[k] -= jacobian[k][i] * r[i]
		}
	}
	return normal, slope
}

// step solves (JᵀJ + damp·diag)·d = −Jᵀr and takes the step.
func step(normal [][]float64, slope, p []float64, damp float64) ([]float64, bool) {
	n := len(p)
	rows := make([][]float64, n)
	for k := range n {
		rows[k] = append(append([]float64(nil), normal[k]...), slope[k])
		rows[k][k] += damp * max(normal[k][k], 1e-12)
	}
	d, ok := solve(rows)
	if !ok {
		return nil, false
	}
	for k := range d {
		d[k] += p[k]
	}
	return d, true
}

// solve solves linear equations by Gaussian elimination on rows that end with
// their right-hand side. It returns false if they have no single solution.
func solve(rows [][]float64) ([]float64, bool) {
	n := len(rows)
	for c := range n {
		pivot := c
		for r := c + 1; r < n; r++ {
			if math.Abs(rows[r][c]) > math.Abs(rows[pivot][c]) {
				pivot = r
			}
		}
		rows[c], rows[pivot] = rows[pivot], rows[c]
		if !(math.Abs(rows[c][c]) > 0) {
			return nil, false
		}
		for r := c + 1; r < n; r++ {
			f := rows[r][c] / rows[c][c]
			for k := c; k <= n; k++ {
				rows[r][k] -= f * rows[c][k]
			}
		}
	}
	x := make([]float64, n)
	for c := n - 1; c >= 0; c-- {
		x[c] = rows[c][n]
		for k := c + 1; k < n; k++ {
			x[c] -= rows[c][k] * x[k]
		}
		x[c] /= rows[c][c]
	}
	return x, true
}

// These are the parameters of the search for a critical power. The search uses a grid that is fine
// enough for every useful minimum, and then repeatedly refines the two steps around the best value.
const (
	gridSteps  = 400
	gridRounds = 14
)

// leastBelow returns the x with the least f in (0, high). It returns false if f has no minimum
// inside that range, because f falls towards one of the ends or is not finite anywhere.
func leastBelow(f func(float64) float64, high float64) (float64, bool) {
	low, top, best := 0.0, high, math.NaN()
	steps := gridSteps
	for range gridRounds {
		step, found := (top-low)/float64(steps), math.Inf(1)
		if step <= 0 {
			break
		}
		for i := 1; i < steps; i++ {
			x := low + float64(i)*step
			if y := f(x); y < found {
				found, best = y, x
			}
		}
		if math.IsNaN(best) {
			return 0, false
		}
		low, top, steps = max(0, best-step), min(high, best+step), 16
	}
	return best, best > high*edge && best < high*(1-edge)
}

// edge is the maximum distance, as a fraction of the range, of a minimum from an end at
// which it counts as being at that end.
const edge = 1e-9

func least(xs []float64) float64 {
	low := math.Inf(1)
	for _, x := range xs {
		low = min(low, x)
	}
	return low
}

var inf = math.Inf(1)
