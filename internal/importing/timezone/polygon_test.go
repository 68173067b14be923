package timezone

import (
	"math/rand/v2"
	"testing"

	"github.com/ringsaturn/tzf"
)

func TestPolygon(t *testing.T) {
	t.Parallel()
	g := polygon{
		outer: ring{{0, 0}, {10, 0}, {10, 10}, {5, 5}, {0, 10}}, // a notch from above
		holes: []ring{{{2, 1}, {4, 1}, {4, 3}, {2, 3}, {2, 1}}}, // with the first point again
	}
	for _, tt := range []struct {
		x, y float64
		want bool
	}{
		{1, 1, true},
		{5, 4.9, true},
		{5, 5.1, false}, // in the notch
		{-1, 1, false},
		{11, 1, false},
		{5, -1, false},
		{5, 11, false},
		{3, 2, false}, // in the hole
		{2, 2, true},  // upon its line
		{0, 5, true},  // upon the outline
		{10, 10, true},
		{7.5, 7.5, true},
		{9, 8, true},
		{5, 0, true},
		{12, 0, false}, // behind the end of a line
		{-2, 0, false},
		{-2, 10, false},
	} {
		if got := g.holds(tt.x, tt.y); got != tt.want {
			t.Errorf("%v, %v: %v", tt.x, tt.y, got)
		}
	}
	if (&polygon{}).holds(0, 0) {
		t.Error("nothing holds a place")
	}
}

func TestLinesThatAreNone(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"\x01", "~~~~~~~~~~~~~~~~~~", "?", "\xff??"} {
		if r := ringOf([]byte(line)); len(r) > 0 {
			t.Errorf("%q has %d points", line, len(r))
		}
	}
	if r := ringOf([]byte("_p~iF~ps|U")); len(r) != 1 || r[0] != (point{38.5, -120.2}) {
		t.Errorf("%v", r)
	}
}

// TestSameBesideEveryBorder: near the corners of the outlines themselves the
// answer is that of the library which made the table.
func TestSameBesideEveryBorder(t *testing.T) {
	t.Parallel()
	whole, err := tzf.NewFinderFromCompressed(world(t), tzf.SetDropPBTZ)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4)) //nolint:gosec // a test
	var o outlines
	o.name(0, 0)
	for _, z := range o.zones {
		p := z.parts[random.IntN(len(z.parts))]
		corners := ringOf(p.outer)
		for range 4 {
			at := corners[random.IntN(len(corners))]
			lon, lat := float64(at.x)+random.NormFloat64()/200, float64(at.y)+random.NormFloat64()/200
			if got, want := o.name(lat, lon), whole.GetTimezoneName(lon, lat); got != want {
				t.Errorf("%v, %v: %q, want %q", lat, lon, got, want)
			}
		}
	}
	if o.kept > maxKept {
		t.Errorf("%d points are kept", o.kept)
	}
}
