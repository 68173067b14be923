package load_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

func TestLoadOfOneActivity(t *testing.T) {
	t.Parallel()
	full := load.Input{TimerS: 3600, NPW: 200, NPWindows: 3571, AvgHRBpm: 150, HRSeconds: 3600, Manual: 42}
	without := func(change func(*load.Input)) load.Input {
		in := full
		change(&in)
		return in
	}
	entered := full
	full.Manual = 0
	noPower := without(func(in *load.Input) { in.NPW, in.NPWindows = 0, 0 })
	patchy := without(func(in *load.Input) { in.NPW, in.NPWindows, in.HRSeconds, in.Manual = 0, 0, 1700, 0 })
	bare := load.Input{TimerS: 3600}
	both := training.Thresholds{FTPW: 250, LTHRBpm: 160}
	for _, c := range []struct {
		name   string
		in     load.Input
		t      training.Thresholds
		method load.Method
		tss    float64
		why    string
	}{
		{"power first", full, both, load.MethodPower, 3571.0 / 36 * 0.64, ""},
		{"heart rate without power", noPower, both, load.MethodHeartRate, 100 * 150 * 150 / 160.0 / 160, ""},
		{"heart rate without FTP", full, training.Thresholds{LTHRBpm: 160}, load.MethodHeartRate, 100 * 150 * 150 / 160.0 / 160, ""},
		{"the athlete's word first", entered, both, load.MethodManual, 42, ""},
		{"manual without thresholds", entered, training.Thresholds{}, load.MethodManual, 42, ""},
		{"no FTP", without(func(in *load.Input) { in.Manual, in.AvgHRBpm = 0, 0 }), training.Thresholds{}, "", 0, "no FTP"},
		{"neither", without(func(in *load.Input) { in.Manual = 0 }), training.Thresholds{}, "", 0, "neither FTP"},
		{"no LTHR", without(func(in *load.Input) { in.Manual, in.NPW = 0, 0 }), training.Thresholds{}, "", 0, "no threshold heart rate"},
		{"patchy", patchy, both, "", 0, "heart rate covers only 47 %"},
		{"bare", bare, both, "", 0, "no power, pace, heart rate"},
	} {
		got, why := load.Rules{}.Of(c.in, c.t)
		if got.Method != c.method || !strings.HasPrefix(why.String(), c.why) || (why == "") != (c.why == "") {
			t.Errorf("%s: %+v %q", c.name, got, why)
		}
		metricstest.Close(t, c.name, got.TSS, c.tss, 1e-12)
		if want := 0.8; c.method == load.MethodPower && got.IntensityFactor != want || c.method != load.MethodPower && got.IntensityFactor != 0 {
			t.Errorf("%s: IF %v", c.name, got.IntensityFactor)
		}
	}
}

func weighting(name string) load.Weighting {
	switch {
	case strings.HasPrefix(name, "1-exp"):
		return load.Exponential
	case strings.HasPrefix(name, "1/tau"):
		return load.Inverse
	default:
		return load.Span
	}
}

func TestDailyVectors(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "pmc/7on7off") {
		var in struct{ Load []float64 }
		var want map[string]struct {
			CTL      []float64 `json:"ctl"`
			ATL      []float64 `json:"atl"`
			Same     []float64 `json:"tsb_same_day"`
			Previous []float64 `json:"tsb_prev_day"`
			AlphaCTL float64   `json:"alpha_ctl"`
			AlphaATL float64   `json:"alpha_atl"`
		}
		v.Read(t, &in, &want)
		if len(want) != 3 {
			t.Fatalf("%d weightings", len(want))
		}
		for name, w := range want {
			m := load.Model{Weighting: weighting(name)}
			same := load.Model{Weighting: weighting(name), SameDayForm: true}
			metricstest.Close(t, name, m.Weighting.Alpha(42), w.AlphaCTL, v.Tol)
			metricstest.Close(t, name, m.Weighting.Alpha(7), w.AlphaATL, v.Tol)
			after := same.Series(in.Load)
			for i, s := range m.Series(in.Load) {
				metricstest.Close(t, name+" CTL", s.CTL, w.CTL[i], v.Tol)
				metricstest.Close(t, name+" ATL", s.ATL, w.ATL[i], v.Tol)
				metricstest.Close(t, name+" TSB", s.TSB, w.Previous[i], v.Tol)
				metricstest.Close(t, name+" TSB same day", after[i].TSB, w.Same[i], v.Tol)
			}
		}
	}
}

func TestRunalyzeVector(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "pmc/runalyze") {
		var in any
		var want struct{ Fit, Fat map[string]float64 }
		v.Read(t, &in, &want)
		series := load.Model{Weighting: load.Span}.Series(append([]float64{1000}, make([]float64, 30)...))
		for day, fit := range want.Fit {
			metricstest.Close(t, "fitness of day "+day, math.Round(series[number(t, day)].CTL), fit, 0)
		}
		for day, fat := range want.Fat {
			metricstest.Close(t, "fatigue of day "+day, math.Round(series[number(t, day)].ATL), fat, 0)
		}
	}
}

func number(t *testing.T, s string) int {
	t.Helper()
	n := 0
	for _, r := range s {
		n = n*10 + int(r-'0')
	}
	return n
}

// TestFormVector solves for the load of today that gives a form, and asks the
// model for that form.
func TestFormVector(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "pmc/load for target form") {
		var in any
		var want struct{ AC, AA float64 }
		v.Read(t, &in, &want)
		const ctl, atl, form = 60.0, 80.0, -15.0
		l := (ctl*(1-want.AC) - atl*(1-want.AA) - form) / (want.AA - want.AC)
		s := load.Model{SameDayForm: true}.Project(load.State{CTL: ctl, ATL: atl}, []float64{l})
		metricstest.Close(t, "form", s[0].TSB, form, 1e-9)
	}
}

func TestSeriesAgreesWithTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		loads := rapid.SliceOfN(rapid.Float64Range(0, 500), 0, 120).Draw(t, "loads")
		seed := rapid.Float64Range(0, 120).Draw(t, "seed")
		m := load.Model{CTLDays: 30, ATLDays: 5, Seed: load.Seed{CTL: seed, ATL: 2 * seed}}
		got := m.Series(loads)
		ctl := naive.Smoothed(loads, naive.AlphaExp(30), seed)
		atl := naive.Smoothed(loads, naive.AlphaExp(5), 2*seed)
		tsb := naive.TSBPreviousDay(ctl, atl, seed, 2*seed)
		for i, s := range got {
			for what, d := range map[string]float64{"CTL": s.CTL - ctl[i], "ATL": s.ATL - atl[i], "TSB": s.TSB - tsb[i]} {
				if math.Abs(d) > 1e-9 {
					t.Fatalf("%s of day %d is off by %v", what, i, d)
				}
			}
		}
		cut := rapid.IntRange(0, len(loads)).Draw(t, "cut")
		if cut == 0 {
			return
		}
		for i, s := range m.Project(got[cut-1], loads[cut:]) {
			if s != got[cut+i] {
				t.Fatalf("projected day %d is %+v, not %+v", cut+i, s, got[cut+i])
			}
		}
	})
}

// TestConstantLoadIsTheLimit: fitness and fatigue tend to a constant load and
// form to zero.
func TestConstantLoadIsTheLimit(t *testing.T) {
	t.Parallel()
	for _, w := range []load.Weighting{load.Exponential, load.Inverse, load.Span} {
		last := load.Model{Weighting: w}.Series(metricstest.Repeat(100, 800))[799]
		metricstest.Close(t, string(w)+" CTL", last.CTL, 100, 1e-6)
		metricstest.Close(t, string(w)+" ATL", last.ATL, 100, 1e-6)
		if math.Abs(last.TSB) > 1e-5 {
			t.Errorf("%s: form %v", w, last.TSB)
		}
		if a := w.Alpha(0.1); a <= 0 || a > 1 {
			t.Errorf("%s: the weight of a tenth of a day is %v", w, a)
		}
	}
}

func TestRamp(t *testing.T) {
	t.Parallel()
	s := load.Model{}.Series(metricstest.Repeat(70, 10))
	for i, want := range map[int]bool{-1: false, 6: false, 7: true, 9: true, 10: false} {
		got, ok := load.Ramp(s, i)
		if ok != want || ok && got != s[i].CTL-s[i-7].CTL {
			t.Errorf("ramp of day %d: %v %v", i, got, ok)
		}
	}
}
