package activity_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/training"
)

func anyRow() *rapid.Generator[activity.FactsRow] {
	numbers := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-1e-6, 1e-6), rapid.Float64Range(1e20, 1e22), rapid.Just(math.Copysign(0, -1)),
		rapid.Map(rapid.IntRange(-1e12, 1e12), func(n int) float64 { return float64(n) / 1000 }))
	values := rapid.OneOf(rapid.String().AsAny(), numbers.AsAny(), rapid.Int().AsAny(), rapid.Bool().AsAny(),
		rapid.SliceOf(rapid.String()).AsAny(), rapid.Just[any](nil), rapid.Just[any](training.Day(20000)),
		rapid.SampledFrom([]any{"<b>&\u2028\"\\\x00\x7f\xff", activity.FactsRow(nil), activity.FactsRow{"b": 1, "a": "<"},
			[]activity.FactsRow{{"x": 1.5}, {}, nil}}))
	return rapid.Custom(func(t *rapid.T) activity.FactsRow {
		return rapid.MapOf(rapid.OneOf(rapid.String(), rapid.StringMatching("[a-z_<&]{1,9}")), values).Draw(t, "row")
	})
}

// TestNothingIsLongerThanItsBound: what is not marshalled because its bound is
// short is short.
func TestNothingIsLongerThanItsBound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOf(anyRow()).Draw(t, "rows")
		for _, r := range rows {
			if n := activity.Size(r); r.Bound() < n+1 {
				t.Fatalf("%v takes %d bytes, bound %d", r, n, r.Bound())
			}
		}
		for _, most := range []int{0, 100, 1000} {
			if got := activity.Longer(rows, most); got != (len(rows) > 0 && activity.Size(rows) > most) {
				t.Fatalf("%v: longer than %d is %v", rows, most, got)
			}
		}
	})
}

func TestNothingIsPutForNothing(t *testing.T) {
	t.Parallel()
	r := activity.FactsRow{}
	for _, v := range []any{"", false, []string{}, []string(nil)} {
		r.Put("none", v)
	}
	r.Put("zero", 0.0)
	r.Put("tags", []string{"race"})
	if d := cmp.Diff(activity.FactsRow{"zero": 0.0, "tags": []string{"race"}}, r); d != "" {
		t.Error(d)
	}
}
