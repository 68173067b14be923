package heart_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

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
