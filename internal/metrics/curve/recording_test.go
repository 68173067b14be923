package curve_test

import (
	"math"
	"strings"
	"testing"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

var rider = curve.WBalModel{CPW: 250, WPrimeJ: 20_000}

func TestPausesRecover(t *testing.T) {
	t.Parallel()
	r := metricstest.Recording(training.Cycling, 900)
	metricstest.Put(r, training.Power, metricstest.Repeat(280, 900))
	metricstest.Pause(r, 300, 600)
	got, first, missing := curve.WBalOf(stream.Of(r, stream.Limits{}), rider)
	if missing != "" || first != 0 || len(got) != 900 {
		t.Fatalf("%d seconds from %d, %q", len(got), first, missing)
	}
	watts := metricstest.Repeat(280, 900)
	for i := 301; i < 600; i++ {
		watts[i] = 0
	}
	want := naive.WBal(watts, 250, 20_000)
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-6 {
			t.Fatalf("at %d s %v J, want %v", i, got[i], want[i])
		}
	}
}

func TestNoBalanceWithoutPower(t *testing.T) {
	t.Parallel()
	half := metricstest.Repeat(280, 900)
	for i := range 300 {
		half[3*i] = math.NaN()
	}
	full := metricstest.Power(metricstest.Repeat(280, 900))
	for name, c := range map[string]struct {
		v    *stream.View
		m    curve.WBalModel
		want string
	}{
		"no meter":    {metricstest.Power(nil), rider, "no power"},
		"a lost one":  {metricstest.Power(half), rider, "80 %"},
		"no settings": {full, curve.WBalModel{}, "critical power"},
	} {
		if s, _, missing := curve.WBalOf(c.v, c.m); s != nil || !strings.Contains(missing.String(), c.want) {
			t.Errorf("%s: %d seconds, %q", name, len(s), missing)
		}
	}
	if s, _, missing := curve.WBalOf(full, rider); missing != "" || math.Abs(s[899]-(20_000-30*900)) > 1e-9 {
		t.Errorf("a full one: %q", missing)
	}
}
