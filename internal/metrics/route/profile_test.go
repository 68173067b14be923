package route_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"lapkeep/internal/metrics/route"
	"lapkeep/internal/training"
)

// hills is a made-up terrain.
func hills(seed uint64, metres float64) func(float64) float64 {
	r := rand.New(rand.NewPCG(seed, 7))
	var amp, phase [6]float64
	for k := range amp {
		amp[k], phase[k] = 120*r.Float64()/float64(k+1), 2*math.Pi*r.Float64()
	}
	return func(m float64) float64 {
		sum := 300.0
		for k := range amp {
			sum += amp[k] * math.Sin(2*math.Pi*float64(k+1)*m/metres+phase[k])
		}
		return sum
	}
}

func profile(t *testing.T, r *training.Recording) route.Profile {
	t.Helper()
	p, ok := route.ProfileOf(sketch(r).ProfileDM)
	if !ok {
		t.Fatal("no profile")
	}
	return p
}

// TestProfiles: the same hills are alike on other roads, at another height
// and with a drifting sensor; other hills are not.
func TestProfiles(t *testing.T) {
	t.Parallel()
	const metres = 30000
	straight := way{{0, 0}, {metres, 0}}
	unlike := 0
	for seed := range uint64(seeds) {
		h, r := hills(seed, metres), rand.New(rand.NewPCG(seed, 8))
		a := profile(t, recorded(home{45, 7}, straight.at(8), h))
		drift := func(m float64) float64 { return 1000 + h(m*0.99) + 10*m/metres + r.NormFloat64() }
		b := profile(t, recorded(home{-33, 151}, straight.at(6), drift))
		if got := a.Likeness(&b); got < 0.75 {
			t.Errorf("seed %d: the same hills are %.2f alike", seed, got)
		}
		c := profile(t, recorded(home{45, 7}, straight.at(8), hills(seed+1000, metres)))
		if a.Likeness(&c) < 0.75 {
			unlike++
		}
		if a.Likeness(&a) != 1 || math.Abs(a.Likeness(&b)-b.Likeness(&a)) > 1e-12 {
			t.Errorf("seed %d: likeness has a direction", seed)
		}
	}
	if unlike < seeds {
		t.Errorf("only %d of %d other hills are unlike", unlike, seeds)
	}
}

// TestProfileOfHalves: each part is the mean of its rows, empty ones lie
// between their neighbours, and without most of them there is no profile.
func TestProfileOfHalves(t *testing.T) {
	t.Parallel()
	straight := way{{0, 0}, {6400, 0}}
	rec := recorded(home{45, 7}, straight.at(10), func(m float64) float64 { return m / 10 })
	lose(rec, training.Altitude, 100, 120)
	s := sketch(rec)
	for i, dm := range s.ProfileDM {
		if want := 100*i + 50; math.Abs(float64(int(dm)-want)) > 10 {
			t.Errorf("part %d: %d dm, want about %d", i, dm, want)
		}
	}
	if s.DistanceDM != 64000 || s.TimerDS < 6400 {
		t.Errorf("%d dm in %d ds", s.DistanceDM, s.TimerDS)
	}
	lose(rec, training.Altitude, 0, 200)
	if s := sketch(rec); s.ProfileDM != nil {
		t.Error("a third of the altitudes is missing")
	}
	if _, ok := route.ProfileOf(nil); ok {
		t.Error("a profile of nothing")
	}
	flat := route.Profile{}
	if flat.Likeness(&flat) != 0 {
		t.Error("what does not rise is like nothing")
	}
}
