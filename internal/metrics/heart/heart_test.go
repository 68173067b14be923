package heart_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

func view(bpm []float64) *stream.View {
	r := metricstest.Recording(training.Running, len(bpm))
	metricstest.Put(r, training.HeartRate, bpm)
	return stream.Of(r, stream.Limits{})
}

func TestRate(t *testing.T) {
	t.Parallel()
	r, ok := heart.Of(view([]float64{100, 110, 120, math.NaN(), 170}))
	if !ok || r.AvgBpm != 125 || r.MaxBpm != 170 || r.Seconds != 4 {
		t.Errorf("%+v %v", r, ok)
	}
	if part, _ := heart.In(view([]float64{100, 110, 120}), training.Span{FromS: 1, ToS: 3}); part.AvgBpm != 115 {
		t.Errorf("%+v", part)
	}
	if _, ok := heart.Of(view(nil)); ok {
		t.Error("nothing has a heart rate")
	}
}

func limits() training.Thresholds { return training.Thresholds{RestHRBpm: 50, MaxHRBpm: 190} }

// TestTRIMPIsMorton holds both sexes' constants at a share of 0.5 for an hour.
func TestTRIMPIsMorton(t *testing.T) {
	t.Parallel()
	for sex, want := range map[training.Sex]float64{
		training.Male: 60 * 0.5 * 0.64 * math.Exp(0.96), training.Female: 60 * 0.5 * 0.86 * math.Exp(0.835),
	} {
		h := zones.Of(view(metricstest.Repeat(120, 3600)), training.HeartRate)
		got, missing := heart.TRIMP(h, limits(), sex)
		metricstest.Close(t, string(sex)+missing.String(), got, want, 1e-12)
		avg, _ := heart.TRIMPFromAverage(120, 3600, limits(), sex)
		metricstest.Close(t, "from the average", avg, want, 1e-12)
	}
}

func TestTRIMPAgreesWithTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var bpm []float64
		for _, x := range rapid.SliceOfN(rapid.IntRange(40, 220), 1, 200).Draw(t, "bpm") {
			bpm = append(bpm, float64(x))
		}
		h := zones.Of(view(bpm), training.HeartRate)
		for sex, b := range map[training.Sex]naive.Banister{training.Male: naive.BanisterMale, training.Female: naive.BanisterFemale} {
			got, missing := heart.TRIMP(h, limits(), sex)
			want := b.PerSample(bpm, nil, 50, 190)
			if missing != "" || math.Abs(got-want) > 1e-9*max(1, want) {
				t.Fatalf("%v %q, want %v", got, missing, want)
			}
		}
	})
}

func TestTRIMPSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	h := zones.Of(view(metricstest.Repeat(120, 60)), training.HeartRate)
	for _, c := range []struct {
		h    zones.Histogram
		t    training.Thresholds
		sex  training.Sex
		want string
	}{
		{zones.Histogram{}, limits(), training.Male, "no heart rate"},
		{h, limits(), "", "sex"},
		{h, training.Thresholds{MaxHRBpm: 190}, training.Male, "resting"},
		{h, training.Thresholds{RestHRBpm: 50}, training.Male, "maximum"},
		{h, training.Thresholds{RestHRBpm: 190, MaxHRBpm: 190}, training.Female, "not above"},
	} {
		if _, missing := heart.TRIMP(c.h, c.t, c.sex); !strings.Contains(missing.String(), c.want) {
			t.Errorf("%q, want %q", missing, c.want)
		}
		avg := 120.0
		if len(c.h.Seconds) == 0 {
			avg = 0
		}
		if _, missing := heart.TRIMPFromAverage(avg, 60, c.t, c.sex); !strings.Contains(missing.String(), c.want) {
			t.Errorf("from the average: %q, want %q", missing, c.want)
		}
	}
}

// TestHRTSSVectors checks the values of the server with this rule, and the
// naive one.
func TestHRTSSVectors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ seconds, avg, lthr, want float64 }{
		{3600, 160, 160, 100}, {7200, 128, 160, 128}, {120, 150, 160, 2.9296875}, {3600, 160, 0, -1}, {3600, 0, 160, -1}, {0, 150, 160, -1},
	} {
		got, ok := heart.HRTSS(c.avg, c.lthr, c.seconds)
		if ok != (c.want > 0) {
			t.Errorf("%+v: %v", c, ok)
		}
		if ok {
			metricstest.Close(t, "hrTSS", got, c.want, 1e-12)
			metricstest.Close(t, "reference", got, naive.HRTSS(c.seconds/3600, c.avg, c.lthr), 1e-12)
		}
	}
}

func TestHRSSVector(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "hrss/elevate") {
		var in struct{ Trimp, LTHR, Rest, Max float64 }
		var want struct{ Floor float64 }
		v.Read(t, &in, &want)
		th := training.Thresholds{LTHRBpm: in.LTHR, RestHRBpm: in.Rest, MaxHRBpm: in.Max}
		got, missing := heart.HRSS(in.Trimp, th, training.Male)
		if missing != "" || math.Floor(got) != want.Floor {
			t.Errorf("%v %q, want %v", got, missing, want.Floor)
		}
	}
	for _, th := range []training.Thresholds{
		{RestHRBpm: 50, MaxHRBpm: 190}, {LTHRBpm: 160, MaxHRBpm: 190}, {LTHRBpm: 45, RestHRBpm: 50, MaxHRBpm: 190},
	} {
		if got, missing := heart.HRSS(100, th, training.Male); missing == "" {
			t.Errorf("%+v gives %v", th, got)
		}
	}
}

// TestHRSSIsOfAnHourAtThreshold: an hour there is 100, and what is missing or
// cannot be is said.
func TestHRSSIsOfAnHourAtThreshold(t *testing.T) {
	t.Parallel()
	th := training.Thresholds{MaxHRBpm: 190, RestHRBpm: 50, LTHRBpm: 170}
	hour, missing := heart.TRIMPFromAverage(170, 3600, th, training.Male)
	if missing != "" {
		t.Fatal(missing)
	}
	for share, want := range map[float64]float64{1: 100, 0.5: 50, 0: 0} {
		got, missing := heart.HRSS(share*hour, th, training.Male)
		if metricstest.Close(t, "HRSS", got, want, 1e-9); missing != "" {
			t.Error(missing)
		}
	}
	for name, th := range map[string]training.Thresholds{
		"no threshold": {MaxHRBpm: 190, RestHRBpm: 50}, "no highest": {RestHRBpm: 50, LTHRBpm: 170},
		"at rest": {MaxHRBpm: 190, RestHRBpm: 50, LTHRBpm: 50},
	} {
		if got, missing := heart.HRSS(100, th, training.Male); missing == "" || got != 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
}
