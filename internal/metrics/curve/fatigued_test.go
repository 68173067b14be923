package curve_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
	"lapkeep/test/naive"
)

// naiveAfter returns the best mean of d seconds of the windows that begin once
// workJ has been done, NaN if there is none.
func naiveAfter(watts []int32, workJ int64, d int) float64 {
	best, done := math.NaN(), int64(0)
	for i := 0; i+d <= len(watts); i++ {
		if done >= workJ {
			if m := naive.Mean(metricstest.Floats(watts[i : i+d])); math.IsNaN(best) || m > best {
				best = m
			}
		}
		done += int64(watts[i])
	}
	return best
}

func TestFatiguedIsTheSlowScan(t *testing.T) {
	t.Parallel()
	for name, watts := range map[string][]int32{
		"ride": realLike(4000, 4), "flat": flat(3000, 0), "intervals": alternating(3000), "huge": ramp(1500, 1),
		"dead start": append(make([]int32, 900), realLike(3000, 6)...),
	} {
		byLevel := curve.Fatigued(watts, 100)
		if len(byLevel) == 0 {
			t.Errorf("%s: no level", name)
		}
		for k, points := range byLevel {
			workJ := int64(curve.FatigueLevelsKJ()[k]) * 1000
			for _, p := range points {
				if p.DurationS != 1 && p.DurationS != 30 && p.DurationS != 300 {
					continue // brute force is slow
				}
				metricstest.Close(t, name, p.Value, naiveAfter(watts, workJ, int(p.DurationS)), 1e-12)
				from := int(p.StartS) - 100
				metricstest.Close(t, name+" window", naive.Mean(metricstest.Floats(watts[from:from+int(p.DurationS)])), p.Value, 1e-12)
			}
			if d := curve.After(watts, workJ, curve.Coarse()); len(d) != len(points) {
				t.Errorf("%s: %d points after %d J, one by one %d", name, len(points), workJ, len(d))
			}
		}
	}
}

func TestFatiguedLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		watts := rapid.SliceOfN(rapid.Int32Range(0, 2000), 1, 200).Draw(t, "watts")
		a := rapid.Int64Range(0, 200_000).Draw(t, "work")
		b := a + rapid.Int64Range(0, 100_000).Draw(t, "more")
		fresh := curve.PowerOf(watts, 0, curve.Grid())
		less, more := curve.After(watts, a, curve.Coarse()), curve.After(watts, b, curve.Coarse())
		if len(more) > len(less) {
			t.Fatalf("%d durations after %d J, %d after %d J", len(less), a, len(more), b)
		}
		for i, p := range less {
			f, _ := at(fresh, p.DurationS)
			if p.Value > f.Value || i < len(more) && more[i].Value > p.Value {
				t.Fatalf("%d s: fresh %v, after %d J %v", p.DurationS, f.Value, a, p.Value)
			}
			if want := naiveAfter(watts, a, int(p.DurationS)); math.Abs(p.Value-want) > 1e-9 {
				t.Fatalf("%d s after %d J: %v, want %v", p.DurationS, a, p.Value, want)
			}
		}
		if zero := curve.After(watts, 0, []int32{1}); zero[0].Value != fresh[0].Value {
			t.Fatalf("after nothing: %v and %v", zero[0], fresh[0])
		}
	})
}

// TestSplittingARideRaisesNothing: the bests of the parts are bests of the
// whole too, and the work of the parts is that of the whole.
func TestSplittingARideRaisesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		watts := rapid.SliceOfN(rapid.Int32Range(0, 1500), 2, 1000).Draw(t, "watts")
		cut := rapid.IntRange(1, len(watts)-1).Draw(t, "cut")
		whole := curve.MeanMax(watts)
		work := int64(0)
		for _, part := range [][]int32{watts[:cut], watts[cut:]} {
			e := curve.MeanMax(part)
			work += e.Sums[len(part)-1]
			for d := range e.Sums {
				if e.Sums[d] > whole.Sums[d] {
					t.Fatalf("%d s of a part hold %d J, of the whole %d", d+1, e.Sums[d], whole.Sums[d])
				}
			}
			for _, p := range curve.After(part, 1000, curve.Coarse()) {
				if w, ok := at(curve.After(watts, 1000, curve.Coarse()), p.DurationS); !ok || p.Value > w.Value {
					t.Fatalf("%d s after 1 kJ: %v in a part, %v in the whole", p.DurationS, p.Value, w.Value)
				}
			}
		}
		if work != whole.Sums[len(watts)-1] {
			t.Fatalf("the parts hold %d J, the whole %d", work, whole.Sums[len(watts)-1])
		}
	})
}

func TestShortRidesHaveNoFatiguedCurve(t *testing.T) {
	t.Parallel()
	for _, watts := range [][]int32{nil, {300}, flat(600, 0), make([]int32, 9000)} {
		if got := curve.Fatigued(watts, 0); len(got) != 0 {
			t.Errorf("%d s: %v", len(watts), got)
		}
	}
}

// year returns an athlete's weekly peaks: in some weeks an effort near the
// limit, in the others something easier, some weeks nothing.
func year(rng *rand.Rand, weeks int, hard float64, ftp func(week int) float64) []curve.Peak {
	var out []curve.Peak
	for w := range weeks {
		share := 1 - 0.03 - 0.2*rng.Float64()
		switch r := rng.Float64(); {
		case r < 0.1:
			continue
		case r < 0.1+0.9*hard:
			share = 1 - math.Abs(0.012*rng.NormFloat64())
		}
		out = append(out, curve.Peak{Effort: curve.ThresholdEffort{Day: training.Day(7 * w)}, FTPW: ftp(w) * share})
	}
	return out
}

// TestChangesAreFound: of athletes whose FTP takes a step in the middle of two
// years, and who ride near it in two weeks of five.
func TestChangesAreFound(t *testing.T) {
	t.Parallel()
	const athletes = 60
	for _, step := range []float64{0.04, 0.06, 0.1, -0.06, -0.1, -0.2} {
		rng := rand.New(rand.NewPCG(3, 4))
		found, near := 0, 0
		for range athletes {
			levels := curve.Levels(year(rng, 104, 0.4, func(week int) float64 {
				if week < 50 {
					return 250
				}
				return 250 * (1 + step)
			}))
			if len(levels) != 2 {
				continue
			}
			found++
			if math.Abs(levels[0].FTPW/250-1) > 0.03 || math.Abs(levels[1].FTPW/250/(1+step)-1) > 0.03 {
				t.Errorf("a step of %v reads as %v and %v W", step, levels[0].FTPW, levels[1].FTPW)
			}
			if math.Abs(float64(levels[1].Support[0].Effort.Day)/7-50) <= 6 {
				near++
			}
		}
		if found < athletes*95/100 || near < athletes*85/100 {
			t.Errorf("a step of %v is found in %d of %d, %d of them within six weeks", step, found, athletes, near)
		}
	}
}

func TestNoChangeIsInvented(t *testing.T) {
	t.Parallel()
	for _, hard := range []float64{0.2, 0.4, 0.7, 1} {
		rng := rand.New(rand.NewPCG(1, 2))
		invented := 0
		for range 60 {
			if len(curve.Levels(year(rng, 104, hard, func(int) float64 { return 250 }))) != 1 {
				invented++
			}
		}
		if invented > 1 {
			t.Errorf("%d of 60 steady athletes change, hard in %v of the weeks", invented, hard)
		}
	}
}

func TestLevelsAreLawful(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		peaks := make([]curve.Peak, rapid.IntRange(0, 60).Draw(t, "weeks"))
		for i := range peaks {
			peaks[i] = curve.Peak{Effort: curve.ThresholdEffort{Day: training.Day(7 * i)}, FTPW: rapid.Float64Range(50, 450).Draw(t, "FTP")}
		}
		levels := curve.Levels(peaks)
		weeks := 0
		for i, l := range levels {
			weeks += l.Weeks
			if len(levels) > 1 && len(l.Support) < 2 {
				t.Fatalf("one effort makes a level: %+v", l)
			}
			for _, p := range l.Support {
				if p.FTPW < 0.98*l.FTPW-1e-9 || p.Effort.Day < l.From || p.Effort.Day > l.To {
					t.Fatalf("%+v does not stand for %+v", p, l)
				}
			}
			if i > 0 && (l.From <= levels[i-1].To || math.Abs(l.FTPW/levels[i-1].FTPW-1) <= 0.02) {
				t.Fatalf("%+v after %+v", l, levels[i-1])
			}
		}
		if weeks != len(peaks) {
			t.Fatalf("%d of %d weeks", weeks, len(peaks))
		}
	})
	wrong := []curve.Peak{{FTPW: math.NaN()}, {FTPW: 0}, {FTPW: -5}, {FTPW: math.Inf(1)}}
	if levels := curve.Levels(wrong); levels != nil {
		t.Errorf("%+v", levels)
	}
}

// TestOneGlitchIsNoChange: a week in which the meter read far too high.
func TestOneGlitchIsNoChange(t *testing.T) {
	t.Parallel()
	peaks := year(rand.New(rand.NewPCG(5, 6)), 60, 0.5, func(int) float64 { return 250 })
	peaks[30].FTPW = 400
	levels := curve.Levels(peaks)
	if len(levels) != 1 || levels[0].FTPW > 260 {
		t.Errorf("%d levels, %v W", len(levels), levels[0].FTPW)
	}
}

func BenchmarkLevelsOfTwoYears(b *testing.B) {
	peaks := year(rand.New(rand.NewPCG(5, 6)), 104, 0.4, func(w int) float64 { return 250 + float64(w)/4 })
	for b.Loop() {
		curve.Levels(peaks)
	}
}
