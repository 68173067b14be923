package activity

import (
	"testing"

	"lapkeep/internal/metrics/zones"
)

// TestPaceBinsStayFew: a swim spreads over a quarter of an hour a kilometre;
// its bins grow wider, and no second is lost.
func TestPaceBinsStayFew(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		first, n int // mm/s
		width    float64
	}{{3000, 500, 10}, {300, 1000, 50}} {
		h := zones.Histogram{Width: 1, First: int32(c.first), Seconds: make([]uint32, c.n)}
		for i := range h.Seconds {
			h.Seconds[i] = 2
		}
		got := paceBins(h)
		sum := 0.0
		for _, s := range got.Seconds {
			sum += s
		}
		if len(got.Seconds) > maxPaceBins || got.Width != c.width || sum != float64(2*c.n) {
			t.Errorf("%+v: %d bins of %v s from %v with %v s", c, len(got.Seconds), got.Width, got.From, sum)
		}
	}
}
