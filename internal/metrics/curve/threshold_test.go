package curve_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// bests makes best powers by seconds and watts.
func bests(pairs ...float64) []curve.ThresholdEffort {
	var out []curve.ThresholdEffort
	for i := 0; i+1 < len(pairs); i += 2 {
		out = append(out, curve.ThresholdEffort{Activity: "a", DurationS: pairs[i], Value: pairs[i+1]})
	}
	return out
}

// model returns the powers that critical power and W′ hold for the fit's
// durations.
func model(cp, wPrime float64) []curve.ThresholdEffort {
	var out []curve.ThresholdEffort
	for _, d := range []float64{180, 300, 480, 720, 1200} {
		out = append(out, curve.ThresholdEffort{Activity: "a", DurationS: d, Value: cp + wPrime/d})
	}
	return out
}

func TestFTP(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		in     curve.Input
		value  float64
		method string
		level  curve.Confidence
		note   string
	}{
		{
			"best hour",
			curve.Input{Power: append(model(260, 15000), bests(3600, 262)...), Activities: 5},
			262,
			"best_60min", curve.High, "",
		},
		{
			"20 minutes agree with critical power",
			curve.Input{Power: model(260, 15000), Activities: 5},
			0.95 * (260 + 15000.0/1200), "best_20min_x0.95", curve.High, "critical power",
		},
		{
			"a slack hour is no FTP",
			curve.Input{Power: append(model(260, 15000), bests(3600, 200)...), Activities: 5},
			0.95 * 272.5, "best_20min_x0.95", curve.High, "",
		},
		{
			"few activities",
			curve.Input{Power: model(260, 15000), Activities: 2},
			0.95 * 272.5, "best_20min_x0.95",
			curve.Medium, "Fewer than three",
		},
		{
			"no cross-check",
			curve.Input{Power: bests(1200, 250), Activities: 5},
			237.5, "best_20min_x0.95",
			curve.Medium, "No cross-check",
		},
		{
			"not maximal",
			curve.Input{Power: bests(180, 400, 300, 370, 480, 330, 720, 300, 1200, 200), Activities: 5},
			190, "best_20min_x0.95", curve.Low, "maximal",
		},
		{"far from critical power", curve.Input{
			Power:      bests(180, 380, 300, 330, 480, 300, 720, 270, 1200, 220),
			Activities: 5,
		}, 209, "best_20min_x0.95", curve.Low, "which differs by"},
		{
			"one effort",
			curve.Input{Power: bests(60, 500, 480, 300), Activities: 5},
			300 * (261 + 15500/(3600+15500/839.0)) / (261 + 15500/(480+15500/839.0)), "one_effort_eftp", curve.Low, "One effort",
		},
		{
			"critical power alone",
			curve.Input{Power: model(260, 15000)[:4], Activities: 5},
			0.95 * 260, "cp_x0.95",
			curve.Low, "20-minute best",
		},
	} {
		e, missing := curve.FTP(c.in)
		if missing != "" || e.Method != c.method || e.Confidence != c.level || e.Key != training.KeyFTP ||
			len(e.Evidence) == 0 || e.Advice == "" {
			t.Errorf("%s: %+v %q", c.name, e, missing)
		}
		metricstest.Close(t, c.name, e.Value, c.value, 1e-9)
		if !strings.Contains(strings.Join(phrasetest.Texts(e.Notes), " "), c.note) {
			t.Errorf("%s: notes %v", c.name, e.Notes)
		}
	}
	if e, missing := curve.FTP(curve.Input{Power: bests(60, 500)}); missing == "" {
		t.Errorf("a minute gives %+v", e)
	}
}

// TestSlackBestsDoNotEnter: a best that lies below the line between others
// was not maximal; one within 1 % of it is as good.
func TestSlackBestsDoNotEnter(t *testing.T) {
	t.Parallel()
	for share, want := range map[float64]int{0.95: 1, 0.985: 1, 0.995: 0, 1: 0} {
		power := model(260, 15000)
		power[2].Value *= share
		fit, missing := curve.CriticalPower(curve.Input{Power: power})
		if missing != "" || fit.Slack != want || len(fit.Points) != 5-want {
			t.Errorf("at %v: %+v %q", share, fit, missing)
		}
		if want == 1 {
			metricstest.Close(t, "critical power without it", fit.CPW, 260, 1e-9)
		}
	}
}

func TestCriticalPowerRefuses(t *testing.T) {
	t.Parallel()
	for name, power := range map[string][]curve.ThresholdEffort{
		"two points": bests(180, 350, 300, 320), "rising": bests(180, 200, 300, 250, 720, 300),
		"no W'": bests(180, 250, 300, 250, 720, 250), "too much W'": model(200, 90_000),
	} {
		if fit, missing := curve.CriticalPower(curve.Input{Power: power}); missing == "" {
			t.Errorf("%s: %+v", name, fit)
		}
	}
	fit, missing := curve.CriticalPower(curve.Input{Power: model(260, 15000)})
	if missing != "" || len(fit.Points) != 5 {
		t.Errorf("%+v %q", fit, missing)
	}
}

func runs(triples ...float64) []curve.ThresholdEffort {
	var out []curve.ThresholdEffort
	for i := 0; i+2 < len(triples); i += 3 {
		m, s := triples[i], triples[i+1]
		out = append(out, curve.ThresholdEffort{
			Activity: training.ActivityID(rune('a' + int(triples[i+2]))), DistanceM: m,
			DurationS: s, Value: m / s,
		})
	}
	return out
}

func TestPace(t *testing.T) {
	t.Parallel()
	riegel := func(m, s float64) float64 { return m / s * math.Pow(3600/s, 1/1.06-1) }
	for _, c := range []struct {
		name  string
		in    curve.Input
		value float64
		level curve.Confidence
	}{
		{"an hour", curve.Input{Pace: runs(15000, 3600, 0, 1000, 200, 0), Activities: 5}, 15000.0 / 3600, curve.High},
		{"20 minutes", curve.Input{Pace: runs(5000, 1250, 0, 1000, 200, 0), Activities: 5}, riegel(5000, 1250), curve.Medium},
		{"two agree", curve.Input{Pace: runs(5000, 1250, 0, 8000, 2070, 1), Activities: 5}, riegel(5000, 1250), curve.High},
		{"two of one run do not", curve.Input{Pace: runs(5000, 1250, 0, 8000, 2070, 0), Activities: 5}, riegel(5000, 1250), curve.Medium},
		{"short", curve.Input{Pace: runs(3000, 700, 0), Activities: 5}, riegel(3000, 700), curve.Low},
		{"few", curve.Input{Pace: runs(15000, 3600, 0), Activities: 1}, 15000.0 / 3600, curve.Medium},
		{"swim for long", curve.Input{
			Sport: training.Swimming, Pace: runs(200, 150, 0, 400, 320, 1, 1500, 1250, 2), Activities: 5,
		}, 1.2, curve.Medium},
		{"swim", curve.Input{Sport: training.Swimming, Pace: runs(200, 150, 0, 400, 320, 1), Activities: 5}, 200.0 / 170, curve.Medium},
	} {
		e, missing := curve.Pace(c.in)
		if missing != "" || e.Confidence != c.level || len(e.Evidence) == 0 || e.Advice == "" || e.Key != training.KeyThresholdPace {
			t.Errorf("%s: %+v %q", c.name, e, missing)
		}
		metricstest.Close(t, c.name, e.Value, c.value, 1e-9)
	}
	for name, in := range map[string]curve.Input{
		"sprints": {Pace: runs(400, 70, 0)}, "none": {}, "swim of one distance": {Sport: training.Swimming, Pace: runs(200, 150, 0)},
		"slower over 200": {Sport: training.Swimming, Pace: runs(200, 170, 0, 400, 320, 0)},
	} {
		if e, missing := curve.Pace(in); missing == "" {
			t.Errorf("%s: %+v", name, e)
		}
	}
}

func find(bpm []float64, gone func(int) bool) (curve.FieldTest, bool) {
	r := metricstest.Recording(training.Running, len(bpm))
	metricstest.Put(r, training.HeartRate, bpm)
	if gone != nil {
		metricstest.Drop(r, gone)
	}
	return curve.FindFieldTest(stream.Of(r, stream.Limits{}))
}

func TestFindFieldTest(t *testing.T) {
	t.Parallel()
	flat := metricstest.Repeat
	test := slices.Concat(flat(110, 900), flat(160, 600), flat(170, 1200), flat(100, 600))
	got, ok := find(test, nil)
	if !ok || got.AvgLast20Bpm != 170 || got.StartS != 900 {
		t.Errorf("%+v %v", got, ok)
	}
	metricstest.Close(t, "whole", got.AvgWholeBpm, (160*600+170*1200)/1800.0, 1e-12)
	if got, ok := find(test, func(s int) bool { return s > 1000 && s < 1008 }); !ok || got.AvgLast20Bpm != 170 {
		t.Errorf("a short gap: %+v %v", got, ok)
	}
	for name, bpm := range map[string][]float64{
		"short":             flat(165, 1799),
		"no lead":           slices.Concat(flat(100, 600), flat(170, 1200), flat(80, 600)),
		"rests":             slices.Repeat(slices.Concat(flat(178, 240), flat(120, 60)), 6),
		"nothing":           nil,
		"without end point": slices.Concat(flat(160, 600), flat(175, 1199)),
	} {
		if got, ok := find(bpm, nil); ok {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got, ok := find(flat(165, 2000), func(s int) bool { return s > 900 && s < 940 }); ok {
		t.Errorf("across a gap: %+v", got)
	}
}

func TestLTHR(t *testing.T) {
	t.Parallel()
	test := func(id string, bpm float64) curve.FieldTest {
		return curve.FieldTest{Activity: training.ActivityID(id), AvgLast20Bpm: bpm}
	}
	for _, c := range []struct {
		name   string
		in     curve.Input
		value  float64
		method string
		level  curve.Confidence
	}{
		{"one test", curve.Input{FieldTests: []curve.FieldTest{test("a", 168)}, Activities: 9}, 168, "friel_30min", curve.Medium},
		{
			"two agree",
			curve.Input{FieldTests: []curve.FieldTest{test("a", 166), test("b", 168)}, Activities: 9},
			168, "friel_30min", curve.High,
		},
		{
			"two differ",
			curve.Input{FieldTests: []curve.FieldTest{test("a", 160), test("b", 168)}, Activities: 9},
			168, "friel_30min", curve.Medium,
		},
		{"one seen twice", curve.Input{
			FieldTests: []curve.FieldTest{test("a", 168), test("a", 168)},
			Activities: 9,
		}, 168, "friel_30min", curve.Medium},
		{"few", curve.Input{FieldTests: []curve.FieldTest{test("a", 168)}, Activities: 2}, 168, "friel_30min", curve.Low},
		{"best 20 minutes", curve.Input{HR: bests(600, 175, 1200, 165), Activities: 9}, 165, "best_20min_hr", curve.Low},
	} {
		e, missing := curve.LTHR(c.in)
		if missing != "" || e.Value != c.value || e.Method != c.method || e.Confidence != c.level || len(e.Evidence) == 0 || e.Advice == "" {
			t.Errorf("%s: %+v %q", c.name, e, missing)
		}
	}
	if e, missing := curve.LTHR(curve.Input{HR: bests(600, 175)}); missing == "" {
		t.Errorf("%+v", e)
	}
}
