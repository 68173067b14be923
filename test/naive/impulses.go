package naive

import "math"

// Session is an activity with its heart rate, second by second.
type Session struct {
	Sport string
	HR    []float64 // NaN where there is none
}

// Impulse is what a report on training impulses says of one session. What is
// not known is NaN, and the class empty.
type Impulse struct {
	TRIMP, PerMin, Deviation float64
	Class                    string
}

// Impulses reports on sessions. One whose heart rate covers less than half of
// its time has none.
func (b Banister) Impulses(all []Session, rest, maximum float64) []Impulse {
	out := make([]Impulse, len(all))
	bySport := map[string][]float64{}
	for i, s := range all {
		out[i] = Impulse{TRIMP: math.NaN(), PerMin: math.NaN(), Deviation: math.NaN()}
		seconds := float64(len(valid(s.HR)))
		if seconds == 0 || seconds < float64(len(s.HR))/2 {
			continue
		}
		x := b.PerSample(s.HR, nil, rest, maximum)
		if x < 0.05 { // nothing, in an answer with one decimal
			continue
		}
		out[i].TRIMP, out[i].PerMin, out[i].Class = x, x*60/seconds, "easy"
		if out[i].PerMin > 1.5 {
			out[i].Class = "moderate"
		}
		if out[i].PerMin > 2.2 {
			out[i].Class = "hard"
		}
		bySport[s.Sport] = append(bySport[s.Sport], x)
	}
	for i, s := range all {
		if m, sd := Mean(bySport[s.Sport]), SampleDeviation(bySport[s.Sport]); sd > 0 {
			out[i].Deviation = (out[i].TRIMP - m) / sd
		}
	}
	return out
}

// SampleDeviation is the standard deviation over n − 1; NaN for less than two values.
func SampleDeviation(values []float64) float64 {
	if len(values) < 2 {
		return math.NaN()
	}
	m, squares := Mean(values), 0.0
	for _, v := range values {
		squares += (v - m) * (v - m)
	}
	return math.Sqrt(squares / float64(len(values)-1))
}
