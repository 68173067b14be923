package answers_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers"
	"lapkeep/internal/training"
)

func TestRound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		v        float64
		decimals int
		want     float64
	}{
		{243.456, 2, 243.46}, {243.5, 0, 244}, {-0.4, 0, 0}, {-2.5, 0, -3}, {0.8577, 3, 0.858},
	} {
		got := answers.Round(c.v, c.decimals)
		if got != c.want || math.Signbit(got) != math.Signbit(c.want) {
			t.Errorf("Round(%v, %d) = %v, want %v", c.v, c.decimals, got, c.want)
		}
	}
}

func TestRoundedLeavesOutWhatIsNotFinite(t *testing.T) {
	t.Parallel()
	in := training.Values{
		training.MetricTSS: 85.12345, training.MetricIntensityFactor: 0.85777,
		training.MetricAvgPowerW: math.NaN(), training.MetricMaxPowerW: math.Inf(1),
	}
	want := training.Values{training.MetricTSS: 85.12, training.MetricIntensityFactor: 0.858}
	if d := cmp.Diff(want, answers.Rounded(in)); d != "" {
		t.Error(d)
	}
	if len(in) != 4 {
		t.Error("the argument was changed")
	}
}

// TestComparablePrecision checks that rounding does not lose half a watt in
// values that are compared with a device to within 0.56 W.
func TestComparablePrecision(t *testing.T) {
	t.Parallel()
	for m, least := range map[training.Metric]int{
		training.MetricNormalizedPowerW: 2, training.MetricAvgPowerW: 2, training.MetricTSS: 2,
		training.MetricIntensityFactor: 3, training.MetricDurationS: 1,
	} {
		if got := answers.Decimals(m); got < least {
			t.Errorf("%s has %d decimals, want at least %d", m, got, least)
		}
	}
}

func TestMissing(t *testing.T) {
	t.Parallel()
	var m answers.Missing
	m = m.Add("power", training.NoPower).Add("power", "a later reason")
	m = m.AddMetrics(training.Values{training.MetricTSS: 1}, training.NoHeartRate, training.MetricTSS, training.MetricAvgHRBpm)
	want := answers.Missing{"power": training.NoPower, "avg_hr_bpm": training.NoHeartRate}
	if d := cmp.Diff(want, m); d != "" {
		t.Error(d)
	}
}
