package heart_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/heart"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

func floats(rr []uint16) []float64 {
	out := make([]float64, len(rr))
	for i, v := range rr {
		out[i] = float64(v)
	}
	return out
}

// TestRunalyzeExample checks the five intervals for which Runalyze's tests
// publish values, repeated here since too few beats are refused.
func TestRunalyzeExample(t *testing.T) {
	t.Parallel()
	short := []float64{500, 510, 530, 550, 560}
	metricstest.Close(t, "SDNN", naive.SDNN(short), 25.5, 0.01)
	if _, why := heart.HRVOf([]uint16{500, 510, 530, 550, 560}); !strings.Contains(why.String(), "no heartbeat") {
		t.Errorf("five beats: %q", why)
	}
	var rr []uint16
	for range 4 {
		rr = append(rr, 500, 510, 530, 550, 560)
	}
	m, why := heart.HRVOf(rr)
	if why != "" || m.Beats != 20 || m.Artefacts != 0 {
		t.Fatalf("%+v %q", m, why)
	}
	metricstest.Close(t, "AVNN", m.AVNN, 530, 0)
	metricstest.Close(t, "SDNN", m.SDNN, naive.SDNN(floats(rr)), 1e-12)
	metricstest.Close(t, "rMSSD", m.RMSSD, naive.RMSSD(floats(rr)), 1e-12)
	// 4·(10+20+20+10) − 3·60 from end to start is 60 in 19 differences.
	squares, total := 4*(100+400+400+100)+3*3600.0, 60.0
	metricstest.Close(t, "SDSD", m.SDSD, math.Sqrt((squares-total*total/19)/18), 1e-12)
	metricstest.Close(t, "pNN50", m.PNN50, 300.0/19, 1e-12)
}

func TestPNNVector(t *testing.T) {
	t.Parallel()
	for _, v := range metricstest.Vectors(t, "hrv/pnn") {
		var in struct{ RR []float64 }
		var want map[string]float64
		v.Read(t, &in, &want)
		for limit, key := range map[float64]string{20: "pNN20", 50: "pNN50"} {
			ours, _ := heart.PNN(in.RR, limit)
			metricstest.Close(t, key, ours, naive.PNN(in.RR, limit, false), v.Tol)
			n := float64(len(in.RR)) // which Runalyze divides by
			metricstest.Close(t, key+" of beats", ours*(n-1)/n, want[key], v.Tol)
		}
	}
	if _, ok := heart.PNN([]float64{800}, 50); ok {
		t.Error("one interval has a difference")
	}
}

// TestPNNIsOfWhatIsAbove: a difference of the limit itself does not count.
func TestPNNIsOfWhatIsAbove(t *testing.T) {
	t.Parallel()
	ms := []float64{800, 850, 801, 801, 750}
	got, ok := heart.PNN(ms, 50)
	if metricstest.Close(t, "of four", got, 0.25, 1e-12); !ok {
		t.Error("it has no value")
	}
	if got, ok := heart.PNN([]float64{800, 851}, 50); !ok || got != 1 {
		t.Errorf("of two beats it is %v %v", got, ok)
	}
}

// TestTenBeatsAreEnough and nine are not.
func TestTenBeatsAreEnough(t *testing.T) {
	t.Parallel()
	rr := []uint16{800, 810, 805, 800, 790, 800, 810, 800, 805, 800}
	if m, why := heart.HRVOf(rr); why != "" || m.Beats != 10 {
		t.Errorf("%+v %q", m, why)
	}
	if _, why := heart.HRVOf(rr[1:]); why == "" {
		t.Error("nine beats have measures")
	}
}

// series draws intervals with beats missed and doubled.
func series(t *rapid.T) []uint16 {
	n := rapid.IntRange(2, 300).Draw(t, "n")
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	rate := rapid.Float64Range(0, 0.15).Draw(t, "artefacts")
	out := make([]uint16, n)
	level := 500 + 500*rng.Float64()
	for i := range out {
		level += 12 * rng.NormFloat64()
		x := level
		switch {
		case rng.Float64() < rate/2:
			x *= 2
		case rng.Float64() < rate/2:
			x /= 2
		}
		out[i] = uint16(min(max(x, 0), 65000))
	}
	return out
}

func TestCorrectAgreesWithTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rr := series(t)
		want, share := naive.Corrected(floats(rr), 0.25)
		got := heart.Correct(rr)
		if math.Abs(got.ArtefactShare()-share) > 1e-9 {
			t.Fatalf("%v of %d replaced, want %v", got.ArtefactShare(), len(rr), share)
		}
		for i, ms := range got.MS {
			if math.Abs(ms-want[i]) > 1e-9 {
				t.Fatalf("interval %d is %v, want %v", i, ms, want[i])
			}
		}
		m, why := heart.HRVOf(rr)
		if noisy := share > 0.05 || len(rr) < 10; noisy != (why != "") {
			t.Fatalf("share %v of %d: %q", share, len(rr), why)
		}
		if why == "" && (math.Abs(m.SDNN-naive.SDNN(want)) > 1e-9 || math.Abs(m.RMSSD-naive.RMSSD(want)) > 1e-9 ||
			math.Abs(m.PNN50-100*naive.PNN(want, 50, false)) > 1e-9 || math.Abs(m.AVNN-naive.AVNN(want)) > 1e-9) {
			t.Fatalf("%+v", m)
		}
	})
}

func TestAlphaAgreesWithTheReference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		ms := make([]float64, rapid.IntRange(32, 400).Draw(t, "n"))
		level := 700.0
		for i := range ms {
			level += 5 * rng.NormFloat64()
			ms[i] = math.Round(level + 10*rng.NormFloat64())
		}
		got, ok := heart.Alpha1(ms)
		if want := naive.DFA1(ms); !ok || math.Abs(got-want) > 1e-9 {
			t.Fatalf("α1 is %v %v, want %v", got, ok, want)
		}
	})
}

// TestAlphaOfKnownNoise: 0.5 without memory, 1.5 for its sum, and 1 between
// them for noise whose power falls with frequency.
func TestAlphaOfKnownNoise(t *testing.T) {
	t.Parallel()
	const n = 20000
	rng := rand.New(rand.NewPCG(3, 4))
	white, walk, pink := make([]float64, n), make([]float64, n), make([]float64, n)
	sum := 0.0
	octaves := make([]float64, 14) // each drawn anew half as often as the one before
	for i := range n {
		white[i] = 800 + 20*rng.NormFloat64()
		sum += rng.NormFloat64()
		walk[i] = 800 + sum
		for o := range octaves {
			if i%(1<<o) == 0 {
				octaves[o] = rng.NormFloat64()
			}
			pink[i] += octaves[o]
		}
	}
	for name, c := range map[string]struct {
		ms   []float64
		want float64
	}{"white": {white, 0.5}, "brown": {walk, 1.5}, "1/f": {pink, 1}} {
		if a, ok := heart.Alpha1(c.ms); !ok || math.Abs(a-c.want) > 0.12 {
			t.Errorf("α1 of %s noise is %.3f", name, a)
		}
	}
	if _, ok := heart.Alpha1(metricstest.Repeat(800, 100)); ok {
		t.Error("a heart that never varies has an α1")
	}
	if _, ok := heart.Alpha1(white[:31]); ok {
		t.Error("31 beats have an α1")
	}
}

// ramp returns an exercise whose heart rate rises from 100 to 180 and whose
// variability loses its memory on the way, as in a ramp test.
func ramp(seed uint64) []uint16 {
	rng := rand.New(rand.NewPCG(seed, 5))
	var rr []uint16
	slow, t := 0.0, 0.0
	for t < 2400 {
		share := t / 2400
		base := 60_000 / (100 + 80*share)
		memory := 0.95 * (1 - share)
		slow = memory*slow + rng.NormFloat64()
		ms := base + 6*slow
		rr = append(rr, uint16(ms))
		t += ms / 1000
	}
	return rr
}

func TestAlongARamp(t *testing.T) {
	t.Parallel()
	c := heart.Along(ramp(1), 0)
	if want := (2400-heart.WindowS)/heart.StepS + 1; len(c.Windows) < want-2 || len(c.Windows) > want || c.Noisy != 0 {
		t.Fatalf("%d windows, %d noisy, want about %d", len(c.Windows), c.Noisy, want)
	}
	first, last := c.Windows[0], c.Windows[len(c.Windows)-1]
	if first.Alpha1 < last.Alpha1+0.3 || first.AvgBpm > 105 || last.AvgBpm < 172 || c.Windows[1].StartS != 20 {
		t.Errorf("from %+v to %+v", first, last)
	}
	bpm, ok := c.RateAt(heart.AerobicAlpha)
	if !ok || bpm < 110 || bpm > 175 {
		t.Errorf("α1 falls to 0.75 at %v %v", bpm, ok)
	}
	if anaerobic, ok := c.RateAt(heart.AnaerobicAlpha); ok && anaerobic <= bpm {
		t.Errorf("the second threshold at %v lies below the first at %v", anaerobic, bpm)
	}
	var easy heart.Course // α1 wanders about 0.75 at rates too alike to say where it falls to it
	for i, a := range []float64{0.9, 0.85, 0.9, 0.7, 0.95, 0.9, 0.99, 0.92} {
		easy.Windows = append(easy.Windows, heart.Window{Alpha1: a, AvgBpm: 140 - float64(i)})
	}
	if bpm, ok := easy.RateAt(heart.AerobicAlpha); ok {
		t.Errorf("the line reaches 0.75 at %v, where no window is", bpm)
	}
	if _, ok := c.RateAt(0.1); ok {
		t.Error("a value that was never reached has a rate")
	}
}

// TestAlongIsAlphaOfItsWindow compares the windows with the slow reference.
func TestAlongIsAlphaOfItsWindow(t *testing.T) {
	t.Parallel()
	rr := ramp(2)
	clean, _ := naive.Corrected(floats(rr), 0.25)
	for _, w := range heart.Along(rr, 60).Windows[:10] {
		var ms []float64
		at := 0.0
		for i, x := range rr {
			if at >= w.StartS && at+float64(x)/1000 <= w.StartS+heart.WindowS {
				ms = append(ms, clean[i])
			}
			at += float64(x) / 1000
		}
		metricstest.Close(t, "α1", w.Alpha1, naive.DFA1(ms), 1e-9)
		metricstest.Close(t, "rate", w.AvgBpm, 60_000/naive.Mean(ms), 1e-9)
	}
}

// TestTheRateOfAValueIsFoundAgain on a line that windows were drawn from, with
// windows off the straight range, which do not count.
func TestTheRateOfAValueIsFoundAgain(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		at := float64(rapid.IntRange(110, 160).Draw(t, "rate at 0.75"))
		slope := rapid.Float64Range(0.005, 0.03).Draw(t, "fall per beat")
		var c heart.Course
		for i := range 60 {
			bpm := at - 30 + float64(i)
			a := 0.75 - slope*(bpm-at)
			if a > 1 || a < 0.4 {
				a = 1.4 - a // anywhere beyond the line
			}
			if a <= 1 && a >= 0.4 && math.Abs(a-(0.75-slope*(bpm-at))) > 1e-9 {
				continue
			}
			c.Windows = append(c.Windows, heart.Window{Alpha1: a, AvgBpm: bpm})
		}
		got, ok := c.RateAt(heart.AerobicAlpha)
		if !ok || math.Abs(got-at) > 1e-6 {
			t.Fatalf("%v %v, want %v", got, ok, at)
		}
	})
}

func TestNoisyWindowsAreLeftOut(t *testing.T) {
	t.Parallel()
	rr := ramp(3)
	for i := 600; i < 900; i += 8 { // an eighth of these beats was missed
		rr[i] *= 2
	}
	c := heart.Along(rr, 0)
	if c.Noisy < 5 || len(c.Windows) < 50 {
		t.Errorf("%d windows, %d noisy", len(c.Windows), c.Noisy)
	}
	// A strap that reads 30 s as one beat leaves too few of them.
	if c := heart.Along([]uint16{30000, 30000, 30000, 30000, 30000, 30000}, 0); len(c.Windows) != 0 || c.Noisy == 0 {
		t.Errorf("%+v", c)
	}
	if c := heart.Along(nil, 0); len(c.Windows) != 0 {
		t.Errorf("%+v of nothing", c)
	}
	if _, ok := (heart.Course{}).RateAt(heart.AerobicAlpha); ok {
		t.Error("nothing has a rate")
	}
}

func BenchmarkAlong(b *testing.B) {
	var rr []uint16
	for i := range uint64(2) {
		rr = append(rr, ramp(i)...)
	}
	for b.Loop() {
		if c := heart.Along(rr, 0); len(c.Windows) == 0 {
			b.Fatal(c)
		}
	}
}
