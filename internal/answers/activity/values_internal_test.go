package activity

import (
	"maps"
	"testing"

	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// TestARowStaysAsItIs: a store may hand the same values to two readers at once.
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
