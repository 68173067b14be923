package planned

import (
	"math"

	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

// Gaps says what the seconds count of which nothing is planned.
type Gaps int

// What such seconds can count. Where nothing is planned of any second, nothing
// is known with all of them.
const (
	GapsUnknown Gaps = iota // one of them, and nothing of the whole is known
	GapsZero                // they count as 0
	GapsLeftOut             // they are not there: neither for means nor as hours
)

func (g Gaps) fill(values []float64) []float64 {
	var out []float64
	planned := 0
	for _, v := range values {
		switch {
		case !math.IsNaN(v):
			planned++
			out = append(out, v)
		case g == GapsZero:
			out = append(out, 0)
		case g == GapsUnknown:
			return nil
		}
	}
	if planned == 0 {
		return nil
	}
	return out
}

// Power is what a plan takes by its power.
type Power struct{ WorkKJ, NormalizedW, IntensityFactor, Load float64 }

// Power adds it up. Normalized power is the canonical one of activities: full
// windows of 30 s alone. The load is IF²·h·100 of all hours.
func (p Plan) Power(ftp float64, gaps Gaps) Power {
	watts := gaps.fill(p.Watts)
	if watts == nil {
		return Power{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	}
	out := Power{}
	for _, w := range watts {
		out.WorkKJ += w / 1000
	}
	fourth, windows := 0.0, 0.0
	for last := 29; last < len(watts); last++ {
		mean := 0.0
		for i := last - 29; i <= last; i++ {
			mean += watts[i] / 30
		}
		fourth, windows = fourth+math.Pow(mean, 4), windows+1
	}
	out.NormalizedW = math.Pow(fourth/windows, 0.25)
	out.IntensityFactor = out.NormalizedW / told(ftp)
	out.Load = out.IntensityFactor * out.IntensityFactor * float64(len(watts)) / 3600 * 100
	return out
}

// PaceLoad is 100 for an hour at the threshold speed, by a power of the share:
// the second on foot, the third in water.
func (p Plan) PaceLoad(thresholdMPS, exponent float64, gaps Gaps) float64 {
	sum := math.NaN()
	for i, v := range gaps.fill(p.MPS) {
		if i == 0 {
			sum = 0
		}
		sum += math.Pow(v/told(thresholdMPS), exponent) / 36
	}
	return sum
}

// HRSS is 100 for an hour at the threshold heart rate. Seconds at a heart rate
// of 0 weigh nothing.
func (p Plan) HRSS(b naive.Banister, t training.Thresholds, gaps Gaps) float64 {
	beats := gaps.fill(p.BPM)
	if beats == nil || t.RestHRBpm == 0 || t.MaxHRBpm == 0 || t.LTHRBpm == 0 {
		return math.NaN()
	}
	return naive.HRSS(b.PerSample(beats, nil, t.RestHRBpm, t.MaxHRBpm), b, t.RestHRBpm, t.MaxHRBpm, t.LTHRBpm)
}
