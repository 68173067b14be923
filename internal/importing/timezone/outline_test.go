package timezone_test

import (
	"math/rand/v2"
	"testing"

	"github.com/ringsaturn/tzf"

	"lapkeep/internal/importing/timezone"
)

// The parts of the table that a place needs answer as the whole table does:
// at borders, at coasts, at the ends of the map, in few places and in many.
func TestSameAsTheWholeTable(t *testing.T) {
	t.Parallel()
	whole, err := tzf.NewDefaultFinder()
	if err != nil {
		t.Fatal(err)
	}
	places := []struct{ lat, lon, within float64 }{
		{47.59, 7.59, 0.2},    // Basel, three countries
		{51.45, 4.93, 0.1},    // Baarle, enclaves
		{32.54, -117.03, 0.3}, // Tijuana
		{-28.17, 153.54, 0.2}, // half an hour and a summer time apart
		{27.5, 88.5, 0.5},     // Sikkim
		{69.05, 20.55, 0.3},   // three countries again
		{0, 180, 1.5},         // the end of the map
		{89.5, -179, 1},       // the pole
	}
	var few timezone.Finder
	check := func(f *timezone.Finder, lat, lon float64) {
		t.Helper()
		want := whole.GetTimezoneName(lon, lat)
		if lat < -90 || lat > 90 || lon < -180 || lon > 180 {
			want = ""
		}
		if got, _ := f.Zone(lat, lon); got != want {
			t.Errorf("%v, %v: %q, want %q", lat, lon, got, want)
		}
	}
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a test
	for _, p := range places {
		for range 100 {
			check(&few, p.lat+(random.Float64()*2-1)*p.within, p.lon+(random.Float64()*2-1)*p.within)
		}
	}
	for range 500 { // by now in more squares than are indexed one by one
		check(&few, random.Float64()*180-90, random.Float64()*360-180)
	}
}
