package activity

import (
	"fmt"
	"strings"
	"testing"

	"lapkeep/internal/training"
)

// TestNoAnswerIsLongerThanItsBound: an answer that is not marshalled because
// its bound is short is short.
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
		if is := Size(d); d.bound() < is {
			t.Fatalf("%d bytes, bound %d", is, d.bound())
		}
	}
}
