package activity

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// TestARowStaysAsItIs checks that rows are not modified, since a store may
// share their values between readers.
func TestARowStaysAsItIs(t *testing.T) {
	t.Parallel()
	row := &store.ActivityRow{}
	row.Sport, row.PerceivedExertion = training.Cycling, 5
	row.Summary.Values = training.Values{training.MetricDurationS: 3600, training.MetricTSS: 80, training.MetricIntensityFactor: 0.9}
	before := maps.Clone(row.Summary.Values)
	listRow(row, fitness.NewLoads(&training.Athlete{}, nil), nil)
	if !maps.Equal(before, row.Summary.Values) {
		t.Errorf("%v became %v", before, row.Summary.Values)
	}
}

// TestPaceBinsStayFew checks that the bins of a swim, which covers a quarter of
// an hour per kilometre, grow wider without losing a second.
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

// TestNoAnswerIsLongerThanItsBound checks the bound of an answer, since answers
// with a short bound are not marshalled.
func TestNoAnswerIsLongerThanItsBound(t *testing.T) {
	t.Parallel()
	row := Facts{"<name>": strings.Repeat("<", 20), "tags": []string{"&"}, "distance_km": 1.5e-300, "race": true}
	for n := range 40 {
		d := &Detail{ID: "a", Name: fmt.Sprint("\u2028", n), Device: training.Values{}}
		for i := range n {
			d.Laps = append(d.Laps, row)
			d.Device[listMetrics[i%len(listMetrics)]] = -1.2345678901234567e-300
			if i%3 == 0 {
				d.Thresholds = row
				d.Summary, d.Notes, d.Recordings = row, d.Laps, d.Laps
			}
		}
		if is := answers.Size(d); d.bound() < is {
			t.Fatalf("%d bytes, bound %d", is, d.bound())
		}
	}
}
