package naive_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// vectors returns the published numbers by id; without the collection the test
// is skipped.
func vectors(t *testing.T) map[string]metricstest.Vector {
	t.Helper()
	byID := map[string]metricstest.Vector{}
	for _, v := range metricstest.Vectors(t, "") {
		byID[v.ID] = v
	}
	return byID
}

func decode[T any](t *testing.T, raw json.RawMessage) T {
	t.Helper()
	var out T
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s = %.12g, want %.12g ± %g", what, got, want, tol)
	}
}

// steps makes a series of runs: value, seconds, value, seconds, …
func steps(pairs ...float64) []float64 {
	var out []float64
	for i := 0; i+1 < len(pairs); i += 2 {
		for range int(pairs[i+1]) {
			out = append(out, pairs[i])
		}
	}
	return out
}

func repeat(times int, series []float64) []float64 {
	var out []float64
	for range times {
		out = append(out, series...)
	}
	return out
}

func signal(name string) []float64 {
	switch {
	case name == "const250x3600":
		return steps(250, 3600)
	case name == "alt_60s_200_300_x30":
		return repeat(30, steps(200, 60, 300, 60))
	case name == "alt_30s_0_400_x60":
		return repeat(60, steps(0, 30, 400, 30))
	case strings.HasPrefix(name, "step_300x200"):
		return steps(300, 200, 0, 200, 200, 200)
	case name == "sweatpy_4x60s":
		return slices.Concat(steps(100, 120), repeat(4, steps(300, 60, 100, 60)), steps(100, 60))
	}
	return nil
}

func TestVectorsNormalizedPower(t *testing.T) {
	t.Parallel()
	checked := 0
	for id, v := range vectors(t) {
		if !strings.HasPrefix(id, "np/") || strings.HasPrefix(id, "np/scikit") {
			continue
		}
		power := npInput(t, v)
		if power == nil {
			t.Logf("%s: the signal is named only", id)
			continue
		}
		checked++
		checkNP(t, id, power, decode[map[string]*float64](t, v.Expect), v.Tol)
	}
	if checked < 8 {
		t.Errorf("only %d signals were checked", checked)
	}
}

func npInput(t *testing.T, v metricstest.Vector) []float64 {
	t.Helper()
	in := decode[struct {
		Signal  string
		N       int
		Samples json.RawMessage
	}](t, v.Inputs)
	var samples []float64
	if json.Unmarshal(in.Samples, &samples) == nil {
		return samples
	}
	if s := signal(in.Signal); len(s) == in.N {
		return s
	}
	return nil
}

func checkNP(t *testing.T, id string, power []float64, want map[string]*float64, tol float64) {
	t.Helper()
	np, windows := naive.NP(power, nil)
	gc, _ := naive.NPGoldenCheetah(power, nil)
	expanding, _ := naive.NPExpanding(power, nil)
	got := map[string]float64{
		"full_windows": np, "n_windows": float64(windows), "zeropad_goldencheetah": gc, "expanding": expanding,
		"xPower_GoldenCheetah(alpha=1/26)": naive.XPower(power, nil, naive.XPowerAlphaStep),
		"xPower_exp(-1/25)":                naive.XPower(power, nil, naive.XPowerAlphaExp),
		"mean":                             naive.Mean(power),
		"TSS_at_FTP250_windows":            naive.TSS(np, 250, windows),
	}
	for key, w := range want {
		g, ok := got[key]
		switch {
		case !ok:
			t.Errorf("%s: unknown expectation %s", id, key)
		case w == nil && !math.IsNaN(g):
			t.Errorf("%s %s = %g, want undefined", id, key, g)
		case w != nil:
			near(t, id+" "+key, g, *w, math.Max(tol, 1e-9))
		}
	}
}

func TestVectorsDailyLoad(t *testing.T) {
	t.Parallel()
	v := vectors(t)["pmc/7on7off"]
	in := decode[struct{ Load []float64 }](t, v.Inputs)
	rules := map[string]func(float64) float64{"1-exp": naive.AlphaExp, "1/tau": naive.AlphaInverse, "2/(N+1)": naive.AlphaSpan}
	seen := 0
	for name, want := range decode[map[string]struct {
		CTL, ATL []float64
		Same     []float64 `json:"tsb_same_day"`
		Previous []float64 `json:"tsb_prev_day"`
	}](t, v.Expect) {
		for prefix, alpha := range rules {
			if !strings.HasPrefix(name, prefix) {
				continue
			}
			seen++
			ctl := naive.Smoothed(in.Load, alpha(42), 0)
			atl := naive.Smoothed(in.Load, alpha(7), 0)
			same, previous := naive.TSBSameDay(ctl, atl), naive.TSBPreviousDay(ctl, atl, 0, 0)
			for i := range in.Load {
				near(t, fmt.Sprint(prefix, " ctl ", i), ctl[i], want.CTL[i], 1e-9)
				near(t, fmt.Sprint(prefix, " atl ", i), atl[i], want.ATL[i], 1e-9)
				near(t, fmt.Sprint(prefix, " same ", i), same[i], want.Same[i], 1e-9)
				near(t, fmt.Sprint(prefix, " previous ", i), previous[i], want.Previous[i], 1e-9)
			}
		}
	}
	if seen != len(rules) {
		t.Errorf("%d of %d smoothing rules were checked", seen, len(rules))
	}
}

func TestVectorsRounded1000(t *testing.T) {
	t.Parallel()
	want := decode[struct{ Fit, Fat map[int]float64 }](t, vectors(t)["pmc/runalyze single 1000"].Expect)
	load := append([]float64{1000}, make([]float64, 40)...)
	ctl := naive.Smoothed(load, naive.AlphaSpan(42), 0)
	atl := naive.Smoothed(load, naive.AlphaSpan(7), 0)
	for day, w := range want.Fit {
		near(t, fmt.Sprint("fitness after ", day), naive.RoundHalfUp(ctl[day]), w, 0)
	}
	for day, w := range want.Fat {
		near(t, fmt.Sprint("fatigue after ", day), naive.RoundHalfUp(atl[day]), w, 0)
	}
}

func TestVectorsMonotony(t *testing.T) {
	t.Parallel()
	checked := 0
	for id, v := range vectors(t) {
		if !strings.HasPrefix(id, "monotony/") {
			continue
		}
		checked++
		week := decode[struct{ Week []float64 }](t, v.Inputs).Week
		want := decode[map[string]float64](t, v.Expect)
		near(t, id, naive.Monotony(week, false), want["population_sd"], v.Tol)
		near(t, id, naive.Monotony(week, true), want["sample_sd"], v.Tol)
		near(t, id, naive.Strain(week, false), want["strain_population"], v.Tol)
		near(t, id, naive.Strain(week, true), want["strain_sample"], v.Tol)
	}
	if checked == 0 {
		t.Error("no monotony vectors")
	}
}

func TestVectorsPower(t *testing.T) {
	t.Parallel()
	all := vectors(t)
	curve := naive.MeanMax(arange(101))
	want := decode[map[string]any](t, all["mmp/arange101"].Expect)
	near(t, "mean-max 1 s", curve[0], want["d1"].(float64), 0)
	near(t, "mean-max 50 s", curve[49], want["d50"].(float64), 0)
	near(t, "mean-max 101 s", curve[100], want["d101"].(float64), 0)

	balance := naive.WBal(steps(300, 300, 150, 300, 350, 100, 0, 600), 250, 20000)
	exact := decode[struct {
		Exact map[int]float64 `json:"exact_ode"`
	}](t, all["wbal/3phase"].Expect).Exact
	for second, w := range exact {
		near(t, fmt.Sprint("W'bal at ", second), balance[second], w, 1e-6)
	}

	points := decode[struct{ T, P []float64 }](t, all["cp/2p exact"].Inputs)
	cp, w := naive.CriticalPower(points.T, points.P)
	near(t, "CP", cp, 270, 1e-6)
	near(t, "W'", w, 18000, 1e-6)
}

func TestVectorsHeartAndHills(t *testing.T) {
	t.Parallel()
	all := vectors(t)
	hour := naive.BanisterMale.Average(163, 60, 60, 190)
	want := decode[map[string]float64](t, all["hrss/elevate"].Expect)
	near(t, "hrSS", math.Floor(100*333/hour), want["floor"], 0)

	hills := all["elevation/hysteresis GC 3 m"]
	alt := decode[struct{ Alt []float64 }](t, hills.Inputs).Alt
	gain := decode[map[string]float64](t, hills.Expect)
	near(t, "step 2 m", naive.StepRule(alt, 2), gain["h2"], 0)
	near(t, "step 3 m", naive.StepRule(alt, 3), gain["h3"], 0)
	near(t, "step 0 m", naive.StepRule(alt, 0), gain["h0"], 0)

	swim := decode[map[string]float64](t, all["swolf/elevate"].Inputs)
	seconds := swim["sec_per_100"] * swim["pool"] / 100
	swolf := naive.AverageSWOLF([]naive.Length{{Seconds: seconds, Strokes: swim["spm"] * seconds / 60, Active: true}})
	near(t, "SWOLF", swolf, 51, 0.5)
}

func arange(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = float64(i)
	}
	return out
}
