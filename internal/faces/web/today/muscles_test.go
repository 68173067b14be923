package today_test

import (
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/answers/bodymap"
	"lapkeep/internal/faces/web/today"
	"lapkeep/internal/metrics/strength"
)

// TestEachMuscleIsOnTheMap: every group lies in regions of the body map, and no two share one.
func TestEachMuscleIsOnTheMap(t *testing.T) {
	t.Parallel()
	taken := map[string]strength.Muscle{}
	for _, m := range strength.Muscles() {
		if len(today.Regions(m)) == 0 {
			t.Errorf("%s is nowhere", m)
		}
		for _, r := range today.Regions(m) {
			there := slices.ContainsFunc(bodymap.Regions(), func(x bodymap.Region) bool {
				return x.ID == r || strings.TrimPrefix(x.ID, "left_") == r
			})
			if !there || taken[r] != "" {
				t.Errorf("%s lies in %s, there: %t, taken by %q", m, r, there, taken[r])
			}
			taken[r] = m
		}
	}
}
