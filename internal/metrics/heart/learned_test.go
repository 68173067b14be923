package heart_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// season are activities of an athlete to whom each zone is worth so many
// points an hour, give or take a noise.
func season(seed uint64, n int, points heart.Points, noise float64) []heart.Example {
	rng := rand.New(rand.NewPCG(seed, 3))
	out := make([]heart.Example, n)
	for i := range out {
		e := &out[i]
		for z := range e.Hours {
			e.Hours[z] = rng.Float64() * 2 / float64(1+z)
		}
		e.TSS = points.Of(e.Hours) + noise*rng.NormFloat64()
	}
	return out
}

var own = heart.Points{22, 40, 60, 75, 90, 105, 118}

func TestLearnedPointsAreTheAthletes(t *testing.T) {
	t.Parallel()
	for n, tolerance := range map[int]float64{300: 2.5, 3000: 0.5} {
		got, missing := heart.Learn(season(1, n, own, 3))
		for z, want := range own {
			metricstest.Close(t, "points"+missing.String(), got[z], want, tolerance)
		}
	}
	fresh := season(2, 20, own, 0)
	got, _ := heart.Learn(season(3, 300, own, 3))
	for _, e := range fresh {
		metricstest.Close(t, "the load of what was not learned from", got.Of(e.Hours), e.TSS, 0.03*e.TSS+1)
	}
}

// TestUnvisitedZonesKeepFrielsPoints, and nothing is learned from little.
func TestUnvisitedZonesKeepFrielsPoints(t *testing.T) {
	t.Parallel()
	easy := make([]heart.Example, 40)
	for i := range easy {
		easy[i] = heart.Example{Hours: heart.ZoneHours{0.5, 2}, TSS: 0.5*20 + 2*45}
	}
	got, missing := heart.Learn(easy)
	if missing != "" || math.Abs(got.Of(easy[0].Hours)-100) > 1 {
		t.Errorf("%v %q", got, missing)
	}
	for z, want := range map[int]float64{2: 70, 3: 80, 4: 100, 5: 120, 6: 140} {
		metricstest.Close(t, "zone", got[z], want, 1e-9)
	}
	if _, missing := heart.Learn(easy[:heart.LeastExamples-1]); !strings.Contains(missing.String(), "9 of the 10") {
		t.Errorf("%q", missing)
	}
}

// TestLearnedPointsAreTheLeastSquares: no step away from them, up or down in
// any zone, fits better, by the sum as it is defined.
func TestLearnedPointsAreTheLeastSquares(t *testing.T) {
	t.Parallel()
	friel := heart.Points{30, 55, 70, 80, 100, 120, 140}
	misfit := func(p heart.Points, es []heart.Example) float64 {
		sum := 0.0
		for z := range p {
			sum += (p[z] - friel[z]) * (p[z] - friel[z])
		}
		for _, e := range es {
			d := e.TSS
			for z, h := range e.Hours {
				d -= h * p[z]
			}
			sum += d * d
		}
		return sum
	}
	rapid.Check(t, func(t *rapid.T) {
		es := season(rapid.Uint64().Draw(t, "seed"), rapid.IntRange(10, 60).Draw(t, "activities"), own, rapid.Float64Range(0, 3).Draw(t, "noise"))
		p, _ := heart.Learn(es)
		if !slices.IsSorted(p[:]) || p[0] < 0 {
			t.Fatalf("a zone is worth less than the one beneath it: %v", p)
		}
		if raised(p) {
			return
		}
		for z := range p {
			for _, step := range []float64{-0.1, 0.1} {
				q := p
				q[z] += step
				if misfit(q, es) < misfit(p, es) {
					t.Fatalf("zone %d at %v fits better than at %v", z+1, q[z], p[z])
				}
			}
		}
	})
}

// raised reports that a zone was raised to the one beneath it, so that the
// points are not the free minimum.
func raised(p heart.Points) bool {
	for z := 1; z < len(p); z++ {
		if p[z] == p[z-1] {
			return true
		}
	}
	return p[0] == 0
}

func TestHoursInFrielsZones(t *testing.T) {
	t.Parallel()
	bpm := append(metricstest.Repeat(120, 1800), metricstest.Repeat(165, 3600)...)
	hours, missing := heart.HoursOf(beats(bpm), training.Running, 160)
	if missing != "" || hours[0] != 0.5 || math.Abs(heart.Points{1, 1, 1, 1, 1, 1, 1}.Of(hours)-1.5) > 1e-12 {
		t.Errorf("%v %q", hours, missing)
	}
	if _, missing := heart.HoursOf(beats(bpm), training.Running, 0); missing == "" {
		t.Error("zones without a threshold")
	}
	if _, missing := heart.HoursOf(beats(nil), training.Running, 160); missing == "" {
		t.Error("zones of nothing")
	}
}
