package heart

import "math"

// CorrectVersion is the version of the rule of [Correct].
const CorrectVersion = 1

const (
	// artefactShare is how far an interval may differ from the mean of its
	// neighbours, in proportion to it.
	artefactShare = 0.25
	// neighbours is how many on either side make that mean.
	neighbours = 5
	// MaxArtefacts is the share of intervals above which a stretch says
	// nothing: more of it is made up than measured.
	MaxArtefacts = 0.05
)

// Beats are intervals whose artefacts are replaced, and which those were.
type Beats struct {
	MS       []float64
	Artefact []bool
	Replaced int
}

// ArtefactShare is the replaced share of the intervals, 0 to 1.
func (b Beats) ArtefactShare() float64 {
	if len(b.MS) == 0 {
		return 0
	}
	return float64(b.Replaced) / float64(len(b.MS))
}

// Correct finds the intervals that differ by more than a quarter from the
// mean of the five on either side (missed, extra and early beats) and puts
// the straight line between the nearest good ones in their place; at the
// ends the nearest good one.
func Correct(rr []uint16) Beats {
	b := Beats{MS: make([]float64, len(rr)), Artefact: make([]bool, len(rr))}
	sum := 0
	for i := range min(neighbours, len(rr)) {
		sum += int(rr[i])
	}
	for i, ms := range rr {
		if i+neighbours < len(rr) {
			sum += int(rr[i+neighbours])
		}
		if i > neighbours {
			sum -= int(rr[i-neighbours-1])
		}
		around := min(i+neighbours, len(rr)-1) - max(i-neighbours, 0)
		b.MS[i] = float64(ms)
		if around == 0 {
			continue
		}
		m := float64(sum-int(ms)) / float64(around)
		if math.Abs(float64(ms)-m) > artefactShare*m {
			b.Artefact[i] = true
			b.Replaced++
		}
	}
	b.bridge()
	return b
}

// bridge replaces the artefacts.
func (b *Beats) bridge() {
	last := -1 // the good interval before
	for i := 0; i < len(b.MS); i++ {
		if !b.Artefact[i] {
			last = i
			continue
		}
		next := i
		for next < len(b.MS) && b.Artefact[next] {
			next++
		}
		for k := i; k < next; k++ {
			switch {
			case last >= 0 && next < len(b.MS):
				b.MS[k] = b.MS[last] + (b.MS[next]-b.MS[last])*float64(k-last)/float64(next-last)
			case last >= 0:
				b.MS[k] = b.MS[last]
			case next < len(b.MS):
				b.MS[k] = b.MS[next]
			}
		}
		i = next - 1
	}
}
