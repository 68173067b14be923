package curves

import (
	"math"
	"testing"

	"lapkeep/internal/metrics/pace"
)

// profile returns a course whose altitude is a function of the distance.
func profile(lengthM, everyM float64, alt func(m float64) float64) *Course {
	c := &Course{Name: "course"}
	for m := 0.0; m <= lengthM+1e-6; m += everyM {
		c.add(m, alt(m))
	}
	return c
}

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.Abs(got-want) > within {
		t.Errorf("%s is %g, want %g", what, got, want)
	}
}

// TestPacingOfAFlatCourse: every kilometre has the same pace.
func TestPacingOfAFlatCourse(t *testing.T) {
	t.Parallel()
	p := profile(10_500, 7, func(float64) float64 { return 320 }).pacing(3000)
	if len(p.AtKm) != 11 || p.AtKm[0] != 1 || p.AtKm[10] != 10.5 {
		t.Fatalf("splits end at %v", p.AtKm)
	}
	for i, s := range p.PaceSPkm {
		near(t, "pace", s, 3000/10.5, 0.1)
		near(t, "grade", p.GradePct[i], 0, 0)
	}
	near(t, "flat equivalent", p.FlatKm, 10.5, 0)
	near(t, "climb", p.GainM, 0, 0)
	near(t, "end", p.ElapsedS[10], 3000, 0)
}

// TestPacingOfSlopes: a steady slope costs what Minetti's polynomial says, times add up, and
// down is faster than up.
func TestPacingOfSlopes(t *testing.T) {
	t.Parallel()
	up := profile(5000, 10, func(m float64) float64 { return 0.06 * m })
	// 155.4·0.06⁵ − 30.4·0.06⁴ − 43.3·0.06³ + 46.3·0.06² + 19.5·0.06 + 3.6, by hand, over 3.6
	const factor = 4.9271464 / 3.6
	near(t, "flat length", up.flatM(), 5000*factor, 5)
	near(t, "climb", up.pacing(1800).GainM, 300, 1)
	near(t, "grade", up.pacing(1800).GradePct[2], 6, 0.05)

	hill := profile(8000, 10, func(m float64) float64 { return 200 - math.Abs(m-4000)*0.05 })
	p := hill.pacing(2400)
	near(t, "end", p.ElapsedS[7], 2400, 0)
	if p.PaceSPkm[1] <= p.PaceSPkm[6] {
		t.Errorf("up %g s/km, down %g s/km", p.PaceSPkm[1], p.PaceSPkm[6])
	}
	total := 0.0
	for _, s := range p.PaceSPkm {
		total += s
	}
	near(t, "sum of the kilometres", total, 2400, 1)
	near(t, "up over down", p.PaceSPkm[1]/p.PaceSPkm[6], pace.Canonical.Factor(0.05)/pace.Canonical.Factor(-0.05), 0.01)
}

// TestPacingIgnoresNoise: altitudes that jump by a metre do not make a flat course hard.
func TestPacingIgnoresNoise(t *testing.T) {
	t.Parallel()
	i := 0
	c := profile(10_000, 5, func(float64) float64 { i++; return 100 + float64(i%2) })
	near(t, "flat equivalent", c.flatM(), 10_000, 60)
}

// TestPacingOfLongCourses: there are never more than 60 splits.
func TestPacingOfLongCourses(t *testing.T) {
	t.Parallel()
	p := profile(160_934, 50, func(m float64) float64 { return 50 * math.Sin(m/900) }).pacing(100_000)
	if n := len(p.AtKm); n > mostSplits || n < 50 {
		t.Errorf("%d splits", n)
	}
	near(t, "end", p.ElapsedS[len(p.ElapsedS)-1], 100_000, 1)
}

// TestCoursesThatAreNone: points that do not advance and short ways are refused.
func TestCoursesThatAreNone(t *testing.T) {
	t.Parallel()
	for _, c := range []*Course{{}, profile(900, 10, func(float64) float64 { return 0 }), profile(0, 1, func(float64) float64 { return 0 })} {
		if c.check() == nil {
			t.Errorf("%v is a course", c)
		}
	}
	c := &Course{}
	c.add(0, 1)
	c.add(0, 9)
	c.add(math.NaN(), 9)
	if len(c.DistanceM) != 1 {
		t.Errorf("it advanced to %v", c.DistanceM)
	}
}
