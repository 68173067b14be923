package power

import (
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// VariantsVersion is the version of the rules of [Of].
const VariantsVersion = 2

// Variant names a way of computing normalized power.
type Variant string

// The variants: the canonical rule and what devices compute.
const (
	Canonical Variant = "canonical"
	Garmin    Variant = "garmin"
	Wahoo     Variant = "wahoo"
)

// Variants lists them in the order in which they are shown.
func Variants() []Variant { return []Variant{Canonical, Garmin, Wahoo} }

// Of computes a variant for a whole recording; false if it has no value.
//
// Canonical: valid samples while the timer runs, full windows, carried over
// pauses. Garmin: the same, without zeros where the device drops them. Wahoo:
// missing power is 0 and the window restarts at each pause.
func Of(v *stream.View, variant Variant) (NP, bool) {
	if !v.Has(training.Power) {
		return NP{}, false
	}
	switch variant {
	case Canonical:
		return Normalized(v.Power().Watts)
	case Garmin:
		return garmin(v)
	case Wahoo:
		return wahoo(v.PowerPieces())
	default:
		return NP{}, false
	}
}

func garmin(v *stream.View) (NP, bool) {
	watts := v.Power().Watts
	if !DropsZeros(v) {
		return Normalized(watts)
	}
	kept := make([]int32, 0, len(watts))
	for _, w := range watts {
		if w != 0 {
			kept = append(kept, w)
		}
	}
	return Normalized(kept)
}

func wahoo(pieces [][]int32) (NP, bool) {
	var sum quartics
	for _, piece := range pieces {
		sum.add(means(piece))
	}
	return sum.mean()
}

// means are the means in W of all full windows of a series.
func means(watts []int32) []float64 {
	var out []float64
	r := NewRunning(watts)
	for i := WindowS - 1; i < len(r.sums); i++ {
		out = append(out, float64(r.sums[i])/WindowS)
	}
	return out
}

// quartics sums fourth powers.
type quartics struct {
	sum float64
	n   int
}

func (q *quartics) add(means []float64) {
	for _, m := range means {
		q.sum += m * m * m * m
	}
	q.n += len(means)
}

func (q *quartics) mean() (NP, bool) {
	if q.n == 0 {
		return NP{}, false
	}
	return NP{Watts: root4(q.sum / float64(q.n)), Windows: q.n}, true
}

// dropsZerosShare is how near a device's average has to be to the mean of
// non-zero samples, as a share of its distance from the mean of all.
const dropsZerosShare = 0.25

// DropsZeros detects a device that leaves coasting out of its averages and
// out of its normalized power: an Edge 800 or its contemporaries with non-zero
// averaging. Its own values cannot be compared with the canonical ones. Later
// devices with the same setting keep the zeros in normalized power.
func DropsZeros(v *stream.View) bool {
	avg, ok := v.Recording.DeviceValues[training.MetricAvgPowerW]
	if !ok || !dropsInNP(v.Recording.Device.Product) {
		return false
	}
	watts := v.Power().Watts
	var sum, nonZero float64
	for _, w := range watts {
		if sum += float64(w); w != 0 {
			nonZero++
		}
	}
	if nonZero == 0 || nonZero == float64(len(watts)) {
		return false
	}
	all, without := sum/float64(len(watts)), sum/nonZero
	return without-all > 1 && without-avg < dropsZerosShare*(without-all)+0.5
}

// dropsInNP lists the products whose normalized power follows the setting.
func dropsInNP(product string) bool {
	switch product {
	case "edge800", "edge_800", "Edge 800":
		return true
	default:
		return false
	}
}
