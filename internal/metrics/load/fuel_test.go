package load_test

import (
	"math"
	"strings"
	"testing"

	"lapkeep/internal/metrics/load"
)

func TestFuelByHand(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		amount, seconds, want float64
		ok                    bool
	}{
		{90, 7200, 45, true},
		{750, 5400, 500, true},
		{30, 1800, 60, true},
		{0, 3600, 0, false},
		{-5, 3600, 0, false},
		{60, 0, 0, false},
		{60, 1799, 0, false},
		{60, -1, 0, false},
	} {
		if got, ok := load.PerHour(c.amount, c.seconds); ok != c.ok || math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v in %v s: %v (%v), want %v", c.amount, c.seconds, got, ok, c.want)
		}
	}
}

func TestNobodyTakesThat(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		carbsG, fluidML, seconds float64
		want                     string // in the sentence; empty is possible
	}{
		"nothing":               {0, 0, 3600, ""},
		"a hard ride":           {480, 4000, 4 * 3600, ""},
		"a gel before a sprint": {40, 500, 300, ""},
		"the most":              {300, 4000, 3600, ""},
		"1,000 g an hour":       {1000, 0, 3600, "carbs_g cannot be 1000 g in 1.0 h"},
		"a kilo in two hours":   {1000, 0, 7200, "at most 300 g an hour"},
		"a barrel":              {0, 20_000, 7200, "fluid_ml cannot be 20000 ml in 2.0 h"},
		"less than nothing":     {-1, 0, 3600, "carbs_g cannot be -1 g"},
		"no number":             {0, math.NaN(), 3600, "fluid_ml cannot be"},
		"without end":           {math.Inf(1), 0, 3600, "carbs_g cannot be"},
		"without time":          {301, 0, 0, "in 1.0 h"},
	} {
		err := load.CheckFuel(c.carbsG, c.fluidML, c.seconds)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// TestRangesAreThePublishedOnes at their bounds.
func TestRangesAreThePublishedOnes(t *testing.T) {
	t.Parallel()
	for seconds, want := range map[float64]load.Range{
		0: {}, 4499: {}, 4500: {LowPerH: 30, HighPerH: 60}, 9000: {LowPerH: 30, HighPerH: 60}, 9001: {LowPerH: 60, HighPerH: 90},
		1e6: {LowPerH: 60, HighPerH: 90},
	} {
		if got, why := load.CarbRange(seconds); got != want || (why == "") != (want != load.Range{}) {
			t.Errorf("%v s: %v, %q", seconds, got, why)
		}
	}
	if got := load.FluidRange(); got != (load.Range{LowPerH: 400, HighPerH: 800}) {
		t.Errorf("fluid: %v", got)
	}
}
