package fitness

import "testing"

// TestFormOfItsCases checks that forms that igpsport-mcp calls very overloaded,
// overloaded, neutral, fresh and detraining are in five different bands here, too.
func TestFormOfItsCases(t *testing.T) {
	t.Parallel()
	for tsb, want := range map[float64]string{-35: "high risk", -20: "optimal", 0: "grey zone", 15: "fresh", 30: "transition"} {
		if got := formBands.of(tsb); got.Name.String() != want || got.Meaning == "" {
			t.Errorf("%g is %+v", tsb, got)
		}
	}
}
