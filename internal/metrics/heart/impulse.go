package heart

import (
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// ImpulseVersion is the version of the rules in this file.
const ImpulseVersion = 1

// The training impulses besides Banister's, by the ids that results use.
const (
	TRIMPEdwards    = "trimp_edwards"
	TRIMPLucia      = "trimp_lucia"
	TRIMPZonal      = "trimp_zonal"
	TRIMPIndividual = "trimp_individual"
)

// Edwards is Edwards' TRIMP (1993): minutes in 50–60, 60–70, … 90–100 % of
// the maximum heart rate, weighted 1 to 5. Below half it weighs nothing, and
// what lies above the maximum counts as the highest zone.
func Edwards(h zones.Histogram, maxBpm float64) (float64, i18n.Sentence) {
	if maxBpm <= 0 {
		return 0, "no maximum heart rate is set"
	}
	return weighed(h, shares(maxBpm, 50, 60, 70, 80, 90), 0, 1, 2, 3, 4, 5)
}

// Lucia is Lucía's TRIMP (2003): minutes below the first ventilatory
// threshold, up to the second, and above it, weighted 1 to 3.
func Lucia(h zones.Histogram, vt1Bpm, vt2Bpm float64) (float64, i18n.Sentence) {
	switch {
	case vt1Bpm <= 0 || vt2Bpm <= 0:
		return 0, "no heart rates at the two thresholds are set"
	case vt2Bpm <= vt1Bpm:
		return 0, "the second threshold is not above the first"
	}
	return weighed(h, []float64{vt1Bpm, vt2Bpm}, 1, 2, 3)
}

// firstOfSecond is where the first threshold lies in percent of the second
// where only that is known: Friel's zones call what is below it endurance.
const firstOfSecond = 90

// Ventilatory is the heart rates at the two ventilatory thresholds: the
// athlete's own bounds of three zones, else LTHR and 90 % of it. It is false
// where neither is set.
func Ventilatory(t training.Thresholds) (vt1Bpm, vt2Bpm float64, ok bool) {
	if len(t.HRZones) == 2 {
		return t.HRZones[0], t.HRZones[1], true
	}
	return math.Ceil(firstOfSecond * t.LTHRBpm / 100), t.LTHRBpm, t.LTHRBpm > 0
}

// Zonal is GoldenCheetah's TRIMP by zones: minutes in Coggan's five heart
// rate zones (68, 83, 94 and 105 % of LTHR), weighted 0.9, 1.1, 1.2, 2 and 5.
func Zonal(h zones.Histogram, lthrBpm float64) (float64, i18n.Sentence) {
	if lthrBpm <= 0 {
		return 0, "no threshold heart rate is set"
	}
	return weighed(h, shares(lthrBpm, 68, 83, 94, 105), 0.9, 1.1, 1.2, 2, 5)
}

func shares(of float64, percents ...float64) []float64 {
	for i, p := range percents {
		percents[i] = p * of / 100
	}
	return percents
}

func weighed(h zones.Histogram, lower []float64, weights ...float64) (float64, i18n.Sentence) {
	if h.TotalS() == 0 {
		return 0, training.NoHeartRate
	}
	sum := 0.0
	for i, s := range zones.Custom(training.ZonesHR, lower).TimeIn(h) {
		sum += s / 60 * weights[i]
	}
	return sum, ""
}
