package derive_test

import (
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/training"
)

func TestFatiguedRoundTripIsExact(t *testing.T) {
	t.Parallel()
	c := derive.CurvesOn(grid)
	rapid.Check(t, func(t *rapid.T) {
		var want [][]curve.Point
		for range rapid.IntRange(0, len(curve.FatigueLevelsKJ())).Draw(t, "levels") {
			want = append(want, curves().Draw(t, "curve"))
		}
		b := c.EncodeFatigued(want)
		each := make([][]float64, len(want))
		if err := c.EachFatigued(b, func(level, i int, v float64) {
			if c.Grid()[i] != want[level][len(each[level])].DurationS {
				t.Fatalf("level %d: %d s", level, c.Grid()[i])
			}
			each[level] = append(each[level], v)
		}); err != nil {
			t.Fatal(err)
		}
		for k, points := range want {
			if len(each[k]) != len(points) {
				t.Fatalf("level %d: %v of %v", k, each[k], points)
			}
			for i, p := range points {
				if each[k][i] != p.Value {
					t.Fatalf("level %d: %v of %v", k, each[k], points)
				}
			}
		}
	})
}

func TestMoreLevelsThanThereAreIsCorrupt(t *testing.T) {
	t.Parallel()
	c := derive.CurvesOn(grid)
	b := c.EncodeFatigued(make([][]curve.Point, len(curve.FatigueLevelsKJ())+1))
	if err := c.EachFatigued(b, func(int, int, float64) {}); training.KindOf(err) != training.KindCorrupt {
		t.Error(err)
	}
}
