package oracle

import (
	"math"
	"testing"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/power"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// Mistakes that other tools made, each as a test that ours is not there.

func watts(pairs ...int) []int32 {
	var out []int32
	for i := 0; i+1 < len(pairs); i += 2 {
		for range pairs[i+1] {
			out = append(out, int32(pairs[i]))
		}
	}
	return out
}

// TestSweatpyXPowerTypo: a misspelt option left xPower without its smoothing,
// so that it was the fourth-power mean of the seconds themselves.
func TestSweatpyXPowerTypo(t *testing.T) {
	t.Parallel()
	var series []int32
	for range 60 {
		series = append(series, watts(0, 30, 400, 30)...)
	}
	sum := 0.0
	for _, w := range series {
		sum += math.Pow(float64(w), 4)
	}
	raw := math.Pow(sum/float64(len(series)), 0.25)
	if x, ok := power.XPower(series, power.AlphaGoldenCheetah); !ok || x > raw-50 {
		t.Errorf("xPower %.1f W, unsmoothed %.1f W", x, raw)
	}
}

// TestSweatpyMeanMaxFromTheFirstSecond: windows that begin at the first
// second were never tried, nor the whole ride.
func TestSweatpyMeanMaxFromTheFirstSecond(t *testing.T) {
	t.Parallel()
	e := curve.MeanMax(watts(900, 10, 100, 90))
	if got := e.Mean(10); got != 900 {
		t.Errorf("the best 10 s at the start are %v W", got)
	}
	if got := e.Mean(100); got != 180 {
		t.Errorf("the whole ride is %v W", got)
	}
}

// TestElevateNormalizedPowerBlocks: 30 s blocks side by side instead of a
// running mean miss efforts that lie across two of them.
func TestElevateNormalizedPowerBlocks(t *testing.T) {
	t.Parallel()
	var series []int32
	for range 20 {
		series = append(series, watts(100, 15, 400, 30, 100, 15)...)
	}
	np, _ := power.Normalized(series)
	sum, blocks := 0.0, 0.0
	for i := 0; i+30 <= len(series); i += 30 {
		sum, blocks = sum+math.Pow(naive.Mean(metricstest.Floats(series[i:i+30])), 4), blocks+1
	}
	if inBlocks := math.Pow(sum/blocks, 0.25); np.Watts < inBlocks+5 {
		t.Errorf("NP %.1f W, in blocks %.1f W", np.Watts, inBlocks)
	}
	want, _ := naive.NP(metricstest.Floats(series), nil)
	metricstest.Close(t, "NP", np.Watts, want, 1e-9)
}

// TestGoldenCheetahBackFill: durations that were not computed took the value
// of the next longer one, up to 4 W too low.
func TestGoldenCheetahBackFill(t *testing.T) {
	t.Parallel()
	series := append(watts(100, 2000), watts(300, 1203)...)
	series = append(series, watts(100, 2000)...)
	e, want := curve.MeanMax(series), naive.MeanMax(metricstest.Floats(series))
	for d := 1190; d <= 1240; d++ {
		metricstest.Close(t, "mean-max", e.Mean(d), want[d-1], 1e-9)
	}
	if e.Mean(1203) != 300 || e.Mean(1204) >= 300 {
		t.Errorf("1203 s hold %v W, 1204 s %v W", e.Mean(1203), e.Mean(1204))
	}
}

// TestGoldenCheetahTRIMPForWomen: 0.64 of the men's constants beside the
// women's 1.67 reads a quarter low.
func TestGoldenCheetahTRIMPForWomen(t *testing.T) {
	t.Parallel()
	b, ok := heart.BanisterFor(training.Female)
	if !ok || b.A != 0.86 || b.B != 1.67 {
		t.Errorf("women's constants are %+v", b)
	}
}
