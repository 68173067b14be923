package activity

import (
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/training"
)

func anyFacts() *rapid.Generator[Facts] {
	values := rapid.OneOf(rapid.String().AsAny(), rapid.Float64().AsAny(), rapid.Int().AsAny(), rapid.Bool().AsAny(),
		rapid.SliceOf(rapid.String()).AsAny(), rapid.Just[any](nil), rapid.Just[any](training.Day(20000)))
	return rapid.Custom(func(t *rapid.T) Facts { return rapid.MapOf(rapid.String(), values).Draw(t, "row") })
}

// TestNothingIsLongerThanItsBound: what is not marshalled because its bound is
// short is short.
func TestNothingIsLongerThanItsBound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOf(anyFacts()).Draw(t, "rows")
		for _, f := range rows {
			if n := size(f); f.bound() < n+1 {
				t.Fatalf("%v takes %d bytes, bound %d", f, n, f.bound())
			}
		}
		for _, most := range []int{0, 100, 1000} {
			if got := longer(rows, most); got != (size(rows) > most) && len(rows) > 0 {
				t.Fatalf("%v: longer than %d is %v", rows, most, got)
			}
		}
		d := &Detail{ID: "a", Name: rapid.String().Draw(t, "name"), Laps: rows, Notes: rows, Splits: rows, Recordings: rows}
		if len(rows) > 0 {
			d.Summary = rows[0]
		}
		if n := size(d); d.bound() < n {
			t.Fatalf("%d bytes, bound %d", n, d.bound())
		}
	})
}
