package curve_test

import (
	"slices"
	"testing"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

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
