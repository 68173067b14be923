package curve_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// steps returns watts by pairs of watts and seconds.
func steps(pairs ...int32) []int32 {
	var out []int32
	for i := 0; i+1 < len(pairs); i += 2 {
		for range pairs[i+1] {
			out = append(out, pairs[i])
		}
	}
	return out
}

func wbalRamp(n int32) (out []int32) {
	for i := range n {
		out = append(out, i)
	}
	return out
}

func TestIntegralVectors(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "wbal/tau") {
		var want map[string]float64
		v.Read(t, new(json.RawMessage), &want)
		tau, ok := curve.Tau(wbalRamp(100), 25)
		first, also := curve.Tau(wbalRamp(15), 25)
		if !ok || !also {
			t.Error("a ramp has seconds below critical power")
		}
		metricstest.Close(t, "tau", tau, want["tau"], v.Tol)
		metricstest.Close(t, "tau of the first 15", first, want["tau_first15"], v.Tol)
	}
	m := curve.WBalModel{CPW: 25, WPrimeJ: 2000}
	for _, v := range metricstest.Vectors(t, "wbal/integral") {
		var want map[string]float64
		v.Read(t, new(json.RawMessage), &want)
		auto := m.Series(curve.Integral, wbalRamp(100))
		for name, got := range map[string]float64{
			"t75_tau_auto": auto[75], "t50_tau_auto": auto[50],
			"t75_tau100": m.Faded(wbalRamp(100), 100)[75], "t50_tau500": m.Faded(wbalRamp(100), 500)[50],
		} {
			metricstest.Close(t, name, got, want[name], v.Tol)
		}
	}
}

func TestThreeFormsOfThreePhases(t *testing.T) {
	t.Parallel()
	watts := steps(300, 300, 150, 300, 350, 100, 0, 600)
	m := curve.WBalModel{CPW: 250, WPrimeJ: 20000}
	for _, v := range metricstest.Vectors(t, "wbal/3phase") {
		var want struct {
			Euler, Integral map[string]float64
			Exact           map[string]float64 `json:"exact_ode"`
			Tau             float64            `json:"tau_integral"`
		}
		v.Read(t, new(json.RawMessage), &want)
		for variant, at := range map[curve.Variant]map[string]float64{
			curve.Euler: want.Euler, curve.Differential: want.Exact, curve.Integral: want.Integral,
		} {
			series := m.Series(variant, watts)
			for second, joules := range at {
				i, err := strconv.Atoi(second)
				if err != nil {
					t.Fatal(err)
				}
				metricstest.Close(t, fmt.Sprint(variant, " ", second), series[i], joules, v.Tol)
			}
		}
		tau, _ := curve.Tau(watts, 250)
		metricstest.Close(t, "tau", tau, want.Tau, 1e-12)
	}
}

func drawn(t *rapid.T) (watts []int32, floats []float64, m curve.WBalModel) {
	watts = rapid.SliceOfN(rapid.Int32Range(0, 900), 1, 400).Draw(t, "watts")
	m = curve.WBalModel{CPW: rapid.Float64Range(50, 500).Draw(t, "CP"), WPrimeJ: rapid.Float64Range(500, 40_000).Draw(t, "W'")}
	return watts, metricstest.Floats(watts), m
}

func TestFormsAreTheSlowReferences(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		watts, floats, m := drawn(t)
		tau, ok := curve.Tau(watts, m.CPW)
		if want := naive.TauSkiba(floats, m.CPW); ok && math.Abs(tau-want) > 1e-9*want || ok == math.IsNaN(want) {
			t.Fatalf("tau %v %v, want %v", tau, ok, want)
		}
		for variant, want := range map[curve.Variant][]float64{
			curve.Differential: naive.WBal(floats, m.CPW, m.WPrimeJ),
			curve.Euler:        naive.WBalEuler(floats, m.CPW, m.WPrimeJ),
			curve.Integral:     naive.WBalIntegral(floats, m.CPW, m.WPrimeJ, tau),
		} {
			got := m.Series(variant, watts)
			if len(got) != len(want) {
				t.Fatalf("%s has %d seconds", variant, len(got))
			}
			for i := range want {
				if math.Abs(got[i]-want[i]) > 1e-9*max(1, m.WPrimeJ) {
					t.Fatalf("%s at %d: %v, want %v", variant, i, got[i], want[i])
				}
			}
		}
	})
}

// TestLaws: never more than all of it, spent to the joule above critical
// power, never less for less power, and resting always brings some back.
func TestWBalLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		watts, _, m := drawn(t)
		easier := make([]int32, len(watts))
		for i, w := range watts {
			easier[i] = max(0, w-rapid.Int32Range(0, 50).Draw(t, "easier"))
		}
		for _, variant := range curve.Variants() {
			s := m.Series(variant, watts)
			for i, j := range s {
				if j > m.WPrimeJ+1e-9 || math.IsNaN(j) {
					t.Fatalf("%s: %v of %v", variant, j, m.WPrimeJ)
				}
				if p := float64(watts[i]); variant != curve.Integral && i > 0 && p >= m.CPW && math.Abs(s[i-1]-j-(p-m.CPW)) > 1e-6 {
					t.Fatalf("%s: %v J at %v W", variant, s[i-1]-j, p)
				}
			}
			if variant == curve.Integral {
				continue // its time constant changes with the whole ride
			}
			low, _, _ := curve.Lowest(s)
			high, _, _ := curve.Lowest(m.Series(variant, easier))
			if high < low-1e-6 {
				t.Fatalf("%s: easier riding leaves %v J, harder %v J", variant, high, low)
			}
		}
	})
}

func TestBelowZeroIsShown(t *testing.T) {
	t.Parallel()
	m := curve.WBalModel{CPW: 200, WPrimeJ: 5000}
	watts := steps(100, 60, 400, 200, 0, 100)
	for _, variant := range curve.Variants() {
		low, second, ok := curve.Lowest(m.Series(variant, watts))
		if !ok || second != 259 || low > -20_000 {
			t.Errorf("%s: %v J at %d", variant, low, second)
		}
	}
}

// TestSauceTimeStep: one tool's integral took 1/dt for dt, which is the same
// at one second only. Seconds are the only step here: a value held for two
// seconds is two seconds.
func TestSauceTimeStep(t *testing.T) {
	t.Parallel()
	m := curve.WBalModel{CPW: 200, WPrimeJ: 20_000}
	series := m.Faded(steps(300, 2), 400)
	metricstest.Close(t, "two seconds", series[1], 20_000-100-100*math.Exp(-1/400.0), 1e-12)
}

// TestGoldenCheetahWholeTau: another cuts the time constant to whole seconds.
func TestGoldenCheetahWholeTau(t *testing.T) {
	t.Parallel()
	if tau, _ := curve.Tau(wbalRamp(100), 25); tau == math.Trunc(tau) {
		t.Errorf("tau is whole: %v", tau)
	}
}

func TestImpossibleParameters(t *testing.T) {
	t.Parallel()
	for _, m := range []curve.WBalModel{
		{},
		{CPW: 250},
		{WPrimeJ: 2000},
		{CPW: -1, WPrimeJ: 1},
		{CPW: math.NaN(), WPrimeJ: 1},
		{CPW: math.Inf(1), WPrimeJ: 1},
	} {
		for _, variant := range curve.Variants() {
			if s := m.Series(variant, steps(300, 5)); s != nil {
				t.Errorf("%+v: %v", m, s)
			}
		}
	}
	m := curve.WBalModel{CPW: 250, WPrimeJ: 20_000}
	if m.Faded(steps(300, 5), 0) != nil {
		t.Error("a time constant of nothing")
	}
	if _, _, ok := curve.Lowest(m.Series(curve.Differential, nil)); ok {
		t.Error("nothing has a least")
	}
	if s := m.Series(curve.Differential, []int32{-5, 5000, 5000, 0}); s[0] != 20_000 || s[2] != 20_000-9500 {
		t.Errorf("%v", s)
	}
	if s := (curve.WBalModel{CPW: 9000, WPrimeJ: 20_000}).Series(curve.Differential, []int32{9100, 8000}); s[1] <= s[0] {
		t.Errorf("beyond the table: %v", s)
	}
	if tau, ok := curve.Tau(steps(300, 5), 250); ok || tau != 862 {
		t.Errorf("without a second below: %v %v", tau, ok)
	}
}

func TestWorkAbove(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		watts, floats, m := drawn(t)
		h := zones.Of(metricstest.Power(floats), training.Power)
		excess, within, ok := curve.WorkAbove(h, m.CPW)
		wantExcess, wantWithin := naive.WorkAbove(floats, m.CPW)
		if !ok {
			if len(h.Seconds) > 0 {
				t.Fatalf("no work above %v W of %v", m.CPW, watts)
			}
			return
		}
		if math.Abs(excess-wantExcess) > 1e-6 || math.Abs(within-wantWithin) > 1e-6 || excess > within {
			t.Fatalf("%v of %v J, want %v of %v", excess, within, wantExcess, wantWithin)
		}
	})
	h := zones.Of(metricstest.Power(metricstest.Repeat(300, 10)), training.Power)
	for name, refused := range map[string]func() (float64, float64, bool){
		"no limit": func() (float64, float64, bool) { return curve.WorkAbove(h, 0) },
		"coarse":   func() (float64, float64, bool) { return curve.WorkAbove(h.Coarse(10), 200) },
		"empty":    func() (float64, float64, bool) { return curve.WorkAbove(zones.Histogram{Width: 1}, 200) },
	} {
		if _, _, ok := refused(); ok {
			t.Errorf("%s: an answer", name)
		}
	}
	if excess, within, _ := curve.WorkAbove(h, 300); excess != 0 || within != 3000 {
		t.Errorf("at the limit: %v and %v J", excess, within)
	}
}

func BenchmarkFourHours(b *testing.B) {
	var watts []int32
	for i := range int32(4 * 3600) {
		watts = append(watts, 120+(i*7919)%300)
	}
	m := curve.WBalModel{CPW: 260, WPrimeJ: 20_000}
	for b.Loop() {
		m.Series(curve.Differential, watts)
	}
}

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
