package timezone_test

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

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

func TestZoneOfPlaces(t *testing.T) {
	t.Parallel()
	var f timezone.Finder
	var wg sync.WaitGroup
	for _, tt := range []struct {
		lat, lon float64
		want     string
	}{
		{-33.8688, 151.2093, "Australia/Sydney"},
		{22.5726, 88.3639, "Asia/Kolkata"},
		{34.0522, -118.2437, "America/Los_Angeles"},
		{52.52, 13.405, "Europe/Berlin"},
		{46.948, 7.4474, "Europe/Zurich"},
		{0, -30, "Etc/GMT+2"},
		{91, 0, ""},
		{0, math.NaN(), ""},
		{0, 200, ""},
	} {
		wg.Go(func() {
			got, ok := f.Zone(tt.lat, tt.lon)
			if got != tt.want || ok != (tt.want != "") {
				t.Errorf("%v, %v: got %q, want %q", tt.lat, tt.lon, got, tt.want)
			}
			if ok {
				if _, err := time.LoadLocation(got); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

func TestLocationIsReadOnce(t *testing.T) {
	t.Parallel()
	f := new(timezone.Finder)
	for _, name := range []string{"Europe/Rome", "Asia/Kolkata", "UTC"} {
		first, err := f.Location(name)
		if err != nil || first.String() != name {
			t.Fatal(name, first, err)
		}
		if again, err := f.Location(name); err != nil || again != first {
			t.Errorf("%s was read twice: %v", name, err)
		}
	}
	for range 2 {
		if loc, err := f.Location("Nowhere/Nothing"); err == nil {
			t.Error("there is a zone", loc)
		}
	}
}

// BenchmarkZone asks for a zone once others were asked for.
func BenchmarkZone(b *testing.B) {
	b.Run("own", func(b *testing.B) {
		var f timezone.Finder
		f.Zone(52.52, 13.405)
		for b.Loop() {
			f.Zone(46.948, 7.4474)
		}
	})
	b.Run("library", func(b *testing.B) {
		f, err := tzf.NewDefaultFinder()
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			f.GetTimezoneName(7.4474, 46.948)
		}
	})
}

// BenchmarkFirstZone asks for the first zone of a program.
func BenchmarkFirstZone(b *testing.B) {
	b.Run("own", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			new(timezone.Finder).Zone(52.52, 13.405)
		}
	})
	b.Run("library", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			f, err := tzf.NewDefaultFinder()
			if err != nil {
				b.Fatal(err)
			}
			f.GetTimezoneName(13.405, 52.52)
		}
	})
}
