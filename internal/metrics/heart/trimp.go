package heart

import (
	"math"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

// TRIMPVersion is the version of the rules of [TRIMP] and [TRIMPFromAverage].
const TRIMPVersion = 1

// Banister are the constants of a TRIMP: minutes · x · A · e^(B·x), where x is
// the share of heart rate reserve (Banister; Morton, Fitz-Clarke and Banister
// 1990).
type Banister struct{ A, B float64 }

// BanisterFor is the constants for a sex; false if it is not known.
func BanisterFor(s training.Sex) (Banister, bool) {
	switch s {
	case training.Male:
		return Banister{A: 0.64, B: 1.92}, true
	case training.Female:
		return Banister{A: 0.86, B: 1.67}, true
	default:
		return Banister{}, false
	}
}

// of is the impulse of some minutes at a share of reserve.
func (b Banister) of(minutes, x float64) float64 {
	x = max(0, x)
	return minutes * x * b.A * math.Exp(b.B*x)
}

// reserve is resting heart rate and heart rate reserve with the constants.
type reserve struct {
	Banister
	rest, span float64
}

func reserveOf(t training.Thresholds, s training.Sex) (reserve, i18n.Sentence) {
	b, ok := BanisterFor(s)
	if !ok {
		return reserve{}, "the athlete's sex is not set"
	}
	return reserveBy(b, t)
}

func reserveBy(b Banister, t training.Thresholds) (reserve, i18n.Sentence) {
	switch {
	case t.RestHRBpm <= 0:
		return reserve{}, "no resting heart rate is set"
	case t.MaxHRBpm <= 0:
		return reserve{}, "no maximum heart rate is set"
	case t.MaxHRBpm <= t.RestHRBpm:
		return reserve{}, "the maximum heart rate is not above the resting one"
	}
	return reserve{Banister: b, rest: t.RestHRBpm, span: t.MaxHRBpm - t.RestHRBpm}, ""
}

// over sums the impulse over the seconds at each heart rate.
func (r reserve) over(h zones.Histogram) float64 {
	sum := 0.0
	for i, n := range h.Seconds {
		if n > 0 {
			bpm := float64(h.First+int32(i)) * float64(h.Width)
			sum += r.of(float64(n)/60, (bpm-r.rest)/r.span)
		}
	}
	return sum
}

// TRIMP is Banister's training impulse from the seconds at each heart rate
// (1 bpm bins), or the reason why it is not known. A rate below rest weighs
// nothing.
func TRIMP(h zones.Histogram, t training.Thresholds, s training.Sex) (float64, i18n.Sentence) {
	if h.TotalS() == 0 {
		return 0, training.NoHeartRate
	}
	r, missing := reserveOf(t, s)
	if missing != "" {
		return 0, missing
	}
	return r.over(h), ""
}

// TRIMPFromAverage is the same from one average heart rate over seconds. It
// is below the sum over samples wherever heart rate varied.
func TRIMPFromAverage(avgBpm, seconds float64, t training.Thresholds, s training.Sex) (float64, i18n.Sentence) {
	if avgBpm <= 0 || seconds <= 0 {
		return 0, training.NoHeartRate
	}
	r, missing := reserveOf(t, s)
	if missing != "" {
		return 0, missing
	}
	return r.of(seconds/60, (avgBpm-r.rest)/r.span), ""
}
