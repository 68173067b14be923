package power_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/power"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

func withHeart(watts, bpm []float64) *stream.View {
	r := metricstest.Recording(training.Cycling, max(len(watts), len(bpm)))
	metricstest.Put(r, training.Power, watts)
	metricstest.Put(r, training.HeartRate, bpm)
	return stream.Of(r, stream.Limits{})
}

func TestDecouplingIsGivenOrRefused(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	steady, hour := metricstest.Repeat(200, 3600), metricstest.Repeat(140, 3600)
	drift := append(metricstest.Repeat(140, 1800), metricstest.Repeat(147, 1800)...)
	hard := append(metricstest.Repeat(100, 1800), metricstest.Repeat(300, 1800)...)
	for _, c := range []struct {
		name       string
		watts, bpm []float64
		want       float64
		missing    string
	}{
		{name: "none", watts: steady, bpm: hour},
		{name: "drift", watts: steady, bpm: drift, want: (1 - 140.0/147) * 100},
		{name: "no power", bpm: hour, missing: "no power"},
		{name: "no heart rate", watts: steady, missing: "no heart rate"},
		{name: "half covered", watts: steady, bpm: slices.Concat(hour[:1800], metricstest.Repeat(nan, 1800)), missing: "covers only 5"},
		{name: "too many gaps", watts: steady, bpm: slices.Concat(hour[:3300], metricstest.Repeat(nan, 300)), missing: "too many gaps"},
		{name: "short", watts: steady[:1199], bpm: hour[:1199], missing: "20 minutes"},
		{name: "varied", watts: hard, bpm: hour, missing: "varied"},
		{name: "coasted", watts: metricstest.Repeat(0, 3600), bpm: hour, missing: "power is 0 throughout"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, missing := power.Decoupling(withHeart(c.watts, c.bpm))
			if !strings.Contains(missing.String(), c.missing) || (missing == "") != (c.missing == "") {
				t.Fatalf("missing is %q, want %q", missing, c.missing)
			}
			metricstest.Close(t, "decoupling", got, c.want, 1e-9)
		})
	}
}

func TestDecouplingAgreesWithTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1200, 1500).Draw(t, "seconds")
		seed := rapid.SliceOfN(rapid.IntRange(180, 220), 50, 50).Draw(t, "watts")
		var watts, bpm []float64
		for i := range n {
			watts = append(watts, float64(seed[i%50]))
			bpm = append(bpm, float64(seed[(i*7)%50]-60+i/100))
		}
		got, missing := power.Decoupling(withHeart(watts, bpm))
		want := naive.DecouplingNP(watts, bpm, nil)
		if missing != "" || math.Abs(got-want) > 1e-9 {
			t.Fatalf("%v %q, want %v", got, missing, want)
		}
	})
}

func TestIntensityNeedsBoth(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ np, ftp, want float64 }{{250, 250, 1}, {200, 250, 0.8}, {250, 0, -1}, {0, 250, -1}, {250, -1, -1}} {
		got, ok := power.IntensityFactor(c.np, c.ftp)
		if ok != (c.want > 0) || ok && got != c.want {
			t.Errorf("IF of %v at %v is %v %v", c.np, c.ftp, got, ok)
		}
	}
	for _, c := range []struct{ np, ftp, seconds, want float64 }{{250, 250, 3600, 100}, {175, 250, 7200, 98}, {250, 250, 0, -1}} {
		got, ok := power.TSSOver(c.np, c.ftp, c.seconds)
		if ok != (c.want > 0) || ok && math.Abs(got-c.want) > 1e-12 {
			t.Errorf("TSS of %+v is %v %v", c, got, ok)
		}
	}
	if vi, ok := power.VariabilityIndex(220, 200); !ok || vi != 1.1 {
		t.Errorf("VI is %v %v", vi, ok)
	}
}

// TestDropsZeros detects the setting by the device's average, on the devices
// whose NP follows it.
func TestDropsZeros(t *testing.T) {
	t.Parallel()
	watts := append(metricstest.Repeat(0, 900), metricstest.Repeat(200, 2700)...)
	for _, c := range []struct {
		product string
		avg     float64
		want    bool
	}{
		{"edge800", 200, true}, {"edge800", 150, false}, {"edge840", 200, false}, {"edge800", 0, false},
	} {
		v := metricstest.Power(watts)
		v.Recording.Device.Product = c.product
		if c.avg > 0 {
			v.Recording.DeviceValues = training.Values{training.MetricAvgPowerW: c.avg}
		}
		if got := power.DropsZeros(v); got != c.want {
			t.Errorf("%s with average %v: %v", c.product, c.avg, got)
		}
		np, _ := power.Of(v, power.Garmin)
		all, _ := power.Of(v, power.Canonical)
		if dropped := np.Watts > all.Watts+1; dropped != c.want {
			t.Errorf("%s: NP %v beside %v", c.product, np.Watts, all.Watts)
		}
	}
	v := metricstest.Power(metricstest.Repeat(200, 60))
	if _, ok := power.Of(v, "unknown"); ok {
		t.Error("an unknown variant has a value")
	}
	if _, ok := power.Of(metricstest.Power(nil), power.Canonical); ok {
		t.Error("nothing has a value")
	}
}
