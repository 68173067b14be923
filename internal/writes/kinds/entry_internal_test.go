package kinds

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// TestWhatOfAnEntryNoServiceTakes checks that the fields of an entry that no
// service takes are named, and no others.
func TestWhatOfAnEntryNoServiceTakes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		m    journal.Manual
		want []string
	}{
		"nothing": {journal.Manual{Summary: store.Summary{Values: training.Values{training.MetricDurationS: 60}}}, nil},
		"all": {journal.Manual{
			Activity: training.Activity{GearID: "g", ManualLoad: 1},
			Summary:  store.Summary{Values: training.Values{training.MetricAvgPowerW: 1, training.MetricNormalizedPowerW: 200}},
		}, []string{"avg_power_w", "normalized_power_w", "gear", "manual_load"}},
	} {
		_, stays, err := entryFields("k", &c.m)
		if d := cmp.Diff(c.want, stays); d != "" || err != nil {
			t.Errorf("%s: %s %v", name, d, err)
		}
	}
}
