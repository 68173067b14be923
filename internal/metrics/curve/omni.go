package curve

import "math"

// OmniVersion is the version of the rule of [FitOmni].
const OmniVersion = 1

// OmniFromS is the time in s from which endurance lowers critical power.
const OmniFromS = 1800

// Omni is the OmniDomain model (Puchowicz 2020): P = W′/t·(1 −
// e^(−t·(Pmax − CP)/W′)) + CP, less A·ln(t/1800) beyond half an hour.
type Omni struct{ CPW, WPrimeJ, PMaxW, AW float64 }

// Power is the model's power in W for a time in s.
func (o Omni) Power(seconds float64) float64 {
	p := -o.WPrimeJ/seconds*math.Expm1(-seconds*(o.PMaxW-o.CPW)/o.WPrimeJ) + o.CPW
	if seconds > OmniFromS {
		p -= o.AW * math.Log(seconds/OmniFromS)
	}
	return p
}

// How much more a best above the model counts than one below it: bests are
// seldom maximal, and never more than that.
const (
	aboveWeight = 0.9
	belowWeight = 0.1
)

// FitOmni fits by least squares of watts, each effort weighing as much of the
// logarithm of time as it stands for, and one above the model nine times one
// below. It needs efforts of under 10 s, of 2 to 20 minutes and of over 40
// minutes, five or more in all; false without them or without a solution that
// a person can have.
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

// omniOf reads the parameters of the search, in which none can be negative.
func omniOf(p []float64) Omni {
	cp := math.Exp(p[0])
	return Omni{CPW: cp, WPrimeJ: math.Exp(p[1]), PMaxW: cp + math.Exp(p[2]), AW: p[3] * p[3]}
}

// The bounds outside which a solution says that the efforts do not show all
// of what the model is made of.
const (
	leastWPrimeJ = 1000
	mostWPrimeJ  = 80_000
)

func (o Omni) possible() bool {
	return o.CPW > 0 && o.PMaxW < mostPMaxW && o.WPrimeJ > leastWPrimeJ && o.WPrimeJ < mostWPrimeJ && o.AW < o.CPW
}

// omniStart is where the search begins: critical power of the middle efforts,
// Pmax of the shortest.
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

// logTime is the share of the logarithm of time that each effort stands for.
func logTime(efforts []PowerModelEffort) []float64 {
	n := len(efforts)
	out := make([]float64, n)
	for i := range out {
		from, to := efforts[max(i-1, 0)].DurationS, efforts[min(i+1, n-1)].DurationS
		out[i] = math.Log(to / from)
	}
	return out
}
