package page

import (
	"testing"

	"lapkeep/internal/training"
)

// TestSportsOfAChartHaveColoursOfTheirOwn: as many as there are colours for, and
// each its usual one unless a sport before it has that.
func TestSportsOfAChartHaveColoursOfTheirOwn(t *testing.T) {
	t.Parallel()
	got := SportClasses([]string{"hiking", "alpine_skiing", "other", "cross_country_skiing", "cycling", "walking"})
	for sport, want := range map[string]string{"hiking": "walking", "alpine_skiing": "skiing", "cycling": "cycling", "other": otherSports} {
		if got[sport] != want {
			t.Errorf("%s is %s, not %s", sport, got[sport], want)
		}
	}
	var all []string
	for _, s := range training.Sports() {
		all = append(all, string(s))
	}
	for n := range all {
		seen := map[string]bool{}
		for sport, class := range SportClasses(all[:n+1]) {
			if class != otherSports && seen[class] {
				t.Errorf("of %d sports two are %s", n+1, class)
			}
			seen[class] = true
			if class == otherSports && n < mostColors && sport != otherSports {
				t.Errorf("of %d sports %s has no colour", n+1, sport)
			}
		}
		delete(seen, otherSports)
		if len(seen) > mostColors {
			t.Errorf("%d colours", len(seen))
		}
	}
}
