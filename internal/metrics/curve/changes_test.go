package curve_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/curve"
	"lapkeep/internal/training"
)

// year is an athlete's weekly peaks: in some weeks an effort near the limit,
// in the others something easier, some weeks nothing.
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
