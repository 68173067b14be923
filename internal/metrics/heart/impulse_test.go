package heart_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/zones"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

func beats(bpm []float64) zones.Histogram { return zones.Of(view(bpm), training.HeartRate) }

func TestEdwardsVector(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "edwards") {
		var in struct{ Minutes []float64 }
		var want struct{ TRIMP float64 }
		v.Read(t, &in, &want)
		bpm := metricstest.Repeat(90, 600) // below half of the maximum
		for zone, m := range in.Minutes {
			bpm = append(bpm, metricstest.Repeat(105+20*float64(zone), int(m*60))...)
		}
		got, missing := heart.Edwards(beats(bpm), 200)
		metricstest.Close(t, "Edwards"+missing.String(), got, want.TRIMP, 1e-9)
	}
}

func TestImpulsesAgreeWithTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var bpm []float64
		for _, x := range rapid.SliceOfN(rapid.IntRange(60, 220), 1, 200).Draw(t, "bpm") {
			bpm = append(bpm, float64(x))
		}
		h := beats(bpm)
		lthr := float64(rapid.IntRange(120, 190).Draw(t, "lthr"))
		top := lthr + float64(rapid.IntRange(1, 30).Draw(t, "above"))
		edwards, _ := heart.Edwards(h, top)
		lucia, _ := heart.Lucia(h, lthr-20, lthr)
		zonal, _ := heart.Zonal(h, lthr)
		var inZones [7]float64
		copy(inZones[:], naive.TimeInZones(bpm, nil, ceiled(lthr, 85, 90, 95, 100, 103, 107)))
		friel, _ := heart.FrielTSS(h, training.Running, lthr)
		for what, pair := range map[string][2]float64{
			"Edwards": {edwards, naive.Edwards(bpm, nil, top)},
			"Lucia":   {lucia, naive.Lucia(bpm, nil, lthr-20, lthr)},
			"zonal":   {zonal, naive.ZonalTRIMP(bpm, nil, naive.Bounds([]float64{68, 83, 94, 105}, lthr))},
			"Friel":   {friel, naive.FrielTSS(inZones)},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-9*max(1, pair[1]) {
				t.Fatalf("%s is %v, want %v", what, pair[0], pair[1])
			}
		}
	})
}

func ceiled(lthr float64, percents ...float64) []float64 {
	out := naive.Bounds(percents, lthr)
	for i := range out {
		out[i] = math.Ceil(out[i])
	}
	return out
}

func TestImpulsesSayWhatIsMissing(t *testing.T) {
	t.Parallel()
	h, none := beats(metricstest.Repeat(120, 60)), zones.Histogram{}
	for name, c := range map[string]struct {
		call func(zones.Histogram) (float64, i18n.Sentence)
		want string
	}{
		"Edwards":      {func(h zones.Histogram) (float64, i18n.Sentence) { return heart.Edwards(h, 0) }, "maximum"},
		"Lucia":        {func(h zones.Histogram) (float64, i18n.Sentence) { return heart.Lucia(h, 0, 160) }, "two thresholds"},
		"Lucia turned": {func(h zones.Histogram) (float64, i18n.Sentence) { return heart.Lucia(h, 160, 150) }, "not above"},
		"zonal":        {func(h zones.Histogram) (float64, i18n.Sentence) { return heart.Zonal(h, 0) }, "threshold"},
		"Friel":        {func(h zones.Histogram) (float64, i18n.Sentence) { return heart.FrielTSS(h, training.Cycling, 0) }, "threshold"},
		"own": {func(h zones.Histogram) (float64, i18n.Sentence) {
			return heart.TRIMPBy(heart.Banister{A: 1, B: 1}, h, training.Thresholds{MaxHRBpm: 190})
		}, "resting"},
	} {
		if _, missing := c.call(h); !strings.Contains(missing.String(), c.want) {
			t.Errorf("%s: %q, want %q", name, missing, c.want)
		}
	}
	for name, call := range map[string]func() (float64, i18n.Sentence){
		"Edwards": func() (float64, i18n.Sentence) { return heart.Edwards(none, 190) },
		"Lucia":   func() (float64, i18n.Sentence) { return heart.Lucia(none, 140, 160) },
		"zonal":   func() (float64, i18n.Sentence) { return heart.Zonal(none, 160) },
		"Friel":   func() (float64, i18n.Sentence) { return heart.FrielTSS(none, training.Cycling, 160) },
		"own":     func() (float64, i18n.Sentence) { return heart.TRIMPBy(heart.Banister{}, none, limits()) },
	} {
		if x, missing := call(); x != 0 || !strings.Contains(missing.String(), "no heart rate") {
			t.Errorf("%s of nothing: %v %q", name, x, missing)
		}
	}
}

func TestVentilatory(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		t        training.Thresholds
		vt1, vt2 float64
		ok       bool
	}{
		{training.Thresholds{}, 0, 0, false},
		{training.Thresholds{LTHRBpm: 165}, 149, 165, true},
		{training.Thresholds{LTHRBpm: 165, HRZones: []float64{140, 170}}, 140, 170, true},
		{training.Thresholds{LTHRBpm: 160, HRZones: []float64{120, 140, 150, 170}}, 144, 160, true},
	} {
		if vt1, vt2, ok := heart.Ventilatory(c.t); vt1 != c.vt1 || vt2 != c.vt2 || ok != c.ok {
			t.Errorf("%+v: %v %v %v", c.t, vt1, vt2, ok)
		}
	}
}

// TestOwnConstants are given, or those of a test that was drawn from them.
func TestOwnConstants(t *testing.T) {
	t.Parallel()
	test := limits()
	for bpm := 90.0; bpm <= 180; bpm += 15 {
		test.LactateTest = append(test.LactateTest, bpm, 0.4*math.Exp(2.5*(bpm-test.RestHRBpm)/(test.MaxHRBpm-test.RestHRBpm)))
	}
	given := limits()
	given.LactateTest = []float64{0.4, 2.5}
	for _, in := range []training.Thresholds{test, given} {
		b, missing := heart.Own(in)
		metricstest.Close(t, "A"+missing.String(), b.A, 0.4, 1e-9)
		metricstest.Close(t, "B", b.B, 2.5, 1e-9)
	}
	test.MaxHRBpm = 0
	for want, in := range map[string]training.Thresholds{"no lactate test": limits(), "maximum heart rate": test} {
		if _, missing := heart.Own(in); !strings.Contains(missing.String(), want) {
			t.Errorf("%q, want %q", missing, want)
		}
	}
}

// TestIndividualFindsTheCurve that a lactate test was drawn from, and with
// Banister's own curve gives his TRIMP.
func TestIndividualFindsTheCurve(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	var exact, rough []heart.Step
	for bpm := 100.0; bpm <= 180; bpm += 16 {
		mmol := 0.64 * math.Exp(1.92*(bpm-50)/140)
		exact = append(exact, heart.Step{Bpm: bpm, MmolL: mmol})
		rough = append(rough, heart.Step{Bpm: bpm, MmolL: mmol * (1 + 0.05*rng.NormFloat64())})
	}
	b, missing := heart.Individual(append(exact, heart.Step{Bpm: 0, MmolL: 9}, heart.Step{Bpm: 190}), limits())
	metricstest.Close(t, "A"+missing.String(), b.A, 0.64, 1e-9)
	metricstest.Close(t, "B", b.B, 1.92, 1e-9)
	near, _ := heart.Individual(rough, limits())
	metricstest.Close(t, "B of a rough test", near.B, 1.92, 0.15)
	h := beats(metricstest.Repeat(150, 1800))
	own, _ := heart.TRIMPBy(b, h, limits())
	male, _ := heart.TRIMP(h, limits(), training.Male)
	metricstest.Close(t, "TRIMP", own, male, 1e-9)
	falling := []heart.Step{{100, 5}, {130, 4}, {160, 3}}
	for want, call := range map[string]func() (heart.Banister, i18n.Sentence){
		"three steps":   func() (heart.Banister, i18n.Sentence) { return heart.Individual(exact[:2], limits()) },
		"does not rise": func() (heart.Banister, i18n.Sentence) { return heart.Individual(falling, limits()) },
		"resting": func() (heart.Banister, i18n.Sentence) {
			return heart.Individual(exact, training.Thresholds{MaxHRBpm: 190})
		},
	} {
		if _, missing := call(); !strings.Contains(missing.String(), want) {
			t.Errorf("%q, want %q", missing, want)
		}
	}
}

func TestReserveScore(t *testing.T) {
	t.Parallel()
	for _, bpm := range []float64{40, 50, 120, 166.2, 200} {
		got, missing := heart.ReserveTSS(bpm, 5400, limits())
		want := naive.HRRTSS(1.5, max(bpm, 50), 50, 190, 0.83)
		metricstest.Close(t, "reserve"+missing.String(), got, want, 1e-12)
	}
	if hour, _ := heart.ReserveTSS(50+0.83*140, 3600, limits()); math.Abs(hour-100) > 1e-9 {
		t.Errorf("an hour at 0.83 of the reserve is %v", hour)
	}
	if _, missing := heart.ReserveTSS(150, 0, limits()); missing == "" {
		t.Error("no time has a score")
	}
}
