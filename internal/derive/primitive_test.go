package derive_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/metrics/summary"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
)

func histograms() *rapid.Generator[zones.Histogram] {
	return rapid.Custom(func(t *rapid.T) zones.Histogram {
		return zones.Histogram{
			Channel: training.Channel(rapid.IntRange(0, int(training.NumChannels)-1).Draw(t, "channel")),
			Width:   rapid.Int32Range(1, 100).Draw(t, "width"),
			First:   rapid.Int32Range(-50, 5000).Draw(t, "first"),
			Seconds: rapid.SliceOfN(rapid.OneOf(rapid.Just(uint32(0)), rapid.Uint32()), 0, 60).Draw(t, "seconds"),
		}
	})
}

func TestHistogramRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := histograms().Draw(t, "h")
		used := zones.Histogram{Channel: training.HeartRate, Seconds: []uint32{9, 9, 9, 9, 9, 9}} // room that held another
		if err := derive.DecodeHistogramInto(&used, derive.EncodeHistogram(want)); err != nil ||
			!slices.Equal(used.Seconds, want.Seconds) || used.First != want.First {
			t.Fatalf("%+v, %v", used, err)
		}
		got, err := derive.DecodeHistogram(derive.EncodeHistogram(want))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatalf("%v %s", err, diff)
		}
	})
}

var grid = []int32{1, 2, 3, 4, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 3600}

func curves() *rapid.Generator[[]curve.Point] {
	return rapid.Custom(func(t *rapid.T) []curve.Point {
		var points []curve.Point
		whole := rapid.Bool().Draw(t, "whole")
		for _, d := range grid {
			if !rapid.Bool().Draw(t, "has") {
				continue
			}
			p := curve.Point{DurationS: d, StartS: rapid.Int32Range(0, 1<<20).Draw(t, "start")}
			if whole {
				p.Value = float64(rapid.Int64Range(0, 2000*int64(d)).Draw(t, "sum")) / float64(d)
			} else {
				p.Value = rapid.Float64Range(0, 3000).Draw(t, "value")
			}
			points = append(points, p)
		}
		return points
	})
}

func TestCurveRoundTripIsExact(t *testing.T) {
	t.Parallel()
	c := derive.CurvesOn(grid)
	rapid.Check(t, func(t *rapid.T) {
		want := curves().Draw(t, "curve")
		b := c.Encode(want)
		got, err := c.Decode(b)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatalf("%v %s", err, diff)
		}
		i := 0
		err = c.Each(b, func(at int, v float64) {
			if c.Grid()[at] != want[i].DurationS || v != want[i].Value {
				t.Fatalf("point %d: %d s, %v", i, c.Grid()[at], v)
			}
			i++
		})
		if err != nil || i != len(want) {
			t.Fatalf("%d of %d points, %v", i, len(want), err)
		}
		sameRow(t, c, b, float64(rapid.IntRange(1, 100).Draw(t, "unit")))
	})
}

// sameRow compares a row with the points of its curve, one by one.
func sameRow(t interface{ Fatalf(string, ...any) }, c derive.Curves, b []byte, unit float64) {
	const none = -7
	scale := slices.Repeat([]float64{unit}, len(c.Grid()))
	got, err := c.AppendTo(nil, b, scale, none)
	var want []int32
	wantErr := c.Each(b, func(i int, v float64) {
		for len(want) < i {
			want = append(want, none)
		}
		want = append(want, int32(min(math.Round(v*unit), math.MaxInt32)))
	})
	if (err == nil) != (wantErr == nil) || err == nil && !slices.Equal(want, got) {
		t.Fatalf("%v, %v; want %v, %v", got, err, want, wantErr)
	}
}

func TestCurveKeepsOnlyTheGrid(t *testing.T) {
	t.Parallel()
	c := derive.CurvesOn(grid)
	got, err := c.Decode(c.Encode([]curve.Point{
		{DurationS: 1, Value: 300}, {DurationS: 7, Value: 200}, {DurationS: 10, Value: math.NaN()}, {DurationS: 20, Value: 100, StartS: 4},
	}))
	want := []curve.Point{{DurationS: 1, Value: 300}, {DurationS: 20, Value: 100, StartS: 4}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
}

func values() *rapid.Generator[training.Values] {
	return rapid.Custom(func(t *rapid.T) training.Values {
		m := rapid.MapOfN(rapid.SampledFrom([]training.Metric{"a", "b", "avg_power_w"}), rapid.Float64Range(-1e9, 1e9), 0, 3).Draw(t, "values")
		if len(m) == 0 {
			return nil
		}
		return m
	})
}

func TestLapsRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := make([]summary.Lap, rapid.IntRange(0, 5).Draw(t, "n"))
		for i := range want {
			want[i] = summary.Lap{
				Index: i, StartS: rapid.Float64Range(0, 1e6).Draw(t, "start"), EndS: rapid.Float64Range(0, 1e6).Draw(t, "end"),
				Trigger: rapid.String().Draw(t, "trigger"), Intensity: rapid.String().Draw(t, "intensity"),
				Values: values().Draw(t, "values"), Device: values().Draw(t, "device"),
			}
		}
		got, err := derive.DecodeLaps(derive.EncodeLaps(want))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatalf("%v %s", err, diff)
		}
	})
}

func TestSmallFormsRoundTrip(t *testing.T) {
	t.Parallel()
	efforts := []curve.Effort{{DistanceM: 1000, TimeS: 201.25, StartS: 12}, {DistanceM: 5000, TimeS: 1100, StartS: 0}}
	gotEfforts, err := derive.DecodeEfforts(derive.EncodeEfforts(append(efforts, curve.Effort{TimeS: math.Inf(1)})))
	if diff := cmp.Diff(efforts, gotEfforts); err != nil || diff != "" {
		t.Errorf("efforts: %v %s", err, diff)
	}
	gap := -0.4
	for _, f := range []derive.Findings{
		{},
		{Missing: map[training.Metric]i18n.Sentence{"b": "no", "a": "none"}, Notes: []i18n.Sentence{"one", ""}, EnergyGapPct: &gap},
	} {
		got, err := derive.DecodeReport(derive.EncodeReport(f))
		if diff := cmp.Diff(f, got); err != nil || diff != "" {
			t.Errorf("report: %v %s", err, diff)
		}
	}
}

func TestSplitsAreRounded(t *testing.T) {
	t.Parallel()
	given := []summary.Lap{
		{Index: 0, EndS: 1.0000000001, Values: training.Values{"a": 1.0 / 3, "b": 2}},
		{Index: 1, Values: training.Values{"c": 1e-3, "b": math.NaN()}},
		{Index: 2},
	}
	got, err := derive.DecodeLaps(derive.EncodeSplits(given))
	want := []summary.Lap{
		{Index: 0, EndS: 1.0000000001, Values: training.Values{"a": float64(float32(1.0 / 3)), "b": 2}},
		{Index: 1, Values: training.Values{"c": float64(float32(1e-3))}},
		{Index: 2},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	if given[0].Values["a"] != 1.0/3 {
		t.Error("what was given has changed")
	}
	exact := derive.EncodeLaps(given)
	if short := derive.EncodeSplits(given); len(short) != len(exact)-8 {
		t.Errorf("%d bytes, exactly %d", len(short), len(exact))
	}
}

func TestNotANumberIsNeverStored(t *testing.T) {
	t.Parallel()
	b := derive.EncodeLaps([]summary.Lap{{StartS: math.NaN(), Values: training.Values{"a": math.Inf(1), "b": 2}}})
	got, err := derive.DecodeLaps(b)
	want := []summary.Lap{{Values: training.Values{"b": 2}}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
}

// TestDamagedBytesAreCorrupt cuts every encoding at every place.
func TestDamagedBytesAreCorrupt(t *testing.T) {
	t.Parallel()
	c := derive.CurvesOn(grid)
	gap := 1.0
	for name, enc := range encodings(c, &gap) {
		if err := enc.decode(enc.bytes); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := enc.decode(append([]byte{99}, enc.bytes[1:]...)); training.KindOf(err) != training.KindCorrupt {
			t.Errorf("%s: another format: %v", name, err)
		}
		for cut := range enc.bytes {
			err := enc.decode(enc.bytes[:cut])
			if err != nil && training.KindOf(err) != training.KindCorrupt || err == nil && cut == 0 {
				t.Errorf("%s cut at %d: %v", name, cut, err)
			}
		}
	}
}

type encoding struct {
	bytes  []byte
	decode func([]byte) error
}

func encodings(c derive.Curves, gap *float64) map[string]encoding {
	return map[string]encoding{
		"histogram": {
			derive.EncodeHistogram(zones.Histogram{Width: 1, First: 3, Seconds: []uint32{0, 4, 0, 0, 300}}),
			func(b []byte) error { _, err := derive.DecodeHistogram(b); return err },
		},
		"curve": {
			c.Encode([]curve.Point{{DurationS: 1, Value: 300, StartS: 700}, {DurationS: 5, Value: 200}, {DurationS: 10, Value: 199.5}}),
			func(b []byte) error { _, err := c.Decode(b); return err },
		},
		"fatigued": {
			c.EncodeFatigued([][]curve.Point{{{DurationS: 1, Value: 300}, {DurationS: 5, Value: 200}}, {{DurationS: 1, Value: 250}}}),
			func(b []byte) error { return c.EachFatigued(b, func(int, int, float64) {}) },
		},
		"efforts": {
			derive.EncodeEfforts([]curve.Effort{{DistanceM: 1000, TimeS: 201.25}}),
			func(b []byte) error { _, err := derive.DecodeEfforts(b); return err },
		},
		"laps": {
			derive.EncodeLaps([]summary.Lap{{Index: 1, EndS: 3, Trigger: "manual", Values: training.Values{"a": 1}}}),
			func(b []byte) error { _, err := derive.DecodeLaps(b); return err },
		},
		"report": {
			derive.EncodeReport(derive.Findings{
				Missing: map[training.Metric]i18n.Sentence{"a": "no"},
				Notes:   []i18n.Sentence{"n"}, EnergyGapPct: gap,
			}),
			func(b []byte) error { _, err := derive.DecodeReport(b); return err },
		},
	}
}

// FuzzDecode feeds every decoder; none may panic, and what one accepts it
// must accept again after encoding.
func FuzzDecode(f *testing.F) {
	c := derive.CurvesOn(grid)
	gap := 1.0
	for _, enc := range encodings(c, &gap) {
		f.Add(enc.bytes)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		again := func(err error) {
			if err != nil {
				t.Fatal(err)
			}
		}
		if h, err := derive.DecodeHistogram(b); err == nil {
			_, err = derive.DecodeHistogram(derive.EncodeHistogram(h))
			again(err)
		}
		if p, err := c.Decode(b); err == nil {
			_, err = c.Decode(c.Encode(p))
			again(err)
		}
		sameRow(t, c, b, 10)
		_ = c.EachFatigued(b, func(int, int, float64) {})
		if l, err := derive.DecodeLaps(b); err == nil {
			_, err = derive.DecodeLaps(derive.EncodeLaps(l))
			again(err)
		}
		if e, err := derive.DecodeEfforts(b); err == nil {
			_, err = derive.DecodeEfforts(derive.EncodeEfforts(e))
			again(err)
		}
		if r, err := derive.DecodeReport(b); err == nil {
			_, err = derive.DecodeReport(derive.EncodeReport(r))
			again(err)
		}
	})
}

func TestSourceComesBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.StringN(1, -1, 200).Draw(t, "source")
		if got, err := derive.DecodeSource(derive.EncodeSource(want)); err != nil || got != want {
			t.Fatalf("%q came back as %q (%v)", want, got, err)
		}
	})
	whole := derive.EncodeSource("stryd")
	for name, b := range map[string][]byte{
		"none": nil, "cut": whole[:3],
		"longer": append(whole[:len(whole):len(whole)], 1), "empty": derive.EncodeSource(""),
	} {
		if got, err := derive.DecodeSource(b); err == nil {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestFatiguedRoundTripIsExact(t *testing.T) {
	t.Parallel()
	c := derive.CurvesOn(grid)
	rapid.Check(t, func(t *rapid.T) {
		var want [][]curve.Point
		for range rapid.IntRange(0, len(curve.FatigueLevelsKJ())).Draw(t, "levels") {
			want = append(want, curves().Draw(t, "curve"))
		}
		b := c.EncodeFatigued(want)
		each := make([][]float64, len(want))
		if err := c.EachFatigued(b, func(level, i int, v float64) {
			if c.Grid()[i] != want[level][len(each[level])].DurationS {
				t.Fatalf("level %d: %d s", level, c.Grid()[i])
			}
			each[level] = append(each[level], v)
		}); err != nil {
			t.Fatal(err)
		}
		for k, points := range want {
			if len(each[k]) != len(points) {
				t.Fatalf("level %d: %v of %v", k, each[k], points)
			}
			for i, p := range points {
				if each[k][i] != p.Value {
					t.Fatalf("level %d: %v of %v", k, each[k], points)
				}
			}
		}
	})
}

func TestMoreLevelsThanThereAreIsCorrupt(t *testing.T) {
	t.Parallel()
	c := derive.CurvesOn(grid)
	b := c.EncodeFatigued(make([][]curve.Point, len(curve.FatigueLevelsKJ())+1))
	if err := c.EachFatigued(b, func(int, int, float64) {}); training.KindOf(err) != training.KindCorrupt {
		t.Error(err)
	}
}
