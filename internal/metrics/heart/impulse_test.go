package heart_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/stream"
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

// TestOwnConstants checks that own constants are the given ones, or those of a
// test that was drawn from them.
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

func run(mps, bpm []float64) *training.Recording {
	r := metricstest.Recording(training.Running, len(mps))
	metricstest.Put(r, training.Speed, mps)
	if bpm != nil {
		metricstest.Put(r, training.HeartRate, bpm)
	}
	return r
}

func decoupled(r *training.Recording) (float64, i18n.Sentence) {
	return decoupledBy(r, nil)
}

func decoupledBy(r *training.Recording, worth func(training.Span) (float64, i18n.Sentence)) (float64, i18n.Sentence) {
	h, missing := heart.HalvesOf(stream.Of(r, stream.Limits{}))
	if missing != "" {
		return 0, missing
	}
	return h.PaceDecoupling(worth)
}

func TestPaceDecouplingAgreesWithTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1250, 1900).Draw(t, "n")
		drift := rapid.Float64Range(-0.01, 0.01).Draw(t, "drift")
		gap := rapid.IntRange(0, 50).Draw(t, "gap")
		mps, bpm := make([]float64, n), make([]float64, n)
		for i := range mps {
			mps[i] = math.Round(1000*(3+0.2*math.Sin(float64(i)/40))) / 1000
			bpm[i] = math.Round(140 + drift*float64(i))
			if i >= 300 && i < 300+gap {
				bpm[i] = math.NaN()
			}
		}
		got, missing := decoupled(run(mps, bpm))
		want := naive.Decoupling(mps, bpm, nil)
		if missing != "" || math.Abs(got-want) > 1e-9 {
			t.Fatalf("%v %q, want %v", got, missing, want)
		}
	})
}

// TestPaceDecouplingOnTheFlat takes out what a hill in the second half cost.
func TestPaceDecouplingOnTheFlat(t *testing.T) {
	t.Parallel()
	const n = 1801
	r := run(append(metricstest.Repeat(3, 900), metricstest.Repeat(2.7, n-900)...), metricstest.Repeat(150, n))
	var asked []training.Span
	got, missing := decoupledBy(r, func(s training.Span) (float64, i18n.Sentence) {
		asked = append(asked, s)
		if s.FromS == 0 {
			return 1, ""
		}
		return 3 / 2.7, ""
	})
	metricstest.Close(t, "on the flat"+missing.String(), got, 0, 1e-9)
	if len(asked) != 2 || asked[0].ToS != 900 || asked[1].FromS != 900 || asked[1].ToS < n {
		t.Errorf("asked for %v", asked)
	}
	flat, _ := decoupled(r)
	metricstest.Close(t, "as recorded", flat, 10, 1e-9)
	for from := range 2 {
		if _, missing := decoupledBy(r, func(s training.Span) (float64, i18n.Sentence) {
			if (s.FromS > 0) == (from > 0) {
				return 0, "no altitude"
			}
			return 1, ""
		}); missing != "no altitude" {
			t.Errorf("half %d: %q", from+1, missing)
		}
	}
}

func TestPaceDecouplingRefuses(t *testing.T) {
	t.Parallel()
	n := 1800
	steady, calm := metricstest.Repeat(3, n), metricstest.Repeat(150, n)
	with := func(x []float64, change func(i int) (float64, bool)) []float64 {
		out := append([]float64(nil), x...)
		for i := range out {
			if v, ok := change(i); ok {
				out[i] = v
			}
		}
		return out
	}
	missing := func(from, to int) func(int) (float64, bool) {
		return func(i int) (float64, bool) { return math.NaN(), i >= from && i < to }
	}
	for name, c := range map[string]struct {
		mps, bpm []float64
		want     string
	}{
		"no heart rate": {steady, nil, "no heart rate"},
		"no speed":      {metricstest.Repeat(math.NaN(), n), calm, "no speed"},
		"short":         {steady[:1000], calm[:1000], "20 minutes"},
		"half a heart":  {steady, with(calm, missing(0, 900)), "heart rate covers only 50 %"},
		"half a speed":  {with(steady, missing(0, 900)), calm, "speed covers only 50 %"},
		"gaps":          {steady, with(calm, missing(0, 120)), "too many gaps"},
		"intervals": {with(steady, func(i int) (float64, bool) {
			return 6, i%240 < 60
		}), calm, "varied too much"},
		"stood still": {with(steady, func(i int) (float64, bool) { return 0, i < 900 }), calm, "varied too much"},
	} {
		if x, got := decoupled(run(c.mps, c.bpm)); !strings.Contains(got.String(), c.want) {
			t.Errorf("%s: %v %q, want %q", name, x, got, c.want)
		}
	}
}

func TestRecovery(t *testing.T) {
	t.Parallel()
	n := 900
	bpm := make([]float64, n)
	for i := range bpm {
		bpm[i] = 130
		if i >= 300 && i < 600 {
			bpm[i] = 180
		}
		if i >= 600 && i < 660 {
			bpm[i] = 180 - float64(i-599)*0.7
		}
		if i >= 660 {
			bpm[i] = 138
		}
	}
	f, why := heart.Recovery(view(bpm))
	if why != "" || f.FromBpm < 179 || f.Bpm < 40 || f.Bpm > 42 || f.AtS < 600 || f.AtS > 606 {
		t.Errorf("%+v %v", f, why)
	}
	// One wild beat is not an effort, and a minute without values no recovery.
	spike := metricstest.Repeat(120, 300)
	spike[100] = 220
	if f, _ := heart.Recovery(view(spike)); f.Bpm > 20 {
		t.Errorf("a spike recovers by %v", f.Bpm)
	}
	hole := append(metricstest.Repeat(170, 100), metricstest.Repeat(math.NaN(), 100)...)
	if f, why := heart.Recovery(view(append(hole, metricstest.Repeat(100, 50)...))); why == "" {
		t.Errorf("across a hole: %+v", f)
	}
	lost := append(metricstest.Repeat(190, 100), metricstest.Repeat(60, 100)...)
	if f, why := heart.Recovery(view(lost)); f.Bpm != 0 || !strings.Contains(why.String(), "sensor") {
		t.Errorf("a strap that lost the heart: %+v %q", f, why)
	}
	for name, x := range map[string][]float64{"rising": {100, 110, 120}, "steady": metricstest.Repeat(150, 300), "nothing": nil} {
		if f, why := heart.Recovery(view(x)); why == "" {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// TestRecoveryGoesOnInPauses: an athlete who stops the watch recovers too.
func TestRecoveryGoesOnInPauses(t *testing.T) {
	t.Parallel()
	bpm := append(metricstest.Repeat(175, 300), metricstest.Repeat(120, 200)...)
	r := metricstest.Recording(training.Running, len(bpm))
	metricstest.Put(r, training.HeartRate, bpm)
	r.Pauses = []training.Span{{FromS: 300, ToS: 400}}
	if f, why := heart.Recovery(stream.Of(r, stream.Limits{})); why != "" || f.Bpm != 55 {
		t.Errorf("%+v %v", f, why)
	}
	r.Columns.TimeS[len(bpm)-1] = 1 << 30 // a clock that jumped
	if f, why := heart.Recovery(stream.Of(r, stream.Limits{})); why == "" {
		t.Errorf("%+v", f)
	}
}
