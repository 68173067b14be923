package training

import (
	"slices"
	"testing"
)

// TestBoundsThatRise: zones that do not are not sent.
func TestBoundsThatRise(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		bounds []float64
		ok     bool
	}{
		{[]float64{100, 150, 200}, true},
		{[]float64{1}, true},
		{[]float64{0, 1}, false},
		{[]float64{100, 100}, false},
		{[]float64{100, 150, 120}, false},
		{[]float64{100, -1}, false},
	} {
		if got := rising(c.bounds); (got != nil) != c.ok || c.ok && !slices.Equal(got, c.bounds) {
			t.Errorf("%v: %v", c.bounds, got)
		}
	}
}
