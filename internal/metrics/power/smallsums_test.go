package power_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/power"
)

// bySums is normalized power from sums without bound.
func bySums(watts []int32) float64 {
	total := new(big.Int)
	for end := power.WindowS; end <= len(watts); end++ {
		sum := int64(0)
		for _, w := range watts[end-power.WindowS : end] {
			sum += int64(min(max(w, 0), 1<<25-1))
		}
		total.Add(total, new(big.Int).Exp(big.NewInt(sum), big.NewInt(4), nil))
	}
	x, _ := new(big.Float).SetInt(total).Float64()
	return math.Sqrt(math.Sqrt(x/float64(len(watts)-power.WindowS+1))) / power.WindowS
}

// Small and large sums are added in different ways; both are exact, also
// where one second is what makes the difference.
func TestNormalizedIsExactForSmallAndLargeSums(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		top := rapid.SampledFrom([]int32{1, 300, 1092, 1093, 2184, 2185, 4095, 4096, 60_000, math.MaxInt32}).Draw(t, "top")
		watts := rapid.SliceOfN(rapid.Int32Range(0, top), power.WindowS, 150).Draw(t, "watts")
		if rapid.Bool().Draw(t, "high") {
			for i := range watts {
				watts[i] = top - watts[i]%10
			}
		}
		if rapid.IntRange(0, 4).Draw(t, "odd one") == 0 {
			at := rapid.IntRange(0, len(watts)-1).Draw(t, "at")
			watts[at] = rapid.SampledFrom([]int32{-1, -1000, 4095, 4096, 1 << 20, math.MaxInt32, math.MinInt32}).Draw(t, "odd")
		}
		np, ok := power.Normalized(watts)
		want := bySums(watts)
		if !ok || math.Abs(np.Watts-want) > 4e-16*want {
			t.Fatalf("%v, want %v", np.Watts, want)
		}
		if np.Windows != len(watts)-power.WindowS+1 {
			t.Fatalf("%d windows", np.Windows)
		}
	})
}
