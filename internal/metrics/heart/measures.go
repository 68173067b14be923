package heart

import (
	"math"

	"lapkeep/internal/i18n"
)

// MeasuresVersion is the version of the rules in this file.
const MeasuresVersion = 1

// Measures are the usual ones in the domain of time (Task Force 1996).
type Measures struct {
	Beats     int
	Artefacts int     // of them, replaced before measuring
	AVNN      float64 // mean interval, ms
	SDNN      float64 // standard deviation over n−1, ms
	RMSSD     float64 // root of the mean squared difference of neighbours, ms
	PNN50     float64 // differences over 50 ms, in percent of the n−1
	SDSD      float64 // standard deviation of the differences over their number less one, ms
}

// minBeats is how many intervals it takes to say anything.
const minBeats = 10

// HRVOf measures intervals after [Correct], or says why it cannot.
func HRVOf(rr []uint16) (Measures, i18n.Sentence) {
	if len(rr) < minBeats {
		return Measures{}, "no heartbeat intervals were recorded"
	}
	b := Correct(rr)
	if share := b.ArtefactShare(); share > MaxArtefacts {
		return Measures{}, i18n.Sentencef("%.0f %% of the heartbeat intervals are artefacts", share*100)
	}
	return measure(b), ""
}

func measure(b Beats) Measures {
	n := float64(len(b.MS))
	m := Measures{Beats: len(b.MS), Artefacts: b.Replaced, AVNN: hrvMean(b.MS)}
	var squares, diffs, total float64
	for i, v := range b.MS {
		squares += (v - m.AVNN) * (v - m.AVNN)
		if i == 0 {
			continue
		}
		d := v - b.MS[i-1]
		diffs += d * d
		total += d
	}
	m.SDNN = math.Sqrt(squares / (n - 1))
	m.RMSSD = math.Sqrt(diffs / (n - 1))
	share, _ := PNN(b.MS, limitMS)
	m.PNN50 = share * 100
	m.SDSD = math.Sqrt(max(0, diffs-total*total/(n-1)) / (n - 2))
	return m
}

// limitMS is the difference that pNN50 counts from.
const limitMS = 50

// PNN is the share, 0 to 1, of neighbours that differ by more than limit ms;
// false for fewer than two intervals.
func PNN(ms []float64, limit float64) (float64, bool) {
	if len(ms) < 2 {
		return 0, false
	}
	over := 0.0
	for i := 1; i < len(ms); i++ {
		if math.Abs(ms[i]-ms[i-1]) > limit {
			over++
		}
	}
	return over / float64(len(ms)-1), true
}

func hrvMean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}
