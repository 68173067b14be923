package athlete_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"testing"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// list holds sketches of ways.
type list []*route.Sketch

func (s list) Primitives(ctx context.Context, sc training.Scope, kind string, _ training.DayRange) iter.Seq2[store.Primitive, error] {
	return func(yield func(store.Primitive, error) bool) {
		if sc.Audience != training.AudienceExport || kind != derive.Route {
			yield(store.Primitive{}, errors.New("not what was to be asked"))
			return
		}
		for i, w := range s {
			if ctx.Err() != nil {
				yield(store.Primitive{}, ctx.Err())
				return
			}
			if !yield(store.Primitive{Activity: training.ActivityID(fmt.Sprint(i)), Data: derive.EncodeRoute(w)}, nil) {
				return
			}
		}
	}
}

// way goes from one place to another and wanders by some metres at both ends.
func way(rng *rand.Rand, from, to [2]float64, byM float64) *route.Sketch {
	near := func(p [2]float64) route.Point {
		d := byM / 111_195
		return route.Point{
			Lat: int32(1e5 * (p[0] + d*(2*rng.Float64()-1))),
			Lon: int32(1e5 * (p[1] + d*(2*rng.Float64()-1)/math.Cos(p[0]*math.Pi/180))),
		}
	}
	middle := route.Point{Lat: int32(1e5 * (from[0] + 0.2)), Lon: int32(1e5 * from[1])}
	s := &route.Sketch{Line: []route.Point{near(from), middle, near(to)}}
	s.Extent = route.ExtentOf(s.Line)
	return s
}

func metres(z training.PrivacyZone, p [2]float64) float64 {
	return math.Hypot((z.LatDeg-p[0])*111_195, math.Remainder(z.LonDeg-p[1], 360)*111_195*math.Cos(p[0]*math.Pi/180))
}

var (
	home   = [2]float64{47.37, 8.54}
	work   = [2]float64{47.41, 8.60}
	island = [2]float64{-17.8, 179.9999} // at the 180th meridian
)

func TestHomeAndWorkAreFound(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	var all list
	for range 60 {
		all = append(all, way(rng, home, home, 40))
	}
	for range 20 {
		all = append(all, way(rng, home, work, 30))
	}
	for i := range 30 { // elsewhere each time
		away := [2]float64{45 + float64(i)/10, 6}
		all = append(all, way(rng, away, away, 10))
	}
	for range 8 {
		all = append(all, way(rng, island, island, 40))
	}
	all = append(all, &route.Sketch{})
	got, of, err := athlete.Propose(t.Context(), all, "ann", nil)
	if err != nil || of != 118 || len(got) != 3 {
		t.Fatalf("%+v of %d, %v", got, of, err)
	}
	for i, want := range []struct {
		at         [2]float64
		activities int
	}{{home, 80}, {work, 20}, {island, 8}} {
		p := got[i]
		if d := metres(p.Zone, want.at); d > 25 || p.Activities != want.activities || p.Zone.RadiusM != 400 {
			t.Errorf("proposal %d is %.0f m away, %d activities, %g m", i, d, p.Activities, p.Zone.RadiusM)
		}
	}
	again, _, err := athlete.Propose(t.Context(), all, "ann", []training.PrivacyZone{got[0].Zone, got[2].Zone})
	if err != nil || len(again) != 1 || metres(again[0].Zone, work) > 25 {
		t.Errorf("what is hidden already is proposed again: %+v, %v", again, err)
	}
}

func TestNothingToPropose(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	few := list{way(rng, home, home, 10), way(rng, home, home, 10), way(rng, home, home, 10), way(rng, home, home, 10)}
	for name, s := range map[string]list{"no activities": nil, "too few": few} {
		if got, _, err := athlete.Propose(t.Context(), s, "ann", nil); err != nil || len(got) != 0 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := athlete.Propose(ctx, few, "ann", nil); err == nil {
		t.Error("it goes on after it was cancelled")
	}
}

// TestABlurredZoneStillCoversAll: and its middle is hardly ever home.
func TestABlurredZoneStillCoversAll(t *testing.T) {
	t.Parallel()
	near := 0
	for i := range 500 {
		z := training.PrivacyZone{LatDeg: home[0], LonDeg: home[1], RadiusM: 400}
		if i%2 == 1 {
			z.LatDeg, z.LonDeg = island[0], island[1]
		}
		b := athlete.Blurred(z, fmt.Sprint("secret", i))
		d := metres(b, [2]float64{z.LatDeg, z.LonDeg})
		if d+z.RadiusM > b.RadiusM+1 || b.RadiusM > 600 || math.Abs(b.LonDeg) > 180 {
			t.Fatalf("moved by %.0f m, %g m wide", d, b.RadiusM)
		}
		if d < 20 {
			near++
		}
		if athlete.Blurred(z, fmt.Sprint("secret", i)) != b {
			t.Fatal("the same secret moves it elsewhere")
		}
	}
	if near > 20 {
		t.Errorf("%d of 500 zones have home in the middle", near)
	}
}
