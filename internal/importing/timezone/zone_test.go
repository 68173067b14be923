package timezone_test

import (
	"math"
	"sync"
	"testing"
	"time"

	"github.com/ringsaturn/tzf"

	"lapkeep/internal/importing/timezone"
)

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
