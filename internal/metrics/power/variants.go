package power

import (
	"math"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
)

// VariantsVersion is the version of the rules in [Of].
const VariantsVersion = 2

// Variant is a way of computing normalized power.
type Variant string

// These are the variants: the canonical rule, and the rules that devices use.
const (
	Canonical Variant = "canonical"
	Garmin    Variant = "garmin"
	Wahoo     Variant = "wahoo"
)

// Variants returns the variants in display order.
func Variants() []Variant { return []Variant{Canonical, Garmin, Wahoo} }

// Of computes a variant for a whole recording. It returns false if there is no value.
//
// Canonical uses valid samples while the timer runs, and full windows that continue
// across pauses. Garmin does the same, without zeros if the device drops them. In Wahoo,
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

// means returns the means in W of all full windows of a series.
func means(watts []int32) []float64 {
	var out []float64
	r := NewRunning(watts)
	for i := WindowS - 1; i < len(r.sums); i++ {
		out = append(out, float64(r.sums[i])/WindowS)
	}
	return out
}

// quartics sums fourth powers and counts them.
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

// dropsZerosShare is the maximum difference between a device's average and the mean of the
// non-zero samples, as a fraction of the difference between the means with and without zeros.
const dropsZerosShare = 0.25

// DropsZeros reports whether a device leaves coasting out of its averages and its normalized
// power: as an Edge 800 or another device of that generation does with non-zero averaging.
// Its own values cannot be compared with the canonical ones. Later devices with the same
// setting keep the zeros in normalized power.
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

// dropsInNP reports whether non-zero averaging also affects a product's normalized power.
func dropsInNP(product string) bool {
	switch product {
	case "edge800", "edge_800", "Edge 800":
		return true
	default:
		return false
	}
}

// NormalizedVersion is the version of the rule in [Normalized].
const NormalizedVersion = 2

// WindowS is the length in s of the running mean of normalized power.
const WindowS = 30

// NP is a fourth-power mean of running means.
type NP struct {
	Watts   float64 // not rounded
	Windows int     // number of windows; TSS is computed over them
}

// Normalized returns the canonical normalized power of one-second samples in W: the
// fourth root of the mean fourth power of all full 30 s windows (Coggan 2003). Samples
// below 0 count as 0. It returns false if there are fewer than 30 samples.
func Normalized(samples []int32) (NP, bool) {
	windows := len(samples) - WindowS + 1
	if windows < 1 {
		return NP{}, false
	}
	window, fourths := int64(0), 0.0 // integer sums have no rounding errors
	for _, w := range samples[:WindowS-1] {
		window += int64(max(w, 0))
	}
	for i, w := range samples[WindowS-1:] {
		window += int64(max(w, 0))
		square := float64(window) * float64(window)
		fourths += square * square
		window -= int64(max(samples[i], 0))
	}
	return fourthRoot(fourths, windows), true
}

// fourthRoot converts the sum of the fourth powers of window sums to W.
func fourthRoot(fourths float64, windows int) NP {
	return NP{Watts: root4(fourths/float64(windows)) / WindowS, Windows: windows}
}

// Running holds the windows of normalized power over a session, so that normalized
// power of a lap or a half can be computed with the windows that reach into it.
type Running struct {
	sums []int64 // sums[i] belongs to the window that ends at sample i
}

// NewRunning sums up the windows of one-second samples in W.
func NewRunning(samples []int32) *Running {
	r := &Running{sums: make([]int64, len(samples))}
	sum := int64(0)
	for i, w := range samples {
		sum += int64(w)
		if i >= WindowS {
			sum -= int64(samples[i-WindowS])
		}
		r.sums[i] = sum
	}
	return r
}

// Between returns normalized power over the full windows that end at the samples
// [from, to), including samples before from. It returns false if there are none.
func (r *Running) Between(from, to int) (NP, bool) {
	from = max(from, WindowS-1)
	to = min(to, len(r.sums))
	if from >= to {
		return NP{}, false
	}
	fourths := 0.0
	for _, s := range r.sums[from:to] {
		square := float64(s) * float64(s)
		fourths += square * square
	}
	return fourthRoot(fourths, to-from), true
}

// XPowerVersion is the version of the rule in [XPower].
const XPowerVersion = 1

// These are the two usual weights for a 25 s average at one sample per second.
const (
	AlphaGoldenCheetah = 1.0 / 26             // dt/(25 s + dt)
	AlphaExponential   = 0.039210560847676823 // 1 − e^(−1/25)
)

// XPower returns the fourth-power mean in W of an exponential average with the weight
// alpha, which starts at 0 (Skiba 2006). It returns false if there are no samples.
func XPower(samples []int32, alpha float64) (float64, bool) {
	if len(samples) == 0 {
		return 0, false
	}
	e, sum := 0.0, 0.0
	for _, w := range samples {
		e += alpha * (float64(w) - e)
		q := e * e
		sum += q * q
	}
	return root4(sum / float64(len(samples))), true
}

func root4(x float64) float64 { return math.Sqrt(math.Sqrt(x)) }

// SourceVersion is the version of the rule in [SourceOf].
const SourceVersion = 1

// These are the sources of power on foot. The source of a device's own power is the name
// of its manufacturer.
const (
	SourceStryd     = "stryd"
	SourceGarminApp = "garmin_app" // Garmin's running power app
	SourceApp       = "app"        // another app's field
	SourceNative    = "native"     // a device whose manufacturer is not in the file
)

// adopted is the start of the warning that power was taken from an app's field.
const adopted = `Power comes from the developer field "`

// SourceOf returns the name of the source that estimated the power of a recording
// on foot. Manufacturers use different models for power on foot, which differ by
// tens of watts, so values from two sources must never be combined in one curve. A Stryd
// that is paired as a plain power sensor gets the name of the watch's manufacturer, since
// the file does not distinguish them.
func SourceOf(r *training.Recording) string {
	maker := strings.ToLower(strings.TrimSpace(r.Device.Manufacturer))
	for _, w := range r.Warnings {
		rest, ok := strings.CutPrefix(i18n.Sentence(w).String(), adopted)
		if !ok || maker == SourceStryd {
			continue
		}
		field, _, _ := strings.Cut(strings.ToLower(rest), `"`)
		return sourceOfField(field, r.Sport)
	}
	if maker == "" || maker == "development" {
		return SourceNative
	}
	return maker
}

// MeterOf returns the name of the power meter of a recording, with the serial
// number that distinguishes it from others of the same product. It returns ""
// if the file has no serial number.
func MeterOf(r *training.Recording) string {
	m := r.PowerMeter
	if m.Serial == "" {
		return ""
	}
	return strings.Join(strings.Fields(m.Manufacturer+" "+m.Product), " ") + " #" + m.Serial
}

// sourceOfField returns the source of a field that a common app writes. Stryd's field is
// called Power.
func sourceOfField(field string, sport training.Sport) string {
	onFoot := sport.OnFoot()
	switch {
	case strings.Contains(field, SourceStryd), field == "power" && onFoot:
		return SourceStryd
	case field == "rp_power", field == "running power":
		return SourceGarminApp
	}
	return SourceApp
}
