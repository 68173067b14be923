package route_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"lapkeep/internal/metrics/route"
)

// TestPolylineOfGoogle is the example of Google's description.
func TestPolylineOfGoogle(t *testing.T) {
	t.Parallel()
	line := []route.Point{{Lat: 3850000, Lon: -12020000}, {Lat: 4070000, Lon: -12095000}, {Lat: 4325200, Lon: -12645300}}
	const want = "_p~iF~ps|U_ulLnnqC_mqNvxq`@"
	if got := route.Polyline(line); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, ok := route.ParsePolyline(want); !ok || !slices.Equal(got, line) {
		t.Errorf("%v %v", got, ok)
	}
	for _, bad := range []string{"_", "_p~iF", "_p~iF~ps|U_", "a b", "ééé", "~~~~~~~~~~~~", "______________F_p~iF"} {
		if got, ok := route.ParsePolyline(bad); ok {
			t.Errorf("%q is read as %v", bad, got)
		}
	}
}

func FuzzPolyline(f *testing.F) {
	f.Add("_p~iF~ps|U_ulLnnqC_mqNvxq`@")
	f.Fuzz(func(t *testing.T, text string) {
		if line, ok := route.ParsePolyline(text); ok {
			if again, ok := route.ParsePolyline(route.Polyline(line)); !ok || !slices.Equal(again, line) {
				t.Errorf("%v became %v", line, again)
			}
		}
	})
}

// TestSmallLines: a line for a small picture has few points, keeps its ends, and leaves the
// whole line by less than a few pixels.
func TestSmallLines(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 3, 50, 600} {
		line := make([]route.Point, n)
		var at route.Point
		heading := 0.0
		for i := range line {
			heading += r.NormFloat64() / 3
			at.Lat, at.Lon = at.Lat+int32(100*math.Cos(heading)), at.Lon+int32(100*math.Sin(heading))
			line[i] = at
		}
		small := route.Small(line)
		if len(small) > 40 || n > 1 && (small[0] != line[0] || small[len(small)-1] != line[n-1]) || n < 3 && len(small) != n {
			t.Fatalf("%d points became %d", n, len(small))
		}
		extent := route.ExtentOf(line)
		across := float64(max(extent.North-extent.South, extent.East-extent.West))
		for _, p := range line {
			near := math.Inf(1)
			for i := 1; i < len(small); i++ {
				near = min(near, apart(p, small[i-1], small[i]))
			}
			if n > 2 && near > across/15 {
				t.Fatalf("of %d points, %v is %g of %g away", n, p, near, across)
			}
		}
	}
}

// apart returns the distance of a point from a step of a line.
func apart(p, a, b route.Point) float64 {
	dx, dy := float64(b.Lon-a.Lon), float64(b.Lat-a.Lat)
	x, y := float64(p.Lon-a.Lon), float64(p.Lat-a.Lat)
	share := min(1, max(0, (x*dx+y*dy)/max(1, dx*dx+dy*dy)))
	return math.Hypot(x-share*dx, y-share*dy)
}
