package primitive_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/derive/primitive"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/training"
)

func TestFatiguedRoundTripIsExact(t *testing.T) {
	t.Parallel()
	c := primitive.CurvesOn(grid)
	rapid.Check(t, func(t *rapid.T) {
		var want [][]curve.Point
		for range rapid.IntRange(0, len(curve.FatigueLevelsKJ())).Draw(t, "levels") {
			want = append(want, curves().Draw(t, "curve"))
		}
		b := c.EncodeFatigued(want)
		got, err := c.DecodeFatigued(b)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatalf("%v %s", err, diff)
		}
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
	c := primitive.CurvesOn(grid)
	b := c.EncodeFatigued(make([][]curve.Point, len(curve.FatigueLevelsKJ())+1))
	if _, err := c.DecodeFatigued(b); training.KindOf(err) != training.KindCorrupt {
		t.Error(err)
	}
}
