package route

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

// way returns a ride at 8 m/s over altitudes in m, one a second.
func way(alt []float64) *stream.View {
	r := metricstest.Recording(training.Cycling, len(alt))
	metres := make([]float64, len(alt))
	for i := range metres {
		metres[i] = 8 * float64(i)
	}
	metricstest.Put(r, training.Altitude, alt)
	metricstest.Put(r, training.Distance, metres)
	metricstest.Put(r, training.Speed, metricstest.Repeat(8, len(alt)))
	return stream.Of(r, stream.Limits{})
}

// TestTheBendIsThatOfItsDefinition: over every second that has both neighbours,
// the first and the last included.
func TestTheBendIsThatOfItsDefinition(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	alt := make([]float64, 400)
	for i := range alt {
		alt[i] = 500 + float64(rng.IntN(300))/100
	}
	for _, lag := range []int{shortLagS, longLagS} {
		sum, n := 0.0, 0
		for i := lag; i+lag < len(alt); i++ {
			d := alt[i-lag] + alt[i+lag] - 2*alt[i]
			sum, n = sum+d*d, n+1
		}
		got, ok := ReliefOf(way(alt)).bend(lag)
		if !ok {
			t.Fatal("it is too short")
		}
		metricstest.Close(t, "bend", got, sum/float64(n), 1e-9)
	}
	if _, ok := ReliefOf(way(alt[:299])).bend(shortLagS); ok {
		t.Error("under five minutes nothing is known of noise")
	}
}

// TestAHillOfASatelliteIsNoNoise: under noise that makes the altitude one of
// GPS, a hill of five percent keeps its slope, and a level road has little.
func TestAHillOfASatelliteIsNoNoise(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ pct, low, high float64 }{"a hill": {5, 4, 5.5}, "level": {0, 0, 1}} {
		rng := rand.New(rand.NewPCG(3, 4))
		alt, noise := make([]float64, 1800), 0.0
		for i := range alt {
			noise = 0.9*noise + rng.NormFloat64()
			up := min(i, len(alt)-i) // up and down again
			alt[i] = 500 + c.pct/100*8*float64(up) + noise
		}
		v := way(alt)
		if kind := ReliefOf(v).kind; kind != Satellite {
			t.Fatalf("%s: the altitude is %v", name, kind)
		}
		pct, ok := Grade(v)
		sum, n := 0.0, 0.0
		for i := 100; i < len(alt)/2-100; i++ {
			if ok.Get(i) {
				sum, n = sum+math.Abs(float64(pct[i])), n+1
			}
		}
		if mean := sum / n; n < 600 || mean < c.low || mean > c.high {
			t.Errorf("%s: %.2f %% over %v rows", name, mean, n)
		}
	}
}

// TestWhatIsFarIsOutside: a position that the grid calls far lies in the
// corridor of no segment, however long the line and the cells are.
func TestWhatIsFarIsOutside(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		spread := rapid.SampledFrom([]int32{300, 5000, 90_000, 2_000_000}).Draw(t, "spread")
		steps := rapid.Int32Range(-spread, spread)
		line := make([]Point, rapid.IntRange(2, 30).Draw(t, "points"))
		for i := range line {
			line[i] = Point{Lat: 4_600_000 + steps.Draw(t, "lat"), Lon: 17_990_000 + steps.Draw(t, "lon")}
		}
		own := planeAt(line[0]).segments(line, nil)
		c := corridorOf(own)
		offset := rapid.Float64Range(-120, 120)
		for i := range own {
			x, y := own[i].position(own[i].from + rapid.Float64Range(0, 1).Draw(t, "along")*(own[i].to-own[i].from))
			x, y = x+offset.Draw(t, "east"), y+offset.Draw(t, "north")
			if _, _, in := own.search(x, y); in && c.far(x, y) {
				t.Fatalf("%v, %v is in the corridor and far from it", x, y)
			}
		}
		if x, y := own[0].x, own[0].y; !c.far(x+1e9, y) || !c.far(x, y-1e9) || c.far(x, y) {
			t.Fatal("what lies a million kilometres away is near, or the start is far")
		}
	})
}
